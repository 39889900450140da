"""Where a Move can end, and by which way (MV-1 to MV-4, BD-5, HM-09)."""

from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.board import contact_anchors, field, from_ascii, jumps, mask_of, path, reach, straight
from tests.board.reference import boards, cells, door_board, door_masks, places, room, slow_graph


@pytest.mark.rule("MV-1")
def test_reach_is_every_cell_within_the_points():
    board = room(24, 24)
    found = reach(board, board.cell(5, 5), 6, 0)
    assert places(board, found.cells) == {(x, y) for x in range(12) for y in range(12)}
    assert found.cost[board.cell(5, 5)] == 0
    assert board.cell(12, 5) not in found
    with pytest.raises(KeyError):
        found.path(board.cell(12, 5))


def test_costs_come_by_cost_then_y_then_x():
    board = from_ascii([".,..", "....", "~..="])
    cost = reach(board, board.cell(1, 1), 3, 0).cost
    assert list(cost.items()) == sorted(cost.items(), key=lambda item: (item[1], item[0]))


@pytest.mark.rule("BD-5", "C-3")
def test_units_are_neither_entered_nor_passed():
    board = from_ascii(["#####", "..G..", "#####"])
    found = reach(board, board.cell(0, 1), 6, 0, blocked=1 << board.cell(2, 1))
    assert places(board, found.cells) == {(0, 1), (1, 1)}


def test_the_start_may_be_blocked_itself():
    board = from_ascii(["..."])
    assert reach(board, 1, 1, 0, blocked=0b010).cost == {1: 0, 0: 1, 2: 1}


@pytest.mark.rule("MV-2")
def test_a_walk_ends_where_it_meets_an_enemy():
    board = from_ascii(["#######", "M.....S", "#######"])
    enemy = 1 << board.cell(6, 1)
    stops = contact_anchors(board, enemy, 1, 0)
    found = reach(board, board.cell(0, 1), 9, 0, blocked=enemy, stops=stops)
    assert places(board, found.cells) == {(x, 1) for x in range(6)}
    middle = 1 << board.cell(3, 1)
    short = reach(board, board.cell(0, 1), 9, 0, stops=middle)
    assert places(board, short.cells) == {(x, 1) for x in range(4)}


@pytest.mark.rule("MV-2")
def test_a_walk_that_starts_at_a_stop_may_leave_it():
    board = from_ascii(["....."])
    assert reach(board, 1, 9, 0, stops=0b00010).cost == {1: 0, 0: 1, 2: 1, 3: 2, 4: 3}


@pytest.mark.rule("MV-2")
def test_a_path_goes_round_a_stop():
    board = room(3, 3)
    start, middle, end = board.cell(0, 1), board.cell(1, 1), board.cell(2, 1)
    assert reach(board, start, 2, 0).path(end) == (middle, end)
    assert reach(board, start, 2, 0, stops=1 << middle).path(end) == (board.cell(1, 0), end)


@pytest.mark.rule("HM-09")
def test_a_door_costs_one_point_to_open_on_the_way():
    board = door_board()
    start, end = board.cell(8, 5), board.cell(13, 5)
    found = reach(board, start, 6, 0, openable=1)
    assert found.cost[end] == 6
    assert board.cell(14, 5) not in found
    leaf = board.cell(10, 5)
    assert found.openings(end) == ((leaf, 0),)
    assert found.door_before(leaf) == 0
    assert found.door_before(end) == -1
    assert found.door_before(board.cell(9, 5)) == -1
    assert end not in reach(board, start, 6, 0)
    assert reach(board, start, 6, 1, openable=1).openings(end) == ()


@pytest.mark.rule("BD-11")
def test_leaves_of_one_door_open_together():
    board = from_ascii(["..#..", "..+..", "..+..", "..#.."])
    start = board.cell(1, 1)
    found = reach(board, start, 9, 0, openable=1)
    assert found.cost[board.cell(2, 1)] == 2
    assert found.cost[board.cell(2, 2)] == 2, "the other leaf no longer bars the diagonal"
    assert found.cost[board.cell(3, 2)] == 3
    assert found.openings(board.cell(3, 2)) in (((board.cell(2, 1), 0),), ((board.cell(2, 2), 0),))


@pytest.mark.rule("HM-A19")
def test_a_large_unit_opens_a_wide_door_and_no_narrow_one():
    board = from_ascii(["..#..", "..+..", "..+..", "..#.."])
    found = reach(board, board.cell(0, 1), 4, 0, size=2, openable=1)
    assert found.cost[board.cell(1, 1)] == 2
    assert found.cost[board.cell(3, 1)] == 4
    narrow = from_ascii(["..#..", "..+..", "..#..", "..#.."])
    stuck = reach(narrow, 0, 9, 0, size=2, openable=1)
    assert all(x == 0 for x, _ in places(narrow, stuck.cells))


@pytest.mark.rule("MV-4")
def test_climbing_reaches_over_ledges():
    board = from_ascii(["0020"])
    assert reach(board, 1, 4, 0).cost == {1: 0, 0: 1}
    assert reach(board, 1, 4, 0, climb=True).cost == {1: 0, 0: 1, 2: 4}
    assert reach(board, 1, 8, 0, climb=True).cost[3] == 8


@given(st.data())
def test_reach_equals_networkx_and_its_paths_cost_what_it_says(data):
    board = data.draw(boards(heights=data.draw(st.booleans())))
    size, doors = data.draw(st.integers(1, 3)), data.draw(door_masks(board))
    start, budget = data.draw(cells(board)), data.draw(st.integers(0, 9))
    blocked = mask_of(data.draw(st.sets(cells(board), max_size=6)))
    stops = mask_of(data.draw(st.sets(cells(board), max_size=6)))
    graph = slow_graph(board, doors, size, blocked=blocked)
    halted = graph.copy()
    halted.remove_edges_from([(a, b) for a, b in graph.edges if stops >> a & 1 and a != start])
    by_hand = nx.single_source_dijkstra_path_length(halted, start, cutoff=budget, weight="cost")
    found = reach(board, start, budget, doors, size=size, blocked=blocked, stops=stops)
    assert found.cost == by_hand
    for to, cost in found.cost.items():
        walk = (start, *found.path(to))
        assert walk[-1] == to
        assert sum(halted.edges[a, b]["cost"] for a, b in pairwise(walk)) == cost
        assert not any(stops >> step & 1 for step in walk[1:-1])


@pytest.mark.rule("C-8")
@given(st.data())
def test_reach_and_path_take_the_same_way(data):
    board = data.draw(boards(heights=True))
    doors, openable = data.draw(door_masks(board)), data.draw(door_masks(board))
    start = data.draw(cells(board))
    found = reach(board, start, 12, doors, openable=openable)
    distances = field(board, [start], doors)
    assert distances[start] == 0
    for to in found.cost:
        assert found.path(to) == path(board, start, to, doors, door_extra=openable)


@pytest.mark.rule("C-12", "HM-04")
@pytest.mark.parametrize(
    ("octant", "end"),
    [(1, (5, 3)), (2, (7, 3)), (3, (7, 5)), (4, (7, 7)), (5, (5, 7)), (6, (3, 7)), (7, (3, 5)), (8, (3, 3))],
)
def test_octants_run_clockwise_from_north(octant: int, end: tuple[int, int]):
    board = room(24, 24)
    drift = straight(board, board.cell(5, 5), octant, 2, 0)
    assert len(drift) == 2
    assert board.xy(drift[-1]) == end


@pytest.mark.rule("HM-A7")
def test_a_straight_walk_ends_before_what_bars_it():
    board = from_ascii(["....#", ".....", "....."])
    assert places(board, straight(board, 0, 3, 9, 0)) == {(1, 0), (2, 0), (3, 0)}
    assert places(board, straight(board, 5, 3, 9, 0, blocked=1 << 8)) == {(1, 1), (2, 1)}
    assert straight(board, board.cell(3, 1), 2, 9, 0) == (), "no corner is cut"
    assert places(board, straight(board, 5, 3, 9, 0, size=2)) == {(1, 1), (2, 1), (3, 1)}


@pytest.mark.rule("MV-3")
def test_a_jump_flies_over_pits_and_barricades_and_lands_on_floor():
    board = from_ascii([".~=.,.#.."])
    assert {board.xy(end): len(way) for end, way in jumps(board, 0, 9, 0).items()} == {(3, 0): 3, (5, 0): 5}
    assert list(jumps(board, 0, 3, 0)) == [3]
    assert jumps(board, 0, 9, 0)[5] == (1, 2, 3, 4, 5)


@pytest.mark.rule("MV-3")
@pytest.mark.parametrize(("levels", "lands"), [("00", True), ("01", True), ("10", True), ("20", False), ("02", False)])
def test_a_jump_ends_at_most_one_higher_or_lower(levels: str, lands: bool):
    board = from_ascii([".~."], heights=[f"{levels[0]}0{levels[1]}"])
    assert (2 in jumps(board, 0, 9, 0)) is lands


@pytest.mark.rule("MV-3", "BD-5")
def test_a_jump_passes_no_unit_closed_door_corner_or_high_ground():
    assert list(jumps(from_ascii([".~.."]), 0, 9, 0, blocked=0b0100)) == []
    door = from_ascii([".+."])
    assert list(jumps(door, 0, 9, 0)) == []
    assert list(jumps(door, 0, 9, 1)) == [1, 2]
    assert list(jumps(from_ascii([".#", "~."]), 0, 9, 0)) == []
    assert list(jumps(from_ascii(["..."], heights=["030"]), 0, 9, 0)) == []


@pytest.mark.rule("MV-3", "BD-4")
def test_a_large_unit_jumps_with_all_its_cells():
    board = from_ascii(["..~~..", "..~~.#"])
    assert list(jumps(board, 0, 9, 0, size=2)) == []
    board = from_ascii(["..~~..", "..~~.."])
    assert list(jumps(board, 0, 9, 0, size=2)) == [4]
