"""Lessons are learnt by doing, cannot be stuck in, and can be left at any time."""

import random
from typing import Any

import pygame
import pytest

from game.text.phrases import tag_of
from game.ui.scenes.title import TitleScene
from game.ui.scenes.tutor import LessonsScene, TutorScene
from game.ui.tutorial import LESSONS, Lesson
from tests.ui.support import Driver, board_of
from tests.ui.test_missions import by_mouse, spot


def at_lesson(lesson: Lesson, **options) -> tuple[Driver, Any]:
    driver = Driver(still=True, blink=7, **options)
    driver.open(TitleScene(driver.window))
    scene = TutorScene(driver.window, lesson)
    driver.open(scene)
    driver.wait(2)
    return driver, scene


def nearest(scene: Any, cell: int) -> int:
    """The cell in reach that is nearest to another."""
    board = scene.game.board
    return min(scene.choices.cells, key=lambda other: (board.squared(other, cell), other))


def do(driver: Driver, scene: Any, goal: str) -> None:
    """What the note of a step asks for."""
    press = {"second": "n", "passed": "n", "undone": "u", "ended": "e", "spent": "\r"}
    keys = {"\r": pygame.K_RETURN}
    if scene.pending is not None:
        driver.key(pygame.K_RETURN)
        return
    if goal in ("policy", "ended") and tag_of(scene.asked) == "declare_second":
        driver.key(pygame.K_n, text="n")
        return
    if goal == "select":
        driver.key(pygame.K_TAB)
    elif goal == "policy":
        driver.key(pygame.K_p, text="p")
        driver.key(pygame.K_2, text="2")
    elif goal == "threat":
        driver.feed(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_t, mod=0, unicode="t"))
        driver.wait()
        driver.feed(pygame.event.Event(pygame.KEYUP, key=pygame.K_t, mod=0))
    elif goal in ("aimed", "shot"):
        thing = next(iter(scene.choices.things))
        driver.click(spot(scene, scene.shown.units[thing].cell))
        if scene.several:
            shots = [number for number, choice in enumerate(scene.several, 1) if choice.tag == "shoot"]
            driver.press(f"option_{shots[0]}")
        driver.key(pygame.K_RETURN)
    elif goal in press:
        driver.key(keys.get(press[goal], ord(press[goal])), text=press[goal])
    elif goal == "door":
        unit = next(iter(sorted(scene.choices.ready or {scene.selected})))
        if scene.selected != unit:
            driver.click(spot(scene, scene.shown.units[unit].cell))
        driver.click(spot(scene, nearest(scene, scene.game.board.cell(9, 3))))
    elif goal in ("moved", "activated", "placed"):
        if not scene.choices.cells:
            driver.key(pygame.K_TAB)
        driver.click(spot(scene, next(iter(scene.choices.cells))))
    elif goal == "attacked":
        if scene.choices.ready and not scene.choices.cells:
            driver.key(pygame.K_TAB)
            driver.click(spot(scene, next(iter(scene.choices.cells))))
        driver.key(pygame.K_n, text="n")
    else:
        driver.key(pygame.K_n, text="n")


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_every_step_is_done_by_hands(lesson: Lesson):
    driver, scene = at_lesson(lesson)
    for _ in range(120):
        if scene.done:
            break
        goal = lesson.steps[scene.step]
        if scene.acting:
            do(driver, scene, goal)
        driver.wait(2)
    assert scene.done, f"stuck at {lesson.steps[scene.step]}, asked {tag_of(scene.asked)}"


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_whatever_is_played_a_lesson_goes_on_to_its_end(lesson: Lesson):
    driver, scene = at_lesson(lesson)
    chance = random.Random(lesson.id)
    for _ in range(25):
        if not scene.match.session.over:
            by_mouse(driver, chance)
    for _ in lesson.steps:
        scene.next()
    assert scene.done
    scene.settle()
    assert scene.stage.find("lesson_again") is not None
    driver.press("lesson_leave")
    assert isinstance(driver.scene, TitleScene)


def test_lessons_follow_each_other_and_begin_again():
    driver, scene = at_lesson(LESSONS[0])
    for _ in LESSONS[0].steps:
        scene.next()
    driver.press("lesson_next")
    following = driver.scene
    assert isinstance(following, TutorScene)
    assert following.lesson is LESSONS[1]
    driver.press("lesson_again")
    assert driver.scene is not following
    assert board_of(driver).lesson is LESSONS[1]


def test_lessons_are_chosen_from_the_title():
    driver = Driver()
    driver.open(TitleScene(driver.window))
    driver.press("title_tutorial")
    assert isinstance(driver.scene, LessonsScene)
    driver.press("lesson_swarming")
    assert isinstance(driver.scene, TutorScene)
    assert driver.scene.viewer == "hive"
