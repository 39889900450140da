"""Comparisons: who meets whom, what a pair is worth, and that neither jobs nor the order of arrival change anything."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from game.api import DataError, Scenario, SideSetup
from game.sim.batch import Batch
from game.sim.compare import Cell, Comparison, Contender, Running, cells_of, outcome_of, paired_gain
from game.sim.points import fault_of, points
from game.sim.results import Row, Rows, RowWriter
from game.sim.series import Place, arrivals, check_distinct, kept_games, numbered
from game.sim.sprt import Bounds, Verdict
from tests.sim.toy import load_game

BASE = Batch(scenario="", seats=(), games=0, seed=3, open_game="tests.sim.toy:open_game")
BOTH = ("human", "hive")
RANDOM, PASSIVE = Contender("random", BOTH), Contender("passive", BOTH)
RUNNER, CHEAT = Contender("tests.sim.zoo/runner", BOTH), Contender("tests.sim.zoo/cheat", BOTH)
LINE, CUNNING = Contender("marines:line", ("human",)), Contender("hive:cunning", ("hive",))
CLEAR = Bounds(elo0=0.0, elo1=400.0)


def mission(**kinds: str) -> Scenario:
    return Scenario("toy", tuple(SideSetup(side, kind, side) for side, kind in kinds.items()))


RACE = load_game("race").scenario
DEPOT = mission(wardens="human", outriders="human")


def cells(
    a: Contender, b: Contender, *, on: Scenario = RACE, against: Sequence[Contender] = (RANDOM,)
) -> tuple[Cell, ...]:
    return cells_of(on, "race", a, b, against, 40, BASE)


# --- who meets whom ----------------------------------------------------------------------------------------------


def test_both_seats_are_tried_where_both_bots_can_play_both():
    found = cells(RUNNER, PASSIVE)
    assert [(cell.seat, cell.opponent, cell.direct) for cell in found] == [
        ("marines", "random", False),
        ("hive", "random", False),
    ]
    assert found[0].one.seats == (("marines", RUNNER.spec), ("hive", "random"))
    assert found[0].two.seats == (("marines", "passive"), ("hive", "random"))
    assert found[1].one.seats == (("marines", "random"), ("hive", RUNNER.spec))


def test_the_two_games_of_a_pair_have_the_same_seed_and_no_other_game_has_it():
    found = cells(RUNNER, PASSIVE, against=(RANDOM, PASSIVE))
    assert all(cell.one.seed == cell.two.seed for cell in found)
    assert len({cell.one.seed for cell in found}) == len(found) == 4
    check_distinct([cell.one for cell in found])
    check_distinct([batch for cell in found for batch in (cell.one, cell.two)], sharing=2)
    with pytest.raises(AssertionError, match="met 1 times"):
        check_distinct([found[0].one, found[0].two])


def test_a_seat_that_one_of_them_cannot_play_is_left_out():
    assert [cell.seat for cell in cells(LINE, RANDOM, against=(CUNNING, LINE))] == ["marines"]
    assert [cell.opponent for cell in cells(RANDOM, CUNNING, against=(CUNNING, LINE))] == ["marines:line"]
    assert cells(LINE, CUNNING) == ()


def test_an_opponent_plays_only_where_it_can():
    found = cells(RUNNER, PASSIVE, against=(LINE, CUNNING))
    assert [(cell.seat, cell.opponent) for cell in found] == [("marines", "hive:cunning"), ("hive", "marines:line")]


def test_between_marines_the_bots_meet_each_other_in_swapped_seats():
    (cell,) = cells(LINE, RANDOM, on=DEPOT)
    assert cell.direct
    assert cell.one.seats == (("wardens", "marines:line"), ("outriders", "random"))
    assert cell.two.seats == (("wardens", "random"), ("outriders", "marines:line"))
    assert cell.seats == (("wardens", "outriders"), ("outriders", "wardens"))


def test_a_mission_of_three_teams_is_refused():
    with pytest.raises(DataError, match="race: expected a mission of two teams, found 3"):
        cells(LINE, RANDOM, on=mission(red="human", blue="human", hive="hive"))


# --- what a game and a pair are worth ----------------------------------------------------------------------------


def game(one: str, two: str, *, bots: tuple[str, str] = ("a", "b"), fault: str = "", number: int = 0) -> Rows:
    """A game of the wardens against the outriders with their results."""
    reason = "crash" if fault else "objective"
    return tuple(
        Row(
            game=number,
            seed=f"text:s/{number}",
            scenario="toy",
            rules="1",
            side=side,
            team=side,
            bot=bot,
            winner="",
            result=result,
            reason=reason,
            rounds=1,
            score=0,
            decisions=1,
            forced=0,
            actions={},
            dice=0,
            dice_by_purpose={},
            losses={},
            down={},
            safe={},
            kills={},
            seconds=0.0,
            digest=f"{one}{two}{number}",
            fault=fault,
            error="it fell" if fault else "",
        )
        for side, bot, result in zip(("wardens", "outriders"), bots, (one, two), strict=True)
    )


WON, LOST, DRAWN = game("win", "loss"), game("loss", "win"), game("draw", "draw")
SPOILT_BY_FIRST = game("void", "void", fault="wardens")
SPOILT_BY_ENGINE = game("void", "void", fault="engine")


@pytest.mark.parametrize(
    ("rows", "wardens", "outriders"),
    [
        (WON, 1.0, 0.0),
        (DRAWN, 0.5, 0.5),
        (SPOILT_BY_FIRST, 0.0, 1.0),
        (SPOILT_BY_ENGINE, None, None),
    ],
)
def test_a_spoilt_game_is_lost_for_who_spoilt_it(rows: Rows, wardens: float | None, outriders: float | None):
    assert (points(rows, "wardens"), points(rows, "outriders")) == (wardens, outriders)


def test_who_spoilt_a_game_is_named():
    assert fault_of(SPOILT_BY_FIRST) == "a"
    assert fault_of(SPOILT_BY_ENGINE) == "engine"


INDIRECT = msgspec.structs.replace(cells(LINE, RANDOM, on=DEPOT)[0], seats=(("wardens", ""), ("", "wardens")))
DIRECT = cells(LINE, RANDOM, on=DEPOT)[0]


@pytest.mark.parametrize(
    ("cell", "one", "two", "margin", "counts"),
    [
        (INDIRECT, WON, LOST, 1.0, True),
        (INDIRECT, WON, WON, 0.0, True),
        (INDIRECT, DRAWN, WON, -0.5, True),
        (INDIRECT, SPOILT_BY_FIRST, DRAWN, -0.5, True),
        (INDIRECT, WON, SPOILT_BY_ENGINE, 0.0, False),
        (DIRECT, WON, LOST, 2.0, True),  # the first bot won in both seats
        (DIRECT, WON, WON, 0.0, True),  # the seat won twice
        (DIRECT, WON, DRAWN, 1.0, True),
        (DIRECT, SPOILT_BY_FIRST, WON, -2.0, True),
    ],
)
def test_a_pair_is_the_difference_of_points(cell: Cell, one: Rows, two: Rows, margin: float, counts: bool):
    found = outcome_of(0, 0, cell, one, two)
    assert (found.margin, found.counts) == (margin, counts)


def test_the_interval_of_the_gain_is_never_without_width():
    assert paired_gain([]) == pytest.approx((0.0, -1.0, 1.0), abs=0.03)
    mean, low, high = paired_gain([0.0] * 10)
    assert (mean, low) == (0.0, -high)
    assert high > 0.1


# --- under way ---------------------------------------------------------------------------------------------------


def fed(games: Sequence[tuple[int, Rows]], *, most: int = 40) -> Comparison:
    running = Running([INDIRECT], CLEAR, most)
    for number, rows in games:
        running.add(number, rows)
    return running.report("a", "b")


def test_pairs_are_weighed_in_their_order_however_games_arrive():
    one = [(0, game("win" if index % 3 else "loss", "loss", number=index)) for index in range(12)]
    two = [(1, game("loss" if index % 2 else "win", "loss", number=index)) for index in range(12)]
    in_turn = [played for pair in zip(one, two, strict=True) for played in pair]
    found = fed(in_turn)
    assert found == fed([*reversed(two), *one]) == fed([*one, *two])
    assert found.total.margins == {-1.0: 2, 0.0: 6, 1.0: 4}


def test_a_comparison_stops_at_its_verdict_and_takes_nothing_more_in():
    games = [(batch, game(("win", "loss")[batch], "loss", number=index)) for index in range(20) for batch in (0, 1)]
    found = fed(games)
    assert (found.verdict, found.pairs) == (Verdict.ACCEPTED, 6)
    assert found.total.a.count == 6


def test_a_comparison_stops_after_its_last_pair():
    games = [(batch, game("win", "loss", number=index)) for index in range(20) for batch in (0, 1)]
    found = fed(games, most=4)
    assert (found.verdict, found.pairs, found.alike) == (Verdict.UNDECIDED, 4, 4)


def test_spoilt_games_are_told_and_those_of_the_engine_are_left_out():
    found = fed(
        [
            (0, SPOILT_BY_FIRST),
            (1, WON),
            (0, game("void", "void", fault="engine", number=1)),
            (1, game("win", "loss", number=1)),
        ]
    )
    assert found.void == {"a": 1, "engine": 1}
    assert (found.pairs, found.dropped) == (1, 1)
    assert found.total.margins == {-1.0: 1}
    assert (found.total.a.of, found.total.b.of) == (1, 1)


# --- played ------------------------------------------------------------------------------------------------------


def compared(a: Contender, b: Contender, *, jobs: int = 1, seed: int = 3, most: int = 40, path=None) -> Comparison:
    found = cells_of(RACE, "race", a, b, [PASSIVE], most, msgspec.structs.replace(BASE, seed=seed))
    running = Running(found, CLEAR, most)
    games = arrivals(running.batches, jobs=jobs, done={})
    for number, rows in games:
        if path is not None:
            with RowWriter(path) as writer:
                writer.write(numbered(len(running.batches), number, rows))
        running.add(number, rows)
        if running.over:
            break
    games.close()
    return running.report(a.spec, b.spec)


def test_a_bot_that_runs_is_better_than_one_that_rests():
    found = compared(RUNNER, PASSIVE)
    assert found.verdict is Verdict.ACCEPTED
    assert found.pairs < 10
    assert compared(PASSIVE, RUNNER).verdict is Verdict.REJECTED


def test_the_verdict_is_the_same_with_two_jobs():
    assert compared(RUNNER, RANDOM, jobs=2) == compared(RUNNER, RANDOM)


@pytest.mark.parametrize("seed", range(12))
def test_a_bot_is_never_better_than_itself(seed: int):
    found = compared(RANDOM, RANDOM, seed=seed, most=10)
    assert found.verdict is Verdict.UNDECIDED
    assert found.alike == found.pairs == 10


def test_a_bot_that_spoils_its_games_loses_them():
    found = compared(CHEAT, RUNNER)
    assert found.verdict is Verdict.REJECTED
    assert found.void == {CHEAT.spec: found.pairs}


# --- going on ----------------------------------------------------------------------------------------------------


@pytest.fixture
def written(tmp_path):
    path = tmp_path / "out.jsonl"
    compared(RUNNER, PASSIVE, path=path)
    found = cells_of(RACE, "race", RUNNER, PASSIVE, [PASSIVE], 40, BASE)
    return path, Running(found, CLEAR, 40).batches


def places(row: Row, count: int, *, sides: int = 2) -> list[Place]:
    return [Place("race", row.rules, sides)] * count


def rules_in(path) -> Row:
    return msgspec.json.decode(path.read_bytes().splitlines()[0], type=Row)


def test_games_of_a_file_are_known_by_batch_and_number(written):
    path, batches = written
    row = rules_in(path)
    games = kept_games(path, batches, places(row, len(batches)))
    assert len(games) * 2 == path.read_bytes().count(b"\n")
    assert all(rows[0].game == index for (_, index), rows in games.items())
    assert all(rows[0].seed == f"text:{batches[batch].seed}/{index}" for (batch, index), rows in games.items())
    left = {(n, rows[0].game) for n, rows in arrivals(batches, jobs=1, done=games)}
    assert len(left) == 40 * 4 - len(games)
    assert not left & set(games)


def test_a_torn_last_game_is_cut_off(written):
    path, batches = written
    row = rules_in(path)
    whole = kept_games(path, batches, places(row, len(batches)))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]) + lines[-1][:20])
    games = kept_games(path, batches, places(row, len(batches)))
    assert len(games) == len(whole) - 1
    assert path.read_bytes() == b"".join(lines[:-2])


def test_a_file_of_something_else_is_refused_and_left_as_it_is(written):
    path, batches = written
    row = rules_in(path)
    before = path.read_bytes()
    with pytest.raises(DataError, match="expected seed"):
        kept_games(path, batches[::-1], places(row, len(batches)))
    with pytest.raises(DataError, match="expected a row for each side"):
        kept_games(path, batches, places(row, len(batches), sides=3))
    with pytest.raises(DataError, match="expected scenario"):
        kept_games(path, batches, [Place("other", row.rules, 2)] * len(batches))
    assert path.read_bytes() == before
