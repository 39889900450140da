"""The numbers of the actions of one seat: a fixed table of blocks, made once for a mission and a side.

Every option that the rules can list has one number, and every number stands for at most one option of a decision.
A block is a kind of action with its axes (a weapon, a slot, a cell ...); what no block has a number for, or a second
option of the same number, goes to a spare number in the order of the options.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import isqrt
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ai.env.roll import ALLIES
from game.api import Board, DataError, Terrain

SPARE: Final = 256
"""Spare numbers at the end of every table."""
DODGE: Final = 2
"""Cells of the move of a successful Dodge (MV-5)."""
LARGEST: Final = 3
"""Cells a side of the largest creature."""
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
    zone_cells: tuple[int, ...] = ()

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
            "zone": list(self.zone_cells),
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
        if block is None or not block.axes or block.axes[-1].name not in ("cell", "walk", "zone"):
            return -1
        value = block.parts(number)[-1]
        if block.axes[-1].name == "zone":
            return self.zone_cells[value]
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
    def zone(self) -> dict[int, int]:
        """The place of each cell of the deployment zone on the axis ``zone``."""
        return {cell: place for place, cell in enumerate(self.zone_cells)}

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
            reach = (isqrt(axis.size) - 1) // 2
            down, across = divmod(value, 2 * reach + 1)
            return f"{across - reach:+d},{down - reach:+d}"
        if axis.name == "zone":
            x, y = self.board.xy(self.zone_cells[value])
            return f"{x},{y}"
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
        board,
        saved["own"],
        saved["foes"],
        tuple(blocks),
        saved["words"],
        plans,
        saved["spare"],
        saved["reach"],
        tuple(saved["zone"]),
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
    found: list[tuple[int, int]] = []
    for door in board.doors:
        near: set[int] = set()
        for cell in {*door.access, *door.cells}:
            x, y = board.xy(cell)
            tops, lefts = range(max(0, y - LARGEST + 1), y + 1), range(max(0, x - LARGEST + 1), x + 1)
            near.update(board.cell(left, top) for top in tops for left in lefts)
        found.extend((door.id, cell) for cell in sorted(near & stands))
    return found
