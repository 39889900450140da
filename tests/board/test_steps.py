"""Single steps (BD-3, BD-4, C-2, MV-4) and the graph."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.board import Board, Gait, cells_of, from_ascii, reach
from game.board.graph import open_graph
from tests.board.reference import boards, door_board, door_masks, places, room, slow_graph


def steps_from(board: Board, x: int, y: int, doors: int = 0, size: int = 1) -> dict[tuple[int, int], int]:
    return {board.xy(cell): cost for cell, cost in board.steps(doors, size=size)[board.cell(x, y)]}


@pytest.mark.rule("BD-3", "C-1")
def test_a_step_goes_to_any_of_eight_neighbours():
    around = {(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)}
    assert steps_from(room(3, 3), 1, 1) == dict.fromkeys(around, 1)


@pytest.mark.rule("BD-3", "C-2")
@pytest.mark.parametrize("beside", ["#", "+"])
def test_no_diagonal_past_a_wall_or_closed_door(beside: str):
    for drawing in ([f".{beside}", ".."], ["..", f"{beside}."]):
        board = from_ascii(drawing)
        assert board.step_cost(0, 3, 0) is None
        assert board.step_cost(3, 0, 0) is None


@pytest.mark.rule("BD-3")
def test_an_open_door_a_pit_or_a_barricade_beside_does_not_stop_a_diagonal():
    for drawing in (["./", ".."], [".~", "~."], [".=", "=."]):
        board = from_ascii(drawing)
        assert board.step_cost(0, 3, board.initial_doors) == 1


@pytest.mark.rule("BD-3")
@pytest.mark.parametrize(("levels", "cost"), [("00", 1), ("01", 2), ("10", 2), ("02", None), ("30", None), ("23", 2)])
def test_height_costs_one_more_or_is_no_step(levels: str, cost: int | None):
    board = from_ascii([levels])
    assert board.step_cost(0, 1, 0) == cost


@pytest.mark.rule("BD-3")
def test_height_adds_to_the_terrain_entered():
    board = from_ascii([".,"], heights=["10"])
    assert board.step_cost(0, 1, 0) == 3
    assert board.step_cost(1, 0, 0) == 2


@pytest.mark.rule("MV-4")
@pytest.mark.parametrize(("levels", "cost"), [("00", 1), ("01", 2), ("02", 4), ("20", 4), ("03", 6), ("31", 4)])
def test_climbing_costs_two_for_each_level_of_a_ledge(levels: str, cost: int):
    assert from_ascii([levels]).step_cost(0, 1, 0, climb=True) == cost


@pytest.mark.rule("IM-A5")
def test_the_rough_measure_counts_two_into_a_pit_and_over_a_ledge():
    board = from_ascii([".~.."], heights=["0003"])
    rough = board.steps(0, gait=Gait.ROUGH)
    assert rough[0] == ((1, 2),)
    assert rough[1] == ((0, 1), (2, 1))
    assert rough[2] == ((1, 2), (3, 2))


@pytest.mark.rule("HM-A4")
def test_the_cross_measure_knows_four_neighbours_only():
    board = from_ascii([".,", ".."])
    assert board.steps(0, gait=Gait.CROSS)[0] == ((1, 1), (2, 1))


@pytest.mark.rule("BD-3")
def test_mov_01_no_squeezing_between_two_walls():
    board = from_ascii(["#####", "#M#.#", "##..#", "#...#", "#####"])
    assert steps_from(board, 1, 1) == {}
    assert reach(board, board.cell(1, 1), 99, 0).cost == {board.cell(1, 1): 0}


def test_mov_08_corners_of_the_board_have_three_steps():
    board = room(5, 5)
    assert set(steps_from(board, 0, 0)) == {(1, 0), (0, 1), (1, 1)}
    assert set(steps_from(board, 4, 4)) == {(3, 3), (3, 4), (4, 3)}


@pytest.mark.rule("BD-4", "C-10")
def test_every_cell_of_a_footprint_must_be_enterable():
    board = from_ascii(["....", "..#.", "....", "...."])
    assert set(steps_from(board, 0, 0, size=2)) == {(0, 1)}
    assert set(steps_from(board, 0, 1, size=2)) == {(0, 0), (0, 2)}
    assert set(steps_from(board, 0, 2, size=2)) == {(0, 1), (1, 2)}


@pytest.mark.rule("BD-4")
def test_a_footprint_pays_the_dearest_cell_newly_entered():
    board = from_ascii(["..,.", "....", "...."])
    assert steps_from(board, 0, 0, size=2)[1, 0] == 2
    assert steps_from(board, 0, 1, size=2)[1, 1] == 1
    assert steps_from(board, 1, 0, size=2)[2, 0] == 1, "the difficult cell is left under it, not entered"


@pytest.mark.rule("BD-4")
def test_heights_hold_for_every_cell_of_a_footprint():
    assert steps_from(from_ascii(["002", "000"]), 0, 0, size=2) == {}
    assert steps_from(from_ascii(["001", "000"]), 0, 0, size=2) == {(1, 0): 2}
    assert steps_from(from_ascii(["010", "000"]), 0, 0, size=2) == {(1, 0): 2}
    assert steps_from(from_ascii(["020", "000"]), 0, 0, size=2) == {}


@pytest.mark.rule("BD-4")
def test_mov_12_a_large_unit_needs_a_wide_gap():
    narrow = [
        "##########",
        "#........#",
        "#........#",
        "####.#####",
        "#........#",
        "#........#",
        "##########",
    ]
    board = from_ascii(narrow)
    start = board.cell(1, 1)
    large, small = reach(board, start, 99, 0, size=2), reach(board, start, 99, 0)
    assert all(y < 2 for _, y in places(board, large.cells))
    assert min(cost for cell, cost in small.cost.items() if board.xy(cell)[1] == 4) == 5
    board = from_ascii([*narrow[:3], "####..####", *narrow[4:]])
    wide = reach(board, start, 99, 0, size=2)
    assert wide.cost[board.cell(4, 4)] == 6
    for anchor in wide.path(board.cell(4, 4)):
        assert not any(board.blocks_move(cell, 0) for cell in board.footprint(anchor, 2))


@pytest.mark.rule("BD-3")
def test_mov_02_a_corner_costs_the_same_both_ways():
    board = from_ascii(["#####", "#M#.#", "#...#", "#####"])
    left, right = board.cell(1, 1), board.cell(3, 1)
    assert reach(board, left, 9, 0).cost[right] == 4
    assert reach(board, right, 9, 0).cost[left] == 4
    assert len(reach(board, left, 9, 0).path(right)) == 4


@given(st.data())
def test_steps_follow_the_clauses_on_any_board(data):
    board = data.draw(boards(heights=True))
    size, gait = data.draw(st.sampled_from([1, 1, 2, 3])), data.draw(st.sampled_from([Gait.WALK, Gait.CLIMB]))
    for _ in range(3):  # several door states in a row, so that patched tables are looked at too
        doors = data.draw(door_masks(board))
        graph = slow_graph(board, doors, size, gait)
        by_hand = [tuple(sorted((b, d["cost"]) for b, d in graph[a].items())) for a in range(board.size)]
        assert list(board.steps(doors, size=size, gait=gait)) == by_hand
        back = board.step_table(doors, size=size, gait=gait).back.rows
        assert {(a, b, c) for b, row in enumerate(back) for a, c in row} == {
            (a, b, d["cost"]) for a, b, d in graph.edges(data=True)
        }


@given(st.data())
def test_lanes_say_what_rows_say(data):
    board = data.draw(boards(heights=True))
    size = data.draw(st.sampled_from([1, 1, 2]))
    table = board.step_table(data.draw(door_masks(board)), openable=data.draw(door_masks(board)), size=size)
    for lane in (table.ahead, table.back):
        for anchor, row in enumerate(lane.rows):
            moves = lane.moves
            cheap = [shift for shift, anchors in moves.up if anchors >> anchor & 1]
            cheap += [-shift for shift, anchors in moves.down if anchors >> anchor & 1]
            dear = [(anchor + shift, cost) for cost, shift, anchors in moves.dear if anchors >> anchor & 1]
            assert sorted([(anchor + shift, 1) for shift in cheap] + dear) == list(row)
            assert bool(dear) == bool(moves.slow >> anchor & 1)


@given(st.data())
def test_the_graph_holds_the_same_steps(data):
    board = data.draw(boards(heights=True))
    doors = data.draw(door_masks(board))
    rows = board.steps(doors)
    graph = open_graph(board, doors)
    assert {(board.cell(*a), board.cell(*b), d["cost"]) for a, b, d in graph.edges(data=True)} == {
        (a, b, cost) for a, row in enumerate(rows) for b, cost in row
    }
    assert board.graph is board.graph
    for place, data_of in board.graph.nodes(data=True):
        cell = board.cell(*place)
        assert (data_of["terrain"], data_of["height"]) == (board.terrain[cell], board.heights[cell])


def test_a_door_changes_no_step_away_from_it():
    board = door_board()
    shut, open_ = board.step_table(0), board.step_table(1)
    changed = [cell for cell in range(board.size) if shut.ahead.rows[cell] != open_.ahead.rows[cell]]
    assert set(changed) <= set(board.neighbours(115)) | {115}
    assert board.step_table(0) is shut, "a state asked for again is the same table"


def test_a_footprint_is_1_to_3():
    with pytest.raises(ValueError, match="expected 1 to 3"):
        room(5, 5).step_table(0, size=4)


def test_edges_name_the_doors_they_need():
    board = from_ascii([".+.", "...", "#.#"])
    assert board.graph.edges[(0, 0), (1, 0)]["doors"] == (0,)
    assert board.graph.edges[(0, 0), (1, 1)]["doors"] == (0,)
    assert board.graph.edges[(0, 1), (1, 1)]["doors"] == ()
    assert cells_of(board.all_doors) == [0]
