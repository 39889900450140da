"""What is drawn of choices before they are made: templates with whom they catch, what walks cost."""

from typing import Any

import pygame

from game.api import blast_cells, geometry, units_in
from game.text.phrases import tag_of
from game.ui.board.camera import Camera
from game.ui.board.layers import LEAST_FIGURES, Tints
from game.ui.play.previews import template_of
from game.ui.scenes.play_marks import marks_for
from game.ui.tutorial import LESSONS
from tests.ui.test_deciding import first_unit, in_orders
from tests.ui.test_lessons import at_lesson
from tests.ui.test_missions import spot


def with_a_grenade() -> tuple[Any, Any, Any]:
    """A marine that may throw one at creatures in sight, and such a throw."""
    driver, scene = at_lesson(LESSONS[1])
    driver.key(pygame.K_TAB)
    board = scene.game.board
    plain = [choice.action.path[-1] for choice in scene.choices.everything if choice.plain and choice.action.path]
    driver.click(spot(scene, max(plain, key=lambda cell: board.xy(cell)[0])))
    for _ in range(400):
        if scene.acting and tag_of(scene.asked) == "declare_second":
            break
        driver.wait()
    throw = next(
        choice
        for choice in scene.choices.everything
        if choice.tag == "shoot" and scene.game.weapons[choice.action.weapon].template
    )
    return driver, scene, throw


def test_a_template_is_drawn_where_it_is_aimed_with_everybody_in_it():
    _, scene, throw = with_a_grenade()
    view = scene.choices.view
    thrower = view.state.units[scene.selected]
    weapon = scene.game.weapons[throw.action.weapon]
    cells = blast_cells(view.ctx, weapon, thrower.cell, thrower.size, throw.action.at)
    assert not marks_for(scene).caught
    scene.choose(throw)
    assert scene.pending is not None
    marks = marks_for(scene)
    lit = frozenset(geometry.cells_of(cells))
    assert len(lit) > 9
    assert {cell for cell, tint in marks.tints.items() if tint[:3] == scene.theme.blast} == lit
    assert (lit, scene.theme.path) in marks.outlines
    assert list(marks.caught) == [unit.id for unit in units_in(view.ctx, cells)]
    assert marks.caught
    assert not set(marks.caught) & set(marks.targets), "what the best weapon promises is not what this one does"
    scene.cancel()
    assert not marks_for(scene).caught


def test_what_stands_in_a_template_looks_other_than_what_does_not():
    driver, scene, throw = with_a_grenade()
    driver.window.blink = 1
    template = template_of(scene.plan_of(throw))
    assert template is not None
    unit = scene.shown.units[template.caught[0]]
    corner = scene.camera.screen(*scene.game.board.xy(unit.cell))
    scene.choose(throw)
    driver.window.draw()
    assert driver.window.surface.get_at((corner[0] + 1, corner[1] + scene.camera.px // 2))[:3] == scene.theme.bad


def test_a_shot_without_a_template_covers_nothing():
    _, scene, _ = with_a_grenade()
    shot = next(choice for choice in scene.choices.everything if choice.tag == "shoot" and choice.action.targets)
    assert template_of(scene.plan_of(shot)) is None


def test_each_cell_that_can_be_walked_to_bears_what_that_costs():
    driver, scene = in_orders()
    first_unit(driver, scene)
    figures = marks_for(scene).figures
    assert len(figures) > 5
    for cell, said in figures.items():
        plan = scene.plan_at(cell)
        if plan is not None:
            assert said == str(plan.cost)
    assert scene.shown.units[scene.selected].cell not in figures
    assert marks_for(scene).figures is figures, "worked out once"


def test_figures_are_written_only_where_there_is_room_for_them():
    port = pygame.Rect(0, 0, 400, 400)
    eye = Camera(8, 8, port)
    tints = Tints(8, 8)

    def drawn(px: int, figures: dict[int, str]) -> bytes:
        target = pygame.Surface(port.size)
        eye.px = px
        tints.put({9: (80, 190, 255, 58)}, (), figures)
        tints.draw(target, eye)
        return pygame.image.tobytes(target, "RGB")

    small, large = LEAST_FIGURES - 4, LEAST_FIGURES + 3
    assert drawn(small, {9: "3"}) == drawn(small, {})
    assert drawn(large, {9: "3"}) != drawn(large, {})
    assert drawn(large, {9: "3"}) != drawn(large, {9: "4"})
