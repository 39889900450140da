"""What the ground is like, whoever stands on it."""

from __future__ import annotations

from functools import lru_cache

from game.api import Board, Cell, Mask


def is_narrow(board: Board, cell: Cell) -> bool:
    """Is the way through a cell one cell wide: walls on two opposite sides?"""
    doors = board.initial_doors
    x, y = board.xy(cell)
    for dx, dy in ((1, 0), (0, 1)):
        sides = [(x + dx, y + dy), (x - dx, y - dy)]
        if all(not board.inside(*side) or board.blocks_move(board.cell(*side), doors) for side in sides):
            return True
    return False


@lru_cache(maxsize=1 << 14)
def square(board: Board, cell: Cell, size: int, radius: int) -> Mask:
    """The cells within ``radius`` of a footprint. Asked 130 times an order, mostly of units that stand still."""
    width = board.width
    x, y = cell % width, cell // width
    left, right = max(0, x - radius), min(width, x + size + radius)
    row = ((1 << (right - left)) - 1) << left
    mask = 0
    for line in range(max(0, y - radius), min(board.height, y + size + radius)):
        mask |= row << line * width
    return mask
