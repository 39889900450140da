"""Why a bot did something, asked of a replay and of a match that was taken up again."""

import json
import multiprocessing
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from ai.player import make_bot
from game.api import Dice
from game.io.deciders import Decider
from game.io.save_format import _SEAL_LENGTH, sealed
from game.ui.play.bots import HUMAN, BotInfo
from game.ui.play.film import Film, table_of
from game.ui.play.match import Match
from game.ui.play.start import begin, resume
from game.ui.scenes.books import why_entries
from game.ui.scenes.chart import ChartScene
from game.ui.scenes.play import PlayScene
from game.ui.scenes.replay import ReplayScene
from game.ui.scenes.title import TitleScene
from game.ui.services import Services
from tests.ui.support import Driver, services
from tests.ui.test_fit import faults

PATIENCE = 60
SEATS = {"marines": HUMAN, "hive": "hive:cunning"}
HELPER = Decider("marines:line", stood_in=True)


def played(folder: Path, *, mission: str = "culvert", seats: dict[str, str] = SEATS, entries: int = 60) -> Match:
    """A match that was saved: the person plays the first actions himself, then lets a bot finish each turn."""
    match = begin(services(folder), mission, seats, 3, language="en")
    while len(match.session.log) < entries:
        if not match.person_acts:
            match.pump()
        elif len(match.session.log) < 3:
            side = match.to_act
            assert side is not None
            match.carry_out([match.game.options(match.session.state)[0]], side)
        else:
            match.let_bot_finish(match.to_act or "", "marines:line")
    match.close()
    return match


def saved(folder: Path) -> Path:
    (path,) = folder.glob("*.jsonl")
    return path


def forged(path: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Change lines of a save and seal them again, as whoever means harm could."""
    lines = [json.loads(line[:-_SEAL_LENGTH] + b"}") for line in path.read_bytes().splitlines()]
    total, out = "", b""
    for line in lines:
        change(line)
        text, total = sealed(line, total)
        out += text
    path.write_bytes(out)


class Watched:
    """A replay at a window."""

    def __init__(self, path: Path, *, made: Services | None = None, **settings: Any) -> None:
        self.driver = Driver(still=True, **settings)
        if made is not None:
            self.driver.window.services = made
        self.driver.open(TitleScene(self.driver.window))
        self.film = Film(path)
        self.scene = ReplayScene(self.driver.window, self.film)
        self.driver.open(self.scene)
        self.until(lambda: self.film.ready)

    def until(self, holds: Callable[[], bool]) -> None:
        """Let time pass. Bots that sleep do so for longer than that: no frame may wait for them."""
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, "it did not come about"
            self.driver.wait()

    def first(self, holds: Callable[[Any], bool]) -> int:
        """The first action of which something holds; the replay goes there."""
        number = next(moment.number for moment in self.film.scenes[1:] if holds(moment))
        self.scene.go(number)
        return number

    def first_of(self, by: Decider) -> int:
        return self.first(lambda moment: self.film.deciders[moment.number - 1] == by)

    @property
    def chart(self) -> Any:
        assert isinstance(self.driver.scene, ChartScene)
        return self.driver.scene

    def button(self) -> Any:
        self.scene.settle()
        return self.scene.stage.find("why")


# --- in a replay -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", [Decider("hive:cunning"), HELPER])
@pytest.mark.parametrize("hand", ["key", "click"])
def test_a_bot_is_asked_about_the_action_that_is_shown(tmp_path: Path, hand: str, by: Decider):
    played(tmp_path)
    replay = Watched(saved(tmp_path))
    number = replay.first_of(by)
    if hand == "key":
        replay.driver.key(pygame.K_y, text="y")
    else:
        replay.driver.press("why")
    replay.driver.wait(2)
    chart = replay.chart
    assert (chart.number, chart.viewer) == (number, "")
    assert chart.answer.problem is None
    assert chart.answer.action == chart.action, "asked again it does the same"
    assert chart.fields
    assert chart._reasons()[0]
    assert chart.before == replay.film.scenes[number - 1].after, "the table as it stood"
    replay.driver.window.draw()
    plain = pygame.image.tobytes(replay.driver.window.surface, "RGB")
    replay.driver.press(f"field_{len(chart.fields)}")
    replay.driver.window.draw()
    assert pygame.image.tobytes(replay.driver.window.surface, "RGB") != plain, "its numbers lie over the board"
    replay.driver.key(pygame.K_ESCAPE)
    assert replay.driver.scene is replay.scene
    assert replay.scene.place == number


def test_every_answer_in_a_replay_is_what_the_bot_did(tmp_path: Path):
    match = played(tmp_path)
    replay = Watched(saved(tmp_path))
    whys = replay.scene.whys
    assert whys is not None
    bots = [number for number in range(1, 61) if whys.may_ask("", number)]
    assert len(bots) == 60 - 3, "all but what the person did himself"
    for number in bots[::5]:
        whys.inquire(number)
        answer = whys.told()
        assert answer is not None
        assert answer.action == match.session.log[number - 1].action


def test_from_the_page_of_one_decision_to_the_next_and_back(tmp_path: Path):
    played(tmp_path)
    replay = Watched(saved(tmp_path))
    replay.scene.go(4)
    replay.driver.key(pygame.K_y, text="y")
    replay.driver.wait(2)
    replay.driver.key(pygame.K_RIGHT)
    replay.driver.wait(4)
    assert replay.chart.number == 5
    assert replay.chart.answer.action == replay.film.scenes[5].action
    replay.driver.press("earlier")
    replay.driver.key(pygame.K_LEFT)
    assert replay.chart.number == 4, "before it only the person acted"
    replay.driver.press("later")
    replay.driver.key(pygame.K_ESCAPE)
    assert replay.scene.place == 5, "the replay stands where the question was asked last"


def test_the_field_that_is_looked_at_stays_from_one_decision_to_the_next(tmp_path: Path):
    played(tmp_path)
    replay = Watched(saved(tmp_path))
    replay.first(lambda moment: type(moment.action).__name__ == "GiveOrder")
    replay.driver.key(pygame.K_y, text="y")
    replay.driver.wait(2)
    replay.driver.key(pygame.K_4, text="4")
    name = replay.chart.field.name
    for _ in range(4):
        replay.driver.key(pygame.K_RIGHT)
        replay.driver.wait(4)
        names = [field.name for field in replay.chart.fields]
        if name in names:
            assert replay.chart.field.name == name
    replay.driver.press(f"field_{len(replay.chart.fields)}")
    replay.driver.key(pygame.K_LEFT)
    replay.driver.wait(4)
    assert replay.chart.fields
    assert replay.chart.field is None, "none of them"


def test_whoever_runs_past_many_decisions_asks_about_the_last(tmp_path: Path):
    played(tmp_path)
    made = _Made()
    replay = Watched(saved(tmp_path), made=replace(services(tmp_path), direct=made))
    replay.scene.go(10)
    replay.driver.key(pygame.K_y, text="y")
    replay.driver.wait(2)
    assert len(made.specs) == 1
    for _ in range(5):
        replay.driver.feed(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RIGHT, mod=0, unicode=""))
    replay.driver.wait(4)
    assert replay.chart.number == 15
    assert replay.chart.answer.action == replay.chart.action
    assert len(made.specs) == 2, "those between were not asked about"


def test_what_a_person_did_is_not_asked_of_anybody(tmp_path: Path):
    played(tmp_path)
    replay = Watched(saved(tmp_path))
    number = replay.first_of(Decider(HUMAN))
    said = "A person decided this. Only bots can be asked."
    assert (replay.button().enabled, replay.button().tip) == (False, said)
    replay.driver.press("why")
    replay.driver.key(pygame.K_y, text="y")
    assert replay.driver.scene is replay.scene
    assert replay.scene.note == said
    replay.driver.key(pygame.K_RIGHT)
    assert replay.scene.note == "", "told of that action alone"
    replay.scene.go(0)
    replay.driver.key(pygame.K_y, text="y")
    assert (replay.driver.scene, replay.scene.place) == (replay.scene, 0)
    assert number == 1


class _Made:
    """Makes bots, and keeps what it was asked for."""

    def __init__(self) -> None:
        self.specs: list[str] = []

    def __call__(self, spec: str, dice: Dice) -> Any:
        self.specs.append(spec)
        return make_bot(spec, dice)


STRANGERS = ["evil.module:Bot", "exec:rm", "./bot.py:Bot", "hive:cunning2", "\x1b[2Jhive:cunning"]


@pytest.mark.parametrize("spec", STRANGERS)
def test_a_player_that_a_file_names_and_no_bot_is_called_is_never_made(tmp_path: Path, spec: str):
    played(tmp_path)
    path = saved(tmp_path)

    def change(line: dict[str, Any]) -> None:
        if line.get("seats"):
            line["seats"] = line["seats"] | {"hive": spec}
        if "by" in line:
            line["by"] = spec

    forged(path, change)
    made = _Made()
    replay = Watched(path, made=replace(services(tmp_path), direct=made))
    whys = replay.scene.whys
    assert whys is not None
    assert not [number for number in range(1, 61) if whys.may_ask("", number)]
    for by in (Decider(spec), Decider(spec, stood_in=True)):
        number = replay.first_of(by)
        replay.driver.key(pygame.K_y, text="y")
        assert "no bot of that name comes with the game" in replay.scene.note
        assert "\x1b" not in replay.scene.note
        with pytest.raises(ValueError, match="no bot that is known"):
            whys.inquire(number)
    assert made.specs == []
    again = resume(replace(services(tmp_path), direct=made), path, language="en")
    assert not [number for number in range(1, 61) if again.whys.may_ask("marines", number)]
    again.close()
    assert spec not in made.specs


def test_an_old_save_does_not_say_who_stood_in(tmp_path: Path):
    played(tmp_path)
    path = saved(tmp_path)
    forged(path, lambda line: line.pop("by", None))
    replay = Watched(path)
    whys = replay.scene.whys
    assert whys is not None
    for moment in replay.film.scenes[1:]:
        assert whys.obstacle("", moment.number) == ("person" if moment.side == "marines" else "")
    forged(path, lambda line: line.pop("seats", None))
    nobody = Watched(path)
    assert nobody.scene.whys is not None
    assert {nobody.scene.whys.obstacle("", number) for number in range(1, 61)} == {"nobody"}


def test_whoever_watches_as_one_seat_is_told_no_secrets(tmp_path: Path):
    played(tmp_path, mission="relay", entries=40)
    replay = Watched(saved(tmp_path))
    number = replay.first_of(HELPER)
    seats = ["", *replay.film.game.side_kinds]
    assert replay.button().enabled
    replay.scene.take_seat(seats.index("hive"))
    assert "hidden from the seat that you watch from (hive)" in replay.button().tip
    replay.driver.key(pygame.K_y, text="y")
    assert replay.driver.scene is replay.scene
    replay.scene.take_seat(seats.index("marines"))
    replay.driver.key(pygame.K_y, text="y")
    replay.driver.wait(2)
    assert replay.chart.viewer == "marines"
    assert replay.chart.before == replay.film.game.redacted(replay.film.scenes[number - 1].after, "marines")
    replay.driver.key(pygame.K_ESCAPE)
    replay.scene.take_seat(seats.index("hive"))
    replay.first_of(Decider("hive:cunning"))
    assert replay.button().enabled, "its own reasons"


def test_a_save_that_goes_another_way_is_shown_and_asked_up_to_there(tmp_path: Path):
    played(tmp_path)
    path = saved(tmp_path)

    def change(line: dict[str, Any]) -> None:
        if line["n"] == 50 and "do" in line:
            line["side"] = "marines" if line["side"] == "hive" else "hive"

    forged(path, lambda line: change(line) if "n" in line else None)
    replay = Watched(path)
    assert len(replay.film.scenes) == 50
    assert replay.scene.fault is not None
    replay.scene.go(49)
    replay.scene.settle()
    told: Any = replay.scene.stage.find("fault")
    assert path.name in told.text
    replay.first_of(HELPER)
    replay.driver.key(pygame.K_y, text="y")
    replay.driver.wait(2)
    assert replay.chart.answer.action == replay.chart.action


# --- bots that do not answer -------------------------------------------------------------------------------------


def stuck(folder: Path, hive: str) -> Services:
    """Bots in a process of their own, one of them known here that holds everything up."""
    made = services(folder)
    known = BotInfo(hive, ("hive",), {"en": "Slow", "es": "Lento"})
    return replace(made, bots=(*made.bots, known), direct=None, maker="tests.ui.stuck:make_bot")


@pytest.fixture
def no_process_left() -> Iterator[None]:
    before = {child.pid for child in multiprocessing.active_children()}
    yield
    end = time.monotonic() + PATIENCE
    while {child.pid for child in multiprocessing.active_children()} - before:
        assert time.monotonic() < end, "a process goes on"
        time.sleep(0.01)


@pytest.mark.usefixtures("no_process_left")
def test_a_bot_that_never_answers_holds_no_replay_up(tmp_path: Path):
    played(tmp_path, entries=30)
    path = saved(tmp_path)

    def change(line: dict[str, Any]) -> None:
        if line.get("seats"):
            line["seats"] = line["seats"] | {"hive": "sleeper"}

    forged(path, change)
    replay = Watched(path, made=stuck(tmp_path, "sleeper"))
    replay.first_of(Decider("sleeper"))
    replay.driver.key(pygame.K_y, text="y")
    replay.until(lambda: replay.chart._waited > 4)
    assert replay.chart.answer is None
    assert replay.chart._reasons() == ["The bot is asked why…", "4 s so far. Going back ends the question."]
    replay.driver.key(pygame.K_ESCAPE)
    assert replay.driver.scene is replay.scene
    replay.first_of(HELPER)
    replay.driver.key(pygame.K_y, text="y")
    chart = replay.chart
    replay.until(lambda: chart.answer is not None)
    assert chart.answer.problem is None
    assert chart.answer.action == chart.action, "another bot, in another process"
    replay.driver.key(pygame.K_ESCAPE)
    replay.driver.key(pygame.K_ESCAPE)
    assert isinstance(replay.driver.scene, TitleScene)


@pytest.mark.usefixtures("no_process_left")
def test_a_question_that_is_not_answered_holds_no_match_up(tmp_path: Path):
    driver = Driver(still=True)
    made = stuck(tmp_path, "brooder")
    driver.window.services = made
    match = begin(made, "culvert", {"marines": "marines:line", "hive": "brooder"}, 3, language="en")
    driver.open(TitleScene(driver.window))
    driver.open(PlayScene(driver.window, match))

    def until(holds: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, "it did not come about"
            driver.wait()

    until(lambda: any(entry.side == "hive" for entry in match.session.log))
    number = next(n for n, entry in enumerate(match.session.log, 1) if entry.side == "hive")
    chart = ChartScene(driver.window, match.whys, "marines", number)
    driver.open(chart)
    until(lambda: chart._waited > 3)
    assert chart.answer is None
    driver.key(pygame.K_ESCAPE)
    before = len(match.session.log)
    until(lambda: len(match.session.log) > before + 3)
    assert match.problem is None
    driver.window.home()


# --- a match that was taken up again -----------------------------------------------------------------------------


def test_bots_that_finished_a_turn_can_be_asked_after_the_match_was_taken_up_again(tmp_path: Path):
    match = played(tmp_path)
    again = resume(services(tmp_path), saved(tmp_path), language="en")
    helped = [n for n in range(1, 61) if again.whys.decider(n) == HELPER]
    assert helped == [n for n in range(1, 61) if match.whys.decider(n) == HELPER]
    assert len(helped) > 20
    for number in helped[::7]:
        assert again.whys.may_ask("marines", number)
        again.whys.inquire(number)
        answer = again.whys.told()
        assert answer is not None
        assert answer.action == again.session.log[number - 1].action
    book = why_entries(Driver().window.labels, again, "marines")
    assert {entry.number for entry in book} == {n for n in range(1, 61) if again.whys.may_ask("marines", n)}
    again.close()


def test_a_seat_that_changed_hands_does_not_answer_for_whoever_had_it(tmp_path: Path):
    made = services(tmp_path)
    match = begin(made, "culvert", SEATS, 3, language="en")
    match.let_bot_finish("marines", "marines:line")
    while len(match.session.log) < 40:
        if match.person_acts:
            match.let_bot_finish("marines", "marines:line")
        match.pump()
    old = [n for n, entry in enumerate(match.session.log, 1) if entry.side == "hive"]
    match.reseat("hive", "hive:instinct")
    match.reseat("marines", "random")
    while len(match.session.log) < 120 and match.pump():
        pass
    match.close()
    again = resume(made, saved(tmp_path), language="en")
    assert dict(again.seats) == {"marines": "random", "hive": "hive:instinct"}
    told = [again.whys.decider(n) for n in range(1, len(again.session.log) + 1)]
    assert told == [match.whys.decider(n) for n in range(1, len(match.session.log) + 1)]
    assert old
    assert {told[n - 1] for n in old} == {Decider("hive:cunning")}
    assert {by for by, entry in zip(told[40:], again.session.log[40:], strict=True) if entry.side == "hive"} == {
        Decider("hive:instinct")
    }
    again.close()


def test_who_decided_what_is_kept_when_a_match_is_saved_late(tmp_path: Path):
    made = services(tmp_path)
    match = begin(made, "culvert", SEATS, 3, language="en", autosave="off")
    match.let_bot_finish("marines", "marines:line")
    while len(match.session.log) < 30:
        if match.person_acts:
            match.let_bot_finish("marines", "marines:line")
        match.pump()
    match.reseat("hive", HUMAN)
    assert match.saver is not None
    assert match.saver.save()
    match.close()
    film = Film(saved(tmp_path))
    while not film.ready:
        film.read(50)
    assert list(film.deciders) == [match.whys.decider(n) for n in range(1, 31)]


def test_what_was_taken_back_and_done_again_is_known(tmp_path: Path):
    match = begin(services(tmp_path), "culvert", SEATS, 3, language="en")
    match.let_bot_finish("marines", "marines:line")
    while match.cannot_undo("marines") is not None:
        assert match.pump()
    number = len(match.session.log)
    match.undo("marines")
    kept = len(match.session.log)
    assert match.whys.obstacle("marines", kept + 1) == "nobody", "it is not done any more"
    match.redo()
    assert match.whys.decider(kept + 1) == HELPER
    assert number > kept
    match.close()


def test_a_bot_hears_the_same_after_it_began_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Whatever came to light later is not told in what it heard before."""
    match = played(tmp_path, mission="relay", entries=40)
    heard: dict[str, list[Any]] = {"hive": []}
    monkeypatch.setattr(match._thinker, "hear", lambda seat, events: heard.setdefault(seat, []).append(events))
    match.ask_again()
    told = [chapter.events for chapter in match.chapters["marines"]]
    assert len(heard["hive"]) == len(told)
    game = match.game
    assert heard["hive"] == [
        game.redacted_events(match._states[0], match.session.opening, "hive"),
        *[
            game.redacted_events(match._states[number], entry.events, "hive")
            for number, entry in enumerate(match.session.log, 1)
        ],
    ]


# --- missions, sizes ---------------------------------------------------------------------------------------------


def test_a_mission_that_lies_beside_its_save_is_found_from_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    shipped = Path(__file__).parents[2] / "maps"
    for file in ("culvert.toml", "culvert.tmx"):
        (tmp_path / file.replace("culvert.toml", "mine.toml")).write_bytes((shipped / file).read_bytes())
    for other in shipped.glob("*.tsx"):
        (tmp_path / other.name).write_bytes(other.read_bytes())
    match = begin(services(tmp_path), str(tmp_path / "mine.toml"), SEATS, 3, language="en")
    match.close()
    film = Film(saved(tmp_path))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    assert film.table().open().side_kinds == film.game.side_kinds
    assert table_of(film.header, film.path).scenario == str(tmp_path.resolve() / "mine.toml")


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(("size", "scale"), [((960, 600), 1.0), ((1280, 720), 2.0)])
def test_nothing_is_cut_off_where_a_replay_is_asked(tmp_path: Path, language: str, size: tuple[int, int], scale: float):
    played(tmp_path)
    replay = Watched(saved(tmp_path), language=language, size=size, scale=scale, blink=1000)
    for number in range(0, 60, 6):
        replay.scene.go(number)
        assert faults(replay.scene) == []
        replay.driver.key(pygame.K_y, text="y")
        replay.driver.wait()
        assert faults(replay.driver.scene) == []
        if number > 3:
            assert replay.chart.number == number
            replay.driver.key(pygame.K_ESCAPE)
