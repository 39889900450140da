"""A form taken on within a declaration commits its owner to a skill with the label Movement (TR-33 to TR-35)."""

from __future__ import annotations

from typing import Any, Final

from game.core.draft import with_indexes
from game.core.events import UnitCounted, UnitMoved
from game.core.refusal import Refusal, refuse
from game.core.state import FIELDS, Action, State, Task, Unit
from game.core.tx import Ctx, Tx
from game.core.types import UnitId
from game.rules.skirmish.actions import Step
from game.rules.skirmish.declare import MOVEMENT_LABEL, tag_of
from game.rules.skirmish.events import SkillDeclared
from game.rules.skirmish.tasks import DodgeMove

COMMITTED: Final = "committed"
"""Counter of a unit that took on a form and owes the movement it did so for."""
GUTS: Final = "guts"
"""What bars are asked about a guts roll, which nobody declares (ST-8)."""
DODGE_MOVE: Final = "step"


def asked_unit(task: Task) -> UnitId:
    """The unit that a decision asks, 0 if it asks a side."""
    unit: UnitId = getattr(task, "actor", 0) or getattr(task, "unit", 0)
    return unit


def can_move(ctx: Ctx, task: Task, changed: Unit) -> bool:
    """Could the decision ``task`` be answered with a Movement skill if its unit were ``changed`` so?

    Asked of a table that differs in this one unit.
    """
    supposed = _supposed(ctx, changed)
    book = ctx.game.rulebook
    for offer in book.offers.get(type(task), ()):
        if tag_of(offer.action) in MOVEMENT_LABEL or offer.action is Step:
            bars = book.bars.get(offer.action, ())
            family = offer.options(supposed, task)
            if any(all(bar(supposed, task, action) is None for bar in bars) for action in family):
                return True
    return False


def _supposed(ctx: Ctx, changed: Unit) -> Ctx:
    fields: dict[str, Any] = {name: getattr(ctx.state, name) for name in FIELDS}
    fields["units"] = {**ctx.state.units, changed.id: changed}
    fields["agenda"] = tuple(ctx.tasks)
    return Ctx(ctx.game, with_indexes(State(**fields), ctx.board))


def is_committed(unit: Unit) -> bool:
    """Does it owe a movement for a form it took on just now?"""
    return bool(unit.counters) and unit.count(COMMITTED) > 0


def only_movement(_ctx: Ctx, unit: Unit, skill: str) -> Refusal | None:
    """After taking on a form nothing but a Movement skill may be declared; a point of SKILL_BARS (TR-33)."""
    if not is_committed(unit) or skill in MOVEMENT_LABEL or skill == GUTS:
        return None
    return refuse("MOVEMENT_MUST_FOLLOW", "TR-33", skill=skill)


def no_pass(ctx: Ctx, task: Task, _action: Action) -> Refusal | None:
    """Nor may the decision be passed; a bar on Pass (TR-33)."""
    unit = ctx.state.units.get(asked_unit(task))
    if unit is None or not is_committed(unit):
        return None
    return refuse("MOVEMENT_MUST_FOLLOW", "TR-33", skill="pass")


def no_mere_stance(ctx: Ctx, task: DodgeMove, action: Step) -> Refusal | None:
    """The move of the Dodge is one of cells then; a bar on Step (TR-A14)."""
    if action.path or not is_committed(ctx.state.units[task.unit]):
        return None
    return refuse("MOVEMENT_MUST_FOLLOW", "TR-33", skill=DODGE_MOVE)


def skill_named(tx: Tx, event: SkillDeclared) -> None:
    """The movement was declared."""
    unit = tx.state.units.get(event.unit)
    if unit is not None and is_committed(unit):
        tx.emit(UnitCounted(unit.id, COMMITTED, 0))


def dodge_made(tx: Tx, event: UnitMoved) -> None:
    """The move of a Dodge was made."""
    if event.how == "dodge" and is_committed(tx.state.units[event.unit]):
        tx.emit(UnitCounted(event.unit, COMMITTED, 0))
