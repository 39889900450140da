"""Stops in the open: several enemies can attack it there, and a cell as useful was safer."""

from typing import Any

from msgspec.structs import replace

from game.api import EndTurn, Objective, Pass, hive_actions, hive_tasks
from game.rules.skirmish.actions import GiveOrder, Move, Shoot
from tests.sim.card.watched import counts, watched, worst
from tests.support.reference import KINDS
from tests.support.table import Table

WIDE = ["." * 20] * 4
MARINE = KINDS["marine"]
GUARD = replace(MARINE, id="guard", profiles=(replace(MARINE.profiles[0], id="guard", weapons=("knife",)),))
"""One who has no use of seeing anybody."""


def table(row, *, goal=(), **legend):
    zones: dict[str, Any] = {"zones": {"exit": list(goal)}, "objective": Objective("exit", n=1)} if goal else {}
    return Table([*WIDE, row, *WIDE], **{"M": "marine", "g": "gaunt", **legend}, **zones).orders(pool=3)


def walk(t, *xs):
    return GiveOrder(1), Move(tuple(t.at(x, 4) for x in xs)), Pass()


def test_whoever_walks_into_reach_of_two_for_nothing_stops_in_the_open():
    t = table("....M.........gg....")
    found = watched(t, *walk(t, 5, 6, 7, 8), EndTurn())
    assert counts(found, "exposed") == (1, 1)
    case = worst(found, "exposed")
    assert (case.who, case.where) == ("marine #1", "(8, 4)")
    assert case.what.startswith("2 (2) > 0 (0) ")


def test_whoever_stays_out_of_reach_does_not():
    t = table("....M.........gg....")
    assert counts(watched(t, *walk(t, 5), EndTurn()), "exposed") == (0, 1)


def test_one_enemy_is_not_several():
    t = table("....M...........g...")
    assert counts(watched(t, *walk(t, 5, 6, 7, 8), EndTurn()), "exposed") == (0, 1)


def test_whoever_comes_nearer_to_the_goal_has_a_reason():
    t = table("....M.........gg....", goal=[(9, 4)])
    assert counts(watched(t, *walk(t, 5, 6, 7, 8), EndTurn()), "exposed") == (0, 1)


def test_whoever_comes_into_better_range_and_shoots_has_a_reason():
    t = table("M................tt.", t={"kind": "warrior"})
    near = (*walk(t, 1, 2, 3, 4)[:2], Shoot("rifle", (2,)), EndTurn())
    # From 17 cells the rifle has -3, from 13 it has +3.
    assert counts(watched(t, *near, dice={"bs": [20, 20, 20]}), "exposed") == (0, 1)


def test_whoever_shields_a_friend_has_a_reason():
    rooms = ["......###......."] * 4
    for row, cases in ((".....M.....gg...", 1), ("....FM.....gg...", 0)):
        t = Table([*rooms, row, *rooms], kinds={"guard": GUARD}, M="guard", F="marine", g="gaunt").orders(pool=3)
        plug = (GiveOrder(t.id("M")), Move((t.at(6, 4),)), Pass(), EndTurn())
        assert counts(watched(t, *plug), "exposed") == (cases, 1), row


def test_a_xeno_that_stops_where_two_can_shoot_it_has_no_excuse_beside_a_hidden_cell():
    rows = ["....................", ".m.......#..........", "..........g.........", ".m..................", *WIDE]
    t = Table(rows, m="marine", g="gaunt", hive_objective=Objective("survive", n=9))
    t.agenda(hive_tasks.NextXeno("hive"), hive_tasks.HiveEnd("hive"), turn="hive")
    out = (hive_actions.ActivateXeno(t.id("g")), Move((t.at(11, 3), t.at(12, 4))))
    found = watched(t, *out, side="hive")
    assert counts(found, "exposed") == (1, 1)
