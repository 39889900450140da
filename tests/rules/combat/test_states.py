"""Wounds and states (ST-1 to ST-7, C-11), and Reset (ST-4, ST-5)."""

from __future__ import annotations

import pytest

from game.api import Ctx, ScriptedDice, Tx
from game.core.events import DiceRolled, StateGained, StateLost, UnitRemoved
from game.rules.skirmish.actions import Dodge, EndTurn, Fight, GiveOrder, Move, Pass, Reset, Shoot
from game.rules.skirmish.combat import Attempt, gain, hurt, lose, remove, success_value
from game.rules.skirmish.combat.wounds import Toll, toll
from game.rules.skirmish.queries import is_engaged
from tests.rules.combat.scene import declaring, duel, field, held, is_gone, of, order, red
from tests.support.table import Table


def change(table: Table, *steps: tuple[object, ...]) -> list[object]:
    """Carry out functions on the table: (function, letter, arguments...)."""
    tx = Tx(table.game, table.state, ScriptedDice({}))
    for call, letter, *rest in steps:
        call(tx, table.id(str(letter)), *rest)  # type: ignore[operator]
    table.state, events = tx.commit()
    assert table.game.problems(table.state) == []
    return list(events)


@pytest.mark.rule("ST-1", "C-11")
def test_a_trooper_at_zero_is_unconscious_and_below_it_dead() -> None:
    table = field("m", m="marine")
    change(table, (hurt, "m", 1))
    assert (table.unit("m").wounds, table.unit("m").states) == (1, ())
    change(table, (hurt, "m", 1))
    assert (table.unit("m").wounds, table.unit("m").states) == (2, ("prone", "unconscious"))
    events = change(table, (hurt, "m", 1, 7))
    assert is_gone(table, "m")
    assert [(e.reason, e.by) for e in of(events, UnitRemoved)] == [("killed", 7)]  # type: ignore[arg-type]


@pytest.mark.rule("ST-1", "C-11")
def test_a_trooper_may_go_from_sound_to_dead_at_once() -> None:
    table = field("m", m="marine")
    change(table, (hurt, "m", 3))
    assert is_gone(table, "m")


@pytest.mark.rule("ST-1", "C-11")
def test_a_xeno_is_removed_at_zero() -> None:
    table = field("w..g", w="warrior", g="gaunt")
    change(table, (hurt, "w", 1), (hurt, "g", 1))
    assert table.unit("w").wounds == 1
    assert is_gone(table, "g")
    change(table, (hurt, "w", 1))
    assert is_gone(table, "w")


@pytest.mark.rule("ST-1")
def test_a_machine_loses_structure_and_lies_down_nowhere() -> None:
    table = field("T", m="marine", T="tag")
    change(table, (hurt, "T", 3))
    assert table.unit("T").states == ("unconscious",)


@pytest.mark.rule("ST-1")
@pytest.mark.parametrize(
    ("left", "failed", "wounds", "shock", "xeno", "cost"),
    [
        (2, 0, 1, False, False, Toll(0, "")),
        (2, 1, 1, False, False, Toll(1, "")),
        (2, 2, 1, False, False, Toll(2, "down")),
        (2, 3, 1, False, False, Toll(3, "dead")),
        (0, 1, 1, False, False, Toll(1, "dead")),
        (2, 2, 1, True, False, Toll(2, "dead")),
        (3, 1, 2, False, False, Toll(2, "")),
        (1, 1, 2, False, False, Toll(2, "dead")),
        (2, 2, 1, False, True, Toll(2, "dead")),
        (3, 5, 0, False, False, Toll(0, "")),
    ],
)
def test_what_failed_saves_cost(left: int, failed: int, wounds: int, shock: bool, xeno: bool, cost: Toll) -> None:
    assert toll(left, failed, wounds=wounds, shock=shock, xeno=xeno) == cost


@pytest.mark.rule("ST-2")
def test_the_unconscious_neither_act_react_nor_engage() -> None:
    table = duel(
        "Mm......", M=red(), m={"kind": "marine", "side": "blue", "wounds": 2, "states": ("prone", "unconscious")}
    )
    assert not is_engaged(Ctx(table.game, table.state), table.unit("M"))
    assert GiveOrder(table.id("m")) not in table.options()
    events = order(table, "M", Fight("knife", table.id("m")), cc=[5], save=[1])
    assert [e.purpose for e in of(events, DiceRolled)] == ["cc", "save"]
    assert is_gone(table, "m")


@pytest.mark.rule("ST-3")
def test_the_incapacitated_are_out_without_a_wound() -> None:
    table = field("mg", m="marine", g="gaunt")
    change(table, (gain, "m", "incapacitated"))
    assert (table.unit("m").wounds, table.unit("m").states) == (0, ("incapacitated", "prone"))
    assert not is_engaged(Ctx(table.game, table.state), table.unit("g"))
    change(table, (lose, "m", "incapacitated", "treated"))
    assert is_engaged(Ctx(table.game, table.state), table.unit("g"))


def test_a_marker_that_goes_down_shows_itself() -> None:
    table = duel("s", s=red("scout", states=("camouflaged",)))
    change(table, (gain, "s", "incapacitated"))
    assert table.unit("s").states == ("incapacitated", "prone")


def test_states_do_not_stack_and_what_is_gone_takes_none() -> None:
    table = field("m.g", m="marine", g="gaunt")
    events = change(
        table, (gain, "m", "isolated"), (gain, "m", "isolated"), (remove, "g", "burst"), (gain, "g", "isolated")
    )
    assert len(of(events, StateGained)) == 1  # type: ignore[arg-type]
    assert change(table, (lose, "m", "prone"), (hurt, "g", 1), (remove, "g")) == []


@pytest.mark.rule("ST-4")
@pytest.mark.parametrize(("face", "free"), [(4, True), (5, False)])
def test_isolated_ends_with_a_reset_at_wip_less_nine(face: int, free: bool) -> None:
    table = field("M", M=held("irregular", states=("isolated",)))
    table.change("M", counters=(("own_order", 1),))
    table.act(GiveOrder(table.id("M"), "own"))
    assert Reset() in table.options()
    events = table.play(Reset(), Pass(), reset=[face])
    assert (table.unit("M").states == ()) is free
    assert [(e.purpose, e.target) for e in of(events, DiceRolled)] == [("reset", 4)]


@pytest.mark.rule("ST-5")
@pytest.mark.parametrize(("face", "states"), [(4, ()), (10, ("isolated",)), (11, ("immobilized_b", "isolated"))])
def test_immobilized_b_leaves_only_reset_at_wip_less_three(face: int, states: tuple[str, ...]) -> None:
    """One die is read against each state it may end: WIP 13 - 3 and 13 - 9."""
    table = field("M......g", M=held(states=("immobilized_b", "isolated")), g=held("gaunt"))
    table.change("M", counters=(("own_order", 1),))
    table.act(GiveOrder(table.id("M"), "own"))
    assert table.options() == [Reset()]
    assert table.code(Shoot("rifle", (table.id("g"),))) == "IMMOBILIZED"
    table.play(Reset(), reset=[face])
    assert table.unit("M").states == states


@pytest.mark.rule("ST-5", "MV-5")
@pytest.mark.parametrize(("face", "states"), [(4, ()), (5, ("immobilized_a",))])
def test_immobilized_a_leaves_only_dodge_at_ph_less_six(face: int, states: tuple[str, ...]) -> None:
    table = field("M......g", M=held(states=("immobilized_a",)), g=held("gaunt"))
    declaring(table, "M")
    assert table.options() == [Dodge()]
    table.play(Dodge(), *([Pass()] if not states else []), dodge=[face])
    assert table.unit("M").states == states


def test_a_reset_without_anything_to_shake_off_is_refused() -> None:
    table = field("M", M="marine")
    declaring(table, "M")
    assert table.code(Reset()) == "NOTHING_TO_RESET"
    assert Reset() not in table.options()


@pytest.mark.rule("ST-6")
def test_the_stunned_attack_nobody_and_roll_at_minus_three() -> None:
    table = field("M.......g", M="marine", g="gaunt")
    change(table, (gain, "M", "stunned"))
    ctx = Ctx(table.game, table.state)
    for skill, attribute in (("dodge", "ph"), ("guts", "wip"), ("discover", "wip")):
        attempt = Attempt(table.id("M"), skill, attribute, target=table.id("g"))
        assert ("stunned", -3) in [(m.name, m.value) for m in success_value(ctx, attempt).modifiers]
    declaring(table, "M")
    assert table.options(Shoot) == []
    assert table.code(Shoot("rifle", (table.id("g"),))) == "STUNNED"


@pytest.mark.rule("ST-6")
def test_saves_are_not_made_worse_by_stunning() -> None:
    table = duel("M.......m", M=red(), m=held(side="blue", states=("stunned",)))
    order(table, "M", Shoot("rifle", (table.id("m"),)), bs=[3, 20, 20], save=[11], guts=[10])
    assert table.unit("m").wounds == 0


@pytest.mark.rule("ST-6")
def test_stunned_ends_with_the_states_phase_of_the_turn_that_caused_it() -> None:
    table = field("M.......g", M="marine", g="gaunt")
    change(table, (gain, "M", "stunned"))
    assert [(e.name, e.unit, e.expires) for e in table.state.effects] == [("stunned", 1, "states:marines")]
    events = table.act(EndTurn())
    assert [(e.unit, e.state) for e in of(events, StateLost)] == [(1, "stunned")]
    assert table.unit("M").states == ()


@pytest.mark.rule("ST-6")
def test_stunned_in_a_hive_turn_lasts_to_the_next_human_states_phase_and_a_xenos_to_its_own() -> None:
    table = field("M.......g", M="marine", g="gaunt")
    table.set(turn="hive")
    change(table, (gain, "M", "stunned"), (gain, "g", "stunned"))
    assert [(e.unit, e.expires) for e in table.state.effects] == [(1, "states:marines"), (2, "hive_end")]


@pytest.mark.rule("ST-7")
def test_the_engaged_may_only_fight_dodge_reset_or_idle() -> None:
    table = field("Mg......", M="marine", g="gaunt")
    declaring(table, "M")
    kinds = {type(action).__name__ for action in table.options()}
    assert kinds == {"Fight", "Dodge", "Idle"}
    assert table.code(Move((table.at(0, 1),))) == "ENGAGED"


@pytest.mark.rule("ST-7")
@pytest.mark.parametrize("state", ["unconscious", "incapacitated", "immobilized_a", "immobilized_b"])
def test_contact_with_one_who_is_down_or_immobilized_is_no_engagement(state: str) -> None:
    table = field("Mg......", M="marine", g={"kind": "gaunt", "states": (state,)})
    assert not is_engaged(Ctx(table.game, table.state), table.unit("M"))
