"""When matches are saved by themselves, what is lost when they are not, and that it is asked about first."""

from pathlib import Path
from typing import Any

import pygame
import pytest

from game.io.openers import opener
from game.io.replay import open_replay
from game.ui.play.bots import HUMAN
from game.ui.play.keeping import Keeper
from game.ui.play.start import begin, resume
from game.ui.scenes.end import EndScene
from game.ui.scenes.leaving import LeaveScene
from game.ui.scenes.menu import MenuScene
from game.ui.scenes.options import SettingsScene
from game.ui.scenes.play import PlayScene
from game.ui.scenes.title import TitleScene
from tests.ui.short import short_mission
from tests.ui.support import Driver, services

SEATS = {"marines": HUMAN, "hive": "hive:instinct"}
QUIT = pygame.event.Event(pygame.QUIT)


def play(match: Any, entries: int) -> None:
    """Take the first option again and again, with a bot at the other seat."""
    while len(match.session.log) < entries and not match.session.over:
        if match.person_acts:
            match.carry_out([match.session.view("marines").options()[0]], "marines")
        else:
            match.pump()


def kept(path: Path) -> int:
    """How many actions a file holds, read by somebody else."""
    return len([line for line in path.read_text(encoding="utf-8").splitlines() if '"do"' in line])


def fresh(folder: Path, mode: Any) -> Any:
    return begin(services(folder), "culvert", SEATS, 5, language="en", autosave=mode)


def test_every_action_is_in_the_file_at_once(tmp_path: Path):
    match = fresh(tmp_path, "action")
    for entries in (1, 2, 7):
        play(match, entries)
        assert kept(match.saver.path) == len(match.session.log)
    match.close()


def test_by_turns_the_file_grows_at_phases_and_when_the_match_is_left(tmp_path: Path):
    match = fresh(tmp_path, "turn")
    path = match.saver.path
    behind = False
    for entries in range(1, 60):
        play(match, entries)
        behind |= kept(path) < len(match.session.log)
    assert behind
    assert match.saver.saved, "closing it will write the rest"
    assert not match.unsaved
    played = match.session.digest()
    match.close()
    again: Any = resume(services(tmp_path), path, language="en")
    assert again.session.digest() == played
    again.close()


def test_off_means_that_nothing_is_written_until_it_is_asked_for(tmp_path: Path):
    match = fresh(tmp_path, "off")
    play(match, 12)
    assert list(tmp_path.iterdir()) == []
    assert match.unsaved
    assert match.saver.save()
    assert not match.unsaved
    path = match.saver.path
    assert kept(path) == 12
    play(match, 15)
    assert kept(path) == 12
    assert match.unsaved
    assert match.saver.save(), "the same file once more"
    assert list(tmp_path.iterdir()) == [path]
    played = match.session.digest()
    match.close()
    replay = open_replay(path, opener([tmp_path]))
    replay.finish()
    assert replay.session.digest() == played


def test_the_setting_is_honoured_in_the_middle_of_a_match(tmp_path: Path):
    match = fresh(tmp_path, "action")
    play(match, 5)
    match.keep("off")
    play(match, 9)
    assert kept(match.saver.path) == 5
    match.keep("action")
    assert kept(match.saver.path) == 9, "all that was played meanwhile"
    play(match, 11)
    assert kept(match.saver.path) == 11
    match.close()


def test_a_match_taken_up_again_with_saving_off_leaves_its_file_alone(tmp_path: Path):
    match = fresh(tmp_path, "action")
    play(match, 6)
    path = match.saver.path
    match.close()
    before = path.read_bytes()
    again: Any = resume(services(tmp_path), path, language="en", autosave="off")
    assert not again.unsaved
    play(again, 9)
    assert path.read_bytes() == before
    assert again.unsaved
    again.saver.save()
    assert kept(path) == 9
    again.close()


def at_board(folder: Path, mode: Any, *, mission: str = "culvert") -> tuple[Driver, Any]:
    driver = Driver(still=True, saves=folder, autosave=mode)
    driver.open(TitleScene(driver.window))
    match = begin(driver.window.services, mission, SEATS, 5, language="en", autosave=mode)
    scene: Any = PlayScene(driver.window, match)
    driver.open(scene)
    play(match, 8)
    driver.wait(3)
    return driver, scene


def test_closing_the_window_asks_where_something_would_be_lost(tmp_path: Path):
    driver, scene = at_board(tmp_path, "off")
    driver.feed(QUIT)
    assert driver.window.running
    assert type(driver.scene) is LeaveScene
    driver.press("leave_stay")
    assert driver.window.scenes[-1] == scene
    driver.feed(QUIT)
    driver.press("leave_save")
    driver.window.close()
    assert driver.window.scenes == []
    assert kept(scene.match.saver.path) == 8


@pytest.mark.parametrize("way", ["twice", "button"])
def test_who_means_it_closes_without_saving(tmp_path: Path, way: str):
    driver, _ = at_board(tmp_path, "off")
    driver.feed(QUIT)
    if way == "twice":
        driver.feed(QUIT)
    else:
        driver.press("leave_lose")
    assert not driver.window.running
    driver.window.close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("mode", ["action", "turn"])
def test_closing_asks_nothing_and_loses_nothing_where_it_is_saved(tmp_path: Path, mode: str):
    driver, scene = at_board(tmp_path, mode)
    driver.feed(QUIT)
    assert not driver.window.running
    driver.window.close()
    assert kept(scene.match.saver.path) == 8


def test_the_menu_saves_and_asks_before_it_leaves(tmp_path: Path):
    driver, scene = at_board(tmp_path, "off")
    driver.open(MenuScene(driver.window, scene.match, "marines"))
    driver.press("menu_leave")
    assert isinstance(driver.scene, LeaveScene)
    driver.key(pygame.K_ESCAPE)
    driver.press("menu_save")
    assert kept(scene.match.saver.path) == 8
    driver.press("menu_leave")
    assert isinstance(driver.scene, TitleScene)


def test_the_end_offers_the_replay_once_it_is_saved(tmp_path: Path):
    driver, scene = at_board(tmp_path, "off", mission=short_mission(rounds=1))
    play(scene.match, 9999)
    driver.wait(3)
    end = EndScene(driver.window, scene.match, "marines")
    driver.open(end)
    end.settle()
    assert end.stage.find("end_watch") is None
    driver.press("end_save")
    end.settle()
    assert end.stage.find("end_watch") is not None
    assert not scene.match.unsaved


def test_a_place_that_cannot_be_written_is_told_and_the_match_goes_on(tmp_path: Path):
    match = fresh(tmp_path, "off")
    play(match, 4)
    nowhere = Keeper(match.session, lambda: tmp_path / "no" / "where.jsonl", seats=SEATS, mode="off")
    assert not nowhere.save()
    assert "where.jsonl" in str(nowhere.problem)
    assert "\n" not in str(nowhere.problem)


def test_the_setting_says_what_off_means(tmp_path: Path):
    driver = Driver(saves=tmp_path)
    scene = SettingsScene(driver.window)
    driver.open(scene)
    scene.settle()
    row: Any = scene.stage.find("set_autosave")
    assert "Off: only what you save in the menu is kept" in row.tip
    scene.stage.focus = "set_autosave"
    driver.key(pygame.K_RIGHT)
    driver.key(pygame.K_RIGHT)
    assert driver.window.settings.autosave == "off"
