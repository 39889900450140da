"""The dice of each side beside what their numbers promised, as the end of a match tells it."""

import random

import pytest
from msgspec.structs import replace

from game.api import DiceRolled, SeededDice, Session, open_game
from game.core.events import RoundBegan, StateGained
from game.io.text import LANGUAGES
from game.rules.skirmish.events import SaveMade
from game.ui.play.losses import losses
from game.ui.play.luck import edge, ledgers
from game.ui.scenes.end import EndScene
from tests.ui.short import short_mission
from tests.ui.support import board_of
from tests.ui.test_missions import at_board, by_mouse

SIDES = {1: "marines", 2: "hive"}


def test_attacks_succeed_at_their_number_or_below():
    rolled = DiceRolled("bs", 20, (3, 10, 11), 1, 10)
    luck = ledgers([(rolled,)], lambda unit: SIDES.get(unit, ""))["marines"].of["attack"]
    assert (luck.dice, luck.seen) == (3, 2)
    assert luck.expected == pytest.approx(1.5)


def test_a_save_is_promised_above_damage_less_protection():
    rolled = DiceRolled("save", 20, (4, 15), 2, 12)
    held = [SaveMade(2, "arm", face, 14, 2, face > 12) for face in rolled.faces]
    ledger = ledgers([(rolled, *held)], lambda unit: SIDES.get(unit, ""))["hive"]
    luck = ledger.of["save"]
    assert (luck.dice, luck.seen) == (2, 1)
    assert luck.expected == pytest.approx(0.8)
    assert ledger.gain == pytest.approx(0.2)


def test_an_attribute_rolled_in_place_of_a_save_succeeds_below():
    rolled = DiceRolled("save", 20, (4, 15), 2, 12)
    held = [SaveMade(2, "ph", face, 0, 12, face <= 12) for face in rolled.faces]
    luck = ledgers([(rolled, *held)], lambda unit: SIDES.get(unit, ""))["hive"].of["save"]
    assert luck.seen == 1
    assert luck.expected == pytest.approx(1.2)


def test_dice_of_nobody_and_for_other_things_are_left_out():
    told = [(DiceRolled("bs", 20, (3,), 9, 10), DiceRolled("pick", 4, (3,), 1))]
    assert ledgers(told, lambda unit: SIDES.get(unit, "")) == {}


def test_luck_is_measured_in_standard_deviations_against_the_other_side():
    """Of four even chances each, one side hit all and the other none: 4 / sqrt(8 * 1/4)."""
    told = [(DiceRolled("bs", 20, (1, 2, 3, 4), 1, 10), DiceRolled("bs", 20, (11, 12, 13, 14), 2, 10))]
    found = ledgers(told, lambda unit: SIDES.get(unit, ""))
    assert found["marines"].variance == pytest.approx(1.0)
    assert edge(found, ["marines"]) == pytest.approx(4 / 2**0.5)
    assert edge(found, ["hive"]) == pytest.approx(-4 / 2**0.5)
    assert edge({}, ["marines"]) == 0.0


def test_dice_that_cannot_fail_are_no_luck():
    found = ledgers([(DiceRolled("bs", 20, (1, 20), 1, 20),)], lambda unit: SIDES.get(unit, ""))
    assert edge(found, ["marines"]) == 0.0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_tells_the_luck_of_each_side(language):
    driver = at_board(short_mission(), "human", language=language, blink=1000)
    chance = random.Random(1)
    for _ in range(1500):
        if isinstance(driver.scene, EndScene):
            break
        by_mouse(driver, chance)
    scene = board_of(driver)
    assert isinstance(scene, EndScene)
    scene.settle()
    counted = ledgers(scene._told(), scene._side_of)
    assert counted
    said = " ".join(getattr(widget, "text", "") for widget in scene.stage.widgets)
    for ledger in counted.values():
        assert scene.labels("luck_more" if ledger.gain > 0 else "luck_less", amount=f"{abs(ledger.gain):.1f}") in said
    verdict = scene.stage.find("luck")
    assert verdict is not None
    assert verdict.tip == scene.labels("luck_tip")
    assert f"{abs(edge(counted, ['marines'])):.1f}" in said


def test_losses_tell_the_dead_and_those_out_of_action_apart_by_the_round_in_which_they_fell():
    session = Session(open_game("culvert").game, SeededDice(5))
    state = session.state
    marine = next(unit for unit in state.units.values() if unit.side == "hive")
    lying = replace(marine, side="marines", states=("unconscious",))
    told = [(RoundBegan(1),), (RoundBegan(2), StateGained(lying.id, "unconscious")), (RoundBegan(3),)]
    units = {**state.units, lying.id: lying}
    found = losses(replace(state, round=3, units=units), told, ["marines", "hive"])
    assert found["marines"].down == [0, 0, 1, 0]
    assert sum(found["marines"].dead) == sum(found["hive"].down) == 0
