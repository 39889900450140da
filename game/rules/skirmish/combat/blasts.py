"""Templates on the board: what stands in one (AT-5, D-H7, D-H8)."""

from __future__ import annotations

from game.board import visible_from
from game.core.state import Marker, Unit
from game.core.tx import Ctx
from game.core.types import Cell, UnitId
from game.rules.skirmish import names
from game.rules.skirmish.blasts import CIRCLE, CONE, blast_cells

__all__ = ["CIRCLE", "CONE", "blast_cells", "markers_in", "middle_of", "units_in"]


def middle_of(ctx: Ctx, unit: Unit, cell: Cell, size: int, *, doors: int = -1) -> Cell:
    """Where ``unit`` lays a circle upon a footprint: on its anchor, or the first of its cells in sight (AT-1)."""
    if size == 1:
        return cell
    board = ctx.board
    seen = visible_from(board, unit.cell, unit.size, ctx.state.doors if doors < 0 else doors, ctx.state.murk)
    return next((part for part in board.footprint(cell, size) if seen >> part & 1), cell)


def units_in(ctx: Ctx, cells: int, *, mover: UnitId = 0, mover_cell: Cell = -1) -> list[Unit]:
    """The units with a cell in a template, by id, friends and markers too.

    ``mover``, if given, counts as standing on ``mover_cell``: the cell of its walk at which it is shot at (OR-5).
    """
    found = set()
    mask = cells & ctx.state.occupied
    at = ctx.state.at
    while mask:
        low = mask & -mask
        mask ^= low
        found.add(at[low.bit_length() - 1])
    if mover:
        found.discard(mover)
        unit = ctx.state.units.get(mover)
        if unit is not None and ctx.board.footprint_mask(mover_cell, unit.size) & cells:
            found.add(mover)
    return [ctx.state.units[i] for i in sorted(found)]


def markers_in(ctx: Ctx, cells: int) -> list[Marker]:
    """Nests and markers that break in a template, infestations among them, by id (D-H7, D-H8)."""
    markers = ctx.state.markers
    if not markers:
        return []
    frail = ctx.game.rulebook.tables[names.BREAKABLE]
    return [
        marker
        for _, marker in sorted(markers.items())
        if (marker.kind == names.NEST or marker.kind in frail) and not marker.carrier and cells >> marker.cell & 1
    ]
