"""(Auto): another form at the start of any skill with the label Movement (TR-32 to TR-36)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from game.core.events import UnitCounted
from game.core.refusal import Refusal, refuse
from game.core.rulebook import Offer
from game.core.state import NO_CELL, Action, Task, Unit
from game.core.tx import Ctx, Tx
from game.rules.skirmish.queries import footprint_of, kind_of
from game.rules.skirmish.tasks import DeclareFirst, DeclareSecond, DodgeMove
from game.rules.transmutation.actions import Shift
from game.rules.transmutation.changing import CHOSEN, change_form, has_room, larger_footprints
from game.rules.transmutation.forms import as_form, is_auto
from game.rules.transmutation.supposing import COMMITTED, asked_unit, can_move, is_committed

DECISIONS: Final[tuple[type[Task], ...]] = (DeclareFirst, DeclareSecond, DodgeMove)
"""What may be answered with another form first (TR-33, TR-A14)."""


def shift_refusal(ctx: Ctx, task: Task, form: int) -> Refusal | None:
    """Why the unit that is asked may not take on that form now, or None."""
    unit = ctx.state.units.get(asked_unit(task))
    if unit is None or unit.cell == NO_CELL or not is_auto(ctx, unit):
        return refuse("CANNOT_SHIFT", "TR-33", unit=asked_unit(task))
    if not 0 <= form < len(kind_of(ctx, unit).profiles) or form == unit.form:
        return refuse("NO_SUCH_FORM", "TR-01", form=form)
    if is_committed(unit):
        return refuse("SHIFTED_ALREADY", "TR-35", unit=unit.id)
    if not has_room(ctx, unit, form):
        return refuse("NO_ROOM", "X-36", unit=unit.id)
    if not _could_move(ctx, task, unit, form):
        return refuse("NO_MOVEMENT", "TR-33", unit=unit.id)
    return None


def _could_move(ctx: Ctx, task: Task, unit: Unit, form: int) -> bool:
    """Is there a Movement skill to declare as that form, on one of the footprints it may take?"""
    key = ("shift", task, form)
    known: bool | None = ctx.memo.get(key)
    if known is None:
        changed = as_form(ctx, unit, form)
        size = footprint_of(ctx, changed)
        if size > unit.size:
            spots = larger_footprints(ctx, unit, size)
            known = all(can_move(ctx, task, replace(changed, cell=spot, size=size)) for spot in spots)
        else:
            known = can_move(ctx, task, replace(changed, size=size))
        ctx.memo[key] = known
    return known


def _options(ctx: Ctx, task: Task) -> Sequence[Action]:
    unit = ctx.state.units.get(asked_unit(task))
    if unit is None or not ctx.game.kinds[unit.kind].transmutation or not is_auto(ctx, unit):
        return ()
    forms = range(len(kind_of(ctx, unit).profiles))
    return [Shift(form) for form in forms if shift_refusal(ctx, task, form) is None]


def _verdict(ctx: Ctx, task: Task, action: Shift) -> Refusal | None:
    return shift_refusal(ctx, task, action.form)


def _shift(tx: Tx, task: Task, action: Shift) -> None:
    """The form changes at once, and the same decision waits for the movement."""
    unit_id = asked_unit(task)
    tx.emit(UnitCounted(unit_id, COMMITTED, 1))
    change_form(tx, unit_id, action.form, CHOSEN)


OFFERS: Final = tuple(Offer(task, Shift, _options, _verdict, _shift) for task in DECISIONS)
