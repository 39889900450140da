"""Leaves contact into worse: where it goes, more can attack it than before."""

from game.api import EndTurn, Objective, Pass
from game.rules.skirmish.actions import GiveOrder, Move
from tests.sim.card.watched import counts, watched, worst
from tests.support.table import Table

WIDE = ["." * 24] * 4


def table(row, **options):
    t = Table([*WIDE, row, *WIDE], M="marine", g="gaunt", s="stealer", **options).orders(pool=1)
    return t.effect("fall_back", "marines", unit=t.id("M"))


def leave(t, *xs):
    return GiveOrder(t.id("M")), Move(tuple(t.at(x, 4) for x in xs)), Pass()


def test_whoever_leaves_one_enemy_for_the_reach_of_three_leaves_into_worse():
    t = table("...gM.........ss........")
    found = watched(t, *leave(t, 5, 6, 7, 8))
    assert counts(found, "contact") == (1, 1)
    assert worst(found, "contact").what == "1 (1) > 3 (3) (8, 4)"


def test_whoever_leaves_and_is_no_worse_off_does_not():
    t = table("...gM...................")
    assert counts(watched(t, *leave(t, 5, 6, 7, 8)), "contact") == (0, 1)


def test_whoever_leaves_for_the_goal_has_a_reason():
    goal = {"objective": Objective("exit", n=1), "zones": {"exit": [(23, 4)]}}
    t = table("...gM.........ss........", **goal)
    assert counts(watched(t, *leave(t, 5, 6, 7, 8)), "contact") == (0, 1)


def test_whoever_was_not_engaged_left_nothing():
    t = Table([*WIDE, "....M..........ss.......", *WIDE], M="marine", s="stealer").orders(pool=1)
    assert counts(watched(t, *leave(t, 5, 6, 7, 8)), "contact") == (0, 0)


def test_ending_the_turn_in_contact_is_no_leaving():
    t = table("...gM.........ss........")
    assert counts(watched(t, EndTurn()), "contact") == (0, 0)
