"""Acting on the board: what is shown is what will happen, what is not allowed says why, what can be taken back is."""

import random
from collections import Counter
from typing import Any

import pygame
import pytest

from game.api import NO_CELL, open_game
from game.text.phrases import tag_of
from game.ui.play.choices import Choice, Choices, _sort, cell_of, choices_of
from game.ui.play.planning import why_not
from game.ui.play.spending import Plans
from tests.ui.support import Driver, board_of
from tests.ui.test_missions import at_board, by_mouse, spot


def in_orders(**options) -> tuple[Driver, Any]:
    """A board at the first order of the marines: everyone deployed, no command given."""
    driver = at_board("culvert", "human", **options)
    scene = board_of(driver)
    for _ in range(200):
        choices = scene.choices
        task = tag_of(scene.asked) if scene.asked is not None else ""
        if task == "orders_phase" and choices is not None:
            break
        if choices is None:
            driver.wait()
        elif scene.pending is not None:
            driver.key(pygame.K_RETURN)
        elif task == "deployment":
            driver.click(spot(scene, next(iter(choices.cells))))
        else:
            driver.key(pygame.K_n, text="n")
    return driver, scene


def first_unit(driver: Driver, scene: Any) -> int:
    """Select the first unit that can be given an order."""
    driver.key(pygame.K_TAB)
    assert scene.selected in scene.choices.ready
    return scene.selected


def farthest(scene: Any) -> int:
    """A cell at the end of a longest plain walk."""
    walks = [choice for choice in scene.choices.everything if choice.plain and choice.action.path]
    return max(walks, key=lambda choice: len(choice.action.path)).action.path[-1]


def test_a_click_is_an_order_and_a_walk_along_the_path_that_was_shown():
    driver, scene = in_orders()
    unit = first_unit(driver, scene)
    cell = farthest(scene)
    plan = scene.plan_at(cell)
    assert plan is not None
    shown, cost = plan.path, plan.cost
    driver.click(spot(scene, cell))
    moved = [
        event
        for chapter in scene.match.chapters["marines"]
        for event in chapter.events
        if tag_of(event) == "unit_moved"
    ]
    assert [shown[0], *[step for step in moved[-1].path if step >= 0]] == shown
    assert moved[-1].cost == cost
    assert scene.match.session.state.units[unit].cell == cell
    assert [tag_of(entry.action) for entry in scene.match.session.log[-2:]] == ["give_order", "move"]


def test_the_reach_of_a_second_move_is_shown_before_the_first():
    driver, scene = in_orders()
    first_unit(driver, scene)
    here = scene.shown.units[scene.selected].cell
    near = {cell for cell, found in scene.choices.cells.items() if any(choice.plain for choice in found)}
    onward = scene.onward
    assert onward
    assert not onward & near
    driver.click(spot(scene, farthest(scene)))
    driver.wait(3)
    second = {cell for cell, found in scene.choices.cells.items() if any(choice.plain for choice in found)}
    assert second - near - {here} <= onward
    assert second & onward
    assert scene.onward == frozenset(), "there is no third"


def test_one_undo_takes_back_what_one_click_did_and_redo_does_it_again():
    driver, scene = in_orders()
    unit = first_unit(driver, scene)
    before = scene.match.session.state
    driver.click(spot(scene, farthest(scene)))
    after = scene.match.session.state
    driver.key(pygame.K_u, text="u")
    assert scene.match.session.state.units[unit].cell == before.units[unit].cell
    assert scene.shown == scene.seen
    assert tag_of(scene.asked) == "orders_phase"
    for _ in range(3):
        driver.key(pygame.K_r, text="r")
        assert scene.match.session.state == after
        assert not scene.match.session.can_redo
        driver.key(pygame.K_u, text="u")
        assert scene.match.session.state == before
        assert scene.shown == scene.seen


def test_undo_takes_back_one_action_of_a_bot_that_stood_in():
    driver, scene = in_orders()
    match = scene.match
    first_unit(driver, scene)
    driver.click(spot(scene, farthest(scene)))
    clicked = match.session.state
    match.let_bot_finish("marines", "passive")
    while match.session.state == clicked:
        match.pump()
    assert match.cannot_undo("marines") is None
    match.undo("marines")
    assert match.session.state == clicked, "and not what was clicked before"


def test_a_cell_that_cannot_be_reached_says_why_with_its_clause():
    driver, scene = in_orders()
    first_unit(driver, scene)
    board = scene.game.board
    far = board.cell(20, 2)
    assert far not in scene.choices.cells
    said = why_not(scene.choices, board.cell(21, 3), scene.labels.words)
    assert "[" in said
    driver.click(spot(scene, board.cell(21, 3)))
    assert scene.told_off == said
    scene.settle()
    assert scene.stage.find("said").text == said


def test_nothing_undone_at_the_start_says_so():
    driver = at_board("culvert", "human")
    driver.wait(3)
    driver.key(pygame.K_u, text="u")
    scene = board_of(driver)
    assert "RL-6" in scene.told_off


def test_what_cannot_be_taken_back_waits_for_a_yes_and_esc_lets_go():
    driver, scene = in_orders(confirm="always")
    first_unit(driver, scene)
    played = len(scene.match.session.log)
    cell = farthest(scene)
    driver.click(spot(scene, cell))
    assert scene.pending is not None
    assert len(scene.match.session.log) == played
    driver.key(pygame.K_ESCAPE)
    assert scene.pending is None
    driver.click(spot(scene, cell))
    driver.key(pygame.K_RETURN)
    assert len(scene.match.session.log) == played + 2


@pytest.mark.parametrize("key", ["v", "t", "h"])
def test_overlays_last_as_long_as_their_key_is_held(key: str):
    driver, scene = in_orders(blink=1)
    first_unit(driver, scene)
    driver.wait()
    code = pygame.key.key_code(key)
    plain = pygame.image.tobytes(driver.window.surface, "RGB")
    driver.feed(pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode=key))
    held = pygame.image.tobytes(driver.window.surface, "RGB")
    driver.feed(pygame.event.Event(pygame.KEYUP, key=code, mod=0))
    assert pygame.image.tobytes(driver.window.surface, "RGB") == plain
    assert held != plain


def test_a_bot_finishes_the_turn_and_gives_it_back():
    driver, scene = in_orders()
    round_before = scene.match.session.state.turn
    driver.key(pygame.K_b, text="b")
    for _ in range(300):
        driver.wait()
        if scene.match.session.state.turn != round_before:
            break
    assert scene.match.session.state.turn != round_before
    assert scene.match.seats["marines"] == "human"


def test_which_bot_finishes_a_turn_is_a_setting(monkeypatch: pytest.MonkeyPatch):
    asked = []
    for helper in ("", "random", "gone"):
        driver, scene = in_orders(helper_human=helper)
        monkeypatch.setattr(scene.match, "let_bot_finish", lambda side, spec, phase: asked.append((side, spec)))
        driver.key(pygame.K_b, text="b")
    assert asked == [("marines", "marines:line"), ("marines", "random"), ("marines", "marines:line")]


def test_a_line_of_the_log_is_shown_again_and_changes_nothing():
    driver, scene = in_orders()
    unit = first_unit(driver, scene)
    start = scene.shown.units[unit].cell
    driver.click(spot(scene, farthest(scene)))
    state = scene.match.session.state
    chapter = len(scene.match.chapters["marines"]) - 1
    scene.review(chapter)
    assert not scene.acting
    assert scene.shown.units[unit].cell == start
    for _ in range(200):
        if scene.acting:
            break
        driver.wait()
    assert scene.match.session.state is state
    assert scene.shown == scene.seen


def test_only_one_thing_happens_when_a_click_may_mean_several():
    driver, scene = in_orders()
    first_unit(driver, scene)
    scene.several = [choice for choice in scene.choices.everything if choice.tag in ("idle", "dodge")]
    scene.refresh()
    scene.settle()
    listed = [w.name for w in scene.stage.widgets if w.name.startswith("option_")]
    assert listed == ["option_1", "option_2"]


def test_choices_sort_options_by_where_they_are_pointed_at():
    driver, scene = in_orders()
    unit = first_unit(driver, scene)
    choices = choices_of(scene.match.session.view("marines"), unit)
    assert choices.actor == unit
    for cell, options in choices.cells.items():
        assert cell != NO_CELL
        assert all(len(choice.actions) == 2 for choice in options), "the order comes first"
    nobody = choices_of(scene.match.session.view("marines"), 0)
    assert not nobody.cells
    assert nobody.ready == choices.ready


def test_what_a_family_says_is_how_many_things_there_are_to_point_at():
    driver, scene = in_orders()
    unit = first_unit(driver, scene)
    choices = choices_of(scene.match.session.view("marines"), unit)
    walks = choices.families()["move"]
    ends = {cell_of(choice.action) for choice in walks}
    assert choices.counted(walks) == ("cells", len(ends))
    driver.wait()
    scene.settle()
    said = [widget.label for widget in scene.stage.widgets if widget.name.startswith("option_")]
    assert f"Move · {len(ends)} cells" in said


def test_targets_doors_places_and_ways_are_counted_each_as_what_they_are():
    from game.api import actions, hive_actions

    game = open_game("culvert").game
    view = game.view(game.initial(), "marines")
    found = Choices(view, view)
    shots = [Choice((actions.Shoot("combi_rifle", targets=targets),)) for targets in ((1,), (2,), (1, 1, 2))]
    doors = [Choice((actions.Shoot("combi_rifle", door=door),)) for door in (0, 1, 2)]
    small = [Choice((hive_actions.PlaceXeno("gaunt", cell),)) for cell in range(4)]
    large = [Choice((hive_actions.PlaceXeno("crusher", cell),)) for cell in range(4)]
    several = [Choice((actions.Move((7,), first),)) for first in ("", "stand")]
    _sort(found, [*shots, *doors, *small, *large, *several])
    assert found.counted(shots) == ("targets", 2)
    assert found.counted(doors) == ("doors", 3)
    assert found.counted(small) == ("cells", 4)
    assert found.counted(large) == ("places", 4)
    assert found.counted(several) == ("ways", 2), "one cell, two ways to go there"


def plans(*items: tuple[str, ...]) -> Plans:
    from game.api import hive_actions

    return Plans([Choice((hive_actions.SpendSwarmDice(plan),)) for plan in items])


def test_the_tray_only_makes_plans_that_are_part_of_a_legal_one():
    tray = plans(("monstrous",), ("synapse", "synapse"), ("synapse",))
    assert tray.most == {"monstrous": 1, "synapse": 2}
    one = tray.with_more(Counter(), "synapse")
    two = tray.with_more(one, "synapse")
    assert two == Counter(synapse=2)
    assert tray.choice(two) is not None
    big = tray.with_more(two, "monstrous")
    assert big == Counter(monstrous=1), "the dice were meant for something else"
    assert tray.with_more(two, "synapse") == Counter()
    assert tray.choice(Counter()) is None


def test_hive_dice_are_spent_from_the_tray():
    driver = at_board("concourse", "hive", seed=8)
    chance = random.Random(2)
    scene = board_of(driver)
    for _ in range(400):
        if scene.asked is not None and tag_of(scene.asked) == "dice_choice" and scene.acting:
            break
        by_mouse(driver, chance)
    assert tag_of(scene.asked) == "dice_choice"
    wanted = next(iter(choice.action.plan for choice in scene.choices.everything if choice.tag == "spend_swarm_dice"))
    scene.settle()
    driver.press("confirm")
    assert scene.match.session.log[-1].action.plan == wanted


def test_the_shipped_hive_items_have_clauses_that_can_be_read():
    from game.api import hive_dice
    from game.text.words import Words

    texts = Words("es").texts
    assert all(texts.clause(item.clause) for item in hive_dice.ITEMS.values())
    assert open_game("culvert").game.side_kinds["hive"] == "hive"
