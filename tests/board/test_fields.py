"""Distance fields and cheapest paths (BD-5, BD-6, C-8), held equal to networkx."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.board import (
    UNREACHED,
    Gait,
    cells_of,
    field,
    from_ascii,
    mask_of,
    mask_up_to,
    nearest,
    path,
    touching_anchors,
)
from tests.board.reference import boards, cells, door_board, door_masks, room, slow_field, slow_graph


def with_openings(graph, board, doors, openable, size):
    """The clauses' graph with the steps that opening a door on the way allows, each at 1 more a door (BD-6)."""

    def leaves(anchor):
        under = set(board.footprint(anchor, size))
        return {door.id for door in board.doors if openable >> door.id & 1 and under & set(door.cells)}

    for a in range(board.size):
        for b in range(board.size):
            if max(abs(p - q) for p, q in zip(board.xy(a), board.xy(b), strict=True)) != 1:
                continue
            opened = doors | mask_of(leaves(a) | leaves(b))
            if opened != doors:
                single = slow_graph_edge(board, a, b, opened, size)
                if single is not None:
                    closed = {door for door in leaves(b) - leaves(a) if not doors >> door & 1}
                    graph.add_edge(a, b, cost=single + len(closed))
    return graph


def slow_graph_edge(board, a, b, doors, size):
    data = slow_graph(board, doors, size).get_edge_data(a, b)
    return None if data is None else data["cost"]


@pytest.mark.rule("BD-6")
def test_distance_is_the_cost_of_the_cheapest_walk():
    board = from_ascii(["S,..", "....", "##..", "...."])
    distances = field(board, [board.cell(3, 0)], 0)
    assert distances[board.cell(0, 0)] == 3, "round the difficult cell"
    assert distances[board.cell(2, 0)] == 1
    assert distances[board.cell(0, 2)] == UNREACHED
    assert distances[board.cell(0, 3)] == 5


@pytest.mark.rule("BD-6")
@pytest.mark.parametrize("length", [127, 128, 129, 200])
def test_distances_may_be_of_any_length(length):
    board = from_ascii(["," * length + "#."])
    assert field(board, [0], 0) == [*range(0, 2 * length, 2), UNREACHED, UNREACHED]
    assert field(board, [0], 0, limit=9) == [0, 2, 4, 6, 8, *[UNREACHED] * (length - 3)]


@pytest.mark.rule("BD-6")
def test_a_closed_door_the_mover_may_open_counts_one_more():
    board = door_board()
    far = [board.cell(13, 5)]
    start = board.cell(8, 5)
    assert field(board, far, 0)[start] == UNREACHED
    assert field(board, far, 1)[start] == 5
    assert field(board, far, 0, door_extra=1)[start] == 6
    assert field(board, far, 1, door_extra=1)[start] == 5, "an open door costs nothing more"


@pytest.mark.rule("BD-5", "C-3")
def test_blocked_cells_are_not_entered_but_have_a_distance():
    board = from_ascii(["....."])
    blocked = mask_of([1, 3])
    distances = field(board, [4], 0, blocked=blocked)
    assert distances == [UNREACHED, UNREACHED, UNREACHED, 1, 0]
    assert field(board, [3], 0, blocked=blocked)[2] == 1, "a blocked target is a target still"


def test_a_limit_leaves_farther_anchors_unreached():
    board = from_ascii(["...,..."])
    assert field(board, [0], 0, limit=3) == [0, 1, 2, 3, UNREACHED, UNREACHED, UNREACHED]
    assert field(board, [0], 0, limit=4) == [0, 1, 2, 3, UNREACHED, UNREACHED, UNREACHED]
    assert field(board, [0], 0, limit=5)[4] == 5
    assert field(board, [6], 0, limit=4) == [UNREACHED, UNREACHED, UNREACHED, 3, 2, 1, 0]
    assert field(board, [6], 0, limit=5)[2] == 5


@pytest.mark.rule("BD-6")
def test_a_large_mover_is_measured_to_contact():
    board = from_ascii(["......", "......", ".....M", "......"])
    targets = touching_anchors(board, 1 << board.cell(5, 2), 2, 0)
    assert [board.xy(cell) for cell in targets] == [(3, 0), (4, 0), (3, 1), (3, 2)]
    assert field(board, targets, 0, size=2)[board.cell(0, 1)] == 3


@given(st.data())
def test_fields_equal_networkx_on_any_board(data):
    board = data.draw(boards(heights=data.draw(st.booleans())))
    size, gait = data.draw(st.integers(1, 3)), data.draw(st.sampled_from([Gait.WALK, Gait.CLIMB]))
    for _ in range(2):
        doors = data.draw(door_masks(board))
        targets = data.draw(st.sets(cells(board), min_size=1, max_size=4))
        blocked = mask_of(data.draw(st.sets(cells(board), max_size=6)))
        by_hand = slow_field(slow_graph(board, doors, size, gait, blocked, free=targets), targets)
        expected = [by_hand.get(cell, UNREACHED) for cell in range(board.size)]
        assert field(board, targets, doors, size=size, blocked=blocked, gait=gait) == expected
        limit = data.draw(st.integers(0, 8))
        near = [cost if cost <= limit else UNREACHED for cost in expected]
        assert field(board, targets, doors, size=size, blocked=blocked, gait=gait, limit=limit) == near


@given(st.data())
def test_fields_through_openable_doors_equal_networkx(data):
    board = data.draw(boards(signs="...##+++", most=6))
    size = data.draw(st.sampled_from([1, 1, 2]))
    doors, openable = data.draw(door_masks(board)), data.draw(door_masks(board))
    targets = data.draw(st.sets(cells(board), min_size=1, max_size=2))
    graph = with_openings(slow_graph(board, doors, size), board, doors, openable & ~doors, size)
    by_hand = slow_field(graph, targets)
    expected = [by_hand.get(cell, UNREACHED) for cell in range(board.size)]
    assert field(board, targets, doors, size=size, door_extra=openable) == expected


@pytest.mark.rule("C-8")
def test_mov_04_a_straight_path_stays_straight():
    board = from_ascii(["##########", "#........#", "#M......X#", "#........#", "##########"])
    found = path(board, board.cell(1, 2), board.cell(8, 2), 0)
    assert [board.xy(cell) for cell in found or ()] == [(x, 2) for x in range(2, 9)]


@pytest.mark.rule("BD-6")
@pytest.mark.parametrize("extra", range(7))
def test_mov_05_the_dear_door_is_weighed_against_the_detour(extra: int):
    # Difficult cells before the door stand for a door that is dearer to pass.
    dear = "".join("," if n < extra else "." for n in range(4))
    board = from_ascii(["#" * 14, f"#S{dear}+.....M#", "#.##########.#", "#............#", "#" * 14])
    start, goal = board.cell(1, 1), board.cell(12, 1)
    through, round_ = 11 + min(extra, 4) + 1, 15
    assert field(board, [goal], 0, door_extra=1)[start] == min(through, round_)
    assert field(board, [goal], 0)[start] == round_
    found = path(board, start, goal, 0, door_extra=1)
    assert found is not None
    assert found == path(board, start, goal, 0, door_extra=1)
    assert found[-1] == goal


def test_mov_07_no_route_is_an_answer():
    board = from_ascii(["#######", "#S..#M#", "#...###", "#######"])
    assert path(board, board.cell(1, 1), board.cell(5, 1), 0) is None
    assert field(board, [board.cell(5, 1)], 0)[board.cell(1, 1)] == UNREACHED


@pytest.mark.rule("BD-3")
def test_mov_15_a_route_follows_the_door():
    board = from_ascii(["#########", "#G..+..M#", "#########"])
    start, goal = board.cell(1, 1), board.cell(6, 1)
    assert path(board, start, goal, 0) is None
    assert len(path(board, start, goal, 1) or ()) == 5
    assert path(board, start, goal, 0) is None


@pytest.mark.rule("C-8")
@given(st.data())
def test_a_path_is_legal_cheapest_and_takes_the_documented_ties(data):
    board = data.draw(boards(heights=True))
    size, doors = data.draw(st.integers(1, 2)), data.draw(door_masks(board))
    start, goal = data.draw(cells(board)), data.draw(cells(board))
    blocked = mask_of(data.draw(st.sets(cells(board), max_size=5)))
    distances = field(board, [goal], doors, size=size, blocked=blocked)
    found = path(board, start, goal, doors, size=size, blocked=blocked)
    if found is None:
        assert distances[start] == UNREACHED
        return
    at, rows = start, board.steps(doors, size=size)
    for step in found:
        onward = {
            other
            for other, cost in rows[at]
            if distances[other] + cost == distances[at]
            and (other == goal or not set(board.footprint(other, size)) & set(cells_of(blocked)))
        }
        assert step == min(onward, key=lambda cell: (board.squared(cell, goal), *reversed(board.xy(cell))))
        at = step
    assert at == goal


@pytest.mark.rule("C-8")
def test_nearest_breaks_ties_by_y_then_x():
    board = room(5, 5)
    middle = board.cell(2, 2)
    ring = [board.cell(*place) for place in ((2, 3), (3, 2), (1, 2), (2, 1))]
    assert board.xy(nearest(board, ring, middle)) == (2, 1)
    assert board.xy(nearest(board, ring[:3], middle)) == (1, 2)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=80), st.integers(0, 10))
def test_cells_are_picked_by_their_distances(numbers, most):
    assert cells_of(mask_up_to(most, numbers)) == [cell for cell, away in enumerate(numbers) if away <= most]


@pytest.mark.rule("BD-6")
def test_what_is_farther_off_may_be_given_another_number():
    board = from_ascii(["S....#.."])
    assert field(board, [0], 0, limit=3, beyond=7) == [0, 1, 2, 3, 7, 7, 7, 7]
