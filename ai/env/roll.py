"""The units and markers that one side knows of, kept in arrays that follow the game; and their slots.

Arrays are filled anew only where a unit or marker changed. What they say depends on the view of the moment alone,
never on how the game came there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import count, repeat
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ai.env.rows import MARKER, UNIT, Floats, RowMaker
from game.api import NO_CELL, Board, Game, Marker, Side, State, Unit

Ints = npt.NDArray[np.int64]
Gaps = npt.NDArray[np.integer[Any]]
"""Distances in cells."""

OWN, ALLY, FOE = 0, 1, 2
"""Parties, as the side sees them."""
ALLIES: Final = 16
"""Slots for units of other sides of the own team."""
TROOPERS: Final = 32
"""Slots for units of each human team that is a foe."""
MARKERS: Final = 32
"""Slots for markers."""
_XENOS: Final = 120
FAR: Final = 255
"""The distance of whoever is off the board; more than any two cells of a board are apart."""
_TABLED: Final = 4096
"""Boards of at most so many cells have the distances of all pairs of cells in a table."""
_ROOM: Final = 64
NOBODY: Final = 0
"""The row of a unit that is gone: nothing but 0."""


def own_slots(game: Game, side: Side) -> int:
    """How many slots a side has for its own units.

    A human side has one for each unit of its force, the hive one for each xeno that may be on the board (UN-3a).
    """
    if game.side_kinds[side] == "hive":
        return int(game.rules.get("max_xenos", _XENOS))
    return max(1, len(next(setup.force for setup in game.scenario.sides if setup.id == side)))


def foe_slots(game: Game, side: Side) -> int:
    """How many slots a side has for its foes: all the xenos there may be, and `TROOPERS` for human foes (HI-1)."""
    kinds = [game.side_kinds[other] for other, team in game.teams.items() if team != game.teams[side]]
    xenos = int(game.rules.get("max_xenos", _XENOS)) if "hive" in kinds else 0
    return xenos + (TROOPERS if "human" in kinds else 0)


class Roll:
    """All that a side knows of, in rows. ``rows`` are the features of `ai.env.rows`; row 0 is nobody's."""

    def __init__(self, game: Game, side: Side) -> None:
        self.side = side
        self.is_hive = game.side_kinds[side] == "hive"
        team = game.teams[side]
        self._party = {s: OWN if s == side else ALLY if t == team else FOE for s, t in game.teams.items()}
        self._make = RowMaker(game)
        self._apart = _distances(game.board)
        self.rows: Floats = np.zeros((_ROOM, len(UNIT)), dtype=np.float32)
        self.cells: Ints = np.full(_ROOM, NO_CELL, dtype=np.int64)
        self._row_of: dict[int, int] = {}
        self._unit_of: dict[int, Unit] = {}
        self._free: list[int] = []
        self._last = NOBODY
        self.order: list[Ints] = [np.empty(0, dtype=np.int64)] * 3
        """The rows of each party by the numbers of its units; those of a human side's gone units are `NOBODY`'s."""
        self.ids: list[list[int]] = [[], [], []]
        """The numbers of the units of ``order``."""
        self.own_slots: dict[int, int] = {}
        """The slots of a human side's own units by their numbers; empty for the hive, whose slots change."""
        self.present = [0, 0, 0]
        """How many units of each party there are."""
        self._gone: object = None
        self.markers: list[Marker] = []
        self._marked: dict[int, Marker] | None = None
        self.marks: Floats = np.zeros((0, len(MARKER)), dtype=np.float32)

    def _grow(self, count: int) -> None:
        rows = np.zeros((count, len(UNIT)), dtype=np.float32)
        cells = np.full(count, NO_CELL, dtype=np.int64)
        old = len(self.rows)
        rows[:old], cells[:old] = self.rows, self.cells
        self.rows, self.cells = rows, cells

    def follow(self, state: State) -> None:
        """Bring the rows up to date with what the side sees now."""
        units, known = state.units, self._unit_of
        moved = [unit for number, unit in units.items() if known.get(number) is not unit]
        fresh = False
        for unit in moved:
            row = self._row_of.get(unit.id)
            if row is None:
                fresh = True
                row = self._row(unit.id)
            elif known[unit.id].side != unit.side:
                fresh = True
            known[unit.id] = unit
            self._make.write(unit, self.rows[row])
            self.cells[row] = unit.cell
        if len(known) != len(units):
            fresh = True
            for number in [number for number in known if number not in units]:
                del known[number]
                row = self._row_of.pop(number)
                self._free.append(row)
                self.rows[row] = 0.0
                self.cells[row] = NO_CELL
        if fresh or state.gone is not self._gone:
            self._gone = state.gone
            self._sort(state)
        if state.markers is not self._marked:
            self._marked = state.markers
            self.markers = [state.markers[number] for number in sorted(state.markers)]
            made = [self._make.marker(marker) for marker in self.markers[:MARKERS]]
            self.marks = np.array(made, dtype=np.float32).reshape(len(made), len(MARKER))

    def _row(self, number: int) -> int:
        if self._free:
            row = self._free.pop()
        else:
            self._last += 1
            row = self._last
            if row >= len(self.rows):
                self._grow(2 * len(self.rows))
        self._row_of[number] = row
        return row

    def _sort(self, state: State) -> None:
        ids: list[list[int]] = [[], [], []]
        for number in sorted(self._unit_of):
            ids[self._party[self._unit_of[number].side]].append(number)
        self.present = [len(numbers) for numbers in ids]
        if not self.is_hive:
            ids[OWN].extend(number for number, gone in state.gone.items() if gone.unit.side == self.side)
            ids[OWN].sort()
            self.own_slots = {number: slot for slot, number in enumerate(ids[OWN])}
        self.ids = ids
        rows = self._row_of
        self.order = [np.array([rows.get(number, NOBODY) for number in numbers], dtype=np.int64) for numbers in ids]

    def sorted_by_distance(self, party: int, centre: Ints) -> tuple[Ints, Gaps]:
        """The rows of a party, nearest to one of the rows ``centre`` first, then by number; and their distances.

        Who is off the board is 255 away, as is everybody where nobody of ``centre`` is on the board.
        """
        order = self.order[party]
        if not len(order):
            return order, order
        apart = self._apart(self.cells.take(centre), self.cells.take(order))
        place = apart.argsort(kind="stable")
        return order.take(place), apart.take(place)

    def row_of(self, number: int) -> int:
        """The row of a unit; `NOBODY` if the side knows of no such unit."""
        return self._row_of.get(number, NOBODY)


@lru_cache(maxsize=8)
def _distances(board: Board) -> Callable[[Ints, Ints], Gaps]:
    """The function of how far each of some cells is from the nearest of others; cell -1 is `FAR` from everywhere."""
    ys, xs = np.divmod(np.arange(board.size), board.width)

    def apart(ones: Ints, others: Ints) -> Ints:
        gaps = np.maximum(np.abs(xs[ones] - xs[others]), np.abs(ys[ones] - ys[others]))
        return np.where((ones < 0) | (others < 0), FAR, gaps)

    if board.size > _TABLED:
        return lambda centre, cells: apart(centre[:, None], cells).min(axis=0, initial=FAR)
    every = np.append(np.arange(board.size), NO_CELL)
    table = apart(every[:, None], every).astype(np.uint8)

    def looked_up(centre: Ints, cells: Ints) -> Gaps:
        if len(centre) == 1:
            alone: Gaps = table[centre[0]].take(cells, mode="wrap")  # -1 is the last place
            return alone
        gaps = table.take(centre, axis=0, mode="wrap").take(cells, axis=1, mode="wrap")
        nearest: Gaps = np.minimum.reduce(gaps, axis=0, initial=FAR)
        return nearest

    return looked_up


class Slots:
    """Who is in which slot at one moment.

    ``rows`` and ``apart`` are by party: the rows in the order of the slots, and how far each is from the unit that is
    asked, or where none on the board is asked, from the nearest unit of the other party.

    Own units of a human side are in the order of their numbers, and those that are gone keep their place, so that a
    slot means the same trooper all game long. The hive's own units, allies and foes are sorted by distance, nearest
    first, then by number. Markers are in the order of their numbers.
    """

    __slots__ = ("_markers", "_slot", "apart", "roll", "rows")

    def __init__(self, roll: Roll, asked: int) -> None:
        """``asked`` is the number of the unit whose decision waits, 0 if it is no unit's."""
        self.roll = roll
        row = roll.row_of(asked) if asked else NOBODY
        own, foes = roll.order[OWN], roll.order[FOE]
        alone = np.array([row]) if row != NOBODY and roll.cells[row] != NO_CELL else None
        far, far_gaps = roll.sorted_by_distance(FOE, own if alone is None else alone)
        ally, ally_gaps = roll.sorted_by_distance(ALLY, own if alone is None else alone)
        mine, gaps = own, None
        if roll.is_hive:
            mine, gaps = roll.sorted_by_distance(OWN, foes if alone is None else alone)
        self.rows = (mine, ally, far)
        self.apart: tuple[Gaps | None, Gaps, Gaps] = (gaps, ally_gaps, far_gaps)
        self._slot: dict[int, tuple[int, int]] | None = None
        self._markers: dict[int, int] | None = None

    def place(self, number: int) -> tuple[int, int] | None:
        """The party and the slot of a unit, or None for one that the side does not know of."""
        row = self.roll.row_of(number)
        if row == NOBODY:
            return None
        if self._slot is None:
            known: dict[int, tuple[int, int]] = {}
            for party, rows in enumerate(self.rows):
                known.update(zip(rows.tolist(), zip(repeat(party), count(), strict=False), strict=False))
            self._slot = known
        return self._slot[row]

    def marker(self, number: int) -> int | None:
        """The slot of a marker, or None."""
        if self._markers is None:
            self._markers = {marker.id: slot for slot, marker in enumerate(self.roll.markers)}
        return self._markers.get(number)
