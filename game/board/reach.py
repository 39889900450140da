"""Everywhere a mover can end its Move, what it costs and by which way (MV-1, BD-6)."""

from __future__ import annotations

from collections.abc import Sequence

from game.board.bits import cells_of, mask_of
from game.board.board import Board
from game.board.fields import nearest
from game.board.steps import Steps
from game.board.terrain import UNREACHED, Cell, Gait, Mask


class Reach:
    """The anchors that a mover can get to within its points.

    Attributes:
        start: Where it stands.
        cost: Points for each anchor, by rising (cost, y, x); the start is first, at 0.
    """

    __slots__ = ("_board", "_closed", "_size", "_stops", "_table", "cost", "start")

    def __init__(
        self,
        board: Board,
        table: Steps,
        start: Cell,
        cost: dict[Cell, int],
        *,
        size: int,
        stops: Mask,
        closed: Mask,
    ) -> None:
        self.start = start
        self.cost = cost
        self._board = board
        self._table = table
        self._size = size
        self._stops = stops
        self._closed = closed

    def __contains__(self, cell: Cell) -> bool:
        return cell in self.cost

    @property
    def cells(self) -> Mask:
        """The anchors as a mask, the start included."""
        return mask_of(self.cost)

    def path(self, to: Cell) -> tuple[Cell, ...]:
        """The cheapest walk to an anchor, the start left out.

        Among walks of one cost each step goes to the anchor nearest to ``to`` in a straight line, then to the
        lowest y, then to the lowest x (C-8).

        Raises:
            KeyError: The anchor is out of reach.
        """
        onward: dict[Cell, list[Cell]] = {to: []}
        waiting = [to]
        cost, stops, start, rows = self.cost, self._stops, self.start, self._table.back.rows
        cost[to]
        for cell in waiting:
            if cell == start:
                continue
            spent = cost[cell]
            for before, price in rows[cell]:
                if cost.get(before, UNREACHED) + price != spent:
                    continue
                if before in onward:
                    onward[before].append(cell)
                elif before == start or not stops >> before & 1:
                    onward[before] = [cell]
                    waiting.append(before)
        steps: list[Cell] = []
        at = start
        while at != to:
            at = nearest(self._board, onward[at], to)
            steps.append(at)
        return tuple(steps)

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
    """
    gait = Gait.CLIMB if climb else Gait.WALK
    table = board.step_table(doors, openable=openable, size=size, gait=gait)
    near, late = table.ahead.near, table.ahead.late
    seen = _flags(board.anchors_over(blocked, size), board.size)
    seen[start] = 1
    cost = {start: 0}
    edge = [start]
    waiting: dict[int, list[tuple[Cell, ...]]] = {}
    for points in range(1, budget + 1):
        fresh: list[Cell] = []
        add = fresh.append
        if late:
            for anchor in edge:
                if anchor in late:
                    for beyond, others in late[anchor]:
                        waiting.setdefault(points + beyond, []).append(others)
        for anchor in edge:
            for other in near[anchor]:
                if not seen[other]:
                    seen[other] = 1
                    add(other)
        for others in waiting.pop(points, ()):
            for other in others:
                if not seen[other]:
                    seen[other] = 1
                    add(other)
        fresh.sort()
        cost.update(dict.fromkeys(fresh, points))
        edge = [anchor for anchor in fresh if not stops >> anchor & 1] if stops else fresh
    return Reach(board, table, start, cost, size=size, stops=stops, closed=openable & ~doors)


_DIGITS = bytes.maketrans(b"01", b"\x00\x01")


def _flags(mask: Mask, count: int) -> bytearray:
    """One byte for each cell: 1 if it is in the mask."""
    if not mask:
        return bytearray(count)
    return bytearray(f"{mask:0{count}b}"[::-1].encode().translate(_DIGITS))
