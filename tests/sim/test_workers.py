"""A bot that hangs, dies or takes its process with it spoils its own game; the others are played as ever."""

import os
import signal
from collections.abc import Generator
from pathlib import Path

import msgspec
import pytest

from game.api import DataError
from game.sim.batch import Batch, run
from game.sim.budget import Budget
from game.sim.results import Rows
from game.sim.workers import Crew

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals end processes elsewhere")

RACE = Batch(
    scenario="race",
    seats=(("marines", "random"), ("hive", "random")),
    games=6,
    seed=5,
    open_game="tests.sim.toy:open_game",
)


def changed(marines: str, **fields) -> Batch:
    return msgspec.structs.replace(RACE, seats=(("marines", marines), ("hive", "random")), **fields)


def timeless(games):
    return [[msgspec.structs.replace(row, seconds=0.0) for row in rows] for rows in games]


def first(games):
    return [rows[0] for rows in games]


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "Z" not in Path(f"/proc/{pid}/stat").read_text().split(")")[1][:3] if Path("/proc").exists() else True


@pytest.fixture(scope="module")
def crew():
    """Workers for test after test, as nothing here takes as long as starting them."""
    with Crew[Rows](2) as found:
        yield found


@pytest.mark.parametrize(
    ("mood", "said"),
    [("exit", "its process ended with exit code 3"), ("kill", "its process was ended by signal 9")],
)
def test_a_bot_that_ends_its_process_spoils_its_own_game(crew, mood, said):
    games = list(run(changed(f"tests.sim.zoo/moody(after=8,mood={mood})", games=3), engine=crew))
    assert [row.game for row in first(games)] == [0, 1, 2]
    assert {row.reason for row in first(games)} == {"worker_lost", "objective"}
    spoilt = next(rows for rows in games if rows[0].reason == "worker_lost")
    assert (spoilt[0].fault, spoilt[0].result, spoilt[1].result) == ("marines", "void", "void")
    assert spoilt[0].error == said
    assert spoilt[0].decisions == 7


def test_the_table_is_the_same_whoever_plays():
    batch = changed("tests.sim.zoo/moody(after=8)", games=3)
    assert timeless(run(batch, jobs=2)) == timeless(run(batch, jobs=1, isolated=True))


@pytest.mark.parametrize("after", [0, -1])
def test_a_bot_may_die_while_it_is_made_or_told_something(crew, after):
    (rows,) = run(changed(f"tests.sim.zoo/moody(after={after})", games=1), engine=crew)
    assert (rows[0].reason, rows[0].fault, rows[0].decisions) == ("worker_lost", "marines", 2 if after else 0)


@pytest.mark.parametrize(
    ("mood", "error"),
    [
        ("quit", "SystemExit: 4"),
        ("memory", "MemoryError: no more"),
        ("base", "BaseException: no Exception"),
        ("mute", "ValueError: \\ud800\\x1b in"),
        ("wordless", "Wordless: (no text: LookupError)"),
    ],
)
def test_what_can_be_caught_is_a_crash_and_costs_no_worker(mood, error):
    games = list(run(changed(f"tests.sim.zoo/moody(mood={mood})", games=2)))
    assert [(row.reason, row.fault) for row in first(games)] == [("crash", "marines")] * 2
    assert games[0][0].error.startswith(error)


def test_an_interrupt_that_a_bot_raises_in_a_worker_is_its_own(crew):
    games = list(run(changed("tests.sim.zoo/moody(mood=stop)", games=2), engine=crew))
    assert [(row.reason, row.fault) for row in first(games)] == [("crash", "marines")] * 2


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes are copied here")
@pytest.mark.parametrize("isolated", [False, True])
def test_a_copy_that_a_bot_makes_of_its_process_plays_nothing(tmp_path, isolated):
    calm, forked = (
        timeless(run(changed(f"tests.sim.zoo/moody(mood={mood})", games=2), isolated=isolated))
        for mood in ("calm", "fork")
    )
    assert [[msgspec.structs.replace(row, bot="") for row in rows] for rows in forked] == [
        [msgspec.structs.replace(row, bot="") for row in rows] for rows in calm
    ]


def test_a_bot_that_changes_its_folder_leaves_the_batch_where_it_was(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    list(run(changed("tests.sim.zoo/moody(mood=away)", games=1)))
    assert Path.cwd() == tmp_path


@pytest.mark.parametrize("mood", ["hang", "freeze", "slow"])
def test_a_move_is_stopped_by_its_clock_wherever_it_hangs(crew, mood):
    batch = changed(f"tests.sim.zoo/moody(after=8,mood={mood})", games=2, budget=Budget(move_time=0.2))
    late = [row for row in first(run(batch, engine=crew)) if row.reason != "objective"]
    assert [(row.reason, row.fault, row.error, row.decisions) for row in late] == [
        ("timeout", "marines", "no answer within 0.2 s", 7)
    ]


@pytest.mark.parametrize("mood", ["hang", "slow"])
def test_one_job_plays_in_a_process_when_there_is_a_clock(mood):
    (rows,) = run(changed(f"tests.sim.zoo/moody(mood={mood})", games=1, budget=Budget(move_time=0.2)))
    assert (rows[0].reason, rows[0].fault, rows[0].decisions) == ("timeout", "marines", 2)


def test_a_game_is_stopped_by_its_clock(crew):
    batch = changed("tests.sim.zoo/moody(mood=hang)", games=1, budget=Budget(game_time=0.3))
    (rows,) = run(batch, engine=crew)
    assert (rows[0].reason, rows[0].fault, rows[0].error) == ("timeout", "marines", "no end within 0.3 s")
    assert rows[0].decisions == 2


def test_a_game_whose_worker_was_killed_from_outside_is_played_again(crew, tmp_path):
    calm = timeless(run(changed("tests.sim.zoo/moody(mood=calm)")))
    mark = tmp_path / "mark"
    batch = changed(f"tests.sim.zoo/moody(mood=once,mark={mark})")
    games = timeless(run(batch, engine=crew))
    assert mark.exists()
    assert [[row.digest for row in rows] for rows in games] == [[row.digest for row in rows] for rows in calm]
    assert {row.reason for row in first(games)} == {"objective"}


def test_killing_workers_loses_no_game(crew):
    batch = msgspec.structs.replace(RACE, games=40)
    games = []
    for rows in run(batch, engine=crew):
        games.append(rows)
        if len(games) in (5, 20):
            os.kill(crew.processes[0], signal.SIGKILL)
    assert timeless(games) == timeless(run(batch))


def test_workers_play_one_batch_after_the_other_and_end_with_their_crew():
    with Crew[Rows](2) as crew:
        once = timeless(run(RACE, engine=crew))
        workers = crew.processes
        other = timeless(run(msgspec.structs.replace(RACE, seed=6), engine=crew))
        assert crew.processes == workers
        assert once == timeless(run(RACE))
        assert once != other
    assert not any(alive(pid) for pid in workers)


def test_a_batch_that_is_left_leaves_its_workers_to_others(crew):
    games = run(msgspec.structs.replace(RACE, games=50), engine=crew)
    next(games)
    assert isinstance(games, Generator)
    games.close()
    assert timeless(run(RACE, engine=crew)) == timeless(run(RACE))


def test_a_bot_that_is_no_bot_ends_the_batch_with_a_line(crew):
    with pytest.raises(DataError, match="found no bot of that name"):
        list(run(changed("tests.sim.zoo/nobody"), engine=crew))


# --- what may be imagined ----------------------------------------------------------------------------------------


def test_what_bots_imagine_is_counted_however_they_do_it():
    (rows, *_) = run(changed("tests.sim.zoo/moody(mood=dream,after=2)", games=1))
    assert (rows[0].imagined, rows[0].imagined_most) == (5, 5)
    assert (rows[1].imagined, rows[1].imagined_most) == (0, 0)


@pytest.mark.parametrize(
    ("budget", "error"),
    [
        (Budget(move_imagines=4), "more than 4 actions imagined for one decision"),
        (Budget(game_imagines=3), "more than 3 actions imagined in one game"),
        (Budget(move_imagines=4, game_imagines=3), "more than 3 actions imagined in one game"),
    ],
)
def test_more_than_the_budget_spoils_the_game(budget, error):
    (rows,) = run(changed("tests.sim.zoo/moody(mood=dream,after=2)", games=1, budget=budget))
    assert (rows[0].reason, rows[0].fault, rows[0].error, rows[0].decisions) == ("budget", "marines", error, 1)
    assert rows[0].imagined == (budget.game_imagines or budget.move_imagines)


def test_the_budget_itself_is_enough():
    (rows,) = run(changed("tests.sim.zoo/moody(mood=dream,after=2)", games=1, budget=Budget(move_imagines=5)))
    assert rows[0].reason == "objective"


def test_a_bot_may_think_until_its_budget_is_spent():
    (rows,) = run(changed("tests.sim.zoo/modest", games=1, budget=Budget(move_imagines=7, game_imagines=20)))
    assert rows[0].reason == "objective"
    assert (rows[0].imagined, rows[0].imagined_most) == (20, 7)
