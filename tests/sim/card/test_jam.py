"""Jams a door: stands still where a comrade has to pass, although it could go on."""

from typing import Any

from game.api import EndTurn, Objective, Pass
from game.rules.skirmish.actions import GiveOrder, Move
from tests.sim.card.watched import counts, watched, worst
from tests.support.table import Table

WALL = "#" * 16
ROOM = "....##########.."


def table(row, *above, exit_at=(15, 4), **legend):
    rows = [WALL, WALL, WALL, *(above or (ROOM,)), row, ROOM, WALL, WALL]
    goal: dict[str, Any] = {"objective": Objective("exit", n=1), "zones": {"exit": [exit_at]}}
    return Table(rows, **{"F": "marine", "U": "marine", **legend}, **goal).orders(pool=4)


def order(t, letter, *xs, y=4):
    return GiveOrder(t.id(letter)), Move(tuple(t.at(x, y) for x in xs)), Pass()


def test_whoever_stays_in_the_passage_with_a_comrade_behind_jams_it():
    t = table("...F.U..........")
    found = watched(t, *order(t, "F", 4), EndTurn())
    assert counts(found, "jam") == (1, 1)
    case = worst(found, "jam")
    assert (case.who, case.where, case.what) == ("marine #2", "(5, 4)", "marine #1 (4, 4)")


def test_whoever_goes_on_does_not():
    t = table("...F.U..........")
    assert counts(watched(t, *order(t, "U", 6, 7, 8), *order(t, "F", 4, 5), EndTurn()), "jam") == (0, 1)


def test_a_comrade_who_wants_nothing_is_not_held_up():
    t = table("...F.U..........")
    assert counts(watched(t, EndTurn()), "jam") == (0, 1)


def test_nobody_jams_where_there_is_a_way_round():
    t = table("...F.U..........", "................")
    assert counts(watched(t, *order(t, "F", 4), EndTurn()), "jam") == (0, 0)


def test_whoever_has_an_enemy_before_it_holds_the_door():
    t = table("...F.U.......g..", g="gaunt")
    assert counts(watched(t, *order(t, "F", 4), EndTurn()), "jam") == (0, 1)


def test_whoever_has_no_way_on_itself_is_not_to_blame():
    t = table("...F.UB.........", B="marine")
    found = watched(t, *order(t, "F", 4), EndTurn())
    assert worst(found, "jam").who == "marine #3", "the one in front is"
    assert found["jam"].count == 1
