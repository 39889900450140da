"""A bot that hangs, dies or takes its process with it spoils its own game; the others are played as ever."""

import os
import signal
from pathlib import Path

import msgspec
import pytest

from game.api import DataError
from game.sim.batch import Batch, run
from game.sim.budget import Budget
from game.sim.workers import Crew

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


@pytest.mark.parametrize(
    ("mood", "said"),
    [("exit", "its process ended with exit code 3"), ("kill", "its process was ended by signal 9")],
)
def test_a_bot_that_ends_its_process_spoils_its_own_game(mood, said):
    games = list(run(changed(f"tests.sim.zoo/moody(after=5,mood={mood})"), jobs=2))
    assert [row.game for row in first(games)] == list(range(6))
    assert {row.reason for row in first(games)} == {"worker_lost", "objective"}
    spoilt = next(rows for rows in games if rows[0].reason == "worker_lost")
    assert (spoilt[0].fault, spoilt[0].result, spoilt[1].result) == ("marines", "void", "void")
    assert spoilt[0].error == said
    assert spoilt[0].decisions == 4


def test_the_table_is_the_same_whoever_plays():
    batch = changed("tests.sim.zoo/moody(after=5)")
    two = timeless(run(batch, jobs=2))
    assert two == timeless(run(batch, jobs=1, isolated=True))
    assert two == timeless(run(batch, jobs=3))


@pytest.mark.parametrize("after", [0, -1])
def test_a_bot_may_die_while_it_is_made_or_told_something(after):
    games = list(run(changed(f"tests.sim.zoo/moody(after={after})", games=2), jobs=2))
    assert [(row.reason, row.fault) for row in first(games)] == [("worker_lost", "marines")] * 2
    assert [row.decisions for row in first(games)] == [0 if after == 0 else 2] * 2


@pytest.mark.parametrize(("mood", "error"), [("quit", "SystemExit: 4"), ("memory", "MemoryError: no more")])
def test_what_can_be_caught_is_a_crash_and_costs_no_worker(mood, error):
    games = list(run(changed(f"tests.sim.zoo/moody(mood={mood})", games=2)))
    assert [(row.reason, row.fault) for row in first(games)] == [("crash", "marines")] * 2
    assert games[0][0].error.startswith(error)


@pytest.mark.parametrize("mood", ["hang", "freeze", "slow"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_move_is_stopped_by_its_clock_wherever_it_hangs(mood, jobs):
    batch = changed(f"tests.sim.zoo/moody(after=5,mood={mood})", games=3, budget=Budget(move_time=0.2))
    games = list(run(batch, jobs=jobs))
    found = first(games)
    assert {row.reason for row in found} <= {"timeout", "objective"}
    late = [row for row in found if row.reason == "timeout"]
    assert [(row.fault, row.error, row.decisions) for row in late] == [("marines", "no answer within 0.2 s", 4)] * len(
        late
    )
    assert late


def test_a_game_is_stopped_by_its_clock():
    batch = changed("tests.sim.zoo/moody(mood=hang)", games=1, budget=Budget(game_time=0.3))
    (rows,) = run(batch)
    assert (rows[0].reason, rows[0].fault, rows[0].error) == ("timeout", "marines", "no end within 0.3 s")
    assert rows[0].decisions == 2


def test_a_game_whose_worker_was_killed_from_outside_is_played_again(tmp_path):
    calm = timeless(run(changed("tests.sim.zoo/moody(mood=calm)")))
    mark = tmp_path / "mark"
    batch = changed(f"tests.sim.zoo/moody(mood=once,mark={mark})")
    games = timeless(run(batch, jobs=2))
    assert mark.exists()
    assert [[row.digest for row in rows] for rows in games] == [[row.digest for row in rows] for rows in calm]
    assert {row.reason for row in first(games)} == {"objective"}


def test_killing_workers_loses_no_game():
    calm = timeless(run(msgspec.structs.replace(RACE, games=40)))
    with Crew(2) as crew:
        killed = 0
        games = []
        for rows in run(msgspec.structs.replace(RACE, games=40), engine=crew):
            games.append(rows)
            if len(games) in (5, 20):
                os.kill(crew.processes[0], signal.SIGKILL)
                killed += 1
    assert killed == 2
    assert timeless(games) == calm


def test_workers_play_one_batch_after_the_other_and_end_with_their_crew():
    with Crew(2) as crew:
        once = timeless(run(RACE, engine=crew))
        workers = crew.processes
        other = timeless(run(msgspec.structs.replace(RACE, seed=6), engine=crew))
        assert crew.processes == workers
        assert once == timeless(run(RACE))
        assert once != other
    assert not any(alive(pid) for pid in workers)


def test_a_batch_that_is_left_leaves_its_workers_to_others():
    with Crew(2) as crew:
        games = run(msgspec.structs.replace(RACE, games=50), engine=crew)
        next(games)
        games.close()
        assert timeless(run(RACE, engine=crew)) == timeless(run(RACE))


def test_a_bot_that_is_no_bot_ends_the_batch_with_a_line():
    with pytest.raises(DataError, match="found no bot of that name"):
        list(run(changed("tests.sim.zoo/nobody"), jobs=2))


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
