"""What a unit does when it may react is on its card, set at once among four, and kept by the window for creatures."""

from typing import Any

import pygame
import pytest

from game.rules.skirmish.actions import Fight
from game.text.phrases import tag_of
from game.ui.play.bots import HUMAN
from game.ui.play.standing import STANDING, Standing
from game.ui.tutorial import LESSONS
from tests.rules.combat.scene import declaring, field, held
from tests.ui.support import Driver, board_of
from tests.ui.test_deciding import first_unit, in_orders
from tests.ui.test_lessons import at_lesson
from tests.ui.test_missions import at_board, spot
from tests.ui.test_odds import under_fire


def policy(scene: Any) -> Any:
    """The row of the card."""
    scene.settle()
    return scene.stage.find("policy")


def digit(driver: Driver, number: int) -> None:
    driver.key(ord(str(number)), text=str(number))


@pytest.mark.rule("OR-8")
@pytest.mark.parametrize(("number", "named"), list(enumerate(STANDING, 1))[1:])
def test_any_policy_is_set_in_one_go(number: int, named: str):
    driver, scene = in_orders()
    unit = first_unit(driver, scene)
    assert policy(scene).label == "Reacts: ask"
    driver.key(pygame.K_p, text="p")
    scene.settle()
    assert [scene.stage.find(f"option_{row}").chosen for row in range(1, 5)] == [True, False, False, False]
    digit(driver, number)
    assert scene.match.session.state.units[unit].policy == named
    assert scene.policy_for == 0


def test_a_policy_is_set_by_mouse_and_undone():
    driver, scene = in_orders()
    unit = first_unit(driver, scene)
    driver.press("policy")
    driver.press("option_4")
    assert scene.match.session.state.units[unit].policy == "hold"
    driver.key(pygame.K_u, text="u")
    assert scene.match.session.state.units[unit].policy == "ask"


def test_the_choices_are_closed_without_a_change():
    driver, scene = in_orders()
    first_unit(driver, scene)
    before = len(scene.match.session.log)
    for key in (pygame.K_ESCAPE, pygame.K_p):
        driver.key(pygame.K_p, text="p")
        scene.settle()
        assert scene.stage.find("policy_close") is not None
        driver.key(key)
        scene.settle()
        assert scene.stage.find("policy_close") is None
    driver.key(pygame.K_p, text="p")
    digit(driver, 1)
    assert len(scene.match.session.log) == before, "it asks already"


@pytest.mark.rule("OR-8")
def test_what_cannot_be_set_now_is_shown_greyed_and_says_why():
    driver, scene = in_orders()
    first_unit(driver, scene)
    driver.key(pygame.K_p, text="p")
    digit(driver, 2)
    driver.wait(2)
    row = policy(scene)
    assert row.label == "Reacts: shoot at the best chance"
    assert not row.enabled
    assert row.tip.endswith("was set a moment ago; give an order first. [OR-8]")
    driver.key(pygame.K_p, text="p")
    assert scene.told_off == row.tip
    driver.key(pygame.K_ESCAPE)
    driver.click(spot(scene, min(scene.choices.cells)))
    driver.wait(2)
    assert tag_of(scene.asked) == "declare_second"
    assert policy(scene).tip == "Set between the orders of your own turn. [OR-8]"


def test_a_creature_answers_by_itself_what_its_player_set():
    driver, scene = under_fire()
    unit = scene.choices.actor
    assert policy(scene).label == "Reacts: ask"
    before = len(scene.match.session.log)
    driver.key(pygame.K_p, text="p")
    digit(driver, 3)
    for _ in range(20):
        driver.wait()
    entries = scene.match.session.log[before:]
    assert next(tag_of(entry.action) for entry in entries if entry.side == "hive") == "dodge"
    told = [tag_of(event) for chapter in scene.match.chapters["hive"][before:] for event in chapter.events]
    assert "reaction_declared" in told
    assert policy_of_unit(scene, unit) == "dodge"


def policy_of_unit(scene: Any, unit: int) -> str:
    known = scene.shown.units.get(unit)
    return scene.standing.of(known) if known is not None else "dodge"


def test_what_is_set_for_a_kind_holds_for_all_of_it_and_for_those_to_come():
    driver, scene = under_fire()
    unit = scene.shown.units[scene.choices.actor]
    others = [other for other in scene.shown.units.values() if other.kind == unit.kind and other.id != unit.id]
    assert others
    scene.standing.set(others[0], "dodge")
    driver.press("policy")
    digit(driver, 5)
    scene.settle()
    assert scene.stage.find("option_5").label.startswith("For all of its kind")
    digit(driver, 4)
    assert {scene.standing.of(other) for other in [unit, *others]} == {"hold"}
    for other in scene.shown.units.values():
        if other.side == "hive" and other.kind != unit.kind:
            assert scene.standing.of(other) == "ask"
    asked = [entry for entry in scene.match.session.log if tag_of(entry.action) == "pass" and entry.side == "hive"]
    driver.wait(10)
    now = [entry for entry in scene.match.session.log if tag_of(entry.action) == "pass" and entry.side == "hive"]
    assert len(now) > len(asked)


def test_striking_back_is_the_likeliest_attack_and_else_lets_it_pass():
    _driver, scene = under_fire()
    view = scene.match.session.view("hive")
    unit = scene.shown.units[scene.choices.actor]
    scene.standing.set(unit, "shoot")
    assert "fight" not in {choice.tag for choice in scene.choices.everything}
    assert scene.standing.answer(view).tag == "pass"
    scene.standing.set(unit, "ask")
    assert scene.standing.answer(view) is None


def test_who_is_struck_strikes_back():
    table = declaring(field("Mw", M=held("marine"), w="warrior"), "M")
    creature = table.state.units[table.id("w")]
    table.act(Fight("knife", creature.id))
    standing = Standing()
    view = table.game.view(table.state, creature.side)
    standing.set(creature, "shoot")
    choice = standing.answer(view)
    assert choice is not None
    assert choice.tag == "fight"


def test_whoever_takes_an_answer_back_is_asked():
    driver, scene = under_fire()
    unit = scene.shown.units[scene.choices.actor]
    scene.standing.set(unit, "dodge")
    mark = len(scene.match.session.log)
    scene._asks_at = mark
    driver.wait(5)
    assert len(scene.match.session.log) == mark
    scene._asks_at = -1
    driver.wait(1)
    assert len(scene.match.session.log) > mark


def test_bots_units_have_no_row():
    driver = at_board("culvert", "human")
    scene = board_of(driver)
    driver.wait(3)
    foe = next(unit for unit in scene.seen.units.values() if unit.side != scene.viewer)
    scene.select(foe.id)
    assert policy(scene) is None


def test_at_one_screen_nobody_is_called_for_what_stands():
    driver, scene = at_lesson_for_two()
    foe = scene.shown.units[min(scene.choices.things)]
    scene.standing.set(foe, "dodge")
    scene.choose(next(choice for choice in scene.choices.everything if choice.tag == "shoot"))
    driver.key(pygame.K_RETURN)
    for _ in range(40):
        driver.wait()
        if tag_of(scene.asked) == "declare_second":
            break
    assert board_of(driver) is scene
    assert scene.viewer == "marines"
    assert [tag_of(entry.action) for entry in scene.match.session.log if entry.side == "hive"] == ["dodge"]


def at_lesson_for_two() -> tuple[Driver, Any]:
    """The lesson of shooting with a person on both sides, a marine selected."""
    driver, scene = at_lesson(LESSONS[1])
    scene.match.reseat("hive", HUMAN)
    scene.seated()
    driver.key(pygame.K_TAB)
    scene.settle()
    return driver, scene
