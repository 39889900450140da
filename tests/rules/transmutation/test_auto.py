"""(Auto): forms chosen at the start of a movement (TR-32 to TR-36, TR-A14, TR-A15)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.api import NO_CELL
from game.core.events import DiceRolled, UnitResized
from game.rules.hive.actions import ActivateXeno
from game.rules.hive.tasks import NextXeno
from game.rules.skirmish import names
from game.rules.skirmish.actions import Deploy, Discover, Dodge, Idle, Move, Pass, Reset, Shoot, Step
from game.rules.skirmish.queries import profile_of
from game.rules.skirmish.tasks import DeclareFirst, DeclareSecond, Deployment, DodgeMove, OrdersPhase
from game.rules.transmutation.actions import Grow, Shift
from game.rules.transmutation.events import FormChanged
from game.rules.transmutation.tasks import Growth
from tests.rules.combat.scene import order
from tests.rules.transmutation.scene import A, B, C, blue, listed, of, profile, red, shifter, started, table, waits
from tests.support.table import Table

THREE = shifter("Auto", A, B, C)


def acting(**fields: Any) -> Table:
    """A unit of three forms with an order, far from everybody."""
    return started(table("s..............", shift=THREE, s=red(**fields)), "s")


def farthest(found: Table) -> int:
    """How far to the right a Move goes."""
    return max(found.board.xy(move.path[-1])[0] for move in listed(found, Move) if move.path)


@pytest.mark.rule("TR-32")
def test_it_deploys_on_any_of_its_profiles():
    found = table("s....m", shift=THREE, zones={"deploy:red": [(3, 3), (4, 3)]}, s=red(), m=blue("marine"))
    found.change("s", cell=NO_CELL).set(round=0).agenda(Deployment("red"), turn="", phase="")
    spot, state = found.at(3, 3), found.state
    assert sorted({action.form for action in listed(found, Deploy)}) == [0, 1, 2]
    for form in range(3):
        found.set(**{name: getattr(state, name) for name in ("units", "agenda", "round")})
        found.act(Deploy(found.id("s"), spot, form=form))
        assert (found.unit("s").form, found.xy("s")) == (form, (3, 3))
    found.set(**{name: getattr(state, name) for name in ("units", "agenda", "round")})
    assert found.code(Deploy(found.id("s"), spot, form=3)) == "WRONG_FORM"


@pytest.mark.rule("TR-32", "BD-4")
def test_each_form_deploys_with_a_footprint_of_its_own():
    wide = shifter("Auto", A, profile("w", size=2, s=5))
    zone = [(3, 3), (4, 3), (3, 4), (4, 4), (5, 5)]
    found = table("s....m", shift=wide, zones={"deploy:red": zone}, s=red(), m=blue("marine"))
    found.change("s", cell=NO_CELL).set(round=0).agenda(Deployment("red"), turn="", phase="")
    assert [found.board.xy(action.cell) for action in listed(found, Deploy) if action.form == 1] == [(3, 3)]
    found.act(Deploy(found.id("s"), found.at(3, 3), form=1))
    assert (found.unit("s").size, found.unit("s").form) == (2, 1)


@pytest.mark.rule("TR-33", "TR-02")
def test_a_form_is_chosen_with_a_movement_skill_only():
    found = acting()
    assert sorted(action.form for action in listed(found, Shift)) == [1, 2]
    events = found.act(Shift(1))
    assert of(events, FormChanged) == [FormChanged(found.id("s"), 1, "chosen")]
    assert isinstance(waits(found), DeclareFirst)
    assert found.code(Idle()) == "MOVEMENT_MUST_FOLLOW"
    assert {type(action).__name__ for action in found.options()} <= {"Move", "Dodge", "Jump", "Climb", "Berserk"}
    assert found.code(Dodge()) == ""


@pytest.mark.rule("TR-33")
def test_moving_without_a_change_is_fine_and_a_shot_brings_none():
    found = acting()
    found.act(Move((found.at(1, 0),)))
    assert found.unit("s").form == 0
    assert isinstance(waits(found), DeclareSecond)
    found.act(Shift(1))
    assert found.code(Pass()) == "MOVEMENT_MUST_FOLLOW"
    assert found.code(Shoot("cannon", (1,))) == "MOVEMENT_MUST_FOLLOW"


@pytest.mark.rule("TR-33")
def test_after_a_short_skill_a_form_needs_a_move_to_follow():
    found = acting()
    found.act(Idle())
    assert sorted(action.form for action in listed(found, Shift)) == [1, 2]
    pinned = table("s....", ".....", shift=shifter("Auto", A, profile("still", mov=(4, 0), prone=False)), s=red())
    started(pinned, "s").act(Move((pinned.at(1, 0),)))
    assert pinned.code(Shift(1)) == ""
    ending = started(table("s....", shift=shifter("Auto", A, profile("still", mov=(0, 0), prone=False)), s=red()), "s")
    ending.act(Idle())
    assert ending.code(Shift(1)) == "NO_MOVEMENT"


@pytest.mark.rule("TR-34", "TR-35")
def test_no_form_is_changed_within_a_movement():
    found = acting()
    found.act(Shift(1))
    assert found.code(Shift(2)) == "SHIFTED_ALREADY"
    assert listed(found, Shift) == []
    found.act(Move((found.at(1, 0), found.at(2, 0))))
    assert isinstance(waits(found), DeclareSecond)
    found.act(Pass())
    assert isinstance(waits(found), OrdersPhase)
    assert found.code(Shift(2)) == "NOT_NOW"


@pytest.mark.rule("TR-35", "TR-36")
def test_each_of_two_moves_may_begin_with_a_change():
    found = acting()
    found.act(Shift(1))
    assert farthest(found) == 6
    found.act(Move(tuple(found.at(x, 0) for x in range(1, 7))))
    found.act(Shift(0))
    assert farthest(found) == 10
    found.act(Move((found.at(7, 0),)))
    assert found.unit("s").form == 0


@pytest.mark.rule("TR-36")
def test_the_second_move_has_the_second_value_of_the_adopted_profile():
    found = acting()
    assert farthest(found) == 4
    found.act(Move(tuple(found.at(x, 0) for x in range(1, 5))))
    assert farthest(found) == 8
    found.act(Shift(1))
    assert farthest(found) == 6


@pytest.mark.rule("TR-A15", "TR-09")
def test_the_form_stays_until_the_next_change_and_wounds_go_with_it():
    found = acting(wounds=1)
    found.act(Shift(1))
    found.act(Move((found.at(1, 0),)))
    found.act(Pass())
    unit = found.unit("s")
    assert profile_of(found.game.ctx(found.state), unit).weapons == ("cannon", "sword")
    found.change("s", wounds=2)
    started(found, "s").act(Shift(0))
    assert (found.unit("s").form, found.unit("s").wounds) == (0, 2)


@pytest.mark.rule("TR-01")
@pytest.mark.parametrize("form", [0, 3, -1])
def test_only_other_profiles_of_the_unit_can_be_reached(form: int):
    assert acting().code(Shift(form)) == "NO_SUCH_FORM"


@pytest.mark.rule("TR-04", "TR-33")
@pytest.mark.parametrize("bracket", ["2", "Hatching", "WIP"])
def test_no_other_kind_chooses(bracket: str):
    found = started(table("s....", shift=shifter(bracket), s=red()), "s")
    if bracket == "WIP":
        found.act(Pass())
    assert listed(found, Shift) == []
    assert found.code(Shift(1)) == "CANNOT_SHIFT"


@pytest.mark.rule("X-04", "ST-5")
def test_nobody_chooses_who_can_declare_no_movement():
    found = started(table("s....", shift=THREE, s=red(states=(names.IMMOBILIZED_B,))), "s")
    assert found.code(Shift(1)) == "NO_MOVEMENT"
    assert listed(found, Shift) == []
    assert found.code(Reset()) == ""


@pytest.mark.rule("X-36")
def test_a_form_that_finds_no_room_is_refused():
    wide = shifter("Auto", A, profile("w", size=2, s=5))
    found = started(table("################", "#s.............#", "################", shift=wide, s=red()), "s")
    assert found.code(Shift(1)) == "NO_ROOM"


@pytest.mark.rule("X-36")
def test_of_several_footprints_the_owner_picks_before_the_movement():
    wide = shifter("Auto", A, profile("w", size=2, s=5))
    rows = ["." * 16 for _ in range(8)]
    rows[4] = "....s..........."
    found = started(table(*rows, shift=wide, s=red()), "s")
    found.act(Shift(1))
    assert waits(found) == Growth(found.id("s"))
    events = found.act(Grow(found.at(4, 4)))
    assert of(events, UnitResized) == [UnitResized(found.id("s"), found.at(4, 4), 2)]
    assert isinstance(waits(found), DeclareFirst)
    found.act(Move((found.at(5, 4),)))
    assert found.xy("s") == (5, 4)


@pytest.mark.rule("TR-A14")
def test_a_dodge_is_rolled_on_the_old_profile_and_moved_with_the_new():
    rows = ["." * 20 for _ in range(20)]
    rows[8] = "........s...g......."
    found = table(*rows, shift=THREE, sides=("marines", "hive"), s={"kind": "shift"}, g="gaunt")
    found.agenda(NextXeno("hive"), turn="hive", phase="MOVE").run()
    found.act(ActivateXeno(found.id("g")))
    found.act(Move((found.at(11, 8), found.at(10, 8), found.at(9, 8))))
    found.act(Dodge())
    events = found.act(Pass(), dodge=[10])
    assert [e.target for e in of(events, DiceRolled)] == [10]
    assert waits(found) == DodgeMove(found.id("s"))
    found.act(Shift(1))
    assert (found.unit("s").form, waits(found)) == (1, DodgeMove(found.id("s")))
    assert found.code(Pass()) == "MOVEMENT_MUST_FOLLOW"
    assert found.code(Step((), last="prone")) == "MOVEMENT_MUST_FOLLOW"
    found.act(Step((found.at(7, 8),)))
    assert found.unit("s").count("committed") == 0
    assert found.unit("s").form == 1


@pytest.mark.rule("TR-A6", "HI-1")
@pytest.mark.parametrize("keeps", [True, False])
def test_a_marker_stays_one_where_the_new_profile_can_be_one(keeps: bool):
    other = replace(B, skills=("camouflage",) if keeps else ())
    kind = shifter("Auto", replace(A, skills=("camouflage",)), other)
    found = started(table("s....m", shift=kind, s=red(states=(names.CAMOUFLAGED,)), m=blue("marine")), "s")
    events = found.act(Shift(1))
    told = found.game.redacted_events(found.state, events, "blue")
    assert (names.CAMOUFLAGED in found.unit("s").states) == keeps
    assert (of(told, FormChanged) == []) == keeps
    shown = found.game.view(found.state, "blue").state.units[found.id("s")]
    assert (shown.form, shown.kind) == ((0, "unknown") if keeps else (1, "shift"))


@pytest.mark.rule("TR-33", "OR-3")
def test_discover_carries_no_movement_label():
    found = table("s....m", shift=THREE, s=red(), m=blue("scout", states=(names.CAMOUFLAGED,)))
    started(found, "s").act(Shift(1))
    assert found.code(Discover(found.id("m"))) == "MOVEMENT_MUST_FOLLOW"
    order_again = table("s....m", shift=THREE, s=red(), m=blue("marine"))
    order(order_again, "s", Idle())
    assert order_again.unit("s").form == 0
