"""Small things that a hand at play would trip over: where a click lands, what a key ends, what is asked first."""

from typing import Any

import pygame

from game.api import Unit, open_game
from game.text.naming import Naming
from game.text.phrases import tag_of
from game.text.words import Words
from game.ui.scenes.hand_over import HandOverScene
from game.ui.scenes.play_marks import marks_for
from game.ui.tutorial import LESSONS
from tests.ui.support import board_of
from tests.ui.test_deciding import first_unit, in_orders
from tests.ui.test_lessons import at_lesson
from tests.ui.test_missions import at_board, shown, spot


def goals(scene: Any) -> dict[str, bool]:
    """The goals above the board, and whether they are shown as met."""
    scene.settle()
    found = [widget for widget in scene.stage.widgets if widget.name.startswith("goal_")]
    return {widget.text: widget.colour == scene.theme.good for widget in found}


def test_the_turn_is_not_ended_without_a_question_while_units_could_be_given_orders():
    driver, scene = in_orders()
    ready = scene.choices.ready
    driver.press("option_end_turn")
    assert scene.pending is not None
    assert tag_of(scene.asked) == "orders_phase"
    scene.settle()
    said = "\n".join(text for text, _ in scene.stage.find("odds").lines)
    assert f"Could still go ({len(ready)})" in said
    assert all(scene.naming.unit(scene.shown.units[unit]) in said for unit in ready)
    driver.press("cancel")
    assert scene.pending is None
    driver.press("option_end_turn")
    driver.press("confirm")
    assert tag_of(scene.asked) != "orders_phase"


def test_who_wants_no_questions_ends_the_turn_at_once():
    driver, scene = in_orders(confirm="never")
    driver.press("option_end_turn")
    assert scene.pending is None
    assert tag_of(scene.asked) != "orders_phase"


def test_what_ends_the_turn_keeps_its_place_below_the_answers():
    driver, scene = in_orders()
    scene.settle()
    place = scene.stage.find("option_end_turn").rect.copy()
    first_unit(driver, scene)
    scene.settle()
    assert scene.stage.find("option_end_turn").rect == place
    answers = [widget.rect for widget in scene.stage.widgets if widget.name.startswith("option_")]
    assert max(rect.bottom for rect in answers) == place.bottom
    assert scene.stage.find("let_bot").rect.top > place.bottom


def test_a_click_on_an_objective_offers_what_can_be_done_with_it_before_the_walk_onto_it():
    driver = at_board("culvert", "human")
    scene, board = board_of(driver), board_of(driver).game.board
    console = next(marker for marker in scene.shown.markers.values() if marker.kind == "console")
    way = [board.cell(*spot) for spot in ((7, 19), (12, 18), (14, 18), (20, 18))]
    for _ in range(300):
        choices = scene.choices
        if choices is None:
            driver.wait()
        elif choices.things.get(console.id):
            break
        elif tag_of(scene.asked) == "deployment":
            driver.click(spot(scene, max(choices.cells)))
        elif tag_of(scene.asked) == "command_step":
            driver.press("option_1")
        elif not scene.selected:
            first_unit(driver, scene)
        else:
            here = scene.shown.units[scene.selected].cell
            while len(way) > 1 and board.squared(here, way[0]) <= 2:
                way.pop(0)
            cells = [cell for cell in choices.cells if cell != console.cell]
            driver.click(spot(scene, min(cells, key=lambda cell: (board.squared(cell, way[0]), cell))))
    driver.click(spot(scene, console.cell))
    assert [choice.tag for choice in scene.several] == ["use", "move"]
    assert goals(scene) == {"Consoles 0/1": False, "Left by the exit 0/3": False}
    driver.press("option_1")
    driver.wait(2)
    assert goals(scene) == {"Consoles 1/1": True, "Left by the exit 0/3": False}


def test_who_takes_a_step_back_still_has_the_unit_in_hand():
    driver, scene = in_orders()
    unit = first_unit(driver, scene)
    start = scene.shown.units[unit].cell
    driver.click(spot(scene, next(cell for cell in scene.choices.cells if cell != start)))
    assert scene.shown.units[unit].cell != start
    driver.key(pygame.K_u, text="u")
    assert scene.shown.units[unit].cell == start
    assert scene.selected == unit


def test_a_click_on_an_enemy_out_of_sight_says_why_and_keeps_the_unit():
    driver, scene = in_orders()
    unit = first_unit(driver, scene)
    enemy = next(
        other for other in scene.shown.units.values() if other.side == "hive" and other.id not in scene.choices.things
    )
    driver.click(spot(scene, enemy.cell))
    assert scene.selected == unit
    assert "[AT-1]" in scene.told_off


def test_a_unit_without_an_order_left_says_why_with_its_clause():
    driver, scene = in_orders()
    unit = first_unit(driver, scene)
    for _ in range(20):
        if scene.choices is None:
            driver.wait()
        elif scene.pending is not None:
            driver.key(pygame.K_ESCAPE)
        elif tag_of(scene.asked) == "declare_second":
            driver.press("option_pass")
        elif unit in scene.choices.ready:
            scene.select(unit)
            driver.click(spot(scene, next(cell for cell in scene.choices.cells)))
        else:
            break
    assert scene.choices.ready
    assert unit not in scene.choices.ready
    scene.select(unit)
    name = scene.naming.unit(scene.shown.units[unit])
    assert any(text.startswith(f"{name}: ") and "[OR-2]" in text for text in shown(scene))
    assert any("press Tab" in text for text in shown(scene))


def test_commands_say_what_they_do():
    driver = at_board("culvert", "human")
    scene = board_of(driver)
    while tag_of(scene.asked) != "command_step":
        driver.click(spot(scene, next(iter(scene.choices.cells)))) if scene.choices else driver.wait()
    scene.settle()
    said = [widget.note for widget in scene.stage.widgets if widget.name.startswith("option_") and widget.note]
    assert len(said) == 5
    assert all("[OR-6]" in note for note in said)
    assert "Choose an answer at the right, or press its key." in shown(scene)
    assert scene.stage.find("let_bot") is not None


def test_who_is_to_be_set_down_is_on_the_card_where_the_board_is_pointed_at():
    driver = at_board("culvert", "human")
    scene = board_of(driver)
    while scene.choices is None:
        driver.wait()
    placed = scene.shown.units[scene.choices.everything[0].action.unit]
    assert scene.naming.unit(placed) not in shown(scene)
    driver.move(spot(scene, next(iter(scene.choices.cells))))
    assert scene.naming.unit(placed) in shown(scene)


def test_the_key_that_planned_something_does_it_when_it_is_pressed_again_but_not_when_it_is_held():
    driver, scene = in_orders()
    held = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_e, mod=0, unicode="e")
    driver.feed(held)
    driver.feed(held)
    assert scene.pending is not None
    assert tag_of(scene.asked) == "orders_phase"
    driver.feed(pygame.event.Event(pygame.KEYUP, key=pygame.K_e, mod=0))
    driver.key(pygame.K_n, text="n")
    assert scene.pending is not None, "another key does nothing"
    driver.key(pygame.K_e, text="e")
    assert tag_of(scene.asked) != "orders_phase"


def test_a_cell_that_is_too_far_says_so_and_one_of_a_second_move_says_that():
    driver, scene = in_orders()
    first_unit(driver, scene)
    board = scene.game.board
    assert "[MV-1]" in scene.why_not(board.cell(21, 18))
    assert scene.why_not(board.cell(0, 0)) == "No way leads there as things stand. [BD-3]"
    second = min(scene.onward)
    driver.click(spot(scene, second))
    assert scene.told_off == "A second Move of the same order could lead there: go to a blue cell first."


def test_the_cell_that_the_keys_point_at_has_a_frame():
    driver, scene = in_orders(blink=1)
    driver.key(pygame.K_TAB)
    for _ in range(2):
        driver.key(pygame.K_RIGHT)
    x, y = scene.camera.screen(*scene.game.board.xy(scene.cursor))
    driver.wait()
    driver.window.draw()
    assert scene.window.surface.get_at((x + scene.camera.px // 2, y))[:3] == scene.theme.focus


def test_one_key_goes_from_place_to_place_and_from_target_to_target():
    driver = at_board("culvert", "human")
    scene = board_of(driver)
    while scene.choices is None:
        driver.wait()
    places = sorted(scene.choices.cells)
    driver.key(pygame.K_TAB)
    assert scene.cursor == places[0]
    driver.key(pygame.K_TAB)
    assert scene.cursor == places[1]
    driver.key(pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    driver.key(pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    assert scene.cursor == places[-1]
    driver.key(pygame.K_RETURN)
    assert scene.unit_at(places[-1]).side == "marines"

    driver, scene = at_lesson(LESSONS[2])
    scene.select(4)
    marine = next(unit for unit in scene.shown.units.values() if scene.plan_at(unit.cell) is not None)
    driver.click(spot(scene, marine.cell))
    driver.wait(3)
    driver.key(pygame.K_RIGHT)
    driver.key(pygame.K_TAB)
    assert scene.cursor == marine.cell
    driver.key(pygame.K_RETURN)
    assert scene.pending is not None


def test_whoever_takes_over_reads_no_line_of_the_other_seats_log_while_what_happened_is_played():
    driver = at_board("depot", "both")
    scene = board_of(driver)
    driver.window.settings.still = False
    presses = {"card_choice": "option_4", "command_step": "option_pass", "orders_phase": "option_end_turn"}
    told: dict[str, set[str]] = {"wardens": set(), "outriders": set()}
    for _ in range(2000):
        if isinstance(driver.scene, HandOverScene):
            driver.press("ready")
        scene.settle()
        told[scene.viewer].update(text for text, _ in scene.stage.find("log").lines)
        asked = tag_of(scene.asked)
        if scene.choices is None:
            driver.wait()
        elif scene.pending is not None:
            driver.press("confirm")
        elif asked == "deployment":
            driver.click(spot(scene, min(scene.choices.cells)))
        elif scene.match.session.state.round == 2:
            break
        else:
            driver.press(presses[asked])
    assert scene.match.session.state.round == 2
    for side, own, foreign in (("wardens", "Ash marshal 1", "Hollow seer 7"), ("outriders", "Hollow seer 7", "Ash")):
        assert any(f"{own}: Planned" in text for text in told[side])
        assert not [text for text in told[side] if foreign in text and "Planned" in text]


def test_it_is_told_which_order_a_unit_would_spend():
    driver, scene = in_orders()
    leader = first_unit(driver, scene)
    assert scene.shown.units[leader].kind == "officer"
    assert any(text.endswith("Spends an order: the Lieutenant's.") for text in shown(scene))
    scene.select(max(scene.choices.ready))
    assert any(text.endswith("Spends an order: from the pool.") for text in shown(scene))


def test_the_last_order_of_a_turn_is_announced():
    driver, scene = in_orders()
    announced = []
    for _ in range(60):
        if scene.match.session.state.turn != "marines":
            break
        if scene.choices is None:
            driver.wait()
        elif tag_of(scene.asked) == "declare_second":
            announced.append(any("your turn ends with it" in text for text in shown(scene)))
            driver.press("option_pass")
            driver.wait()
        else:
            scene.select(max(scene.choices.ready))
            driver.click(spot(scene, next(iter(scene.choices.cells))))
            driver.wait()
    assert len(announced) > 2
    assert announced == [False] * (len(announced) - 1) + [True]


def test_who_may_react_sees_the_walk_and_where_along_it_the_shot_is_taken():
    driver, scene = at_lesson(LESSONS[1])
    driver.key(pygame.K_e, text="e")
    driver.key(pygame.K_e, text="e")
    for _ in range(400):
        if scene.acting and tag_of(scene.asked) == "react":
            break
        driver.wait()
    order = next(task for task in reversed(scene.seen.agenda) if tag_of(task) == "order")
    mover = scene.shown.units[order.actor]
    path = marks_for(scene).path
    assert len(path) > 1
    assert path[-1] == mover.cell
    shot = next(choice for choice in scene.choices.everything if choice.tag == "shoot")
    scene.choose(shot)
    assert scene.pending is not None
    marks = marks_for(scene)
    assert marks.path == path
    assert shot.action.at in path
    assert (frozenset({shot.action.at}), scene.theme.threat) in marks.outlines


def test_a_second_enter_does_not_show_the_next_ones_board():
    driver = at_board("depot", "both")
    scene = board_of(driver)
    for _ in range(60):
        if isinstance(driver.scene, HandOverScene):
            break
        if scene.choices is None:
            driver.wait()
        else:
            driver.press("option_4" if scene.pending is None else "confirm")
    hidden = driver.scene
    assert isinstance(hidden, HandOverScene)
    driver.key(pygame.K_RETURN)
    assert driver.scene is hidden
    driver.wait(8)
    driver.key(pygame.K_RETURN)
    assert driver.scene is scene


def test_who_is_not_known_has_a_word_in_each_language():
    game = open_game("hothouse").game
    hidden = Unit(11, "unknown", "marines")
    assert Naming(game, game.empty(), Words("en")).unit(hidden) == "Unknown 11"
    assert Naming(game, game.empty(), Words("es")).unit(hidden) == "Desconocido 11"
