"""A sequential probability ratio test over pairs of games: it stops as soon as the games have said enough.

It weighs two claims on the difference of strength ``d``: that it is at most ``elo0``, and that it is at least
``elo1``. Each pair adds the logarithm of how much likelier its outcome is under the second claim than under the
first, given that the pair is decided at all (`game.sim.elo` says why that leaves seats, missions and seeds out).

**Why the errors are no larger than promised.** If ``d <= elo0``, each pair multiplies the ratio by a factor whose
mean is at most 1, whatever the pairs before it were; such a product comes up to ``1 / alpha`` at any time with a
chance of at most ``alpha`` (Ville's inequality). The same holds the other way round for ``beta``. Nothing here is an
approximation for many games, and stopping early by hand or at a limit of pairs only makes errors rarer. The usual
bounds of Wald lie a little closer and promise only that the two errors together are no larger than nominal.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from math import log

from msgspec import Struct

from game.api import DataError
from game.sim.elo import PER_LOGIT, log_sigmoid


class Verdict(StrEnum):
    """What a test came to."""

    ACCEPTED = "accepted"
    """At least ``elo1`` stronger, as far as ``alpha`` allows to say."""
    REJECTED = "rejected"
    """At most ``elo0`` stronger, as far as ``beta`` allows to say."""
    UNDECIDED = "undecided"


class Bounds(Struct, frozen=True, kw_only=True):
    """What a test is to tell apart, in points of Elo, and how often it may err.

    ``alpha`` bounds the chance to accept a difference of ``elo0`` or less, ``beta`` that to reject one of ``elo1`` or
    more.
    """

    elo0: float = 0.0
    elo1: float = 70.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which the test accepts."""
        return -log(self.alpha)

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which the test rejects."""
        return log(self.beta)


def check_bounds(bounds: Bounds) -> None:
    """Raises DataError for claims that leave nothing to tell apart, and for chances that are none."""
    if not -_MOST <= bounds.elo0 < bounds.elo1 <= _MOST:
        raise DataError(
            f"expected --elo0 below --elo1, both from -{_MOST} to {_MOST}, found {bounds.elo0:g} and {bounds.elo1:g}",
            place="--elo1",
        )
    for name, chance in (("--alpha", bounds.alpha), ("--beta", bounds.beta)):
        if not _RAREST <= chance < 0.5:
            raise DataError(f"expected a chance from {_RAREST} to below 0.5, found {chance:g}", place=name)


def weight(bounds: Bounds, margin: float) -> float:
    """What one pair adds to the log-likelihood ratio.

    Args:
        bounds: the claims.
        margin: points of the first player less those of the second over the pair.

    >>> round(weight(Bounds(elo0=0.0, elo1=400.0), 1.0), 4)
    0.5978
    >>> weight(Bounds(), 0.0)
    0.0
    """
    if not margin:
        return 0.0
    return log_sigmoid(margin * bounds.elo1 / PER_LOGIT) - log_sigmoid(margin * bounds.elo0 / PER_LOGIT)


class Trial(Struct, kw_only=True):
    """A test that is under way. Pairs are added in their order; after a verdict there is nothing to add."""

    bounds: Bounds
    llr: float = 0.0
    pairs: int = 0

    @property
    def verdict(self) -> Verdict:
        """What can be said by now."""
        if self.llr >= self.bounds.upper:
            return Verdict.ACCEPTED
        return Verdict.REJECTED if self.llr <= self.bounds.lower else Verdict.UNDECIDED

    def add(self, margin: float) -> Verdict:
        """Weigh one more pair."""
        if self.verdict is not Verdict.UNDECIDED:
            raise ValueError("the test has its verdict")
        self.llr += weight(self.bounds, margin)
        self.pairs += 1
        return self.verdict


def trial(bounds: Bounds, margins: Iterable[float]) -> Trial:
    """Weigh pairs one after the other until there is a verdict or they are all weighed."""
    running = Trial(bounds=bounds)
    for margin in margins:
        if running.add(margin) is not Verdict.UNDECIDED:
            break
    return running


_MOST = 2000
_RAREST = 1e-6
