"""Line of sight (BD-8, BD-9): one truth for what is seen, shot at, drawn and feared."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from game.board.board import Board
from game.board.terrain import Cell, Mask

Offset: TypeAlias = tuple[int, int]


def visible(board: Board, cell: Cell, doors: Mask, murk: Mask = 0) -> Mask:
    """The cells that a cell sees, itself included (BD-8, BD-9).

    Cells that block are seen where nothing before them blocks, as only the inside of a segment counts.

    Args:
        board: The board.
        cell: The cell looked from.
        doors: The doors that are open or destroyed.
        murk: The zero-visibility cells.
    """
    return board.lines.cache(murk).visible(cell, doors)


def sees(board: Board, a: Cell, b: Cell, doors: Mask, murk: Mask = 0) -> bool:
    """Whether two cells see each other; the answer is the same from either end (BD-8)."""
    return board.lines.cache(murk).visible(a, doors) >> b & 1 == 1


def visible_from(board: Board, anchor: Cell, size: int, doors: Mask, murk: Mask = 0) -> Mask:
    """The cells that a unit sees: those that some cell of its footprint sees (BD-8).

    In a zero-visibility zone a unit also sees what it is in contact with; ``units_see`` adds that.
    """
    cache = board.lines.cache(murk)
    if size == 1:
        return cache.visible(anchor, doors)
    seen = 0
    for cell in board.footprint(anchor, size):
        seen |= cache.visible(cell, doors)
    return seen


def units_see(board: Board, a: Cell, size_a: int, b: Cell, size_b: int, doors: Mask, murk: Mask = 0) -> bool:
    """Whether two units see each other: some cell some cell, or in contact (BD-8, BD-9)."""
    target = board.footprint_mask(b, size_b)
    if visible_from(board, a, size_a, doors, murk) & target:
        return True
    return board.contact_mask(a, size_a, doors) & target != 0


def line(board: Board, a: Cell, b: Cell) -> tuple[Cell, ...]:
    """The cells whose inside the segment between two centres crosses, from ``a`` to ``b``, ends included."""
    width = board.width
    between = [
        a + crossed[0][1] * width + crossed[0][0]
        for crossed in crossings(b % width - a % width, b // width - a // width)
        if len(crossed) == 1
    ]
    return (a, *between, b) if a != b else (a,)


def first_blocker(board: Board, a: Cell, b: Cell, doors: Mask, murk: Mask = 0) -> Cell | None:
    """The first cell that stops sight on the way from ``a`` to ``b``; ``None`` if they see each other.

    Where both cells beside a corner block, it is the one nearer to the top left; an end in a
    zero-visibility zone stops sight itself (BD-9).
    """
    if a == b:
        return None
    if murk >> a & 1:
        return a
    width = board.width
    for crossed in crossings(b % width - a % width, b // width - a // width):
        cells = sorted(a + dy * width + dx for dx, dy in crossed)
        if all(murk >> cell & 1 or board.blocks_sight(cell, doors) for cell in cells):
            return cells[0]
    return b if murk >> b & 1 else None


@lru_cache(maxsize=1 << 14)
def crossings(dx: int, dy: int) -> tuple[tuple[Offset, ...], ...]:
    """What a segment from centre (0, 0) to centre (dx, dy) meets between its end cells, in order (BD-8).

    One offset is a cell whose inside it crosses; a pair are the two cells diagonally opposite across it at a
    corner point that it passes through exactly.
    """
    step_x, step_y = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    long_x, long_y = abs(dx), abs(dy)
    x = y = across = down = 0
    met: list[tuple[Offset, ...]] = []
    while True:
        # The next grid lines are met at (2 * across + 1) / (2 * long_x) and the like for rows; cross-multiplied.
        to_column = (2 * across + 1) * long_y if across < long_x else None
        to_row = (2 * down + 1) * long_x if down < long_y else None
        if to_column is None and to_row is None:
            return tuple(met[:-1])
        if to_row is None or (to_column is not None and to_column < to_row):
            x, across = x + step_x, across + 1
        elif to_column is None or to_row < to_column:
            y, down = y + step_y, down + 1
        else:
            met.append(((x + step_x, y), (x, y + step_y)))
            x, across, y, down = x + step_x, across + 1, y + step_y, down + 1
        met.append(((x, y),))
