"""Templates on the board: which cells one covers and what stands in it (AT-5, D-H7, D-H8)."""

from __future__ import annotations

from typing import Final

from game.board import circle, cone
from game.core.profile import Weapon
from game.core.state import Marker, Unit
from game.core.tx import Ctx
from game.core.types import Cell, UnitId
from game.rules.skirmish import names

CIRCLE: Final = "circle"
CONE: Final = "cone"


def cone_origin(ctx: Ctx, cell: Cell, size: int, aim: Cell) -> Cell:
    """The cell of a footprint from which a cone goes out: the nearest to the aim, then the lowest (y, x)."""
    board = ctx.board
    return min(board.footprint(cell, size), key=lambda part: (board.squared(part, aim), part))


def blast_cells(ctx: Ctx, weapon: Weapon, cell: Cell, size: int, aim: Cell) -> int:
    """The cells that a template weapon covers when fired from a footprint at ``aim``, as a bit set (AT-5).

    A circle lies around ``aim``, a cone goes out from the firer, whose own cells it spares. Sight is taken with the
    clouds that stand before it.
    """
    state = ctx.state
    if weapon.template == CIRCLE:
        return circle(ctx.board, aim, state.doors, reach2=ctx.rules["template_reach"], murk=state.murk)
    own = ctx.board.footprint_mask(cell, size)
    if own >> aim & 1:
        return 0
    origin = cone_origin(ctx, cell, size, aim)
    return cone(ctx.board, origin, aim, state.doors, murk=state.murk) & ~own


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
    """Nests and infestation markers in a template, by id (D-H7, D-H8)."""
    return [
        ctx.state.markers[i]
        for i in sorted(ctx.state.markers)
        if ctx.state.markers[i].kind in (names.NEST, names.INFESTATION) and cells >> ctx.state.markers[i].cell & 1
    ]
