"""The ranked duty of movement: contact, else full MOV towards the enemy's zone, else Idle (IM-22 to IM-33)."""

from __future__ import annotations

import pytest

from game.api import impetuous
from game.rules.skirmish.actions import Climb, GiveOrder, Idle, Jump, Move, Pass, Shoot
from game.rules.skirmish.events import SkillDeclared
from game.rules.skirmish.tasks import DeclareSecond, React, running_order
from tests.rules.impetuous.scene_impetuous import code, declaring, ends, field, listed, path, phase, straight, why
from tests.support.table import OPEN, Table

WALLED = ["#" * 21] * 7
COR = ["." * 21, *WALLED]
"""The corridor (0,0) to (20,0), walled in."""


def column(x: int, first: int, last: int) -> set[tuple[int, int]]:
    return {(x, y) for y in range(first, last + 1)}


def option(table: Table, letter: str = "M", points: int = 4) -> str:
    return impetuous.duty(table.game.ctx(table.state), table.unit(letter), points).option


# -- full MOV, towards the zone ----------------------------------------------------------------------------------


@pytest.mark.rule("IM-22")
def test_a_move_uses_the_whole_mov():
    table = declaring(field(M=("mad", 0, 5)))
    assert code(table, 3, 5) == "NOT_FULL_MOV"
    assert code(table, 4, 5) == ""


@pytest.mark.rule("IM-25")
def test_without_an_enemy_in_reach_it_heads_for_the_zone():
    table = declaring(field(M=("mad", 5, 5)))
    assert option(table) == impetuous.ADVANCE
    assert ends(table) == column(9, 1, 9)


@pytest.mark.rule("IM-26", "IM-A5")
def test_it_does_not_double_back():
    rows = [list(row) for row in OPEN.splitlines()]
    for x, y in ((5, 4), (6, 4), (6, 5), (6, 6), (5, 6)):
        rows[y][x] = "#"
    pocket = ["".join(row) for row in rows]
    table = declaring(field(pocket, M=("mad6", 5, 5)))
    found = impetuous.duty(table.game.ctx(table.state), table.unit("M"), 6)
    assert found.here == 19
    assert found.far[table.at(0, 5)] == 20
    west = path(table, (4, 5), (3, 5), (2, 5), (1, 5), (0, 5))
    assert table.code(Move(west)) == "DOUBLES_BACK"
    assert (7, 2) in ends(table)
    assert {x for x, _ in ends(table)} == {7}
    assert all(found.far[table.at(x, y)] == 13 for x, y in ends(table))
    short = declaring(field(pocket, M=("mad", 5, 5)))
    assert ends(short) == {(5, 2), (5, 3), (5, 7), (5, 8)}


@pytest.mark.rule("IM-27", "IM-A6")
def test_the_largest_spend_that_leads_nearer_is_the_whole_mov():
    table = declaring(field(COR, M=("mad", 10, 0), F=("marine", 14, 0), zone=[(20, 0)]))
    assert code(table, 13, 0) == ""
    assert code(table, 12, 0) == "NOT_FULL_MOV"
    alone = declaring(field(COR, M=("mad", 10, 0), zone=[(20, 0)]))
    assert ends(alone) == {(14, 0)}
    assert code(alone, 13, 0) == "NOT_FULL_MOV"


@pytest.mark.rule("IM-28", "IM-A6")
def test_among_full_moves_it_ends_as_near_to_the_zone_as_it_can():
    table = declaring(field(M=("mad", 5, 5)))
    found = impetuous.duty(table.game.ctx(table.state), table.unit("M"), 4)
    assert ends(table) == column(9, 1, 9)
    assert all(found.far[table.at(x, y)] == 11 for x, y in ends(table))
    zigzag = path(table, (5, 6), (6, 6), (7, 6), (8, 5))
    assert found.far[table.at(8, 5)] == 12
    assert table.code(Move(zigzag)) == "NOT_NEAREST"
    assert why(table, 8, 1) == "NOT_NEAREST", "as dear, and farther from the zone"


@pytest.mark.rule("IM-29", "IM-A14")
def test_where_nothing_is_nearer_the_move_is_idle_and_what_it_triggered_stands():
    foe = {"kind": "marine", "side": "blue"}
    mad, friend = {"kind": "mad", "side": "red"}, {"kind": "marine", "side": "red"}
    zones = {"deploy:red": [(0, 0)], "deploy:blue": [(20, 0)]}
    table = field(COR, sides=("red", "blue"), M=(mad, 10, 0), F=(friend, 11, 0), f=(foe, 19, 0), zones=zones)
    activated_as(table, "red")
    assert table.xy("M") == (10, 0), "and nobody was asked, as there is nothing to choose"
    order = running_order(table.game.ctx(table.state))
    assert order is not None
    assert [skill.action for skill in order.skills] == [Idle()]
    assert SkillDeclared(table.id("M"), Idle()) in table.events
    assert isinstance(table.waiting, React)
    assert table.waiting.unit == table.id("f")
    table.act(Pass())
    assert isinstance(table.waiting, DeclareSecond)
    assert table.code(Shoot("rifle", (table.id("f"),))) == "", "a second skill that was allowed is allowed still"
    assert table.code(Idle()) == ""


def activated_as(table: Table, side: str) -> Table:
    phase(table, side)
    table.act(GiveOrder(table.id("M"), "impetuous"))
    return table


@pytest.mark.rule("IM-29")
def test_the_move_that_comes_to_nothing_is_the_only_one():
    table = declaring(field(COR, M=("mad", 10, 0), F=("marine", 11, 0), zone=[(20, 0)]))
    assert table.options(Move) == [Move(())]
    assert code(table, 9, 0) == "DOUBLES_BACK"
    assert table.code(Move(())) == ""


@pytest.mark.rule("IM-30", "IM-A16")
def test_inside_the_zone_it_moves_as_it_likes_and_stays_in_it():
    table = declaring(field(M=("mad", 21, 5)))
    assert option(table) == impetuous.ZONE
    assert code(table, 20, 8) == "", "three steps of four"
    assert code(table, 19, 5) == "LEAVES_ZONE"
    out_and_in = path(table, (20, 5), (19, 6), (20, 7))
    assert table.code(Move(out_and_in)) == "LEAVES_ZONE"
    assert table.code(Move(())) == "NO_STEP_TAKEN"


@pytest.mark.rule("IM-A7")
def test_inside_the_zone_contact_still_comes_first():
    table = declaring(field(M=("mad", 21, 5), g=("gaunt", 21, 10)))
    assert option(table) == impetuous.CONTACT
    assert code(table, 20, 8) == "CONTACT_POSSIBLE"
    assert code(table, 21, 9) == ""


# -- contact -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("IM-23")
def test_the_first_option_that_it_can_take():
    table = declaring(field(M=("mad", 0, 5), g=("gaunt", 4, 8)))
    assert code(table, 4, 5) == "CONTACT_POSSIBLE"
    assert why(table, 4, 4) == "CONTACT_POSSIBLE"


@pytest.mark.rule("IM-24", "IM-A4")
def test_any_enemy_that_can_be_touched_will_do():
    table = declaring(field(M=("mad", 0, 5), g=("gaunt", 5, 5), h=("gaunt", 4, 9)))
    assert code(table, 4, 5) == ""
    assert code(table, 3, 8) == ""
    assert code(table, 4, 2) == "CONTACT_POSSIBLE"
    assert ends(table) == {(4, 4), (4, 5), (4, 6), (3, 8), (4, 8), (3, 9)}


@pytest.mark.rule("IM-31", "MV-2")
def test_contact_may_end_a_move_early():
    table = declaring(field(M=("mad", 0, 5), g=("gaunt", 3, 5)))
    assert code(table, 2, 5) == ""
    table.act(Move(straight(table, "M", 2, 5)))
    assert table.xy("M") == (2, 5)


@pytest.mark.rule("X-20")
def test_a_camouflaged_marker_is_no_enemy_to_touch():
    hidden = {"kind": "scout", "side": "blue", "states": ("camouflaged",)}
    zones = {"deploy:red": [(0, 0)], "deploy:blue": [(x, y) for x in range(20, 24) for y in range(24)]}
    table = field(sides=("red", "blue"), M=({"kind": "mad", "side": "red"}, 0, 5), s=(hidden, 4, 8), zones=zones)
    declaring(table)
    assert option(table) == impetuous.ADVANCE
    assert code(table, 4, 5) == ""


# -- doors ---------------------------------------------------------------------------------------------------------

DOORWAY = ["." * 6 + "#" + "." * 15, "." * 6 + "+" + "." * 15] + ["." * 6 + "#" + "." * 15] * 6


@pytest.mark.rule("X-19")
@pytest.mark.parametrize(("x", "found"), [(4, "contact"), (3, "advance")])
def test_an_enemy_behind_a_closed_door_counts_if_the_points_do(x: int, found: str):
    """From (4,1): to (5,1), open the door (6,1), step into the doorway: contact with (8,1)? No: with (7,1)."""
    table = declaring(field(DOORWAY, M=("mad", x, 1), g=("gaunt", 7, 1)))
    assert option(table, points=3) == found


@pytest.mark.rule("X-19", "IM-A5")
def test_the_way_to_the_zone_leads_through_a_closed_door_for_a_point_more():
    table = declaring(field(DOORWAY, M=("mad", 4, 1)))
    found = impetuous.duty(table.game.ctx(table.state), table.unit("M"), 4)
    assert found.here == 16 + 1
    assert ends(table) == {(7, 0), (7, 1), (7, 2)} & ends(table)
    assert (7, 1) in ends(table)
    move = next(m for m in listed(table, Move) if m.path[-1] == table.at(7, 1))
    assert move.path == (table.at(5, 1), -1, table.at(6, 1), table.at(7, 1))
    table.act(move)
    assert table.state.doors & 1


@pytest.mark.rule("IM-A5")
def test_without_any_way_straight_lines_count():
    sealed = ["." * 6 + "#" + "." * 15] * 8
    table = declaring(field(sealed, M=("mad", 0, 4)))
    found = impetuous.duty(table.game.ctx(table.state), table.unit("M"), 4)
    assert found.here == 20
    assert ends(table) == {(4, y) for y in range(8)}


# -- special terrain -----------------------------------------------------------------------------------------------


@pytest.mark.rule("IM-32")
def test_special_terrain_may_cut_a_move_short():
    rough = [".." + "," * 22] * 24
    table = declaring(field(rough, M=("mad", 0, 5)))
    assert ends(table) == column(2, 2, 8)
    assert code(table, 2, 5) == "", "two cells, three points, and the fourth buys nothing"
    found = impetuous.duty(table.game.ctx(table.state), table.unit("M"), 4)
    assert (found.far[table.at(1, 1)], found.far[table.at(2, 2)]) == (38, 36)
    assert code(table, 1, 1) != ""


@pytest.mark.rule("IM-33")
def test_before_a_gap_the_move_may_end_and_the_next_activation_jumps():
    gap = ["." * 3 + "~" + "." * 20] * 24
    table = declaring(field(gap, M=("mad", 0, 5)))
    found = impetuous.duty(table.game.ctx(table.state), table.unit("M"), 4)
    assert found.here == 21, "a step into the gap counts 2"
    assert code(table, 2, 5) == ""
    table.act(Move(straight(table, "M", 2, 5)))
    assert table.xy("M") == (2, 5)
    again = declaring(field(gap, M=("mad", 2, 5)))
    assert Jump(again.at(6, 5)) in again.options(Jump)


@pytest.mark.rule("IM-33")
def test_before_a_ledge_the_move_may_end_and_the_next_activation_climbs():
    heights = "\n".join(["000" + "2" * 21] * 8)
    table = declaring(field(["." * 24] * 8, M=("mad", 0, 4), heights=heights))
    assert code(table, 2, 4) == ""
    again = declaring(field(["." * 24] * 8, M=("mad", 2, 4), heights=heights))
    assert again.options(Climb)
    assert all(again.board.xy(climb.path[-1])[0] == 3 for climb in listed(again, Climb))


def test_only_what_is_nearer_and_within_the_points_cuts_a_move_short():
    gap = [("." * 3 + "~" + "." * 20) if y < 5 else "." * 24 for y in range(24)]
    table = declaring(field(gap, M=("mad", 2, 5)))
    assert (2, 4) not in ends(table)
    assert ends(table) == column(6, 2, 9)


# -- every cell has its reason --------------------------------------------------------------------------------------


def test_every_cell_is_an_end_or_says_why_not_and_the_verdict_agrees():
    table = declaring(field(M=("mad", 5, 5), F=("marine", 7, 5)))
    ctx = table.game.ctx(table.state)
    legal = {cell for cell in range(table.board.size) if impetuous.why_not(ctx, table.unit("M"), cell) is None}
    assert {table.board.xy(cell) for cell in legal} == ends(table)
    assert why(table, 7, 5) == "OCCUPIED"
    assert why(table, 20, 20) == "OUT_OF_REACH"
    assert why(table, 4, 5) == "DOUBLES_BACK"
    assert why(table, 5, 9) == "NOT_NEARER"
    assert why(table, 8, 5) == "NOT_FULL_MOV"
    assert why(table, 5, 5) == "NOT_FULL_MOV"
    for move in table.options(Move):
        assert table.code(move) == ""


def test_the_reasons_of_ground_nobody_stands_on():
    rows = ["." * 24] + ["." * 5 + mark + "." * 18 for mark in "#~"] + ["." * 24] * 5
    table = declaring(field(rows, M=("mad", 4, 2)))
    assert why(table, 5, 1) == "NO_SUCH_STEP"
    assert why(table, 5, 2) == "NEEDS_JUMP"


@pytest.mark.rule("IM-A8")
def test_against_a_hive_without_a_zone_the_far_edge_will_do():
    table = field(M=("mad", 5, 5), zones={"deploy:hive": [], "deploy:marines": [(x, 0) for x in range(24)]})
    declaring(table)
    assert ends(table) == {(x, 9) for x in range(1, 10)}


@pytest.mark.rule("IM-A8")
def test_against_marines_the_zones_of_every_enemy_team_count():
    zones = {"deploy:red": [(0, 0)], "deploy:blue": [(23, 23)], "deploy:green": [(23, 0)]}
    foe = {"kind": "marine", "side": "blue"}
    table = field(
        sides=("red", "blue", "green"),
        teams={"red": "red", "blue": "blue", "green": "red"},
        M=({"kind": "mad", "side": "red"}, 12, 12),
        f=(foe, 23, 23),
        zones={**zones, "deploy:hive": []},
    )
    declaring(table)
    assert ends(table) == {(16, 16)}


@pytest.mark.rule("IM-A8")
def test_a_large_trooper_has_the_same_duty():
    table = declaring(field(M=("mad_tag", 5, 5)))
    found = impetuous.duty(table.game.ctx(table.state), table.unit("M"), 4)
    assert found.here == 14, "its nearest cell counts"
    assert ends(table) == column(9, 1, 9)
