"""Cases MOV: movement, paths and the hive's turn."""

from __future__ import annotations

import pytest

from game.api import Ctx, SeededDice, hive_tasks, moves, queries
from game.api import actions as skirmish
from game.board import UNREACHED, field
from game.board import path as cheapest
from game.core.events import UnitMoved
from game.rules.hive.actions import ActivateXeno
from tests.cases.scene import activated, ends, marched, ordered, path, refused, rounds, scene, way_to, ways
from tests.support.effort import counted
from tests.support.table import Table

SQUEEZE = """
#####
#M#.#
##..#
#...#
#####
"""


@pytest.mark.rule("BD-3")
def test_mov_01_no_squeezing_between_two_walls():
    table = ordered(scene(SQUEEZE))
    assert ends(table) == set()
    assert refused(table, skirmish.Move(path(table, (2, 2)))) == "NO_SUCH_STEP"
    assert refused(table, skirmish.Move(path(table, (2, 2), (3, 3)))) == "NO_SUCH_STEP"
    assert cheapest(table.board, table.at(1, 1), table.at(3, 3), 0) is None
    hive = activated(scene(SQUEEZE.replace("M", "G")))
    hive.act(ActivateXeno(hive.id("G")))
    assert hive.waiting is None, "a creature without a way is not asked where it goes"
    assert hive.xy("G") == (1, 1)


def test_mov_02_preview_step_and_hive_agree_about_a_corner():
    rows = "#####\n#M#.#\n#...#\n#####"
    way = [(1, 2), (2, 2), (3, 2), (3, 1)]
    table = ordered(scene(rows))
    listed = way_to(table, 3, 1)
    assert listed == skirmish.Move(path(table, *way))
    assert refused(table, skirmish.Move(path(table, (2, 2), (3, 1)))) == "NO_SUCH_STEP"
    moved = [event for event in table.act(listed) if isinstance(event, UnitMoved)]
    assert [(event.path, event.cost) for event in moved] == [(path(table, *way), 4)]
    back = ordered(table.orders())
    assert len(way_to(back, 1, 1).path) == 4
    hive = activated(scene(rows.replace("M", "G")))
    hive.act(ActivateXeno(hive.id("G")))
    assert way_to(hive, 3, 1).path == path(hive, *way)


def test_mov_04_a_straight_way_is_straight_each_time():
    table = ordered(scene("##########\n#........#\n#M.......#\n#........#\n##########", M="marine"))
    wanted = path(table, *[(x, 2) for x in range(2, 6)])
    for _ in range(100):
        assert skirmish.Move(wanted) in list(table.options(skirmish.Move))
    assert cheapest(table.board, table.at(1, 2), table.at(8, 2), 0) == path(table, *[(x, 2) for x in range(2, 9)])


def test_mov_05_the_door_is_weighed_against_the_detour():
    """Working a door costs one point (BD-11), so it is the nearer way here; shut to the mover, it goes round."""
    table = scene("#########\n#G.+....#\n#.#####.#\n#.......#\n#########")
    board, start, goal = table.board, table.at(1, 1), table.at(7, 1)
    assert field(board, [start], 0, door_extra=1)[goal] == 7
    assert field(board, [start], 0)[goal] == 10
    assert cheapest(board, start, goal, 0) is not None
    unit = table.unit("G")
    found = moves.walk_reach(Ctx(table.game, table.state), unit, 12, openable=1)
    assert (found.cost[goal], found.openings(goal)) == (7, ((table.at(3, 1), 0),))


def test_mov_07_a_hive_that_has_no_way_still_ends_its_turns():
    table = rounds(scene("#######\n#S..#M#\n#...###\n#######\n" + "\n".join(["#######"] * 4)))
    dice = SeededDice(1)
    table.state, _ = table.game.begin(table.state, dice)
    most, turns = 0, 0
    while table.state.outcome is None and turns < 60:
        ends_turn = skirmish.EndTurn() in table.game.options(table.state)
        action = skirmish.EndTurn() if ends_turn else table.game.options(table.state)[-1]
        with counted() as effort:
            table.state, _ = table.game.apply(table.state, action, dice)
        most = max(most, effort.calls)
        turns += ends_turn
        assert table.board.inside(*table.board.xy(table.unit("S").cell))
    assert table.state.round >= 50
    assert most < 20_000, "no search of everything there is"


def test_mov_08_units_on_the_last_row_and_column_move_and_never_wrap():
    rows = "G....\n.....\n.....\n.....\n....G"
    table = activated(scene(rows))
    for letter, around in (("G", {(1, 0), (0, 1), (1, 1)}), ("G2", {(3, 3), (3, 4), (4, 3)})):
        board = table.board
        near = {board.xy(cell) for cell, _ in board.steps(0)[table.unit(letter).cell]}
        assert near == around
    for outside in (-1, 25, -6):
        table.act(ActivateXeno(1)) if table.waiting == hive_tasks.HiveMove("hive") else None
        assert refused(table, skirmish.Move((outside,))) != ""
    hunted = scene("M....\n.....\n.....\n.....\n....S")
    marched(hunted)
    assert hunted.xy("S") == (1, 1)


def test_mov_09_no_oscillation_between_two_equal_targets():
    table = scene("###########\n#M...S...N#\n###########", S={"kind": "swarm"})
    seen = [table.xy("S")]
    marched(table)
    seen += [table.board.xy(cell) for event in table.events if isinstance(event, UnitMoved) for cell in event.path]
    assert seen == [(5, 1), (4, 1), (3, 1), (2, 1)], (
        "the older of two like targets (C-8), cell by cell, and no way back"
    )
    assert queries.is_engaged(Ctx(table.game, table.state), table.unit("S"))


@pytest.mark.parametrize(("gap", "passes"), [("####.#####", False), ("####..####", True)])
def test_mov_12_a_large_creature_and_a_gap(gap: str, passes: bool):
    wall = "##########"
    rows = [wall, "#L.......#", "#........#", gap, "#........#", "#........#", wall]
    table = activated(scene("\n".join(rows)))
    board, start, goal = table.board, table.at(1, 1), table.at(4, 4)
    large, small = (field(board, [start], 0, size=size)[goal] for size in (2, 1))
    assert (large, small) == (6 if passes else UNREACHED, 5), "without corner cuts (BD-3)"
    table.act(ActivateXeno(table.id("L")))
    listed = ways(table)
    assert (goal in [option.path[-1] for option in listed]) is False, "MOV 5 does not reach that far"
    for option in listed:
        at = start
        for step in option.path:
            assert len(board.footprint(step, 2)) == 4
            assert not any(board.blocks_move(cell, 0) for cell in board.footprint(step, 2))
            assert step in [cell for cell, _ in board.steps(0, size=2)[at]]
            at = step


def test_mov_14_nobody_ends_on_a_cell_that_is_taken():
    table = ordered(scene("######\n#MWN.#\n######", W={"kind": "warrior", "states": ("immobilized_a",)}))
    assert refused(table, skirmish.Move(path(table, (2, 1)))) == "OCCUPIED"
    assert refused(table, skirmish.Move(path(table, (2, 1), (3, 1), (4, 1)))) == "OCCUPIED"
    assert ends(table) == set()
    assert refused(table, skirmish.Jump(table.at(4, 1))) == "NO_JUMP"


def test_mov_15_a_way_follows_the_door():
    rows = "#########\n#L..+..M#\n#########"
    closed = marched(Table(rows.replace("L", "S"), S="swarm", M={"kind": "marine", "policy": "hold"}))
    assert closed.xy("S")[0] <= 3, "a swarm opens no doors and waits (HM-06)"
    opened = Table(rows.replace("L", "S").replace("+", "/"), S="swarm", M={"kind": "marine", "policy": "hold"})
    marched(opened)
    assert opened.xy("S") == (4, 1), "its three cells lead it into the open doorway"
    back = opened.change("S", cell=opened.at(3, 1), counters=()).door(4, 1, opened=False)
    marched(back)
    assert back.xy("S") == (3, 1)
