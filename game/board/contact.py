"""Contact between footprints (BD-7), cached: it is asked at every step of every move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.board.bits import cells_of
from game.board.terrain import OCTANTS, Cell, Mask

if TYPE_CHECKING:
    from game.board.board import Board


class Contacts:
    """The contact masks of one board, by footprint and by the doors beside it."""

    __slots__ = ("_beside", "_board", "_made")

    def __init__(self, board: Board) -> None:
        self._board = board
        self._beside: dict[tuple[Cell, int], Mask] = {}
        self._made: dict[tuple[Cell, int, Mask], Mask] = {}

    def mask(self, anchor: Cell, size: int, doors: Mask) -> Mask:
        """The cells outside the footprint in contact with it; empty if it does not lie on the board."""
        beside = self._beside.get((anchor, size))
        if beside is None:
            beside = self._beside[anchor, size] = self._doors_beside(anchor, size)
        key = (anchor, size, doors & beside)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = self._touching(anchor, size, doors)
        return found

    def _doors_beside(self, anchor: Cell, size: int) -> Mask:
        """The doors with a leaf in or next to the footprint: no other can matter."""
        board, doors = self._board, 0
        for cell in board.footprint(anchor, size):
            for near in (cell, *board.neighbours(cell)):
                door = board.door_at.get(near)
                if door is not None:
                    doors |= 1 << door
        return doors

    def _touching(self, anchor: Cell, size: int, doors: Mask) -> Mask:
        board, touching = self._board, 0
        for cell in board.footprint(anchor, size):
            x, y = board.xy(cell)
            for dx, dy in OCTANTS:
                if board.inside(x + dx, y + dy) and self._joined(cell, dx, dy, doors):
                    touching |= 1 << (cell + dy * board.width + dx)
        return touching & ~board.footprint_mask(anchor, size)

    def _joined(self, cell: Cell, dx: int, dy: int, doors: Mask) -> bool:
        """Whether a step between two neighbours would be legal but for units and pits."""
        board = self._board
        other = cell + dy * board.width + dx
        if abs(board.heights[cell] - board.heights[other]) > 1:
            return False
        if dx and dy:
            corners = (cell, other, cell + dx, cell + dy * board.width)
            return not any(board.blocks_sight(corner, doors) for corner in corners)
        return not (board.blocks_sight(cell, doors) or board.blocks_sight(other, doors))


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
