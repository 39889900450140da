"""Batches: distinct seeds, the same results for any number of workers, and nothing lost when one is stopped."""

from collections.abc import Generator

import msgspec
import pytest

from game.api import DataError
from game.sim.batch import (
    Batch,
    Interrupted,
    check_resumable,
    game_seed,
    run,
    seeds_of,
)
from game.sim.results import Row, RowWriter, finished_games, read_rows
from game.sim.summary import summarise, wilson

RACE = Batch(
    scenario="race",
    seats=(("marines", "random"), ("hive", "random")),
    games=12,
    seed=5,
    open_game="tests.sim.toy:open_game",
)


def changed(**fields) -> Batch:
    return msgspec.structs.replace(RACE, **fields)


def timeless(games):
    return [[msgspec.structs.replace(row, seconds=0.0) for row in rows] for rows in games]


@pytest.fixture(scope="module")
def games():
    return list(run(RACE))


# --- seeds -------------------------------------------------------------------------------------------------------


def test_every_game_has_a_seed_of_its_own(games):
    assert len(set(seeds_of(RACE))) == RACE.games
    assert [rows[0].seed for rows in games] == [f"text:{game_seed(5, index)}" for index in range(12)]
    assert len({rows[0].digest for rows in games}) > 1


def test_a_batch_with_one_seed_for_two_games_is_refused(monkeypatch):
    monkeypatch.setattr("game.sim.batch.game_seed", lambda seed, index: f"{seed}/{index // 2}")
    with pytest.raises(AssertionError, match="share a seed"):
        seeds_of(RACE)


def test_the_seed_decides_the_games(games):
    assert timeless(run(RACE)) == timeless(games)
    assert timeless(run(changed(seed=6))) != timeless(games)


# --- workers -----------------------------------------------------------------------------------------------------


def test_two_workers_play_the_same_games_in_the_same_order(games):
    assert timeless(run(RACE, jobs=2)) == timeless(games)


def test_there_is_a_row_for_each_side_of_each_game(games):
    assert [(row.game, row.side) for rows in games for row in rows] == [
        (index, side) for index in range(12) for side in ("marines", "hive")
    ]


def test_a_bad_bot_stops_no_other_game():
    seats = (("marines", "tests.sim.zoo/runner(nerve=4)"), ("hive", "passive"))
    games = list(run(changed(seats=seats, games=20), jobs=2))
    reasons = [rows[0].reason for rows in games]
    assert len(reasons) == 20
    assert set(reasons) == {"crash", "objective"}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"scenario": "nowhere"}, "nowhere: expected race or stuck"),
        ({"seats": (("marines", "random"),)}, "seats: expected a bot for the side hive, found none"),
        (
            {"seats": (*RACE.seats, ("elves", "random"))},
            'seats: expected one of the sides marines, hive, found "elves"',
        ),
    ],
)
@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_wrong_with_a_batch_is_said_before_it_begins(fields, message, jobs):
    with pytest.raises(DataError) as refused:
        list(run(changed(**fields), jobs=jobs))
    assert str(refused.value) == message


def test_what_was_finished_out_of_turn_is_handed_over_when_a_batch_is_stopped():
    games = run(changed(games=200), jobs=2)
    next(games)
    assert isinstance(games, Generator)
    with pytest.raises((Interrupted, KeyboardInterrupt)):
        games.throw(KeyboardInterrupt)


# --- files -------------------------------------------------------------------------------------------------------


def test_a_file_gives_back_what_was_written(games, tmp_path):
    path = tmp_path / "out.jsonl"
    with RowWriter(path) as writer:
        for rows in games:
            writer.write(rows)
    assert read_rows(path) == [row for rows in games for row in rows]
    assert finished_games(path, 2) == games
    assert path.read_bytes().count(b"\n") == 24


def test_a_torn_file_is_mended_down_to_whole_games(games, tmp_path):
    path = tmp_path / "out.jsonl"
    with RowWriter(path) as writer:
        for rows in games[:3]:
            writer.write(rows)
    data = path.read_bytes()
    path.write_bytes(data[:-10])
    with pytest.raises(DataError, match="last line: expected the end of a row"):
        read_rows(path)
    assert finished_games(path, 2, repair=True) == games[:2]
    assert read_rows(path) == [row for rows in games[:2] for row in rows]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{}", "line 1: expected a row of results: Object missing required field `game`"),
        ("nonsense", "line 1: expected a row of results: JSON is malformed"),
        ('{"broodfall":"save","version":1}', "line 1: expected a row of results, found a saved game"),
    ],
)
def test_a_line_that_is_no_row_is_named(line, message, tmp_path):
    path = tmp_path / "out.jsonl"
    path.write_text(line + "\n")
    with pytest.raises(DataError) as refused:
        read_rows(path)
    assert message in str(refused.value)


def test_a_game_that_is_there_twice_is_refused(games, tmp_path):
    path = tmp_path / "out.jsonl"
    with RowWriter(path) as writer:
        writer.write(games[0])
        writer.write(games[0])
    with pytest.raises(DataError, match="game 0: expected each side of a game once"):
        finished_games(path, 2)


def test_a_batch_goes_on_where_it_stopped(games):
    assert timeless(run(RACE, done=range(7))) == timeless(games[7:])
    check_resumable(RACE, "race", games, file="out.jsonl")


@pytest.mark.parametrize(
    ("fields", "scenario", "message"),
    [
        ({"seed": 6}, "race", 'out.jsonl: game 0, side marines: expected seed "text:6/0" as in this batch'),
        ({}, "other", 'expected scenario "other" as in this batch, found "race"'),
        ({"seats": (("marines", "passive"), ("hive", "random"))}, "race", 'expected bot "passive"'),
    ],
)
def test_another_batch_is_not_gone_on_with(games, fields, scenario, message):
    with pytest.raises(DataError) as refused:
        check_resumable(changed(**fields), scenario, games, file="out.jsonl")
    assert message in str(refused.value)


# --- sums --------------------------------------------------------------------------------------------------------


def test_a_summary_counts_every_game_once(games):
    summary = summarise(games)
    assert summary.games == 12
    assert sum(summary.reasons.values()) == 12
    wins = [side.wins.count for side in summary.sides]
    assert sum(wins) + summary.draws + summary.void == 12
    assert all(side.wins.low <= side.wins.share <= side.wins.high for side in summary.sides)
    assert summary.errors == ()


def test_spoilt_games_count_for_no_rate_and_their_errors_are_told():
    seats = (("marines", "tests.sim.zoo/cheat"), ("hive", "passive"))
    summary = summarise(run(changed(seats=seats, games=2)))
    assert (summary.void, summary.played) == (2, 0)
    assert [side.wins.of for side in summary.sides] == [0, 0]
    assert summary.errors[0].startswith("game 0 (seed text:5/0): illegal, marines: NOT_NOW")


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (500, 1000, 0.4691, 0.5309), (1, 2, 0.0945, 0.9055)],
)
def test_wilson_intervals_are_the_published_ones(count, of, low, high):
    rate = wilson(count, of)
    assert rate.low == pytest.approx(low, abs=1e-4)
    assert rate.high == pytest.approx(high, abs=1e-4)


def test_no_games_give_an_empty_summary():
    assert summarise([]).games == 0


def test_columns_are_known_by_name():
    assert Row.__struct_fields__[:4] == ("format", "game", "seed", "scenario")
