"""Nothing that is written is cut off: every screen in both languages, small and enlarged."""

import random
from collections.abc import Iterator

import pygame
import pytest

from game.ui import lettering
from game.ui.play.bots import HUMAN
from game.ui.play.start import begin
from game.ui.scenes.books import codex, legend, why_book
from game.ui.scenes.end import EndScene
from game.ui.scenes.hand_over import HandOverScene
from game.ui.scenes.key_settings import KeysScene
from game.ui.scenes.log import LogScene
from game.ui.scenes.menu import MenuScene
from game.ui.scenes.new_game import NewGameScene
from game.ui.scenes.options import SettingsScene
from game.ui.scenes.play import PlayScene
from game.ui.scenes.scene import Scene
from game.ui.scenes.title import TitleScene
from game.ui.scenes.tutor import LessonsScene, TutorScene
from game.ui.tutorial import LESSONS
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button, Chooser
from game.ui.widgets.plain import Text
from tests.ui.support import Driver
from tests.ui.test_missions import by_mouse

SIZES = [((960, 600), 1.0), ((1920, 1200), 2.0)]
LOOSE = {"said", "arms"}
"""The line below the board and a card's list of arms: the whole of them is told elsewhere, too."""


def cut(widget: Widget, scene: Scene) -> str:
    """What of a widget's text is not seen; empty if all of it is."""
    metrics = scene.metrics
    if isinstance(widget, Text) and widget.name not in LOOSE:
        if not widget.wrap:
            return widget.text if lettering.width(widget.text, widget.size) > widget.rect.width else ""
        high = Text.needs(widget.text, widget.size, max(1, widget.rect.width))
        return widget.text if high > widget.rect.height + 4 else ""
    if isinstance(widget, Button) and widget.label:
        size = widget.size or metrics.normal
        room = widget.rect.width - 2 * metrics.px(10)
        if widget.icon:
            room -= min(widget.rect.height - metrics.px(8), metrics.px(24)) + metrics.px(7)
        if widget.key_name:
            room -= lettering.width(widget.key_name, metrics.small) + metrics.px(16)
        high = Text.needs(widget.label, size, room)
        return widget.label if high > widget.rect.height else ""
    if isinstance(widget, Chooser):
        value = widget.value_rect()
        room = value.width - 2 * (max(6, value.height // 4) + metrics.px(16))
        wide = max(lettering.width(said, metrics.normal) for said in widget.values)
        return max(widget.values, key=len) if wide > room else ""
    return ""


def faults(scene: Scene) -> list[str]:
    scene.settle()
    window = scene.window.rect
    found = [said for widget in scene.stage.widgets if (said := cut(widget, scene))]
    found += [f"{widget.name} outside" for widget in scene.stage.widgets if not window.contains(widget.rect)]
    buttons = [widget for widget in scene.stage.widgets if isinstance(widget, Button | Chooser)]
    for place, one in enumerate(buttons):
        found += [f"{one.name} on {other.name}" for other in buttons[place + 1 :] if one.rect.colliderect(other.rect)]
    return found


def screens(driver: Driver) -> Iterator[tuple[str, Scene]]:
    """Every screen, and the board at many moments of a game."""
    window = driver.window
    new = NewGameScene(window)
    yield "title", TitleScene(window)
    for number in range(0, len(new.missions), 3):
        new._pick(number)
        new.refresh()
        yield f"mission {new.missions[number].id}", new
    yield from (
        ("settings", SettingsScene(window)),
        ("keys", KeysScene(window)),
        ("codex", codex(window)),
        ("legend", legend(window)),
    )
    seats = {"marines": HUMAN, "hive": HUMAN}
    match = begin(window.services, "culvert", seats, 5, language=window.settings.language)
    board = PlayScene(window, match)
    driver.open(board)
    chance = random.Random(3)
    seen: set[str] = set()
    for _ in range(70):
        if not isinstance(driver.scene, PlayScene):
            break
        by_mouse(driver, chance)
        task = type(match.game.waiting(match.session.state)).__name__
        moment = f"{task} {board.pending is not None} {bool(board.several)}"
        if driver.scene is board and moment not in seen:
            seen.add(moment)
            yield f"board at {moment}", board
    yield "menu", MenuScene(window, match, "marines")
    log = LogScene(window, match, "marines")
    yield "log", log
    log.turn_over()
    yield "dice", log
    yield "why", why_book(window, match, "marines")
    yield "hand-over", HandOverScene(window, match, "hive")
    if match.session.over:
        yield "end", EndScene(window, match, "marines")


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_no_text_is_cut_off(language: str, size: tuple[int, int], scale: float):
    driver = Driver(size=size, language=language, scale=scale, still=True, blink=1000)
    found = [(name, said) for name, scene in screens(driver) for said in faults(scene)]
    assert found == []


@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_the_title_with_all_its_entries_fits(tmp_path, size: tuple[int, int], scale: float):
    (tmp_path / "culvert-1.jsonl").write_text("")
    driver = Driver(size=size, scale=scale, saves=tmp_path)
    scene = TitleScene(driver.window)
    assert faults(scene) == []
    entries = [widget for widget in scene.stage.widgets if widget.name]
    assert len(entries) == 8
    foot = scene.stage.widgets[-1]
    assert all(widget.rect.bottom <= foot.rect.top for widget in entries)


def test_what_does_not_fit_is_noticed():
    driver = Driver()
    scene = TitleScene(driver.window)
    rect = pygame.Rect(0, 0, 60, 20)
    words = "many more words than there is room for"
    for widget in (
        Text(rect=rect, text=words, size=15),
        Text(rect=rect, text=words, size=15, wrap=True),
        Button(rect=rect, label=words, act=lambda: None),
        Chooser(rect=rect, label="", values=["a", words], index=0, change=lambda _index: None),
    ):
        assert cut(widget, scene) == words


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_page_of_the_codex_can_be_read(language: str):
    driver = Driver(language=language, blink=1000)
    book = codex(driver.window)
    driver.open(book)
    assert len(book.found) > 150
    for number in range(0, len(book.found), 4):
        book._choose(number)
        book.refresh()
        assert [said for said in faults(book) if not said.startswith("entry_")] == [], book.found[number].title


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", [(960, 600), (1920, 1200)])
def test_the_notes_of_lessons_can_be_read(language: str, size: tuple[int, int]):
    driver = Driver(size=size, language=language, scale=2.0, still=True, blink=1000)
    assert faults(LessonsScene(driver.window)) == []
    for lesson in LESSONS:
        scene = TutorScene(driver.window, lesson)
        driver.open(scene)
        for _ in range(len(lesson.steps) + 1):
            assert faults(scene) == []
            scene.next()
