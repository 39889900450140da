"""The board as the map gives it: size, terrain, doors, zones (BD-1, BD-2, BD-11, BD-12)."""

import copy
import pickle

import pytest

from game.board import UNREACHED, Board, Door, Terrain, cells_of, from_ascii, marks, mask_of
from tests.board.reference import door_board, places, room


@pytest.mark.rule("BD-1", "C-1")
def test_cells_count_right_and_down_from_the_top_left():
    board = room(9, 8)
    assert board.cell(0, 0) == 0
    assert board.cell(8, 0) == 8
    assert board.cell(0, 1) == 9
    assert board.xy(board.cell(3, 5)) == (3, 5)
    with pytest.raises(ValueError, match=r"\(9, 0\): expected a cell of a 9x8 board"):
        board.cell(9, 0)
    with pytest.raises(ValueError, match="expected a cell"):
        board.cell(-1, 0)


@pytest.mark.rule("BD-1")
@pytest.mark.parametrize(
    ("width", "height", "right"), [(8, 8, True), (256, 8, True), (7, 8, False), (8, 7, False), (257, 8, False)]
)
def test_a_board_is_8_to_256_cells_on_a_side(width: int, height: int, right: bool):
    terrain = [Terrain.FLOOR] * (width * height)
    if right:
        assert Board.build(width, height, terrain).size == width * height
    else:
        with pytest.raises(ValueError, match="expected 8 to 256 cells on a side"):
            Board.build(width, height, terrain)


@pytest.mark.rule("BD-2")
@pytest.mark.parametrize(
    ("sign", "cost", "enters", "sees"),
    [
        (".", 1, True, True),
        ("#", UNREACHED, False, False),
        ("+", 1, False, False),
        ("/", 1, True, True),
        (",", 2, True, True),
        ("=", 2, True, True),
        ("~", UNREACHED, False, True),
    ],
)
def test_terrain_costs_and_blocks(sign: str, cost: int, enters: bool, sees: bool):
    board = from_ascii([f".{sign}."])
    doors = board.initial_doors
    assert board.cost(1) == cost
    assert board.blocks_move(1, doors) is not enters
    assert board.blocks_sight(1, doors) is not sees
    assert board.step_cost(0, 1, doors) == (cost if enters else None)


@pytest.mark.rule("BD-2")
def test_heights_are_0_to_3():
    assert from_ascii(["0123"]).heights == (0, 1, 2, 3)
    with pytest.raises(ValueError, match=r"\(1, 0\): expected 0 to 3"):
        from_ascii(["...."], heights=["0400"])


@pytest.mark.rule("BD-11")
def test_a_single_door_is_worked_from_three_cells_a_side():
    board = door_board()
    (door,) = board.doors
    assert places(board, door.access) == {(9, 4), (9, 5), (9, 6), (11, 4), (11, 5), (11, 6)}


@pytest.mark.rule("BD-11")
def test_leaves_side_by_side_are_one_door():
    board = from_ascii(["...#...", "...+...", "...+...", "...#...", "...+..."])
    assert [places(board, door.cells) for door in board.doors] == [{(3, 1), (3, 2)}, {(3, 4)}]
    assert len(board.doors[0].access) == 8
    assert board.initial_doors == 0
    opened = 1 << board.doors[0].id
    assert not board.blocks_move(board.cell(3, 1), opened)
    assert not board.blocks_move(board.cell(3, 2), opened)
    assert board.blocks_move(board.cell(3, 4), opened)


@pytest.mark.rule("BD-11")
def test_a_door_is_sealed_or_solid_if_the_map_says_so():
    plain = door_board()
    board = Board.build(
        plain.width, plain.height, plain.terrain, doors=[Door(0, "vault", (115,), sealed=True, solid=True)]
    )
    (door,) = board.doors
    assert (door.name, door.sealed, door.solid, door.open) == ("vault", True, True, False)
    assert len(door.access) == 6
    assert (plain.doors[0].structure, plain.doors[0].armour) == (2, 4)


@pytest.mark.parametrize(
    ("door", "wrong"),
    [
        (Door(1, "", (115,)), "expected id 0"),
        (Door(0, "gate", ()), "gate: expected at least one cell"),
        (Door(0, "gate", (3,)), "gate: expected door terrain at cell 3"),
        (Door(0, "gate", (999,)), "gate: expected door terrain at cell 999"),
        (Door(0, "gate", (115, 115)), "expected a cell of no other door"),
    ],
)
def test_a_wrong_door_is_refused_in_one_line(door: Door, wrong: str):
    plain = door_board()
    with pytest.raises(ValueError, match=wrong) as refused:
        Board.build(plain.width, plain.height, plain.terrain, doors=[door])
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"terrain": [0] * 63}, "terrain: expected 64 cells for 8x8, found 63"),
        ({"heights": [0] * 65}, "heights: expected 64 cells for 8x8, found 65"),
        ({"zones": {"exit": [64]}}, "zones: exit: expected cells 0 to 63"),
    ],
)
def test_a_wrong_part_is_refused_in_one_line(change: dict, wrong: str):
    with pytest.raises(ValueError, match=wrong):
        Board.build(**({"width": 8, "height": 8, "terrain": [0] * 64} | change))


@pytest.mark.rule("BD-12")
def test_zones_are_named_sets_of_cells():
    zones = {"exit": [7, 3, 3], "deploy:blue": [1]}
    board = Board.build(8, 8, [0] * 64, zones=zones)
    assert list(board.zones.items()) == [("deploy:blue", (1,)), ("exit", (3, 7))]
    assert board.zone_mask("exit") == 1 << 3 | 1 << 7
    assert board.zone_mask("drop") == 0
    with pytest.raises(TypeError):
        board.zones["drop"] = (1,)  # type: ignore[index]


def test_a_drawing_with_ragged_rows_or_unknown_signs_is_refused():
    with pytest.raises(ValueError, match="row 1: expected 3 cells"):
        from_ascii(["...", ".."])
    with pytest.raises(ValueError, match=r"\(1, 0\): expected one of"):
        from_ascii([".?."])
    with pytest.raises(ValueError, match="heights: expected 3 digits"):
        from_ascii(["..."], heights=["00"])


def test_letters_of_a_drawing_are_places_on_floor():
    drawing = """
        ##M
        .SM
    """
    board = from_ascii(drawing)
    assert board.terrain[2] is Terrain.FLOOR
    assert marks(drawing) == {"M": (2, 5), "S": (4,)}


def test_a_footprint_lies_on_the_board_or_has_no_cells():
    board = room(5, 4)
    assert board.footprint(6, 2) == (6, 7, 11, 12)
    assert board.footprint(4, 2) == ()
    assert board.footprint(15, 2) == ()
    assert board.footprint(-1, 1) == ()
    assert board.footprint_mask(6, 2) == mask_of([6, 7, 11, 12])


@pytest.mark.parametrize("size", [1, 2, 3])
def test_anchors_over_cells_are_those_whose_footprint_covers_one(size: int):
    board = room(6, 5)
    for cell in range(board.size):
        by_hand = {anchor for anchor in range(board.size) if cell in board.footprint(anchor, size)}
        assert set(cells_of(board.anchors_over(1 << cell, size))) == by_hand


def test_neighbours_never_wrap_round_an_edge():
    board = room(5, 5)
    assert places(board, board.neighbours(0)) == {(1, 0), (0, 1), (1, 1)}
    assert places(board, board.neighbours(24)) == {(3, 3), (4, 3), (3, 4)}
    assert [board.xy(cell) for cell in board.orthogonal(12)] == [(2, 1), (3, 2), (2, 3), (1, 2)]
    assert [board.xy(cell) for cell in board.orthogonal(4)] == [(4, 1), (3, 0)]


def test_cells_of_and_mask_of_are_inverses():
    for cells in ([], [0], [3, 64, 65], list(range(0, 300, 7)), [9000]):
        assert cells_of(mask_of(cells)) == cells


def test_a_board_is_one_object_for_copies_and_the_same_map_for_pickles():
    board = from_ascii([".+.", "~=#"], zones={"exit": [2]}, heights=["012", "000"], name="hut")
    assert copy.deepcopy(board) is board
    assert copy.copy(board) is board
    again = pickle.loads(pickle.dumps(board))
    assert again is not board
    for part in ("width", "height", "terrain", "heights", "doors", "zones", "name"):
        assert getattr(again, part) == getattr(board, part)
    assert repr(board) == "<Board hut 3x2, 1 doors>"


def test_a_board_cannot_be_changed():
    board = room(3, 3)
    with pytest.raises(AttributeError):
        board.width = 4
