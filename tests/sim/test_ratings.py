"""Ratings of a whole tournament, against what is known by hand."""

from __future__ import annotations

from math import log, log10
from random import Random

import pytest

from game.sim.elo import expected
from game.sim.logistic import solve
from game.sim.ratings import Duel, Ladder, Rated, rate, skills

FLAT = 1e5
"""A prior too wide to be felt."""


def duels(first: Rated, second: Rated, won: int, lost: int, *, place: str = "hall", drawn: int = 0) -> list[Duel]:
    points = [1.0] * won + [0.0] * lost + [0.5] * drawn
    return [Duel(first, second, place, value) for value in points]


def marines(bot: str) -> Rated:
    return Rated("human", bot)


def hive(bot: str) -> Rated:
    return Rated("hive", bot)


def elo(ladder: Ladder, player: Rated) -> float:
    return next(r.elo for r in ladder.ratings if (r.kind, r.bot) == (player.kind, player.bot))


def test_two_players_are_as_far_apart_as_their_games_say():
    x, anchor = marines("x"), marines("random")
    ladder = rate([*duels(x, anchor, 30, 10), *duels(anchor, x, 10, 30)], prior=FLAT)
    assert elo(ladder, x) == pytest.approx(400 * log10(3), abs=0.01)
    assert elo(ladder, anchor) == 0.0
    (hall,) = ladder.places
    assert hall.elo == pytest.approx(0.0, abs=0.01)
    # At both ends 60 of 80 games speak against it by as much as 1.96 standard deviations do.
    rating = ladder.ratings[0]
    for bound in (rating.low, rating.high):
        share = expected(bound)
        against = 60 * log(0.75 / share) + 20 * log(0.25 / (1 - share))
        assert against == pytest.approx(1.959964**2 / 2, abs=0.01)
    assert rating.low < rating.elo < rating.high


def test_what_the_seat_gives_is_told_from_what_the_player_is_worth():
    x, anchor = marines("x"), marines("random")
    ladder = rate([*duels(x, anchor, 36, 4), *duels(anchor, x, 20, 20)], prior=FLAT)
    # 9 to 1 with the seat and 1 to 1 without it: 3 to 1 for the player, 3 to 1 for the seat.
    assert elo(ladder, x) == pytest.approx(400 * log10(3), abs=0.01)
    assert ladder.places[0].elo == pytest.approx(400 * log10(3), abs=0.01)


def test_marines_and_hive_have_ladders_of_their_own():
    ladder = rate(
        [
            *duels(marines("line"), hive("random"), 9, 1),
            *duels(marines("random"), hive("random"), 1, 9),
            *duels(marines("line"), hive("cunning"), 5, 5),
            *duels(marines("random"), hive("cunning"), 1, 81),
        ]
    )
    assert [(r.kind, r.bot) for r in ladder.ratings] == [
        ("human", "line"),
        ("human", "random"),
        ("hive", "cunning"),
        ("hive", "random"),
    ]
    assert elo(ladder, marines("random")) == elo(ladder, hive("random")) == 0.0


def test_adding_a_constant_to_all_marines_and_to_the_mission_changes_nothing_that_is_told():
    games = [*duels(marines("a"), hive("random"), 9, 1), *duels(marines("random"), hive("random"), 1, 9)]
    harder = [*duels(marines("a"), hive("random"), 1, 9), *duels(marines("random"), hive("random"), 1, 81)]
    one, other = rate(games, prior=FLAT), rate(harder, prior=FLAT)
    assert elo(one, marines("a")) == pytest.approx(400 * log10(81), abs=0.1)
    assert elo(other, marines("a")) == pytest.approx(400 * log10(9), abs=0.1)
    assert one.places[0].elo == pytest.approx(-400 * log10(9), abs=0.1)
    assert other.places[0].elo == pytest.approx(-400 * log10(81), abs=0.1)


def test_draws_are_half_of_each():
    x, anchor = marines("x"), marines("random")
    drawn = rate(duels(x, anchor, 0, 0, drawn=20) + duels(anchor, x, 0, 20), prior=FLAT)
    split = rate(duels(x, anchor, 10, 10) + duels(anchor, x, 0, 20), prior=FLAT)
    assert elo(drawn, x) == pytest.approx(elo(split, x))


def test_who_won_every_game_is_rated_finitely_and_more_with_more_games():
    x, anchor = marines("x"), marines("random")
    few, many = (rate(duels(x, anchor, n, 0) + duels(anchor, x, 0, n)) for n in (5, 50))
    assert 200 < elo(few, x) < elo(many, x) < 2000
    assert few.ratings[0].low > 0
    assert few.ratings[0].high - few.ratings[0].elo > few.ratings[0].elo - few.ratings[0].low


def test_games_of_a_bot_with_itself_tell_of_the_seat_alone():
    a, anchor = marines("a"), marines("random")
    ladder = rate([*duels(a, a, 30, 10), *duels(anchor, anchor, 30, 10)], prior=FLAT)
    assert ladder.places[0].elo == pytest.approx(400 * log10(3), abs=0.01)
    assert (ladder.ratings[0].games, ladder.ratings[0].points) == (80, 40.0)


def test_without_the_anchor_a_ladder_stands_around_its_mean():
    ladder = rate([*duels(marines("a"), marines("b"), 30, 10), *duels(marines("b"), marines("a"), 10, 30)], prior=FLAT)
    assert elo(ladder, marines("a")) == pytest.approx(-elo(ladder, marines("b")))


def test_the_order_of_the_games_does_not_matter():
    games = [*duels(marines("a"), hive("random"), 9, 3), *duels(marines("random"), hive("random"), 4, 8)]
    shuffled = list(games)
    Random(4).shuffle(shuffled)
    assert rate(shuffled) == rate(games)


def test_intervals_hold_the_truth_as_often_as_they_say():
    rng = Random(9)
    strengths = {"random": 0.0, "a": 80.0, "b": -60.0}
    inside = total = 0
    for _ in range(80):
        games = [
            Duel(
                marines(one), marines(two), "hall", float(rng.random() < expected(strengths[one] - strengths[two] + 50))
            )
            for one in strengths
            for two in strengths
            if one != two
            for _ in range(30)
        ]
        for rating in rate(games).ratings:
            if rating.bot != "random":
                total += 1
                inside += rating.low <= strengths[rating.bot] <= rating.high
    assert inside / total > 0.9


def test_openskill_agrees_on_the_order_and_leaves_the_seat_out_of_it():
    rng = Random(2)
    strengths = {"random": 0.0, "a": 200.0, "b": 500.0}
    names = list(strengths)
    games = []
    for _ in range(400):
        one, two = rng.sample(names, 2)
        games.append(
            Duel(
                marines(one),
                marines(two),
                "hall",
                float(rng.random() < expected(strengths[one] - strengths[two] + 300)),
            )
        )
    found = skills(games)
    assert [skill.bot for skill in found] == ["b", "a", "random"] == [r.bot for r in rate(games).ratings]
    assert all(0 < skill.sigma < 25 / 3 for skill in found)


def test_equations_are_solved_with_a_pivot():
    assert solve([[0.0, 2.0], [4.0, 0.0]], [[2.0, 0.0], [0.0, 4.0]]) == [[0.0, 1.0], [1.0, 0.0]]


def test_no_games_give_no_ratings():
    assert rate([]) == Ladder(ratings=(), places=())
