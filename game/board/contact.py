"""Contact between footprints (BD-7), cached: it is asked at every step of every move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.board.bits import cells_of
from game.board.terrain import OCTANTS, Cell, Mask, Terrain

if TYPE_CHECKING:
    from game.board.board import Board

_EDGES = OCTANTS[::2]
_CORNERS = OCTANTS[1::2]


class Contacts:
    """The contact masks of one board, by footprint and by how the doors beside it stand."""

    __slots__ = ("_beside", "_board", "_door_bits", "_fixed", "_made", "_walls")

    def __init__(self, board: Board) -> None:
        self._board = board
        self._walls = tuple(kind is Terrain.WALL for kind in board.terrain)
        self._door_bits = tuple(1 << board.door_at[cell] if cell in board.door_at else 0 for cell in range(board.size))
        self._beside: dict[tuple[Cell, int], Mask] = {}
        self._made: dict[tuple[Cell, int, Mask], Mask] = {}
        self._fixed: dict[int, list[Mask | None]] = {}

    def mask(self, anchor: Cell, size: int, doors: Mask) -> Mask:
        """The cells outside the footprint in contact with it; empty if it does not lie on the board."""
        board = self._board
        if not 0 <= anchor < board.size:
            return 0
        fixed = self._fixed.get(size)
        if fixed is None:
            fixed = self._fixed[size] = [None] * board.size
        known = fixed[anchor]
        if known is not None:
            return known
        beside = self._beside.get((anchor, size))
        if beside is None:
            beside = self._beside[anchor, size] = self._doors_beside(anchor, size)
        key = (anchor, size, doors & beside)
        found = self._made.get(key)
        if found is None:
            if size == 1:
                found = self._around(anchor, doors)
            else:
                found = 0
                for cell in board.footprint(anchor, size):
                    found |= self.mask(cell, 1, doors)
                found &= ~board.footprint_mask(anchor, size)
            self._made[key] = found
            if not beside:  # no door can matter
                fixed[anchor] = found
        return found

    def _doors_beside(self, anchor: Cell, size: int) -> Mask:
        """The doors with a leaf in or next to the footprint: no other can matter."""
        board, doors = self._board, 0
        if board.doors:
            for cell in board.footprint(anchor, size):
                doors |= self._door_bits[cell]
                for near in board.neighbours(cell):
                    doors |= self._door_bits[near]
        return doors

    def _around(self, cell: Cell, doors: Mask) -> Mask:
        """The neighbours to which a step would be legal but for units and pits."""
        board = self._board
        if not 0 <= cell < board.size or self._is_solid(cell, doors):
            return 0
        width, heights = board.width, board.heights
        x, y = cell % width, cell // width
        clear = [
            (dx, dy)
            for dx, dy in _EDGES
            if board.inside(x + dx, y + dy) and not self._is_solid(cell + dy * width + dx, doors)
        ]
        found = 0
        for dx, dy in (*clear, *_CORNERS):
            if dx and dy and ((dx, 0) not in clear or (0, dy) not in clear):
                continue
            other = cell + dy * width + dx
            if not self._is_solid(other, doors) and abs(heights[cell] - heights[other]) < 2:
                found |= 1 << other
        return found

    def _is_solid(self, cell: Cell, doors: Mask) -> bool:
        return self._walls[cell] or self._door_bits[cell] & ~doors != 0


def contact_anchors(board: Board, cells: Mask, size: int, doors: Mask) -> Mask:
    """The anchors at which a footprint is in contact with at least one of ``cells`` and covers none (BD-7).

    With the cells of a mover's enemies these are the ``stops`` of its reach (MV-2).
    """
    near = 0
    for cell in cells_of(cells):
        near |= board.contact_mask(cell, 1, doors)
    return board.anchors_over(near, size) & ~board.anchors_over(cells, size)


def touching_anchors(board: Board, cells: Mask, size: int, doors: Mask) -> list[Cell]:
    """``contact_anchors`` as a rising list.

    They are the targets of a field for a large mover, which can seldom stand on the cell it makes for.
    """
    return cells_of(contact_anchors(board, cells, size, doors))
