"""Exact chances of what hits do: from outcome classes through saves to wounds and death (RL-6).

Counted with the same readings that the resolver uses: `contest` for dice, `toll` for failed saves.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from game.core.contest import MISS_RANK, SIDES, Dicepool, ranks
from game.core.odds import Classes, Distribution, classes_face_to_face, classes_normal, side_a, side_b
from game.rules.skirmish.combat.wounds import DEAD, DOWN, UP, Toll, toll

Costs: TypeAlias = dict[Toll, Fraction]
"""Chance of each toll."""

NONE = Fraction(0)
SURE = Fraction(1)


class SaveOdds(NamedTuple):
    """Saving rolls on one attribute: dice for a hit, more for a critical, faces of 20 that fail, what failing costs."""

    saves: int
    extra: int
    failing: int
    wounds: int
    shock: bool


class Harm(Struct, frozen=True):
    """What a unit loses: chance of exactly 0, 1, 2 ... points, of lying Unconscious and of being removed after it."""

    wounds: Distribution
    down: Fraction
    dead: Fraction

    @property
    def out(self) -> Fraction:
        """Chance that it is out of action: Unconscious or removed."""
        return self.down + self.dead

    @property
    def expected(self) -> Fraction:
        """Points lost on average."""
        return sum((n * chance for n, chance in enumerate(self.wounds)), NONE)


UNHURT = Harm((SURE,), NONE, NONE)


class Spread:
    """Outcome classes of an attack: ((hits, criticals), chance) pairs.

    The functions below keep what they made, so equal arguments give the same object, and caches can go by identity:
    hashing fractions would take longer than counting.
    """

    __slots__ = ("any_hit", "pairs")

    def __init__(self, pairs: Iterable[tuple[tuple[int, int], Fraction]]) -> None:
        self.pairs = tuple(pairs)
        self.any_hit = sum((chance for outcome, chance in self.pairs if outcome != (0, 0)), NONE)
        """Chance that at least one hit or critical takes effect."""


def _spread(classes: Classes) -> Spread:
    return Spread(classes.items())


@lru_cache(maxsize=1 << 12)
def unopposed(dice: int, sv: int) -> Spread:
    """A normal roll (RL-2)."""
    return _spread(classes_normal(dice, sv))


@lru_cache(maxsize=1 << 12)
def opposed(dice: int, sv: int, other_dice: int, other_sv: int) -> Spread:
    """What is left of the acting unit's dice face to face with another's (RL-3)."""
    return _spread(side_a(classes_face_to_face(dice, sv, other_dice, other_sv)))


@lru_cache(maxsize=1 << 12)
def answering(dice: int, sv: int, acting_dice: int, acting_sv: int) -> Spread:
    """What is left of a reacting unit's dice face to face with the acting unit's (RL-3)."""
    return _spread(side_b(classes_face_to_face(acting_dice, acting_sv, dice, sv)))


@lru_cache(maxsize=256)
def surely(chance: Fraction) -> Spread:
    """One plain hit with this chance and nothing otherwise: a cone that may be dodged (AT-5)."""
    return Spread((((0, 0), 1 - chance), ((1, 0), chance)))


@lru_cache(maxsize=256)
def each_die(dice: int, chance: Fraction) -> Spread:
    """Plain hits of dice that each hit with the same chance: the strays of a burst (AT-2)."""
    return Spread(
        ((hits, 0), comb(dice, hits) * chance**hits * (1 - chance) ** (dice - hits)) for hits in range(dice + 1)
    )


@lru_cache(maxsize=1 << 12)
def _fails(number: int, failing: int) -> tuple[int, ...]:
    """Ways, out of 20 to the number of dice, that exactly 0, 1, 2 ... of them fail."""
    holding = SIDES - failing
    return tuple(comb(number, k) * failing**k * holding ** (number - k) for k in range(number + 1))


@lru_cache(maxsize=1 << 14)
def costs_of(
    classes: Spread, saves: tuple[SaveOdds, ...], left: int, xeno: bool
) -> tuple[tuple[tuple[Toll, tuple[bool, ...]], Fraction], ...]:
    """Chance of each toll, with which of the saves were failed at least once, for a unit with ``left`` points."""
    found: dict[tuple[Toll, tuple[bool, ...]], Fraction] = {}
    for (hits, crits), chance in classes.pairs:
        spreads = [_fails((hits + crits) * part.saves + crits * part.extra, part.failing) for part in saves]
        total = 1
        for spread in spreads:
            total *= sum(spread)
        here: dict[tuple[Toll, tuple[bool, ...]], int] = {}  # whole numbers first: fractions take ten times as long
        for failed in product(*[range(len(spread)) for spread in spreads]):
            ways = 1
            for spread, number in zip(spreads, failed, strict=True):
                ways *= spread[number]
            if ways:
                key = (_cost(saves, failed, left, xeno), tuple([number > 0 for number in failed]))
                here[key] = here.get(key, 0) + ways
        for key, ways in here.items():
            found[key] = found.get(key, NONE) + chance * Fraction(ways, total)
    return tuple(found.items())


def _cost(saves: tuple[SaveOdds, ...], failed: tuple[int, ...], left: int, xeno: bool) -> Toll:
    cost = Toll(0, UP)
    for part, number in zip(saves, failed, strict=True):
        if number and part.wounds:
            cost = cost.plus(toll(left - cost.wounds, number, wounds=part.wounds, shock=part.shock, xeno=xeno))
    return cost


def harm_of(costs: Iterable[tuple[Toll, Fraction]]) -> Harm:
    """Chances of points lost and of fates."""
    wounds: dict[int, Fraction] = {0: NONE}
    down = dead = NONE
    for cost, chance in costs:
        wounds[cost.wounds] = wounds.get(cost.wounds, NONE) + chance
        if cost.fate == DOWN:
            down += chance
        elif cost.fate == DEAD:
            dead += chance
    return Harm(tuple(wounds.get(n, NONE) for n in range(max(wounds) + 1)), down, dead)


@lru_cache(maxsize=1 << 13)
def one_attack(classes: Spread, saves: tuple[SaveOdds, ...], left: int, *, xeno: bool) -> Harm:
    """What one attack costs a unit with ``left`` points."""
    return harm_of((cost, chance) for (cost, _), chance in costs_of(classes, saves, left, xeno))


@lru_cache(maxsize=1 << 13)
def afflicted(classes: Spread, saves: tuple[SaveOdds, ...], left: int, *, xeno: bool) -> tuple[Fraction, ...]:
    """For each kind of save the chance that it is failed and the unit lives to bear what follows."""
    chances = [NONE] * len(saves)
    for (cost, failed), chance in costs_of(classes, saves, left, xeno):
        if cost.fate != DEAD:
            for index, fails in enumerate(failed):
                if fails:
                    chances[index] += chance
    return tuple(chances)


def in_turn(attacks: Iterable[tuple[Spread, tuple[SaveOdds, ...]]], left: int, *, xeno: bool) -> Costs:
    """What independent attacks cost together, one after the other as they are carried out."""
    now: Costs = {Toll(0, UP): SURE}
    for classes, saves in attacks:
        after: Costs = {}
        for cost, chance in now.items():
            if cost.fate == DEAD:
                after[cost] = after.get(cost, NONE) + chance
                continue
            for (more, _), part in costs_of(classes, saves, left - cost.wounds, xeno):
                total = cost.plus(more)
                after[total] = after.get(total, NONE) + chance * part
        now = after
    return now


@lru_cache(maxsize=1024)
def best_ranks(dice: int, sv: int) -> tuple[tuple[int, Fraction], ...]:
    """Chance of each best rank among some dice; rank 0 when none succeeds or none is rolled."""
    rolled = Dicepool(dice, sv).rolled
    if not rolled:
        return ((MISS_RANK, SURE),)
    faces = ranks(sv)
    found = []
    fewer = 0
    for rank in sorted(set(faces)):
        ways = sum(1 for face in faces if face <= rank) ** rolled
        found.append((rank, Fraction(ways - fewer, SIDES**rolled)))
        fewer = ways
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def above(dice: int, sv: int, bar: int, strays: Fraction = NONE) -> Spread:
    """Outcome classes of some dice of which only those above a rank take effect (RL-3).

    ``strays`` is the chance of a die that misses to do a plain hit all the same (AT-2).
    """
    rolled = Dicepool(dice, sv).rolled
    faces = ranks(sv)
    crit_rank = SIDES + 1
    crit = sum(1 for rank in faces if rank == crit_rank > bar)
    hit: int | Fraction = sum(1 for rank in faces if bar < rank < crit_rank)
    if strays:
        hit += strays * SIDES
    lost = SIDES - crit - hit
    found = []
    for crits in range(rolled + 1 if crit else 1):
        for hits in range(rolled - crits + 1 if hit else 1):
            rest = rolled - crits - hits
            ways = comb(rolled, crits) * comb(rolled - crits, hits) * crit**crits * hit**hits * lost**rest
            if ways:
                found.append(((hits, crits), Fraction(ways, SIDES**rolled)))
    return Spread(found)
