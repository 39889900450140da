"""Settings are kept, keys can be changed, both languages say the same things."""

import string
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from game.ui import sound
from game.ui.keys import ALSO, DEFAULTS, Keys
from game.ui.labels import Labels, load_labels
from game.ui.scenes.options import SettingsScene
from game.ui.scenes.title import TitleScene
from game.ui.settings import Settings, load_settings, save_settings
from game.ui.sound import Sounds
from tests.ui.support import Driver


def test_settings_come_back_as_they_were_kept(tmp_path: Path):
    path = tmp_path / "deep" / "window.json"
    settings = Settings(language="es", scale=1.5, palette="violet", still=True, keys={"undo": "z"})
    assert save_settings(settings, path)
    assert load_settings(path) == settings


@pytest.mark.parametrize("text", ["", "{", '{"language": "fr"}', '{"scale": "large"}', "\xff"])
def test_a_file_that_cannot_be_read_is_as_good_as_none(tmp_path: Path, text: str):
    path = tmp_path / "window.json"
    path.write_text(text, encoding="latin-1")
    assert load_settings(path, language="es") == Settings(language="es")


def test_one_setting_that_is_nonsense_spoils_no_other(tmp_path: Path):
    path = tmp_path / "window.json"
    path.write_text('{"language": "es", "clicks": "x", "patience": 5.5, "confirm": "maybe", "keys": {"undo": "z"}}')
    assert load_settings(path) == Settings(language="es", keys={"undo": "z"})


def test_a_place_that_cannot_be_written_stops_nothing(tmp_path: Path):
    (tmp_path / "file").write_text("")
    assert not save_settings(Settings(), tmp_path / "file" / "window.json")


def test_a_scale_between_two_is_taken_to_the_nearest(tmp_path: Path):
    path = tmp_path / "window.json"
    path.write_text('{"scale": 1.4}')
    assert load_settings(path).scale == 1.5


def pressed(name: str, mod: int = 0) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=pygame.key.key_code(name), mod=mod, unicode="")


def test_every_command_has_a_key_of_its_own():
    keys = Keys()
    assert len(set(DEFAULTS.values())) == len(DEFAULTS)
    assert keys.command(pressed("u")) == "undo"
    assert keys.command(pressed("z", pygame.KMOD_CTRL)) == "undo"
    assert keys.command(pressed("tab", pygame.KMOD_SHIFT)) == "previous_unit"
    assert set(ALSO.values()) <= DEFAULTS.keys()


def test_the_title_speaks_the_other_language_at_once(tmp_path: Path):
    driver = Driver(saves=tmp_path)
    driver.open(TitleScene(driver.window))
    driver.press("title_language")
    new: Any = driver.scene.stage.find("title_new")
    assert new.label == load_labels("es")["title_new"]
    driver.press("title_language")
    new = driver.scene.stage.find("title_new")
    assert new.label == load_labels("en")["title_new"]


def test_a_scale_for_which_there_is_no_room_says_what_is_drawn():
    driver = Driver(size=(1280, 720))
    scene = SettingsScene(driver.window)
    driver.open(scene)
    scene.settle()
    scale: Any = scene.stage.find("set_scale")
    drawn = {values for values in scale.values if "(" in values}
    assert {value.split(" %")[0] for value in drawn} == {"125", "150", "175", "200"}
    assert all("120" in value for value in drawn)


def test_buttons_and_the_game_have_volumes_of_their_own(monkeypatch: pytest.MonkeyPatch):
    heard: list[float] = []
    sounds = Sounds(80, 20)
    monkeypatch.setattr(sounds, "_device", lambda: True)
    monkeypatch.setattr(sound, "_read", lambda name: SimpleNamespace(set_volume=heard.append, play=lambda: None))
    assert sounds.play(sound.CLICK)
    assert sounds.of_event("unit_wounded")
    assert heard == [0.2, 0.8]
    sounds.clicks = 0
    assert not sounds.play(sound.CLICK)
    assert sounds.of_event("unit_wounded")


def test_a_key_can_be_changed_and_a_clash_is_told():
    keys = Keys({"undo": "x", "no_such": "q"})
    assert keys.command(pressed("x")) == "undo"
    assert keys.command(pressed("u")) == ""
    assert keys.shown("undo") == "X"
    assert keys.clashes("redo", "x") == "undo"
    assert keys.clashes("undo", "x") == ""


def test_both_languages_have_the_same_labels_with_the_same_values():
    english, spanish = load_labels("en"), load_labels("es")
    assert list(english) == list(spanish)
    for key, text in english.items():
        values = [{name for _, name, _, _ in string.Formatter().parse(said) if name} for said in (text, spanish[key])]
        assert values[0] == values[1], key


def test_every_command_is_named_in_both_languages():
    for language in ("en", "es"):
        labels = Labels(language)
        assert all(labels.command(command) for command in DEFAULTS)
