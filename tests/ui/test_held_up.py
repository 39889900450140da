"""A bot that takes long, fails or is stopped: the window goes on answering, and the player says how to go on."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.ui.play.bots import HUMAN
from game.ui.play.match import Match
from game.ui.play.start import begin, resume
from game.ui.scenes.end import EndScene
from game.ui.scenes.held_up import HeldUpScene
from game.ui.scenes.play import PlayScene
from game.ui.scenes.title import TitleScene
from tests.ui.support import FRAME, Driver, services

PATIENCE = 60


class Seated:
    """A match at a window, its bots in a process of their own."""

    def __init__(self, folder: Path, seats: dict[str, str], **settings) -> None:
        self.driver = Driver(still=True, saves=folder, **settings)
        self.services = replace(services(folder), direct=None, maker="tests.ui.stuck:make_bot")
        self.driver.window.services = self.services
        self.match = begin(self.services, "culvert", seats, 7, language="en")
        self.driver.open(TitleScene(self.driver.window))
        self.board = PlayScene(self.driver.window, self.match)
        self.driver.open(self.board)

    def until(self, holds: Callable[[], bool]) -> None:
        """Let time pass. Bots that sleep do so for longer than that: no frame may wait for them."""
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, "it did not come about"
            self.driver.wait()
            time.sleep(0.005)

    def asks(self) -> bool:
        return isinstance(self.driver.scene, HeldUpScene)


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Callable[..., Seated]]:
    matches: list[Match] = []

    def make(marines: str, hive: str, **settings) -> Seated:
        seated = Seated(tmp_path, {"marines": marines, "hive": hive}, **settings)
        matches.append(seated.match)
        return seated

    yield make
    for match in matches:
        match.close()


@pytest.mark.parametrize("stuck", ["sleeper", "listener"])
def test_a_long_thought_asks_the_player_and_no_frame_waits(seat, stuck: str):
    table = seat(stuck, "hive:instinct", patience=5)
    table.until(table.asks)
    assert 5 <= table.match.thought_for < 6
    assert table.driver.scene.stage.find("held_wait") is not None


def test_without_a_limit_nobody_is_asked(seat):
    table = seat("sleeper", "hive:instinct", patience=0)
    table.driver.wait(int(90 / FRAME))
    assert table.match.thought_for > 80
    assert table.driver.scene is table.board


def test_who_waits_on_is_not_asked_again_about_the_same_decision(seat):
    table = seat("sleeper", "hive:instinct", patience=5)
    table.until(table.asks)
    table.driver.key(pygame.K_ESCAPE)
    table.driver.wait(int(30 / FRAME))
    assert table.driver.scene is table.board
    assert table.match.thought_for > 30, "what it has thought so far is not lost"


def test_an_answer_that_comes_late_closes_the_question(seat):
    table = seat("marines:line", "hive:instinct", patience=5)
    table.board.halt(overdue=True)
    assert table.asks()
    table.until(lambda: not table.asks())
    assert len(table.match.session.log) == 1


@pytest.mark.parametrize("stuck", ["sleeper", "listener", "quitter"])
def test_another_bot_makes_one_decision(seat, stuck: str):
    table = seat(stuck, "hive:instinct", patience=5)
    table.until(table.asks)
    table.driver.press("held_once")
    table.until(lambda: len(table.match.session.log) == 1)
    assert table.match.seats["marines"] == stuck
    table.until(table.asks)
    assert len(table.match.session.log) == 1, "the next one is the first bot's own"


@pytest.mark.parametrize("stuck", ["sleeper", "listener", "quitter"])
def test_another_bot_takes_the_seat_for_good(seat, stuck: str):
    table = seat(stuck, "hive:instinct", patience=5)
    table.until(table.asks)
    table.driver.press("held_seat")
    table.until(lambda: len(table.match.session.log) >= 8)
    assert table.match.seats["marines"] == "marines:line"
    assert not table.asks()


@pytest.mark.parametrize("stuck", ["sleeper", "listener", "quitter"])
def test_the_player_takes_the_seat(seat, stuck: str):
    table = seat(stuck, "hive:instinct", patience=5)
    table.until(table.asks)
    table.driver.press("held_person")
    table.until(lambda: table.board.acting)
    assert table.board.viewer == "marines"
    board = table.board
    options = table.match.session.view("marines").options()
    table.match.carry_out([options[-1]], "marines")
    table.driver.wait(5)
    assert len(table.match.session.log) >= 1
    assert board.shown == board.seen or board.presenter.busy


def test_who_plays_one_side_can_take_the_other_too(seat):
    table = seat(HUMAN, "sleeper", patience=5)
    board, match = table.board, table.match
    while match.person_acts:
        match.carry_out([match.session.view("marines").options()[-1]], "marines")
    table.until(table.asks)
    table.driver.press("held_person")
    assert sorted(match.people()) == ["hive", "marines"]
    assert [c.number for c in match.chapters["hive"]] == [c.number for c in match.chapters["marines"]]
    if not isinstance(table.driver.scene, PlayScene):
        table.driver.press("ready")
    table.until(lambda: board.acting and board.viewer == "hive")
    assert board.shown == board.seen


@pytest.mark.skipif(os.name == "nt", reason="no such signal")
def test_a_process_that_no_longer_runs_holds_nobody_up(seat):
    table = seat("marines:line", "hive:instinct", patience=5)
    table.until(lambda: len(table.match.session.log) >= 2)
    number = table.match._thinker._process.pid
    os.kill(number, signal.SIGSTOP)
    table.until(table.asks)
    before = len(table.match.session.log)
    table.driver.press("held_once")
    table.until(lambda: len(table.match.session.log) > before + 2)
    assert not table.asks(), "it was begun anew and plays on"


def test_any_bot_can_be_stopped_by_a_key_at_any_time(seat):
    table = seat("sleeper", "hive:instinct", patience=0)
    table.driver.wait(3)
    table.driver.key(pygame.K_x)
    assert table.asks()
    before = table.match.thought_for
    table.driver.wait(20)
    assert table.match.thought_for == before, "nothing is carried out while the player decides"
    table.driver.press("held_seat")
    table.until(lambda: len(table.match.session.log) >= 3)


def test_a_borrowed_turn_can_be_taken_back_from_a_bot_that_hangs(seat):
    table = seat(HUMAN, "hive:instinct", patience=5)
    table.match.let_bot_finish("marines", "sleeper")
    table.until(table.asks)
    assert table.driver.scene.stage.find("held_person") is None
    table.driver.press("held_back")
    table.until(lambda: table.board.acting)


def test_a_failed_bot_is_told_with_the_ways_on(seat):
    table = seat("quitter", "hive:instinct")
    table.until(table.asks)
    assert "no idea" in str(table.match.problem)
    assert table.driver.scene.stage.find("held_wait") is None
    table.driver.press("held_again")
    table.until(table.asks)
    assert "no idea" in str(table.match.problem)
    table.driver.key(pygame.K_ESCAPE)
    assert table.driver.scene is table.board
    table.driver.wait(20)
    assert table.driver.scene is table.board, "it is asked once about a failure"
    table.driver.press("halt")
    assert table.asks()


def test_leaving_a_held_up_match_loses_nothing(seat):
    table = seat("sleeper", "hive:instinct", patience=5)
    table.until(table.asks)
    table.driver.press("held_leave")
    assert isinstance(table.driver.scene, TitleScene)
    assert table.match.saver is not None
    assert table.match.saver.path is not None
    again = resume(table.services, table.match.saver.path, language="en")
    assert again.session.log == table.match.session.log
    again.close()


@pytest.mark.parametrize("mode", ["action", "turn", "off"])
def test_the_new_player_of_a_seat_is_kept_in_the_save(seat, mode: str):
    table = seat("sleeper", "hive:instinct", patience=5, autosave=mode)
    table.board.refresh()
    table.until(table.asks)
    table.driver.press("held_person")
    saver = table.match.saver
    assert saver is not None
    if mode == "off":
        assert not saver.saved
        saver.save()
    table.match.close()
    assert saver.path is not None
    again = resume(table.services, saver.path, language="en")
    assert again.seats == {"marines": HUMAN, "hive": "hive:instinct"}
    again.close()


def test_a_match_that_was_taken_over_is_played_to_its_end(seat):
    table = seat("sleeper", "hive:instinct", patience=5, blink=50)
    table.until(table.asks)
    table.driver.press("held_seat")
    table.until(lambda: isinstance(table.driver.scene, EndScene))
    assert table.match.session.over
