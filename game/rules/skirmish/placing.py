"""Place: deployables set on a cell or against a door (OR-3, BD-11, D-H7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from game.board import cells_of
from game.core.contest import Outcome, success
from game.core.refusal import Refusal, refuse
from game.core.rulebook import Offer
from game.core.state import Action, Unit
from game.core.tx import Ctx, Tx
from game.core.types import Cell, UnitId
from game.rules.skirmish import names
from game.rules.skirmish.actions import Place
from game.rules.skirmish.combat.saves import Blow, strike, strike_door
from game.rules.skirmish.combat.values import Attempt, success_value
from game.rules.skirmish.declare import may_declare
from game.rules.skirmish.moving.ground import access_doors
from game.rules.skirmish.moving.trail import record
from game.rules.skirmish.queries import has_gear, is_hive
from game.rules.skirmish.tasks import DeclareFirst, DeclareSecond

D_CHARGE = "d_charge"
CHARGE_BLOW = Blow(14, ("exp",), "charge")
"""What a D-charge does to the door or nest it is set against: an explosion, three saves (AM-1)."""


class Deployable(Struct, frozen=True):
    """A row of DEPLOYABLES: the cells it may be set on now, and what happens in step 7 of the order.

    ``why_not`` says why it may not be set on a cell that is none of those, where there is more to say than that.
    """

    cells: Callable[[Ctx, Unit], Sequence[Cell]]
    set_off: Callable[[Tx, UnitId, Cell], None]
    why_not: Callable[[Ctx, Unit, Cell], Refusal | None] | None = None


def charge_cells(ctx: Ctx, unit: Unit) -> list[Cell]:
    """Leaves of closed doors worked from here that are not solid, and nests in contact (BD-11, D-H7)."""
    board, state = ctx.board, ctx.state
    found = [
        leaf
        for door in cells_of(access_doors(ctx, unit.cell, unit.size) & ~state.doors)
        if not board.doors[door].solid
        for leaf in board.doors[door].cells[:1]
    ]
    near = board.contact_mask(unit.cell, unit.size, state.doors)
    found += [m.cell for m in state.markers.values() if m.kind == names.NEST and near >> m.cell & 1]
    return sorted(found)


def blow_up(tx: Tx, user: UnitId, cell: Cell) -> None:
    """A normal WIP roll to set the charge right; then the door or nest has to save (BD-11)."""
    value = success_value(tx, Attempt(user, "place", "wip", detail=D_CHARGE)).value
    if value < 1:
        return
    outcome = success(tx.roll("wip", unit=user, target=value)[0], value)
    if outcome is Outcome.MISS:
        return
    hits, crits = (0, 1) if outcome is Outcome.CRIT else (1, 0)
    blow = Blow(CHARGE_BLOW.damage, CHARGE_BLOW.ammo, CHARGE_BLOW.kind, user)
    door = tx.board.door_at.get(cell)
    if door is not None:
        if not tx.state.doors >> door & 1:
            strike_door(tx, door, hits, crits, blow)
        return
    for marker in sorted(tx.state.markers.values(), key=lambda m: m.id):
        if marker.kind == names.NEST and marker.cell == cell:
            strike(tx, marker.id, hits, crits, blow)


DEPLOYABLES: dict[str, Deployable] = {D_CHARGE: Deployable(charge_cells, blow_up)}
"""What the base rules let troopers place, by the name of the gear: rows of the table ``deployables``."""


def _rows(ctx: Ctx) -> Mapping[str, Deployable]:
    return ctx.game.rulebook.tables[names.DEPLOYABLES]


def place_refusal(ctx: Ctx, unit: Unit, action: Place) -> Refusal | None:
    """Why this trooper may not set that there, or None."""
    row = _rows(ctx).get(action.equipment)
    if row is None or is_hive(ctx, unit) or not has_gear(ctx, unit, action.equipment):
        return refuse("NO_SUCH_GEAR", "UN-4", gear=action.equipment)
    if action.cell not in row.cells(ctx, unit):
        said = row.why_not(ctx, unit, action.cell) if row.why_not is not None else None
        return said or refuse("CANNOT_PLACE", "OR-3", cell=action.cell)
    return None


def _options(ctx: Ctx, task: DeclareFirst | DeclareSecond) -> Sequence[Action]:
    if may_declare(ctx, task, "place") is not None:
        return ()
    unit = ctx.state.units[task.actor]
    return [
        Place(gear, cell)
        for gear, row in _rows(ctx).items()
        if has_gear(ctx, unit, gear)
        for cell in row.cells(ctx, unit)
    ]


def _verdict(ctx: Ctx, task: DeclareFirst | DeclareSecond, action: Place) -> Refusal | None:
    refusal = may_declare(ctx, task, "place")
    return place_refusal(ctx, ctx.state.units[task.actor], action) if refusal is None else refusal


def _place(tx: Tx, task: DeclareFirst | DeclareSecond, action: Place) -> None:
    tx.pop()
    record(tx, task.actor, action)


def resolve_place(tx: Tx, user: UnitId, action: Place) -> None:
    """What was placed takes effect, if whoever set it is still known."""
    if user in tx.state.units:
        _rows(tx)[action.equipment].set_off(tx, user, action.cell)


def place_offers() -> tuple[Offer, ...]:
    """Place, as a first and as a second skill."""
    return tuple(Offer(task, Place, _options, _verdict, _place) for task in (DeclareFirst, DeclareSecond))
