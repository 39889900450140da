"""(Hatching): a seed becomes its developed form when it moves first, or dodges (TR-20 to TR-31)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from game.core.events import UnitCounted
from game.core.refusal import Refusal, refuse
from game.core.rulebook import Offer
from game.core.state import NO_CELL, Action, Task, Unit
from game.core.tx import Ctx, Tx
from game.core.types import Cell
from game.rules.skirmish.combat import Dodged
from game.rules.skirmish.declare import MOVEMENT_LABEL, tag_of
from game.rules.skirmish.events import SkillDeclared
from game.rules.skirmish.queries import footprint_of, is_fit
from game.rules.skirmish.tasks import DeclareFirst, running_order
from game.rules.transmutation.actions import Grow
from game.rules.transmutation.changing import HATCHED, change_form, larger_footprints
from game.rules.transmutation.forms import SECOND, as_form, is_seed
from game.rules.transmutation.supposing import COMMITTED, asked_unit, can_move

HATCHING_SKILLS: Final = MOVEMENT_LABEL - {"drop"}
"""Arrival by air is no Movement that hatches (TR-26, X-24)."""


def developed(ctx: Ctx, unit: Unit) -> Unit:
    """A seed as it will be for the Movement skill that hatches it; anyone else as it is; a point of MOVER (TR-29)."""
    if unit.form or not ctx.game.kinds[unit.kind].transmutation or not is_seed(ctx, unit) or unit.cell == NO_CELL:
        return unit
    key = ("developed", unit.id)
    found: Unit | None = ctx.memo.get(key)
    if found is None:
        found = as_form(ctx, unit, SECOND, hatched=True)
        size = footprint_of(ctx, found)
        if size < unit.size:
            found = replace(found, size=size)
        elif size > unit.size:
            spots = larger_footprints(ctx, unit, size)
            if spots:
                found = replace(found, cell=spots[0], size=size)
        ctx.memo[key] = found
    return found


def declared(tx: Tx, event: SkillDeclared) -> None:
    """The first skill of an order carries the label Movement: the seed hatches before it is made (TR-28, TR-A12)."""
    unit = tx.state.units.get(event.unit)
    if unit is None or unit.form or not is_seed(tx, unit):
        return
    order = running_order(tx)
    if order is not None and not order.skills and tag_of(type(event.action)) in HATCHING_SKILLS:
        change_form(tx, unit.id, SECOND, HATCHED, ask=False)


def dodged(tx: Tx, event: Dodged) -> None:
    """A Dodge as a reaction has succeeded: the seed hatches before the move of it (TR-30, TR-31, TR-A13)."""
    if not event.reaction:
        return
    unit = tx.state.units.get(event.unit)
    if unit is not None and is_seed(tx, unit) and is_fit(unit):
        change_form(tx, unit.id, SECOND, HATCHED)


# -- choosing the footprint (X-36) -------------------------------------------------------------------------


def _spots(ctx: Ctx, unit: Unit) -> tuple[Cell, ...]:
    """The larger footprints it may hatch on, where there is a choice."""
    if not is_seed(ctx, unit) or unit.cell == NO_CELL:
        return ()
    size = footprint_of(ctx, as_form(ctx, unit, SECOND, hatched=True))
    spots = larger_footprints(ctx, unit, size) if size > unit.size else ()
    return spots if len(spots) > 1 else ()


def _grown(ctx: Ctx, unit: Unit, cell: Cell) -> Unit:
    found = as_form(ctx, unit, SECOND, hatched=True)
    return replace(found, cell=cell, size=footprint_of(ctx, found))


def _options(ctx: Ctx, task: Task) -> Sequence[Action]:
    unit = ctx.state.units.get(asked_unit(task))
    if unit is None or not ctx.game.kinds[unit.kind].transmutation:
        return ()
    return [Grow(cell) for cell in _spots(ctx, unit) if can_move(ctx, task, _grown(ctx, unit, cell))]


def _verdict(ctx: Ctx, task: Task, action: Grow) -> Refusal | None:
    unit = ctx.state.units.get(asked_unit(task))
    if unit is None or action.cell not in _spots(ctx, unit):
        return refuse("NO_ROOM", "X-36", unit=asked_unit(task))
    if not can_move(ctx, task, _grown(ctx, unit, action.cell)):
        return refuse("NO_MOVEMENT", "TR-28", unit=unit.id)
    return None


def _hatch(tx: Tx, task: Task, action: Grow) -> None:
    """Hatch on that footprint; the decision stays, now for a Movement skill."""
    unit_id = asked_unit(task)
    tx.emit(UnitCounted(unit_id, COMMITTED, 1))
    change_form(tx, unit_id, SECOND, HATCHED, cell=action.cell)


def grow_offer(task: type[Task]) -> Offer:
    """Another footprint as an answer to a decision of which an acting unit's first movement is one (X-36)."""
    return Offer(task, Grow, _options, _verdict, _hatch)


OFFERS: Final = (grow_offer(DeclareFirst),)
