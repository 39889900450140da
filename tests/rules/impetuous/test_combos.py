"""The closed list of what an impetuous activation is made of (IM-11 to IM-21, IM-34, IM-35)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from game.api import Action, Ctx, Module, Offer, Refusal, Tx, combat, impetuous
from game.core.events import StateLost, UnitMoved
from game.rules.compose import assemble, rulebook_for
from game.rules.skirmish.actions import (
    Berserk,
    Climb,
    Discover,
    Dodge,
    Drop,
    Fight,
    GiveOrder,
    Hide,
    Idle,
    Jump,
    Move,
    Pass,
    Reset,
    Shoot,
)
from game.rules.skirmish.declare import ENTIRE, SKILL_CLASS, may_declare
from game.rules.skirmish.moves import record
from game.rules.skirmish.tasks import DeclareFirst, DeclareSecond, Order, running_order
from tests.rules.impetuous.scene_impetuous import activated, code, declaring, ends, field, listed, phase, straight
from tests.support.table import Table

QUIET = {"kind": "gaunt", "policy": "hold"}


def after_move(table: Table, x: int, y: int) -> Table:
    """M has moved straight to a cell; its second skill is due."""
    declaring(table)
    table.act(Move(straight(table, "M", x, y)))
    return table


@pytest.mark.rule("IM-11")
def test_nothing_else_is_on_the_list():
    table = declaring(field(M=("mad", 5, 5), g=(QUIET, 15, 5)))
    g = table.id("g")
    for first in (Idle(), Shoot("rifle", (g,)), Reset(), Dodge(), Discover(g), Hide()):
        assert table.code(first) == "NOT_IMPETUOUS_COMBO", first
    after_move(table, 9, 5)
    for second in (Discover(g), Reset(), Jump(table.at(12, 5))):
        assert table.code(second) in ("NOT_IMPETUOUS_COMBO", "NOT_NOW"), second
    assert {type(action) for action in table.options()} <= {Shoot, Dodge, Move, Pass}


@pytest.mark.rule("IM-12")
def test_move_and_cc_attack():
    table = after_move(field(M=("mad", 5, 5), g=(QUIET, 9, 5)), 8, 5)
    assert table.code(Fight("knife", table.id("g"))) == ""
    assert table.code(Move(straight(table, "M", 8, 6))) == "ENGAGED"


@pytest.mark.rule("IM-13")
def test_move_and_bs_attack():
    table = after_move(field(M=("mad", 5, 5), g=(QUIET, 15, 5)), 9, 5)
    events = table.act(Shoot("rifle", (table.id("g"),)), bs=[20, 20, 20])
    assert events


@pytest.mark.rule("IM-A11", "BD-10")
def test_impetuous_troopers_have_cover_like_anybody():
    foe = {"kind": "marine", "side": "blue"}
    zones = {"deploy:red": [(0, 0)], "deploy:blue": [(20, 5)]}
    rows = ["." * 24] * 5 + ["." * 6 + "=" + "." * 17] + ["." * 24] * 4
    values = []
    for kind in ("mad", "marine"):
        table = field(rows, sides=("red", "blue"), M=({"kind": kind, "side": "red"}, 5, 5), f=(foe, 12, 5), zones=zones)
        there, here = table.at(5, 5), table.at(12, 5)
        attempt = combat.Attempt(
            table.id("f"), "shoot", "bs", target=table.id("M"), weapon="rifle", cell=here, target_cell=there
        )
        values.append(combat.success_value(table.game.ctx(table.state), attempt))
    assert values[0] == values[1]
    assert -3 in [modifier.value for modifier in values[0].modifiers if modifier.name == "cover"]


@pytest.mark.rule("IM-14", "IM-A12")
def test_move_and_dodge_in_this_order():
    table = declaring(field(M=("mad", 5, 5), g=(QUIET, 15, 5)))
    assert table.code(Dodge()) == "NOT_IMPETUOUS_COMBO"
    after_move(table, 9, 5)
    assert table.code(Dodge()) == ""


@pytest.mark.rule("IM-15")
@pytest.mark.parametrize("nothing", [Idle(), Pass()])
def test_move_and_idle(nothing: Action):
    table = after_move(field(M=("mad", 5, 5)), 9, 5)
    table.act(nothing)
    assert table.xy("M") == (9, 5), "the Move is still of full length"


@pytest.mark.rule("IM-16", "IM-A3", "D-I24")
def test_move_and_move_each_of_full_length():
    table = after_move(field(M=("mad", 0, 5)), 4, 5)
    assert code(table, 7, 5) == "NOT_FULL_MOV"
    assert code(table, 8, 5) == ""
    assert {x for x, _ in ends(table)} == {8}
    table.act(Move(straight(table, "M", 8, 5)))
    assert table.xy("M") == (8, 5)


@pytest.mark.rule("IM-16", "D-I24")
def test_the_second_move_has_the_second_value():
    table = after_move(field(M=("mad6", 0, 5)), 6, 5)
    assert {x for x, _ in ends(table)} == {8}


@pytest.mark.rule("IM-A3", "IM-23")
def test_the_duty_is_asked_anew_for_each_move():
    table = field(M=("mad", 0, 5), g=(QUIET, 8, 9))
    assert code(declaring(table), 4, 5) == "", "too far to be touched by the first Move"
    after_move(table, 4, 5)
    assert code(table, 8, 5) == "CONTACT_POSSIBLE"
    assert code(table, 7, 8) == ""


@pytest.mark.rule("IM-A14", "IM-16")
def test_a_second_move_after_one_that_came_to_nothing():
    rows = ["." * 21, *["#" * 21] * 7]
    table = activated(field(rows, M=("mad6", 10, 0), F=("marine", 11, 0), zone=[(20, 0)]))
    order = running_order(table.game.ctx(table.state))
    assert order is not None
    assert order.skills[0].action == Idle()
    assert table.options(Move) == [Move(())]
    table.act(Move(()))
    assert table.xy("M") == (10, 0)


# -- Jump, Climb, Berserk -------------------------------------------------------------------------------------------

GAP = ["." * 3 + "~" + "." * 20] * 24
LEDGE = "\n".join(["000" + "2" * 21] * 24)


@pytest.mark.rule("IM-17", "MV-3")
def test_jump_stands_alone():
    table = declaring(field(GAP, M=("mad", 2, 5), g=(QUIET, 18, 5)))
    table.act(Jump(table.at(6, 5)))
    assert table.xy("M") == (6, 5)
    assert not isinstance(table.waiting, DeclareSecond), "Jump + BS Attack is not to be had"


@pytest.mark.rule("IM-A10", "IM-28")
def test_a_jump_goes_as_far_as_its_landing_allows_and_towards_the_zone():
    table = declaring(field(GAP, M=("mad", 2, 5)))
    assert table.code(Jump(table.at(4, 5))) == "NOT_FULL_MOV"
    assert table.code(Jump(table.at(2, 1))) == "NOT_NEARER"
    assert table.code(Jump(table.at(1, 5))) == "DOUBLES_BACK"
    assert table.options(Jump) == [Jump(table.at(6, y)) for y in (1, 5, 9)]
    walled = [row[:6] + "#" + row[7:] if y == 5 else row for y, row in enumerate(GAP)]
    short = declaring(field(walled, M=("mad", 2, 5)))
    assert short.code(Jump(short.at(5, 5))) == "NOT_NEAREST", "the other directions lead nearer"


@pytest.mark.rule("IM-23", "IM-A10")
def test_a_jump_that_can_touch_an_enemy_must():
    table = declaring(field(GAP, M=("mad", 2, 5), g=(QUIET, 5, 5)))
    assert table.code(Jump(table.at(4, 5))) == ""
    assert table.code(Jump(table.at(6, 9))) == "CONTACT_POSSIBLE"


@pytest.mark.rule("IM-30", "IM-A10")
def test_a_jump_inside_the_zone_stays_in_it():
    table = declaring(field(M=("mad", 21, 5)))
    assert table.code(Jump(table.at(21, 7))) == ""
    assert table.code(Jump(table.at(18, 5))) == "LEAVES_ZONE"


@pytest.mark.rule("IM-18", "MV-4")
def test_climb_stands_alone():
    table = declaring(field(M=("mad", 2, 5), heights=LEDGE))
    up = Climb((table.at(3, 5),))
    assert up in table.options(Climb)
    assert table.code(Climb((table.at(3, 5),), last="prone")) == "STAYS_UP"
    table.act(up)
    assert table.xy("M") == (3, 5)
    assert not isinstance(table.waiting, DeclareSecond)


@pytest.mark.rule("IM-A10", "IM-22")
def test_a_climb_uses_the_whole_mov():
    table = declaring(field(M=("mad6", 2, 5), heights=LEDGE))
    assert table.code(Climb((table.at(3, 5),))) == "NOT_FULL_MOV"
    assert {table.board.xy(climb.path[-1])[0] for climb in listed(table, Climb)} == {5}


@pytest.mark.rule("IM-19", "D-I17", "AT-4")
def test_berserk_for_those_who_have_it():
    table = declaring(field(M=("raging", 5, 5), g=(QUIET, 12, 5)))
    g = table.id("g")
    run = Berserk(g, "sword", straight(table, "M", 11, 5))
    assert table.code(run) == ""
    assert [action.target for action in listed(table, Berserk)] == [g]
    tame = declaring(field(M=("mad", 5, 5), g=(QUIET, 12, 5)))
    assert tame.code(Berserk(tame.id("g"), "knife", straight(tame, "M", 11, 5))) == "NO_BERSERK"


@pytest.mark.rule("IM-19")
def test_berserk_stands_alone():
    table = declaring(field(M=("raging", 5, 5), g=(QUIET, 12, 5)))
    table.act(Berserk(table.id("g"), "sword", straight(table, "M", 11, 5)), cc=[5], save=[20, 20])
    assert not isinstance(table.waiting, DeclareSecond)


# -- Airborne Deployment, and skills that say so ----------------------------------------------------------------------

AIR = {"drop": [(x, y) for x in range(9, 12) for y in range(9, 12)], "deploy:marines": [(0, y) for y in range(24)]}


def waiting(kind: str) -> Table:
    table = field(M=(kind, 5, 5), zones=AIR)
    return table.change("M", cell=-1, states=("waiting",))


@pytest.mark.rule("IM-20", "D-I18")
def test_an_airborne_trooper_enters_by_its_token():
    table = phase(waiting("mad_jumper"))
    assert table.options(GiveOrder) == [GiveOrder(table.id("M"), "impetuous")]
    table.act(GiveOrder(table.id("M"), "impetuous"))
    assert {type(action) for action in table.options()} == {Drop}
    table.act(Drop(table.at(10, 10)), landing=[1])
    assert table.xy("M") == (10, 10)
    assert not isinstance(table.waiting, DeclareSecond), "arrival ends the activation"


@pytest.mark.rule("IM-20")
def test_without_the_label_nobody_enters():
    table = phase(waiting("mad"))
    assert not isinstance(table.waiting, impetuous.ImpetuousPhase)
    assert table.unit("M").count("impetuous") == 0
    asked = field(M=("mad", 5, 5), N=("mad", 5, 9), zones=AIR)
    phase(asked.change("M", cell=-1, states=("waiting",)))
    assert asked.code(GiveOrder(asked.id("M"), "impetuous")) == "OFF_BOARD"


class Rave(Action, frozen=True):
    """A skill from outside: it does nothing but to be declared."""


def _rave_options(ctx: Ctx, task: DeclareFirst) -> Sequence[Action]:
    return (Rave(),) if may_declare(ctx, task, "rave") is None else ()


def _rave_verdict(ctx: Ctx, task: DeclareFirst, _action: Rave) -> Refusal | None:
    return may_declare(ctx, task, "rave")


def _rave(tx: Tx, task: DeclareFirst, action: Rave) -> None:
    tx.pop()
    record(tx, task.actor, action)


def raving(*, impetuous_phase: bool) -> Table:
    """A table with a skill from outside that says, or does not say, that it works in the phase."""
    combos = {"rave": ()} if impetuous_phase else {}
    module = Module(
        name="raving",
        requires=("orders", "impetuous"),
        offers=(Offer(DeclareFirst, Rave, _rave_options, _rave_verdict, _rave),),
        tables={SKILL_CLASS: {"rave": ENTIRE}, impetuous.COMBOS: combos},
    )
    table = field(M=("mad", 5, 5))
    game = table.game
    table.game = assemble(rulebook_for((), (module,)), game.board, game.scenario, game.kinds, game.weapons)
    return declaring(table)


@pytest.mark.rule("IM-21")
def test_a_skill_whose_data_says_so_works_in_the_phase():
    table = raving(impetuous_phase=True)
    assert Rave() in table.options()
    table.act(Rave())
    assert not isinstance(table.waiting, DeclareSecond)
    assert raving(impetuous_phase=False).code(Rave()) == "NOT_IMPETUOUS_COMBO"


# -- prone ------------------------------------------------------------------------------------------------------------

PRONE = {"kind": "mad", "states": ("prone",)}


@pytest.mark.rule("IM-34", "IM-35", "X-26")
@pytest.mark.parametrize("first", ["", "stand"])
def test_a_move_cancels_prone_and_is_of_full_length(first: str):
    table = declaring(field(M=(PRONE, 0, 5)))
    assert ends(table) == {(4, y) for y in range(1, 10)}
    assert code(table, 2, 5) == "NOT_FULL_MOV"
    assert table.code(Move(straight(table, "M", 4, 5), last="prone")) == "STAYS_UP"
    events = table.act(Move(straight(table, "M", 4, 5), first=first))
    assert table.xy("M") == (4, 5)
    assert "prone" not in table.unit("M").states
    up = next(i for i, e in enumerate(events) if isinstance(e, StateLost) and e.state == "prone")
    assert up < next(i for i, e in enumerate(events) if isinstance(e, UnitMoved)), "before the first step"


@pytest.mark.rule("IM-34", "IM-35")
def test_a_jump_cancels_prone_and_has_the_whole_mov():
    table = declaring(field(GAP, M=(PRONE, 2, 5)))
    table.act(Jump(table.at(6, 5)))
    assert table.xy("M") == (6, 5)
    assert "prone" not in table.unit("M").states


@pytest.mark.rule("IM-34", "IM-35")
def test_a_climb_cancels_prone():
    table = declaring(field(M=(PRONE, 2, 5), heights=LEDGE))
    table.act(Climb((table.at(3, 5),)))
    assert "prone" not in table.unit("M").states


@pytest.mark.rule("IM-29", "IM-34")
def test_a_move_that_comes_to_nothing_cancels_prone_all_the_same():
    rows = ["." * 21, *["#" * 21] * 7]
    table = activated(field(rows, M=(PRONE, 10, 0), F=("marine", 11, 0), zone=[(20, 0)]))
    assert "prone" not in table.unit("M").states
    order = running_order(table.game.ctx(table.state))
    assert isinstance(order, Order)
    assert order.skills[0].action == Idle()
