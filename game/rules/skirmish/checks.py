"""The single rolls of skills that are no attacks, told to the forecast: Discover, Use, Place, a jump (RL-6)."""

from __future__ import annotations

from game.core.rulebook import Module
from game.core.state import Action, Task
from game.core.tx import Ctx
from game.rules.skirmish.actions import Discover, Drop, Place, Use
from game.rules.skirmish.airborne import JUMP, landing
from game.rules.skirmish.combat import CHECKS, Attempt, SuccessValue, success_value
from game.rules.skirmish.gear import usages, use_attempt
from game.rules.skirmish.placing import D_CHARGE
from game.rules.skirmish.tasks import DeclareFirst, DeclareSecond


def check_value(ctx: Ctx, task: Task, action: Action) -> SuccessValue | None:
    """The success value of the one roll that a declared skill asks for, or None where it asks for none."""
    if not isinstance(task, DeclareFirst | DeclareSecond):
        return None
    unit = ctx.state.units.get(task.actor)
    if unit is None:
        return None
    attempt: Attempt | None = None
    if isinstance(action, Drop) and action.way == JUMP:
        attempt = landing(unit)
    elif isinstance(action, Discover) and action.target in ctx.state.units:
        attempt = Attempt(unit.id, "discover", "wip", target=action.target, cell=unit.cell)
    elif isinstance(action, Use) and action.what in usages(ctx):
        attempt = use_attempt(ctx, unit, action, unit.cell)
    elif isinstance(action, Place) and action.equipment == D_CHARGE:
        attempt = Attempt(unit.id, "place", "wip", detail=D_CHARGE)
    return None if attempt is None else success_value(ctx, attempt)


SHOWN_CHECKS = Module(name="checks", requires=("skills", "combat"), contributes={CHECKS: (check_value,)})
