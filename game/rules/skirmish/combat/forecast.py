"""What an action may come to, exactly, before it is declared (RL-6): counted from the plan that the resolver rolls."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from game.core.contest import MISS_RANK
from game.core.odds import success_chance
from game.core.state import Action, Task, Unit
from game.core.tx import Ctx
from game.core.types import Side, UnitId
from game.rules.skirmish.actions import Berserk, TakeGuts
from game.rules.skirmish.combat.ammo import is_harmful
from game.rules.skirmish.combat.chances import (
    NONE,
    SURE,
    UNHURT,
    Harm,
    above,
    best_ranks,
    harm_of,
    in_turn,
    surely,
)
from game.rules.skirmish.combat.guts import FAIL, PASS, guts_value
from game.rules.skirmish.combat.lines import Line, classes_against, lines_of, opposing, strayed, sv_of, unit_saves
from game.rules.skirmish.combat.modifiers import is_covered
from game.rules.skirmish.combat.offers import asked_unit, settled
from game.rules.skirmish.combat.plans import Aim, Attack, Plan, Reply, plan_order, rolls
from game.rules.skirmish.combat.values import SuccessValue
from game.rules.skirmish.combat.wounds import Toll, points_left
from game.rules.skirmish.queries import are_foes, is_hive
from game.rules.skirmish.tasks import Declared, GutsRoll, Order, React, Reaction, running_order

CHECKS = "combat.checks"
"""Extension point ``(ctx, task, action) -> SuccessValue | None``: the one roll that another skill asks for, so that
its chance can be shown (RL-6)."""


class Forecast(Struct, frozen=True):
    """The exact odds of an action as things stand: the skills and reactions declared so far are counted in.

    ``hit`` is the chance that the action succeeds: an attack that takes effect on an enemy, a Dodge that nothing
    cancels, a Reset that ends a state, a guts roll that is passed. ``lines`` are the unit's own attack, friends in
    the way included; ``threats`` the attacks on it, ``suffered`` what these cost it together.
    """

    unit: UnitId
    value: SuccessValue | None
    hit: Fraction
    lines: tuple[Line, ...] = ()
    threats: tuple[Line, ...] = ()
    suffered: Harm = UNHURT
    resets: tuple[tuple[str, Fraction], ...] = ()


def forecast(ctx: Ctx, task: Task, action: Action) -> Forecast | None:
    """The odds of answering ``task`` with ``action``; None for an action that asks for no roll."""
    if isinstance(task, GutsRoll):
        return _guts(ctx, task, action)
    for check in ctx.game.rulebook.points[CHECKS]:
        value: SuccessValue | None = check(ctx, task, action)
        if value is not None:
            return Forecast(getattr(task, "actor", getattr(task, "unit", 0)), value, success_chance(value.value))
    order = running_order(ctx)
    if order is None or not (isinstance(task, React) or hasattr(task, "actor")):
        return None
    unit = ctx.state.units.get(asked_unit(task))
    if unit is None:
        return None
    chosen = settled(ctx, task, unit, action)
    cell = unit.cell
    if isinstance(chosen, Berserk):
        cell = next((step for step in reversed(chosen.path) if step >= 0), cell)
    if not rolls(chosen):
        return None
    return _read(ctx, plan_order(ctx, with_action(order, task, unit.id, chosen, cell)), unit.id)


def outlook(ctx: Ctx, task: Task) -> Forecast | None:
    """The odds for whom ``task`` asks if it declares nothing more: all that the order would roll as it stands.

    None where no order runs, or nothing that was declared so far rolls for this unit or against it.
    """
    order = running_order(ctx)
    if order is None or not (isinstance(task, React) or hasattr(task, "actor")):
        return None
    unit = asked_unit(task)
    if unit not in ctx.state.units:
        return None
    found = _read(ctx, plan_order(ctx, order), unit)
    return found if found.lines or found.threats or found.value is not None else None


def with_action(order: Order, task: Task, unit: UnitId, action: Action, cell: int) -> Order:
    """The order as it would stand once the action is declared."""
    if isinstance(task, React):
        return replace(order, reactions=(*order.reactions, Reaction(unit, action, task.window)))
    return replace(order, skills=(*order.skills, Declared(action, cell)))


def _guts(ctx: Ctx, task: GutsRoll, action: Action) -> Forecast | None:
    if not isinstance(action, TakeGuts):
        return None
    if action.choice in (PASS, FAIL):
        return Forecast(task.unit, None, SURE if action.choice == PASS else NONE)
    value = guts_value(ctx, task.unit)
    return Forecast(task.unit, value, success_chance(value.value))


def _read(ctx: Ctx, plan: Plan, unit: UnitId) -> Forecast:
    """The forecast for one unit's part of a plan."""
    part = plan.actor if unit == plan.actor.unit else plan.reply_of(unit) or Reply(unit)
    threats = [
        line
        for other in (plan.actor, *plan.replies)
        if other.unit != unit
        for line in lines_of(ctx, plan, other)
        if line.target == unit
    ]
    lines = tuple(lines_of(ctx, plan, part))
    resets = tuple((state, success_chance(value.value)) for state, value in part.resets)
    value = part.dodge
    if part.attack is not None:
        value = part.attack.aims[0].value
        hit = _chance_of_any(ctx, plan, part, lines)
    elif part.dodge is not None:
        hit = _dodge_chance(plan, part)
    else:
        value = max((v for _, v in part.resets), key=lambda v: v.value, default=None)
        hit = max((chance for _, chance in resets), default=NONE)
    return Forecast(unit, value, hit, lines, tuple(threats), _suffered(ctx, plan, unit), resets)


def _dodge_chance(plan: Plan, part: Reply) -> Fraction:
    """Chance that a Dodge is a success that nothing cancels."""
    assert part.dodge is not None
    attacks = plan.met_by_dodge(part.unit)
    chance = NONE
    for rank, odds in best_ranks(1, part.dodge.value):
        if rank:
            for _, aim in attacks:
                odds *= sum((p for best, p in best_ranks(aim.dice, sv_of(aim.value)) if best < rank), NONE)
            chance += odds
    return chance


def _chance_of_any(ctx: Ctx, plan: Plan, part: Reply, lines: tuple[Line, ...]) -> Fraction:
    """Chance that an attack takes effect on some enemy, nest or door; smoke only has to land."""
    attack = part.attack
    assert attack is not None
    side = ctx.state.units[part.unit].side
    if attack.cells and attack.aims[0].value is not None:
        aim = attack.aims[0]
        victims = [v.target for v in attack.victims if not _is_friend(ctx, side, v.target)]
        if not victims or not is_harmful(ctx, attack.weapon.ammo):
            return success_chance(sv_of(aim.value))
        missing = NONE
        for best, odds in best_ranks(aim.dice, sv_of(aim.value)):
            for target in victims:
                against = opposing(plan, part, target)
                if against is None:
                    odds *= 0 if best else 1
                else:
                    odds *= sum((p for rank, p in best_ranks(against[0], against[1].value) if rank >= best), NONE)
            missing += odds
        return 1 - missing
    missing = SURE
    for line in lines:
        if not _is_friend(ctx, side, line.target):
            missing *= 1 - line.hit
    return 1 - missing


def _is_friend(ctx: Ctx, side: Side, target: int) -> bool:
    unit = ctx.state.units.get(target)
    return unit is not None and not are_foes(ctx, side, unit.side)


def _suffered(ctx: Ctx, plan: Plan, unit_id: UnitId) -> Harm:
    """What every attack of the order costs a unit together: its one Dodge die hangs them all on one rank (RL-3).

    Friends' dice that may stray onto it are counted in; of a circle the same die strays or lies (AT-2, AT-5).
    """
    unit = ctx.state.units[unit_id]
    left, xeno = points_left(ctx, unit), is_hive(ctx, unit)
    attacks = _attacks_on(ctx, plan, unit)
    if not attacks:
        return UNHURT
    dodge = plan.dodge_of(unit_id)
    costs: dict[Toll, Fraction] = {}
    for rank, odds in best_ranks(1, dodge.value) if dodge is not None else ((0, SURE),):
        parts = []
        for part, attack, aim, covered in attacks:
            if aim.friends and unit_id in aim.friends:
                classes = strayed(attack, aim, unit_id, rank if dodge is not None else MISS_RANK)
            elif dodge is None or attack.fixed:
                classes = classes_against(plan, part, aim, unit_id)[0]
            elif aim.value is None:
                classes = surely(NONE if rank else SURE)
            else:
                classes = above(aim.dice, aim.value.value, rank)
            parts.append((classes, unit_saves(ctx, attack, unit_id, covered=covered)))
        for cost, chance in in_turn(parts, left, xeno=xeno).items():
            costs[cost] = costs.get(cost, NONE) + odds * chance
    return harm_of(costs.items())


def _attacks_on(ctx: Ctx, plan: Plan, unit: Unit) -> list[tuple[Reply, Attack, Aim, bool]]:
    """The attacks of an order that can hit this unit, or stray onto it, with whether it saves in cover."""
    found: list[tuple[Reply, Attack, Aim, bool]] = []
    for part in (plan.actor, *plan.replies):
        attack = part.attack
        if attack is None:
            continue
        for aim in attack.aims:
            if unit.id in aim.friends:
                shooter = ctx.state.units[part.unit]
                found.append((part, attack, aim, is_covered(ctx, shooter, attack.cell, unit.cell, unit.size)))
            elif attack.cells:
                found += [(part, attack, aim, victim.covered) for victim in attack.victims if victim.target == unit.id]
            elif aim.target == unit.id:
                found.append((part, attack, aim, aim.covered))
    return found
