"""Distance fields and cheapest paths (BD-6).

One search outwards from all targets serves every mover of a phase. A step costs 1 to 6 points, so the search
goes by points: the anchors that are first touched at a number of points are final, and steps that cost more
than 1 wait in a later round.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from game.board.bits import cells_of
from game.board.board import Board
from game.board.steps import Lane, Late, Steps
from game.board.terrain import OCTANTS, UNREACHED, Cell, Gait, Mask, Terrain


def field(
    board: Board,
    targets: Iterable[Cell],
    doors: Mask,
    *,
    size: int = 1,
    blocked: Mask = 0,
    door_extra: Mask = 0,
    limit: int | None = None,
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
        limit: Distance beyond which anchors are left ``UNREACHED``.
        gait: How steps are counted.

    Returns:
        One distance for each anchor; ``UNREACHED`` where no walk leads to a target.
    """
    spread = Distances(board, targets, doors, size=size, blocked=blocked, door_extra=door_extra, gait=gait)
    return spread.up_to(UNREACHED if limit is None else limit)


class Distances:
    """The distances of ``field``, searched outwards only as far as somebody asks."""

    __slots__ = ("_distances", "_edge", "_late", "_near", "_points", "_waiting")

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
        lane = board.step_table(doors, openable=door_extra, size=size, gait=gait).back
        ends = sorted(set(targets))
        self._near, self._late = lane.near, lane.late
        if blocked:
            self._near, self._late = _without(board, lane, blocked, size, ends)
        self._distances = [UNREACHED] * board.size
        for end in ends:
            self._distances[end] = 0
        self._edge = ends
        self._points = 0
        self._waiting: dict[int, list[tuple[Cell, ...]]] = {}

    def __getitem__(self, anchor: Cell) -> int:
        """The distance of an anchor; ``UNREACHED`` where no walk leads to a target."""
        return self.nearest((anchor,))

    def nearest(self, anchors: Sequence[Cell]) -> int:
        """The least distance of some anchors."""
        distances = self._distances
        while True:
            # What has a distance keeps it: each round fills in the anchors that are just so far away.
            least = min(distances[anchor] for anchor in anchors)
            if least < UNREACHED or not (self._edge or self._waiting):
                return least
            self.up_to(self._points + 1)

    def up_to(self, limit: int) -> list[int]:
        """All distances up to a limit; anchors farther away may be left ``UNREACHED``."""
        distances, edge, waiting = self._distances, self._edge, self._waiting
        near, late, points = self._near, self._late, self._points
        while (edge or waiting) and points < limit:
            if late:
                for anchor in edge:
                    if anchor in late:
                        for beyond, others in late[anchor]:
                            waiting.setdefault(points + 1 + beyond, []).append(others)
            points += 1
            fresh: list[Cell] = []
            add = fresh.append
            for anchor in edge:
                for other in near[anchor]:
                    if distances[other] > points:
                        distances[other] = points
                        add(other)
            if points in waiting:
                for others in waiting.pop(points):
                    for other in others:
                        if distances[other] > points:
                            distances[other] = points
                            add(other)
            edge = fresh
        self._edge, self._points = edge, points
        return distances


def _without(
    board: Board, lane: Lane, blocked: Mask, size: int, ends: list[Cell]
) -> tuple[Sequence[tuple[Cell, ...]], Mapping[Cell, Late]]:
    """A lane's steps without those into blocked anchors, the ends excepted."""
    near, late = list(lane.near), lane.late
    shut = board.anchors_over(blocked, size)
    for anchor in cells_of(shut):
        near[anchor] = ()
    for end in ends:
        near[end] = lane.near[end]
    if late:
        goals = set(ends)
        late = {anchor: dear for anchor, dear in late.items() if anchor in goals or not shut >> anchor & 1}
    return near, late


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
    table = board.step_table(doors, openable=door_extra, size=size, gait=gait)
    distances = field(board, (goal,), doors, size=size, blocked=blocked, door_extra=door_extra, gait=gait)
    if distances[start] >= UNREACHED:
        return None
    shut = board.anchors_over(blocked, size)
    steps: list[Cell] = []
    while start != goal:
        start = _downhill(board, table, distances, start, goal, shut)
        steps.append(start)
    return tuple(steps)


def _downhill(board: Board, table: Steps, distances: list[int], anchor: Cell, goal: Cell, shut: Mask) -> Cell:
    """The next anchor of a cheapest walk, by the ties of C-8."""
    left = distances[anchor]
    onward = [
        other
        for other, cost in table.ahead.rows[anchor]
        if distances[other] + cost == left and (other == goal or not shut >> other & 1)
    ]
    return nearest(board, onward, goal)


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


def jumps(
    board: Board, start: Cell, reach: int, doors: Mask, *, size: int = 1, blocked: Mask = 0
) -> dict[Cell, tuple[Cell, ...]]:
    """The landings of a Jump and the anchors passed on the way to each, the landing last (MV-3).

    A jump flies in one of the 8 directions over pits, barricades and any other ground that is no wall, closed
    door or unit and is at most 1 higher than the start; corners bar it as they bar a step (BD-3). It lands on
    floor, or in an open doorway, at most 1 higher or lower than the start.
    """
    landings: dict[Cell, tuple[Cell, ...]] = {}
    shut = board.anchors_over(blocked, size)
    own = board.footprint(start, size)
    top = max((board.heights[cell] for cell in own), default=0)
    for dx, dy in OCTANTS:
        flown: list[Cell] = []
        x, y = board.xy(start)
        for _ in range(reach):
            here = board.footprint(y * board.width + x, size)
            x, y = x + dx, y + dy
            there = board.footprint(y * board.width + x, size) if board.inside(x, y) else ()
            if not there or shut >> there[0] & 1 or not _clear(board, here, dx, dy, doors, top + 1):
                break
            flown.append(there[0])
            if all(
                board.terrain[cell] in (Terrain.FLOOR, Terrain.DOOR)
                and abs(board.heights[cell] - board.heights[first]) <= 1
                for first, cell in zip(own, there, strict=True)
            ):
                landings[there[0]] = tuple(flown)
    return dict(sorted(landings.items()))


def _clear(board: Board, cells: Sequence[Cell], dx: int, dy: int, doors: Mask, top: int) -> bool:
    """Whether a footprint can fly one cell on: no wall, closed door or high ground in its way."""
    for cell in cells:
        onward = cell + dy * board.width + dx
        if board.heights[onward] > top or board.blocks_sight(onward, doors):
            return False
        if dx and dy and (board.blocks_sight(cell + dx, doors) or board.blocks_sight(cell + dy * board.width, doors)):
            return False
    return True
