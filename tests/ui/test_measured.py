"""What bots' games say about a mission: kept in a file, and shown where a mission is chosen."""

import pytest

from game.api import DataError, list_scenarios
from game.io.text import LANGUAGES
from game.ui.play import measured
from game.ui.play.measured import Measured, measured_missions, measured_text, parse_measured
from game.ui.scenes import new_game
from game.ui.scenes.new_game import NewGameScene
from tests.ui.support import Driver

CULVERT = Measured("marines", 423, 1000, 393, 454, 86)


def test_what_is_written_is_read_again():
    found = {"culvert": CULVERT, "depot": Measured("wardens", 1, 3, 61, 792, 40)}
    assert parse_measured(measured_text(found), file="measured.toml") == found
    assert [kept.share for kept in found.values()] == [42, 33]
    assert Measured("marines", 0, 0, 0, 1000, 0).share == 0


@pytest.mark.parametrize("text", ["[culvert", "[culvert]\nside = 3\n", "[culvert]\nluck = 1\n"])
def test_a_damaged_file_is_told_in_one_line(text: str):
    with pytest.raises(DataError) as caught:
        parse_measured(text, file="measured.toml")
    assert str(caught.value).startswith("measured.toml")
    assert "\n" not in str(caught.value)


def test_what_comes_with_the_game_is_about_missions_that_come_with_it():
    assert set(measured_missions()) <= {meta.id for meta in list_scenarios()}
    assert measured.FILE == "measured.toml"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mission_says_how_often_it_was_won(language, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(new_game, "measured_missions", lambda: {"culvert": CULVERT})
    driver = Driver(language=language)
    scene = NewGameScene(driver.window)
    driver.open(scene)
    said = [getattr(widget, "text", "") for widget in scene.stage.widgets]
    assert any("42 %" in text and "1000" in text and "8.6" in text for text in said)
    driver.press("mission_depot")
    scene.settle()
    assert not any("1000" in getattr(widget, "text", "") for widget in scene.stage.widgets)
