"""Games are watched alike whatever the number of processes, and bots that fail are no reason to stop."""

import pytest

from game.api import DataError, Objective, Scenario, SideSetup
from game.sim.budget import Budget
from game.sim.card.grade import card_of, over
from game.sim.card.kinds import KINDS
from game.sim.card.run import Plan, Watched, in_turn, merged, run
from game.sim.card.seating import seatings
from game.sim.card.tally import Case, Tally
from tests.sim.card.hall import HALL

SEATS = ((("marines", "random"), ("hive", "random")), ("marines",))


@pytest.fixture
def plan(tmp_path):
    path = tmp_path / "hall.toml"
    path.write_text(HALL, encoding="utf-8")
    return Plan(scenario=str(path), seats=(SEATS,), games=2, seed=3)


def test_any_number_of_processes_watches_the_same_games(plan):
    others = Plan(scenario=plan.scenario, seats=(SEATS, (SEATS[0], ("hive",))), games=3, seed=4)
    alone = in_turn(run([plan, others], jobs=1))
    assert alone == in_turn(run([plan, others], jobs=2))
    assert [(game.plan, game.index) for game in alone] == [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)]
    assert [game.sides for game in alone[2:]] == [("marines",), ("hive",), ("marines",)], "they take turns"
    assert alone[0].actions != alone[1].actions
    assert [tally.kind for tally in alone[0].tallies] == list(KINDS)


def test_the_passive_bot_is_idle_and_wastes_all_it_has(plan):
    seats = ((("marines", "passive"), ("hive", "random")), ("marines",))
    games = run([Plan(scenario=plan.scenario, seats=(seats,), games=3, seed=3)])
    grades = {grade.kind: grade for grade in card_of("passive", games).grades}
    assert grades["waste"].rate.count == grades["waste"].rate.of > 5
    assert grades["swing"].rate.of == 0


def test_a_game_that_a_bot_spoils_is_watched_as_far_as_it_went(plan):
    seats = ((("marines", "tests.sim.zoo/runner(nerve=1)"), ("hive", "random")), ("marines",))
    card = card_of("runner", run([Plan(scenario=plan.scenario, seats=(seats,), games=1)]))
    assert (card.games, card.spoilt) == (1, 1)


def test_a_bot_that_hangs_spoils_its_game_alone(plan):
    seats = ((("marines", "tests.sim.faulty/sleepy"), ("hive", "random")), ("marines",))
    hangs = Plan(scenario=plan.scenario, seats=(seats,), games=1, budget=Budget(move_time=0.2))
    spoilt, fine = in_turn(run([hangs, plan]))[:2]
    assert (spoilt.reason, spoilt.error) == ("timeout", "no answer within 0.2 s")
    assert (fine.reason, fine.error) == ("round_limit", "")


def test_the_worst_case_is_the_first_of_the_worst():
    tallies = [Tally("idle", 1, 2, Case(5, 0.5)), Tally("idle", 2, 3, Case(9, 0.9)), Tally("idle", 0, 4)]
    assert merged(tallies) == [Tally("idle", 3, 9, Case(9, 0.9))]


def test_a_rate_is_over_its_limit_when_it_surely_is():
    def card(count, chances):
        found = run_of(Tally("idle", count, chances, Case(1, 0.5)))
        return card_of("bot", [found])

    assert [grade.kind for grade, _ in over(card(9, 10), {"idle": 0.5})] == ["idle"]
    assert over(card(6, 10), {"idle": 0.5}) == [], "six of ten may be chance"
    assert over(card(9, 10), {"waste": 0.5}) == []


def run_of(*tallies):
    return Watched(0, 0, "m", "s", (), (), "objective", "", tallies, ())


def scenario(*sides):
    setups = tuple(SideSetup(id=id, kind=kind, team=team, objective=Objective("survive")) for id, kind, team in sides)
    return Scenario(id="s", sides=setups)


def test_a_bot_has_all_sides_of_a_team():
    table = scenario(("a", "human", "us"), ("b", "human", "us"), ("hive", "hive", "hive"))
    against = {"human": "random", "hive": "passive"}
    assert seatings(table, "bot", {"human"}, against) == (
        ((("a", "bot"), ("b", "bot"), ("hive", "passive")), ("a", "b")),
    )
    assert [own for _, own in seatings(table, "bot", {"human", "hive"}, against)] == [("a", "b"), ("hive",)]
    two = scenario(("a", "human", "a"), ("b", "human", "b"))
    assert [bots for bots, _ in seatings(two, "bot", {"human"}, against)] == [
        (("a", "bot"), ("b", "random")),
        (("a", "random"), ("b", "bot")),
    ]
    with pytest.raises(DataError, match="expected a mission with a side that bot can play, found s"):
        seatings(two, "bot", {"hive"}, against)
