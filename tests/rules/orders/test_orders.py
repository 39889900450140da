"""Giving orders and what an order is made of (OR-1 to OR-4, OR-8)."""

from __future__ import annotations

import pytest

from game.api import Module
from game.core.events import PoolChanged
from game.rules.compose import compose
from game.rules.skirmish import names
from game.rules.skirmish.actions import (
    Discover,
    Dodge,
    EndTurn,
    Fight,
    GiveOrder,
    Idle,
    Jump,
    Move,
    Pass,
    Reset,
    SetPolicy,
    Shoot,
    Use,
)
from game.rules.skirmish.combat import remove
from game.rules.skirmish.events import OrderEnded, OrderGiven, SkillDeclared
from game.rules.skirmish.tasks import DeclareFirst, DeclareSecond, React
from tests.support.reference import WEAPONS
from tests.support.table import Table, kinds_of

FIELD = "\n".join(["M..........."] + ["............"] * 7)
FAR = "\n".join(["M..........g"] + ["............"] * 7)
WALLED = "\n".join(["M.....#....g"] + ["......#....."] * 7)


def alone(**extra):
    """One marine with nobody in sight, its side to give orders."""
    return Table(WALLED, M="marine", g="gaunt", **extra).orders()


# -- OR-1, OR-2 -----------------------------------------------------------------------------------------


@pytest.mark.rule("OR-1", "OR-2")
def test_a_pool_order_is_paid_and_counted_for_the_trooper():
    table = alone()
    events = table.act(GiveOrder(table.id("M")))
    assert OrderGiven(1, "pool") in events
    assert PoolChanged("marines", 9) in events
    assert table.unit("M").count("orders") == 1
    assert isinstance(table.waiting, DeclareFirst)


@pytest.mark.rule("OR-2")
def test_a_trooper_gets_at_most_two_pool_orders_a_turn():
    table = Table("\n".join(["MN....#g"] + ["......#."] * 7), M="marine", N="marine", g="gaunt").orders()
    for _ in range(2):
        after(table, GiveOrder(1), Idle(), Pass())
    assert table.code(GiveOrder(1)) == "ORDER_LIMIT"
    assert table.options(GiveOrder) == [GiveOrder(2)]


@pytest.mark.rule("OR-2", "MO-3")
def test_the_limit_is_a_switch():
    table = alone(rules={"orders_per_trooper": 1}).change("M", counters=(("orders", 1), ("own_order", 1)))
    assert table.code(GiveOrder(1)) == "ORDER_LIMIT"
    assert table.code(GiveOrder(1, "own")) == ""


@pytest.mark.rule("OR-1", "OR-2")
def test_own_and_lieutenant_orders_are_extra_and_only_for_their_owner():
    table = alone().change("M", counters=(("lieutenant_order", 1), ("orders", 2)))
    assert table.options(GiveOrder) == [GiveOrder(1, "lieutenant")]
    table.act(GiveOrder(1, "lieutenant"))
    assert table.unit("M").count("lieutenant_order") == 0
    assert table.state.sides["marines"].pool == 10


@pytest.mark.rule("OR-2", "EM-10")
def test_an_isolated_trooper_cannot_receive_pool_orders():
    table = alone().change("M", states=("isolated",), counters=(("own_order", 1),))
    assert table.code(GiveOrder(1)) == "ISOLATED"
    assert table.code(GiveOrder(1, "own")) == ""


@pytest.mark.rule("OR-1", "ST-2", "ST-3")
@pytest.mark.parametrize("state", ["unconscious", "incapacitated"])
def test_one_who_is_down_receives_nothing(state):
    table = Table("M.N.........", M="marine", N="marine").change("M", states=(state,)).orders()
    assert table.code(GiveOrder(1)) == "NOT_FIT"
    assert table.options(GiveOrder) == [GiveOrder(2)]


@pytest.mark.rule("OR-1")
def test_orders_are_refused_for_wrong_units_kinds_and_empty_pools():
    table = Table(FAR, M="marine", g="gaunt").change("M", counters=(("own_order", 1),)).orders(pool=0)
    assert table.code(GiveOrder(1)) == "POOL_EMPTY"
    assert table.code(GiveOrder(1, "lieutenant")) == "NO_OWN_ORDER"
    assert table.code(GiveOrder(1, "free")) == "NO_SUCH_ORDER"
    assert table.code(GiveOrder(2)) == "NOT_YOUR_UNIT"


@pytest.mark.rule("TS-4")
def test_the_phase_ends_by_itself_when_no_order_is_left():
    table = alone().orders(pool=1)
    table.act(GiveOrder(1))
    events = table.act(Idle())
    while isinstance(table.waiting, DeclareSecond):
        events = table.act(Pass())
    assert "TurnEnded" in kinds_of(events)
    assert table.state.round == 2


@pytest.mark.rule("TS-4")
def test_a_side_may_end_its_turn_early():
    table = alone()
    events = table.act(EndTurn())
    assert "TurnEnded" in kinds_of(events)


# -- OR-3 -----------------------------------------------------------------------------------------------


def after(table, *skills):
    """The table in the decision about the next skill, reactions declined."""
    for skill in skills:
        table.act(skill)
        while isinstance(table.waiting, React):
            table.act(Pass())
    return table


def step(table):
    return Move((table.at(1, 0),))


@pytest.mark.rule("OR-3")
def test_movement_and_short_skill_go_together_in_either_order():
    table = Table(FAR, M="marine", g="gaunt").orders()
    table.act(GiveOrder(1))
    after(table, step(table))
    assert isinstance(table.waiting, DeclareSecond)
    assert table.code(Shoot("rifle", (2,))) == ""
    assert table.code(Dodge()) == ""
    assert table.code(Idle()) == ""

    table = Table(FAR, M="marine", g="gaunt").orders()
    table.act(GiveOrder(1))
    after(table, Shoot("rifle", (2,)))
    assert isinstance(table.waiting, DeclareSecond)
    assert table.code(step(table)) == ""


@pytest.mark.rule("OR-3")
def test_two_moves_are_an_order_and_two_short_skills_are_none():
    table = after(alone(), GiveOrder(1), Idle())
    assert table.code(Dodge()) == "TWO_SHORT_SKILLS"
    assert table.code(Idle()) == "TWO_SHORT_SKILLS"
    table = alone()
    after(table, GiveOrder(1), step(table))
    assert table.code(Move((table.at(2, 0),))) == ""


@pytest.mark.rule("OR-3")
def test_one_short_skill_alone_is_an_order():
    table = after(alone(), GiveOrder(1), Idle())
    events = table.act(Pass())
    assert OrderEnded(1, "pool") in events


@pytest.mark.rule("OR-3", "D-I22", "IM-17")
def test_an_entire_order_stands_alone():
    table = Table("M~....", M="marine").orders()
    after(table, GiveOrder(1))
    events = table.act(Jump(table.at(2, 0)))
    assert OrderEnded(1, "pool") in events
    table = after(Table("M.....", M="marine").orders(), GiveOrder(1), Idle())
    assert table.code(Jump(table.at(2, 0))) == "NOT_NOW"


@pytest.mark.rule("OR-3")
def test_a_second_skill_that_could_only_be_passed_is_not_asked():
    table = Table("Mg......", M="marine", g="gaunt").orders()
    events = after(table, GiveOrder(1)).act(Idle())
    assert not isinstance(table.waiting, DeclareSecond)
    assert SkillDeclared(1, Idle()) in events


@pytest.mark.rule("OR-3", "D-I19")
def test_idle_does_nothing_but_draws_reactions():
    table = Table(
        "\n".join(["M..........w"] + ["............"] * 7), rules={"hive_reactions": "all"}, M="marine", w="warrior"
    )
    table.orders().act(GiveOrder(1))
    table.act(Idle())
    assert table.waiting == React(2, 1)


# -- OR-4 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("OR-4", "D-I2")
def test_the_sequence_of_an_order():
    table = Table("\n".join(["M......g"] + ["........"] * 7), M="marine", g="gaunt").orders()
    order = [
        "OrderGiven",
        "SkillDeclared",
        "UnitMoved",
        "SkillDeclared",
        "ReactionDeclared",
        "DiceRolled",
        "OrderEnded",
    ]
    seen = [*table.act(GiveOrder(1)), *table.act(step(table)), *table.act(Shoot("rifle", (2,)))]
    assert table.waiting == React(2, 2)
    seen += table.act(Dodge(), bs=[20, 20, 20], dodge=[11])
    if table.to_act == "hive":
        seen += table.act(Pass())
    kinds = [kind for kind in kinds_of(seen) if kind in order]
    assert [kind for index, kind in enumerate(kinds) if index == 0 or kinds[index - 1] != kind] == order


@pytest.mark.rule("OR-4", "RL-3")
def test_nothing_takes_effect_before_both_skills_and_reactions_are_declared():
    table = Table("\n".join(["M......g"] + ["........"] * 7), M="marine", g="gaunt").orders()
    table.act(GiveOrder(1))
    events = table.act(Shoot("rifle", (2,)))
    assert "DiceRolled" not in kinds_of(events)
    assert table.waiting == React(2, 1)
    events = table.act(Pass())
    assert "DiceRolled" not in kinds_of(events)
    assert isinstance(table.waiting, DeclareSecond)


@pytest.mark.rule("OR-4")
def test_an_attack_is_judged_from_where_the_attacker_stood_when_it_declared():
    table = Table("\n".join(["M.....#g"] + ["......#."] * 7), M="marine", g="gaunt").orders()
    table.act(GiveOrder(1))
    assert table.code(Shoot("rifle", (2,))) == "NO_LOS"


# -- OR-8 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("OR-8")
def test_a_policy_may_be_set_once_between_two_orders():
    table = Table("\n".join(["MN....#g"] + ["......#."] * 7), M="marine", N="marine", g="gaunt").orders()
    assert SetPolicy(1, "ask") not in table.options(SetPolicy)
    table.act(SetPolicy(1, "hold"))
    assert table.unit("M").policy == "hold"
    assert table.code(SetPolicy(1, "shoot")) == "POLICY_JUST_SET"
    assert table.options(SetPolicy) == [SetPolicy(2, policy) for policy in ("shoot", "dodge", "hold")]
    table.act(GiveOrder(2))
    after(table, Idle())
    table.act(Pass())
    assert table.code(SetPolicy(1, "shoot")) == ""


@pytest.mark.rule("OR-8")
def test_policies_are_a_closed_list_for_own_units():
    table = Table(FAR, M="marine", g="gaunt").orders()
    assert table.code(SetPolicy(1, "brave")) == "NO_SUCH_POLICY"
    assert table.code(SetPolicy(1, "ask")) == "NO_SUCH_POLICY"
    assert table.code(SetPolicy(2, "hold")) == "NOT_YOUR_UNIT"


# -- what states leave (section 9) ------------------------------------------------------------------------


@pytest.mark.rule("ST-5", "D-T9")
def test_immobilized_b_leaves_nothing_but_reset():
    table = Table(FIELD, M="marine").change("M", states=("immobilized_b",)).orders()
    table.act(GiveOrder(1))
    assert table.options() == [Reset()]
    assert table.code(Idle()) == "IMMOBILIZED"
    assert table.code(Move((table.at(1, 0),))) == "IMMOBILIZED"


@pytest.mark.rule("ST-5")
def test_immobilized_a_leaves_nothing_but_dodge():
    table = Table(FIELD, M="marine").change("M", states=("immobilized_a",)).orders()
    table.act(GiveOrder(1))
    assert table.options() == [Dodge()]
    assert table.code(Reset()) == "IMMOBILIZED"


@pytest.mark.rule("ST-6", "D-T8")
def test_stunned_bars_attacks_only():
    table = Table(FAR, M="zealot", g="gaunt").change("M", states=("stunned",)).orders()
    table.act(GiveOrder(1))
    assert table.code(Shoot("rifle", (2,))) == "STUNNED"
    assert table.code(Move((table.at(1, 0),))) == ""
    assert table.options(Shoot) == []


@pytest.mark.rule("ST-7", "D-I11", "D-H4")
def test_engaged_troopers_fight_dodge_reset_or_idle():
    table = Table("\n".join(["Mg......"] + ["........"] * 7), M="marine", g="gaunt").orders()
    table.act(GiveOrder(1))
    assert {type(action) for action in table.options()} == {Idle, Fight, Dodge}
    assert table.code(Shoot("rifle", (2,))) == "ENGAGED"
    assert table.code(Move((table.at(0, 1),))) == "ENGAGED"
    assert table.code(Discover(2)) == "ENGAGED"
    assert table.code(Use("medikit", 2)) == "ENGAGED"


@pytest.mark.rule("ST-7")
@pytest.mark.parametrize("state", ["immobilized_a", "immobilized_b"])
def test_immobilized_enemies_do_not_engage(state):
    table = (
        Table("\n".join(["Mg......"] + ["........"] * 7), M="marine", g="gaunt").change("g", states=(state,)).orders()
    )
    table.act(GiveOrder(1))
    assert table.code(Move((table.at(0, 1),))) == ""


@pytest.mark.rule("ST-7")
def test_spores_do_not_engage():
    table = Table("\n".join(["Ms......"] + ["........"] * 7), M="marine", s="spore").orders()
    table.act(GiveOrder(1))
    assert table.code(Move((table.at(0, 1), table.at(0, 2)))) == ""


@pytest.mark.rule("OR-6", "X-51")
def test_fall_back_lets_a_trooper_leave_contact_by_moving():
    table = Table("\n".join(["Mg......"] + ["........"] * 7), M="marine", g="gaunt")
    table.effect("fall_back", "marines", unit=1).orders().act(GiveOrder(1))
    assert table.code(Move((table.at(0, 1),))) == "NOT_LEAVING"
    assert table.code(Move((table.at(0, 1), table.at(0, 2)))) == ""
    ends = [table.board.xy(move.path[-1]) for move in table.options() if isinstance(move, Move)]
    assert ends
    assert all(x > 2 or y > 1 for x, y in ends)
    table.act(Move((table.at(0, 1), table.at(0, 2))))
    assert table.xy("M") == (0, 2)


@pytest.mark.rule("OR-4", "TS-5")
def test_an_order_ends_properly_if_its_trooper_is_gone_before_the_first_skill():
    """What comes before the first skill may cost the trooper; the order is over then, and victory is looked at."""
    table = alone()
    fatal = Module("fatal", contributes={names.BEFORE_ORDER: (lambda tx, order: remove(tx, order.actor),)})
    table.game = compose(table.game.scenario, table.board, table.kinds, WEAPONS, extra=[fatal])
    events = table.act(GiveOrder(1))
    assert OrderEnded(1, "pool") in events
    assert table.waiting is None or not isinstance(table.waiting, DeclareFirst)
