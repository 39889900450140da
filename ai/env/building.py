"""Making the table of a seat: which blocks a side needs in a mission."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement
from typing import Final

from ai.env.roll import ALLIES, MARKERS, foe_slots, own_slots
from ai.env.tables import DODGE, SPARE, ActionTable, Axis, Block, door_spots, ground
from game.api import Game, Profile, Side, State, Terrain, UpgradeFace, hive_dice, hive_reinforce

AIM_NAMES: Final = 16
"""So many states or upgrades of one unit can be named by an event."""
COMMANDS: Final = ("advance", "steady", "brace", "fall_back", "rally")
ORDERS: Final = ("pool", "own", "lieutenant", "impetuous")
POLICIES: Final = ("ask", "shoot", "dodge", "hold")
GUTS: Final = ("roll", "fail", "pass")
LANDINGS: Final = ("jump", "chute", "stray")
LEDGE: Final = 2
"""A difference of height that only a climb takes (D-I13)."""
HIVE_KINDS: Final = ("gaunt", "stealer")
BREACH: Final = "breach"
"""The trait of weapons that may be aimed at doors (BD-11)."""


def action_table(game: Game, side: Side, *, start: State | None = None, spare: int = SPARE) -> ActionTable:
    """The numbers of a side's actions in a mission.

    The table holds what this side could ever be offered: the weapons, gear and forms of its own force (for the hive:
    of every creature that the swarm dice may bring), and nothing of the forces of others. A position has no forces:
    its own units are read off its ``start``.
    """
    build = _Building(game, side, start)
    if game.side_kinds[side] == "hive":
        build.hive()
    else:
        build.human()
    return build.table(spare)


class _Building:
    """Collects blocks one after another."""

    def __init__(self, game: Game, side: Side, start: State | None) -> None:
        self.game = game
        self.board = game.board
        there = [] if start is None else [unit for unit in start.units.values() if unit.side == side]
        gone = [] if start is None else [one.unit for one in start.gone.values() if one.unit.side == side]
        self.is_position = start is not None
        self.own = max(own_slots(game, side), len(there) + len(gone))
        self.foes = foe_slots(game, side)
        self.blocks: list[Block] = []
        self.next = 0
        self.words: dict[str, dict[str, int]] = {}
        self.plans: list[tuple[str, ...]] = []
        self.reach = 0
        setup = next(setup for setup in game.scenario.sides if setup.id == side)
        self.is_human = setup.kind == "human"
        self.zone = tuple(self.board.zones.get(setup.deploy or f"deploy:{side}", ()))
        names = [*(recruit.kind for recruit in setup.force), *(unit.kind for unit in (*there, *gone))]
        if not self.is_human:
            names += [kind.id for kind in game.kinds.values() if kind.faction == "hive"]
        self.kinds = [game.kinds[name] for name in dict.fromkeys(names)]
        held = [name for recruit in setup.force for name in recruit.upgrades]
        held += [name for unit in (*there, *gone) for name in unit.upgrades]
        cards = [game.upgrades[name] for name in dict.fromkeys(held) if name in game.upgrades]
        faces = [face for card in cards for face in (card.front, card.back) if face is not None]
        self.has_cards = bool(faces)
        parts: list[Profile | UpgradeFace] = [profile for kind in self.kinds for profile in kind.profiles]
        parts += faces
        self.gear = _each(name for part in parts for name in part.equipment)
        self.skills = _each(name for part in parts for name in part.skills)
        self.weapons = _each(name for part in parts for name in part.weapons if name in game.weapons)
        self.forms = Axis("form", max((len(kind.profiles) for kind in self.kinds), default=1))
        self.cell = Axis("cell", len(ground(self.board)))
        self.walk = Axis("walk", self.cell.size + len(door_spots(self.board)))
        self.mine = Axis("own", self.own)
        self.friend = Axis("unit", self.own + ALLIES)
        self.unit = Axis("unit", self.own + ALLIES + self.foes)
        self.target = Axis("target", self.foes)
        self.mark = Axis("marker", MARKERS)
        self.door = Axis("door", len(self.board.doors))

    def add(self, name: str, *axes: Axis) -> None:
        """A block, unless one of its axes has no value."""
        if all(axis.size for axis in axes):
            block = Block(name, axes, self.next)
            self.blocks.append(block)
            self.next += block.size

    def named(self, name: str, words: Iterable[str]) -> Axis:
        """An axis of names, whose places the table will know."""
        labels = tuple(words)
        self.words[name] = {label: place for place, label in enumerate(labels)}
        return Axis(name, len(labels), labels)

    def human(self) -> None:
        """What a trooper's side may do."""
        self.common()
        for name in ("end_turn", "leave", "hide", "lie_down", "stand_up"):
            self.add(name)
        self.add("rise_and_move", self.walk)
        ways = ("openly", "hidden") if "camouflage" in self.skills else ("openly",)
        self.add("deploy", self.named("openly", ways), self.forms, Axis("zone", len(self.zone)))
        self.add("command", self.named("command", COMMANDS), self.mine)
        self.add("give_order", self.named("order", ORDERS), self.mine)
        self.add("set_policy", self.named("policy", POLICIES), self.mine)
        self.add("guts", self.named("guts", GUTS))
        self.add("discover", self.target)
        tables = self.game.rulebook.tables
        use = self.named("use", tables.get("usages", ()))
        self.add("use", use)
        self.add("use_unit", use, self.friend)
        self.add("use_marker", use, self.mark)
        self.add("use_door", use, self.door)
        self.add("place", self.named("gear", (n for n in tables.get("deployables", ()) if n in self.gear)), self.cell)
        if "airborne" in self.skills:
            self.add("drop", self.named("way", LANDINGS), Axis("low", 2, ("upright", "lying")), self.cell)
        if "berserk" in self.skills:
            self.add("berserk", self.arms("blade", "cc"), self.target)
        if self.has_cards:
            self.avatars()

    def avatars(self) -> None:
        """What a Master's side may do in the course of a manifestation."""
        tables = self.game.rulebook.tables
        self.add("manifest")
        self.add("prepare")
        self.add("choose_card", self.named("card", tables.get("manifestation_cards", ())))
        events = tables.get("manifestation_events", {})
        self.add("choose_event", self.named("event", events))
        self.add("sacrifice", self.friend)
        self.add("place_avatar", self.cell)
        self.add("aim_unit", self.unit)
        self.reach = max((event.amount for event in events.values() if event.effect == "move"), default=0)
        self.add("aim_shift", self.friend, Axis("shift", (2 * self.reach + 1) ** 2))
        self.add("aim_name", self.unit, Axis("name", AIM_NAMES))

    def hive(self) -> None:
        """What the hive may do."""
        self.common()
        self.add("activate", self.mine)
        self.add("use_nest", self.named("nest", HIVE_KINDS))
        self.plans = every_plan(self.game)
        self.add("spend", Axis("plan", len(self.plans), tuple("+".join(plan) for plan in self.plans)))
        self.add("choose_psyker", self.target)
        self.add("place_xeno", self.named("kind", self.brought()), self.cell)
        self.add("place_marker", self.cell)

    def brought(self) -> list[str]:
        """The kinds of creatures that nests and the mission's swarm dice bring; all there are in a position, which may
        have any dice on the table.
        """
        names = [kind.id for kind in self.kinds]
        if self.is_position:
            return names
        ctx = self.game.ctx(self.game.empty())
        bought = {item for plan in self.plans for item in plan}
        able = {*HIVE_KINDS, *(kind for item in sorted(bought) for kind in hive_reinforce.item_kinds(ctx, item))}
        return [name for name in names if name in able]

    def common(self) -> None:
        """What troopers and xenos both may do."""
        for name in ("pass", "dodge", "reset", "idle"):
            self.add(name)
        shot, blade = self.arms("shot", "bs"), self.arms("blade", "cc")
        weapons = self.game.weapons
        self.add("shoot", shot, self.target)
        self.add("shoot_marker", shot, self.mark)
        self.add(
            "shoot_door", self.named("breacher", (n for n in shot.labels if BREACH in weapons[n].traits)), self.door
        )
        self.add("blast", self.named("blast", (n for n in self._all_arms("bs") if weapons[n].template)), self.cell)
        self.add("fight", blade, self.target)
        self.add("fight_marker", blade, self.mark)
        self.add("fight_door", blade, self.door)
        self.add("move", self.walk)
        self.add("step", Axis("shift", (2 * DODGE + 1) ** 2))
        if any(height >= LEDGE for height in self.board.heights):
            self.add("climb", self.walk)
        if any(kind in (Terrain.PIT, Terrain.BARRICADE) for kind in self.board.terrain):
            self.add("jump", self.cell)
        if self.forms.size > 1:
            self.add("roll_form")
            self.add("shift", self.forms)
            self.add("grow", self.cell)

    def arms(self, axis: str, use: str) -> Axis:
        """The weapons for one use, but for templates, which are aimed at cells."""
        return self.named(axis, (name for name in self._all_arms(use) if not self.game.weapons[name].template))

    def _all_arms(self, use: str) -> tuple[str, ...]:
        weapons = self.game.weapons
        return tuple(name for name in self.weapons if weapons[name].use in (use, "both"))

    def table(self, spare: int) -> ActionTable:
        """The table of the blocks."""
        plans = {plan: place for place, plan in enumerate(self.plans)}
        return ActionTable(
            self.board,
            self.own,
            self.foes,
            tuple(self.blocks),
            self.words,
            plans,
            spare=spare,
            reach=self.reach,
            zone_cells=self.zone,
        )


def every_plan(game: Game) -> list[tuple[str, ...]]:
    """Every plan that the swarm dice of a mission could allow, in a fixed order."""
    scenario = game.scenario
    if scenario.level is None and not scenario.mission:
        return []
    dice = hive_dice.swarm_dice(level=scenario.level, mission=scenario.mission)
    faces = range(hive_dice.CALM + 1, 7)
    found: dict[tuple[str, ...], None] = {}
    for pool in combinations_with_replacement(faces, dice):
        found.update(dict.fromkeys(hive_dice.legal_plans(pool)))
    ranks = hive_dice.RANK
    return sorted(found, key=lambda plan: (len(plan), [ranks[name] for name in plan]))


def _each(names: Iterable[str]) -> tuple[str, ...]:
    """Names once each, in the order in which they are met."""
    return tuple(dict.fromkeys(names))
