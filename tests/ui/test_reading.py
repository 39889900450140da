"""Replays, codex, log, reasons, keys: what is read and watched."""

import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.api import BroodfallError
from game.io.text import Language
from game.ui import lettering
from game.ui.play.film import Film
from game.ui.scenes.books import codex, why_book
from game.ui.scenes.key_settings import KeysScene
from game.ui.scenes.log import LogScene
from game.ui.scenes.play import PlayScene
from game.ui.scenes.reader import Entry, ReaderScene, clause_in
from game.ui.scenes.replay import ReplayScene
from tests.ui.support import Driver, board_of
from tests.ui.test_missions import at_board, by_mouse


def saved(folder: Path, *, hands: int = 70) -> tuple[Path, Any]:
    """A match that was played for a while and left, and its board."""
    driver = at_board("culvert", "human", saves=folder)
    chance = random.Random(6)
    for _ in range(hands):
        by_mouse(driver, chance)
    scene = board_of(driver)
    scene.match.saver.close()
    (path,) = folder.glob("*.jsonl")
    return path, scene


def test_a_film_holds_every_action_and_state_of_the_match(tmp_path: Path):
    path, board = saved(tmp_path)
    film = Film(path)
    while not film.ready:
        film.read(5)
    assert film.progress == pytest.approx(1)
    log = board.match.session.log
    assert [scene.action for scene in film.scenes[1:]] == [entry.action for entry in log]
    assert film.scenes[-1].after == board.match.session.state
    assert film.session_at(len(film.scenes) - 1).digest() == board.match.session.digest()
    parts = film.parts()
    assert parts[0].first == 0
    assert all(before != after for before, after in pairwise((part.round, part.side, part.phase) for part in parts))


def test_a_replay_is_scrubbed_played_and_gone_on_with(tmp_path: Path):
    path, board = saved(tmp_path)
    driver = Driver(saves=tmp_path / "more", still=True)
    (tmp_path / "more").mkdir()
    scene = ReplayScene(driver.window, Film(path))
    driver.open(scene)
    for _ in range(500):
        if scene.film.ready:
            break
        driver.wait()
    line = scene.line
    end = line.right - 1, line.centery
    driver.feed(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=end, button=1))
    driver.feed(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=end, button=1))
    assert scene.presenter.shown == board.match.session.state
    driver.key(pygame.K_HOME)
    driver.key(pygame.K_RIGHT)
    driver.wait(2)
    assert scene.presenter.shown == scene.film.scenes[1].after
    scene.take_seat(1)
    assert scene.presenter.shown == scene.game.redacted(scene.film.scenes[1].after, "marines")
    for _ in range(4):
        driver.key(pygame.K_RIGHT)
        driver.wait(2)
    assert scene.presenter.shown == scene.game.redacted(scene.film.scenes[5].after, "marines")
    driver.press("picture")
    assert path.with_name(f"{path.stem}-5.png").is_file()
    driver.press("animation")
    for _ in range(300):
        driver.wait()
        if scene._export is None:
            break
    assert path.with_suffix(".gif").read_bytes().startswith(b"GIF89a")
    driver.press("from_here")
    below = driver.scene
    assert isinstance(below, PlayScene)
    assert len(below.match.session.log) == 5
    assert list((tmp_path / "more").glob("*.jsonl"))


def test_a_damaged_save_is_told_in_one_line(tmp_path: Path):
    path = tmp_path / "broken.jsonl"
    path.write_text("nonsense\n")
    with pytest.raises(BroodfallError) as caught:
        Film(path)
    assert "\n" not in str(caught.value)


def type_in(driver: Driver, text: str) -> None:
    for letter in text:
        driver.key(ord(letter), text=letter)


def test_the_codex_is_searched_by_typing_in_either_language():
    for language, word in (("en", "rift worm"), ("es", "sierpe")):
        driver = Driver(language=language)
        book = codex(driver.window)
        driver.open(book)
        everything = len(book.found)
        type_in(driver, word)
        assert 0 < len(book.found) < everything
        assert word.split()[0] in book.found[0].title.lower()
        type_in(driver, "xyzzy")
        assert book.found == []
        for _ in range(20):
            driver.key(pygame.K_BACKSPACE)
        assert len(book.found) == everything


@pytest.mark.parametrize(("size", "scale"), [((960, 600), 1.0), ((1920, 1080), 1.0), ((1920, 1200), 2.0)])
@pytest.mark.parametrize("language", ["en", "es"])
def test_pages_of_the_codex_lead_to_each_other_and_fit(language: Language, size: tuple[int, int], scale: float):
    driver = Driver(size=size, scale=scale, language=language)
    book = codex(driver.window)
    driver.open(book)
    titles = {entry.title for entry in book.found}
    unit = book.labels.words.texts.unit("officer")
    assert book.show(unit)
    book.settle()
    page: Any = book.stage.find("page")
    arms = next(row for row in page.rows if row.link in titles)
    at = next(top for row, top in page.shown() if row is arms)
    driver.click((page.rect.x + 30, at + 4))
    assert book.found[book.chosen].title == arms.link
    book.settle()
    sheets: list[Any] = [sheet for name in ("page", "beside") if (sheet := book.stage.find(name)) is not None]
    assert unit in {row.link for sheet in sheets for row in sheet.rows}, "a weapon leads to whoever has it"
    for number in range(0, len(book.found), 7):
        book._choose(number)
        book.refresh()
        book.settle()
        sheets = [sheet for name in ("page", "beside") if (sheet := book.stage.find(name)) is not None]
        for sheet in sheets:
            for row in sheet.rows:
                assert all(cell.left + cell.width <= sheet.rect.width for cell in row.cells), row.text
                widest = [(line, cell) for cell in row.cells for line in cell.lines]
                assert all(lettering.width(line, cell.size) <= cell.width for line, cell in widest), row.text


def test_the_entries_of_one_group_are_listed_alone():
    driver = Driver()
    book = codex(driver.window)
    driver.open(book)
    everything = len(book.found)
    driver.press("group")
    assert 0 < len(book.found) < everything
    assert len({entry.group for entry in book.found}) == 1
    assert book.show("MV-1"), "a page of another group is found all the same"
    assert len(book.found) == everything


def test_a_long_page_is_scrolled_to_its_end_and_no_further():
    driver = Driver(size=(960, 600))
    book = codex(driver.window, about="IM-01")
    driver.open(book)
    for _ in range(60):
        driver.key(pygame.K_PAGEDOWN)
    book.settle()
    page: Any = book.stage.find("page")
    assert page.offset == page.last > 0
    assert page.shown()[-1][0] is page.rows[-1]
    driver.move(page.rect.center)
    for _ in range(60):
        driver.wheel(4)
    book.settle()
    page = book.stage.find("page")
    assert page.offset == 0


def test_the_codex_follows_the_language_at_once():
    driver = Driver()
    book = codex(driver.window)
    driver.open(book)
    before = book.found[0].title
    driver.window.settings.language = "es"
    driver.window.refresh()
    assert book.found[0].title != before


def test_log_dice_and_reasons_are_those_of_the_match(tmp_path: Path):
    _, board = saved(tmp_path)
    window, match = board.window, board.match
    log = LogScene(window, match, "marines")
    assert len(log.found) > 10
    faces = [
        event.faces for chapter in match.chapters["marines"] for event in chapter.events if hasattr(event, "faces")
    ]
    counted = sum(int(line.split(":")[1].split()[0]) for line, heading in log.dice_lines() if not heading)
    assert counted == sum(len(fallen) for fallen in faces)
    board.window.open(log)
    log.write()
    text = match.saver.path.with_suffix(".txt").read_text(encoding="utf-8")
    assert all(line.text in text for line in log.found)
    why = why_book(window, match, "marines")
    assert all(entry.title for entry in why.found)


def test_a_key_is_changed_a_taken_one_refused_and_the_usual_ones_come_back():
    driver = Driver()
    scene = KeysScene(driver.window)
    driver.open(scene)
    driver.press("key_undo")
    driver.key(pygame.K_z, text="z")
    assert driver.window.keys.of["undo"] == "z"
    driver.press("key_redo")
    driver.key(pygame.K_z, text="z")
    assert driver.window.keys.of["redo"] == "r"
    assert scene.note
    driver.press("usual")
    assert driver.window.keys.of["undo"] == "u"
    assert driver.window.settings.keys == {}


def test_a_clause_that_is_told_leads_to_its_page():
    driver = at_board("culvert", "human")
    scene = driver.scene
    assert isinstance(scene, PlayScene)
    scene.told_off = "Not there. [MV-1]"
    scene.refresh()
    driver.press("said")
    book = board_of(driver)
    assert book.found[book.chosen].title == "MV-1"
    driver.key(pygame.K_ESCAPE)
    assert driver.scene is scene
    scene.told_off = ""
    unit = next(unit for unit in scene.shown.units.values() if unit.side == "marines")
    scene.select(unit.id)
    driver.key(pygame.K_F1)
    book = board_of(driver)
    assert book.found[book.chosen].title == scene.labels.words.texts.unit(unit.kind)


def test_a_line_that_names_a_clause_leads_there():
    driver = Driver()
    book = codex(driver.window)
    driver.open(book)
    entry = next(entry for entry in book.found if entry.body and clause_in(entry.body[0]))
    assert book.show(entry.title)
    board_of(driver).settle()
    page: Any = book.stage.find("page")
    named = next(row for row in page.rows if clause_in(row.text))
    page.pressed(named)
    assert book.found[book.chosen].title == clause_in(named.text)
    log = ReaderScene(driver.window, lambda: "", lambda: [Entry("Here", ("Refused [TS-0]",))])
    driver.open(log)
    board_of(driver).settle()
    page = log.stage.find("page")
    driver.click((page.rect.x + 10, page.rect.y + 5))
    assert driver.scene is not log
    shown = board_of(driver)
    assert shown.found[shown.chosen].title == "TS-0"
