"""Whatever was seen again, taken over or asked about: at rest the board shows what its seat sees now."""

from collections.abc import Callable
from typing import Any

import msgspec
import pygame
import pytest

from game.ui.play.bots import HUMAN
from game.ui.play.start import begin
from game.ui.scenes.held_up import HeldUpScene
from game.ui.scenes.play import PlayScene
from game.ui.scenes.title import TitleScene
from tests.ui.support import Driver, board_of


def at_table(seats: dict[str, str], *, still: bool = True, mission: str = "culvert") -> tuple[Driver, Any]:
    driver = Driver(still=still, speed_own=0.0, speed_other=0.0)
    match = begin(driver.window.services, mission, seats, 5, language="en")
    driver.open(TitleScene(driver.window))
    scene = PlayScene(driver.window, match)
    driver.open(scene)
    return driver, scene


def play_on(driver: Driver, scene: Any, holds: Callable[[], bool]) -> None:
    """Whoever is a person takes the last option, until something is so."""
    for _ in range(3000):
        if holds():
            return
        ready = driver.scene.stage.find("ready")
        if ready is not None:
            driver.press("ready")
        elif board_of(driver) == scene and scene.acting:
            scene.match.carry_out([scene.match.session.view(scene.viewer).options()[-1]], scene.viewer)
        driver.wait()
    raise AssertionError("it did not come about")


@pytest.mark.parametrize("still", [True, False])
@pytest.mark.parametrize("by", ["key", "button", "step"])
def test_what_is_seen_again_and_skipped_leaves_the_board_of_now(by: str, still: bool):
    driver, scene = at_table({"marines": HUMAN, "hive": "hive:instinct"}, still=still)
    play_on(driver, scene, lambda: len(scene.match.session.log) > 20 and scene.acting)
    skipped = 0
    for number in range(len(scene.match.chapters["marines"])):
        scene.review(number)
        while scene.presenter.busy:
            skipped += 1
            if by == "key":
                driver.key(pygame.K_SPACE)
            elif by == "button":
                scene.settle()
                driver.press("skip")
            else:
                driver.key(pygame.K_PERIOD)
            driver.wait()
        assert scene.shown == scene.seen
        assert scene.acting
    assert skipped


def test_what_is_seen_again_is_left_with_the_seat():
    driver, scene = at_table({"marines": HUMAN, "hive": "hive:instinct"})
    play_on(driver, scene, lambda: len(scene.match.session.log) > 20 and scene.acting)
    scene.review(len(scene.match.chapters["marines"]) - 1)
    scene.match.reseat("hive", HUMAN)
    scene.seated()
    play_on(driver, scene, lambda: scene.viewer == "hive" and scene.acting)
    assert scene.shown == scene.seen


def test_whoever_takes_one_seat_after_the_other_sees_the_board_of_now():
    driver, scene = at_table({"marines": "marines:line", "hive": "hive:instinct"})
    match = scene.match

    def take(side: str) -> None:
        play_on(driver, scene, lambda: match.to_act == side and match.bot_acts and board_of(driver) == scene)
        driver.key(pygame.K_x)
        assert isinstance(board_of(driver), HeldUpScene)
        driver.press("held_person")
        begun = len(match.session.log)
        play_on(driver, scene, lambda: len(match.session.log) > begun + 20 and scene.acting)
        assert scene.shown == scene.seen

    take("hive")
    take("marines")
    assert sorted(match.people()) == ["hive", "marines"]


def test_whoever_is_asked_about_may_leave_the_board():
    driver, scene = at_table({"marines": HUMAN, "hive": "hive:instinct"})
    play_on(driver, scene, lambda: scene.acting and scene.match.session.state.round == 1)
    unit = next(unit.id for unit in scene.shown.units.values() if unit.side == "marines")
    scene.policy_for = unit
    scene.refresh()
    scene.settle()
    assert scene.policy_for == unit
    shown = scene.presenter.shown
    scene.presenter.reset(scene.game.indexed(without(shown, unit)))
    scene.refresh()
    scene.settle()
    assert scene.policy_for == 0


def without(state: Any, unit: int) -> Any:
    """The same table with a unit taken off it."""
    kept = {number: other for number, other in state.units.items() if number != unit}
    return msgspec.structs.replace(state, units=kept)
