"""Bots in a process of their own answer as those at the table do; thinking can be stopped; the window never waits."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from ai.player import make_bot
from game.api import BroodfallError, SeededDice, Session, open_game
from game.ui.play.match import Match
from game.ui.play.thinker import DirectThinker, Table, Thinker
from game.ui.play.worker import WorkerThinker
from tests.arch.source import ROOT

SEATS = {"marines": "marines:line", "hive": "hive:cunning"}
PATIENCE = 60


@pytest.fixture
def thinkers() -> Iterator[list[Thinker]]:
    opened: list[Thinker] = []
    yield opened
    for thinker in opened:
        thinker.close()


def run(match: Match, *, entries: int) -> list:
    """Let bots play so many actions."""
    end = time.monotonic() + PATIENCE
    while len(match.session.log) < entries and time.monotonic() < end and not match.problem:
        if not match.pump():
            time.sleep(0.005)
    assert match.problem is None
    return [entry.action for entry in match.session.log[:entries]]


def test_the_other_process_gives_the_same_game(thinkers: list[Thinker]):
    games = []
    for kind in ("here", "there"):
        game = open_game("culvert").game
        thinker: Thinker
        if kind == "here":
            thinker = DirectThinker(game, make_bot, 9, SEATS)
        else:
            thinker = WorkerThinker(Table("culvert"), "ai.player:make_bot", 9, SEATS)
        thinkers.append(thinker)
        match = Match(Session(game, SeededDice(9)), SEATS, thinker, seed=9)
        games.append(run(match, entries=25))
    assert games[0] == games[1]


def test_thinking_is_stopped_and_begun_anew(thinkers: list[Thinker]):
    game = open_game("culvert").game
    thinker = WorkerThinker(Table("culvert"), "ai.player:make_bot", 9, SEATS)
    thinkers.append(thinker)
    match = Match(Session(game, SeededDice(9)), SEATS, thinker, seed=9)
    match.pump()
    match.let_bot_finish("marines", "random")
    assert run(match, entries=4)


def test_a_bot_that_fails_is_told_in_one_line_and_stops_nothing_else(thinkers: list[Thinker]):
    game = open_game("culvert").game
    thinker = WorkerThinker(Table("culvert"), "ai.player:make_bot", 9, {"marines": "no_such_bot", "hive": "random"})
    thinkers.append(thinker)
    match = Match(Session(game, SeededDice(9)), SEATS, thinker, seed=9)
    end = time.monotonic() + PATIENCE
    while not match.problem and time.monotonic() < end:
        match.pump()
        time.sleep(0.01)
    assert match.problem is not None
    assert match.problem.kind == "unknown_bot"
    assert "no bot of that name" in str(match.problem)
    assert "\n" not in str(match.problem)
    assert not match.bot_acts


def test_a_process_that_cannot_even_begin_says_why(thinkers: list[Thinker]):
    game = open_game("culvert").game
    thinker = WorkerThinker(Table("culvert"), "ai.player:no_such_maker", 9, SEATS)
    thinkers.append(thinker)
    match = Match(Session(game, SeededDice(9)), SEATS, thinker, seed=9)
    end = time.monotonic() + PATIENCE
    while not match.problem and time.monotonic() < end:
        match.pump()
        time.sleep(0.01)
    assert "no_such_maker" in str(match.problem)


def test_a_dead_process_is_told(thinkers: list[Thinker]):
    thinker = WorkerThinker(Table("culvert"), "ai.player:make_bot", 9, SEATS)
    thinkers.append(thinker)
    thinker._process.terminate()
    thinker._process.join()

    def listen() -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            thinker.answer()
            time.sleep(0.005)

    with pytest.raises(BroodfallError, match="has ended"):
        listen()


def test_the_match_goes_on_as_it_would_have_when_the_process_is_killed(thinkers: list[Thinker]):
    games = []
    for kills in (False, True):
        game = open_game("culvert").game
        thinker = WorkerThinker(Table("culvert"), "ai.player:make_bot", 9, SEATS)
        thinkers.append(thinker)
        match = Match(Session(game, SeededDice(9)), SEATS, thinker, seed=9)
        run(match, entries=4)
        if kills:
            match.pump()  # it has been asked
            thinker._process.kill()
            thinker._process.join()
        games.append(run(match, entries=8))
    assert games[0] == games[1]


def test_a_person_plays_on_while_the_process_is_dead(thinkers: list[Thinker]):
    game = open_game("culvert").game
    seats = {"marines": "human", "hive": "hive:cunning"}
    thinker = WorkerThinker(Table("culvert"), "ai.player:make_bot", 9, {"hive": "hive:cunning"})
    thinkers.append(thinker)
    match = Match(Session(game, SeededDice(9)), seats, thinker, seed=9)
    run_until(match, lambda: match.person_acts)
    thinker._process.kill()
    thinker._process.join()
    before = len(match.session.log)
    while match.person_acts:
        options = match.session.view("marines").options()
        match.carry_out([options[-1]], "marines")
    assert len(match.session.log) > before
    run_until(match, lambda: match.person_acts)


def test_a_process_that_is_held_up_is_ended_and_not_waited_for(
    thinkers: list[Thinker], monkeypatch: pytest.MonkeyPatch
):
    thinker = WorkerThinker(Table("culvert"), "ai.player:make_bot", 9, SEATS)
    thinker._process.join(0.2)
    number = thinker._process.pid
    assert number is not None
    os.kill(number, signal.SIGSTOP)
    with monkeypatch.context() as patched:
        patched.setattr(thinker._process, "join", lambda *_: pytest.fail("the window waits"))
        thinker.close()
    thinker._process.join(PATIENCE)
    assert not thinker._process.is_alive()


def run_until(match: Match, holds: Callable[[], bool]) -> None:
    """Let bots play until something is so."""
    end = time.monotonic() + PATIENCE
    while not holds() and time.monotonic() < end and not match.problem:
        if not match.pump():
            time.sleep(0.005)
    assert match.problem is None
    assert holds()


def broodfall(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a piece of Python with nothing of this machine's screen."""
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_no_display_is_one_clear_line_and_the_way_to_play_without():
    """Case UI-02."""
    result = broodfall("from game.app import main; import sys; sys.argv[1:] = []; main()")
    assert result.returncode == 2
    lines = [line for line in result.stderr.splitlines() if line.startswith("broodfall")]
    assert lines == [
        "broodfall: no window: no display was found",
        "broodfall: broodfall play --text plays without one",
    ]


def test_thinking_needs_no_pygame():
    code = "import sys, game.ui.play.thinker; print('pygame' in sys.modules)"
    assert broodfall(code).stdout.strip() == "False"
