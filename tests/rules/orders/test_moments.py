"""Each moment of an order has its own place, doors and stance: what is shot, dodged or struck is what was there."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.events import DiceRolled
from game.core.types import door_step
from game.rules.hive.tasks import Drift
from game.rules.skirmish.actions import Dodge, Fight, Move, Pass, Reset, Shoot
from game.rules.skirmish.events import AttackResolved
from game.rules.skirmish.tasks import Order, React
from tests.rules.combat.scene import blue, declaring, duel, field, held, of, order, red
from tests.support.table import Table

SHUT = door_step(0)
"""Works the only door of a board."""


def rolled(events: list, purpose: str = "bs") -> list[int]:
    """The success values that dice of a purpose were rolled against."""
    return [event.target for event in of(events, DiceRolled) if event.purpose == purpose]


# -- doors ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OR-5", "BD-10", "BD-11")
def test_a_mover_that_shuts_a_door_behind_it_is_shot_while_the_door_was_open() -> None:
    """It stands on a barricade: cover takes three, as it did when it was seen there."""
    table = duel("........", ".M=/...m", M=red(), m=blue())
    declaring(table, "M").act(Move((table.at(2, 1), SHUT)))
    assert table.waiting == React(table.id("m"), 1)
    events = table.play(Shoot("rifle", (table.id("M"),), table.at(2, 1)), Pass(), bs=[20])
    assert rolled(events) == [9]


@pytest.mark.rule("AT-1", "BD-11", "BD-10")
def test_a_shot_is_resolved_with_the_doors_of_its_moment() -> None:
    table = Table(["#########", "#.M/..=t#", "#########"], sides=("red", "blue"), M=red(), t=held(side="blue"))
    table.orders("red")
    shot = Shoot("rifle", (table.id("t"),))
    events = order(table, "M", shot, Move((SHUT,)), bs=[20, 20, 20])
    assert table.state.doors == 0
    assert rolled(events) == [9]


@pytest.mark.rule("AT-5", "AT-1", "BD-11")
def test_a_template_lies_as_it_did_when_it_was_thrown() -> None:
    """The door is open for the grenade; the thrower shuts it afterwards, standing where the grenade went off before."""
    table = Table(["##########", "#.G.../e.#", "##########"], sides=("red", "blue"), G=red("grenadier"), e=blue())
    table.orders("red").change("e", policy="hold")
    walk = Move((table.at(3, 1), table.at(4, 1), table.at(5, 1), SHUT))
    events = order(table, "G", Shoot("grenade", at=table.at(5, 1)), walk, bs=[3], save=[20], guts=[1])
    assert [(e.target, e.hits) for e in of(events, AttackResolved)] == [(table.id("e"), 1)]


@pytest.mark.rule("AT-5", "OR-5", "BD-11")
@pytest.mark.parametrize("weapon", ["flamer", "grenade"])
def test_a_template_answers_through_a_door_before_it_was_shut(weapon: str) -> None:
    rows = ["#########", "#.M/..G.#", "#########"]
    table = Table(rows, sides=("red", "blue"), M=red(), G=blue("grenadier")).orders("red")
    declaring(table, "M").act(Move((SHUT,)))
    answer = Shoot(weapon, at=table.at(2, 1))
    assert answer in table.options()
    events = table.play(answer, Pass(), save=[20], guts=[1], **({"bs": [3]} if weapon == "grenade" else {}))
    assert [(e.target, e.hits) for e in of(events, AttackResolved)] == [(table.id("M"), 1)]


@pytest.mark.rule("AT-5", "AT-1")
def test_nobody_runs_out_of_his_own_template() -> None:
    table = duel("G.e.....", G=red("grenadier"), e=held(side="blue"))
    walk = Move(tuple(table.at(0, y) for y in (1, 2, 3, 4)))
    events = order(table, "G", Shoot("grenade", at=table.at(2, 0)), walk, bs=[3], save=[20, 20], guts=[1, 1])
    assert {e.target for e in of(events, AttackResolved)} == {table.id("G"), table.id("e")}


@pytest.mark.rule("OR-5", "MV-5", "BD-7", "BD-11")
def test_a_door_that_opens_may_bring_two_into_contact() -> None:
    """Only the closed door beside their corner kept them apart (BD-3)."""
    table = duel("M+......", ".m......", M=red(), m=blue())
    declaring(table, "M").act(Move((SHUT,)))
    assert table.waiting == React(table.id("m"), 1)
    assert table.code(Dodge()) == ""
    assert table.code(Fight("knife", table.id("M"))) == ""
    assert table.code(Shoot("rifle", (table.id("M"),), table.at(0, 0))) == ""


@pytest.mark.rule("OR-4", "MV-5", "BD-11")
def test_a_door_opened_with_the_second_skill_gives_the_second_window() -> None:
    table = duel("M+......", ".m......", M=red(), m=blue())
    declaring(table, "M").act(Move((), last="prone"))
    assert table.code(Dodge()) == "NOTHING_TO_DODGE"
    table.act(Pass())
    table.act(Move((SHUT,)))
    assert table.waiting == React(table.id("m"), 2)
    assert table.code(Dodge()) == ""
    assert table.code(Fight("knife", table.id("M"))) == ""


@pytest.mark.rule("MV-5", "OR-6")
def test_one_who_leaves_and_comes_back_brings_into_contact() -> None:
    table = duel("Mm......", M=red(), m=blue()).effect("fall_back", "red", unit=1)
    declaring(table, "M").act(Move((table.at(0, 1), table.at(0, 2))))
    assert table.code(Dodge()) == "NOTHING_TO_DODGE"
    table.act(Pass())
    table.act(Move((table.at(0, 1),)))
    assert table.waiting == React(table.id("m"), 2)
    assert table.code(Dodge()) == ""


# -- contact ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("OR-5", "ST-7", "AT-1")
def test_contact_with_one_who_does_not_engage_is_no_bar_to_a_reaction_shot() -> None:
    table = duel("Mm......", M=red(states=("immobilized_b",)), m=blue())
    declaring(table, "M").act(Reset())
    assert table.waiting == React(table.id("m"), 1)
    assert table.code(Shoot("rifle", (table.id("M"),), table.at(0, 0))) == ""
    assert any(isinstance(action, Shoot) for action in table.options())


@pytest.mark.rule("OR-5", "ST-7", "AT-1")
def test_a_spore_is_shot_in_contact_too() -> None:
    table = field("s.......", "M.......", M="marine", s="spore")
    spore = table.id("s")
    table.agenda(Drift(spore), Order(spore, "hive", "xeno", stage=2, trail=(0,), doors=(0,)), turn="hive")
    table.run(**{"hive.drift": [3]})
    assert table.waiting == React(table.id("M"), 1)
    assert table.code(Shoot("rifle", (spore,), table.at(0, 0))) == ""


@pytest.mark.rule("D-I11", "ST-7", "OR-5")
def test_the_engaged_react_to_nobody_outside_the_fight() -> None:
    table = duel("M......mn", M=red(), m=blue(), n=held(side="red"))
    declaring(table, "M").act(Shoot("rifle", (table.id("m"),)))
    assert not isinstance(table.waiting, React)
    table = duel("M.....nm.", M=red(), m=blue(), n=held(side="red"))
    declaring(table, "n").act(Fight("knife", table.id("m")))
    assert table.waiting == React(table.id("m"), 1)


@pytest.mark.rule("AT-3", "OR-4")
def test_a_blow_struck_back_in_the_first_window_counts_the_friends_of_that_moment() -> None:
    """M falls back with its second skill; m and n were both upon it when m answered."""
    table = duel("nMm.....", M=red(), m=blue(), n=held(side="blue")).effect("fall_back", "red", unit=2)
    away = Move((table.at(1, 1), table.at(1, 2)))
    blow, answer = Fight("knife", table.id("m")), Fight("knife", table.id("M"))
    events = order(table, "M", blow, answer, away, cc=[20, 20])
    assert rolled(events, "cc") == [15, 16]


# -- stance (MV-6) ------------------------------------------------------------------------------------------------


def shot_at_walk(move: Move, at: tuple[int, int], **fields: Any) -> list[int]:
    """The value of a shot at M, ten cells and more away, for a move of M."""
    table = duel("M.............m", M=red(**fields), m=blue())
    declaring(table, "M").act(Move(tuple(table.at(x, 0) for x in move.path), first=move.first, last=move.last))
    events = table.play(Shoot("rifle", (table.id("M"),), table.at(*at)), Pass(), bs=[20])
    return rolled(events)


@pytest.mark.rule("MV-6", "OR-5")
def test_whoever_drops_at_the_end_of_a_move_walked_upright() -> None:
    assert shot_at_walk(Move((1, 2, 3), last="prone"), (1, 0)) == [15]
    assert shot_at_walk(Move((1, 2, 3), last="prone"), (3, 0)) == [15]


@pytest.mark.rule("MV-6", "OR-5")
def test_whoever_drops_first_crawls() -> None:
    assert shot_at_walk(Move((1, 2), first="prone"), (2, 0)) == [12]
    assert shot_at_walk(Move((1, 2), first="prone"), (0, 0)) == [15]
    assert shot_at_walk(Move((1, 2)), (2, 0), states=("prone",)) == [12]


@pytest.mark.rule("MV-6", "OR-5")
def test_whoever_stands_up_first_is_shot_standing() -> None:
    assert shot_at_walk(Move((1, 2), first="stand"), (2, 0), states=("prone",)) == [15]
    assert shot_at_walk(Move((), first="stand"), (0, 0), states=("prone",)) == [15]


# -- markers (ST-10) ----------------------------------------------------------------------------------------------


@pytest.mark.rule("ST-10", "OR-5")
def test_what_moved_as_a_marker_is_shot_only_where_it_showed_itself() -> None:
    table = duel("s.......m", s=red("scout", states=("camouflaged",)), m=blue())
    me = (table.id("s"),)
    declaring(table, "s").act(Move((table.at(1, 0), table.at(2, 0))))
    assert not isinstance(table.waiting, React)
    table.act(Shoot("rifle", (table.id("m"),)))
    assert table.waiting == React(table.id("m"), 2)
    assert table.code(Shoot("rifle", me, table.at(1, 0))) == "NOT_ON_ITS_WALK"
    assert [a.at for a in table.options() if isinstance(a, Shoot)] == [table.at(2, 0)]


@pytest.mark.rule("HI-1", "HI-2", "MV-6")
def test_how_a_marker_lies_is_nobodys_business() -> None:
    standing = duel("s.......m", s=red("scout", states=("camouflaged",)), m=blue())
    lying = duel("s.......m", s=red("scout", states=("camouflaged", "prone")), m=blue())
    views = []
    for table in (standing, lying):
        declaring(table, "s").act(Move((table.at(1, 0),)))
        views.append(table.game.view(table.state, "blue").state)
    assert views[0] == views[1]
