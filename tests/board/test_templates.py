"""Circles, cones and clouds (AT-5, HM-48, HM-A15)."""

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.board import circle, cone, flood, from_ascii, mask_of
from tests.board.reference import boards, cells, door_board, door_masks, places, room, slow_graph


@pytest.mark.rule("AT-5", "TR-A9")
def test_a_circle_is_21_cells():
    board = room(24, 24)
    disc = circle(board, board.cell(10, 10), 0)
    assert disc.bit_count() == 21
    assert places(board, disc) == {
        (10 + dx, 10 + dy) for dx in range(-2, 3) for dy in range(-2, 3) if abs(dx) + abs(dy) < 4
    }
    assert circle(board, board.cell(10, 10), 0, reach2=1).bit_count() == 5
    assert circle(board, board.cell(0, 0), 0).bit_count() == 8


@pytest.mark.rule("AT-5")
def test_a_circle_takes_what_its_centre_sees():
    board = from_ascii([".....", "..#..", ".....", "....."])
    below = places(board, circle(board, board.cell(2, 2), 0))
    assert (2, 1) in below, "the wall itself is seen"
    assert (2, 0) not in below
    assert (1, 0) not in below, "its segment crosses a corner of the wall"
    assert (1, 1) in below


@pytest.mark.rule("AT-5", "BD-9")
def test_an_older_zone_is_in_the_way_of_a_template():
    board = room(9, 9)
    older = mask_of([board.cell(5, 4)])
    found = places(board, circle(board, board.cell(4, 4), 0, murk=older))
    assert (5, 4) not in found
    assert (6, 4) not in found
    assert (3, 4) in found


@pytest.mark.rule("AT-5")
def test_a_cone_is_18_cells_along_an_axis():
    board = room(24, 24)
    origin = board.cell(4, 10)
    found = places(board, cone(board, origin, board.cell(5, 10), 0))
    assert found == {(4 + n, 10 + side) for n in range(1, 9) for side in (-1, 0, 1) if n >= 4 or side == 0}
    assert len(found) == 18
    assert places(board, cone(board, origin, board.cell(20, 10), 0)) == found, "how far the aim is does not matter"


@pytest.mark.rule("AT-5")
@pytest.mark.parametrize("way", [(1, 1), (1, -1), (-1, 1), (-1, -1)])
def test_a_cone_is_15_cells_along_a_diagonal(way: tuple[int, int]):
    board = room(24, 24)
    found = cone(board, board.cell(12, 12), board.cell(12 + way[0], 12 + way[1]), 0)
    assert found.bit_count() == 15
    assert all((x - 12) * way[0] >= 0 and (y - 12) * way[1] >= 0 for x, y in places(board, found))


@pytest.mark.rule("AT-5")
@given(st.integers(-9, 9), st.integers(-9, 9))
def test_a_cone_is_what_the_formula_says(ax: int, ay: int):
    board = room(25, 25)
    origin = board.cell(12, 12)
    if (ax, ay) == (0, 0):
        with pytest.raises(ValueError, match="expected an aim other than its origin"):
            cone(board, origin, origin, 0)
        return
    by_hand = set()
    for cx in range(-12, 13):
        for cy in range(-12, 13):
            length2, along, off = ax * ax + ay * ay, ax * cx + ay * cy, abs(ax * cy - ay * cx)
            over = 8 * off - along
            if along > 0 and along**2 <= 64 * length2 and (over <= 0 or over**2 <= 16 * length2):
                by_hand.add((12 + cx, 12 + cy))
    assert places(board, cone(board, origin, board.cell(12 + ax, 12 + ay), 0)) == by_hand


@pytest.mark.rule("AT-5")
def test_a_cone_ends_at_a_wall():
    board = from_ascii([".........", "....#....", "........."])
    found = places(board, cone(board, board.cell(0, 1), board.cell(1, 1), 0))
    assert (4, 1) in found
    assert not found & {(x, 1) for x in range(5, 9)}


@pytest.mark.rule("HM-A15", "HM-48")
def test_gas_floods_by_steps_and_stops_at_a_closed_door():
    board = door_board()
    marker = board.cell(8, 5)
    shut, opened = flood(board, marker, 3, 0), flood(board, marker, 3, 1)
    assert shut.bit_count() == 35
    assert board.cell(11, 5) not in places(board, shut)
    assert not shut >> board.cell(11, 5) & 1
    assert opened >> board.cell(11, 5) & 1
    assert flood(board, board.cell(15, 5), 1, 0).bit_count() == 9
    assert flood(board, marker, 0, 0) == 1 << marker


@pytest.mark.rule("HM-A15")
def test_gas_counts_steps_not_points():
    board = from_ascii([".,=.#."])
    assert flood(board, 0, 3, 0) == 0b1111
    assert flood(board, 0, 99, 0) == 0b1111


@given(st.data())
def test_a_flood_equals_networkx_on_any_board(data):
    board = data.draw(boards(heights=True))
    doors, start, steps = data.draw(door_masks(board)), data.draw(cells(board)), data.draw(st.integers(0, 6))
    by_hand = nx.single_source_shortest_path_length(slow_graph(board, doors), start, cutoff=steps)
    assert flood(board, start, steps, doors) == mask_of(by_hand)
