"""Idle with a target: what could attack, and did nothing useful."""

from game.api import EndTurn, Objective, Pass, hive_tasks
from game.api import hive_actions as hive
from game.rules.skirmish.actions import Dodge, Fight, GiveOrder, Idle, Move, Shoot
from tests.sim.card.watched import counts, watched, worst
from tests.support.table import Table

FIELD = ["." * 12] * 4
OPEN = [*FIELD, "M.......g...", *FIELD]


def table(rows, **options):
    return Table(rows, M="marine", g="gaunt", **options).orders(pool=2)


def walk(t, *places):
    return Move(tuple(t.at(x, y) for x, y in places))


def test_whoever_is_never_ordered_with_a_target_in_sight_is_idle():
    t = table(OPEN)
    found = watched(t, EndTurn())
    assert counts(found, "idle") == (1, 1)
    case = worst(found, "idle")
    assert (case.who, case.where) == ("marine #1", "(0, 4)")
    assert case.what.startswith("rifle -> #2 ")


def test_an_order_that_comes_to_nothing_with_a_target_in_sight_is_idle():
    t = table(OPEN)
    assert counts(watched(t, GiveOrder(1), Idle(), EndTurn()), "idle") == (1, 1)


def test_whoever_shoots_is_not_idle():
    t = table(OPEN)
    found = watched(t, GiveOrder(1), Shoot("rifle", (2,)), EndTurn(), dice={"bs": [20, 20, 20]})
    assert counts(found, "idle") == (0, 1)


def test_nobody_is_idle_without_a_target():
    t = table([*FIELD, "M..#....g...", *FIELD])
    assert counts(watched(t, EndTurn()), "idle") == (0, 0)


def test_nobody_is_idle_whose_orders_are_spent():
    t = table(OPEN).orders(pool=0)
    assert t.options() == [] or counts(watched(t, EndTurn()), "idle") == (0, 0)


def test_a_poor_chance_is_no_target():
    far = ["." * 45] * 4
    t = table([*far, "M" + "." * 35 + "=g" + "." * 7, *far])
    assert counts(watched(t, EndTurn()), "idle") == (0, 0)


def test_whoever_walks_nearer_to_the_goal_instead_is_not_idle():
    goal = {"objective": Objective("exit", n=1), "zones": {"exit": [(0, 0)]}}
    t = table(OPEN, **goal)
    assert counts(watched(t, GiveOrder(1), walk(t, (0, 3), (0, 2)), Pass(), EndTurn()), "idle") == (0, 1)
    assert counts(watched(t, GiveOrder(1), walk(t, (0, 5), (0, 6)), Pass(), EndTurn()), "idle") == (1, 1)


def test_whoever_walks_out_of_danger_instead_is_not_idle():
    t = table([*FIELD, "....M.....g.", *FIELD])
    assert counts(watched(t, GiveOrder(1), walk(t, (3, 4), (2, 4), (1, 4)), Pass(), EndTurn()), "idle") == (0, 1)


def test_whoever_tries_to_get_out_of_contact_is_not_idle():
    t = table([*FIELD, "Mg..........", *FIELD])
    found = watched(t, GiveOrder(1), Dodge(), EndTurn(), dice={"dodge": [20]})
    assert counts(found, "idle") == (0, 1)


def test_a_xeno_in_contact_that_does_not_strike_is_idle():
    t = Table([*FIELD, "Mg..........", *FIELD], M="marine", g="gaunt")
    t.agenda(hive_tasks.NextXeno("hive"), hive_tasks.HiveEnd("hive"), turn="hive")
    found = watched(t, hive.ActivateXeno(2), Pass(), side="hive")
    assert counts(found, "idle") == (1, 1)
    t = Table([*FIELD, "Mg..........", *FIELD], M="marine", g="gaunt")
    t.agenda(hive_tasks.NextXeno("hive"), hive_tasks.HiveEnd("hive"), turn="hive")
    found = watched(t, hive.ActivateXeno(2), Fight("claws", 1), side="hive", dice={"cc": [20]})
    assert counts(found, "idle") == (0, 1)
