"""Distance fields and cheapest paths (BD-6).

One search outwards from all targets serves every mover of a phase.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_

from game.board.bits import cells_of, mask_of
from game.board.board import Board
from game.board.rings import Rings, numbered, place_of, step_by
from game.board.steps import Moves
from game.board.terrain import OCTANTS, UNREACHED, Cell, Gait, Mask


def field(
    board: Board,
    targets: Iterable[Cell],
    doors: Mask,
    *,
    size: int = 1,
    blocked: Mask = 0,
    door_extra: Mask = 0,
    limit: int | None = None,
    beyond: int = UNREACHED,
    gait: Gait = Gait.WALK,
) -> list[int]:
    """Points of the cheapest walk from every anchor to the nearest target (BD-6).

    Args:
        board: The board.
        targets: Anchors to walk to; always at distance 0. For a large mover that cannot stand on the cell it
            makes for, give the anchors that touch it (``touching_anchors``).
        doors: The doors that are open or destroyed.
        size: Side of the mover's footprint.
        blocked: Cells that cannot be entered. A blocked anchor still has a distance: that of a mover which
            stands there, so one field serves movers that block each other. A blocked target is still a target.
        door_extra: Closed doors that may be opened on the way, at 1 point each.
        limit: Distance up to which is searched.
        beyond: What stands for the distance of anchors farther off, or from where no walk leads to a target.
        gait: How steps are counted.

    Returns:
        One distance for each anchor.
    """
    distances = Distances(board, targets, doors, size=size, blocked=blocked, door_extra=door_extra, gait=gait)
    return distances.listed(UNREACHED if limit is None else limit, beyond)


class Distances:
    """The distances of ``field``, searched outwards by rings and only as far as somebody asks."""

    __slots__ = ("_rings", "_size")

    def __init__(
        self,
        board: Board,
        targets: Iterable[Cell],
        doors: Mask,
        *,
        size: int = 1,
        blocked: Mask = 0,
        door_extra: Mask = 0,
        gait: Gait = Gait.WALK,
    ) -> None:
        """Begin at the targets; the arguments are those of ``field``."""
        moves = board.step_table(doors, openable=door_extra, size=size, gait=gait).back.moves
        room = (1 << board.size) - 1
        self._size = board.size
        self._rings = Rings(moves, mask_of(targets), room, ends=board.anchors_over(blocked, size))

    def __getitem__(self, anchor: Cell) -> int:
        """The distance of an anchor; ``UNREACHED`` where no walk leads to a target."""
        return self.nearest(1 << anchor)

    def nearest(self, anchors: Mask) -> int:
        """The least distance of some anchors; ``UNREACHED`` where no walk leads from any of them to a target."""
        rings = self._rings
        while not rings.seen & anchors:
            if not rings.widen():
                return UNREACHED
        return place_of(rings.found, anchors)

    def at(self, points: int) -> Mask:
        """The anchors that are exactly so far away."""
        found = self._rings.until(points)
        return found[points] if points < len(found) else 0

    def within(self, points: int) -> Mask:
        """The anchors that are at most so far away."""
        return reduce(or_, self._rings.until(points)[: points + 1])

    def listed(self, limit: int, beyond: int) -> list[int]:
        """The distance of every anchor; ``beyond`` where it is above ``limit`` or no walk leads to a target."""
        return numbered(self._rings.until(limit)[: limit + 1], self._size, beyond)


def path(
    board: Board,
    start: Cell,
    goal: Cell,
    doors: Mask,
    *,
    size: int = 1,
    blocked: Mask = 0,
    door_extra: Mask = 0,
    gait: Gait = Gait.WALK,
) -> tuple[Cell, ...] | None:
    """The cheapest walk from ``start`` to ``goal``, the start left out; ``None`` if there is none.

    Among walks of one cost each step goes to the anchor nearest to the goal in a straight line, then to the
    lowest y, then to the lowest x (C-8). The goal may be blocked.
    """
    distances = Distances(board, (goal,), doors, size=size, blocked=blocked, door_extra=door_extra, gait=gait)
    left = distances[start]
    if left >= UNREACHED:
        return None
    rings = [distances.at(points) for points in range(left)]
    shut = board.anchors_over(blocked, size) & ~(1 << goal)
    moves = board.step_table(doors, openable=door_extra, size=size, gait=gait).ahead.moves
    return walk_down(board, moves, start, goal, [ring & ~shut for ring in rings])


def walk_down(board: Board, moves: Moves, start: Cell, goal: Cell, rings: Sequence[Mask]) -> tuple[Cell, ...]:
    """The walk that ``path`` describes, through ``rings``: place n holds the anchors at n points from the goal."""
    steps: list[Cell] = []
    at, left = start, len(rings)
    while at != goal:
        best: tuple[int, Cell, int] | None = None
        bit = 1 << at
        for cost in range(1, left + 1):
            if cost > 1 and not bit & moves.slow:
                break
            for cell in cells_of(step_by(moves, bit, cost) & rings[left - cost]):
                way = board.squared(cell, goal), cell, cost
                if best is None or way < best:
                    best = way
        if best is None:
            raise AssertionError("the rings lead nowhere")
        at, left = best[1], left - best[2]
        steps.append(at)
    return tuple(steps)


def nearest(board: Board, cells: Iterable[Cell], goal: Cell) -> Cell:
    """The cell nearest to ``goal`` in a straight line, then of the lowest y, then of the lowest x (C-8)."""
    return min(cells, key=lambda cell: (board.squared(cell, goal), cell))


def straight(
    board: Board,
    start: Cell,
    octant: int,
    count: int,
    doors: Mask,
    *,
    size: int = 1,
    blocked: Mask = 0,
) -> tuple[Cell, ...]:
    """Up to ``count`` legal steps in one direction, ending before the first that is none (HM-A7, C-12).

    Args:
        board: The board.
        start: Anchor walked from; not part of the answer.
        octant: Direction as a d8 shows it: 1 N, 2 NE and so on clockwise to 8 NW.
        count: How many cells at most; what a cell costs does not matter.
        doors: The doors that are open or destroyed.
        size: Side of the footprint.
        blocked: Cells that cannot be entered.
    """
    dx, dy = OCTANTS[octant - 1]
    shut = board.anchors_over(blocked, size)
    steps: list[Cell] = []
    x, y = board.xy(start)
    for _ in range(count):
        x, y = x + dx, y + dy
        if not board.inside(x, y):
            break
        onward = y * board.width + x
        if shut >> onward & 1 or board.step_cost(start, onward, doors, size=size) is None:
            break
        steps.append(onward)
        start = onward
    return tuple(steps)
