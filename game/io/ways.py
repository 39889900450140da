"""Ways in: how many separate routes lead from the hive's hiding places to where the troopers hold out (MS-6)."""

from __future__ import annotations

from game.board import UNREACHED, Board, Cell, Mask, cells_of, field, mask_of, path


def ways_in(board: Board, inside: Mask, outside: Mask) -> tuple[int, bool]:
    """Two, one or no separate ways (never more are counted), and whether there is one without a closed door.

    There are two ways if no plug of three by three cells, put anywhere between, cuts all of ``outside`` off.
    """
    ends = list(cells_of(inside))
    if not ends:
        return 0, False
    doorless = _joined(board, ends, outside, board.initial_doors, 0)
    route = _route(board, ends, outside)
    if route is None:
        return 0, doorless
    for cell in route:
        plug = mask_of((cell, *board.neighbours(cell)))
        if plug & inside:  # next to the troopers a plug of nine would wall them in whatever the map is like
            plug = 1 << cell & ~inside
        if not _joined(board, ends, outside & ~plug, board.all_doors, plug):
            return 1, doorless
    return 2, doorless


def _joined(board: Board, ends: list[Cell], outside: Mask, doors: Mask, blocked: Mask) -> bool:
    distances = field(board, ends, doors, blocked=blocked)
    return any(distances[cell] < UNREACHED for cell in cells_of(outside))


def _route(board: Board, ends: list[Cell], outside: Mask) -> tuple[Cell, ...] | None:
    """A shortest way from a hiding place in; every cut of all ways cuts this one."""
    distances = field(board, ends, board.all_doors)
    start = min(cells_of(outside), key=lambda cell: distances[cell], default=None)
    if start is None or distances[start] >= UNREACHED:
        return None
    goal = min(ends, key=lambda end: field(board, [end], board.all_doors)[start])
    return path(board, start, goal, board.all_doors)
