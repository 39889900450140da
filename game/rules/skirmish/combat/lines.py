"""Each attack of a plan against each of its targets, with its exact odds (RL-2, RL-3, RL-6)."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from game.core.contest import SIDES
from game.core.odds import stray_chance, success_chance
from game.core.tx import Ctx
from game.core.types import UnitId, door_of, door_step
from game.rules.skirmish import names
from game.rules.skirmish.combat.ammo import ARM, Saves, is_damaging, saves_against
from game.rules.skirmish.combat.chances import (
    NONE,
    SURE,
    Harm,
    SaveOdds,
    Spread,
    above,
    afflicted,
    answering,
    each_die,
    one_attack,
    opposed,
    surely,
    unopposed,
)
from game.rules.skirmish.combat.modifiers import is_covered
from game.rules.skirmish.combat.plans import Aim, Attack, Plan, Reply
from game.rules.skirmish.combat.saves import NEST_ARMOUR, NEST_STRUCTURE, lethal_saves, protection, roll_value
from game.rules.skirmish.combat.values import SuccessValue
from game.rules.skirmish.combat.wounds import points_left
from game.rules.skirmish.queries import is_hive, profile_of


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


# -- who opposes whom ---------------------------------------------------------------------------------------


def sv_of(value: SuccessValue | None) -> int:
    """The number itself; 0 where no die falls."""
    return 0 if value is None else value.value


def opposing(plan: Plan, part: Reply, target: int) -> tuple[int, SuccessValue] | None:
    """The dice that are rolled face to face against the attack of ``part`` on ``target``, if any (RL-3)."""
    if part.unit == plan.actor.unit:
        reply = plan.reply_of(target)
        if reply is None or plan.opposes(reply) is None:
            return None
        value = reply.attack.aims[0].value if reply.attack is not None else reply.dodge
        return None if value is None else (1, value)
    aim = plan.opposes(part) if target == plan.actor.unit else None
    if aim is not None and aim.value is not None:
        return aim.dice, aim.value
    dodge = plan.dodge_of(target)
    return None if dodge is None else (1, dodge)


def classes_against(plan: Plan, part: Reply, aim: Aim, target: int) -> tuple[Spread, SuccessValue | None]:
    """Outcome classes of an attack on one target, and what opposes it."""
    against = opposing(plan, part, target)
    if aim.value is None:
        dodge = plan.dodge_of(target)
        return surely(SURE if dodge is None else 1 - success_chance(dodge.value)), None
    if against is None:
        return unopposed(aim.dice, aim.value.value), None
    dice, value = against
    if part.unit == plan.actor.unit:
        return opposed(aim.dice, aim.value.value, dice, value.value), value
    return answering(aim.dice, aim.value.value, dice, value.value), value


# -- lines ----------------------------------------------------------------------------------------------------


def lines_of(ctx: Ctx, plan: Plan, part: Reply) -> list[Line]:
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
    classes, against = classes_against(plan, part, aim, target)
    return _counted(ctx, attack, aim, target, classes, against, covered=covered)


def _counted(
    ctx: Ctx, attack: Attack, aim: Aim, target: int, classes: Spread, against: SuccessValue | None, *, covered: bool
) -> Line:
    harm, states = _harm(ctx, attack, target, classes, covered=covered)
    dice = 0 if aim.value is None else aim.dice
    return Line(attack.unit, target, attack.weapon.id, dice, aim.value, against, classes.any_hit, harm, states)


def stray_share(aim: Aim) -> Fraction:
    """The chance that one die strays onto one of the friends in the melee, each of them alike (AT-2)."""
    return stray_chance(sv_of(aim.value), aim.loose) / len(aim.friends)


def strayed(attack: Attack, aim: Aim, unit: UnitId, bar: int) -> Spread:
    """Outcome classes of dice against a friend in the melee: those that stray, and a circle's that lie upon it.

    Of the latter only those above the rank ``bar`` of its Dodge take effect.
    """
    share = stray_share(aim)
    if not attack.threatens(unit):
        return each_die(aim.dice, share)
    return above(aim.dice, sv_of(aim.value), bar, share)


def _stray_lines(ctx: Ctx, attack: Attack, aim: Aim) -> list[Line]:
    """For each friend in the melee: every die finds it with its share of the stray chance (AT-2)."""
    if not aim.friends or aim.value is None:
        return []
    classes = each_die(aim.dice, stray_share(aim))
    shooter = ctx.state.units[attack.unit]
    found = []
    for friend in aim.friends:
        unit = ctx.state.units[friend]
        covered = is_covered(ctx, shooter, attack.cell, unit.cell, unit.size)
        found.append(_counted(ctx, attack, aim, friend, classes, None, covered=covered))
    return found


def _harm(
    ctx: Ctx, attack: Attack, target: int, classes: Spread, *, covered: bool
) -> tuple[Harm, tuple[tuple[str, Fraction], ...]]:
    """What the hits cost a unit, nest, breakable marker or door, and the states that follow."""
    unit = ctx.state.units.get(target) if target > 0 else None
    if unit is not None:
        groups = saves_against(ctx.game, attack.weapon.ammo)
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
    if marker is not None and marker.kind in ctx.game.rulebook.tables[names.BREAKABLE]:
        gone = classes.any_hit if is_damaging(ctx, attack.weapon.ammo) else NONE
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
        door = ctx.board.doors[door_of(target)]
        return door.structure - ctx.state.door_wounds.get(door.id, 0), door.armour
    marker = ctx.state.markers.get(target)
    return (NEST_STRUCTURE - marker.wounds if marker is not None else 0), NEST_ARMOUR


def unit_saves(ctx: Ctx, attack: Attack, target: UnitId, *, covered: bool) -> tuple[SaveOdds, ...]:
    """The saving rolls of a unit against an attack, as odds."""
    profile = profile_of(ctx, ctx.state.units[target])
    found = []
    for group in saves_against(ctx.game, attack.weapon.ammo):
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
