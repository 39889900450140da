"""What is laid over the board while a key is held: the threat of enemies, and where a hive may set something down."""

from time import perf_counter
from typing import Any

import pygame
import pytest

from game.api import geometry, hive_placement
from game.text.phrases import tag_of
from game.ui.play.threats import threats_to
from game.ui.scenes.play_marks import marks_for
from tests.ui.support import board_of
from tests.ui.test_deciding import first_unit, in_orders
from tests.ui.test_missions import at_board, spot


def hold(driver: Any, key: str) -> None:
    code = pygame.key.key_code(key)
    driver.feed(pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode=key))


def let_go(driver: Any, key: str) -> None:
    driver.feed(pygame.event.Event(pygame.KEYUP, key=pygame.key.key_code(key), mod=0))


def hive_moves(mission: str = "culvert") -> tuple[Any, Any]:
    """The hive's first movement, against marines that stand on the board."""
    driver = at_board(mission, "hive", blink=50)
    scene = board_of(driver)
    for _ in range(2000):
        scene.presenter.skip()
        driver.wait()
        if scene.choices is None:
            continue
        if tag_of(scene.asked) == "hive_move":
            return driver, scene
        scene.settle()
        driver.press(next(name for name in ("confirm", "option_pass", "option_1") if scene.stage.find(name)))
    raise AssertionError("the hive never moved")


@pytest.fixture
def moving() -> tuple[Any, Any]:
    return hive_moves()


def placing(scene: Any) -> tuple[set[int], Any]:
    """Where the rules let a creature appear, as far as the seat knows."""
    found = hive_placement.grounds(scene.match.session.view(scene.viewer).ctx)
    return set(geometry.cells_of(found.anchors())), found


@pytest.mark.parametrize("seat", ["marines", "hive"])
def test_held_at_any_time_the_key_for_placement_lights_where_the_hive_may_appear_and_tells_why_not(
    seat: str, moving: tuple[Any, Any]
):
    driver, scene = in_orders() if seat == "marines" else moving
    legal, found = placing(scene)
    board = scene.game.board
    assert 20 < len(legal) < board.size
    hold(driver, "h")
    marks = marks_for(scene)
    assert (frozenset(legal), scene.theme.place) in marks.outlines
    assert all(marks.tints[cell][:3] == scene.theme.place for cell in legal)
    asked = {None, "HM-65", "D-H17", "HM-64"}
    for cell in range(board.size):
        refusal = found.refusal(cell)
        clause = refusal.clause if refusal is not None else None
        if clause not in asked:
            continue
        asked.discard(clause)
        driver.move(spot(scene, cell))
        driver.wait()
        first = scene.hover._words().splitlines()[0]
        said = scene.labels.words.texts.refusal(refusal) if refusal is not None else scene.labels("may_appear")
        assert first == said
    assert not asked
    let_go(driver, "h")
    assert (frozenset(legal), scene.theme.place) not in marks_for(scene).outlines


def test_what_a_click_does_is_told_again_when_the_key_is_let_go():
    driver, scene = in_orders()
    first_unit(driver, scene)
    driver.move(spot(scene, next(iter(scene.choices.cells))))
    driver.wait()
    plain = scene.hover._words()
    hold(driver, "h")
    assert scene.hover._words() != plain
    let_go(driver, "h")
    assert scene.hover._words() == plain


def test_the_hive_sees_what_marines_could_shoot_at_apart_from_where_they_could_walk(moving: tuple[Any, Any]):
    driver, scene = moving
    hold(driver, "t")
    driver.wait(40)
    threat, theme = scene.overlays.threat, scene.theme
    marks = marks_for(scene)
    marines = [unit for unit in scene.shown.units.values() if unit.side == "marines" and unit.cell >= 0]
    assert set(threat.fire) == {unit.id for unit in marines}
    only_fire = geometry.cells_of(threat.under_fire & ~threat.reached)
    cell = next(iter(only_fire))
    assert marks.tints[cell][:3] == theme.fire
    assert all(marks.tints[cell][:3] == theme.threat for cell in geometry.cells_of(threat.reached))
    driver.move(spot(scene, cell))
    driver.wait()
    said = scene.hover._words().splitlines()
    assert said[0].startswith("In fire of: ")
    assert not any(line.startswith("In reach of: ") for line in said)
    near = next(iter(geometry.cells_of(threat.reached & threat.under_fire)))
    driver.move(spot(scene, near))
    driver.wait()
    said = scene.hover._words().splitlines()
    assert [line.partition(":")[0] for line in said[:2]] == ["In fire of", "In reach of"]
    assert set(marks_for(scene).watchers) == {*threat.at(near)[0], *threat.at(near)[1]}
    let_go(driver, "t")


def test_creatures_that_only_bite_threaten_where_they_can_walk():
    driver, scene = in_orders()
    hold(driver, "t")
    driver.wait(40)
    threat = scene.overlays.threat
    assert threat.reached
    assert not threat.under_fire
    free = next(cell for cell in range(scene.game.board.size) if not threat.reached >> cell & 1)
    driver.move(spot(scene, free))
    driver.wait()
    assert scene.hover._words().splitlines()[0] == scene.labels("no_threat")
    let_go(driver, "t")


def test_whoever_shoots_from_where_it_stands_is_feared_there(moving: tuple[Any, Any]):
    scene = moving[1]
    view = scene.match.session.view("hive")
    threat = scene.overlays.threat
    for foe in view.foes:
        if foe.id in threat.fire:
            seen = geometry.visible_from(view.board, foe.cell, foe.size, view.state.doors, view.state.murk)
            near = hive_placement.around(view.board, foe, 8) & ~hive_placement.solid_cells(view.ctx)
            assert not seen & near & ~threat.fire[foe.id]


def test_an_overlay_that_stays_is_worked_out_but_once():
    driver, scene = hive_moves("broodpit")
    hold(driver, "t")
    driver.wait(60)
    layer = marks_for(scene).tints
    assert marks_for(scene).tints is layer
    spent = []
    for _ in range(9):
        start = perf_counter()
        marks_for(scene)
        spent.append(perf_counter() - start)
    assert min(spent) < 0.002
    let_go(driver, "t")


def test_no_frame_waits_for_the_threat_of_many():
    driver, scene = hive_moves("broodpit")
    hold(driver, "t")
    seen = []
    for _ in range(100):
        seen.append(scene.overlays.working)
        if not seen[-1]:
            break
        assert scene.wait() == 0, "the picture is not complete"
        driver.wait()
    assert not seen[-1]
    *_, whole = threats_to(scene.match.session.view("hive"))
    assert scene.overlays.threat == whole
    assert {cell for cell, tint in marks_for(scene).tints.items() if tint[:3] == scene.theme.threat} == set(
        geometry.cells_of(whole.reached)
    )
    assert scene.wait() != 0
