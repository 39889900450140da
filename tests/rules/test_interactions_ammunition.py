"""Where electromagnetic rounds and mines meet the other systems (X-01 to X-05, X-10, X-21, X-42 ...)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.api import ScriptedDice, Tx, UnitKind
from game.core.events import DiceRolled, StateGained
from game.rules.avatar.actions import Manifest
from game.rules.hive.actions import ActivateXeno
from game.rules.hive.placement import scanned_cells
from game.rules.hive.tasks import Catharsis
from game.rules.skirmish import names
from game.rules.skirmish.actions import GiveOrder, Idle, Move, Pass, Reset, Shoot
from game.rules.skirmish.combat import gain, hit_unit
from game.rules.skirmish.command import members
from game.rules.skirmish.events import GutsTaken
from game.rules.skirmish.queries import tokens_of
from game.rules.skirmish.tasks import DeclareFirst, TurnStart
from game.rules.transmutation.actions import RollForm, Shift
from game.rules.transmutation.events import FormChanged
from game.rules.transmutation.tasks import FormRoll
from tests.rules.avatar.scene import Stage, drawn
from tests.rules.combat.scene import order
from tests.rules.hive.scene import begin, draw, hive_turn, scene
from tests.rules.impetuous.scene_impetuous import activated, straight
from tests.rules.impetuous.scene_impetuous import field as wild
from tests.rules.transmutation.scene import A, B, blue, of, red, shifter, started, story, table
from tests.support.reference import KINDS
from tests.support.table import OPEN, Table

HEAVY = replace(A, type="HI")
"""Profile A as heavy infantry; B is light."""
FREEZES = (names.IMMOBILIZED_B, names.ISOLATED)


def suit(bracket: str) -> UnitKind:
    """A suit that leaves its heavy form for a light one."""
    return shifter(bracket, HEAVY, B)


def struck(found: Table, letter: str, *save: int, ammo: tuple[str, ...] = ("em",)) -> None:
    """One hit outside any order: saves, and guts where the rules ask for them, with exactly these dice."""
    dice = ScriptedDice({"save": list(save)})
    tx = Tx(found.game, found.state, dice)
    hit_unit(tx, found.id(letter), 13, ammo)
    found.state, _ = tx.commit()
    dice.assert_spent()


def fired(found: Table, weapon: str, **dice: Any) -> list[Any]:
    """M's shot at s, one hit of three dice."""
    return order(found, "M", Shoot(weapon, (found.id("s"),)), bs=[1, 20, 20], **dice)


# --- X-01 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("X-01")
def test_a_unit_isolated_by_a_pulse_stays_so_in_its_second_form_and_takes_no_pool_order():
    found = table("M.......s", shift=shifter("2"), M=red("warden"), s=blue(wounds=1))
    struck(found, "s", 1, 20)
    fired(found, "ap_em_rifle", save=[1, 20, 20], guts=[5])
    assert (found.unit("s").form, found.unit("s").wounds, found.unit("s").states) == (1, 2, (names.ISOLATED,))
    found.orders("blue")
    assert found.code(GiveOrder(found.id("s"))) == "ISOLATED"


# --- X-02 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("X-02")
def test_a_wound_and_a_pulse_in_one_order_leave_no_guts_and_then_the_form_changes():
    found = table("M.......s", shift=suit("1"), M=red("warden"), s=blue())
    events = fired(found, "ap_em_rifle", save=[1, 1, 20])
    assert [roll.purpose for roll in of(events, DiceRolled)] == ["bs", "save", "save"]
    assert of(events, GutsTaken) == []
    told = [name for name in story(events) if name in ("UnitWounded", "StateGained", "FormChanged")]
    assert told == ["UnitWounded", "StateGained", "StateGained", "FormChanged"]
    assert (found.unit("s").form, found.unit("s").states) == (1, FREEZES)


@pytest.mark.rule("X-02")
def test_whoever_is_not_immobilized_rolls_guts_before_it_changes():
    found = table("M.......s", shift=shifter("1"), M=red("warden"), s=blue())
    events = fired(found, "ap_em_rifle", save=[1, 1, 20], guts=[13])
    told = [name for name in story(events) if name in ("UnitWounded", "StateGained", "GutsTaken", "FormChanged")]
    assert told == ["UnitWounded", "StateGained", "GutsTaken", "FormChanged"]


# --- X-03 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("X-03")
def test_what_a_heavy_form_caught_stays_with_the_light_one_and_no_second_comes():
    found = table("M.......s", shift=suit("1"), M=red("warden"), s=blue())
    fired(found, "ap_em_rifle", save=[1, 1, 20])
    events = fired(found, "em_carbine", save=[1, 1])
    assert of(events, StateGained) == []
    assert found.unit("s").states == FREEZES


@pytest.mark.rule("X-03", "EM-13")
def test_a_pulse_on_the_light_form_alone_immobilizes_nothing():
    found = table("M.......s", shift=suit("1"), M=red("warden"), s=blue(form=1, wounds=1))
    fired(found, "em_carbine", save=[1, 1], guts=[5])
    assert found.unit("s").states == (names.ISOLATED,)


# --- X-04, X-05 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("X-04")
def test_a_suit_that_stopped_cannot_choose_another_form():
    found = table("s", shift=suit("Auto"), s=red(counters=((names.OWN_ORDER, 1),)))
    struck(found, "s", 1, 20)
    started_own(found)
    assert found.options(Shift) == []
    assert found.code(Shift(1)) == "NO_MOVEMENT"
    assert [action for action in found.options() if action != Pass()] == [Reset()]


@pytest.mark.rule("X-04")
def test_a_suit_that_stopped_may_roll_for_its_form_before_it_resets():
    """The roll is made on WIP 13; the Reset that follows on 13 - 3 and 13 - 9."""
    found = table("s", shift=suit("WIP"), s=red(counters=((names.OWN_ORDER, 1),)))
    struck(found, "s", 1, 20)
    started_own(found)
    assert isinstance(found.waiting, FormRoll)
    found.act(RollForm(), wip=[13])
    assert found.unit("s").form == 1
    assert isinstance(found.waiting, DeclareFirst)
    found.act(Reset(), reset=[10])
    assert found.unit("s").states == (names.ISOLATED,)


def started_own(found: Table) -> None:
    """s was given its own order."""
    found.act(GiveOrder(found.id("s"), "own"))


@pytest.mark.rule("X-05")
def test_the_isolated_roll_for_their_form_with_an_order_they_can_use():
    found = table("s", shift=shifter("WIP"), s=red())
    struck(found, "s", 1, 20)
    assert found.code(GiveOrder(found.id("s"))) == "ISOLATED"
    found.change("s", counters=((names.OWN_ORDER, 1),))
    started_own(found)
    assert found.waiting == FormRoll(found.id("s"))


@pytest.mark.rule("X-05")
def test_the_isolated_roll_for_their_form_before_a_reaction():
    found = table("M.......s", shift=shifter("WIP"), M=red("warden"), s=blue(policy="ask", states=(names.ISOLATED,)))
    started(found, "M").act(Shoot("em_carbine", (found.id("s"),)))
    assert found.waiting == FormRoll(found.id("s"))


# --- X-10 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("X-10", "EM-03")
def test_a_pulse_causes_no_wound_and_so_no_change():
    found = table("M.......s", shift=shifter("1"), M=red("warden"), s=blue())
    events = order(found, "M", Shoot("em_carbine", (found.id("s"),)), bs=[1, 2, 3], save=[1, 1, 1, 1, 1, 1], guts=[5])
    assert of(events, FormChanged) == []
    assert (found.unit("s").form, found.unit("s").wounds) == (0, 0)


@pytest.mark.rule("X-10")
@pytest.mark.parametrize("state", [names.INTOXICATED, names.INCAPACITATED])
def test_gas_and_shadow_cause_no_wound_and_so_no_change(state: str):
    found = table("M.......s", shift=shifter("1"), M=red("marine"), s=red())
    tx = Tx(found.game, found.state, ScriptedDice({}))
    gain(tx, found.id("s"), state)
    found.state, _ = tx.commit()
    events = order(found, "M", Idle())
    assert of(events, FormChanged) == []
    assert (found.unit("s").form, found.unit("s").wounds) == (0, 0)


# --- X-21 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("X-21", "EM-A9")
def test_a_creature_severed_by_a_pulse_acts_but_is_left_out_of_catharsis():
    found = scene(draw(OPEN, y=(2, 5), g=(2, 15), M=(20, 5)))
    struck(found, "y", 1, 20)
    assert tokens_of(found.game.ctx(found.state), found.unit("y")) == ("ISOLATED",)
    begin(found, Catharsis("hive"))
    assert found.xy("y") == (2, 5)
    assert found.xy("g") != (2, 15)
    hive_turn(found)
    assert ActivateXeno(found.id("y")) in found.options()


# --- X-53 ------------------------------------------------------------------------------------------------


@pytest.mark.rule("X-49")
def test_a_pulse_takes_a_marine_out_of_the_officers_unit():
    found = Table("OmM.....", O="officer", m="marine", M="marine")
    officer, marine, other = found.id("O"), found.id("m"), found.id("M")
    assert members(found.game.ctx(found.state), found.unit("O")) == [officer, marine, other]
    struck(found, "m", 1, 20)
    assert members(found.game.ctx(found.state), found.unit("O")) == [officer, other]


@pytest.mark.rule("X-50")
@pytest.mark.parametrize(("kind", "states"), [("LI", (names.ISOLATED,)), ("HI", FREEZES)])
def test_an_auspex_that_a_pulse_hit_still_bars_its_surroundings(kind: str, states: tuple[str, ...]):
    carrier = replace(KINDS["auspex"], id="carrier", profiles=(replace(KINDS["auspex"].profiles[0], type=kind),))
    found = scene(draw(OPEN, A=(10, 10)), A={"kind": "carrier", "policy": "hold"}, kinds={"carrier": carrier})
    struck(found, "A", 1, 20)
    assert found.unit("A").states == states
    assert scanned_cells(found.game.ctx(found.state)) >> found.at(12, 12) & 1


@pytest.mark.rule("X-53", "EM-11")
def test_between_marines_a_pulse_costs_the_other_side_its_order_at_its_next_count():
    found = table("M.......s", "........n", shift=shifter("2"), M=red("warden"), s=blue(), n=blue("marine"))
    fired(found, "em_carbine", save=[1, 20], guts=[5])
    found.agenda(TurnStart("blue"))
    found.run()
    assert found.state.sides["blue"].pool == 1
    assert found.unit("s").count(names.OWN_ORDER) == 1


# --- mines -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("X-42")
def test_whoever_an_avatar_pushes_past_a_mine_does_not_set_it_off():
    stage = Stage(drawn(M=(10, 10), F=(11, 10)), F="marine")
    mine = stage.marker(names.MINE, 13, 11, name="hive")
    stage.ask().act(Manifest())
    assert stage.xy("F") == (13, 10)
    assert stage.state.markers[mine].counters == ()


@pytest.mark.rule("X-13", "IM-08")
def test_an_impetuous_trooper_sets_a_mine_off_and_runs_on():
    mad = wild(M=("mad", 0, 5), g=("gaunt", 19, 20))
    mine = mad.marker(names.MINE, 3, 6, name="hive")
    activated(mad)
    mad.act(Move(straight(mad, "M", 4, 5)))
    assert mad.xy("M") == (4, 5)
    mad.act(Pass(), save=[1, 20])
    assert mine not in mad.state.markers
    assert mad.unit("M").states == (names.ISOLATED,)


@pytest.mark.rule("TR-28")
def test_a_seed_that_hatches_as_it_moves_is_hit_in_the_form_that_moved():
    """The seed is light, what hatches is heavy: it stops where the mine found it."""
    found = table("s", shift=shifter("Hatching", A, HEAVY), s=red())
    found.marker(names.MINE, 3, 0, name="blue")
    order(found, "s", Move((found.at(1, 0), found.at(2, 0))), save=[1, 20])
    assert (found.unit("s").form, found.unit("s").states) == (1, FREEZES)
