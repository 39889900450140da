"""The numbers of the actions of one seat: a fixed table of blocks, made once for a mission and a side.

Every option that the rules can list has one number, and every number stands for at most one option of a decision.
A block is a kind of action with its axes (a weapon, a slot, a cell ...); what no block has a number for, or a second
option of the same number, goes to a spare number in the order of the options.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations_with_replacement
from typing import Final

import numpy as np
import numpy.typing as npt

from ai.env.slots import ALLIES, FOES, MARKERS, own_slots
from game.api import Board, Game, Profile, Side, Terrain, hive_dice

SPARE: Final = 256
"""Spare numbers at the end of every table."""
AIM_REACH: Final = 8
"""A unit that an event moves ends within so many cells of where it stood, in the numbers of its block."""
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


@dataclass(frozen=True, slots=True)
class Axis:
    """One parameter of a block: what it is and how many values it has; ``labels`` name them where they have names."""

    name: str
    size: int
    labels: tuple[str, ...] = ()

    def label(self, value: int) -> str:
        """A value in words."""
        return self.labels[value] if self.labels else f"{self.name} {value}"


@dataclass(frozen=True, slots=True)
class Block:
    """A run of numbers from ``start``: one kind of action with its axes, the last axis running fastest."""

    name: str
    axes: tuple[Axis, ...]
    start: int

    @property
    def size(self) -> int:
        """How many numbers it has."""
        count = 1
        for axis in self.axes:
            count *= axis.size
        return count

    def parts(self, number: int) -> tuple[int, ...]:
        """The values of the axes that a number of this block stands for."""
        left = number - self.start
        found = []
        for axis in reversed(self.axes):
            left, value = divmod(left, axis.size)
            found.append(value)
        return tuple(reversed(found))


@dataclass(eq=False)
class ActionTable:
    """The numbers of a seat. ``size`` is the n of its action space.

    ``weapons``, ``gear``, ``names`` and ``plans`` give the place of each on its axis.
    """

    board: Board
    own: int
    blocks: tuple[Block, ...]
    spare: int = SPARE
    weapons: dict[str, int] = field(default_factory=dict)
    kinds: dict[str, int] = field(default_factory=dict)
    plans: dict[tuple[str, ...], int] = field(default_factory=dict)
    words: dict[str, dict[str, int]] = field(default_factory=dict)

    @cached_property
    def block(self) -> dict[str, Block]:
        """The blocks by name."""
        return {block.name: block for block in self.blocks}

    @cached_property
    def start(self) -> dict[str, int]:
        """Where each block begins."""
        return {block.name: block.start for block in self.blocks}

    @cached_property
    def spare_start(self) -> int:
        """The first spare number."""
        last = self.blocks[-1]
        return last.start + last.size

    @property
    def size(self) -> int:
        """How many numbers there are, the spare ones included."""
        return self.spare_start + self.spare

    @property
    def units(self) -> int:
        """Slots of units on the axis ``unit``: own ones first, then allies, then foes."""
        return self.own + ALLIES + FOES

    def block_of(self, number: int) -> Block | None:
        """The block of a number; None for a spare one. Raises IndexError for what is no number of this table."""
        if not 0 <= number < self.size:
            raise IndexError(f"expected an action from 0 to {self.size - 1}, found {number}")
        place = int(np.searchsorted(self._starts, number, side="right")) - 1
        return None if number >= self.spare_start else self.blocks[place]

    def name(self, number: int) -> str:
        """A number in words, such as ``shoot rifle foe 0`` or ``move 3,4``. Raises IndexError as `block_of`."""
        block = self.block_of(number)
        if block is None:
            return f"spare {number - self.spare_start}"
        words = [self._label(axis, value) for axis, value in zip(block.axes, block.parts(number), strict=True)]
        return " ".join((block.name, *words))

    def names(self) -> list[str]:
        """Every number in words."""
        return [self.name(number) for number in range(self.size)]

    @cached_property
    def _starts(self) -> npt.NDArray[np.int64]:
        return np.array([block.start for block in self.blocks], dtype=np.int64)

    def _label(self, axis: Axis, value: int) -> str:
        if axis.name == "cell":
            x, y = self.board.xy(value)
            return f"{x},{y}"
        if axis.name == "unit":
            if value < self.own:
                return f"own {value}"
            value -= self.own
            return f"ally {value}" if value < ALLIES else f"foe {value - ALLIES}"
        if axis.name == "shift":
            span = 2 * AIM_REACH + 1
            return f"{value % span - AIM_REACH:+d},{value // span - AIM_REACH:+d}"
        return axis.label(value)

    @cached_property
    def walks(self) -> npt.NDArray[np.int32]:
        """Walks by where they end: number of the cell, or of the cell and the door that is worked there.

        Indexed by the cell plus the board's size times the door plus one; -1 where there is no number.
        """
        size = self.board.size
        found = np.full(size * (len(self.board.doors) + 1), -1, dtype=np.int32)
        found[:size] = np.arange(size)
        for place, (door, cell) in enumerate(door_spots(self.board)):
            found[size * (door + 1) + cell] = size + place
        return found


def door_spots(board: Board) -> list[tuple[int, int]]:
    """Every door with every anchor that a mover of up to three cells a side may work it from: ``(door, cell)``."""
    found = []
    for door in board.doors:
        near: set[int] = set()
        for cell in {*door.access, *door.cells}:
            x, y = board.xy(cell)
            near.update(
                board.cell(left, top) for top in range(max(0, y - 2), y + 1) for left in range(max(0, x - 2), x + 1)
            )
        found.extend((door.id, cell) for cell in sorted(near))
    return found


def action_table(game: Game, side: Side, *, spare: int = SPARE) -> ActionTable:
    """The numbers of a side's actions in a mission.

    The table holds what this side could ever be offered: the weapons, gear and forms of its own force (for the hive:
    of every creature that the swarm dice may bring), and nothing of the forces of others.
    """
    build = _Building(game, side)
    return build.hive(spare) if game.side_kinds[side] == "hive" else build.human(spare)


class _Building:
    """Collects blocks one after another."""

    def __init__(self, game: Game, side: Side) -> None:
        self.game = game
        self.board = game.board
        self.own = own_slots(game, side)
        self.blocks: list[Block] = []
        self.next = 0
        setup = next(setup for setup in game.scenario.sides if setup.id == side)
        self.side_kind = setup.kind
        names = [recruit.kind for recruit in setup.force]
        if setup.kind == "hive":
            names += [kind.id for kind in game.kinds.values() if kind.faction == "hive"]
        self.kinds = [game.kinds[name] for name in dict.fromkeys(names)]
        self.profiles: list[Profile] = [profile for kind in self.kinds for profile in kind.profiles]
        cards = [game.upgrades[name] for recruit in setup.force for name in recruit.upgrades if name in game.upgrades]
        self.faces = [face for card in cards for face in (card.front, card.back) if face is not None]
        self.weapons = _each(weapon for part in (*self.profiles, *self.faces) for weapon in part.weapons)
        self.gear = _each(name for part in (*self.profiles, *self.faces) for name in part.equipment)
        self.skills = _each(name for part in (*self.profiles, *self.faces) for name in part.skills)
        self.cell = Axis("cell", self.board.size)
        self.walk = Axis("walk", self.board.size + len(door_spots(self.board)))
        self.own_axis = Axis("own", self.own)
        self.unit = Axis("unit", self.own + ALLIES + FOES)
        self.forms = max((len(kind.profiles) for kind in self.kinds), default=1)

    def add(self, name: str, *axes: Axis) -> None:
        if all(axis.size for axis in axes):
            block = Block(name, axes, self.next)
            self.blocks.append(block)
            self.next += block.size

    def human(self, spare: int) -> ActionTable:
        self.singles("end_turn", "hide", "manifest", "prepare")
        self.common()
        self.add("deploy", Axis("openly", 2, ("openly", "hidden")), Axis("form", self.forms), self.cell)
        self.add("command", Axis("command", len(COMMANDS), COMMANDS), self.own_axis)
        self.add("give_order", Axis("order", len(ORDERS), ORDERS), self.own_axis)
        self.add("set_policy", Axis("policy", len(POLICIES), POLICIES), self.own_axis)
        self.add("discover", self.unit)
        words: dict[str, tuple[str, ...]] = {}
        tables = self.game.rulebook.tables
        words["use"] = tuple(tables.get("usages", ()))
        use = Axis("use", len(words["use"]), words["use"])
        self.add("use", use)
        self.add("use_unit", use, self.unit)
        self.add("use_marker", use, Axis("marker", MARKERS))
        self.add("use_door", use, Axis("door", len(self.board.doors)))
        words["place"] = tuple(name for name in tables.get("deployables", ()) if name in self.gear)
        self.add("place", Axis("gear", len(words["place"]), words["place"]), self.cell)
        if "airborne" in self.skills:
            self.add("drop", Axis("way", 2 * len(LANDINGS), _landings()), self.cell)
        if "berserk" in self.skills:
            self.add("berserk", Axis("weapon", len(self.weapons), self.weapons), self.unit)
        if self.faces:
            words["card"] = tuple(tables.get("manifestation_cards", ()))
            words["event"] = tuple(tables.get("manifestation_events", ()))
            self.add("choose_card", Axis("card", len(words["card"]), words["card"]))
            self.add("choose_event", Axis("event", len(words["event"]), words["event"]))
            self.add("sacrifice", self.unit)
            self.add("place_avatar", self.cell)
            self.add("aim_unit", self.unit)
            self.add("aim_shift", self.unit, Axis("shift", (2 * AIM_REACH + 1) ** 2))
            self.add("aim_name", self.unit, Axis("name", AIM_NAMES))
        return self.table(spare, words=words)

    def hive(self, spare: int) -> ActionTable:
        self.common()
        self.add("activate", self.own_axis)
        self.add("use_nest", Axis("kind", len(HIVE_KINDS), HIVE_KINDS))
        plans = every_plan(self.game)
        self.add("spend", Axis("plan", len(plans), tuple("+".join(plan) for plan in plans)))
        self.add("choose_psyker", self.unit)
        names = tuple(kind.id for kind in self.kinds)
        self.add("place_xeno", Axis("kind", len(names), names), self.cell)
        self.add("place_marker", self.cell)
        table = self.table(spare, words={})
        table.kinds = {name: place for place, name in enumerate(names)}
        table.plans = {plan: place for place, plan in enumerate(plans)}
        return table

    def singles(self, *names: str) -> None:
        for name in names:
            self.add(name)

    def common(self) -> None:
        """What troopers and xenos both may do."""
        self.singles("pass", "dodge", "reset", "idle", "leave", "lie_down", "stand_up")
        self.add("guts", Axis("guts", len(GUTS), GUTS))
        weapon = Axis("weapon", len(self.weapons), self.weapons)
        self.add("shoot", weapon, self.unit)
        self.add("shoot_marker", weapon, Axis("marker", MARKERS))
        self.add("fight", weapon, self.unit)
        self.add("fight_marker", weapon, Axis("marker", MARKERS))
        if self.board.doors:
            door = Axis("door", len(self.board.doors))
            self.add("shoot_door", weapon, door)
            self.add("fight_door", weapon, door)
        blasts = [name for name in self.weapons if self.game.weapons[name].template]
        self.blasts = tuple(blasts)
        self.add("blast", Axis("weapon", len(blasts), self.blasts), self.cell)
        self.add("move", self.walk)
        if self.side_kind == "human":
            self.add("rise_and_move", self.walk)
        self.add("step", self.cell)
        if any(height >= LEDGE for height in self.board.heights):
            self.add("climb", self.walk)
        if any(kind in (Terrain.PIT, Terrain.BARRICADE) for kind in self.board.terrain):
            self.add("jump", self.cell)
        if self.forms > 1:
            self.singles("roll_form")
            self.add("shift", Axis("form", self.forms))
            self.add("grow", self.cell)

    def table(self, spare: int, *, words: dict[str, tuple[str, ...]]) -> ActionTable:
        found = ActionTable(self.board, self.own, tuple(self.blocks), spare)
        found.weapons = {name: place for place, name in enumerate(self.weapons)}
        found.words = {key: {name: place for place, name in enumerate(values)} for key, values in words.items()}
        found.words["blast"] = {name: place for place, name in enumerate(self.blasts)}
        return found


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


def _landings() -> tuple[str, ...]:
    return tuple(f"{way}{lying}" for way in LANDINGS for lying in ("", " lying down"))


def _each(names: Iterable[str]) -> tuple[str, ...]:
    """Names once each, in the order in which they are met."""
    return tuple(dict.fromkeys(names))
