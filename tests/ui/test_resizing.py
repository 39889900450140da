"""A window of any size at any moment: while something plays, while something is open, and far too small."""

import random
from pathlib import Path

import pygame
import pytest

from game.ui.play.film import Film
from game.ui.play.start import begin
from game.ui.scenes.books import codex
from game.ui.scenes.hand_over import HandOverScene
from game.ui.scenes.menu import MenuScene
from game.ui.scenes.play import PlayScene
from game.ui.scenes.replay import ReplayScene
from game.ui.scenes.title import TitleScene
from game.ui.scenes.tutor import TutorScene
from game.ui.screen import LEAST, picture_for
from game.ui.tutorial import LESSONS
from tests.ui.support import Driver

BOTS = {"marines": "marines:line", "hive": "hive:instinct"}
PEOPLE = {"marines": "human", "hive": "human"}
SIZES = ((1280, 720), (700, 400), (960, 600), (1900, 1000), (300, 200), (1000, 900), (61, 940), (1300, 17), (1, 1))


def about(driver: Driver, chance: random.Random) -> None:
    """Sizes that follow each other at once, some with a frame between them."""
    for size in (*SIZES, *((chance.randrange(1, 2000), chance.randrange(1, 1200)) for _ in range(12))):
        driver.resize(size)
        for _ in range(chance.randrange(3)):
            driver.wait()
    driver.resize((1280, 720))
    driver.wait(2)
    assert driver.window.surface.get_size() == (1280, 720)


def test_a_small_screen_shows_the_whole_picture_smaller():
    for size in ((640, 480), (960, 400), (300, 599)):
        canvas = picture_for(pygame.Surface(size)).get_size()
        assert canvas[0] >= LEAST[0]
        assert canvas[1] >= LEAST[1]
        assert abs(canvas[0] * size[1] / (canvas[1] * size[0]) - 1) < 0.01, "it is not distorted"
    large = pygame.Surface((960, 600))
    assert picture_for(large) is large


def test_hands_reach_what_they_point_at_on_a_small_screen(tmp_path: Path):
    driver = Driver(size=LEAST)
    driver.open(TitleScene(driver.window))
    driver.resize((480, 300))
    driver.wait()
    assert driver.window.surface.get_size() == LEAST
    settings = driver.scene.stage.find("title_settings")
    assert settings is not None
    x, y = settings.rect.center
    driver.click((x // 2, y // 2))
    assert type(driver.scene).__name__ == "SettingsScene"
    driver.window.draw()
    shown = pygame.display.get_surface()
    assert shown is not None
    assert shown.get_size() == (480, 300)
    assert len({tuple(shown.get_at((at, 150))) for at in range(0, 480, 7)}) > 3, "something is drawn on it"


def test_a_match_is_watched_while_its_window_changes():
    driver, chance = Driver(speed_other=1.0), random.Random(2)
    match = begin(driver.window.services, "culvert", BOTS, 5, language="en")
    scene = PlayScene(driver.window, match)
    driver.open(scene)
    fitted = scene.camera.px
    busy = 0
    for _ in range(6):
        driver.wait(8)
        busy += scene.presenter.busy
        about(driver, chance)
        assert scene.camera.px == fitted, "the board is as large as it was in a window of this size"
        assert driver.window.surface.get_rect().contains(scene.camera.port)
    assert busy > 3


def test_whatever_is_open_follows_the_size_of_the_window(tmp_path: Path):
    driver, chance = Driver(still=True, saves=tmp_path), random.Random(3)
    window = driver.window
    match = begin(window.services, "culvert", PEOPLE, 5, language="en")
    driver.open(PlayScene(window, match))
    assert match.saver is not None
    assert match.saver.path is not None
    film = ReplayScene(window, Film(match.saver.path))
    for scene in (
        MenuScene(window, match, "marines"),
        HandOverScene(window, match, "hive"),
        codex(window),
        film,
        TutorScene(window, LESSONS[0]),
    ):
        driver.open(scene)
        about(driver, chance)
        scene.settle()
        assert all(window.rect.contains(widget.rect) for widget in scene.stage.widgets), type(scene).__name__


@pytest.mark.parametrize("size", [(640, 480), (1000, 700), (2560, 1440)])
def test_full_screen_and_back_leaves_the_window_as_it_was(size: tuple[int, int]):
    driver = Driver()
    driver.open(TitleScene(driver.window))
    driver.resize(size)
    for full in (True, False) * 3:
        driver.key(pygame.K_F11)
        assert driver.window.settings.fullscreen == full
        shown = pygame.display.get_surface()
        assert shown is not None
        assert full or shown.get_size() == size


def test_full_screen_is_turned_on_once_however_long_the_key_is_held():
    driver = Driver()
    driver.open(TitleScene(driver.window))
    for _ in range(5):
        driver.feed(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F11, mod=0, unicode=""))
    assert driver.window.settings.fullscreen
