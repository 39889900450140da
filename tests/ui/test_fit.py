"""Nothing that is written is cut off: every screen in both languages, small and enlarged."""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pygame
import pytest

from game.io.errors import Kind, fault
from game.ui import lettering
from game.ui.play.bots import HUMAN
from game.ui.play.film import Film
from game.ui.play.keeping import MODES
from game.ui.play.start import begin
from game.ui.scenes.books import codex, legend, why_book
from game.ui.scenes.end import EndScene
from game.ui.scenes.hand_over import HandOverScene
from game.ui.scenes.key_settings import KeysScene
from game.ui.scenes.leaving import LeaveScene
from game.ui.scenes.load import LoadScene
from game.ui.scenes.log import LogScene
from game.ui.scenes.menu import MenuScene
from game.ui.scenes.new_game import NewGameScene
from game.ui.scenes.options import SettingsScene
from game.ui.scenes.play import PlayScene
from game.ui.scenes.replay import ReplayScene
from game.ui.scenes.scene import Scene
from game.ui.scenes.title import TitleScene, saves_of
from game.ui.scenes.tutor import LessonsScene, TutorScene
from game.ui.tutorial import LESSONS
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button, Chooser, Scroll
from game.ui.widgets.plain import Panel, Text
from game.ui.widgets.slider import Slider
from tests.ui.short import short_mission
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
    if isinstance(widget, Slider):
        wide = max(lettering.width(said, widget.size) for said in widget.values)
        room = widget.value_rect().width - metrics.px(8)
        named = lettering.width(widget.label, metrics.normal) if widget.label else 0
        fits = wide <= room and widget.line().width >= metrics.px(50) and named <= widget.rect.width - room
        return "" if fits else max(widget.values, key=len)
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
    found += crossings(scene)
    buttons = [widget for widget in scene.stage.widgets if isinstance(widget, Button | Chooser)]
    for place, one in enumerate(buttons):
        found += [f"{one.name} on {other.name}" for other in buttons[place + 1 :] if one.rect.colliderect(other.rect)]
    return found


def inked(widget: Widget) -> pygame.Rect:
    """Where a text has letters."""
    assert isinstance(widget, Text)
    lines = lettering.wrapped(widget.text, widget.size, widget.rect.width) if widget.wrap else (widget.text,)
    wide = min(widget.rect.width, max((lettering.width(line, widget.size) for line in lines), default=0))
    rect = pygame.Rect(widget.rect.x, widget.rect.y, wide, lettering.height(widget.size) * len(lines))
    if widget.align == "centre":
        rect.centerx = widget.rect.centerx
    elif widget.align == "right":
        rect.right = widget.rect.right
    if widget.middle:
        rect.centery = widget.rect.centery
    return rect.inflate(0, -4)


def crossings(scene: Scene) -> list[str]:
    """Texts over texts or buttons, and whatever begins on a panel and does not end there."""
    found: list[str] = []
    texts = [widget for widget in scene.stage.widgets if isinstance(widget, Text) and widget.text]
    solid = [widget for widget in scene.stage.widgets if isinstance(widget, Button | Chooser | Scroll)]
    for place, one in enumerate(texts):
        here = inked(one)
        found += [f"{one.text} over {other.text}" for other in texts[place + 1 :] if here.colliderect(inked(other))]
        found += [f"{one.text} over {other.name}" for other in solid if here.colliderect(other.rect)]
    panels: list[Panel] = []
    for widget in scene.stage.widgets:
        if isinstance(widget, Panel):
            panels.append(widget)
        elif isinstance(widget, Text | Button | Chooser | Scroll):
            under = next((it for it in reversed(panels) if it.rect.collidepoint(widget.rect.center)), None)
            rect = inked(widget) if isinstance(widget, Text) else widget.rect
            if under is not None and not under.rect.inflate(4, 4).contains(rect):
                found.append(f"{getattr(widget, 'text', widget.name)} over the edge of its panel")
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


def screens_after(driver: Driver, folder: Path) -> Iterator[tuple[str, Scene]]:
    """What there is once matches were saved: lists of them, replays, the end, leaving, the log with all its buttons."""
    window = driver.window
    seats = {"marines": HUMAN, "hive": "hive:instinct"}
    # The mission lies beside the saves, where replays find it.
    mission = shutil.copytree(Path(short_mission(rounds=2)).parent, folder, dirs_exist_ok=True) / "culvert.toml"
    match = begin(window.services, str(mission), seats, 5, language=window.settings.language)
    driver.open(PlayScene(window, match))
    while not match.session.over:
        if match.person_acts:
            match.let_bot_finish("marines", "marines:line")
        match.pump()
    driver.wait(3)
    (folder / "an-old-save-with-a-name-that-is-longer-than-anybody-would-ever-think-of.jsonl").write_text("nonsense\n")
    (folder / "from-somewhere-else.jsonl").write_bytes(b"\xff\xfe\x00")
    yield "end", EndScene(window, match, "marines")
    yield "end of the other side", EndScene(window, match, "hive")
    log = LogScene(window, match, "marines")
    log.write()
    yield "log, written down", log
    for film in (False, True):
        scene = LoadScene(window, film=film)
        yield f"saves, film {film}", scene
        for saved in saves_of(scene):
            if saved.problem:
                scene._open(saved)
                scene.refresh()
                yield f"{saved.path.name}, film {film}", scene
    assert match.saver is not None
    assert match.saver.path is not None
    replay = ReplayScene(window, Film(match.saver.path))
    driver.open(replay)
    yield "replay, being read", replay
    while not replay.film.ready:
        driver.wait()
    for place in range(0, replay.film.total, 7):
        replay.go(place)
        yield f"replay at {place}", replay
    replay.picture()
    yield "replay with a picture", replay
    replay.take_seat(1)
    yield "replay from a seat", replay
    for mode in MODES:
        window.settings.autosave = mode
        other = begin(window.services, "culvert", seats, 5, language=window.settings.language, autosave=mode)
        yield f"menu with {mode}", MenuScene(window, other, "marines")
        yield f"leaving with {mode}", LeaveScene(window, other, window.quit)
        other.close()


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_no_text_is_cut_off_after_a_match(tmp_path: Path, language: str, size: tuple[int, int], scale: float):
    driver = Driver(size=size, language=language, scale=scale, still=True, blink=1000, saves=tmp_path)
    found = [(name, said) for name, scene in screens_after(driver, tmp_path) for said in faults(scene)]
    assert found == []


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_the_tips_of_widgets_fit_on_the_screen(language: str, size: tuple[int, int], scale: float):
    driver = Driver(size=size, language=language, scale=scale, still=True, blink=1000)
    tips = {widget.tip for _, scene in screens(driver) for widget in scene.stage.widgets if widget.tip}
    assert len(tips) > 10
    metrics = driver.window.metrics
    for tip in tips:
        lines = lettering.wrapped(tip, metrics.small, metrics.px(340))
        assert lettering.height(metrics.small) * len(lines) < size[1] * 3 // 4, tip
        assert max(lettering.width(line, metrics.small) for line in lines) <= metrics.px(340), tip


@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_the_title_with_all_its_entries_fits(tmp_path, size: tuple[int, int], scale: float):
    driver = Driver(size=size, scale=scale, saves=tmp_path)
    begin(driver.window.services, "culvert", {"marines": HUMAN, "hive": HUMAN}, 5, language="en").close()
    scene = TitleScene(driver.window)
    assert faults(scene) == []
    entries = [widget for widget in scene.stage.widgets if widget.name]
    assert len(entries) == 9
    foot = next(widget for widget in reversed(scene.stage.widgets) if isinstance(widget, Text))
    menu = [widget for widget in entries if widget.rect.x == foot.rect.x]
    assert len(menu) == 8, "the language is at the other side"
    assert all(widget.rect.bottom <= foot.rect.top for widget in menu)


LONG = "a-mission-with-a-name-of-its-own-12.jsonl"
VALUES = {
    "part": LONG, "mission": "a-mission-with-a-name-of-its-own", "folder": "/home/anybody/.local/share/broodfall/saves",
    "theirs": "1.0.0", "ours": "1.1.0", "line": 1234, "module": "example.quarry:QUARRY", "reason": "input/output error",
    "near": "marines:line", "bot": "marines:lien",
}  # fmt: skip
SAVING = {
    "in_use", "changed_outside", "exists", "disk_full", "write_protected", "no_folder", "no_writing", "no_saves_folder"
}  # fmt: skip
"""What may keep a match that is being played from being saved."""


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(("size", "scale"), [*SIZES, ((1280, 720), 2.0)])
def test_whatever_goes_wrong_can_be_read_to_its_end(tmp_path: Path, language: str, size: tuple[int, int], scale: float):
    driver = Driver(size=size, language=language, scale=scale, still=True, blink=1000, saves=tmp_path)
    window = driver.window
    match = begin(window.services, "culvert", {"marines": HUMAN, "hive": HUMAN}, 5, language="en")
    assert match.saver is not None
    driver.open(PlayScene(window, match))
    title, load, new = TitleScene(window), LoadScene(window), NewGameScene(window)
    menu, leave = MenuScene(window, match, "marines"), LeaveScene(window, match, window.quit)
    log, book, lessons = LogScene(window, match, "marines"), why_book(window, match, "marines"), LessonsScene(window)
    replay = ReplayScene(window, Film(match.saver.path or tmp_path))
    opened, saving = (title, load, new, lessons, replay), (menu, leave, log, book)
    kinds = [kind for kind in get_args(Kind) if kind not in ("bot_failed", "bots_gone")]
    for kind in kinds:
        error = fault("x", "y", file=tmp_path / LONG, place="line 3", kind=kind, **VALUES)
        title.problem = load._problem = new.problem = lessons.fault = replay.fault = error
        match.saver._problem = log._fault = book._fault = error
        for scene in (*opened, *(saving if kind in SAVING else ())):
            scene.refresh()
            assert faults(scene) == [], (kind, scene)


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
