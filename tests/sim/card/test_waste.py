"""Wastes orders: left with something useful to do, or spent on what changes nothing."""

from game.api import EndTurn, Objective, Pass, hive_tasks
from game.api import hive_actions as hive
from game.rules.skirmish.actions import GiveOrder, Idle, Move, Shoot
from tests.sim.card.watched import counts, watched
from tests.support.table import Table

FIELD = ["." * 12] * 4


def table(row, pool=2, **options):
    return Table([*FIELD, row, *FIELD], **{"M": "marine", "g": "gaunt", "w": "swarm", **options}).orders(pool=pool)


def hive_turn(row, **options):
    t = table(row, **options)
    return t.agenda(hive_tasks.NextXeno("hive"), hive_tasks.HiveEnd("hive"), turn="hive")


def test_an_order_left_for_one_with_a_target_is_wasted():
    found = watched(table("M.......g..."), EndTurn())
    assert counts(found, "waste") == (1, 1)


def test_no_more_orders_are_wasted_than_are_left():
    assert counts(watched(table("MM......g...", pool=1), EndTurn()), "waste") == (1, 1)
    assert counts(watched(table("MM......g...", pool=2), EndTurn()), "waste") == (2, 2)


def test_an_order_left_with_nothing_to_do_is_not():
    assert counts(watched(table("M..#....g..."), EndTurn()), "waste") == (0, 0)


def test_an_order_that_changes_nothing_is_wasted():
    found = watched(table("M..#....g..."), GiveOrder(1), Idle(), EndTurn())
    assert counts(found, "waste") == (1, 1)


def test_a_shot_that_misses_is_not_wasted():
    t = table("M.......g...", pool=1)
    assert counts(watched(t, GiveOrder(1), Shoot("rifle", (2,)), dice={"bs": [20, 20, 20]}), "waste") == (0, 1)


def test_there_and_back_in_one_order_changes_nothing():
    t = table("M..#....g...", pool=1)
    there_and_back = (GiveOrder(1), Move((t.at(1, 4),)), Move((t.at(0, 4),)))
    assert counts(watched(t, *there_and_back), "waste") == (1, 1)


def test_a_xeno_that_could_safely_come_nearer_wastes_its_activation():
    rows = "M..#......g."
    assert counts(watched(hive_turn(rows), Pass(), side="hive"), "waste") == (1, 1)
    t = hive_turn(rows)
    closer = (hive.ActivateXeno(2), Move(tuple(t.at(x, 4) for x in (9, 8, 7))))
    assert counts(watched(t, *closer, side="hive"), "waste") == (0, 1)


def test_what_the_rules_move_is_not_counted():
    assert counts(watched(hive_turn("M..#......w."), hive.ActivateXeno(2), side="hive"), "waste") == (0, 0)


def test_swarm_dice_that_buy_nothing_though_they_could_are_wasted():
    t = table("M..#......g.")
    t.agenda(hive_tasks.DicePhase("hive"), hive_tasks.HiveEnd("hive"), turn="hive")
    assert counts(watched(t, Pass(), side="hive", dice={"swarm": [4]}), "waste") == (1, 1)
    assert counts(watched(t, Pass(), side="hive", dice={"swarm": [2]}), "waste") == (0, 0), "Catharsis has its price"


def test_a_goal_to_walk_to_makes_an_order_useful():
    goal = {"objective": Objective("exit", n=1), "zones": {"exit": [(11, 4)]}}
    assert counts(watched(table("M...........", pool=1, **goal), EndTurn()), "waste") == (1, 1)
