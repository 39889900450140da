"""Range and contact (BD-6, BD-7, C-2, C-4)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.board import contact_anchors, from_ascii, mask_of, sees, touching_anchors
from tests.board.reference import blocks, boards, cells, door_board, door_masks, places, room


@pytest.mark.rule("BD-6", "C-4")
def test_range_is_chebyshev_between_nearest_cells():
    board = room(20, 20)
    at = board.cell
    assert board.range(at(2, 2), 1, at(5, 4), 1) == 3
    assert board.range(at(2, 2), 3, at(5, 2), 1) == 1
    assert board.range(at(5, 2), 1, at(2, 2), 3) == 1
    assert board.range(at(2, 2), 2, at(6, 9), 3) == 6
    assert board.range(at(2, 2), 2, at(3, 3), 1) == 0


@pytest.mark.rule("BD-6")
@given(st.integers(0, 89), st.integers(1, 3), st.integers(0, 89), st.integers(1, 3))
def test_range_is_the_least_over_all_pairs_of_cells(a, size_a, b, size_b):
    board = room(10, 9)
    pairs = [(p, q) for p in board.footprint(a, size_a) for q in board.footprint(b, size_b)]
    if pairs:
        gaps = [[abs(m - n) for m, n in zip(board.xy(p), board.xy(q), strict=True)] for p, q in pairs]
        assert board.range(a, size_a, b, size_b) == min(max(gap) for gap in gaps)
        assert board.squared_gap(a, size_a, b, size_b) == min(board.squared(p, q) for p, q in pairs)


@pytest.mark.rule("C-8")
def test_straight_line_distance_is_squared():
    board = room(8, 8)
    assert board.squared(board.cell(1, 1), board.cell(4, 5)) == 25


@pytest.mark.rule("BD-7", "C-2")
def test_neighbours_are_in_contact():
    board = room(5, 5)
    around = places(board, board.contact_mask(12, 1, 0))
    assert around == {(1, 1), (2, 1), (3, 1), (1, 2), (3, 2), (1, 3), (2, 3), (3, 3)}
    assert not board.contact(12, 1, 14, 1, 0)


@pytest.mark.rule("BD-7", "C-2")
@pytest.mark.parametrize("corner", ["#", "+"])
def test_a_wall_or_closed_door_at_the_corner_prevents_contact(corner: str):
    board = from_ascii([f".{corner}", ".."])
    assert not board.contact(0, 1, 3, 1, 0)
    assert not board.contact(3, 1, 0, 1, 0)
    assert board.contact(0, 1, 2, 1, 0)


@pytest.mark.rule("BD-7", "BD-11")
def test_opening_a_door_makes_contact_through_it():
    board = from_ascii(["#+#", ".+.", "#.#"])
    left, right, below = board.cell(0, 1), board.cell(2, 1), board.cell(1, 2)
    leaf = board.cell(1, 1)
    assert not board.contact(left, 1, leaf, 1, 0)
    assert board.contact(left, 1, leaf, 1, 1)
    assert not board.contact(left, 1, right, 1, 1)
    assert not board.contact(left, 1, below, 1, 1), "the wall at (0, 2) still stands at the corner"


@pytest.mark.rule("BD-7")
@pytest.mark.parametrize(("levels", "touch"), [("00", True), ("01", True), ("02", False), ("30", False), ("32", True)])
def test_a_height_difference_of_two_prevents_contact(levels: str, touch: bool):
    board = from_ascii([levels])
    assert board.contact(0, 1, 1, 1, 0) is touch
    assert board.contact(1, 1, 0, 1, 0) is touch


@pytest.mark.rule("BD-7")
def test_one_cell_of_a_footprint_in_contact_is_enough():
    board = from_ascii(["...#..", "...#..", "......"])
    large = board.cell(1, 0)
    assert board.contact(large, 2, board.cell(2, 2), 1, 0)
    assert not board.contact(large, 2, board.cell(3, 2), 1, 0), "only by a corner that the wall takes"
    assert not board.contact(large, 2, board.cell(4, 0), 2, 0)
    assert board.contact_mask(large, 2, 0) & board.footprint_mask(large, 2) == 0


@given(st.data())
def test_contact_is_symmetric_and_follows_the_clause(data):
    board = data.draw(boards(heights=True))
    doors = data.draw(door_masks(board))
    solid = blocks(board, doors)
    for a in range(board.size):
        ax, ay = board.xy(a)
        by_hand = 0
        for b in board.neighbours(a):
            bx, by = board.xy(b)
            box = {(ax, ay), (bx, by), (ax, by), (bx, ay)}
            if not box & solid and abs(board.heights[a] - board.heights[b]) < 2:
                by_hand |= 1 << b
        assert board.contact_mask(a, 1, doors) == by_hand
        for b in board.neighbours(a):
            assert board.contact(a, 1, b, 1, doors) == board.contact(b, 1, a, 1, doors)


@pytest.mark.rule("BD-8")
@given(st.data())
def test_neighbours_in_contact_always_see_each_other(data):
    board = data.draw(boards(heights=True))
    doors = data.draw(door_masks(board))
    a = data.draw(cells(board))
    for b in board.neighbours(a):
        if board.contact(a, 1, b, 1, doors):
            assert sees(board, a, b, doors)


@pytest.mark.rule("MV-2")
@given(st.data())
def test_contact_anchors_are_where_a_mover_would_touch(data):
    board = data.draw(boards(heights=True, most=7))
    doors, size = data.draw(door_masks(board)), data.draw(st.integers(1, 3))
    enemies = data.draw(st.sets(cells(board), max_size=3))
    found = contact_anchors(board, mask_of(enemies), size, doors)
    by_hand = [
        anchor
        for anchor in range(board.size)
        if board.footprint(anchor, size)
        and not enemies & set(board.footprint(anchor, size))
        and any(board.contact(anchor, size, enemy, 1, doors) for enemy in enemies)
    ]
    assert touching_anchors(board, mask_of(enemies), size, doors) == by_hand
    assert found == mask_of(by_hand)


@pytest.mark.rule("BD-11")
def test_a_large_unit_touches_through_a_door_only_when_it_is_open():
    board = door_board()
    large, leaf = board.cell(8, 5), board.cell(10, 5)
    assert not board.contact(large, 2, leaf, 1, 0)
    assert board.contact(large, 2, leaf, 1, 1)
