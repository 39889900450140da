"""The sequential test: its numbers by hand, and that it errs no more often than it says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from math import exp, log
from random import Random

import pytest

from game.api import DataError
from game.sim.elo import PER_LOGIT, expected
from game.sim.sprt import Bounds, Trial, Verdict, check_bounds, trial, weight

WIDE = Bounds(elo0=0.0, elo1=400.0)

# --- by hand -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("margin", "added"),
    [
        (1.0, log(20 / 11)),  # 10 to 1 on instead of evens
        (-1.0, log(2 / 11)),
        (2.0, log(200 / 101)),  # both games: 100 to 1 on
        (-2.0, log(2 / 101)),
        (0.5, 0.418378),  # half a point: the square root of 10 to 1 on
        (0.0, 0.0),
    ],
)
def test_a_pair_adds_the_logarithm_of_how_much_likelier_it_is(margin: float, added: float):
    assert weight(WIDE, margin) == pytest.approx(added, abs=1e-6)


def test_two_claims_off_zero_are_weighed_against_each_other():
    bounds = Bounds(elo0=-400.0, elo1=0.0)
    assert weight(bounds, 1.0) == pytest.approx(log(11 / 2))
    assert weight(bounds, -1.0) == pytest.approx(log(11 / 20))


def test_the_bounds_are_the_logarithms_of_the_chances_to_err():
    bounds = Bounds(alpha=0.05, beta=0.1)
    assert bounds.upper == pytest.approx(2.995732)
    assert bounds.lower == pytest.approx(-2.302585)


def test_six_pairs_ahead_are_enough_and_five_are_not():
    assert trial(WIDE, [1.0] * 5).verdict is Verdict.UNDECIDED
    found = trial(WIDE, [1.0] * 100)
    assert (found.verdict, found.pairs) == (Verdict.ACCEPTED, 6)


def test_two_pairs_behind_are_enough_to_reject_so_much():
    found = trial(WIDE, [-1.0, 0.0, -1.0, 1.0])
    assert (found.verdict, found.pairs) == (Verdict.REJECTED, 3)
    assert found.llr == pytest.approx(2 * log(2 / 11))


def test_pairs_that_went_alike_say_nothing():
    assert trial(WIDE, [0.0] * 1000).llr == 0.0


def test_after_the_verdict_nothing_is_added():
    done = Trial(bounds=WIDE, llr=3.0)
    with pytest.raises(ValueError, match="has its verdict"):
        done.add(1.0)


@pytest.mark.parametrize(
    ("bounds", "message"),
    [
        (Bounds(elo0=5.0, elo1=5.0), "--elo1: expected --elo0 below --elo1"),
        (Bounds(elo1=float("nan")), "--elo1: expected --elo0 below --elo1"),
        (Bounds(elo1=5000.0), "from -2000 to 2000"),
        (Bounds(alpha=0.0), "--alpha: expected a chance"),
        (Bounds(alpha=float("nan")), "--alpha: expected a chance"),
        (Bounds(beta=0.5), "--beta: expected a chance"),
    ],
)
def test_claims_that_cannot_be_tested_are_refused(bounds: Bounds, message: str):
    with pytest.raises(DataError, match=message):
        check_bounds(bounds)


# --- errors, exactly ---------------------------------------------------------------------------------------------


def ends(bounds: Bounds, elo: float, pairs: int) -> tuple[float, float]:
    """The exact chances to accept and to reject within so many decided pairs, followed through all outcomes."""
    chance = expected(elo)
    up, down = weight(bounds, 1.0), weight(bounds, -1.0)
    alive = {0: 1.0}
    accepted = rejected = 0.0
    for number in range(1, pairs + 1):
        after: dict[int, float] = {}
        for ahead, mass in alive.items():
            for more, share in ((1, chance), (0, 1 - chance)):
                llr = (ahead + more) * up + (number - ahead - more) * down
                if llr >= bounds.upper:
                    accepted += mass * share
                elif llr <= bounds.lower:
                    rejected += mass * share
                else:
                    after[ahead + more] = after.get(ahead + more, 0.0) + mass * share
        alive = after
    return accepted, rejected


@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.2])
@pytest.mark.parametrize("beta", [0.01, 0.05, 0.2])
@pytest.mark.parametrize(("elo0", "elo1"), [(0.0, 100.0), (-100.0, 0.0), (50.0, 400.0)])
def test_exact_errors_are_at_most_nominal(alpha: float, beta: float, elo0: float, elo1: float):
    bounds = Bounds(elo0=elo0, elo1=elo1, alpha=alpha, beta=beta)
    wrongly_accepted, rightly_rejected = ends(bounds, elo0, 600)
    rightly_accepted, wrongly_rejected = ends(bounds, elo1, 600)
    assert wrongly_accepted <= alpha
    assert wrongly_rejected <= beta
    assert rightly_rejected > 1 - alpha - 0.02
    assert rightly_accepted > 1 - beta - 0.02


def test_errors_are_rarer_still_beyond_the_claims():
    bounds = Bounds(elo0=0.0, elo1=100.0)
    assert ends(bounds, -50.0, 400)[0] < ends(bounds, 0.0, 400)[0]
    assert ends(bounds, 150.0, 400)[1] < ends(bounds, 100.0, 400)[1]


# --- errors in play ----------------------------------------------------------------------------------------------


def game(rng: Random, odds: float, draws: float) -> float:
    """Points of a player who has that much more strength, in log-odds; draws as in Davidson's model."""
    win, loss = exp(odds / 2), exp(-odds / 2)
    found = rng.random() * (win + draws + loss)
    return 1.0 if found < win else 0.5 if found < win + draws else 0.0


def against_others(rng: Random, strength: float, draws: float) -> Iterator[float]:
    """Pairs against the same opponent: what the seat, the mission and the seed give differs from pair to pair."""
    while True:
        common = rng.choice((-1.5, 0.3, 2.0)) + rng.gauss(0, 1)
        yield game(rng, common + strength, draws) - game(rng, common, draws)


def each_other(rng: Random, strength: float, draws: float) -> Iterator[float]:
    """Pairs in which the two meet, each once in the better seat."""
    while True:
        seat = rng.choice((0.2, 1.5))
        points = game(rng, strength + seat, draws) + game(rng, strength - seat, draws)
        yield points - (2 - points)


@pytest.mark.parametrize("play", [against_others, each_other])
@pytest.mark.parametrize("draws", [0.0, 0.8])
def test_errors_in_simulated_matches_are_at_most_nominal(
    play: Callable[[Random, float, float], Iterator[float]], draws: float
):
    bounds = Bounds(elo0=0.0, elo1=200.0)
    runs = 600

    def verdicts(elo: float) -> list[Verdict]:
        rng = Random(f"{play.__name__}/{draws}/{elo}")
        return [trial(bounds, islice(play(rng, elo / PER_LOGIT, draws), 2000)).verdict for _ in range(runs)]

    equal, stronger = verdicts(0.0), verdicts(200.0)
    assert equal.count(Verdict.ACCEPTED) <= bounds.alpha * runs
    assert stronger.count(Verdict.REJECTED) <= bounds.beta * runs
    assert equal.count(Verdict.UNDECIDED) == stronger.count(Verdict.UNDECIDED) == 0
