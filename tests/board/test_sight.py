"""Line of sight (BD-8, BD-9, C-6)."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.board import (
    cells_of,
    first_blocker,
    from_ascii,
    line,
    mask_of,
    sees,
    units_see,
    visible,
    visible_from,
)
from game.board.sight import crossings
from tests.board.reference import blocks, boards, cells, door_board, door_masks, places, room, slow_sees


@pytest.mark.rule("BD-8", "BD-9", "C-6")
@given(st.data())
def test_sight_equals_the_clause_pair_by_pair(data):
    board = data.draw(boards(signs="....#+~", most=9))
    murk = data.draw(st.sampled_from([0, 0, mask_of(data.draw(st.sets(cells(board), max_size=6)))]))
    for _ in range(2):
        doors = data.draw(door_masks(board))
        solid = blocks(board, doors, murk)
        for a in range(board.size):
            seen = visible(board, a, doors, murk)
            for b in range(board.size):
                expected = slow_sees(board, a, b, solid, murk)
                assert seen >> b & 1 == expected, (board.xy(a), board.xy(b))
                assert (first_blocker(board, a, b, doors, murk) is None) == expected


@pytest.mark.rule("BD-8")
@given(st.data())
def test_los_01_sight_is_symmetric(data):
    board = data.draw(boards(signs="...#+", most=14, least=6))
    doors, murk = data.draw(door_masks(board)), mask_of(data.draw(st.sets(cells(board), max_size=9)))
    seen = [visible(board, cell, doors, murk) for cell in range(board.size)]
    for a in range(board.size):
        for b in range(a):
            assert seen[a] >> b & 1 == seen[b] >> a & 1


@pytest.mark.rule("BD-8")
@pytest.mark.parametrize("drawing", [["M#.", "..S"], [".#M", "S.."], ["..S", "M#."], ["S..", ".#M"]])
def test_los_01_all_mirror_images_agree(drawing: list[str]):
    board = from_ascii(drawing)
    a, b = ("".join(drawing).index(sign) for sign in "MS")
    assert not sees(board, a, b, 0)
    assert not sees(board, b, a, 0)


@pytest.mark.rule("BD-8")
def test_los_02_two_walls_that_touch_at_a_corner_block():
    board = from_ascii(["M#.", "#..", "..S"])
    assert not sees(board, 0, 8, 0)
    assert not sees(board, 0, 4, 0)
    assert not board.contact(0, 1, 4, 1, 0)


@pytest.mark.rule("BD-8")
def test_one_wall_at_a_corner_does_not_block():
    board = from_ascii(["M..", "#..", "..S"])
    assert sees(board, 0, 8, 0)
    assert sees(board, 0, 4, 0)


@pytest.mark.rule("BD-8")
def test_a_corner_off_the_diagonal_counts_too():
    # The segment (0, 0) to (3, 1) passes exactly through the corner between (1, 0) and (2, 1).
    for drawing, clear in ((["..#.", "...."], True), (["....", ".#.."], True), (["..#.", ".#.."], False)):
        board = from_ascii(drawing)
        assert sees(board, 0, 7, 0) is clear
        assert sees(board, 7, 0, 0) is clear


@pytest.mark.rule("BD-8")
def test_only_the_inside_of_the_segment_counts():
    board = from_ascii([".#.."])
    assert sees(board, 0, 1, 0), "a wall is seen, what is behind it is not"
    assert not sees(board, 0, 2, 0)
    assert sees(board, 1, 3, 0)
    assert sees(board, 1, 1, 0)


@pytest.mark.rule("BD-8", "BD-2")
@pytest.mark.parametrize(("sign", "clear"), [(".", True), ("#", False), ("+", False), ("~", True), ("=", True)])
def test_walls_and_closed_doors_block_and_nothing_else(sign: str, clear: bool):
    assert sees(from_ascii([f".{sign}."]), 0, 2, 0) is clear


@pytest.mark.rule("BD-8")
def test_heights_do_not_matter_for_sight():
    assert sees(from_ascii(["030"]), 0, 2, 0)


@pytest.mark.rule("BD-8")
def test_some_cell_of_a_unit_sees_some_cell_of_the_other():
    board = from_ascii(["..#..", "..#..", "....."])
    left, right = board.cell(0, 0), board.cell(3, 0)
    assert not units_see(board, left, 2, right, 2, 0)
    assert units_see(board, board.cell(0, 1), 2, board.cell(3, 1), 2, 0)
    assert visible_from(board, left, 2, 0) == (
        visible(board, 0, 0) | visible(board, 1, 0) | visible(board, 5, 0) | visible(board, 6, 0)
    )


@pytest.mark.rule("BD-8", "BD-11")
def test_los_04_opening_one_door_leaves_the_other_shut():
    board = from_ascii(["#########", "#M.+.S..#", "#..######", "#..+.G..#", "#########"])
    at = board.cell
    above, below = 1 << board.door_at[at(3, 1)], 1 << board.door_at[at(3, 3)]
    shooter, swarm, gaunt = at(1, 1), at(5, 1), at(5, 3)
    for doors, first, second in ((0, 0, 0), (above, 1, 0), (0, 0, 0), (below, 0, 0), (above, 1, 0)):
        assert (sees(board, shooter, swarm, doors), sees(board, shooter, gaunt, doors)) == (first, second)
    assert sees(board, at(1, 3), gaunt, below)
    assert not sees(board, at(1, 3), gaunt, above)


def test_los_07_none_of_the_hidden_walk_is_seen():
    board = from_ascii(["########", "#M.#..S#", "#..#...#", "#......#", "########"])
    walk = [board.cell(x, y) for x, y in ((6, 1), (5, 1), (5, 2), (4, 2))]
    assert not any(sees(board, board.cell(1, 1), step, 0) for step in walk)


@pytest.mark.rule("BD-9")
def test_a_zero_visibility_zone_blocks_into_out_of_and_through():
    board = room(9, 1)
    zone = mask_of([3, 4])
    assert places(board, visible(board, 0, 0, zone)) == {(0, 0), (1, 0), (2, 0)}
    assert places(board, visible(board, 3, 0, zone)) == {(3, 0)}
    assert not sees(board, 3, 4, 0, zone)
    assert not sees(board, 2, 3, 0, zone)
    assert not sees(board, 2, 5, 0, zone)
    assert sees(board, 5, 8, 0, zone)


@pytest.mark.rule("BD-9")
def test_units_in_contact_see_each_other_in_a_zone():
    board = room(6, 1)
    zone = mask_of([2, 3])
    assert units_see(board, 2, 1, 3, 1, 0, zone)
    assert units_see(board, 1, 1, 2, 1, 0, zone)
    assert not units_see(board, 1, 1, 3, 1, 0, zone)


@pytest.mark.rule("BD-9")
def test_a_zone_does_not_spoil_what_is_remembered_of_clear_air():
    board = room(7, 7)
    clear = visible(board, 24, 0)
    zone = 1 << 25
    assert visible(board, 24, 0, zone) != clear
    assert visible(board, 24, 0) == clear
    for other in range(20):  # more zones than are remembered
        visible(board, 24, 0, 1 << other)
    assert visible(board, 24, 0, zone) == visible(room(7, 7), 24, 0, zone)


@given(st.data())
def test_what_is_remembered_never_goes_stale(data):
    """Doors are opened and shut in any order; a warm board must answer as a fresh one (LOS-04)."""
    board = data.draw(boards(signs="....#++", most=8, least=4))
    for _ in range(4):
        doors = data.draw(door_masks(board))
        fresh = from_ascii([drawing_row(board, y) for y in range(board.height)])
        for cell in range(board.size):
            assert visible(board, cell, doors) == visible(fresh, cell, doors)


def drawing_row(board, y):
    return "".join(".#+"[board.terrain[y * board.width + x]] for x in range(board.width))


def test_a_door_that_no_ray_touches_keeps_the_memory():
    board = from_ascii(["...#+...", "...#...."])
    cache = board.lines.cache(0)
    first = cache.visible(0, 0)
    assert cache.visible(0, 1) is first


def test_memory_is_bounded():
    board = room(8, 8)
    cache = board.lines.cache(0)
    cache._room = 10
    for cell in range(board.size):
        cache.visible(cell, 0)
    assert sum(len(entries) for entries in cache._entries) <= 10
    assert cache.visible(0, 0).bit_count() == 64


@settings(max_examples=8)
@given(st.integers(0, 10**6))
def test_slopes_are_told_apart_on_the_largest_board(seed: int):
    dice = random.Random(seed)
    rows = ["".join(dice.choice("......#") for _ in range(256)) for _ in range(256)]
    if dice.random() < 0.5:  # long views need few walls
        rows = ["".join(sign if dice.random() < 0.05 else "." for sign in row) for row in rows]
    board = from_ascii(rows)
    a = dice.choice([0, 255, board.size - 1, dice.randrange(board.size)])
    seen = visible(board, a, 0)
    for b in [*dice.sample(range(board.size), 250), *dice.sample(cells_of(seen), min(60, seen.bit_count()))]:
        assert seen >> b & 1 == (first_blocker(board, a, b, 0) is None), (board.xy(a), board.xy(b))


@given(st.integers(-12, 12), st.integers(-12, 12))
def test_crossings_are_the_same_from_either_end(dx: int, dy: int):
    forth = [{(x, y) for x, y in met} for met in crossings(dx, dy)]
    back = [{(dx + x, dy + y) for x, y in met} for met in crossings(-dx, -dy)]
    assert forth == back[::-1]


def test_a_line_lists_the_cells_it_crosses():
    board = room(6, 4)
    assert [board.xy(cell) for cell in line(board, 0, board.cell(3, 1))] == [(0, 0), (1, 0), (2, 1), (3, 1)]
    assert [board.xy(cell) for cell in line(board, 0, board.cell(2, 2))] == [(0, 0), (1, 1), (2, 2)]
    assert line(board, 5, 5) == (5,)
    assert line(board, 0, 1) == (0, 1)


def test_the_first_blocker_is_named():
    board = from_ascii(["..#.#.", ".#....", "......"])
    assert first_blocker(board, 0, 5, 0) == 2
    assert first_blocker(board, 5, 0, 0) == 4
    assert first_blocker(board, 0, board.cell(3, 1), 0) == 2, "the upper one of the two at the corner"
    assert first_blocker(board, 0, 1, 0) is None
    assert first_blocker(board, 0, 1, 0, murk=0b10) == 1
    assert first_blocker(board, 0, 1, 0, murk=0b01) == 0


@pytest.mark.rule("BD-8", "BD-11")
def test_a_door_lets_sight_through_when_it_is_open():
    board = door_board()
    assert not sees(board, board.cell(0, 5), board.cell(20, 5), 0)
    assert sees(board, board.cell(0, 5), board.cell(20, 5), 1)
    assert sees(board, board.cell(0, 5), board.cell(10, 5), 0), "its leaf is seen, open or not"
