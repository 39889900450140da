"""Whole missions by synthetic clicks and keys: as marines, as the hive, two at one screen; and what stays unseen."""

import random
import shutil
from pathlib import Path

import pygame
import pytest

from game.ui.play.bots import HUMAN
from game.ui.play.start import begin, resume
from game.ui.scenes.end import EndScene
from game.ui.scenes.hand_over import HandOverScene
from game.ui.scenes.new_game import NewGameScene
from game.ui.scenes.play import PlayScene
from game.ui.scenes.replay import ReplayScene
from game.ui.scenes.scene import Scene
from game.ui.scenes.title import TitleScene
from game.ui.widgets.plain import Text
from tests.ui.short import short_mission
from tests.ui.support import Driver

MOST_TURNS = 1500


def at_board(mission: str, people: str, *, saves: Path | None = None, seed: int = 5, **settings) -> Driver:
    """A driver at the board: ``people`` play that kind of side, or both."""
    from game.ui.scenes.previews import game_of

    driver = Driver(still=True, saves=saves, **{"blink": 7, **settings})
    driver.open(TitleScene(driver.window))
    usual = driver.window.services.usual
    seats = {
        side: HUMAN if people in (kind, "both") else usual(kind) for side, kind in game_of(mission).side_kinds.items()
    }
    match = begin(driver.window.services, mission, seats, seed, language="en")
    driver.open(PlayScene(driver.window, match))
    return driver


def shown(scene: Scene) -> list[str]:
    """Every text on a screen."""
    scene.settle()
    return [widget.text for widget in scene.stage.widgets if isinstance(widget, Text)]


def test_a_new_game_tells_the_person_what_their_side_is_to_do():
    driver = Driver()
    scene = NewGameScene(driver.window)
    driver.open(scene)
    marines, hive = "Close the valves in the control room", "Keep the valves or take two"
    for seats, told in (
        ({"marines": HUMAN, "hive": "passive"}, marines),
        ({"marines": "random", "hive": HUMAN}, hive),
        ({"marines": HUMAN, "hive": HUMAN}, marines),
        ({"marines": "random", "hive": "passive"}, marines),
    ):
        scene.seats = dict(seats)
        scene.refresh()
        assert [words for words in (marines, hive) if any(words in text for text in shown(scene))] == [told]


def test_two_at_one_screen_each_see_what_their_own_side_is_to_do():
    driver = at_board("culvert", "both")
    scene = driver.scene
    assert isinstance(scene, PlayScene)
    assert (scene.viewer, "valves in the control room, then" in scene.briefing) == ("marines", True)
    assert scene.briefing in shown(scene)
    scene.viewer = "hive"
    scene.refresh()
    assert "the water is yours" in scene.briefing
    assert scene.briefing in shown(scene)


def spot(scene: PlayScene, cell: int) -> tuple[int, int]:
    x, y = scene.game.board.xy(cell)
    scene.camera.centre(x + 0.5, y + 0.5, glide=False)
    return scene.camera.screen(x + 0.5, y + 0.5)


def names(scene: PlayScene) -> list[str]:
    """The answers on buttons; what is asked for each seat is in reach of the mouse alone."""
    scene.settle()
    return [widget.name for widget in scene.stage.widgets if widget.name.startswith("option_")]


def by_mouse(driver: Driver, chance: random.Random) -> None:
    """One thing that a person with a mouse does."""
    scene = driver.scene
    if isinstance(scene, HandOverScene):
        driver.press("ready")
        return
    assert isinstance(scene, PlayScene)
    choices = scene.choices
    if choices is None:
        driver.press("skip") if scene.presenter.busy else driver.wait()
        return
    if scene.pending is not None:
        driver.press("confirm")
        return
    listed = names(scene)
    last = [name for name in listed if name in ("option_pass", "option_end_turn")]
    draw = chance.random()
    if scene.several:
        driver.press(chance.choice(listed))
    elif choices.things and draw < 0.6:
        thing = chance.choice(sorted(choices.things))
        found = scene.shown.units.get(thing) or scene.shown.markers[thing]
        driver.click(spot(scene, found.cell))
    elif choices.cells and draw < 0.75:
        driver.click(spot(scene, chance.choice(sorted(choices.cells))))
    elif choices.ready and draw < 0.85:
        driver.click(spot(scene, scene.shown.units[chance.choice(sorted(choices.ready))].cell))
    elif last and draw > 0.9:
        driver.press(last[0])
    elif listed:
        driver.press(chance.choice(listed))
    else:
        driver.press("undo")


KEYS = {"confirm": pygame.K_RETURN, "next": pygame.K_TAB, "skip": pygame.K_SPACE, "pass": pygame.K_n, "end": pygame.K_e}


def by_keys(driver: Driver, chance: random.Random) -> None:
    """One thing that a person without a mouse does."""
    scene = driver.scene
    if isinstance(scene, HandOverScene):
        driver.key(pygame.K_RETURN)
        return
    assert isinstance(scene, PlayScene)
    choices = scene.choices
    if choices is None:
        driver.key(KEYS["skip"]) if scene.presenter.busy else driver.wait()
    elif scene.pending is not None:
        driver.key(KEYS["confirm"])
    else:
        listed = [name for name in names(scene) if name[-1].isdecimal()]
        draw = chance.random()
        if choices.ready and draw < 0.3:
            driver.key(KEYS["next"])
        elif choices.cells and draw < 0.6 and not scene.several:
            wanted = chance.choice(sorted(choices.cells))
            driver.key(pygame.K_UP)
            x, y = scene.game.board.xy(wanted)
            for _ in range(200):
                cx, cy = scene.game.board.xy(scene.cursor)
                if (cx, cy) == (x, y):
                    break
                way = (
                    pygame.K_RIGHT if cx < x else pygame.K_LEFT if cx > x else pygame.K_DOWN if cy < y else pygame.K_UP
                )
                driver.key(way)
            driver.key(KEYS["confirm"])
        elif listed and draw < 0.9:
            digit = int(chance.choice(listed)[-1])
            driver.key(pygame.K_0 + digit, text=str(digit))
        else:
            driver.key(KEYS["pass"])
            driver.key(KEYS["end"])


def play_out(driver: Driver, hand, *, seed: int = 1) -> EndScene:
    chance = random.Random(seed)
    for _ in range(MOST_TURNS):
        if isinstance(driver.scene, EndScene):
            return driver.scene
        hand(driver, chance)
    raise AssertionError(f"no end after {MOST_TURNS} turns of the hand")


@pytest.mark.parametrize(
    ("mission", "people", "hand"),
    [
        ("culvert", "human", by_mouse),
        ("culvert", "hive", by_mouse),
        ("culvert", "both", by_mouse),
        ("culvert", "human", by_keys),
        ("culvert", "hive", by_keys),
        ("depot", "both", by_mouse),
        ("culvert", "both", by_keys),
        ("depot", "both", by_keys),
    ],
    ids=[
        "marines by mouse",
        "hive by mouse",
        "marines and hive by mouse",
        "marines by keys",
        "hive by keys",
        "marines and marines by mouse",
        "marines and hive by keys",
        "marines and marines by keys",
    ],
)
def test_a_mission_is_played_to_its_end(mission: str, people: str, hand):
    driver = at_board(short_mission(mission, rounds=2 if mission == "depot" else 3), people)
    end = play_out(driver, hand)
    below = driver.window.scenes[-2]
    assert isinstance(below, PlayScene)
    assert below.match.session.over
    assert below.presenter.shown == below.seen
    driver.press("end_leave")
    assert isinstance(driver.scene, TitleScene)
    assert end not in driver.window.scenes


def test_a_mission_that_was_played_is_watched_from_its_first_to_its_last_action(tmp_path: Path):
    # A save finds its mission beside itself, or among those that come with the game.
    mission = shutil.copytree(Path(short_mission()).parent, tmp_path / "here") / "culvert.toml"
    driver = at_board(str(mission), "human", saves=mission.parent)
    play_out(driver, by_mouse)
    board = driver.window.scenes[-2]
    assert isinstance(board, PlayScene)
    match = board.match
    driver.press("end_watch")
    scene = driver.scene
    assert isinstance(scene, ReplayScene)
    for _ in range(MOST_TURNS):
        if scene.film.ready:
            break
        driver.wait()
    assert [shown.action for shown in scene.film.scenes[1:]] == [entry.action for entry in match.session.log]
    driver.press("play")
    for _ in range(MOST_TURNS):
        if not scene.running:
            break
        driver.wait()
    assert scene.place == len(match.session.log)
    assert scene.presenter.shown == match.session.state


def test_closing_at_any_moment_loses_nothing(tmp_path: Path):
    driver = at_board("culvert", "human", saves=tmp_path)
    chance = random.Random(4)
    for _ in range(60):
        by_mouse(driver, chance)
    scene = driver.scene
    assert isinstance(scene, PlayScene)
    before, played = scene.match.session.digest(), len(scene.match.session.log)
    driver.feed(pygame.event.Event(pygame.QUIT))
    assert not driver.window.running
    driver.window.close()
    again = Driver(saves=tmp_path)
    (file,) = tmp_path.glob("*.jsonl")
    match = resume(again.window.services, file, language="en")
    assert len(match.session.log) == played
    assert match.session.digest() == before
    match.close()


def test_the_hand_over_screen_shows_nothing_of_the_board():
    driver = at_board("chapel", "both")
    chance = random.Random(2)
    for _ in range(400):
        if isinstance(driver.scene, HandOverScene):
            break
        by_mouse(driver, chance)
    scene = driver.scene
    assert isinstance(scene, HandOverScene), "the sides of this mission have secrets from each other"
    driver.window.blink = 1
    driver.window.draw()
    frame = pygame.image.tobytes(driver.window.surface, "RGB")
    bare = Driver()
    bare.open(HandOverScene(bare.window, scene._match, scene._side))
    bare.window.draw()
    assert pygame.image.tobytes(bare.window.surface, "RGB") == frame, "the same as with no board below it"
    driver.key(pygame.K_ESCAPE)
    assert driver.scene is scene
    driver.press("ready")
    below = driver.scene
    assert isinstance(below, PlayScene)
    assert below.viewer == scene._side


def frame_of(driver: Driver) -> bytes:
    """The picture of this moment."""
    driver.scene.refresh()
    driver.window.draw()
    return pygame.image.tobytes(driver.window.surface, "RGB")


@pytest.mark.parametrize("mission", ["chapel", "depot"])
def test_no_frame_depends_on_what_its_seat_may_not_know(mission: str):
    driver = at_board(mission, "both", blink=1000)
    chance = random.Random(3)
    hidden, seats = 0, set()
    for _ in range(600):
        scene = driver.scene
        if isinstance(scene, PlayScene):
            session, viewer = scene.match.session, scene.viewer
            truth = session.state
            known = scene.game.redacted(truth, viewer)
            if known != truth and (viewer not in seats or not scene.presenter.busy) and chance.random() < 0.2:
                driver.window.blink = 1
                frame = frame_of(driver)
                session.state = known
                assert frame_of(driver) == frame
                session.state = truth
                driver.window.blink = 1000
                hidden += 1
                seats.add(viewer)
        if len(seats) == 2 and hidden > 12:
            return
        if isinstance(scene, EndScene):
            break
        by_mouse(driver, chance)
    raise AssertionError(f"{hidden} frames with something hidden, of {sorted(seats)}")
