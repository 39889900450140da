"""Why a bot did what it did: asked again on the board as it stood, with the numbers it used."""

import time
from pathlib import Path
from typing import Any

import pygame
import pytest

from ai.kinds import Field
from ai.player import make_bot
from game.api import NO_CELL, BroodfallError, EndTurn, SeededDice, Session, actions, open_game
from game.io.text import LANGUAGES, Language
from game.ui.labels import Labels
from game.ui.play.bots import HUMAN
from game.ui.play.match import Match
from game.ui.play.start import begin, resume
from game.ui.play.thinker import DirectThinker, Table
from game.ui.play.worker import WorkerThinker
from game.ui.scenes.books import why_book, why_entries
from game.ui.scenes.chart import ChartScene
from game.ui.scenes.chart_marks import spot_of, tints_of
from game.ui.scenes.play import PlayScene
from tests.ui.support import Driver, services
from tests.ui.test_fit import faults

BOTS = {"marines": "marines:line", "hive": "hive:cunning"}
PATIENCE = 60


def played(*, entries: int = 40, seats: dict[str, str] = BOTS) -> Match:
    """A match that bots have played so far."""
    game = open_game("culvert").game
    match = Match(
        Session(game, SeededDice(3)), seats, DirectThinker(game, make_bot, 3, seats), seed=3, scenario="culvert"
    )
    while len(match.session.log) < entries and match.pump():
        pass
    return match


def at_chart(match: Match, number: int, **settings: Any) -> tuple[Driver, Any]:
    driver = Driver(still=True, **settings)
    scene = ChartScene(driver.window, match.whys, "marines", number)
    driver.open(scene)
    driver.wait()
    return driver, scene


def test_a_bot_that_is_asked_again_does_the_same_and_shows_its_numbers():
    match = played()
    for number in range(1, 41):
        assert match.whys.may_ask("marines", number)
        match.whys.inquire(number)
        answer = match.whys.told()
        assert answer is not None
        assert answer.problem is None
        assert answer.action == match.session.log[number - 1].action
        told = match.chapters["marines"][number].thought
        assert told is not None
        assert answer.reasons == told.reasons


def test_the_numbers_of_a_decision_are_shown_one_field_after_another():
    match = played()
    number = next(n for n, entry in enumerate(match.session.log, 1) if type(entry.action).__name__ == "GiveOrder")
    driver, scene = at_chart(match, number)
    assert [field.name for field in scene.fields][:3] == ["reached", "place", "goal"]
    driver.window.draw()
    plain = pygame.image.tobytes(driver.window.surface, "RGB")
    driver.key(pygame.K_2, text="2")
    assert scene.field.name == "place"
    driver.window.draw()
    assert pygame.image.tobytes(driver.window.surface, "RGB") != plain
    driver.press(f"field_{len(scene.fields)}")
    assert scene.field is None, "no numbers"
    driver.key(pygame.K_ESCAPE)
    assert scene not in driver.window.scenes


def test_the_board_is_shown_as_it_stood_before():
    match = played()
    number = next(n for n, entry in enumerate(match.session.log, 1) if type(entry.action).__name__ == "Move")
    entry: Any = match.session.log[number - 1]
    _, scene = at_chart(match, number)
    actor = scene.game.waiting(scene.before).actor
    assert scene.before.units[actor].cell not in entry.action.path
    assert match.chapters["marines"][number].after.units[actor].cell == entry.action.path[-1]


def test_the_book_of_reasons_leads_to_the_board():
    driver = Driver(still=True)
    match = played()
    book: Any = why_book(driver.window, match, "marines")
    driver.open(book)
    assert book.found[0].number == 40
    driver.press("more")
    shown: Any = driver.scene
    assert shown.number == 40
    driver.key(pygame.K_ESCAPE)
    assert driver.window.scenes[-1] is book
    driver.key(pygame.K_RETURN)
    again: Any = driver.scene
    assert again.number == 40, "the chosen entry, chosen again"


def test_a_match_that_was_taken_up_again_can_be_asked_too(tmp_path: Path):
    made = services(tmp_path)
    match = begin(made, "culvert", {"marines": HUMAN, "hive": "hive:cunning"}, 3, language="en")
    match.let_bot_finish("marines", "marines:line")
    while len(match.session.log) < 60 and match.pump():
        if match.person_acts:
            match.let_bot_finish("marines", "marines:line")
    assert match.saver is not None
    path = match.saver.path
    assert path is not None
    bots = [n for n, entry in enumerate(match.session.log, 1) if entry.side == "hive"]
    before = [chapter.after for chapter in match.chapters["marines"]]
    match.close()
    again = resume(made, path, language="en")
    assert [chapter.after for chapter in again.chapters["marines"]] == before, "each entry with its own table"
    assert all(again.whys.may_ask("marines", number) for number in bots)
    entries = why_entries(Labels("en"), again, "marines")
    assert entries[0].body == ("Show it on the board: the bot is asked again.",)
    again.whys.inquire(bots[-1])
    answer = again.whys.told()
    assert answer is not None
    assert answer.action == again.session.log[bots[-1] - 1].action
    again.close()


def test_nobody_is_told_why_where_that_would_give_a_secret_away(monkeypatch: pytest.MonkeyPatch):
    match = played(entries=10, seats=BOTS)
    match.reseat("marines", HUMAN)
    monkeypatch.setattr(match, "secrets", lambda _sides: True)
    hive = [n for n, entry in enumerate(match.session.log, 1) if entry.side == "hive"]
    assert hive
    assert not any(match.whys.may_ask("marines", number) for number in hive)


def test_the_other_process_answers_questions_and_goes_on_thinking():
    game = open_game("culvert").game
    thinker = WorkerThinker(Table("culvert"), "ai.player:make_bot", 3, BOTS)
    try:
        match = Match(Session(game, SeededDice(3)), BOTS, thinker, seed=3)
        end = time.monotonic() + PATIENCE
        answer = None
        asked = False
        while time.monotonic() < end and (answer is None or len(match.session.log) < 30):
            if not match.pump():
                time.sleep(0.003)
            if not asked and len(match.session.log) >= 12 and match._asked:
                match.whys.inquire(8)
                asked = True
            answer = answer or match.whys.told()
        assert match.problem is None
        assert answer is not None
        assert answer.action == match.session.log[7].action
        assert answer.fields
    finally:
        thinker.close()


def test_a_bot_that_fails_when_asked_says_so(monkeypatch: pytest.MonkeyPatch):
    match = played(entries=10)

    def gone(_question: object) -> None:
        raise BroodfallError("the process in which bots think has ended")

    monkeypatch.setattr(match._thinker, "inquire", gone)
    _, scene = at_chart(match, 5)
    assert "the process in which bots think has ended" in scene._reasons()[0]


def test_colours_go_from_bad_to_good():
    good, bad = (0, 255, 0), (255, 0, 0)
    values = {1: 0.0, 2: 4.0}
    assert tints_of(values, good=True, theme_good=good, theme_bad=bad)[2][:3] == good
    assert tints_of(values, good=False, theme_good=good, theme_bad=bad)[2][:3] == bad
    assert tints_of({1: 1.0}, good=False, theme_good=good, theme_bad=bad)[1][:3] == bad


def test_what_there_should_be_little_of_is_good_only_where_there_is_none():
    good, bad = (0, 255, 0), (255, 0, 0)
    some = tints_of({1: 2.0, 2: 3.0}, good=False, theme_good=good, theme_bad=bad)
    assert some[1][0] > some[1][1], "two of three are no good news"


def test_the_best_that_was_left_is_framed_where_it_would_have_been():
    before = played(entries=30).chapters["hive"][30].after
    (unit, other), cells = list(before.units)[:2], [unit.cell for unit in before.units.values()][:2]
    assert spot_of(actions.Move((5, -3, 9)), before) == 9
    assert spot_of(actions.GiveOrder(unit, "pool"), before) == cells[0]
    assert spot_of(actions.Shoot("rifle", (other, unit)), before) == cells[1]
    assert spot_of(actions.Shoot("flamer", at=7), before) == 7
    assert spot_of(EndTurn(), before) == NO_CELL


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(("size", "scale"), [((960, 600), 1.0), ((1920, 1200), 2.0)])
def test_nothing_is_cut_off(language: str, size: tuple[int, int], scale: float):
    match = played()
    driver = Driver(still=True, language=language, size=size, scale=scale)
    for number in (8, 20, 39):
        scene = ChartScene(driver.window, match.whys, "marines", number)
        driver.open(scene)
        driver.wait()
        for field in range(len(scene.fields) + 1):
            scene.pick(field)
            assert faults(scene) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_field_of_the_shipped_bots_has_words(language: Language):
    labels = Labels(language)
    match = played(entries=60)
    names = set()
    for number in range(1, 61):
        match.whys.inquire(number)
        answer = match.whys.told()
        assert answer is not None
        assert all(isinstance(field, Field) for field in answer.fields)
        names |= {field.name for field in answer.fields}
    assert len(names) > 8
    assert all(labels.has(f"field_{name}") and labels.has(f"field_{name}_about") for name in names)


def test_the_board_in_play_opens_the_book():
    driver = Driver(still=True)
    match = begin(driver.window.services, "culvert", {"marines": HUMAN, "hive": "hive:cunning"}, 3, language="en")
    driver.open(PlayScene(driver.window, match))
    driver.key(pygame.K_y, text="y")
    assert driver.scene is not driver.window.scenes[0]
