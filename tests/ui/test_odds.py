"""What the dice promise is told before they fall: of each answer to an attack, and of the whole exchange at last."""

from typing import Any

import pygame
import pytest

from game.api import Pass, SeededDice
from game.io.text import Language
from game.text.odds import average
from game.text.phrases import tag_of
from game.ui.play.bots import HUMAN
from game.ui.play.choices import Choice
from game.ui.play.planning import Plan
from game.ui.play.start import begin
from game.ui.scenes.play import PlayScene
from game.ui.scenes.title import TitleScene
from game.ui.tutorial import LESSONS
from tests.rules.combat.scene import blue, declaring, duel, red
from tests.ui.support import Driver, board_of
from tests.ui.test_lessons import at_lesson
from tests.ui.test_missions import shown, spot


def aimed(**options) -> tuple[Driver, Any]:
    """A marine in the lesson of shooting that is about to shoot at a creature."""
    driver, scene = at_lesson(LESSONS[1], **options)
    driver.key(pygame.K_TAB)
    driver.click(spot(scene, scene.shown.units[min(scene.choices.things)].cell))
    driver.press("option_1")
    return driver, scene


def answered(**options) -> tuple[Driver, Any]:
    """The shot was declared, and a creature dodges it."""
    driver, scene = aimed(**options)
    driver.key(pygame.K_RETURN)
    for _ in range(40):
        driver.wait()
        if scene.choices is not None and tag_of(scene.asked) == "declare_second":
            break
    scene.settle()
    return driver, scene


def lines(scene: Any) -> list[str]:
    """The odds of the plan that waits, item by item."""
    scene.settle()
    odds = scene.stage.find("odds")
    return [text for text, _ in odds.lines] if odds is not None else []


@pytest.mark.parametrize(
    ("language", "fire", "expected"), [("en", "Fire", "expected wounds"), ("es", "Disparar", "heridas esperadas")]
)
def test_the_last_step_before_the_dice_is_named_after_them_and_tells_the_exchange(language, fire, expected):
    driver, scene = answered(language=language)
    button = scene.stage.find("option_pass")
    assert button.label.startswith(f"{fire} · ")
    assert expected in button.tip
    driver.key(pygame.K_n, text="n")
    (said,) = lines(scene)
    assert scene.stage.find("confirm").label == fire
    assert expected in said
    dodge = scene.pending.odds.lines[0].against
    assert dodge.value == 11, "the creature's dodge stands against the shot"
    assert scene.pending.chance() in said
    assert any(expected in text for text in shown(scene))


def test_nobody_may_react_to_the_dice_after_all_were_asked():
    driver, scene = aimed()
    assert any("May react" in line for line in lines(scene))
    driver, scene = answered()
    driver.key(pygame.K_n, text="n")
    assert not any("May react" in line for line in lines(scene))


def test_what_the_last_step_promises_is_what_the_dice_do():
    """The chance that is told is met by a thousand rolls of the same step."""
    driver, scene = answered()
    driver.key(pygame.K_n, text="n")
    plan = scene.pending
    hits = 0
    for seed in range(400):
        _, events = plan.within.imagine(plan.choice.action, SeededDice(seed))
        hits += any(tag_of(event) == "attack_resolved" and event.hits + event.crits > 0 for event in events)
    assert abs(hits / 400 - plan.odds.hit) < 0.06


def under_fire(language: Language = "en") -> tuple[Driver, Any]:
    """A creature that a person plays is shot at."""
    driver = Driver(still=True, blink=7, language=language)
    driver.open(TitleScene(driver.window))
    match = begin(driver.window.services, "culvert", {"marines": "marines:line", "hive": HUMAN}, 11, language=language)
    driver.open(PlayScene(driver.window, match))
    scene = board_of(driver)
    for _ in range(300):
        driver.wait()
        if scene.choices is not None and tag_of(scene.asked) == "react":
            break
    scene.settle()
    return driver, scene


def test_each_answer_to_an_attack_has_its_odds_not_reacting_too():
    driver, scene = under_fire()
    dodge, nothing = scene.stage.find("option_1"), scene.stage.find("option_pass")
    assert dodge.label == "Dodge · 11 %"
    assert dodge.note == "hit 85 %, hurt 73 %, expected wounds 0.7"
    assert nothing.label == "Do not react"
    assert nothing.note == "hit 98 %, hurt 87 %, expected wounds 0.9"
    driver.key(pygame.K_n, text="n")
    assert lines(scene) == [nothing.tip]
    assert "chance to be hurt\nexpected wounds 0.9" in shown(scene)


def test_a_leap_costs_no_points_and_says_nothing_of_them():
    driver, scene = at_lesson(LESSONS[1])
    driver.key(pygame.K_TAB)
    leap = next(choice for choice in scene.choices.everything if choice.tag == "jump")
    plan = scene.plan_of(leap)
    assert plan.path
    assert plan.cost == 0
    scene.hands.by_pointer = False
    scene.cursor = leap.action.to
    scene.refresh()
    assert "point" not in scene.hover._words()


@pytest.mark.rule("RL-6")
def test_an_exchange_tells_what_both_sides_lose_on_average():
    table = declaring(duel("M.......m", M=red("marine"), m=blue("marine")), "M")
    one, other = table.id("M"), table.id("m")
    shot = next(action for action in table.options() if tag_of(action) == "shoot")
    table.act(shot)
    nothing = Plan(Choice((Pass(),)), table.game.view(table.state, "blue"))
    assert nothing.ending == ""
    assert nothing.endures
    assert nothing.hit_by()
    table.act(next(action for action in table.options() if tag_of(action) == "shoot"))
    assert table.waiting is not None
    assert tag_of(table.waiting) == "declare_second"
    last = Plan(Choice((Pass(),)), table.game.view(table.state, "red"))
    assert (last.ending, last.declared) == ("fire", shot)
    assert last.watchers == []
    assert [(line.attacker, line.target) for line in last.odds.lines] == [(one, other)]
    assert [(line.attacker, line.target) for line in last.odds.threats] == [(other, one)]
    assert last.odds.lines[0].against is not None
    assert last.dealt() == average(last.odds.lines[0].harm.expected)
    assert last.taken() == average(last.odds.suffered.expected)


def test_a_walk_after_the_shot_still_tells_the_odds_of_the_shot():
    driver, scene = answered()
    walk = next(choice for choice in scene.choices.everything if choice.plain and choice.action.path)
    scene.choose(walk)
    (said,) = [line for line in lines(scene) if line.startswith("declared before: ")]
    scene.cancel()
    driver.key(pygame.K_n, text="n")
    assert said == f"declared before: {lines(scene)[0]}"
