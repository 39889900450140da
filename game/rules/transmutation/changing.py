"""The change itself: profile, states and footprint (TR-01, TR-06, TR-11, X-36)."""

from __future__ import annotations

from typing import Final

from game.core.events import StateLost, UnitResized
from game.core.state import NO_CELL, Unit
from game.core.tx import Ctx, Tx
from game.core.types import Cell, UnitId
from game.rules.skirmish import names
from game.rules.skirmish.moves import blocked_cells
from game.rules.skirmish.moving.ground import solid_cells
from game.rules.skirmish.moving.trail import amend, look_of, reveal
from game.rules.skirmish.queries import footprint_of, is_marker
from game.rules.skirmish.tasks import running_order
from game.rules.transmutation.events import FormChanged
from game.rules.transmutation.forms import as_form
from game.rules.transmutation.tasks import Growth

WOUNDED, HATCHED, CHOSEN, ROLLED, TURN_OVER = "wounds", "hatched", "chosen", "roll", "turn"
"""Why a form changed."""
OF_FORM: Final = "form"
"""Why a state went that the new profile cannot have."""


def larger_footprints(ctx: Ctx, unit: Unit, size: int) -> tuple[Cell, ...]:
    """The anchors, lowest (y, x) first, of footprints of that size that hold the present one and are free (X-36)."""
    board = ctx.board
    own = board.footprint_mask(unit.cell, unit.size)
    barred = solid_cells(ctx) | blocked_cells(ctx, unit)
    x, y = board.xy(unit.cell)
    slack = size - unit.size
    found = []
    for top in range(y - slack, y + 1):
        for left in range(x - slack, x + 1):
            if board.inside(left, top):
                anchor = board.cell(left, top)
                mask = board.footprint_mask(anchor, size)
                if mask and mask & own == own and not mask & barred:
                    found.append(anchor)
    return tuple(found)


def has_room(ctx: Ctx, unit: Unit, form: int) -> bool:
    """Could it stand as that profile, here and now (X-36)?"""
    size = footprint_of(ctx, as_form(ctx, unit, form))
    return size <= unit.size or unit.cell == NO_CELL or bool(larger_footprints(ctx, unit, size))


def change_form(tx: Tx, unit_id: UnitId, form: int, why: str, *, cell: Cell = NO_CELL, ask: bool = True) -> None:
    """Put another profile in force: wounds and states stay, but for those it cannot have, which the log names.

    A marker that the new profile cannot be shows first what it is. ``cell`` is the anchor of a larger footprint that
    was chosen; with ``ask`` its owner is asked where there are several, otherwise the lowest is taken.
    """
    unit = tx.state.units[unit_id]
    kept = as_form(tx, unit, form, hatched=why == HATCHED).states
    if names.CAMOUFLAGED in unit.states and names.CAMOUFLAGED not in kept:
        reveal(tx, unit_id, why=why if why == HATCHED else OF_FORM)
    tx.emit(FormChanged(unit_id, form, why))
    if names.PRONE in unit.states and names.PRONE not in kept:
        tx.emit(StateLost(unit_id, names.PRONE, OF_FORM))
    fit_footprint(tx, unit_id, cell=cell, ask=ask)
    retrace(tx, unit, unit_id)


def fit_footprint(tx: Tx, unit_id: UnitId, *, cell: Cell = NO_CELL, ask: bool = True) -> None:
    """Give the unit the footprint of its profile; one that finds no room keeps what it has (X-36)."""
    unit = tx.state.units[unit_id]
    size = footprint_of(tx, unit)
    if size == unit.size:
        return
    if size < unit.size or unit.cell == NO_CELL:
        tx.emit(UnitResized(unit_id, unit.cell, size))
        return
    spots = larger_footprints(tx, unit, size)
    if not spots:
        return
    if cell == NO_CELL and ask and len(spots) > 1:
        tx.push(Growth(unit_id))
        return
    tx.emit(UnitResized(unit_id, spots[0] if cell == NO_CELL else cell, size))


def retrace(tx: Tx, before: Unit, unit_id: UnitId) -> None:
    """Tell the running order where and how its actor stands now: as the new form, for all that it does (TR-29)."""
    order = running_order(tx)
    unit = tx.state.units[unit_id]
    if order is None or order.actor != unit_id or unit.cell == NO_CELL or not order.trail:
        return
    at, doors, look = unit.cell, tx.state.doors, look_of(unit)
    if not order.skills:
        amend(tx, trail=(at,), doors=(doors,), looks=(look,))
    elif before.cell != at or (is_marker(before) and not is_marker(unit)):
        amend(tx, trail=(*order.trail, at), doors=(*order.doors, doors), looks=(*order.looks, look))
