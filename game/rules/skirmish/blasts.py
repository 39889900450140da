"""The cells of a template weapon, for those who fire it and for those who may dodge it (AT-5)."""

from __future__ import annotations

from typing import Final

from game.board import circle, cone
from game.core.profile import Weapon
from game.core.tx import Ctx
from game.core.types import Cell

CIRCLE: Final = "circle"
CONE: Final = "cone"


def cone_origin(ctx: Ctx, cell: Cell, size: int, aim: Cell) -> Cell:
    """The cell of a footprint from which a cone goes out: the nearest to the aim, then the lowest (y, x)."""
    board = ctx.board
    return min(board.footprint(cell, size), key=lambda part: (board.squared(part, aim), part))


def blast_cells(ctx: Ctx, weapon: Weapon, cell: Cell, size: int, aim: Cell, *, doors: int = -1) -> int:
    """The cells that a template weapon covers when fired from a footprint at ``aim``, as a bit set (AT-5).

    A circle lies around ``aim``, a cone goes out from the firer, whose own cells it spares. Sight is taken with the
    clouds that stand before it, and with the open ``doors`` of its moment (-1: as they stand now).
    """
    murk = ctx.state.murk
    opened = ctx.state.doors if doors < 0 else doors
    if weapon.template == CIRCLE:
        return circle(ctx.board, aim, opened, reach2=ctx.rules["template_reach"], murk=murk)
    own = ctx.board.footprint_mask(cell, size)
    if own >> aim & 1:
        return 0
    origin = cone_origin(ctx, cell, size, aim)
    return cone(ctx.board, origin, aim, opened, murk=murk) & ~own
