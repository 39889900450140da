"""Tournaments: who meets whom, what is counted, and what must hold of every bot."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

import msgspec
import pytest

from game.api import DataError, Scenario, SideSetup
from game.sim.batch import Batch
from game.sim.compare import Contender
from game.sim.sanity import Check, Finding, checks_of, repeats
from game.sim.series import arrivals, check_distinct
from game.sim.standings import Standings, as_csv, as_markdown, standings_of, tables_of
from game.sim.tournament import Course, Fixture, fixtures_of
from tests.sim.toy import load_game

BOTH = ("human", "hive")
RANDOM, PASSIVE = Contender("random", BOTH), Contender("passive", BOTH)
RUNNER, CHEAT = Contender("tests.sim.zoo/runner", BOTH), Contender("tests.sim.zoo/cheat", BOTH)
LINE, CUNNING = Contender("marines:line", ("human",)), Contender("hive:cunning", ("hive",))
BASE = Batch(scenario="", seats=(), games=8, seed=3, open_game="tests.sim.toy:open_game")
RACE = load_game("race").scenario
DEPOT = Scenario("depot", (SideSetup("wardens", "human", "wardens"), SideSetup("outriders", "human", "outriders")))


def fixtures(*entrants: Contender, on: Scenario = RACE, games: int = 8) -> tuple[Fixture, ...]:
    base = msgspec.structs.replace(BASE, games=games)
    return fixtures_of(on, "race", entrants, (LINE, CUNNING), (RANDOM, PASSIVE), base)


def pairings(*entrants: Contender, on: Scenario = RACE) -> set[tuple[str, str]]:
    return {(fixture.first, fixture.second) for fixture in fixtures(*entrants, on=on)}


# --- who meets whom ----------------------------------------------------------------------------------------------


def test_everybody_meets_everybody_who_can_sit_opposite_and_the_yardsticks():
    assert pairings(LINE, CUNNING) == {
        ("marines:line", "hive:cunning"),
        ("marines:line", "random"),
        ("marines:line", "passive"),
        ("random", "hive:cunning"),
        ("passive", "hive:cunning"),
        ("random", "random"),
    }


def test_a_seat_that_no_entrant_can_play_has_a_guest():
    assert ("marines:line", "hive:cunning") in pairings(LINE)
    assert ("marines:line", "hive:cunning") in pairings(CUNNING)


def test_between_marines_each_pairing_is_played_in_both_seats_and_everybody_meets_itself():
    found = pairings(LINE, on=DEPOT)
    assert {("marines:line", "marines:line"), ("marines:line", "random"), ("random", "marines:line")} <= found
    assert ("passive", "random") not in found


def test_a_mission_that_no_entrant_can_play_has_no_pairings():
    assert fixtures(CUNNING, on=DEPOT) == ()


def test_an_entrant_that_is_a_yardstick_is_not_there_twice():
    assert len(fixtures(RANDOM)) == len(pairings(RANDOM)) == 3


def test_no_two_games_of_a_tournament_share_a_seed():
    found = fixtures(RUNNER, CHEAT)
    check_distinct([fixture.batch for fixture in found])
    with pytest.raises(AssertionError, match="met 1 times"):
        check_distinct([found[0].batch, found[0].batch])


def test_three_teams_are_refused():
    sides = tuple(SideSetup(name, "human", name) for name in ("red", "blue", "green"))
    with pytest.raises(DataError, match="expected a mission of two teams, found 3"):
        fixtures(LINE, on=Scenario("toy", sides))


# --- played ------------------------------------------------------------------------------------------------------


def played(*entrants: Contender, jobs: int = 1, games: int = 8) -> Course:
    course = Course(fixtures(*entrants, games=games))
    for number, rows in arrivals([f.batch for f in course.fixtures], jobs=jobs, done={}, in_turn=False):
        course.add(number, rows)
    return course


def summed(course: Course, repeated: Sequence[Check] = (), *, openskill: bool = False) -> Standings:
    return standings_of(course, checks_of(course, repeated), of=course.games, stopped=False, openskill=openskill)


@pytest.fixture(scope="module")
def course() -> Course:
    return played(RUNNER, CHEAT)


def test_every_game_is_in_the_cross_table_once(course: Course):
    (cross,) = course.crosses()
    assert sum(entry.games + entry.nobody for entry in cross.entries) == course.games == 8 * len(course.fixtures)
    assert all(entry.wins.count + entry.losses + entry.draws == entry.games for entry in cross.entries)


def test_whoever_spoils_games_loses_them_and_is_named(course: Course):
    spoilt = course.against(CHEAT.spec, "human", "passive")
    assert (spoilt.wins, spoilt.losses, spoilt.void) == (0, 8, 8)
    assert set(course.void) == {CHEAT.spec}
    checks = checks_of(course, ())
    assert [c.finding for c in checks if c.bot == CHEAT.spec and c.name == "sound"] == [Finding.BAD]
    assert [c.finding for c in checks if c.bot == RUNNER.spec and c.name == "sound"] == [Finding.GOOD]


def test_a_bot_that_does_not_beat_the_passive_one_is_flagged(course: Course):
    found = {(c.bot, c.seat): c.finding for c in checks_of(course, ()) if c.name == "beats passive"}
    assert found == {
        (RUNNER.spec, "human"): Finding.GOOD,
        (RUNNER.spec, "hive"): Finding.GOOD,
        (CHEAT.spec, "human"): Finding.BAD,
        (CHEAT.spec, "hive"): Finding.BAD,
    }


def test_too_few_games_leave_a_check_open():
    few = played(RUNNER, games=2)
    assert {c.finding for c in checks_of(few, ()) if c.name == "beats passive"} == {Finding.OPEN}


def test_the_same_seed_gives_every_bot_the_same_game_again(course: Course):
    found = list(repeats(course))
    assert [(check.bot, check.finding) for check in found] == [
        (RUNNER.spec, Finding.GOOD),
        (CHEAT.spec, Finding.GOOD),
    ]


def test_a_bot_that_plays_another_game_with_the_same_seed_is_flagged(course: Course):
    changed = Course(course.fixtures)
    changed.digests = dict.fromkeys(course.digests, "another")
    assert {check.finding for check in repeats(changed)} == {Finding.BAD}


def test_mirrors_tell_what_the_seats_are_worth(course: Course):
    assert {c.bot for c in checks_of(course, ()) if c.name == "mirror"} == {RUNNER.spec, CHEAT.spec, "random"}


def test_the_better_bots_stand_above_random_in_each_ladder(course: Course):
    standings = summed(course, openskill=True)
    elo = {(r.kind, r.bot): r.elo for r in standings.ratings}
    for kind in BOTH:
        assert elo[kind, RUNNER.spec] > elo[kind, "random"] == 0.0 > elo[kind, CHEAT.spec]
    assert {(s.kind, s.bot) for s in standings.skills} == set(elo)


def test_two_jobs_give_the_same_standings():
    assert summed(played(RUNNER, jobs=2)) == summed(played(RUNNER))


# --- written -----------------------------------------------------------------------------------------------------


def test_the_csv_has_a_line_for_each_pairing(course: Course):
    lines = list(csv.DictReader(io.StringIO(as_csv(summed(course)))))
    assert {(line["first"], line["second"]) for line in lines} == {(f.first, f.second) for f in course.fixtures}
    assert all(int(line["wins"]) + int(line["losses"]) + int(line["draws"]) == int(line["games"]) for line in lines)


def test_the_page_has_every_table_and_the_command(course: Course):
    standings = summed(course, openskill=True)
    page = as_markdown(standings, "broodfall tournament")
    assert "    broodfall tournament\n" in page
    for title, columns, rows in tables_of(standings):
        assert f"## {title}\n" in page
        assert all(len(row) == len(columns) for row in rows)
    assert f"Spoilt games: {CHEAT.spec} {course.void[CHEAT.spec]}." in page


def test_several_missions_have_a_table_each_and_one_in_all():
    found = [*fixtures(RUNNER), *fixtures_of(DEPOT, "depot", [RUNNER], (), (RANDOM, PASSIVE), BASE)]
    titles = [(cross.mission, cross.seats) for cross in Course(found).crosses()]
    assert titles == [
        ("race", ("marines", "hive")),
        ("depot", ("wardens", "outriders")),
        ("", ("human", "hive")),
        ("", ("human", "human")),
    ]
