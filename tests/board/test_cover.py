"""Partial cover (BD-10)."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.board import Terrain, cover, from_ascii, marks, mask_of, sees
from tests.board.reference import boards, cells, door_masks, room

HALF = Fraction(1, 2)


def is_covered(drawing: list[str], doors: int = 0) -> bool:
    """Whether T has cover from A."""
    board, at = from_ascii(drawing), marks(drawing)
    return cover(board, at["A"][0], 1, at["T"][0], 1, doors)


@pytest.mark.rule("BD-10")
@pytest.mark.parametrize(
    ("drawing", "covered"),
    [
        (["A...=T"], True),
        (["A...,T"], False),
        (["A...~T"], False),
        (["A..=.T"], False),  # not a neighbour of the target
        (["A...T="], False),  # behind the target
        (["A...T.", "...=.."], False),  # beside the way, touched by no segment
        (["=...T.", "A....."], False),
        (["A..#", "...T"], False),  # the segment ends before it reaches that cell
        (["A.#.", "...T"], True),  # a wall whose corner the segment touches
        (["A...", "..=T"], True),
        (["A.+.", "...T"], True),
        (["A./.", "...T"], False),
    ],
)
def test_cover_needs_a_neighbour_on_the_way_and_nearer(drawing: list[str], covered: bool):
    board = from_ascii(drawing)
    assert is_covered(drawing, board.initial_doors) is covered


@pytest.mark.rule("BD-10", "BD-11")
def test_opening_the_door_takes_its_cover_away():
    drawing = ["A.+.", "...T"]
    assert is_covered(drawing, doors=0)
    assert not is_covered(drawing, doors=1)


@pytest.mark.rule("BD-10")
def test_cover_may_be_one_sided():
    board = from_ascii(["A=....T"])
    assert cover(board, 6, 1, 0, 1, 0)
    assert not cover(board, 0, 1, 6, 1, 0)


@pytest.mark.rule("BD-10")
def test_a_unit_on_a_barricade_has_cover_from_all_but_those_in_contact():
    board = from_ascii(["....", ".=..", "...."])
    on, beside, far = board.cell(1, 1), board.cell(2, 2), board.cell(3, 1)
    assert cover(board, far, 1, on, 1, 0)
    assert not cover(board, beside, 1, on, 1, 0)


@pytest.mark.rule("BD-10")
def test_the_attacker_uses_its_best_pair_of_cells():
    drawing = ["AA...=T", "AA....."]
    board = from_ascii(drawing)
    target = board.cell(6, 0)
    assert cover(board, 0, 1, target, 1, 0)
    assert not cover(board, 0, 2, board.cell(6, 1), 1, 0)
    large = from_ascii(["A...=TT", "......TT"[:7]])
    assert not cover(large, 0, 1, large.cell(5, 0), 2, 0), "the lower half of the target stands free"


@pytest.mark.rule("BD-10")
def test_units_that_do_not_see_each_other_have_nothing_to_be_covered_from():
    assert not is_covered(["A.#.=T"])
    board = room(5, 1)
    assert not cover(board, 0, 1, 4, 1, 0, murk=mask_of([2]))


@pytest.mark.rule("BD-10")
@given(st.data())
def test_cover_follows_the_clause_on_any_board(data):
    board = data.draw(boards(signs=".....=#+~", most=8))
    doors = data.draw(door_masks(board))
    a, t = data.draw(cells(board)), data.draw(cells(board))
    if a == t or not sees(board, a, t, doors):
        return
    (ax, ay), (tx, ty) = board.xy(a), board.xy(t)
    shielded = False
    for dx, dy in product((-1, 0, 1), repeat=2):
        x, y = tx + dx, ty + dy
        if (dx, dy) == (0, 0) or not board.inside(x, y):
            continue
        cell = board.cell(x, y)
        stands = board.blocks_sight(cell, doors) or board.terrain[cell] is Terrain.BARRICADE
        nearer = (x - ax) ** 2 + (y - ay) ** 2 < (tx - ax) ** 2 + (ty - ay) ** 2
        shielded = shielded or (stands and nearer and touches(ax, ay, tx, ty, x, y))
    on = board.terrain[t] is Terrain.BARRICADE and not board.contact(a, 1, t, 1, doors)
    assert cover(board, a, 1, t, 1, doors) == (shielded or on)


def touches(ax, ay, bx, by, x, y):
    """Whether the segment has a point in the closed cell."""
    enter, leave = Fraction(0), Fraction(1)
    for start, end, middle in ((ax, bx, x), (ay, by, y)):
        if start == end:
            if not middle - HALF <= start <= middle + HALF:
                return False
            continue
        first, last = sorted(
            ((middle - HALF - start) / Fraction(end - start), (middle + HALF - start) / Fraction(end - start))
        )
        enter, leave = max(enter, first), min(leave, last)
    return enter <= leave
