"""Exact odds of rolls by outcome classes, computed and never sampled (RL-6).

A class says how many plain hits and criticals take effect. Classes are counted in closed form over
the ranks of `game.core.contest`; faces are never enumerated, because burst 3 against one reaction has
160,000 of them. All chances are fractions; counts are whole numbers over powers of 20.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from types import MappingProxyType
from typing import TypeAlias, TypeVar

from game.core.contest import CRITICAL_RANK, MISS_RANK, SIDES, Dicepool, ranks

Classes: TypeAlias = Mapping[tuple[int, int], Fraction]
"""Chance of each (hits, criticals) that take effect; hits leave criticals out. Impossible ones are absent."""

FaceToFaceClasses: TypeAlias = Mapping[tuple[int, int, int, int], Fraction]
"""Chance of each (hits a, criticals a, hits b, criticals b)."""

Distribution: TypeAlias = tuple[Fraction, ...]
"""Chance of exactly 0, 1, 2, ... of something."""

CERTAINLY_NONE: Distribution = (Fraction(1),)

_CACHED_ROLLS = 1 << 14
_Key = TypeVar("_Key", bound=tuple[int, ...])


@lru_cache(maxsize=1024)
def success_chance(sv: int) -> Fraction:
    """Chance that one die succeeds, plain or critical (RL-1).

    >>> success_chance(12), success_chance(0)
    (Fraction(3, 5), Fraction(0, 1))
    """
    return Fraction(sum(1 for rank in ranks(sv) if rank > MISS_RANK), SIDES)


def stray_chance(sv: int, sv_without: int) -> Fraction:
    """Chance that one die misses but hits a friend engaged with the target (AT-2); see `contest.is_stray`."""
    if sv < 1:
        return Fraction(0)
    return max(Fraction(0), success_chance(sv_without) - success_chance(sv))


@lru_cache(maxsize=_CACHED_ROLLS)
def classes_normal(dice: int, sv: int) -> Classes:
    """Outcome classes of a roll that nobody opposes (RL-2)."""
    rolled = Dicepool(dice, sv).rolled
    return _as_chances(_survivors(rolled, _cumulated(sv), MISS_RANK), SIDES**rolled)


@lru_cache(maxsize=_CACHED_ROLLS)
def classes_face_to_face(dice_a: int, sv_a: int, dice_b: int, sv_b: int) -> FaceToFaceClasses:
    """Outcome classes of a face-to-face roll (RL-3): at most one side has something left.

    Summed over the best rank of one side, above which the other side's dice survive.
    """
    rolled_a, rolled_b = Dicepool(dice_a, sv_a).rolled, Dicepool(dice_b, sv_b).rolled
    below_a, below_b = _cumulated(sv_a), _cumulated(sv_b)
    counts: dict[tuple[int, int, int, int], int] = {}
    for bar, ways in _best_ranks(rolled_b, below_b):
        for (hits, crits), own in _survivors(rolled_a, below_a, bar).items():
            if hits or crits:
                key = (hits, crits, 0, 0)
                counts[key] = counts.get(key, 0) + ways * own
    for bar, ways in _best_ranks(rolled_a, below_a):
        for (hits, crits), own in _survivors(rolled_b, below_b, bar).items():
            if hits or crits:
                key = (0, 0, hits, crits)
                counts[key] = counts.get(key, 0) + ways * own
    total: int = SIDES ** (rolled_a + rolled_b)
    nothing = total - sum(counts.values())
    if nothing:
        counts[0, 0, 0, 0] = nothing
    return _as_chances(counts, total)


def side_a(classes: FaceToFaceClasses) -> Classes:
    """What is left to the first side of a face-to-face roll, the other side summed out."""
    return _marginal(classes, 0)


def side_b(classes: FaceToFaceClasses) -> Classes:
    """What is left to the second side of a face-to-face roll, the other side summed out."""
    return _marginal(classes, 2)


@lru_cache(maxsize=1024)
def fail_chance(damage: int, protection: int) -> Fraction:
    """Chance to fail one saving roll, in either style (RL-5, EM-A1).

    >>> fail_chance(13, 3), fail_chance(13, 20), fail_chance(30, 0)
    (Fraction(1, 2), Fraction(0, 1), Fraction(1, 1))
    """
    return Fraction(max(0, min(SIDES, damage - protection)), SIDES)


def wounds_distribution(saves: Iterable[tuple[int, Fraction, int]]) -> Distribution:
    """Wounds of several batches of saving rolls together.

    Each batch is (number of saves, chance to fail one, wounds for each failed one).

    >>> wounds_distribution([(2, Fraction(1, 2), 1)])
    (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))
    """
    total = CERTAINLY_NONE
    for number, fail, wounds in saves:
        total = convolve(total, scaled(_binomial(number, fail), wounds))
    return total


def attack_distribution(classes: Classes, *, saves: int, fail: Fraction, wounds: int = 1) -> Distribution:
    """Wounds of an attack whose outcome classes are known.

    Each hit or critical asks for *saves* saving rolls, each critical for one more (RL-5); each failed
    one, of chance *fail*, costs *wounds*.
    """
    rolls: dict[int, Fraction] = {}
    for (hits, crits), chance in classes.items():
        number = (hits + crits) * saves + crits
        rolls[number] = rolls.get(number, Fraction(0)) + chance
    most = max(rolls, default=0)
    # Whole numbers over one denominator: Fraction would cancel after every single addition.
    scale = lcm(*(chance.denominator for chance in rolls.values()))
    failing, of = fail.numerator, fail.denominator
    counts = [0] * (most + 1)
    for number, chance in rolls.items():
        weight = chance.numerator * (scale // chance.denominator) * of ** (most - number)
        for failed in range(number + 1):
            counts[failed] += weight * comb(number, failed) * failing**failed * (of - failing) ** (number - failed)
    total = scale * of**most
    return scaled(_trimmed([Fraction(count, total) for count in counts]), wounds)


@lru_cache(maxsize=_CACHED_ROLLS)
def attack_odds(
    attack: Dicepool, against: Dicepool | None = None, *, saves: int, fail: Fraction, wounds: int = 1
) -> Distribution:
    """Wounds that *attack* deals, opposed face to face by *against* or by nobody; see `attack_distribution`."""
    if against is None:
        classes = classes_normal(*attack)
    else:
        classes = side_a(classes_face_to_face(*attack, *against))
    return attack_distribution(classes, saves=saves, fail=fail, wounds=wounds)


@lru_cache(maxsize=1024)
def dodge_odds(sv: int, attacks: tuple[tuple[Dicepool, int, Fraction, int], ...]) -> Distribution:
    """Wounds of a unit whose one Dodge die opposes every attack on it (RL-3, D-I20).

    Each attack is (dice, saves for a hit, chance to fail one, wounds for each failed one). The attacks
    hang together through the one die, so the total is no convolution of separate face-to-face rolls.
    """
    total: dict[int, Fraction] = {}
    for bar, ways in _best_ranks(Dicepool(1, sv).rolled, _cumulated(sv)):
        given = CERTAINLY_NONE
        for pool, saves, fail, wounds in attacks:
            counts = _survivors(pool.rolled, _cumulated(pool.sv), bar)
            classes = _as_chances(counts, SIDES**pool.rolled)
            given = convolve(given, attack_distribution(classes, saves=saves, fail=fail, wounds=wounds))
        for number, chance in enumerate(given):
            total[number] = total.get(number, Fraction(0)) + ways * chance
    whole = sum(total.values())
    return tuple(total[number] / whole for number in range(len(total)))


def convolve(one: Distribution, other: Distribution) -> Distribution:
    """Distribution of the sum of two independent numbers."""
    if one == CERTAINLY_NONE:
        return other
    if other == CERTAINLY_NONE:
        return one
    total = [Fraction(0)] * (len(one) + len(other) - 1)
    for i, p in enumerate(one):
        for j, q in enumerate(other):
            total[i + j] += p * q
    return tuple(total)


def scaled(distribution: Distribution, factor: int) -> Distribution:
    """Distribution of *factor* times the number."""
    if factor == 1:
        return distribution
    if factor == 0:
        return CERTAINLY_NONE
    spread = [Fraction(0)] * ((len(distribution) - 1) * factor + 1)
    spread[::factor] = distribution
    return tuple(spread)


def expected(distribution: Distribution) -> Fraction:
    """The mean of a distribution.

    >>> expected((Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)))
    Fraction(1, 1)
    """
    return sum((number * chance for number, chance in enumerate(distribution)), Fraction(0))


def at_least(distribution: Distribution, number: int) -> Fraction:
    """Chance of *number* or more.

    >>> at_least((Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)), 1)
    Fraction(3, 4)
    """
    return sum(distribution[max(0, number) :], Fraction(0))


@lru_cache(maxsize=256)
def _cumulated(sv: int) -> tuple[int, ...]:
    """At place r, how many of the 20 faces have rank r or less."""
    table = ranks(sv)
    return tuple(sum(1 for rank in table if rank <= bar) for bar in range(CRITICAL_RANK + 1))


def _best_ranks(dice: int, below: tuple[int, ...]) -> list[tuple[int, int]]:
    """Each possible best rank of *dice* dice, with the number of ways to get it."""
    best = []
    fewer = 0
    for bar, faces in enumerate(below):
        ways = faces**dice - fewer
        fewer += ways
        if ways:
            best.append((bar, ways))
    return best


def _survivors(dice: int, below: tuple[int, ...], bar: int) -> dict[tuple[int, int], int]:
    """Ways of each (hits, criticals) above the rank *bar* among *dice* dice."""
    low = below[bar]
    crit = SIDES - max(low, below[CRITICAL_RANK - 1])
    hit = SIDES - low - crit
    counts = {}
    for crits in range(dice + 1 if crit else 1):
        for hits in range(dice - crits + 1 if hit else 1):
            rest = dice - crits - hits
            ways = comb(dice, crits) * comb(dice - crits, hits) * crit**crits * hit**hits * low**rest
            if ways:
                counts[hits, crits] = ways
    return counts


def _binomial(number: int, chance: Fraction) -> Distribution:
    happens, of = chance.numerator, chance.denominator
    return _trimmed(
        [Fraction(comb(number, k) * happens**k * (of - happens) ** (number - k), of**number) for k in range(number + 1)]
    )


def _trimmed(chances: list[Fraction]) -> Distribution:
    """Without the impossible top numbers, so that equal distributions are equal tuples."""
    while len(chances) > 1 and not chances[-1]:
        chances.pop()
    return tuple(chances)


def _marginal(classes: FaceToFaceClasses, first: int) -> Classes:
    left: dict[tuple[int, int], Fraction] = {}
    for outcome, chance in classes.items():
        key = (outcome[first], outcome[first + 1])
        left[key] = left[key] + chance if key in left else chance
    return left


def _as_chances(counts: Mapping[_Key, int], total: int) -> Mapping[_Key, Fraction]:
    """Read-only, because callers share the cached value; sorted, so that it reads the same everywhere."""
    return MappingProxyType({key: Fraction(counts[key], total) for key in sorted(counts)})
