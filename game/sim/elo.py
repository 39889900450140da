"""How much stronger one player is than another, from pairs of games: the Elo difference and how sure it is.

**The model.** Two players meet with a difference of strength; in units of Elo, ``d`` points are odds of
``10 ** (d / 400)`` to one between winning and losing (and a draw lies in the middle of both, after Davidson). What
makes seats, missions, opponents and seeds easier or harder adds to both games of a pair alike. Then, whatever those
are, the odds that the one and not the other is ahead by ``m`` points over the pair are ``10 ** (d * m / 400)``: what
the two games have in common cancels. Pairs in which both scored alike tell nothing about ``d``. With won and lost
games only this is the usual analysis of matched pairs (McNemar's), and its interval is Wilson's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import erf, exp, inf, log, log1p, sqrt
from typing import Final

from msgspec import Struct

from game.sim.summary import Z_95

PER_LOGIT: Final = 400 / log(10)
"""Points of Elo in one natural unit of log-odds."""

_FARTHEST: Final = 40.0
"""Log-odds beyond which a difference is as good as without bounds (about 6 900 points of Elo)."""
_HALVINGS: Final = 80


class Estimate(Struct, frozen=True, kw_only=True):
    """A difference of strength in points of Elo, with its 95 % interval; infinite where nothing bounds it.

    ``superiority`` is the likelihood that the difference is above 0, from 0 to 1.
    """

    elo: float
    low: float
    high: float
    superiority: float


def expected(elo: float) -> float:
    """The share of points that a player scores who is ``elo`` points stronger.

    >>> expected(0.0), round(expected(400.0), 4)
    (0.5, 0.9091)
    """
    return sigmoid(elo / PER_LOGIT)


def elo_of(share: float) -> float:
    """The difference of strength at which that share is expected; infinite at 0 and 1.

    >>> elo_of(0.5), round(elo_of(0.75), 1)
    (0.0, 190.8)
    """
    if share <= 0:
        return -inf
    return inf if share >= 1 else PER_LOGIT * log(share / (1 - share))


def sigmoid(x: float) -> float:
    """The chance that odds of ``exp(x)`` to one stand for."""
    return 1 / (1 + exp(-x)) if x >= 0 else exp(x) / (1 + exp(x))


def log_sigmoid(x: float) -> float:
    """The logarithm of `sigmoid`, exact far out, too."""
    return -log1p(exp(-x)) if x >= 0 else x - log1p(exp(x))


def normal(z: float) -> float:
    """The share of a normal distribution below ``z`` standard deviations."""
    return 0.5 * (1 + erf(z / sqrt(2)))


def estimate(margins: Mapping[float, int], *, z: float = Z_95) -> Estimate:
    """The difference of strength that pairs show.

    Args:
        margins: for each difference of points (first player's less second player's over a pair) how many pairs.
        z: standard deviations of the interval.

    >>> found = estimate({1.0: 30, -1.0: 10, 0.0: 500})
    >>> round(found.elo, 1), round(found.superiority, 4)
    (190.8, 0.9992)
    """
    decided = {margin: count for margin, count in margins.items() if margin and count}
    if not decided:
        return Estimate(elo=0.0, low=-inf, high=inf, superiority=0.5)
    return Estimate(
        elo=_crossing(lambda x: _score(decided, x)[0], 0.0),
        low=_crossing(lambda x: _standing(decided, x), z),
        high=_crossing(lambda x: _standing(decided, x), -z),
        superiority=normal(_standing(decided, 0.0)),
    )


def _score(margins: Mapping[float, int], x: float) -> tuple[float, float]:
    """Slope of the log-likelihood at a difference of ``x`` in log-odds, and the information there."""
    slope = information = 0.0
    for margin, count in margins.items():
        size = abs(margin)
        ahead, behind = sigmoid(size * x), sigmoid(-size * x)
        slope += count * size * (behind if margin > 0 else -ahead)
        information += count * size * size * ahead * behind
    return slope, information


def _standing(margins: Mapping[float, int], x: float) -> float:
    """By how many standard deviations the pairs speak for more than ``x``."""
    slope, information = _score(margins, x)
    return slope / sqrt(information) if information else 0.0


def _crossing(falling: Callable[[float], float], level: float) -> float:
    """Where a falling function of log-odds comes down to a level, in Elo; infinite if it does not within reach."""
    low, high = -_FARTHEST, _FARTHEST
    if falling(low) <= level:
        return -inf
    if falling(high) >= level:
        return inf
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if falling(middle) > level:
            low = middle
        else:
            high = middle
    return (low + high) / 2 * PER_LOGIT
