"""Which skills an order may be made of (OR-3), and what a unit's states keep it from declaring (section 9)."""

from __future__ import annotations

from game.core.refusal import Refusal, refuse
from game.core.state import NO_CELL, Action, Task, Unit
from game.core.tx import Ctx
from game.core.types import snake
from game.rules.skirmish import names
from game.rules.skirmish.moving.ground import holding
from game.rules.skirmish.moving.plan import may_leave
from game.rules.skirmish.queries import barred, is_fit
from game.rules.skirmish.reactions import may_react
from game.rules.skirmish.tasks import DeclareFirst, DeclareSecond, Order, React, compulsion_of, running_order

SKILL_CLASS = "skill_class"
"""Table: tag of a skill's action -> SHORT_MOVEMENT, SHORT or ENTIRE (OR-3). Other systems add their skills."""
SHORT_MOVEMENT, SHORT, ENTIRE = "short_movement", "short", "entire"

CLASSES: dict[str, str] = {
    "move": SHORT_MOVEMENT,
    "discover": SHORT_MOVEMENT,
    "place": SHORT_MOVEMENT,
    "shoot": SHORT,
    "fight": SHORT,
    "dodge": SHORT,
    "reset": SHORT,
    "use": SHORT,
    "idle": SHORT,
    "jump": ENTIRE,
    "climb": ENTIRE,
    "berserk": ENTIRE,
    "drop": ENTIRE,
    "hide": ENTIRE,
}
"""The skills of OR-3 that the base rules bring."""

MOVEMENT_LABEL = frozenset({"move", "jump", "climb", "dodge", "berserk", "drop"})
"""Skills with the label Movement (OR-3, D-I23)."""
ENGAGED_SKILLS = frozenset({"fight", "dodge", "reset", "berserk", "idle"})
"""All that an engaged unit may declare (ST-7)."""
ATTACKS = frozenset({"shoot", "fight", "berserk"})
"""What a Stunned unit may not declare (ST-6)."""
RELEASES = {names.IMMOBILIZED_A: "dodge", names.IMMOBILIZED_B: "reset"}
"""The one skill that each immobilized state leaves (ST-5)."""


def tag_of(action: type[Action]) -> str:
    """The tag of an action type, which is the name of the skill it declares."""
    return snake(action.__name__)


def may_declare(ctx: Ctx, task: Task, skill: str) -> Refusal | None:
    """Why the decision ``task`` may not be answered with ``skill`` (an action's tag), or None.

    For DeclareFirst and DeclareSecond: the combinations of OR-3 and the actor's states; for React: who may
    react with what (OR-5). Worked out once for each state. Any other task: None.
    """
    key = ("declare", task, skill)
    if key in ctx.memo:
        known: Refusal | None = ctx.memo[key]
        return known
    refusal = _judge(ctx, task, skill)
    ctx.memo[key] = refusal
    return refusal


def _judge(ctx: Ctx, task: Task, skill: str) -> Refusal | None:
    if isinstance(task, React):
        order = running_order(ctx)
        unit = ctx.state.units.get(task.unit)
        if order is None or unit is None:
            return refuse("CANNOT_REACT", "OR-5", unit=task.unit)
        return may_react(ctx, unit, order, task.window, skill)
    if isinstance(task, DeclareFirst | DeclareSecond):
        unit = ctx.state.units.get(task.actor)
        if unit is None:
            return refuse("NOT_FIT", "ST-2", unit=task.actor)
        refusal = combination(ctx, running_order(ctx), task, skill)
        return open_to(ctx, unit, skill) if refusal is None else refusal
    return None


def combination(ctx: Ctx, order: Order | None, task: Task, skill: str) -> Refusal | None:
    """Does OR-3, or what the order forces instead, let this skill stand here, after what the order has already?"""
    kind = ctx.game.rulebook.tables[SKILL_CLASS].get(skill)
    if kind is None:
        return refuse("NO_SUCH_SKILL", "OR-3", skill=skill)
    forced = compulsion_of(ctx, order)
    if forced is not None and order is not None:
        return forced.combination(ctx, order, task, skill)
    if isinstance(task, DeclareFirst) or order is None or not order.skills:
        return None
    first = class_of(ctx, order.skills[0].action)
    if kind == ENTIRE or first == ENTIRE:
        return refuse("ENTIRE_ALONE", "OR-3", skill=skill)
    if kind == SHORT and first == SHORT:
        return refuse("TWO_SHORT_SKILLS", "OR-3", skill=skill)
    return None


def class_of(ctx: Ctx, action: Action) -> str:
    """Short Movement Skill, Short Skill or Entire Order."""
    found: str = ctx.game.rulebook.tables[SKILL_CLASS][tag_of(type(action))]
    return found


def open_to(ctx: Ctx, unit: Unit, skill: str) -> Refusal | None:
    """Why the unit itself may not declare this skill now: off board, engaged, or barred by a state or effect."""
    if unit.cell == NO_CELL and skill != "drop":
        return refuse("OFF_BOARD", "D-I18", unit=unit.id)
    if unit.cell != NO_CELL:
        if skill == "drop":
            return refuse("ON_BOARD", "D-I18", unit=unit.id)
        if not is_fit(unit):
            return refuse("NOT_FIT", "ST-2", unit=unit.id)
        if skill not in ENGAGED_SKILLS and holding(ctx, unit) and not (skill == "move" and may_leave(ctx, unit)):
            return refuse("ENGAGED", "ST-7", skill=skill)
    return barred(ctx, unit, skill)


def state_bars(_ctx: Ctx, unit: Unit, skill: str) -> Refusal | None:
    """Immobilized and Stunned units may declare little (ST-5, ST-6); a point of SKILL_BARS."""
    if not unit.states:
        return None
    released = [RELEASES[state] for state in unit.states if state in RELEASES]
    if released and skill not in released:
        return refuse("IMMOBILIZED", "ST-5", skill=skill)
    if skill in ATTACKS and names.STUNNED in unit.states:
        return refuse("STUNNED", "ST-6", skill=skill)
    return None


def can_declare_anything(ctx: Ctx, unit: Unit) -> bool:
    """Is there any skill the unit could name, were it given an order?"""
    if any(barred(ctx, unit, skill) is None for skill in ("idle", "move", "dodge")):
        return True
    shaken = names.ISOLATED in unit.states or names.IMMOBILIZED_B in unit.states
    return shaken and barred(ctx, unit, "reset") is None
