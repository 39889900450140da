"""Small statistics that several parts of a report share; every one is simple enough to be checked by hand."""

from __future__ import annotations

from collections.abc import Sequence
from math import atanh, sqrt, tanh
from statistics import fmean, stdev
from typing import NamedTuple

from msgspec import Struct

from game.sim.summary import Z_95, Rate

FEW = 3
"""Fewer values than this have no interval."""
TINY = 1e-9
"""A spread below this is none."""


class Estimate(Struct, frozen=True):
    """A number that was measured, and the interval in which the true one lies with 95 % confidence.

    ``n`` is what it was measured on. Without enough to tell, the interval is None.
    """

    value: float
    low: float | None
    high: float | None
    n: int

    @property
    def clear(self) -> bool:
        """Whether the interval leaves 0 out."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)


class Band(Struct, frozen=True):
    """A mean and the middle 80 % of the values, at one round."""

    round: int
    mean: float
    low: float
    high: float


def rounded(number: float) -> float:
    """A number as it is written down: six decimals, never minus nought.

    >>> rounded(1 / 3), rounded(-0.0000001)
    (0.333333, 0.0)
    """
    return round(number, 6) + 0.0


def quantile(ranked: Sequence[float], share: float) -> float:
    """The value below which ``share`` of the values lie, between two values where need be; 0 of nothing.

    >>> quantile([1, 2, 3, 4, 5], 0.5), quantile([1, 2], 0.25)
    (3.0, 1.25)
    """
    if not ranked:
        return 0.0
    place = (len(ranked) - 1) * share
    low = int(place)
    high = min(low + 1, len(ranked) - 1)
    return rounded(ranked[low] + (ranked[high] - ranked[low]) * (place - low))


def band(number: int, values: Sequence[float]) -> Band:
    """The mean and the middle 80 % of the values of a round."""
    ranked = sorted(values)
    return Band(number, rounded(fmean(ranked)) if ranked else 0.0, quantile(ranked, 0.1), quantile(ranked, 0.9))


def mean_of(values: Sequence[float]) -> Estimate:
    """A mean with its interval by the normal approximation; without one where nothing varies.

    >>> mean_of([1, 2, 3])
    Estimate(value=2.0, low=0.868414, high=3.131586, n=3)
    """
    if not values:
        return Estimate(0.0, None, None, 0)
    mean = fmean(values)
    if len(values) < FEW:
        return Estimate(rounded(mean), None, None, len(values))
    half = Z_95 * stdev(values) / sqrt(len(values))
    if half < TINY:
        return Estimate(rounded(mean), None, None, len(values))
    return Estimate(rounded(mean), rounded(mean - half), rounded(mean + half), len(values))


class Case(NamedTuple):
    """A value that was met with something or without it, in a game and in a round of it."""

    game: int
    round: int
    with_it: bool
    value: float


_Sums = dict[int, list[float]]
"""For each round the number and sum of the values with it, and the number and sum of those without."""


def compared(cases: Sequence[Case]) -> Estimate:
    """How much more the values with something are than those without it in the same round, in the mean over the first.

    Rounds that lack one of the two tell nothing. The interval is the jackknife's over whole games, since what is met
    within a game hangs together: it is none where leaving a game out leaves nothing to compare. ``n`` counts the
    values with it that could be compared.

    >>> compared([*(Case(game, 1, True, game) for game in (3, 4, 5)), Case(6, 1, False, 1), Case(7, 1, False, 1)])
    Estimate(value=3.0, low=1.76041, high=4.23959, n=3)
    """
    whole: _Sums = {}
    games: dict[int, _Sums] = {}
    for case in cases:
        for sums in (whole, games.setdefault(case.game, {})):
            entry = sums.setdefault(case.round, [0, 0.0, 0, 0.0])
            place = 0 if case.with_it else 2
            entry[place] += 1
            entry[place + 1] += case.value
    found = _more(whole, {})
    if found is None:
        return Estimate(0.0, None, None, 0)
    value, number = found
    left = [_more(whole, game) for game in games.values()]
    rest = [entry[0] for entry in left if entry is not None]
    if len(rest) < len(games) or min(len(games), number) < FEW:
        return Estimate(rounded(value), None, None, number)
    middle = fmean(rest)
    half = Z_95 * sqrt((len(rest) - 1) / len(rest) * sum((entry - middle) ** 2 for entry in rest))
    if half < TINY:
        return Estimate(rounded(value), None, None, number)
    return Estimate(rounded(value), rounded(value - half), rounded(value + half), number)


def _more(sums: _Sums, less: _Sums) -> tuple[float, int] | None:
    """The mean difference without the sums of ``less``, and on how many values with it; None without any."""
    total, number = 0.0, 0
    for place, entry in sums.items():
        ones, one, others, other = (
            (a - b for a, b in zip(entry, less[place], strict=True)) if place in less else iter(entry)
        )
        if ones and others:
            total += one - ones * other / others
            number += int(ones)
    return (total / number, number) if number else None


def within(estimate: Estimate, most: float) -> Estimate:
    """The same with an interval that ends where the number itself has to.

    >>> within(Estimate(0.9, 0.5, 1.3, 4), 1.0)
    Estimate(value=0.9, low=0.5, high=1.0, n=4)
    """
    if estimate.low is None or estimate.high is None:
        return estimate
    return Estimate(estimate.value, max(-most, estimate.low), min(most, estimate.high), estimate.n)


def difference(one: Rate, other: Rate) -> Estimate:
    """How much more often the first happened than the second; the interval is Newcombe's, made of the two Wilson ones.

    >>> from game.sim.summary import wilson
    >>> difference(wilson(8, 10), wilson(3, 10))
    Estimate(value=0.5, low=0.066476, high=0.739759, n=10)
    """
    number = min(one.of, other.of)
    if not number:
        return Estimate(0.0, None, None, 0)
    value = one.share - other.share
    below = sqrt((one.share - one.low) ** 2 + (other.high - other.share) ** 2)
    above = sqrt((one.high - one.share) ** 2 + (other.share - other.low) ** 2)
    return Estimate(rounded(value), rounded(value - below), rounded(value + above), number)


def correlation(pairs: Sequence[tuple[float, float]]) -> Estimate:
    """Pearson's correlation, with its interval by Fisher's transformation; without an interval where nothing varies.

    >>> correlation([(1, 2), (2, 4), (3, 6)]).value
    1.0
    """
    number = len(pairs)
    if number < FEW:
        return Estimate(0.0, None, None, number)
    left, right = fmean(x for x, _ in pairs), fmean(y for _, y in pairs)
    wide = sqrt(sum((x - left) ** 2 for x, _ in pairs) * sum((y - right) ** 2 for _, y in pairs))
    if not wide:
        return Estimate(0.0, None, None, number)
    value = sum((x - left) * (y - right) for x, y in pairs) / wide
    if number < FEW + 1 or abs(value) > 1 - 1e-9:
        return Estimate(rounded(value), None, None, number)
    half = Z_95 / sqrt(number - 3)
    centre = atanh(value)
    return Estimate(rounded(value), rounded(tanh(centre - half)), rounded(tanh(centre + half)), number)
