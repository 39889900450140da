"""Marines against marines, and marines together: whole small games between bots, at both seats."""

from collections import Counter

import pytest

from game.api import Objective
from tests.ai.skirmish import battle, together, versus

ELIMINATE = Objective("eliminate")
HILL = Objective("hold", n=2, zone="objective:hill")
GOALS = {
    "eliminate": (ELIMINATE, ELIMINATE),
    "hold": (HILL, HILL),
    "console": (Objective("console", n=1, target="south"), Objective("console", n=1, target="north")),
    "carry": (Objective("carry", target="relic"), Objective("carry", target="relic")),
    "exit": (Objective("exit", n=3), ELIMINATE),
    "score": (None, None),
}
LINE = "marines:line"


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("seat", ["red", "blue"])
def test_it_beats_chance_whatever_the_goal_is(goal: str, seat: str):
    red, blue = GOALS[goal] if seat == "red" or goal != "exit" else tuple(reversed(GOALS[goal]))
    bots = {"red": "random", "blue": "random", seat: LINE}
    found = battle(versus(red, blue), 3, **bots)
    assert (found.error, found.winner) == ("", seat)


@pytest.mark.parametrize("seat", ["red", "blue"])
def test_it_hunts_down_those_who_sit_still(seat: str):
    bots = {"red": "passive", "blue": "passive", seat: LINE}
    found = battle(versus(ELIMINATE, ELIMINATE), 2, **bots)
    assert (found.error, found.winner, found.reason) == ("", seat, "objective")


def test_among_equals_both_seats_win():
    won = Counter(battle(versus(ELIMINATE, ELIMINATE), seed, red=LINE, blue=LINE).winner for seed in range(6))
    assert won["red"] >= 1
    assert won["blue"] >= 1


def test_two_sides_of_one_team_beat_a_few_creatures():
    game = together(HILL, Objective("exit", n=3), "gaunt", "gaunt", "stealer", "gaunt")
    found = battle(game, 1, red=LINE, blue=LINE, hive="hive:cunning")
    assert (found.error, found.winner) == ("", "marines")
