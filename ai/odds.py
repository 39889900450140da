"""Chances as plain numbers, from the rules' own exact odds: what an attack is likely to do to its target.

Bots weigh thousands of attacks a turn, most of them alike, so every distribution is kept once it was worked out.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from game.api import Ctx, Dicepool, Game, Profile, Unit, Weapon, odds, protection, roll_value, saves_against

SIDES = 20

Pool = tuple[int, int]
"""Dice and success value of one side of a roll; no dice: nobody opposes."""
NOBODY: Pool = (0, 0)
EM = "em"
ELECTRONIC = frozenset({"HI", "TAG", "REM", "Vehicle"})
"""Types that are Immobilized, too, when their electronics fail (EM-13)."""
XENOS = frozenset({"lesser", "swarm", "spore", "synapse", "monstrous", "gargantuan"})
STOPPED, CUT_OFF, SEVERED = 2.4, 0.9, 0.3
"""What being stopped dead, Isolated, or cut off from a hive counts, the usual harmful state being 1."""


class Harm(NamedTuple):
    """What an attack does to its target: the chance to take it out, the points it loses on average (at most those
    it has), and the chance that it takes on a harmful state without a wound (Stunned, Immobilized).
    """

    kill: float
    wounds: float
    upset: float


def points_left(profile: Profile, unit: Unit) -> int:
    """Points of W or STR that the unit has left, at least 1."""
    return max(1, profile.w - unit.wounds)


def harm(
    ctx: Ctx,
    weapon: Weapon,
    target: Profile,
    left: int,
    attack: Pool,
    against: Pool = NOBODY,
    *,
    damage: int = 0,
    covered: bool = False,
    melee: bool = False,
    sure: bool = False,
) -> Harm:
    """What an attack with this weapon does to a target of that profile with ``left`` points.

    ``attack`` and ``against`` are dice and success values; ``damage`` replaces the weapon's own. ``sure``: a cone,
    which hits unless a Dodge, ``against``, succeeds (AT-5).
    """
    return _harm(ctx.game, weapon, target, left, attack, against, damage or weapon.damage, covered, melee, sure)


@lru_cache(maxsize=1 << 15)
def _harm(
    game: Game,
    weapon: Weapon,
    target: Profile,
    left: int,
    attack: Pool,
    against: Pool,
    damage: int,
    covered: bool,
    melee: bool,
    sure: bool,
) -> Harm:
    kind = "cc" if melee else "bs"
    kill = lost = upset = 0.0
    for saves in saves_against(game, weapon.ammo):
        if saves.is_roll:
            margin = SIDES - max(0, min(SIDES, roll_value(target, saves)))
        else:
            guard = protection(saves, getattr(target, saves.attribute), kind, covered=covered)
            margin = damage - guard
        found = _failures(attack, against, saves.saves, max(0, min(SIDES, margin)), sure)
        if saves.wounds:
            needed = -(-left // saves.wounds)
            chance = sum(found[needed:])
            mean = sum(min(left, failed * saves.wounds) * p for failed, p in enumerate(found))
            kill, lost = max(kill, chance), max(lost, mean)
        else:
            upset = max(upset, (1.0 - found[0]) * (_burn(target) if EM in weapon.ammo else 1.0))
    return Harm(kill, lost, upset)


def _burn(target: Profile) -> float:
    """What electromagnetic rounds mean to their target, a usual state being 1: suits stop dead, xenos hardly notice."""
    if target.type in ELECTRONIC:
        return STOPPED
    return SEVERED if target.type in XENOS else CUT_OFF


@lru_cache(maxsize=1 << 15)
def _failures(attack: Pool, against: Pool, saves: int, margin: int, sure: bool) -> tuple[float, ...]:
    """Chance of each number of failed saves."""
    fail = Fraction(margin, SIDES)
    if sure:
        hit = 1 - odds.success_chance(against[1]) if against[0] else Fraction(1)
        spread = odds.wounds_distribution([(saves, fail, 1)])
        landed = [hit * p for p in spread]
        landed[0] += 1 - hit
        return tuple(float(p) for p in landed)
    if attack[0] < 1 or attack[1] < 1:
        return (1.0,)
    opposed = Dicepool(*against) if against[0] else None
    return tuple(float(p) for p in odds.attack_odds(Dicepool(*attack), opposed, saves=saves, fail=fail))


@lru_cache(maxsize=1 << 12)
def success(value: int) -> float:
    """Chance that one die succeeds against a success value."""
    return float(odds.success_chance(value))


def expected(harm_: Harm, left: int) -> float:
    """The share of a target's worth that an attack takes: being taken out counts most, wounds for their part."""
    return 0.6 * harm_.kill + 0.4 * harm_.wounds / left + 0.25 * harm_.upset * (1.0 - harm_.kill)
