"""Small statistics that several parts of a report share; every one is simple enough to be checked by hand."""

from __future__ import annotations

from collections.abc import Sequence
from math import atanh, sqrt, tanh
from statistics import fmean, stdev

from msgspec import Struct

from game.sim.summary import Z_95, Rate

FEW = 3
"""Fewer values than this have no interval."""


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
    if not half:
        return Estimate(rounded(mean), None, None, len(values))
    return Estimate(rounded(mean), rounded(mean - half), rounded(mean + half), len(values))


def stratified(groups: Sequence[tuple[Sequence[float], Sequence[float]]]) -> Estimate:
    """How much more the first values of each group are than its second ones, in the mean over the first ones.

    Groups that lack one of the two tell nothing and are left out. The spread is taken to be the same everywhere.

    >>> stratified([([3, 4, 5], [1, 1]), ([2], [])])
    Estimate(value=3.0, low=1.539129, high=4.460871, n=3)
    """
    used = [(with_it, without) for with_it, without in groups if with_it and without]
    number = sum(len(with_it) for with_it, _ in used)
    if not number:
        return Estimate(0.0, None, None, 0)
    value = sum(len(one) * (fmean(one) - fmean(other)) for one, other in used) / number
    parts = [part for pair in used for part in pair]
    free = sum(len(part) - 1 for part in parts)
    if free < FEW or number < FEW:
        return Estimate(rounded(value), None, None, number)
    spread = sum((entry - fmean(part)) ** 2 for part in parts for entry in part) / free
    weight = sum((len(one) / number) ** 2 * (1 / len(one) + 1 / len(other)) for one, other in used)
    half = Z_95 * sqrt(spread * weight)
    if not half:
        return Estimate(rounded(value), None, None, number)
    return Estimate(rounded(value), rounded(value - half), rounded(value + half), number)


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
