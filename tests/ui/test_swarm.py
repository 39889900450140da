"""A hand that plays the hive: creatures one by one, the rest by a bot, nests, and what passing gives up."""

from typing import Any

import pygame

from game.text.phrases import tag_of
from game.ui.play.choices import cell_of
from game.ui.tutorial import LESSONS
from tests.ui.support import Driver, board_of
from tests.ui.test_lessons import at_lesson
from tests.ui.test_missions import at_board, shown, spot


def in_swarm(mission: str = "culvert") -> tuple[Driver, Any]:
    """A board at the first movement of the hive, whatever the marines did declined."""
    driver = at_board(mission, "hive")
    scene = board_of(driver)
    for _ in range(9000):
        asked = tag_of(scene.asked) if scene.asked is not None else ""
        if scene.choices is None:
            driver.wait()
        elif asked == "hive_move":
            break
        elif scene.pending is not None:
            driver.key(pygame.K_RETURN)
        elif scene.stage.find("option_pass") is not None:
            driver.press("option_pass")
        else:
            driver.press("option_1")
    assert tag_of(scene.asked) == "hive_move"
    return driver, scene


def test_a_creature_that_passes_leaves_the_others_their_move():
    driver, scene = in_swarm()
    all_ready = set(scene.choices.ready)
    assert scene.stage.find("option_pass") is None
    driver.key(pygame.K_TAB)
    chosen = scene.selected
    driver.key(pygame.K_n, text="n")
    driver.wait(2)
    assert tag_of(scene.asked) == "hive_move"
    assert set(scene.choices.ready) == all_ready - {chosen}


def test_the_movement_of_all_is_ended_by_the_key_that_ends_turns_after_a_question():
    driver, scene = in_swarm()
    driver.key(pygame.K_e, text="e")
    assert scene.pending is not None
    assert tag_of(scene.asked) == "hive_move"
    assert "Pass: nobody else goes" in shown(scene)
    driver.key(pygame.K_RETURN)
    assert tag_of(scene.asked) != "hive_move"


def test_creatures_that_are_born_are_on_the_card_and_counted():
    driver, scene = at_lesson(LESSONS[2])
    for _ in range(300):
        asked = tag_of(scene.asked) if scene.asked is not None else ""
        if asked == "reinforcement":
            break
        if scene.choices is None:
            driver.wait()
        elif scene.pending is not None or asked == "dice_choice":
            driver.key(pygame.K_RETURN)
        else:
            driver.key(pygame.K_e if asked == "hive_move" else pygame.K_n, text="e" if asked == "hive_move" else "n")
    assert asked == "reinforcement"
    (kind,) = {choice.action.kind for choice in scene.choices.everything if choice.tag == "place_xeno"}
    driver.move(spot(scene, max(scene.choices.cells)))
    assert scene.naming.kind(kind) in shown(scene)
    assert any(f"{scene.asked.left} to place." in text for text in shown(scene))
    assert scene.stage.find("option_pass").label == f"Place no more: {scene.asked.left} are given up"


def test_a_click_on_an_enemy_in_reach_leads_a_creature_beside_it_and_to_the_blow():
    driver, scene = at_lesson(LESSONS[2])
    for unit in sorted(scene.choices.ready, reverse=True):
        scene.select(unit)
        foes = [foe for foe in scene.shown.units.values() if foe.side != scene.viewer]
        near = [foe for foe in foes if scene.plan_at(foe.cell) is not None]
        far = [foe for foe in foes if foe not in near]
        for foe in far:
            driver.click(spot(scene, foe.cell))
            assert (scene.selected, scene.told_off) == (unit, "No place beside them is in its reach.")
        if near:
            break
    assert near
    board, end = scene.game.board, scene.plan_at(near[0].cell).path[-1]
    assert board.squared(end, near[0].cell) <= 2
    costs = [scene.plan_of(choice).cost for choice in scene.choices.everything if choice.plain
             and board.squared(cell_of(choice.action), near[0].cell) <= 2]  # fmt: skip
    assert scene.plan_at(near[0].cell).cost == min(costs)
    driver.click(spot(scene, near[0].cell))
    driver.wait(3)
    assert scene.shown.units[unit].cell == end
    assert tag_of(scene.asked) == "xeno_attack"
    assert near[0].id in scene.choices.things


def test_a_bot_moves_the_rest_of_a_swarm_and_leaves_the_dice_to_the_player():
    driver, scene = in_swarm()
    unit = min(scene.choices.ready)
    scene.select(unit)
    driver.key(pygame.K_n, text="n")
    rest = len(scene.choices.ready)
    assert rest > 2
    driver.key(pygame.K_m, text="m")
    for _ in range(600):
        driver.wait()
        if scene.acting and scene.match.session.state.phase != "MOVE":
            break
    assert scene.match.session.state.turn == "hive"
    assert tag_of(scene.asked) == "dice_choice"
    assert scene.acting
    gone = [entry.action.unit for entry in scene.match.session.log if tag_of(entry.action) == "activate_xeno"]
    assert len(gone) > 1
    assert scene.match.seats["hive"] == "human"


def test_a_creature_that_goes_by_itself_is_offered_as_that_and_lends_its_name_to_no_other_answer():
    driver, scene = in_swarm("broodpit")
    for unit in sorted(scene.choices.ready):
        scene.select(unit)
        assert scene.shown.units[unit].kind == "swarm"
        said = [(choice.tag, len(choice.actions), getattr(choice.action, "unit", 0))
                for choice in scene.choices.everything]  # fmt: skip
        assert said == [("activate_xeno", 1, unit), ("pass", 1, 0)]
        scene.settle()
        assert scene.stage.find("option_pass") is None
    rest = set(scene.choices.ready) - {scene.selected}
    driver.press("option_1")
    driver.wait(3)
    if scene.pending is not None:
        driver.press("confirm")
        driver.wait(3)
    assert tag_of(scene.asked) == "hive_move"
    assert set(scene.choices.ready) == rest


def test_what_a_nest_brings_forth_is_asked_with_the_nest_in_view():
    driver, scene = in_swarm("broodpit")
    for _ in range(3000):
        asked = tag_of(scene.asked) if scene.asked is not None else ""
        if asked == "nest_choice" and scene.choices is not None:
            break
        if scene.choices is None:
            driver.wait()
        elif scene.pending is not None:
            driver.key(pygame.K_RETURN)
        elif asked == "hive_move":
            driver.key(pygame.K_e, text="e")
        elif scene.stage.find("option_pass") is not None:
            driver.press("option_pass")
        else:
            driver.press("option_1")
    assert tag_of(scene.asked) == "nest_choice"
    driver.wait(2)
    nest = scene.shown.markers[scene.nest]
    x, y = scene.game.board.xy(nest.cell)
    assert scene.camera.cells().collidepoint(x, y)
    assert scene.selected == 0


def test_a_bot_can_be_asked_to_finish_the_turn_at_the_swarm_dice_too():
    driver, scene = in_swarm()
    driver.key(pygame.K_e, text="e")
    driver.key(pygame.K_e, text="e")
    for _ in range(200):
        if scene.acting and tag_of(scene.asked) == "dice_choice":
            break
        driver.wait()
    assert tag_of(scene.asked) == "dice_choice"
    scene.settle()
    tray = [widget.rect for widget in scene.stage.widgets if widget.name.startswith(("option_", "confirm"))]
    assert scene.stage.find("let_bot").rect.top > max(rect.bottom for rect in tray)


def test_the_lesson_of_the_hive_goes_on_where_the_movement_is_ended_at_once():
    driver, scene = at_lesson(LESSONS[2])
    driver.key(pygame.K_e, text="e")
    driver.key(pygame.K_e, text="e")
    for _ in range(40):
        driver.wait()
    assert LESSONS[2].steps[scene.step] == "spent"
    driver.key(pygame.K_RETURN)
    for _ in range(10):
        driver.wait()
    assert LESSONS[2].steps[scene.step] == "placed"


def test_at_the_beginning_of_a_turn_somebody_who_may_go_is_in_view():
    driver, scene = in_swarm("broodpit")
    driver.wait(2)
    view = scene.camera.cells()
    assert any(view.collidepoint(scene.game.board.xy(scene.shown.units[unit].cell)) for unit in scene.choices.ready)
