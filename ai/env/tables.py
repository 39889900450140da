"""The numbers of the actions of one seat: a fixed table of blocks, made once for a mission and a side.

Every option that the rules can list has one number, and every number stands for at most one option of a decision.
A block is a kind of action with its axes (a weapon, a slot, a cell ...); what no block has a number for, or a second
option of the same number, goes to a spare number in the order of the options.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ai.env.roll import ALLIES, MARKERS, foe_slots, own_slots
from game.api import Board, DataError, Game, Side, State, Terrain, hive_dice, hive_reinforce

SPARE: Final = 256
"""Spare numbers at the end of every table."""
AIM_NAMES: Final = 16
"""So many states or upgrades of one unit can be named by an event."""
COMMANDS: Final = ("advance", "steady", "brace", "fall_back", "rally")
ORDERS: Final = ("pool", "own", "lieutenant", "impetuous")
POLICIES: Final = ("ask", "shoot", "dodge", "hold")
GUTS: Final = ("roll", "fail", "pass")
LANDINGS: Final = ("jump", "chute", "stray")
LARGEST: Final = 3
"""Cells a side of the largest creature."""
LEDGE: Final = 2
"""A difference of height that only a climb takes (D-I13)."""
HIVE_KINDS: Final = ("gaunt", "stealer")
BREACH: Final = "breach"
"""The trait of weapons that may be aimed at doors (BD-11)."""
NO_GROUND: Final = (Terrain.WALL, Terrain.PIT)
"""Where nobody ever stands, so that no number speaks of it."""


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

    ``words`` give the place of each name on the axis of that name; ``plans`` that of each plan of the swarm dice.
    The axes ``unit`` and ``target`` hold slots: on ``unit`` the own ones come first, then allies, then foes; on
    ``target`` there are foes only.
    """

    board: Board
    own: int
    foes: int
    blocks: tuple[Block, ...]
    words: dict[str, dict[str, int]]
    plans: dict[tuple[str, ...], int]
    spare: int = SPARE
    reach: int = 0

    @cached_property
    def block(self) -> dict[str, Block]:
        """The blocks by name."""
        return {block.name: block for block in self.blocks}

    @cached_property
    def start(self) -> dict[str, int]:
        """Where each block begins."""
        return {block.name: block.start for block in self.blocks}

    @cached_property
    def steps(self) -> dict[str, tuple[int, tuple[tuple[int, int], ...]]]:
        """By name of the block: where it begins, and for each axis its size and how far apart its values are."""
        found = {}
        for block in self.blocks:
            step, sizes = 1, []
            for axis in reversed(block.axes):
                sizes.append((axis.size, step))
                step *= axis.size
            found[block.name] = (block.start, tuple(reversed(sizes)))
        return found

    @cached_property
    def spare_start(self) -> int:
        """The first spare number."""
        last = self.blocks[-1]
        return last.start + last.size

    @cached_property
    def size(self) -> int:
        """How many numbers there are, the spare ones included."""
        return self.spare_start + self.spare

    def saved(self) -> dict[str, Any]:
        """The table as plain values, to be kept with what was learned by it; `table_of` reads it."""
        return {
            "size": [self.board.width, self.board.height],
            "own": self.own,
            "foes": self.foes,
            "blocks": [[block.name, [[a.name, a.size, list(a.labels)] for a in block.axes]] for block in self.blocks],
            "words": self.words,
            "plans": [list(plan) for plan in self.plans],
            "spare": self.spare,
            "reach": self.reach,
        }

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

    def cell(self, number: int) -> int:
        """The cell of a number of a block with cells: its target, or the end of its walk; -1 if it has none."""
        block = self.block_of(number)
        if block is None or not block.axes or block.axes[-1].name not in ("cell", "walk"):
            return -1
        value = block.parts(number)[-1]
        return int(self.cells[value]) if value < len(self.cells) else self.spots[value - len(self.cells)][1]

    @cached_property
    def cells(self) -> npt.NDArray[np.int64]:
        """The cells of the axis ``cell``, which are the first values of the axis ``walk``, too."""
        return ground(self.board)

    @cached_property
    def places(self) -> npt.NDArray[np.int64]:
        """The place of each cell of the board on the axis ``cell``; -1 where nobody can stand."""
        found = np.full(self.board.size, -1, dtype=np.int64)
        found[self.cells] = np.arange(len(self.cells))
        return found

    @cached_property
    def spots(self) -> list[tuple[int, int]]:
        """The values of the axis ``walk`` after the cells: walks that end by working a door, ``(door, cell)``."""
        return door_spots(self.board)

    @cached_property
    def walks(self) -> npt.NDArray[np.int64]:
        """The place of a walk on the axis ``walk``, by the cell plus the board's size times the door plus one."""
        size = self.board.size
        found = np.full(size * (len(self.board.doors) + 1), -1, dtype=np.int64)
        found[:size] = self.places
        for place, (door, cell) in enumerate(self.spots, start=len(self.cells)):
            found[size * (door + 1) + cell] = place
        return found

    @cached_property
    def _starts(self) -> npt.NDArray[np.int64]:
        return np.array([block.start for block in self.blocks], dtype=np.int64)

    def _label(self, axis: Axis, value: int) -> str:
        if axis.name in ("cell", "walk"):
            if value < len(self.cells):
                x, y = self.board.xy(int(self.cells[value]))
                return f"{x},{y}"
            door, cell = self.spots[value - len(self.cells)]
            x, y = self.board.xy(cell)
            return f"{x},{y} door {door}"
        if axis.name == "target":
            return f"foe {value}"
        if axis.name == "unit":
            if value < self.own:
                return f"own {value}"
            value -= self.own
            return f"ally {value}" if value < ALLIES else f"foe {value - ALLIES}"
        if axis.name == "shift":
            down, across = divmod(value, 2 * self.reach + 1)
            return f"{across - self.reach:+d},{down - self.reach:+d}"
        return axis.label(value)


def table_of(board: Board, saved: dict[str, Any]) -> ActionTable:
    """A table that was saved, on the same board. Raises DataError if it was made for another one."""
    if saved.get("size") != [board.width, board.height]:
        raise DataError(f"expected a table for a board of {board.width}x{board.height}", place="action table")
    blocks: list[Block] = []
    start = 0
    for name, axes in saved["blocks"]:
        block = Block(name, tuple(Axis(axis, size, tuple(labels)) for axis, size, labels in axes), start)
        blocks.append(block)
        start += block.size
    plans = {tuple(plan): place for place, plan in enumerate(saved["plans"])}
    table = ActionTable(
        board, saved["own"], saved["foes"], tuple(blocks), saved["words"], plans, saved["spare"], saved["reach"]
    )
    if table.block["move"].axes[0].size != len(table.cells) + len(table.spots):
        raise DataError("expected a table for this very board", place="action table")
    return table


def ground(board: Board) -> npt.NDArray[np.int64]:
    """The cells on which anybody could ever stand, rising."""
    return np.flatnonzero(np.array([kind not in NO_GROUND for kind in board.terrain]))


def door_spots(board: Board) -> list[tuple[int, int]]:
    """Every door with every anchor that a mover of up to three cells a side may work it from: ``(door, cell)``."""
    stands = set(ground(board).tolist())
    found = []
    for door in board.doors:
        near: set[int] = set()
        for cell in {*door.access, *door.cells}:
            x, y = board.xy(cell)
            tops, lefts = range(max(0, y - LARGEST + 1), y + 1), range(max(0, x - LARGEST + 1), x + 1)
            near.update(board.cell(left, top) for top in tops for left in lefts)
        found.extend((door.id, cell) for cell in sorted(near & stands))
    return found


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
        names = [*(recruit.kind for recruit in setup.force), *(unit.kind for unit in (*there, *gone))]
        if not self.is_human:
            names += [kind.id for kind in game.kinds.values() if kind.faction == "hive"]
        self.kinds = [game.kinds[name] for name in dict.fromkeys(names)]
        held = [name for bearer in (*setup.force, *there, *gone) for name in bearer.upgrades]
        cards = [game.upgrades[name] for name in dict.fromkeys(held) if name in game.upgrades]
        faces = [face for card in cards for face in (card.front, card.back) if face is not None]
        self.has_cards = bool(faces)
        self.parts = (*(profile for kind in self.kinds for profile in kind.profiles), *faces)
        self.gear = _each(name for part in self.parts for name in part.equipment)
        self.skills = _each(name for part in self.parts for name in part.skills)
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
        self.add("deploy", self.named("openly", ("openly", "hidden")), self.forms, self.cell)
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
        self.add("step", self.cell)
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
        names = _each(name for part in self.parts for name in part.weapons if name in weapons)
        return tuple(name for name in names if weapons[name].use in (use, "both"))

    def table(self, spare: int) -> ActionTable:
        """The table of the blocks."""
        plans = {plan: place for place, plan in enumerate(self.plans)}
        return ActionTable(
            self.board, self.own, self.foes, tuple(self.blocks), self.words, plans, spare=spare, reach=self.reach
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
