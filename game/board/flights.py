"""Jumps (MV-3): what lies in a straight line before a jumper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from game.board.board import Board
from game.board.terrain import OCTANTS, Cell, Mask, Terrain

LANDS_ON = (Terrain.FLOOR, Terrain.DOOR)
"""Terrain that a jump may end on."""


class Flight(NamedTuple):
    """One direction to jump in, with all doors open and nobody in the way.

    Attributes:
        anchors: The anchors passed one after another, up to the first that bars any jump.
        lands: For each whether the jump may end there.
        needs: For each the doors that must be open to come so far.
        over: All the anchors as a mask.
        doors: All the doors.
    """

    anchors: tuple[Cell, ...]
    lands: tuple[bool, ...]
    needs: tuple[Mask, ...]
    over: Mask
    doors: Mask

    def first(self, anchors: Mask) -> int:
        """The place of the first of some anchors; the number of all if none of them is passed."""
        for place, anchor in enumerate(self.anchors):
            if anchors >> anchor & 1:
                return place
        return len(self.anchors)

    def open_way(self, doors: Mask, shut: Mask) -> int:
        """How many of the anchors can be come to, ``shut`` being those that units bar."""
        if not self.over & shut and not self.doors & ~doors:
            return len(self.anchors)
        for place, anchor in enumerate(self.anchors):
            if shut >> anchor & 1 or self.needs[place] & ~doors:
                return place
        return len(self.anchors)


def jumps(
    board: Board, start: Cell, reach: int, doors: Mask, *, size: int = 1, blocked: Mask = 0
) -> dict[Cell, tuple[Cell, ...]]:
    """The landings of a Jump and the anchors passed on the way to each, the landing last (MV-3).

    A jump flies in one of the 8 directions over pits, barricades and any other ground that is no wall, closed
    door or unit and is at most 1 higher than the start; corners bar it as they bar a step (BD-3). It lands on
    floor, or in an open doorway, at most 1 higher or lower than the start.
    """
    shut = board.anchors_over(blocked, size)
    return dict(sorted(open_jumps(flights(board, start, reach, size), doors, shut)))


def open_jumps(ways: Sequence[Flight], doors: Mask, shut: Mask) -> Iterator[tuple[Cell, tuple[Cell, ...]]]:
    """Where jumps in some directions may end, with the anchors passed."""
    for flight in ways:
        for place in range(flight.open_way(doors, shut)):
            if flight.lands[place]:
                yield flight.anchors[place], flight.anchors[: place + 1]


def flights(board: Board, start: Cell, reach: int, size: int) -> tuple[Flight, ...]:
    """The directions in which a footprint can jump at all."""
    ways = [flight(board, start, octant, reach, size) for octant in range(len(OCTANTS))]
    return tuple(way for way in ways if way is not None)


@lru_cache(maxsize=8192)
def flight(board: Board, start: Cell, octant: int, reach: int, size: int) -> Flight | None:
    """One direction, by its place in ``OCTANTS``; None if no jump that way lands anywhere."""
    own = board.footprint(start, size)
    top = max((board.heights[cell] for cell in own), default=0)
    dx, dy = OCTANTS[octant]
    anchors: list[Cell] = []
    lands: list[bool] = []
    needs: list[Mask] = []
    doors = over = 0
    x, y = board.xy(start)
    for _ in range(reach):
        here = board.footprint(y * board.width + x, size)
        x, y = x + dx, y + dy
        there = board.footprint(y * board.width + x, size) if board.inside(x, y) else ()
        opened = _doors_on(board, here, dx, dy, top + 1) if there else None
        if opened is None:
            break
        doors |= opened
        over |= 1 << there[0]
        anchors.append(there[0])
        needs.append(doors)
        lands.append(
            all(
                board.terrain[cell] in LANDS_ON and abs(board.heights[cell] - board.heights[first]) <= 1
                for first, cell in zip(own, there, strict=True)
            )
        )
    return Flight(tuple(anchors), tuple(lands), tuple(needs), over, doors) if any(lands) else None


def _doors_on(board: Board, cells: Sequence[Cell], dx: int, dy: int, top: int) -> Mask | None:
    """The doors that must be open for a footprint to fly one cell on; None if a wall or high ground bars it."""
    doors = 0
    for cell in cells:
        onward = cell + dy * board.width + dx
        if board.heights[onward] > top:
            return None
        for passed in (onward,) if not (dx and dy) else (onward, cell + dx, cell + dy * board.width):
            if board.terrain[passed] is Terrain.WALL:
                return None
            doors |= 1 << board.door_at[passed] if passed in board.door_at else 0
    return doors
