"""(WIP): forms that a roll brings for a player turn (TR-37 to TR-42, TR-50, TR-51, TR-A16 to TR-A18)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from game.api import Tx, UnitKind
from game.core.events import DiceRolled, StateLost, TurnEnded, UnitResized
from game.rules.hive.actions import ActivateXeno
from game.rules.hive.tasks import NextXeno
from game.rules.skirmish import names
from game.rules.skirmish.actions import Dodge, EndTurn, GiveOrder, Idle, Move, Pass, Reset, Shoot
from game.rules.skirmish.combat import forecast
from game.rules.skirmish.events import ReactionDeclared, SkillDeclared
from game.rules.skirmish.queries import profile_of
from game.rules.skirmish.tasks import DeclareFirst, OrdersPhase, React
from game.rules.transmutation.actions import RollForm
from game.rules.transmutation.events import FormChanged
from game.rules.transmutation.rolling import form_value
from game.rules.transmutation.tasks import FormRoll
from tests.rules.combat.scene import order
from tests.rules.transmutation.scene import A, B, blue, listed, of, profile, red, shifter, started, story, table, waits
from tests.support.table import Table

WIP = shifter("WIP")
LESS = shifter("WIP-3")


def acting(kind: UnitKind = WIP, **fields: Any) -> Table:
    """A unit of the kind has an order; its enemy stands far off and does nothing."""
    return started(table("s..............m", shift=kind, s=red(**fields), m=blue("marine")), "s")


@pytest.mark.rule("TR-38")
def test_the_roll_comes_before_any_skill_and_may_be_declined():
    found = acting()
    assert waits(found) == FormRoll(found.id("s"))
    assert [type(action).__name__ for action in found.options()] == ["RollForm", "Pass"]
    events = found.act(RollForm(), wip=[13])
    assert of(events, SkillDeclared) == []
    assert [(e.purpose, e.target) for e in of(events, DiceRolled)] == [("wip", 13)]
    assert isinstance(waits(found), DeclareFirst)
    declined = acting()
    declined.act(Pass())
    assert (declined.unit("s").form, isinstance(waits(declined), DeclareFirst)) == (0, True)
    declined.act(Move((declined.at(1, 0),)))
    assert declined.code(RollForm()) == "NOT_NOW"


@pytest.mark.rule("TR-39")
def test_a_pass_holds_for_the_player_turn_without_a_new_roll():
    found = started(table("s..............m", "r", shift=WIP, s=red(), r=red("marine"), m=blue("marine")), "s")
    events = found.act(RollForm(), wip=[13])
    assert of(events, FormChanged) == [FormChanged(found.id("s"), 1, "roll")]
    assert max(found.board.xy(m.path[-1])[0] for m in listed(found, Move) if m.path) == 6
    found.act(Idle())
    while not isinstance(waits(found), OrdersPhase):
        found.act(Pass())
    started(found, "s")
    assert isinstance(waits(found), DeclareFirst)
    assert found.unit("s").form == 1
    found.act(Idle())
    while not isinstance(waits(found), OrdersPhase):
        found.act(Pass())
    events = found.act(EndTurn())
    assert of(events, FormChanged) == [FormChanged(found.id("s"), 0, "turn")]
    assert found.unit("s").form == 0


@pytest.mark.rule("TR-40", "TR-41", "TR-A18")
def test_a_failure_leaves_the_first_profile_for_this_order_and_the_next_asks_again():
    found = acting()
    found.act(RollForm(), wip=[14])
    assert found.unit("s").form == 0
    assert isinstance(waits(found), DeclareFirst)
    found.act(Idle())
    assert not isinstance(waits(found), FormRoll)
    while not isinstance(waits(found), OrdersPhase):
        found.act(Pass())
    started(found, "s")
    assert waits(found) == FormRoll(found.id("s"))
    found.act(RollForm(), wip=[5])
    assert found.unit("s").form == 1


@pytest.mark.rule("TR-42")
@pytest.mark.parametrize(("face", "form"), [(10, 1), (11, 0)])
def test_a_printed_modifier_counts(face: int, form: int):
    found = acting(LESS)
    events = found.act(RollForm(), wip=[face])
    assert [e.target for e in of(events, DiceRolled)] == [10]
    assert found.unit("s").form == form


@pytest.mark.rule("TR-A17", "ST-6")
def test_the_roll_takes_what_states_take_off():
    found = acting(LESS, states=(names.STUNNED,))
    value = form_value(found.game.ctx(found.state), found.unit("s"))
    assert (value.base, value.value) == (13, 7)
    assert {m.name: m.value for m in value.modifiers} == {"stunned": -3, "bracket": -3}


@pytest.mark.rule("RL-6", "TR-42")
def test_its_chance_is_shown_before_it_is_made():
    found = acting(LESS)
    told = forecast(found.game.ctx(found.state), waits(found), RollForm())
    assert told is not None
    assert told.hit == Fraction(10, 20)


def facing(kind: UnitKind = LESS) -> Table:
    """A marine activates in the sight of the unit, which is asked."""
    found = table("m.......s", shift=kind, m=red("marine"), s={"kind": "shift", "side": "blue"})
    started(found, "m").act(Move((found.at(1, 0),)))
    return found


@pytest.mark.rule("TR-50", "TR-38")
def test_before_a_reaction_is_named_its_player_rolls_at_wip_less_three():
    found = facing()
    assert waits(found) == FormRoll(found.id("s"))
    events = found.act(RollForm(), wip=[8])
    assert [e.target for e in of(events, DiceRolled)] == [10]
    assert of(events, ReactionDeclared) == []
    assert waits(found) == React(found.id("s"), 1)
    assert found.unit("s").form == 1


@pytest.mark.rule("TR-51")
def test_the_reaction_is_that_of_the_second_profile():
    found = facing()
    found.act(RollForm(), wip=[8])
    shots = listed(found, Shoot)
    assert {shot.weapon for shot in shots} == {"cannon"}
    found.act(shots[0])
    events = found.act(Pass(), bs=[20])
    rolled = [e for e in of(events, DiceRolled) if e.purpose == "bs"]
    assert [e.unit for e in rolled] == [found.id("s")]
    assert [e.target for e in rolled] == [profile_of(found.game.ctx(found.state), found.unit("s")).bs - 3]


@pytest.mark.rule("TR-40", "TR-A18")
def test_a_unit_that_failed_is_not_asked_to_roll_in_the_second_window():
    found = facing()
    found.act(RollForm(), wip=[20])
    found.act(Pass())
    events = found.act(Shoot("rifle", (found.id("s"),)))
    assert "FormChanged" not in story(events)
    assert waits(found) == React(found.id("s"), 2)


@pytest.mark.rule("TR-A16", "TR-39")
def test_rolled_in_an_enemy_turn_it_holds_until_that_turn_ends():
    found = facing()
    found.act(RollForm(), wip=[8])
    while not isinstance(waits(found), OrdersPhase):
        found.act(Pass())
    assert found.unit("s").form == 1
    events = found.act(EndTurn())
    assert of(events, FormChanged)[-1] == FormChanged(found.id("s"), 0, "turn")


@pytest.mark.rule("TR-A16")
def test_a_hive_turn_is_a_player_turn():
    found = table("s.....g", shift=WIP, sides=("marines", "hive"), s={"kind": "shift"}, g="gaunt")
    found.agenda(NextXeno("hive"), turn="hive", phase="MOVE").run()
    found.act(ActivateXeno(found.id("g")))
    found.act(Move((found.at(5, 0),)))
    assert waits(found) == FormRoll(found.id("s"))
    found.act(RollForm(), wip=[3])
    assert found.unit("s").form == 1
    tx = Tx(found.game, found.state, None)  # type: ignore[arg-type]
    tx.emit(TurnEnded("hive"))
    assert tx.state.units[found.id("s")].form == 0


@pytest.mark.rule("TR-11", "TR-39")
def test_going_back_drops_what_the_first_profile_cannot_have():
    found = table("s", shift=shifter("WIP", replace(A, prone=False), B), s=red(form=1, states=(names.PRONE,)))
    tx = Tx(found.game, found.state, None)  # type: ignore[arg-type]
    tx.emit(TurnEnded("red"))
    assert [e for e in tx.events if isinstance(e, StateLost)] == [StateLost(found.id("s"), names.PRONE, "form")]


@pytest.mark.rule("TR-04", "TR-27")
def test_no_other_kind_is_asked():
    for bracket in ("2", "Hatching", "Auto"):
        found = started(table("s", shift=shifter(bracket), s=red()), "s")
        assert isinstance(waits(found), DeclareFirst)


@pytest.mark.rule("X-04")
def test_immobilized_it_may_still_roll_before_its_reset():
    found = acting(states=(names.IMMOBILIZED_B,))
    found.act(RollForm(), wip=[13])
    assert found.unit("s").form == 1
    found.act(Reset(), reset=[10])
    assert found.unit("s").states == ()


@pytest.mark.rule("X-05")
def test_isolated_it_rolls_only_for_an_order_it_can_use():
    found = table("s..............m", shift=WIP, s=red(states=(names.ISOLATED,)), m=blue("marine"))
    assert found.code(GiveOrder(found.id("s"))) == "ISOLATED"
    found.change("s", counters=((names.OWN_ORDER, 1),))
    found.act(GiveOrder(found.id("s"), "own"))
    assert waits(found) == FormRoll(found.id("s"))


@pytest.mark.rule("X-36")
def test_a_second_form_that_finds_no_room_is_not_rolled_for():
    wide = shifter("WIP", A, profile("w", size=2, s=5))
    found = started(table("################", "#s.............#", "################", shift=wide, s=red()), "s")
    assert isinstance(waits(found), DeclareFirst)


@pytest.mark.rule("TR-39", "X-36")
def test_a_first_form_that_is_larger_waits_for_room():
    wide = shifter("WIP", profile("w", size=2, s=5), B)
    rows = ["################", "#s.............#", "################"]
    found = table(*rows, shift=wide, s=red(form=1, size=1))
    tx = Tx(found.game, found.state, None)  # type: ignore[arg-type]
    tx.emit(TurnEnded("red"))
    assert tx.state.units[found.id("s")].form == 0
    assert [e for e in tx.events if isinstance(e, UnitResized)] == []


@pytest.mark.rule("TR-38", "HI-2")
def test_a_marker_makes_no_roll():
    sly = shifter("WIP", replace(A, skills=("camouflage",)), B)
    found = started(table("s....m", shift=sly, s=red(states=(names.CAMOUFLAGED,)), m=blue("marine")), "s")
    assert isinstance(waits(found), DeclareFirst)


@pytest.mark.rule("OR-8", "TR-38")
def test_who_acts_by_policy_makes_no_roll():
    found = table("m.......s", shift=WIP, m=red("marine"), s=blue(policy="dodge"))
    events = order(found, "m", Shoot("rifle", (found.id("s"),)), bs=[20, 20, 20], dodge=[20])
    assert "FormChanged" not in story(events)
    assert of(events, ReactionDeclared) == [ReactionDeclared(found.id("s"), Dodge())]
