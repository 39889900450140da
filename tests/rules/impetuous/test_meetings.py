"""Impetuous troopers and everything else: marker states, immobilized, engaged, the hive's effects (X-12 to X-26)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.api import Module, Profile, Recruit, UnitKind, impetuous
from game.core.dice import ScriptedDice
from game.core.tx import Tx
from game.io.playable import Proof
from game.io.roster import shipped_roster
from game.rules.compose import assemble, rulebook_for
from game.rules.skirmish.actions import Berserk, Deploy, GiveOrder, Hide, Move, Pass
from game.rules.skirmish.combat.wounds import gain
from game.rules.skirmish.tasks import DeclareFirst, Deployment
from tests.rules.impetuous.scene_impetuous import MAD, activated, code, declaring, field, listed, phase, straight, turn
from tests.support.table import Table, kinds_of

GAUNT = {"kind": "gaunt", "policy": "hold"}


def refused(table: Table, letter: str = "M") -> str:
    """The code that refuses that trooper's activation."""
    refusal = impetuous.activation_refusal(table.game.ctx(table.state), "marines", table.id(letter))
    return "" if refusal is None else refusal.code


# -- marker states ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("IM-36", "IM-A13", "ST-10")
def test_an_impetuous_trooper_is_deployed_as_a_model_only():
    zone = [(x, y) for x in range(3) for y in range(3)]
    table = field(M=("mad_scout", 5, 5), S=("scout", 6, 6), zones={"deploy:marines": zone})
    table.change("M", cell=-1).change("S", cell=-1).set(round=0)
    table.agenda(Deployment("marines"))
    hidden = Deploy(table.id("M"), table.at(1, 1), hidden=True)
    assert table.code(hidden) == "IMPETUOUS_STATE"
    assert not any(deploy.hidden for deploy in listed(table, Deploy))
    table.act(Deploy(table.id("M"), table.at(1, 1)))
    assert table.unit("M").states == ()
    assert any(deploy.hidden for deploy in listed(table, Deploy)), "the scout may"


@pytest.mark.rule("IM-36", "IM-A13")
def test_nor_does_it_hide_later():
    table = field(M=("mad_scout", 5, 5)).orders()
    table.act(GiveOrder(table.id("M")))
    assert table.code(Hide()) == "IMPETUOUS_STATE"
    assert table.options(Hide) == []


@pytest.mark.rule("IM-36", "MS-6")
def test_a_scenario_that_hides_one_is_faulty_and_the_trooper_comes_as_a_model():
    force = {"marines": (Recruit("mad_scout", hidden=True), Recruit("scout", hidden=True))}
    zones = {"deploy:marines": [(x, y) for x in range(3) for y in range(3)]}
    table = field(force=force, zones=zones)
    found = [problem.message for problem in Proof(table.game, "x.toml").problems() if "to be so" in problem.message]
    assert found == ["expected only troopers that may be hidden to be so, found mad_scout"]
    state, _ = table.game.begin(table.game.initial(), ScriptedDice({}))
    assert {unit.kind: unit.states for unit in state.units.values()} == {"mad_scout": (), "scout": ("camouflaged",)}


@pytest.mark.rule("IM-37", "D-I16")
def test_a_state_that_says_so_does_not_attach():
    module = Module(name="masks", requires=("impetuous",), tables={impetuous.FORBIDDEN: {"masked": "IM-37"}})
    table = field(M=("mad", 5, 5), S=("marine", 6, 6))
    game = table.game
    game = assemble(rulebook_for((), (module,)), game.board, game.scenario, game.kinds, game.weapons)
    tx = Tx(game, table.state, None)  # type: ignore[arg-type]  # no die falls
    for letter in "MS":
        for state in ("masked", "impersonation", "stunned"):
            gain(tx, table.id(letter), state)
    assert tx.state.units[table.id("M")].states == ("stunned",)
    assert tx.state.units[table.id("S")].states == ("impersonation", "masked", "stunned")


@pytest.mark.rule("IM-36")
def test_a_hidden_impetuous_trooper_is_a_broken_state():
    table = field(M=({"kind": "mad_scout", "states": ("camouflaged",)}, 5, 5)).orders()
    assert any("is impetuous and camouflaged" in problem for problem in table.game.problems(table.state))


@pytest.mark.rule("X-22", "IM-36")
def test_a_creature_of_the_hive_ignores_it_but_for_the_ban_on_markers():
    profile = Profile("hot_gaunt", "lesser", (6, 6), 13, 0, 11, 10, skills=("camouflage", "impetuous"))
    kind = UnitKind("hot_gaunt", "hive", (profile,), 10)
    table = turn(field(M=("marine", 5, 5), g=("hot_gaunt", 15, 5), kinds={"hot_gaunt": kind}))
    assert table.unit("g").count("impetuous") == 0
    tx = Tx(table.game, table.state, None)  # type: ignore[arg-type]  # no die falls
    gain(tx, table.id("g"), "camouflaged")
    assert tx.state.units[table.id("g")].states == ()


# -- states of the trooper --------------------------------------------------------------------------------------------


@pytest.mark.rule("X-12", "IM-06")
@pytest.mark.parametrize("state", ["immobilized_b", "immobilized_a"])
def test_an_immobilized_trooper_is_not_activated_and_its_token_goes(state: str):
    table = phase(field(M=({"kind": "mad", "states": (state,)}, 2, 2), N=("mad", 2, 9)))
    assert refused(table) == "IMMOBILIZED"
    assert table.options(GiveOrder) == [GiveOrder(table.id("N"), "impetuous")]
    table.act(Pass())
    assert table.unit("M").count("impetuous") == 0


@pytest.mark.rule("X-14", "IM-A15")
def test_an_engaged_trooper_has_only_berserk():
    table = field(M=("raging", 5, 5), g=(GAUNT, 6, 5))
    phase(table)
    table.act(GiveOrder(table.id("M"), "impetuous"))
    assert {type(action) for action in table.options()} == {Berserk}
    assert isinstance(table.waiting, DeclareFirst)
    assert code(table, 4, 5) == "ENGAGED"


@pytest.mark.rule("X-14", "IM-A15")
@pytest.mark.parametrize("fall_back", [False, True])
def test_without_berserk_an_engaged_trooper_is_not_activated(fall_back: bool):
    table = field(M=("mad", 5, 5), N=("mad", 5, 9), g=(GAUNT, 6, 5))
    if fall_back:
        table.effect("fall_back", "marines", unit=table.id("M"), expires="states:marines")
    phase(table)
    assert refused(table) == "ENGAGED"
    assert table.code(GiveOrder(table.id("M"), "impetuous")) == "ENGAGED"


@pytest.mark.rule("IM-A15", "OR-6")
def test_nor_does_fall_back_lead_out_of_a_contact_that_the_first_move_made():
    table = field(M=("mad", 5, 5), g=(GAUNT, 8, 5)).effect("fall_back", "marines", unit=1, expires="states:marines")
    declaring(table).act(Move(straight(table, "M", 7, 5)))
    assert table.options(Move) == []
    assert code(table, 6, 4) == "ENGAGED"


@pytest.mark.rule("X-15", "HM-35")
def test_a_cornered_trooper_is_activated_for_berserk_from_contact_only():
    table = field(M=("raging", 5, 5), N=("mad", 5, 20), g=(GAUNT, 9, 5))
    table.effect("cornered", "marines", unit=table.id("M"), expires="states:marines")
    phase(table)
    assert refused(table) == "HOWL_CORNERED"
    touched = field(M=("raging", 5, 5), g=(GAUNT, 6, 5))
    touched.effect("cornered", "marines", unit=touched.id("M"), expires="states:marines")
    phase(touched)
    touched.act(GiveOrder(touched.id("M"), "impetuous"))
    assert touched.options() == [Berserk(touched.id("g"), "sword")]


@pytest.mark.rule("X-16", "HM-38")
def test_a_hemmed_in_trooper_withdraws_instead():
    table = field(M=("mad", 5, 5), N=("mad", 5, 20), g=(GAUNT, 9, 5))
    table.effect("hemmed_in", "marines", unit=table.id("M"), expires="states:marines", value=table.at(4, 5))
    phase(table)
    assert refused(table) == "WITHDRAWS"


@pytest.mark.rule("X-17", "HM-40")
def test_under_the_warp_shadow_nobody_moves():
    table = field(M=("mad_psyker", 5, 5), N=("mad", 5, 20), g=(GAUNT, 15, 5))
    table.effect("warp_shadow", "marines", unit=table.id("M"), expires="states:marines")
    phase(table)
    assert refused(table) == "WARP_SHADOW"


@pytest.mark.rule("X-18", "HM-32")
def test_the_warp_field_does_not_matter():
    table = field(M=("mad", 5, 5), O=("officer", 5, 9), g=(GAUNT, 19, 20))
    table.effect("warp_field", "marines", expires="states:marines")
    turn(table)
    assert isinstance(table.waiting, impetuous.ImpetuousPhase), "no command was asked for, and the phase is played"
    assert refused(table) == ""


@pytest.mark.rule("IM-A9", "D-I26")
def test_a_trooper_that_is_down_has_no_token():
    down = {"kind": "mad", "states": ("prone", "unconscious"), "wounds": 2}
    table = turn(field(M=(down, 5, 5), N=("mad", 5, 9)))
    assert table.unit("M").count("impetuous") == 0
    assert table.unit("N").count("impetuous") == 1


@pytest.mark.rule("D-I24", "OR-6")
def test_the_advance_command_counts_towards_the_mov_that_applies():
    table = field(M=("mad", 0, 5)).effect("advance", "marines", unit=1, expires="states:marines", value=2)
    declaring(table)
    assert code(table, 4, 5) == "NOT_FULL_MOV"
    assert code(table, 6, 5) == ""
    table.act(Move(straight(table, "M", 6, 5)))
    assert code(table, 10, 5) == "", "only on the first Move of the order"


def test_the_shipped_zealot_is_impetuous_and_may_go_berserk():
    zealot = shipped_roster(rulebook_for()).kinds["zealot"].profiles[0]
    assert {"impetuous", "berserk"} <= set(zealot.skills)


def test_a_trooper_whose_form_is_not_impetuous_has_no_token():
    calm = replace(MAD["mad"].profiles[0], id="calm", skills=())
    kind = replace(MAD["mad"], id="moody", profiles=(calm, MAD["mad"].profiles[0]))
    table = turn(field(M=("moody", 5, 5), N=({"kind": "moody", "form": 1}, 5, 9), kinds={"moody": kind}))
    assert (table.unit("M").count("impetuous"), table.unit("N").count("impetuous")) == (0, 1)


def test_the_activation_is_an_order_like_any_other_to_the_log():
    table = activated(field(M=("mad", 5, 5)))
    assert kinds_of(table.events)[-2:] == ["UnitCounted", "OrderGiven"]
