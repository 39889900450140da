"""Ignores an objective: a free unit could have served it, and nobody did."""

from game.api import EndTurn, Objective, Pass
from game.rules.skirmish.actions import GiveOrder, Idle, Move, Shoot, Use
from tests.sim.card.watched import counts, watched, worst
from tests.support.table import Table

FIELD = ["." * 16] * 4
EXIT = {"objective": Objective("exit", n=1), "zones": {"exit": [(15, 4)]}}


def table(row, goal=None, pool=2, **legend):
    return Table([*FIELD, row, *FIELD], **{"M": "marine", "g": "gaunt", **legend}, **(goal or EXIT)).orders(pool=pool)


def order(t, *xs):
    return GiveOrder(1), Move(tuple(t.at(x, 4) for x in xs)), Pass()


def test_a_turn_without_a_step_to_the_exit_ignores_it():
    t = table("....M...........")
    found = watched(t, EndTurn())
    assert counts(found, "objective") == (1, 1)
    assert worst(found, "objective").who == "marine #1"


def test_steps_the_wrong_way_ignore_it_too():
    t = table("....M...........", pool=1)
    assert counts(watched(t, *order(t, 3, 2)), "objective") == (1, 1)


def test_a_step_towards_it_serves_it():
    t = table("....M...........")
    assert counts(watched(t, *order(t, 5), EndTurn()), "objective") == (0, 1)


def test_an_engaged_unit_is_not_free():
    t = table("....Mg..........")
    assert counts(watched(t, EndTurn()), "objective") == (0, 0)


def test_nobody_has_to_walk_into_reach_of_an_enemy():
    t = table("....M........g..")
    assert counts(watched(t, EndTurn()), "objective") == (0, 0)


def test_whoever_spends_its_orders_on_fighting_does_not_ignore_it():
    t = table("....M.....g.....", pool=1)
    shot = (GiveOrder(1), Shoot("rifle", (2,)))
    assert counts(watched(t, *shot, dice={"bs": [20, 20, 20]}), "objective") == (0, 0)


def test_a_console_at_hand_must_be_used():
    goal = {"objective": Objective("console", n=1)}
    t = table("....M...........", goal)
    marker = t.marker("console", 5, 4)
    found = watched(t, GiveOrder(1), Idle(), EndTurn())
    assert counts(found, "objective") == (1, 1)
    assert worst(found, "objective").what == "console"
    assert counts(watched(t, GiveOrder(1), Use("console", marker)), "objective") == (0, 1)


def test_whoever_stands_in_the_zone_that_is_to_be_held_serves_it():
    goal = {"objective": Objective("hold", n=3, zone="objective:a"), "zones": {"objective:a": [(4, 4)]}}
    assert counts(watched(table("....M...........", goal), EndTurn()), "objective") == (0, 1)
    assert counts(watched(table("..M.............", goal), EndTurn()), "objective") == (1, 1)


def test_a_side_that_only_has_to_survive_has_nothing_to_walk_to():
    goal = {"objective": Objective("survive", n=3)}
    assert counts(watched(table("....M...........", goal), EndTurn()), "objective") == (0, 0)
