"""What an action may come to, exactly, before it is declared (RL-6): counted from the plan that the resolver rolls."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from game.core.contest import SIDES
from game.core.odds import classes_face_to_face, classes_normal, side_a, side_b, stray_chance, success_chance
from game.core.state import Action, Task
from game.core.tx import Ctx
from game.core.types import Side, UnitId, door_step
from game.rules.skirmish import names
from game.rules.skirmish.actions import Berserk, TakeGuts
from game.rules.skirmish.combat.ammo import ARM, Saves, is_damaging, saves_against
from game.rules.skirmish.combat.chances import (
    NONE,
    SURE,
    UNHURT,
    Frozen,
    Harm,
    SaveOdds,
    above,
    afflicted,
    any_hit,
    best_ranks,
    frozen,
    harm_of,
    in_turn,
    one_attack,
    surely,
)
from game.rules.skirmish.combat.guts import FAIL, PASS, guts_value
from game.rules.skirmish.combat.modifiers import is_covered
from game.rules.skirmish.combat.offers import asked_unit, settled
from game.rules.skirmish.combat.plans import Aim, Attack, Plan, Reply, plan_action, plan_order
from game.rules.skirmish.combat.saves import (
    NEST_ARMOUR,
    NEST_STRUCTURE,
    lethal_saves,
    protection,
    roll_value,
)
from game.rules.skirmish.combat.values import SuccessValue
from game.rules.skirmish.combat.wounds import Toll, points_left
from game.rules.skirmish.queries import are_foes, is_hive, profile_of
from game.rules.skirmish.tasks import Declared, GutsRoll, Order, React, Reaction, running_order

CHECKS = "combat.checks"
"""Extension point ``(ctx, task, action) -> SuccessValue | None``: the one roll that another skill asks for, so that
its chance can be shown (RL-6)."""


class Line(Struct, frozen=True):
    """One attack against one target: a unit's or marker's id, or a door as a negative number (``door_step``).

    ``value`` is None where no die falls (a cone); ``against`` is what opposes it face to face. ``hit`` is the chance
    that anything takes effect, ``harm`` what it costs, ``states`` the chance of each state that follows.
    """

    attacker: UnitId
    target: int
    weapon: str
    dice: int
    value: SuccessValue | None
    against: SuccessValue | None
    hit: Fraction
    harm: Harm
    states: tuple[tuple[str, Fraction], ...] = ()


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
    cell = chosen.path[-1] if isinstance(chosen, Berserk) and chosen.path else unit.cell
    if plan_action(ctx, order, unit, chosen, cell, reaction=isinstance(task, React)) is None:
        return None
    supposed = _with(order, task, unit.id, chosen, cell)
    return _read(ctx, plan_order(ctx, supposed), unit.id)


def _with(order: Order, task: Task, unit: UnitId, action: Action, cell: int) -> Order:
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
    if unit == plan.actor.unit:
        part = plan.actor
        threats = [
            line for reply in plan.replies for line in _lines(ctx, plan, reply) if line.target == plan.actor.unit
        ]
    else:
        found = plan.reply_of(unit)
        assert found is not None
        part = found
        threats = [line for line in _lines(ctx, plan, plan.actor) if line.target == unit]
    lines = tuple(_lines(ctx, plan, part))
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


# -- who opposes whom ---------------------------------------------------------------------------------------


def _sv(value: SuccessValue | None) -> int:
    return 0 if value is None else value.value


def _opposing(plan: Plan, part: Reply, target: int) -> tuple[int, SuccessValue] | None:
    """The dice that are rolled face to face against the attack of ``part`` on ``target``, if any (RL-3)."""
    if part.unit == plan.actor.unit:
        reply = plan.reply_of(target)
        if reply is None or plan.opposes(reply) is None:
            return None
        value = reply.attack.aims[0].value if reply.attack is not None else reply.dodge
        return None if value is None else (1, value)
    if target != plan.actor.unit:
        return None
    aim = plan.opposes(part)
    if aim is not None and aim.value is not None:
        return aim.dice, aim.value
    return None if plan.actor.dodge is None else (1, plan.actor.dodge)


def _classes(plan: Plan, part: Reply, aim: Aim, target: int) -> tuple[Frozen, SuccessValue | None]:
    """Outcome classes of an attack on one target, and what opposes it."""
    against = _opposing(plan, part, target)
    if aim.value is None:
        dodge = _dodge_of(plan, target)
        return surely(SURE if dodge is None else 1 - success_chance(dodge.value)), None
    if against is None:
        return frozen(classes_normal(aim.dice, aim.value.value)), None
    dice, value = against
    if part.unit == plan.actor.unit:
        return frozen(side_a(classes_face_to_face(aim.dice, aim.value.value, dice, value.value))), value
    return frozen(side_b(classes_face_to_face(dice, value.value, aim.dice, aim.value.value))), value


def _dodge_of(plan: Plan, unit: int) -> SuccessValue | None:
    if unit == plan.actor.unit:
        return plan.actor.dodge
    reply = plan.reply_of(unit)
    return None if reply is None else reply.dodge


def _dodge_chance(plan: Plan, part: Reply) -> Fraction:
    """Chance that a Dodge is a success that nothing cancels."""
    assert part.dodge is not None
    if part.unit == plan.actor.unit:
        attacks = [
            aim
            for reply in plan.replies
            if reply.attack is not None and (aim := reply.attack.aims[0]).value is not None
        ]
    else:
        opposed = plan.opposes(part)
        attacks = [] if opposed is None else [opposed]
    chance = NONE
    for rank, odds in best_ranks(1, part.dodge.value):
        if rank:
            for aim in attacks:
                odds *= sum((p for best, p in best_ranks(aim.dice, _sv(aim.value)) if best < rank), NONE)
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
        if not victims:
            return success_chance(_sv(aim.value))
        missing = NONE
        for best, odds in best_ranks(aim.dice, _sv(aim.value)):
            for target in victims:
                against = _opposing(plan, part, target)
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


# -- lines ----------------------------------------------------------------------------------------------------


def _lines(ctx: Ctx, plan: Plan, part: Reply) -> list[Line]:
    """Each target of a unit's attack with its odds, then the friends that stray dice may hit (AT-2)."""
    attack = part.attack
    if attack is None:
        return []
    found = []
    if attack.cells:
        aim = attack.aims[0]
        for victim in attack.victims:
            found.append(_line(ctx, plan, part, attack, aim, victim.target, covered=victim.covered))
    else:
        for aim in attack.aims:
            target = door_step(aim.door) if aim.door >= 0 else aim.target
            found.append(_line(ctx, plan, part, attack, aim, target, covered=aim.covered))
    for aim in attack.aims:
        found.extend(_stray_lines(ctx, attack, aim))
    return found


def _line(ctx: Ctx, plan: Plan, part: Reply, attack: Attack, aim: Aim, target: int, *, covered: bool) -> Line:
    classes, against = _classes(plan, part, aim, target)
    return _counted(ctx, attack, aim, target, classes, against, covered=covered)


def _counted(
    ctx: Ctx, attack: Attack, aim: Aim, target: int, classes: Frozen, against: SuccessValue | None, *, covered: bool
) -> Line:
    harm, states = _harm(ctx, attack, target, classes, covered=covered)
    dice = 0 if aim.value is None else aim.dice
    return Line(attack.unit, target, attack.weapon.id, dice, aim.value, against, any_hit(classes), harm, states)


def _stray_lines(ctx: Ctx, attack: Attack, aim: Aim) -> list[Line]:
    """For each friend in the melee: every die finds it with its share of the stray chance (AT-2)."""
    if not aim.friends or aim.value is None:
        return []
    share = stray_chance(aim.value.value, aim.loose) / len(aim.friends)
    classes = _binomial(aim.dice, share)
    shooter = ctx.state.units[attack.unit]
    found = []
    for friend in aim.friends:
        unit = ctx.state.units[friend]
        covered = is_covered(ctx, shooter, attack.cell, unit.cell, unit.size)
        found.append(_counted(ctx, attack, aim, friend, classes, None, covered=covered))
    return found


def _binomial(dice: int, chance: Fraction) -> Frozen:
    classes: dict[tuple[int, int], Fraction] = {(0, 0): SURE}
    for _ in range(dice):
        after: dict[tuple[int, int], Fraction] = {}
        for (hits, crits), odds in classes.items():
            after[hits, crits] = after.get((hits, crits), NONE) + odds * (1 - chance)
            after[hits + 1, crits] = after.get((hits + 1, crits), NONE) + odds * chance
        classes = after
    return tuple(classes.items())


def _harm(
    ctx: Ctx, attack: Attack, target: int, classes: Frozen, *, covered: bool
) -> tuple[Harm, tuple[tuple[str, Fraction], ...]]:
    """What the hits cost a unit, nest, infestation marker or door, and the states that follow."""
    unit = ctx.state.units.get(target) if target > 0 else None
    if unit is not None:
        groups = saves_against(ctx, attack.weapon.ammo)
        odds = unit_saves(ctx, attack, target, covered=covered)
        left, xeno = points_left(ctx, unit), is_hive(ctx, unit)
        chances: dict[str, Fraction] = {}
        for group, chance in zip(groups, afflicted(classes, odds, left, xeno=xeno), strict=True):
            for made in group.states:
                for state in made(ctx, unit):
                    chances[state] = max(chances.get(state, NONE), chance)
        return one_attack(classes, odds, left, xeno=xeno), tuple(chances.items())
    left, armour = _structure(ctx, target)
    marker = ctx.state.markers.get(target)
    if marker is not None and marker.kind == names.INFESTATION:
        gone = any_hit(classes) if is_damaging(ctx, attack.weapon.ammo) else NONE
        return Harm((SURE,), NONE, gone), ()
    odds = tuple(
        _odds(attack, group, armour if group.attribute == ARM else 0, covered=covered)
        for group in lethal_saves(ctx, attack.weapon.ammo)
    )
    harm = one_attack(classes, odds, left, xeno=True)
    return _capped(harm, left), ()


def _capped(harm: Harm, left: int) -> Harm:
    """A thing without life loses no more than it has."""
    if len(harm.wounds) <= left + 1:
        return harm
    return replace(harm, wounds=(*harm.wounds[:left], sum(harm.wounds[left:], NONE)))


def _structure(ctx: Ctx, target: int) -> tuple[int, int]:
    """Structure left and armour of a nest or a door."""
    if target < 0:
        door = ctx.board.doors[-target - 1]
        return door.structure - ctx.state.door_wounds.get(door.id, 0), door.armour
    marker = ctx.state.markers.get(target)
    return (NEST_STRUCTURE - marker.wounds if marker is not None else 0), NEST_ARMOUR


def unit_saves(ctx: Ctx, attack: Attack, target: UnitId, *, covered: bool) -> tuple[SaveOdds, ...]:
    """The saving rolls of a unit against an attack, as odds."""
    profile = profile_of(ctx, ctx.state.units[target])
    found = []
    for group in saves_against(ctx, attack.weapon.ammo):
        if group.is_roll:
            fails = SIDES - int(success_chance(roll_value(profile, group)) * SIDES)
            found.append(SaveOdds(group.saves, group.extra, fails, group.wounds, group.shock))
        else:
            found.append(_odds(attack, group, getattr(profile, group.attribute), covered=covered))
    return tuple(found)


def _odds(attack: Attack, group: Saves, attribute: int, *, covered: bool) -> SaveOdds:
    guard = protection(group, attribute, attack.mode, covered=covered)
    failing = max(0, min(SIDES, attack.damage - guard))
    return SaveOdds(group.saves, group.extra, failing, group.wounds, group.shock)


# -- all attacks on one unit -------------------------------------------------------------------------------------


def _suffered(ctx: Ctx, plan: Plan, unit_id: UnitId) -> Harm:
    """What every attack of the order costs a unit together: its one Dodge die hangs them all on one rank (RL-3)."""
    unit = ctx.state.units[unit_id]
    left, xeno = points_left(ctx, unit), is_hive(ctx, unit)
    attacks = _attacks_on(plan, unit_id)
    if not attacks:
        return UNHURT
    dodge = plan.actor.dodge if unit_id == plan.actor.unit else None
    costs: dict[Toll, Fraction] = {}
    for rank, odds in best_ranks(1, dodge.value) if dodge is not None else ((0, SURE),):
        parts = []
        for part, attack, aim, covered in attacks:
            if dodge is None:
                classes = _classes(plan, part, aim, unit_id)[0]
            elif aim.value is None:
                classes = surely(NONE if rank else SURE)
            else:
                classes = above(aim.dice, aim.value.value, rank)
            parts.append((classes, unit_saves(ctx, attack, unit_id, covered=covered)))
        for cost, chance in in_turn(parts, left, xeno=xeno).items():
            costs[cost] = costs.get(cost, NONE) + odds * chance
    return harm_of(costs.items())


def _attacks_on(plan: Plan, unit: UnitId) -> list[tuple[Reply, Attack, Aim, bool]]:
    """The attacks of an order that can hit this unit, with whether it saves in cover."""
    found = []
    for part in (plan.actor, *plan.replies):
        attack = part.attack
        if attack is None:
            continue
        if attack.cells:
            found += [(part, attack, attack.aims[0], v.covered) for v in attack.victims if v.target == unit]
        else:
            found += [(part, attack, aim, aim.covered) for aim in attack.aims if aim.target == unit]
    return found
