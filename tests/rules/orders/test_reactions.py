"""Who may react, when, and with what (OR-5, OR-5a, MV-5, OR-8)."""

from __future__ import annotations

import pytest

from game.core.types import door_step
from game.rules.hive.names import XENO
from game.rules.hive.tasks import XenoAttack, XenoMove
from game.rules.skirmish.actions import Berserk, Dodge, Fight, GiveOrder, Idle, Move, Pass, Reset, Shoot, Step
from game.rules.skirmish.events import ReactionDeclared
from game.rules.skirmish.reactions import firing
from game.rules.skirmish.tasks import DeclareFirst, DeclareSecond, DodgeMove, Order, React, running_order
from tests.support.reference import _human
from tests.support.table import OPEN, Table, kinds_of


def board(*units, rows=OPEN, **extra):
    """``rows`` with (letter, kind, x, y) put on them; kind may be a dict of unit fields."""
    lines = [list(row) for row in (rows.splitlines() if isinstance(rows, str) else rows)]
    for letter, _, x, y in units:
        lines[y][x] = letter
    return Table(["".join(row) for row in lines], **{letter: kind for letter, kind, _, _ in units}, **extra)


def xeno_moves(table, letter):
    """It is the hive's turn and this xeno is activated."""
    table.agenda(Order(table.id(letter), "hive", XENO), turn="hive", phase="MOVE")
    table.run()
    assert table.waiting == XenoMove(table.id(letter))
    return table


def marine_acts(table, letter="M"):
    table.orders().act(GiveOrder(table.id(letter)))
    assert isinstance(table.waiting, DeclareFirst)
    return table


def straight(table, y, *xs):
    return Move(tuple(table.at(x, y) for x in xs))


# -- OR-5: troopers in the hive's turn -----------------------------------------------------------------------


@pytest.mark.rule("OR-5", "OR-7", "D-I3")
def test_a_trooper_that_sees_a_xeno_move_may_shoot_it_once():
    table = xeno_moves(board(("M", "marine", 2, 2), ("g", "gaunt", 15, 2)), "g")
    table.act(straight(table, 2, 14, 13))
    assert table.waiting == React(1, 1)
    assert table.to_act == "marines"
    assert {type(a) for a in table.options()} == {Shoot, Pass}
    events = table.act(table.options(Shoot)[0], bs=[20])
    assert any(isinstance(event, ReactionDeclared) for event in events)
    assert table.waiting is None or not isinstance(table.waiting, React)


@pytest.mark.rule("OR-5", "OR-7")
def test_a_xeno_that_stays_and_does_nothing_gives_no_reaction():
    table = xeno_moves(board(("M", "marine", 2, 2), ("g", "gaunt", 15, 2)), "g")
    table.act(Pass())
    assert table.waiting is None


@pytest.mark.rule("OR-5")
def test_units_of_the_same_team_do_not_react_to_each_other():
    table = board(
        ("M", "marine", 2, 2),
        ("N", {"kind": "marine", "side": "allies"}, 8, 2),
        sides=("marines", "allies"),
        teams={"marines": "us", "allies": "us"},
    )
    marine_acts(table).act(Idle())
    assert isinstance(table.waiting, DeclareSecond)


@pytest.mark.rule("OR-5", "MO-1")
def test_enemy_marines_react_to_an_order_with_shots():
    table = board(
        ("M", "marine", 2, 2), ("N", {"kind": "marine", "side": "rebels"}, 12, 2), sides=("marines", "rebels")
    )
    marine_acts(table).act(straight(table, 2, 3))
    assert table.waiting == React(2, 1)
    assert table.to_act == "rebels"
    table.act(Shoot("rifle", (1,), table.at(2, 2)))
    assert isinstance(table.waiting, DeclareSecond)
    table.act(Pass(), bs=[20])
    assert table.state.units[1].wounds == 0


@pytest.mark.rule("OR-5")
def test_each_unit_reacts_once_in_an_order():
    table = board(
        ("M", "marine", 2, 2), ("N", {"kind": "marine", "side": "rebels"}, 12, 2), sides=("marines", "rebels")
    )
    marine_acts(table).act(straight(table, 2, 3))
    table.act(Shoot("rifle", (1,), table.at(2, 2)))
    table.act(Shoot("rifle", (2,)), bs=[20, 20, 20, 20])
    assert not isinstance(table.waiting, React)


@pytest.mark.rule("OR-5")
@pytest.mark.parametrize(("mode", "expected"), [("melee", set()), ("all", {Shoot}), ("none", set())])
def test_whether_the_hive_shoots_back_is_a_switch(mode, expected):
    table = board(("M", "marine", 2, 2), ("w", "warrior", 12, 2), rules={"hive_reactions": mode})
    marine_acts(table).act(straight(table, 2, 3))
    if expected:
        assert table.waiting == React(2, 1)
        assert {type(action) for action in table.options()} == expected | {Pass}
    else:
        assert isinstance(table.waiting, DeclareSecond)


@pytest.mark.rule("OR-5", "X-29", "MV-5")
def test_a_xeno_that_is_shot_at_may_dodge_but_not_with_the_switch_none():
    table = board(("M", "marine", 2, 2), ("g", "gaunt", 12, 2))
    marine_acts(table).act(Shoot("rifle", (2,)))
    assert table.waiting == React(2, 1)
    assert set(table.options()) == {Pass(), Dodge()}
    table = board(("M", "marine", 2, 2), ("g", "gaunt", 12, 2), rules={"hive_reactions": "none"})
    marine_acts(table).act(Shoot("rifle", (2,)))
    assert isinstance(table.waiting, DeclareSecond)


@pytest.mark.rule("OR-5", "ST-2", "D-H15")
def test_units_that_are_down_do_not_react():
    table = board(("M", "marine", 2, 2), ("g", "gaunt", 15, 2)).change("M", states=("unconscious",))
    xeno_moves(table, "g").act(straight(table, 2, 14))
    assert table.waiting is None


@pytest.mark.rule("OR-5")
def test_nobody_behind_a_wall_reacts():
    rows = ["........#..............."] * 24
    table = board(("M", "marine", 2, 2), ("g", "gaunt", 15, 2), rows=rows)
    xeno_moves(table, "g").act(straight(table, 2, 14))
    assert table.waiting is None


# -- where the shot is taken ------------------------------------------------------------------------------------


@pytest.mark.rule("OR-5")
def test_the_reacting_side_chooses_the_cell_of_the_walk():
    rows = ["....................####"] + ["........................"] * 23
    table = xeno_moves(board(("M", "marine", 2, 5), ("g", "gaunt", 15, 5), rows=rows), "g")
    table.act(straight(table, 5, 14, 13, 12))
    walked = [table.at(x, 5) for x in (15, 14, 13, 12)]
    for cell in walked:
        assert table.code(Shoot("rifle", (2,), cell)) == ""
    assert table.code(Shoot("rifle", (2,), table.at(11, 5))) == "NOT_ON_ITS_WALK"


@pytest.mark.rule("OR-5")
def test_only_cells_in_sight_count():
    rows = ["........................"] * 5 + ["..........#............."] + ["........................"] * 18
    table = xeno_moves(board(("M", "marine", 2, 5), ("g", "gaunt", 15, 5), rows=rows), "g")
    table.act(Move((table.at(14, 5), table.at(13, 4), table.at(13, 3))))
    order = next(task for task in table.state.agenda if isinstance(task, Order))
    ctx = table.game.view(table.state, "marines").ctx
    assert table.at(14, 5) not in firing(ctx, table.unit("M"), order)
    assert table.at(13, 3) in firing(ctx, table.unit("M"), order)
    assert table.code(Shoot("rifle", (2,), table.at(14, 5))) == "NOT_ON_ITS_WALK"


@pytest.mark.rule("OR-5", "AT-1")
def test_a_mover_is_shot_before_it_came_into_contact():
    table = xeno_moves(board(("M", "marine", 2, 5), ("g", "gaunt", 6, 5)), "g")
    table.act(straight(table, 5, 5, 4, 3))
    assert table.code(Shoot("rifle", (2,), table.at(4, 5))) == ""
    assert table.code(Shoot("rifle", (2,), table.at(3, 5))) == "NOT_ON_ITS_WALK"
    assert {type(action) for action in table.options()} == {Shoot, Fight, Dodge, Pass}


@pytest.mark.rule("OR-5", "ST-7", "D-I11")
def test_one_who_is_engaged_with_another_does_not_shoot_at_the_mover():
    table = board(("M", "marine", 2, 5), ("h", "gaunt", 1, 5), ("g", "gaunt", 12, 5))
    xeno_moves(table, "g").act(straight(table, 5, 11))
    assert table.waiting is None


# -- OR-5a ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OR-5a", "MO-3")
def test_a_trooper_shoots_at_most_twice_in_a_hive_turn():
    table = board(("M", "marine", 2, 5), ("g", "gaunt", 15, 5)).change("M", counters=(("overwatch", 1),))
    xeno_moves(table, "g").act(straight(table, 5, 14))
    table.act(table.options(Shoot)[0], bs=[20])
    assert table.unit("M").count("overwatch") == 2
    xeno_moves(table, "g").act(straight(table, 5, 13))
    assert table.waiting is None
    table = board(("M", "marine", 2, 5), ("g", "gaunt", 15, 5), rules={"overwatch": 0})
    xeno_moves(table, "g").act(straight(table, 5, 14))
    assert table.waiting is None


@pytest.mark.rule("OR-5a")
def test_other_reactions_do_not_count_and_a_human_turn_has_no_limit():
    table = board(("M", "marine", 2, 5), ("g", "gaunt", 6, 5)).change("M", counters=(("overwatch", 2),))
    xeno_moves(table, "g").act(straight(table, 5, 5, 4, 3))
    assert {type(action) for action in table.options()} == {Fight, Dodge, Pass}
    table = board(
        ("M", "marine", 2, 2), ("N", {"kind": "marine", "side": "rebels"}, 12, 2), sides=("marines", "rebels")
    )
    marine_acts(table.change("N", counters=(("overwatch", 9),))).act(straight(table, 2, 3))
    assert table.code(Shoot("rifle", (1,), table.at(2, 2))) == ""


# -- MV-5 and the two windows (OR-4) ------------------------------------------------------------------------------


@pytest.mark.rule("MV-5", "OR-4")
def test_dodge_needs_a_target_a_template_or_a_charge():
    table = xeno_moves(board(("M", "marine", 2, 5), ("g", "gaunt", 15, 5)), "g")
    table.act(straight(table, 5, 14))
    assert table.code(Dodge()) == "NOTHING_TO_DODGE"
    table = xeno_moves(board(("M", "marine", 2, 5), ("g", "gaunt", 6, 5)), "g")
    table.act(straight(table, 5, 5, 4, 3))
    assert table.code(Dodge()) == ""


@pytest.mark.rule("MV-5", "AT-5")
def test_whoever_stands_in_a_template_may_dodge():
    table = board(("M", "grenadier", 2, 5), ("g", "gaunt", 9, 5), ("h", "gaunt", 10, 5))
    marine_acts(table).act(Shoot("grenade", (), table.at(9, 5)))
    assert table.waiting == React(2, 1)
    table.act(Dodge())
    assert table.waiting == React(3, 1)
    assert table.code(Dodge()) == ""


@pytest.mark.rule("OR-4", "MV-5")
def test_one_who_could_react_first_may_dodge_or_fight_later_only_if_only_now_it_may():
    """A shooter at the first window; in the second it is charged no more, but aimed at: Dodge opens."""
    table = board(
        ("M", "marine", 2, 2), ("N", {"kind": "marine", "side": "rebels"}, 12, 2), sides=("marines", "rebels")
    )
    marine_acts(table).act(straight(table, 2, 3))
    table.act(Pass())
    table.act(Shoot("rifle", (2,)))
    assert table.waiting == React(2, 2)
    assert {type(action) for action in table.options()} == {Dodge, Pass}
    assert table.code(Shoot("rifle", (1,), table.at(3, 2))) == "ONLY_NOW"


@pytest.mark.rule("OR-4", "MV-5")
def test_a_target_that_passed_its_dodge_is_not_asked_again():
    table = board(
        ("M", "marine", 2, 2), ("N", {"kind": "marine", "side": "rebels"}, 12, 2), sides=("marines", "rebels")
    )
    marine_acts(table).act(Shoot("rifle", (2,)))
    assert {type(action) for action in table.options()} == {Shoot, Dodge, Pass}
    table.act(Pass())
    table.act(straight(table, 2, 3), bs=[20, 20, 20])
    assert not isinstance(table.waiting, React)


@pytest.mark.rule("OR-4", "OR-5")
def test_who_sees_the_mover_only_in_the_second_move_reacts_then():
    rows = ["........................"] * 2 + [".....#.................."] + ["........................"] * 21
    table = board(
        ("M", "marine", 2, 2),
        ("N", {"kind": "marine", "side": "rebels"}, 12, 2),
        rows=rows,
        sides=("marines", "rebels"),
    )
    marine_acts(table).act(straight(table, 2, 3, 4))
    assert isinstance(table.waiting, DeclareSecond)
    table.act(Move((table.at(4, 1), table.at(5, 0))))
    assert table.to_act == "rebels"
    assert table.code(Dodge()) == "NOTHING_TO_DODGE"
    assert table.options(Shoot)


@pytest.mark.rule("MV-5", "OR-5")
def test_cc_attack_needs_contact():
    table = xeno_moves(board(("M", "marine", 2, 5), ("g", "gaunt", 15, 5)), "g")
    table.act(straight(table, 5, 14))
    assert table.code(Fight("knife", 2)) == "NO_CONTACT"


@pytest.mark.rule("MV-5")
def test_the_move_of_a_dodge_comes_once_a_turn():
    table = board(("M", "marine", 2, 5), ("g", "gaunt", 6, 5))
    xeno_moves(table, "g").act(straight(table, 5, 5, 4, 3))
    table.act(Dodge())
    table.act(Pass(), dodge=[5])
    assert table.waiting == DodgeMove(1)
    for action in table.options(Step):
        assert table.board.range(action.path[-1], 1, table.unit("g").cell, 1) > 1
    table.act(table.options(Step)[0])
    assert table.unit("M").count("dodged") == 1


@pytest.mark.rule("MV-5", "ST-4", "ST-5")
def test_reset_is_a_reaction_of_the_isolated_once_a_turn():
    table = board(("M", "marine", 2, 5), ("g", "gaunt", 15, 5)).change("M", states=("isolated",))
    xeno_moves(table, "g").act(straight(table, 5, 14))
    assert Reset() in table.options()
    table.act(Reset(), reset=[20])
    assert table.unit("M").count("reset_tried") == 1
    xeno_moves(table, "g").act(straight(table, 5, 13))
    assert table.code(Reset()) == "RESET_TRIED"


@pytest.mark.rule("OR-5")
def test_reset_needs_no_sight_within_eight_cells():
    rows = ["........#..............."] * 24
    table = board(("M", "marine", 6, 5), ("g", "gaunt", 15, 5), rows=rows).change("M", states=("immobilized_b",))
    xeno_moves(table, "g").act(straight(table, 5, 14))
    assert set(table.options()) == {Reset(), Pass()}
    table = board(("M", "marine", 1, 5), ("g", "gaunt", 15, 5), rows=rows).change("M", states=("immobilized_b",))
    xeno_moves(table, "g").act(straight(table, 5, 14))
    assert table.waiting is None


@pytest.mark.rule("AT-4", "D-I17")
def test_berserk_runs_into_contact_and_its_target_may_react():
    table = board(("M", "zealot", 2, 5), ("g", "gaunt", 9, 5))
    marine_acts(table)
    charge = table.options(Berserk)[0]
    assert charge.target == 2
    assert len(charge.path) == 6
    table.act(charge)
    assert table.xy("M") == (8, 5)
    assert table.waiting == React(2, 1)
    assert {type(action) for action in table.options()} == {Fight, Dodge, Pass}
    assert table.code(Berserk(2, "sword")) == "NOT_NOW"


@pytest.mark.rule("AT-4", "D-I17")
def test_berserk_needs_the_skill_sight_and_a_run_within_both_movs():
    table = marine_acts(board(("M", "zealot", 2, 5), ("g", "gaunt", 12, 5)))
    assert table.options(Berserk) == []
    assert table.code(Berserk(2, "sword", tuple(table.at(x, 5) for x in range(3, 12)))) == "NO_TARGET"
    table = marine_acts(board(("M", "marine", 2, 5), ("g", "gaunt", 5, 5)))
    assert table.code(Berserk(2, "knife", (table.at(3, 5), table.at(4, 5)))) == "NO_BERSERK"
    table = marine_acts(board(("M", "zealot", 2, 5), ("g", "gaunt", 5, 5)))
    assert table.code(Berserk(2, "rifle", (table.at(3, 5), table.at(4, 5)))) == "NOT_HIS_WEAPON"
    assert table.code(Berserk(2, "sword", (table.at(3, 5),))) == "NO_CONTACT"


@pytest.mark.rule("AT-4")
def test_berserk_from_contact_takes_no_step():
    table = marine_acts(board(("M", "zealot", 2, 5), ("g", "gaunt", 3, 5)))
    assert Berserk(2, "sword") in table.options(Berserk)


# -- OR-8 ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OR-8")
def test_hold_is_never_asked_and_never_reacts():
    table = board(("M", {"kind": "marine", "policy": "hold"}, 2, 5), ("g", "gaunt", 15, 5))
    events = xeno_moves(table, "g").act(straight(table, 5, 14))
    assert table.waiting is None
    assert "ReactionDeclared" not in kinds_of(events)


@pytest.mark.rule("OR-8")
def test_shoot_fires_at_the_best_chance_without_asking():
    table = board(("M", {"kind": "marine", "policy": "shoot"}, 2, 5), ("g", "gaunt", 15, 5))
    events = xeno_moves(table, "g").act(straight(table, 5, 14, 13, 12, 11, 10, 9), bs=[20])
    declared = [e.action for e in events if isinstance(e, ReactionDeclared)]
    assert declared == [Shoot("rifle", (2,), table.at(15, 5))]  # +3 from 9 cells on, 0 nearer


@pytest.mark.rule("OR-8", "AM-1")
def test_whoever_is_to_shoot_throws_no_smoke():
    kinds = {"smoker": _human("smoker", bs=12, weapons=("smoke", "rifle"))}
    table = board(("M", {"kind": "smoker", "policy": "shoot"}, 2, 5), ("g", "gaunt", 10, 5), kinds=kinds)
    events = xeno_moves(table, "g").act(straight(table, 5, 9), bs=[20])
    declared = [e.action for e in events if isinstance(e, ReactionDeclared)]
    assert [action.weapon for action in declared if isinstance(action, Shoot)] == ["rifle"]


@pytest.mark.rule("OR-8")
def test_dodge_waits_until_there_is_something_to_dodge():
    table = board(("M", {"kind": "marine", "policy": "dodge"}, 2, 5), ("g", "gaunt", 8, 5))
    events = xeno_moves(table, "g").act(straight(table, 5, 7))
    assert "ReactionDeclared" not in kinds_of(events)
    events = xeno_moves(table, "g").act(straight(table, 5, 6, 5, 4, 3))
    assert [e.action for e in events if isinstance(e, ReactionDeclared)] == [Dodge()]
    assert table.waiting == XenoAttack(2)


# -- sight along the way (LOS cases) ----------------------------------------------------------------------------------

CORRIDOR = ["########", "#.G+..M#", "########"]


def corridor():
    return Table(CORRIDOR, G="warrior", M="marine")


@pytest.mark.rule("OR-5", "BD-11", "BD-8")
def test_a_door_opened_on_the_way_gives_the_same_reaction_as_one_opened_before():
    """Case LOS-06."""
    opens = door_step(0)
    on_the_way = xeno_moves(corridor(), "G")
    on_the_way.act(Move((opens, on_the_way.at(3, 1))))
    assert on_the_way.waiting == React(2, 1)
    cells = [on_the_way.at(2, 1), on_the_way.at(3, 1)]
    assert all(on_the_way.code(Shoot("rifle", (1,), cell)) == "" for cell in cells)

    first = xeno_moves(corridor(), "G")
    first.act(Move((opens,)))
    assert first.waiting == React(2, 1)
    assert first.code(Shoot("rifle", (1,), first.at(2, 1))) == ""
    first.act(Pass())
    xeno_moves(first, "G").act(Move((first.at(3, 1),)))
    assert first.waiting == React(2, 1)


@pytest.mark.rule("OR-5", "BD-8")
def test_what_a_door_hid_at_the_time_stays_hidden():
    """Cells walked before the door was opened are no cells to shoot at (LOS-06)."""
    table = Table(["########", "#G.+..M#", "########"], G="warrior", M="marine")
    xeno_moves(table, "G").act(Move((table.at(2, 1), door_step(0), table.at(3, 1))))
    assert table.waiting == React(2, 1)
    assert table.code(Shoot("rifle", (1,), table.at(1, 1))) == "NOT_ON_ITS_WALK"
    assert table.code(Shoot("rifle", (1,), table.at(2, 1))) == ""


@pytest.mark.rule("OR-5", "BD-8", "HI-2")
def test_no_reaction_to_what_is_never_seen():
    """Case LOS-07."""
    rows = ["########", "#M.#..S#", "#..#...#", "#......#", "########"]
    table = Table(rows, M="marine", S="gaunt")
    path = Move(tuple(table.at(x, y) for x, y in ((5, 1), (5, 2), (4, 2))))
    events = xeno_moves(table, "S").act(path)
    assert table.waiting is None
    assert "DiceRolled" not in kinds_of(events)
    assert "ReactionDeclared" not in kinds_of(events)


@pytest.mark.rule("OR-5")
def test_the_running_order_remembers_the_walk():
    table = xeno_moves(board(("M", "marine", 2, 5), ("g", "gaunt", 15, 5)), "g")
    table.act(straight(table, 5, 14, 13))
    order = running_order(table.game.view(table.state, "marines").ctx)
    assert order is not None
    assert order.trail == tuple(table.at(x, 5) for x in (15, 14, 13))
    assert order.marks == (3,)
    assert order.asked == (1,)
