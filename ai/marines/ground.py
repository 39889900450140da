"""What the ground is like, whoever stands on it."""

from __future__ import annotations

from game.api import Board, Cell


def is_narrow(board: Board, cell: Cell) -> bool:
    """Is the way through a cell one cell wide: walls on two opposite sides?"""
    doors = board.initial_doors
    x, y = board.xy(cell)
    for dx, dy in ((1, 0), (0, 1)):
        sides = [(x + dx, y + dy), (x - dx, y - dy)]
        if all(not board.inside(*side) or board.blocks_move(board.cell(*side), doors) for side in sides):
            return True
    return False
