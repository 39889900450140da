"""Own doing and that of others each have a speed: what is shown and turned is the one that applies now."""

from typing import Any

import pygame
import pytest

from game.ui.scenes.options import SettingsScene
from game.ui.scenes.play import PlayScene
from game.ui.widgets.slider import Slider
from tests.ui.support import Driver
from tests.ui.test_missions import at_board


def slider(driver: Driver) -> Slider:
    driver.scene.settle()
    found = driver.scene.stage.find("speed")
    assert isinstance(found, Slider)
    return found


def board(**settings: Any) -> tuple[Driver, PlayScene]:
    driver = at_board("culvert", "human", **settings)
    driver.window.settings.still = False
    driver.window.refresh()
    scene = driver.scene
    assert isinstance(scene, PlayScene)
    for _ in range(100):
        driver.wait()
        if scene.choices is not None:
            break
    return driver, scene


def acting(**settings: Any) -> tuple[Driver, PlayScene]:
    """A marine is deployed by hand, which is played as one's own doing."""
    driver, scene = board(**settings)
    assert scene.choices is not None
    scene.carry_out(scene.choices.at(min(scene.choices.cells), "")[0])
    driver.wait()
    assert scene.presenter.busy
    return driver, scene


def test_own_doing_has_the_own_speed_and_keys_turn_that_one():
    driver, scene = acting(speed_own=0.5, speed_other=4.0)
    assert scene.presenter.speed == 0.5
    assert slider(driver).values[slider(driver).index] == "Own: 0.5×"
    driver.key(pygame.K_RIGHTBRACKET)
    assert (driver.window.settings.speed_own, driver.window.settings.speed_other) == (1.0, 4.0)
    assert slider(driver).values[slider(driver).index] == "Own: 1×"
    assert scene.presenter.speed == 1.0
    assert scene.presenter.busy


def test_what_others_do_has_theirs_even_while_own_doing_is_still_played():
    driver, scene = acting(speed_own=0.5, speed_other=4.0)
    scene.presenter.hear(scene.match.chapters["marines"][-1].events, "hive")
    seen = set()
    for _ in range(200):
        driver.wait()
        if not scene.presenter.busy:
            break
        seen.add((scene.presenter.side, scene.presenter.speed, slider(driver).values[slider(driver).index]))
    assert {("marines", 0.5, "Own: 0.5×"), ("hive", 4.0, "Others: 4×")} <= seen
    assert {(side, said) for side, _, said in seen} == {("marines", "Own: 0.5×"), ("hive", "Others: 4×")}


def test_the_bar_is_clicked_and_dragged():
    driver, _ = acting(speed_own=0.5, speed_other=1.0)
    line = slider(driver).line()
    driver.click((line.right, line.centery))
    assert driver.window.settings.speed_own == 0.0, "at once"
    driver, _ = acting(speed_own=0.5, speed_other=1.0)
    line = slider(driver).line()
    driver.feed(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=line.midleft, button=1))
    at = (line.x + line.width * 3 // 4, line.centery)
    driver.feed(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(9, 0), buttons=(1, 0, 0)))
    assert driver.window.settings.speed_own == 4.0
    driver.feed(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=1))
    driver.feed(pygame.event.Event(pygame.MOUSEMOTION, pos=line.midleft, rel=(-9, 0), buttons=(0, 0, 0)))
    assert (driver.window.settings.speed_own, driver.window.settings.speed_other) == (4.0, 1.0)


@pytest.mark.parametrize("name", ["speed_own", "speed_other"])
def test_both_speeds_are_sliders_in_the_settings(name: str):
    driver = Driver()
    driver.open(SettingsScene(driver.window))
    driver.scene.settle()
    widget = driver.scene.stage.find(f"set_{name}")
    assert isinstance(widget, Slider)
    driver.click((widget.line().x, widget.line().centery))
    assert getattr(driver.window.settings, name) == 0.5
    driver.key(pygame.K_RIGHT)
    assert getattr(driver.window.settings, name) == 1.0


@pytest.mark.parametrize(("language", "said"), [("en", "Unit {} of {}"), ("es", "Unidad {} de {}")])
def test_in_a_bots_turn_of_the_hive_it_is_told_which_unit_goes(language: Any, said: str):
    driver, scene = board(language=language, speed_other=4.0, blink=50)
    seen: list[str] = []
    for _ in range(3000):
        driver.wait()
        if scene.choices is not None:
            scene.settle()
            if scene.stage.find("option_end_turn"):
                driver.key(pygame.K_e)
                driver.key(pygame.K_RETURN)
            elif scene.stage.find("option_pass"):
                driver.key(pygame.K_n)
                driver.key(pygame.K_RETURN)
            else:
                scene.carry_out(scene.choices.everything[0])
        elif scene.presenter.busy and scene.shown.turn == "hive":
            scene.settle()
            widget: Any = scene.stage.find("unit_of")
            if widget is not None and (not seen or seen[-1] != widget.text):
                seen.append(widget.text)
        if len(seen) >= 3:
            break
    every = sum(unit.side == "hive" and unit.cell >= 0 for unit in scene.shown.units.values())
    numbers = [number for text in seen for number in range(1, every + 1) if text == said.format(number, every)]
    assert len(numbers) == 3
    assert numbers == sorted(set(numbers)), "one after another"
