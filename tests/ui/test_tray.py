"""Swarm dice in the hand: dragged or clicked into plans that the rules allow, with a sign where they may be laid."""

import random
from collections import Counter
from typing import Any

import pygame
import pytest

from game.api import hive_actions, hive_dice
from game.io.text import LANGUAGES, Language
from game.text.phrases import tag_of
from game.ui.labels import Labels
from game.ui.play.choices import Choice
from game.ui.play.spending import Plans
from game.ui.scenes.play_tray import Die, Place
from tests.ui.support import Driver, board_of
from tests.ui.test_missions import at_board, by_mouse


def at_dice(**options: Any) -> tuple[Driver, Any]:
    """A board at a roll of 2, 2 and 4 that the hive is to spend."""
    driver = at_board("concourse", "hive", seed=8, **options)
    chance = random.Random(2)
    scene = board_of(driver)
    for _ in range(400):
        if scene.asked is not None and tag_of(scene.asked) == "dice_choice" and scene.acting:
            break
        by_mouse(driver, chance)
    assert scene.asked.pool == (2, 2, 4)
    driver.window.blink = 1
    driver.wait()
    scene.settle()
    return driver, scene


def place(scene: Any, item: str) -> Place:
    return next(it for it in scene.stage.widgets if isinstance(it, Place) and it.item == item)


def die(scene: Any, source: str) -> Die:
    """A die that lies on an item, or in the pool."""
    return next(it for it in scene.stage.widgets if isinstance(it, Die) and it.here and it.source == source)


def drag(driver: Driver, start: tuple[int, int], end: tuple[int, int]) -> None:
    driver.move(start)
    driver.feed(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    driver.feed(pygame.event.Event(pygame.MOUSEMOTION, pos=end, rel=(0, 0), buttons=(1, 0, 0)))
    driver.feed(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=end, button=1))
    driver.scene.settle()


def test_dice_are_dragged_into_a_plan_and_out_of_it():
    driver, scene = at_dice()
    assert scene.spending == Counter(warp_field=1, gaunt_brood=1)
    drag(driver, die(scene, "warp_field").rect.center, place(scene, "").rect.center)
    assert scene.spending == Counter(gaunt_brood=1), "back in the pool; its twin cannot stay alone"
    drag(driver, die(scene, "").rect.center, place(scene, "catharsis").rect.center)
    assert scene.spending == Counter(catharsis=1, gaunt_brood=1)
    drag(driver, die(scene, "catharsis").rect.center, place(scene, "warp_field").rect.center)
    assert scene.spending == Counter(warp_field=1, gaunt_brood=1), "the other two comes along"
    driver.press("confirm")
    assert Counter(scene.match.session.log[-1].action.plan) == Counter(warp_field=1, gaunt_brood=1)


def test_a_die_dropped_where_it_buys_nothing_stays_and_says_why():
    driver, scene = at_dice()
    before = Counter(scene.spending)
    drag(driver, die(scene, "warp_field").rect.center, place(scene, "gaunt_brood").rect.center)
    assert scene.spending == before
    assert scene.told_off == "Brood of eight Rakers takes dice that show 4 (1)."
    drag(driver, die(scene, "gaunt_brood").rect.center, (200, 400))
    assert scene.spending == before, "dropped on the board"


def test_while_a_die_is_held_the_places_it_may_go_to_are_lit_and_the_rest_is_faint():
    driver, scene = at_dice()
    start = die(scene, "warp_field").rect.center
    driver.feed(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    driver.feed(pygame.event.Event(pygame.MOUSEMOTION, pos=(start[0], start[1] + 30), rel=(0, 0), buttons=(1, 0, 0)))
    scene.settle()
    good = scene.theme.good
    assert {it.item for it in scene.stage.widgets if isinstance(it, Place) and it.edge == good} == {"", "catharsis"}
    assert [it.enabled for it in scene.stage.widgets if it.name.startswith("option_") and it.name[-1].isdigit()] == [
        True, True, False,
    ]  # fmt: skip
    driver.feed(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=3))
    assert not scene.hands.dice.face, "the other button lets go"


def test_a_click_on_a_die_goes_on_to_the_next_thing_it_buys():
    driver, scene = at_dice()
    seen = []
    for _ in range(3):
        held = next(it for it in scene.stage.widgets if isinstance(it, Die) and it.face == 2 and it.name == "die_0")
        driver.click(held.rect.center)
        scene.settle()
        seen.append(Counter(scene.spending))
    assert seen[0] == Counter(gaunt_brood=1)
    assert seen[1] == Counter(catharsis=1, gaunt_brood=1)
    assert seen[2] == Counter(warp_field=1, gaunt_brood=1)


def test_digits_do_the_same_without_a_mouse():
    driver, scene = at_dice()
    driver.key(pygame.K_1, text="1")
    assert scene.spending == Counter(catharsis=1, gaunt_brood=1)
    driver.key(pygame.K_RETURN)
    assert scene.match.session.log[-1].action.plan == ("catharsis", "gaunt_brood")


@pytest.mark.parametrize("pool", [(2, 2, 4), (3, 3, 3, 6), (6, 6, 6, 6), (2, 3, 4, 5)])
def test_whatever_is_dragged_the_plan_stays_part_of_a_legal_one(pool: tuple[int, ...]):
    tray = Plans([Choice((hive_actions.SpendSwarmDice(plan),)) for plan in hive_dice.legal_plans(pool)])
    chance = random.Random(4)
    plan: Counter[str] = Counter()
    for _ in range(300):
        number = chance.randrange(len(pool))
        source = tray.holders(plan, pool)[number]
        item = chance.choice(["", *tray.most])
        plan = tray.dropped(plan, pool[number], source, item) or plan
        assert tray.fits(plan)
        assert len([held for held in tray.holders(plan, pool) if held]) == hive_dice.dice_used(tuple(plan.elements()))
        plan = tray.turned(plan, pool[number], tray.holders(plan, pool)[number])
        assert tray.fits(plan)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_thing_that_dice_buy_says_what_it_does(language: Language):
    labels = Labels(language)
    assert all(labels.has(f"effect_{item}") for item in hive_dice.ITEMS)
