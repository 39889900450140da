"""A replay reads like a game: captions, card, note, log, a line of time with phases, and a key for everything."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.ui.play.film import Film
from game.ui.scenes.play import PlayScene
from game.ui.scenes.reader import ReaderScene
from game.ui.scenes.replay import ReplayScene
from game.ui.scenes.title import TitleScene
from game.ui.widgets.plain import Text
from tests.ui.support import Driver, board_of
from tests.ui.test_missions import at_board
from tests.ui.test_whys import played, saved


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("film")
    played(folder)
    return saved(folder)


def watching(film: Path, **settings: Any) -> tuple[Driver, ReplayScene]:
    driver = Driver(**{"blink": 5, **settings})
    driver.open(TitleScene(driver.window))
    scene = ReplayScene(driver.window, Film(film))
    driver.open(scene)
    for _ in range(300):
        driver.wait()
        if scene.film.ready:
            break
    return driver, scene


def said(scene: ReplayScene) -> str:
    scene.settle()
    widget: Any = scene.stage.find("said")
    return str(widget.text)


def test_what_is_played_is_told_as_in_a_match(film: Path):
    driver, scene = watching(film)
    place = next(moment.number for moment in scene.film.scenes if len(moment.events) > 8 and moment.number > 8)
    scene.go(place - 1)
    before = len(scene.log.lines())
    driver.key(pygame.K_RIGHT)
    told = set()
    for _ in range(400):
        driver.wait()
        if not scene.presenter.busy:
            break
        if scene.presenter.said:
            assert said(scene) == scene.presenter.said
            told.add(said(scene))
    assert len(told) >= 2
    lines = [text for text, _ in scene.log.lines()]
    assert told <= {text.strip() for text in lines[before:]}


def test_a_unit_has_its_card_and_a_note_and_leads_to_the_codex(film: Path):
    driver, scene = watching(film, still=True)
    scene.go(20)
    unit = next(unit for unit in scene.shown.units.values() if unit.cell >= 0 and unit.side == "marines")
    x, y = scene.game.board.xy(unit.cell)
    driver.click(scene.camera.screen(x + 0.5, y + 0.5))
    assert scene.selected == unit.id
    assert scene.naming.unit(unit) in scene.words()
    scene.settle()
    assert scene.naming.unit(unit) in [widget.text for widget in scene.stage.widgets if isinstance(widget, Text)]
    driver.key(pygame.K_F1)
    reader = driver.scene
    assert isinstance(reader, ReaderScene)
    assert reader.found[reader.chosen].title == driver.window.labels.words.texts.unit(unit.kind)
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_l)
    assert isinstance(driver.scene, ReaderScene)


def test_a_line_of_the_log_leads_to_its_moment(film: Path):
    driver, scene = watching(film, still=True)
    scene.go(30)
    scene.settle()
    log: Any = scene.stage.find("log")
    line, rect = next((index, rect) for _, _, rect, index in log._laid_out() if scene.log.chapter_of(index) < 30)
    wanted = scene.log.chapter_of(line)
    driver.click(rect.center)
    assert scene.place == wanted
    assert scene.log.chapter_of(len(scene.log.lines()) - 1) <= wanted, "what comes later is not told yet"


def test_keys_jump_to_turns_and_rounds_and_the_line_names_them(film: Path):
    driver, scene = watching(film, still=True)
    parts = scene.film.parts()
    turns = [now.first for then, now in pairwise(parts)
             if (then.round, then.side) != (now.round, now.side)]  # fmt: skip
    assert len(turns) >= 2
    for first in turns:
        driver.key(pygame.K_PAGEDOWN)
        assert scene.place == first
    driver.key(pygame.K_PAGEUP)
    assert scene.place == turns[-2]
    driver.key(pygame.K_HOME)
    driver.key(pygame.K_PAGEDOWN, mod=pygame.KMOD_SHIFT)
    assert scene.place == next(part.first for part in parts if part.round == 1)
    driver.move(scene.line.center)
    scene.settle()
    line: Any = scene.stage.find("line")
    part = [part for part in parts if part.first <= scene.place_at(scene.line.centerx)][-1]
    assert line.tip.startswith(f"Round {part.round} · {scene.naming.side(part.side).capitalize()}")


def test_every_button_is_reached_by_tab_and_has_a_key(film: Path):
    driver, scene = watching(film, still=True)
    scene.go(30)
    scene.settle()
    buttons = {widget.name for widget in scene.stage.widgets if widget.takes_focus}
    seen = set()
    for _ in range(len(buttons)):
        driver.key(pygame.K_TAB)
        seen.add(scene.stage.focus)
    assert seen == buttons
    assert {"seat", "picture", "animation", "from_here", "leave", "speed"} <= buttons
    driver.key(pygame.K_o)
    assert scene.seat == "marines"
    before = scene.camera.frame
    driver.key(pygame.K_EQUALS)
    driver.key(pygame.K_EQUALS)
    driver.feed(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_d, mod=0, unicode="d"))
    driver.wait(4)
    driver.feed(pygame.event.Event(pygame.KEYUP, key=pygame.K_d, mod=0))
    assert scene.camera.frame != before


def test_an_entry_of_a_match_is_seen_again_by_keys():
    driver = at_board("culvert", "human")
    scene = board_of(driver)
    for _ in range(2):
        assert scene.choices is not None
        scene.carry_out(scene.choices.at(min(scene.choices.cells), "")[0])
        driver.wait(2)
    driver.key(pygame.K_PAGEUP)
    newest = scene.log.chosen
    driver.key(pygame.K_PAGEUP)
    assert 0 <= scene.log.chosen < newest
    assert any(colour == scene.theme.accent for _, colour in scene.log.lines())
    driver.window.settings.still = False
    driver.key(pygame.K_g)
    assert scene.presenter.busy
    driver.wait(200)
    assert not scene.presenter.busy
    assert scene.choices is not None


def test_the_codex_opens_at_what_the_tip_in_sight_speaks_of():
    driver = at_board("culvert", "human")
    scene = driver.scene
    assert isinstance(scene, PlayScene)
    for _ in range(40):
        if scene.choices is None or not scene.choices.cells or scene.choices.ready:
            break
        scene.carry_out(scene.choices.at(min(scene.choices.cells), "")[0])
        driver.wait(2)
    driver.key(pygame.K_TAB)
    scene.settle()
    policy = scene.stage.find("policy")
    assert policy is not None
    driver.move(policy.rect.center)
    driver.key(pygame.K_F1)
    reader = driver.scene
    assert isinstance(reader, ReaderScene)
    assert reader.found[reader.chosen].title == "OR-8"
