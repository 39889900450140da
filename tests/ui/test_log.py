"""The log is narrowed down by side, kind, unit, clause and words, and its lines lead to the clauses."""

import tomllib
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from game.api import DiceRolled, Marker, open_game
from game.io.clauses import load_clauses
from game.text.naming import Naming
from game.ui.labels import Labels
from game.ui.play.chronicle import KINDS, Filter, Line, dice_of, lines_of, side_of, with_markers
from game.ui.play.clauses import OF_EVENT, OF_ROLL, clause_of
from game.ui.scenes.log import LogScene
from tests.arch.source import ROOT
from tests.ui.support import Driver
from tests.ui.test_charts import played

SILENT = ("agenda_changed", "counters_cleared", "doors_reset", "effect_ended", "marker_counted", "module_state_set",
          "order_ended", "phase_began", "pool_changed", "side_counted", "turn_ended", "unit_counted",
          "dice_rolled")  # fmt: skip
"""What is not told, or by the purpose of the roll."""


def at_log(**settings: Any) -> tuple[Driver, LogScene]:
    driver = Driver(still=True, **settings)
    scene = LogScene(driver.window, played(entries=160), "marines")
    driver.open(scene)
    return driver, scene


def choose(driver: Driver, scene: LogScene, name: str, value: str) -> None:
    """Turn a chooser until it shows a value, by the keyboard."""
    scene.settle()
    scene.stage.focus = name
    for _ in range(200):
        scene.settle()
        widget: Any = scene.stage.find(name)
        if widget.values[widget.index] == value:
            return
        driver.key(pygame.K_RIGHT)
    raise AssertionError(value)


def test_every_sentence_of_the_log_has_a_clause_of_the_rules():
    tags = tomllib.loads((ROOT / "game/text/words/en.toml").read_text(encoding="utf-8"))["events"]
    clauses = load_clauses()
    assert set(OF_EVENT.values()) | set(OF_ROLL.values()) <= set(clauses)
    for tag in tags:
        base = tag if tag in OF_EVENT or tag in SILENT else tag.rpartition("_")[0]
        assert base in OF_EVENT or base in SILENT, tag
    told = lines_of(played().game, played(entries=160).chapters["marines"], Labels("en"))
    assert all(line.clause in clauses for line in told if not line.heading)


@pytest.mark.parametrize("kind", KINDS)
def test_lines_are_narrowed_down_by_kind(kind: str):
    driver, scene = at_log()
    choose(driver, scene, "pick_kind", scene.labels(f"log_{kind}"))
    assert {line.kind for line in scene.found if not line.heading} == {kind}


def test_lines_are_narrowed_down_by_side_unit_and_clause_together():
    driver, scene = at_log()
    everything = len(scene.found)
    choose(driver, scene, "pick_side", "Hive")
    hive = len(scene.found)
    assert 0 < hive < everything
    choose(driver, scene, "pick_clause", "MV-1")
    moved = [line for line in scene.found if not line.heading]
    assert moved
    assert {line.clause for line in moved} == {"MV-1"}
    assert {line.side for line in moved} == {"hive"}
    unit = next(iter(moved[0].units))
    scene.filter = Filter(unit=unit)
    assert all(unit in line.units for line in scene.found if not line.heading)


def test_words_and_clauses_are_found_by_typing():
    driver, scene = at_log()
    for letter in "or-4":
        driver.key(ord(letter), text=letter)
    assert {line.clause for line in scene.found if not line.heading} == {"OR-4"}
    for _ in range(4):
        driver.key(pygame.K_BACKSPACE)
    for letter in "xyzzy":
        driver.key(ord(letter), text=letter)
    assert scene.found == []


def test_a_line_leads_to_its_clause_and_so_does_the_key():
    driver, scene = at_log()
    choose(driver, scene, "pick_clause", "BD-11")
    scene.settle()
    page: Any = scene.stage.find("page")
    rows = [rect for _, _, rect, index in page._laid_out() if not scene._found[index].heading]
    driver.click(rows[0].center)
    book: Any = driver.scene
    assert book.found[book.chosen].title == "BD-11"
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_F1)
    book = driver.scene
    assert book.found[book.chosen].title == "BD-11"


def test_headings_without_lines_are_left_out():
    lines = [Line("Turn 1"), Line("a", "x", "moves"), Line("Turn 2"), Line("b", "y", "moves"), Line("Turn 3")]
    assert [line.text for line in Filter(side="y").of(lines)] == ["Turn 2", "b"]
    assert [line.text for line in Filter().of(lines)] == ["Turn 1", "a", "Turn 2", "b"]


def test_the_dice_are_told_side_by_side():
    driver, scene = at_log()
    driver.press("dice")
    headings = [text for text, heading in scene.dice_lines() if heading]
    assert headings[:2] == ["Marines", "Hive"]
    match = scene.match
    rolled = [
        (side_of(chapter.after, event.unit), event)
        for chapter in match.chapters["marines"]
        for event in chapter.events
        if isinstance(event, DiceRolled)
    ]
    by_side = dice_of(match.chapters["marines"])
    for side in by_side:
        faces = sum(len(fallen) for fallen in by_side[side].values())
        assert faces == sum(len(event.faces) for whose, event in rolled if whose == side)
    assert sum(len(card.faces) for card in scene.dice_cards()) == sum(len(event.faces) for _, event in rolled)
    assert all(1 <= face <= card.sides for card in scene.dice_cards() for face in card.faces)


def test_the_dice_are_drawn_in_the_colours_of_their_sides():
    driver, scene = at_log(size=(1280, 1100))
    driver.press("dice")
    driver.wait()
    cards = [card for card in scene.dice_cards() if card.sides]
    sheet: Any = scene.stage.find("page")
    drawn = {tuple(sheet_colour)[:3] for sheet_colour in colours_in(scene.window.surface, sheet.rect)}
    assert {card.colour for card in cards} <= drawn
    assert sum(len(row) for _, row in sheet.rows(1.0)) == len(scene.dice_cards()), "no card is left out"
    driver.resize((960, 600))
    for _ in range(20):
        driver.key(pygame.K_PAGEDOWN)
    scene.settle()
    sheet = scene.stage.find("page")
    assert sheet.offset == sheet.last(1.0) > 0, "what does not fit is scrolled to"


def colours_in(surface: pygame.Surface, rect: pygame.Rect) -> set[tuple[int, ...]]:
    return {
        tuple(surface.get_at((x, y))) for x in range(rect.left, rect.right, 2) for y in range(rect.top, rect.bottom, 2)
    }


def test_rolls_are_told_by_the_clause_of_their_purpose():
    assert clause_of(DiceRolled("bs", 20, (3,), 1, 10)) == "AT-1"
    assert clause_of(DiceRolled("pick", 4, (3,), 1)) == "RL-7"


def test_a_marker_that_is_gone_is_still_told_by_its_name():
    game = open_game("culvert").game
    before = replace(game.empty(), markers={2: Marker(2, "nest", 40)})
    after = replace(before, markers={})
    words = Labels("en").words
    assert Naming(game, with_markers(before, after), words).thing(2) == "nest 2"
    assert with_markers(None, after) is after
    assert with_markers(before, before) is before
