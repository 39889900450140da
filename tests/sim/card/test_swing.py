"""Goes to and fro: from A to B and back to A, and nothing happened in between."""

from typing import Any

from game.api import EndTurn, Objective, Pass
from game.rules.skirmish.actions import GiveOrder, Move, Shoot
from tests.sim.card.watched import counts, watched, worst
from tests.support.table import Table

FIELD = ["." * 12] * 4


def table(row="M..#....g...", *above, pool=4):
    return Table([*FIELD[1:], *(above or FIELD[:1]), row, *FIELD], M="marine", g="gaunt").orders(pool=pool)


def walk(t, *places):
    return GiveOrder(1), Move(tuple(t.at(x, y) for x, y in places)), Pass()


def test_there_and_back_again_is_to_and_fro():
    t = table()
    found = watched(t, *walk(t, (1, 4)), *walk(t, (0, 4)), EndTurn())
    assert counts(found, "swing") == (1, 1)
    assert worst(found, "swing").what == "(0, 4) (1, 4) (0, 4)"


def test_within_one_order_too():
    t = table()
    assert counts(watched(t, GiveOrder(1), Move((t.at(1, 4),)), Move((t.at(0, 4),)), EndTurn()), "swing") == (1, 1)


def test_and_from_one_turn_to_the_next():
    t = table()
    assert counts(
        watched(t, *walk(t, (1, 4)), EndTurn(), *walk(t, (0, 4)), EndTurn(), dice={"swarm": [1, 1]}), "swing"
    ) == (1, 1)


def test_going_on_is_not():
    t = table()
    assert counts(watched(t, *walk(t, (1, 4)), *walk(t, (2, 4)), EndTurn()), "swing") == (0, 1)


def test_out_to_shoot_and_back_behind_the_wall_is_not():
    t = table("M..#....g...", "............")
    out = (GiveOrder(1), Move((t.at(1, 3),)), Shoot("rifle", (2,)))
    back = walk(t, (0, 4))
    assert counts(watched(t, *out, *back, EndTurn(), dice={"bs": [20, 20, 20]}), "swing") == (0, 0)


def test_back_from_what_came_in_sight_is_not():
    rows = ["............", "M...........", "##..........", "............", "....g.......", *FIELD]
    t = Table(rows, M="marine", g="gaunt").orders(pool=4)
    there, back = walk(t, (1, 1), (2, 1), (3, 1)), walk(t, (2, 1), (1, 1), (0, 1))
    assert counts(watched(t, *there, *back, EndTurn()), "swing") == (0, 1)


WALLED = [".....#......"] * 4


def test_back_to_beside_where_it_came_from_is_to_and_fro_after_a_longer_way():
    t = Table([*WALLED, "M....#..g...", *WALLED], M="marine", g="gaunt").orders(pool=2)
    away, back = walk(t, (1, 5), (2, 6), (3, 7)), walk(t, (2, 6), (1, 5))
    assert counts(watched(t, *away, *back), "swing") == (1, 1)
    short, back = walk(t, (1, 5), (2, 6)), walk(t, (1, 5))
    assert counts(watched(t, *short, *back), "swing") == (0, 1)


def test_unless_it_is_nearer_to_a_goal_for_it():
    goal: dict[str, Any] = {"objective": Objective("exit", n=1), "zones": {"exit": [(4, 4)]}}
    t = Table([*WALLED, "M....#..g...", *WALLED], M="marine", g="gaunt", **goal).orders(pool=2)
    away, back = walk(t, (1, 5), (2, 6), (3, 7)), walk(t, (2, 6), (1, 5))
    assert counts(watched(t, *away, *back), "swing") == (0, 1)
