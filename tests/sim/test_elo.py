"""Strength from pairs of games, against values that are known otherwise."""

from __future__ import annotations

from math import erf, inf, log10, sqrt
from random import Random

import pytest

from game.sim.elo import elo_of, estimate, expected, log_sigmoid, normal, sigmoid
from game.sim.summary import wilson


@pytest.mark.parametrize(
    ("elo", "share"), [(0, 0.5), (100, 0.640065), (-100, 0.359935), (200, 0.759747), (400, 10 / 11)]
)
def test_the_expected_share_is_the_usual_table(elo: float, share: float):
    assert expected(elo) == pytest.approx(share, abs=1e-6)
    assert elo_of(share) == pytest.approx(elo, abs=1e-3)


def test_shares_without_odds_are_without_bounds():
    assert (elo_of(0.0), elo_of(1.0)) == (-inf, inf)


@pytest.mark.parametrize("x", [-700.0, -40.0, -1.0, 0.0, 1.0, 40.0, 700.0])
def test_the_logistic_curve_is_exact_far_out(x: float):
    assert sigmoid(x) + sigmoid(-x) == pytest.approx(1.0)
    assert log_sigmoid(x) - log_sigmoid(-x) == pytest.approx(x)


@pytest.mark.parametrize(("z", "share"), [(0.0, 0.5), (1.959964, 0.975), (-1.644854, 0.05)])
def test_the_normal_distribution_is_the_usual_table(z: float, share: float):
    assert normal(z) == pytest.approx(share, abs=1e-6)


def test_three_to_one_among_decided_pairs_is_191_elo_with_the_interval_of_wilson():
    found = estimate({1.0: 30, -1.0: 10, 0.0: 77})
    share = wilson(30, 40)
    assert found.elo == pytest.approx(400 * log10(3))
    assert found.low == pytest.approx(elo_of(share.low))
    assert found.high == pytest.approx(elo_of(share.high))


def test_the_likelihood_of_superiority_is_the_usual_formula():
    found = estimate({1.0: 30, -1.0: 10})
    assert found.superiority == pytest.approx(0.5 * (1 + erf((30 - 10) / sqrt(2 * (30 + 10)))))


def test_half_points_stand_for_half_the_log_odds():
    assert estimate({0.5: 30, -0.5: 10}).elo == pytest.approx(2 * 400 * log10(3))
    assert estimate({2.0: 30, -2.0: 10}).elo == pytest.approx(400 * log10(3) / 2)


def test_the_mirror_image_is_the_same_difference_the_other_way():
    margins = {1.0: 12, 0.5: 7, 0.0: 3, -0.5: 4, -1.0: 9}
    one, other = estimate(margins), estimate({-margin: count for margin, count in margins.items()})
    assert one.elo == pytest.approx(-other.elo)
    assert one.low == pytest.approx(-other.high)
    assert one.superiority + other.superiority == pytest.approx(1.0)


@pytest.mark.parametrize("margins", [{}, {0.0: 50}])
def test_without_a_decided_pair_nothing_is_known(margins: dict[float, int]):
    found = estimate(margins)
    assert (found.elo, found.low, found.high, found.superiority) == (0.0, -inf, inf, 0.5)


def test_who_is_never_behind_has_no_upper_bound_but_a_lower_one():
    found = estimate({1.0: 12})
    assert (found.elo, found.high) == (inf, inf)
    assert found.low == pytest.approx(elo_of(wilson(12, 12).low))
    assert estimate({-1.0: 12}).elo == -inf


def test_the_interval_holds_the_truth_as_often_as_it_says():
    rng = Random(11)
    truth, runs, inside = 120.0, 400, 0
    for _ in range(runs):
        margins: dict[float, int] = {}
        for _ in range(60):
            size = rng.choice((0.5, 1.0))
            margin = size if rng.random() < expected(truth * size) else -size
            margins[margin] = margins.get(margin, 0) + 1
        found = estimate(margins)
        inside += found.low <= truth <= found.high
    assert 0.925 <= inside / runs <= 0.975
