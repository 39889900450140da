"""What a unit has and cannot use now is told below what it can, each with the rules' reason and its clause."""

from typing import Any

import pygame
import pytest

from game.api import actions
from game.text.phrases import tag_of
from game.ui.tutorial import LESSONS
from tests.ui.support import Driver
from tests.ui.test_deciding import first_unit, in_orders
from tests.ui.test_lessons import at_lesson
from tests.ui.test_odds import answered, under_fire


def told(scene: Any) -> dict[str, str]:
    """What cannot be done, by its name, and why."""
    return {row.label(scene.labels.words): row.why for row in scene.barred}


def ready(**options) -> tuple[Driver, Any]:
    driver, scene = at_lesson(LESSONS[1], **options)
    driver.key(pygame.K_TAB)
    scene.settle()
    return driver, scene


def test_a_weapon_out_of_range_and_a_blade_out_of_contact_say_so():
    _, scene = ready()
    assert told(scene) == {
        "Shoot: grenade": "Too far for the grenade: 13 cells. [AT-1]",
        "Fight: trench knife": "They are not in contact. [AT-3]",
    }


def test_weapons_with_one_reason_are_told_together():
    driver, scene = in_orders()
    first_unit(driver, scene)
    (shots,) = [row for row in scene.barred if row.tag == "shoot"]
    assert len(shots.things) > 1
    assert shots.why == "There is no line of sight. [AT-1]"


def test_what_is_told_is_what_the_rules_refuse():
    _, scene = ready()
    view, offered = scene.choices.within, {choice.tag for choice in scene.choices.everything}
    knife = next(thing for row in scene.barred if row.tag == "fight" for _, thing in row.things)
    refusal = view.verdict(actions.Fight(knife, min(scene.choices.things))).refusal
    assert refusal is not None
    assert scene.labels.words.texts.refusal(refusal, view) in told(scene).values()
    assert "fight" not in offered


def test_the_second_skill_says_what_it_may_not_be():
    _, scene = answered()
    assert all("[OR-3]" in why for why in told(scene).values())


def test_who_reacts_is_told_what_it_cannot_answer_with():
    _, scene = under_fire()
    assert told(scene) == {"Fight: claws": "They are not in contact. [AT-3]"}


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_small_window_has_one_line_that_unfolds_by_key_or_mouse(language: str):
    driver, scene = ready(size=(960, 600), language=language)
    line = scene.stage.find("barred")
    assert line.label.endswith(": 2")
    assert scene.stage.find("barred_1") is None
    driver.key(pygame.K_i, text="i")
    scene.settle()
    said = [text for text, _ in scene.stage.find("barred_list").lines]
    assert said == [part for row in told(scene).items() for part in row]
    assert scene.stage.find("option_1") is None
    driver.key(pygame.K_ESCAPE)
    scene.settle()
    assert scene.stage.find("option_1") is not None
    driver.press("barred")
    scene.settle()
    assert scene.stage.find("barred_list") is not None
    driver.press("barred")
    assert not scene.unfolded


def test_a_large_window_greys_them_below_what_is_possible():
    _, scene = ready(size=(1920, 1200))
    rows = [scene.stage.find(f"barred_{number}") for number in (1, 2)]
    assert [(row.label, row.note) for row in rows] == list(told(scene).items())
    assert not any(row.enabled for row in rows)
    assert all(row.rect.top > scene.stage.find("option_1").rect.bottom for row in rows)


def test_nothing_is_told_where_nobody_is_to_choose_a_skill():
    driver, scene = in_orders()
    scene.deselect()
    assert tag_of(scene.asked) == "orders_phase"
    assert scene.barred == []
    driver.key(pygame.K_i, text="i")
    assert not scene.unfolded
