"""(WIP): a roll before an order or a reaction for the second form, until the player turn ends (TR-37 to TR-42)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from game.core.contest import Outcome, success
from game.core.events import TurnEnded
from game.core.refusal import Refusal, refuse
from game.core.rulebook import Offer
from game.core.state import Action, Task, Unit
from game.core.tx import Ctx, Tx
from game.rules.skirmish.combat import Attempt, Modifier, SuccessValue, success_value
from game.rules.skirmish.deciding import only_pass, pass_offer
from game.rules.skirmish.policies import ASK
from game.rules.skirmish.queries import is_marker
from game.rules.skirmish.tasks import Order, React, running_order
from game.rules.transmutation.actions import RollForm
from game.rules.transmutation.changing import ROLLED, TURN_OVER, change_form, has_room
from game.rules.transmutation.forms import FIRST, SECOND, condition_of, may_roll
from game.rules.transmutation.parse import WIP
from game.rules.transmutation.tasks import FormRoll

SKILL: Final = "form"
"""``Attempt.skill`` of this roll."""


def form_value(ctx: Ctx, unit: Unit) -> SuccessValue:
    """The success value of the roll: WIP, the bracket's modifier, and what states take off (TR-42, TR-A17)."""
    return success_value(ctx, Attempt(unit.id, SKILL, "wip"))


def bracket(ctx: Ctx, attempt: Attempt) -> Iterable[Modifier]:
    """The modifier that the profile prints; a point of MODIFIERS (TR-42)."""
    if attempt.skill != SKILL:
        return ()
    condition = condition_of(ctx, ctx.state.units[attempt.unit])
    return (Modifier("bracket", condition.modifier, "TR-42"),) if condition is not None and condition.modifier else ()


def _can_roll(ctx: Ctx, unit: Unit) -> bool:
    return may_roll(ctx, unit) and has_room(ctx, unit, SECOND)


def before_order(tx: Tx, order: Order) -> None:
    """Ask before the first skill of an order that is paid for; BEFORE_ORDER (TR-38, TR-A18)."""
    unit = tx.state.units.get(order.actor)
    if unit is not None and not unit.form and tx.game.kinds[unit.kind].transmutation and _can_roll(tx, unit):
        tx.push(FormRoll(unit.id))


def before_reaction(tx: Tx, unit: Unit) -> Task | None:
    """Ask before a reaction, once an order, where the unit's policy is to ask; BEFORE_REACTION (TR-38, TR-A18)."""
    if unit.form or not tx.game.kinds[unit.kind].transmutation or unit.policy != ASK or not _can_roll(tx, unit):
        return None
    order = running_order(tx)
    if order is None or unit.id in order.asked:
        return None
    return FormRoll(unit.id)


def turn_over(tx: Tx, _event: TurnEnded) -> None:
    """Whoever rolled itself into its second form goes back, whosever turn it was (TR-39, TR-A16)."""
    back = [unit.id for unit in tx.state.units.values() if unit.form and _goes_back(tx, unit)]
    for unit_id in sorted(back):
        change_form(tx, unit_id, FIRST, TURN_OVER)


def _goes_back(ctx: Ctx, unit: Unit) -> bool:
    condition = condition_of(ctx, unit)
    return condition is not None and condition.kind == WIP


def _options(_ctx: Ctx, _task: FormRoll) -> Sequence[Action]:
    return (RollForm(),)


def _verdict(ctx: Ctx, task: FormRoll, _action: RollForm) -> Refusal | None:
    unit = ctx.state.units[task.unit]
    return None if _can_roll(ctx, unit) else refuse("NO_FORM_ROLL", "TR-38", unit=unit.id)


def _roll(tx: Tx, task: FormRoll, _action: RollForm) -> None:
    tx.pop()
    unit = tx.state.units[task.unit]
    value = form_value(tx, unit).value
    if value >= 1 and success(tx.roll("wip", unit=unit.id, target=value)[0], value) is not Outcome.MISS:
        change_form(tx, unit.id, SECOND, ROLLED)
    _spare(tx, task)


def _spare(tx: Tx, task: FormRoll) -> None:
    """A reaction that leaves nothing to choose is not asked for after all."""
    react, unit = tx.top, tx.state.units[task.unit]
    if isinstance(react, React) and react.unit == unit.id and only_pass(tx, react) and not is_marker(unit):
        tx.pop()


def check(ctx: Ctx, task: Task, action: Action) -> SuccessValue | None:
    """The roll as the forecast shows it before it is made; a point of CHECKS (RL-6)."""
    if isinstance(task, FormRoll) and isinstance(action, RollForm):
        return form_value(ctx, ctx.state.units[task.unit])
    return None


OFFERS: Final = (Offer(FormRoll, RollForm, _options, _verdict, _roll), pass_offer(FormRoll, _spare))
