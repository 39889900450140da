"""Pushes: units near a manifesting Master are driven straight away from it (AV-47, D-A5, AV-A7 to AV-A9)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from game.core.events import UnitMoved
from game.core.state import NO_CELL, Unit
from game.core.tx import Ctx, Tx
from game.core.types import Cell, UnitId
from game.rules.skirmish.moving.ground import blocked_cells
from game.rules.skirmish.moving.trail import amend
from game.rules.skirmish.queries import range_between
from game.rules.skirmish.tasks import running_order

PUSHED_WITHIN: Final = 2
"""Cells within which a manifestation pushes every unit (AV-47)."""
PUSH: Final = 2
"""Cells that it pushes them (AV-47)."""


def units_near(ctx: Ctx, unit: Unit, within: int) -> list[Unit]:
    """Every other unit on the board within so many cells: friends, spores, seeds and markers too (AV-A9), by id."""
    return [
        other
        for _, other in sorted(ctx.state.units.items())
        if other.id != unit.id and other.cell != NO_CELL and range_between(ctx, unit, other) <= within
    ]


def offset(ctx: Ctx, unit: Unit, other: Unit) -> tuple[int, int]:
    """Columns and rows from the nearest cell of ``unit`` to the nearest of ``other``; signed, 0 where they overlap."""
    ux, uy = ctx.board.xy(unit.cell)
    ox, oy = ctx.board.xy(other.cell)
    return _apart(ux, unit.size, ox, other.size), _apart(uy, unit.size, oy, other.size)


def _apart(a: int, size_a: int, b: int, size_b: int) -> int:
    if b > a + size_a - 1:
        return b - (a + size_a - 1)
    return min(0, b + size_b - 1 - a)


def along(part: int, step: int, length: int) -> int:
    """How far one part of an offset has gone after ``step`` cells of its ``length``; halves go toward the Master.

    >>> [along(1, step, 2) for step in (1, 2, 3)], along(-1, 1, 2), along(-3, 2, 3)
    ([0, 1, 1], 0, -2)
    """
    distance = (2 * abs(part) * step + length - 1) // (2 * length)
    return distance if part > 0 else -distance


def push_path(ctx: Ctx, unit: Unit, other: Unit, cells: int) -> tuple[Cell, ...]:
    """The way of a push of ``other`` away from ``unit``: step by step, up to what bars it (AV-A8); may be empty.

    Walls, closed doors, pits, ledges, nests and units bar it. Rough ground and contact do not (D-A5).
    """
    dx, dy = offset(ctx, unit, other)
    length = max(abs(dx), abs(dy))
    x, y = ctx.board.xy(other.cell)
    blocked = blocked_cells(ctx, other)
    way: list[Cell] = []
    at = other.cell
    for step in range(1, cells + 1):
        nx, ny = x + along(dx, step, length), y + along(dy, step, length)
        if not ctx.board.inside(nx, ny):
            break
        cell = ctx.board.cell(nx, ny)
        if ctx.board.step_cost(at, cell, ctx.state.doors, size=other.size) is None:
            break
        if ctx.board.footprint_mask(cell, other.size) & blocked:
            break
        way.append(cell)
        at = cell
    return tuple(way)


def push_away(tx: Tx, unit_id: UnitId, others: Iterable[Unit], cells: int) -> None:
    """Push units away from ``unit_id``, the farthest first, then by id (AV-A7). Nothing is triggered (X-42, X-43)."""
    unit = tx.state.units[unit_id]
    for other in sorted(others, key=lambda found: (-range_between(tx, unit, found), found.id)):
        path = push_path(tx, unit, other, cells)
        if path:
            tx.emit(UnitMoved(other.id, path, "push"))
            displaced(tx, other.id)


def displaced(tx: Tx, unit_id: UnitId) -> None:
    """Whoever was moved by a manifestation did not end its own move where it stands now: no leaving (MS-2, X-42)."""
    order = running_order(tx)
    if order is not None and order.actor == unit_id and order.trail:
        amend(tx, trail=())
