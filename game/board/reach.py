"""Everywhere a mover can end its Move, what it costs and by which way (MV-1, BD-6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import chain, zip_longest
from operator import or_
from typing import overload

from game.board.bits import cells_of
from game.board.board import Board
from game.board.fields import walk_down
from game.board.rings import Rings, place_of, step_by
from game.board.steps import Steps, before
from game.board.terrain import Cell, Gait, Mask


class Reach:
    """The anchors that a mover can get to within its points.

    Attributes:
        start: Where it stands.
        rings: The anchors for each number of points spent, from 0.
        cells: All of them as a mask, the start included.
    """

    __slots__ = ("_board", "_closed", "_cost", "_size", "_stops", "_table", "cells", "rings", "start")

    def __init__(
        self,
        board: Board,
        table: Steps,
        start: Cell,
        rings: Rings,
        *,
        size: int,
        stops: Mask,
        closed: Mask,
    ) -> None:
        self.start = start
        self.rings: Sequence[Mask] = rings.found
        self.cells = rings.seen
        self._board = board
        self._table = table
        self._size = size
        self._stops = stops
        self._closed = closed
        self._cost: dict[Cell, int] | None = None

    def __contains__(self, cell: Cell) -> bool:
        return cell >= 0 and self.cells >> cell & 1 == 1

    @property
    def cost(self) -> dict[Cell, int]:
        """Points for each anchor, by rising (cost, y, x); the start is first, at 0."""
        if self._cost is None:
            self._cost = {cell: points for points, ring in enumerate(self.rings) for cell in cells_of(ring)}
        return self._cost

    def points(self, anchors: Mask) -> int:
        """The least points that one of some anchors takes; ``UNREACHED`` if none is in reach."""
        return place_of(self.rings, anchors)

    def within(self, points: int) -> Mask:
        """The anchors that take at most so many points."""
        if points + 1 >= len(self.rings):
            return self.cells
        found = 0
        for ring in self.rings[: points + 1]:
            found |= ring
        return found

    @property
    def ends(self) -> Ends:
        """The anchors but for the start, by rising (cost, y, x)."""
        return Ends(self.rings[1:])

    def ends_among(self, anchors: Mask) -> Ends:
        """Some of them."""
        return Ends([ring & anchors for ring in self.rings[1:]])

    def shared(self, plain: Reach) -> Mask:
        """The anchors that take the same points in another reach."""
        found = 0
        for own, other in zip(self.rings, plain.rings, strict=False):
            found |= own & other
        return found

    def touched_by(self, beyond: Sequence[tuple[int, int, Mask]]) -> Mask:
        """The anchors to which some cheapest walk takes one of certain steps, given as in ``Moves.dear``."""
        moves = self._table.ahead.moves
        rings = self.rings
        touched = [0] * len(rings)
        for points in range(1, len(rings)):
            for cost in range(1, points + 1):
                last = points - cost
                going = rings[last] & ~self._stops if last else rings[0]
                if cost > 1 and not going & moves.slow:
                    continue
                found = step_by(moves, touched[last] & going, cost)
                for own, shift, anchors in beyond:
                    if own == cost:
                        found |= before(going & anchors, -shift)
                touched[points] |= found & rings[points]
        return reduce(or_, touched, 0)

    def path(self, to: Cell) -> tuple[Cell, ...]:
        """The cheapest walk to an anchor, the start left out.

        Among walks of one cost each step goes to the anchor nearest to ``to`` in a straight line, then to the
        lowest y, then to the lowest x (C-8).

        Raises:
            KeyError: The anchor is out of reach.
        """
        if to not in self:
            raise KeyError(to)
        back, rings = self._table.back.moves, self.rings
        spent = self.points(1 << to)
        # From the end back: what lies on some cheapest walk at each number of points. No walk goes on from a stop.
        wanted = [0] * spent
        wanted.append(1 << to)
        for points in range(spent, 0, -1):
            anchors = wanted[points]
            for cost in range(1, points + 1 if anchors & back.slow else 2):
                found = step_by(back, anchors, cost) & rings[points - cost]
                wanted[points - cost] |= found & ~self._stops if points > cost else found
        return walk_down(self._board, self._table.ahead.moves, self.start, to, wanted[:0:-1])

    def openings(self, to: Cell) -> tuple[tuple[Cell, int], ...]:
        """The doors opened on the walk to an anchor: ``(anchor entered right after, door id)`` in order."""
        return self.opened_on(self.path(to)) if self._closed else ()

    def opened_on(self, steps: Sequence[Cell]) -> tuple[tuple[Cell, int], ...]:
        """``openings`` of a walk that ``path`` found."""
        opened: list[tuple[Cell, int]] = []
        if self._closed:
            done = self._leaves(self.start)
            for step in steps:
                leaves = self._leaves(step)
                if leaves & ~done:
                    opened.extend((step, door) for door in cells_of(leaves & ~done))
                    done |= leaves
        return tuple(opened)

    def door_before(self, cell: Cell) -> int:
        """The door opened in order to enter ``cell`` at the end of the walk to it; -1 if none is."""
        for step, door in self.openings(cell):
            if step == cell:
                return door
        return -1

    def _leaves(self, anchor: Cell) -> Mask:
        """The closed openable doors of which a leaf lies under the footprint."""
        board = self._board
        if not board.footprint_mask(anchor, self._size) & board.door_cells:
            return 0
        doors = 0
        for cell in board.footprint(anchor, self._size):
            doors |= 1 << board.door_at[cell] if cell in board.door_at else 0
        return doors & self._closed


class Ends(Sequence[Cell]):
    """The anchors of some rings, one ring after another; counted without being listed."""

    __slots__ = ("_count", "_rings")

    def __init__(self, rings: Sequence[Mask]) -> None:
        self._rings = rings
        self._count = sum([ring.bit_count() for ring in rings])

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Cell]:
        return chain.from_iterable(map(cells_of, self._rings))

    @overload
    def __getitem__(self, index: int) -> Cell: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Cell]: ...
    def __getitem__(self, index: int | slice) -> Cell | Sequence[Cell]:
        if isinstance(index, slice):
            return list(self)[index]
        left = index if index >= 0 else index + self._count
        if left >= 0:
            for ring in self._rings:
                count = ring.bit_count()
                if left < count:
                    return cells_of(ring)[left]
                left -= count
        raise IndexError(index)


def ends_of(reaches: Sequence[Reach]) -> Ends:
    """The ends of one of some reaches from the same place, each at the least points, by rising (cost, y, x)."""
    if len(reaches) == 1:
        return reaches[0].ends
    rings: list[Mask] = []
    seen = 1 << reaches[0].start
    for together in zip_longest(*(found.rings[1:] for found in reaches), fillvalue=0):
        rings.append(reduce(or_, together) & ~seen)
        seen |= rings[-1]
    return Ends(rings)


def reach(
    board: Board,
    start: Cell,
    budget: int,
    doors: Mask,
    *,
    size: int = 1,
    blocked: Mask = 0,
    stops: Mask = 0,
    openable: Mask = 0,
    climb: bool = False,
    barred: Mask = 0,
) -> Reach:
    """All anchors that a mover can get to with ``budget`` points (MV-1, MV-4).

    Args:
        board: The board.
        start: Anchor of the mover; it may be blocked or a stop itself.
        budget: Points to spend.
        doors: The doors that are open or destroyed.
        size: Side of the mover's footprint.
        blocked: Cells that cannot be entered: other units and nests (BD-5).
        stops: Anchors where a walk must end, such as those in contact with an enemy (MV-2).
        openable: Closed doors that the mover may open on its way, each for 1 point a walk (HM-09).
        climb: Whether the mover climbs instead of walking (MV-4).
        barred: Anchors that are not entered, whatever is there (IM-26).
    """
    gait = Gait.CLIMB if climb else Gait.WALK
    table = board.step_table(doors, openable=openable, size=size, gait=gait)
    closed = board.anchors_over(blocked, size) | barred
    rings = Rings(table.ahead.moves, 1 << start, (1 << board.size) - 1, closed=closed, ends=stops)
    rings.until(budget)
    return Reach(board, table, start, rings, size=size, stops=stops, closed=openable & ~doors)
