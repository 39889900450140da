"""What tiles and objects mean on a board; unknown words are refused with the nearest valid one."""

import pytest

from game.board.terrain import Terrain
from game.core.errors import DataError
from game.io.maps import load_board
from game.io.tiled import load_tiled
from tests.io.tiled.boards import GIDS, ROOM, board_of, room, rows, text_of, thing, tileset
from tests.io.tiled.writing import layer, objects, prop, props, tmx, written


def refused(folder, lines=ROOM, *things, over=""):
    with pytest.raises(DataError) as caught:
        board_of(folder, lines, *things, over=over)
    assert str(caught.value).isprintable()
    return str(caught.value)


def kinds(found, y):
    """The terrain of a row as words."""
    width = found.board.width
    return [kind.name.lower() for kind in found.board.terrain[y * width : (y + 1) * width]]


# --- terrain and heights -----------------------------------------------------------------------------------------


@pytest.mark.rule("BD-2")
def test_tile_classes_and_the_terrain_property_make_the_cells(tmp_path):
    board = board_of(tmp_path, room(y1="#.,=~t+#"))
    assert kinds(board, 1) == ["wall", "floor", "difficult", "barricade", "pit", "difficult", "door", "wall"]


@pytest.mark.parametrize("key", ["type", "class"])
def test_tile_classes_of_every_version_count(tmp_path, key):
    path = written(tmp_path, "m.tmx", text_of(room(y1="#,.....#"), sets=tileset(key=key)))
    assert load_board(path).board.terrain[9] is Terrain.DIFFICULT


@pytest.mark.rule("BD-1")
def test_x_grows_to_the_right_and_y_downwards(tmp_path):
    lines = ("#########", *("#.......#",) * 5, "#......,#", "#########")
    board = board_of(tmp_path, lines).board
    assert (board.width, board.height) == (9, 8)
    assert board.terrain[board.cell(7, 6)] is Terrain.DIFFICULT


@pytest.mark.parametrize("turned", [False, True])
def test_a_board_that_is_not_square_keeps_its_places(tmp_path, turned):
    """Case TMX-15."""
    lines: tuple[str, ...] = ("#####", "#,.=#", "#####")
    if turned:
        lines = tuple("".join(column) for column in zip(*lines, strict=True))
    board = board_of(tmp_path, lines, min_side=3).board
    marine, swarm = ((1, 1), (1, 3)) if turned else ((1, 1), (3, 1))
    assert board.terrain[board.cell(*marine)] is Terrain.DIFFICULT
    assert board.terrain[board.cell(*swarm)] is Terrain.BARRICADE


@pytest.mark.rule("BD-1")
@pytest.mark.parametrize(("width", "height"), [(7, 8), (8, 7), (257, 8)])
def test_boards_have_8_to_256_cells_a_side(tmp_path, width, height):
    assert f"8 to 256 cells a side (BD-1), found {width}x{height}" in refused(tmp_path, ("." * width,) * height)


def test_the_topmost_tile_that_says_something_decides(tmp_path):
    over = layer(rows("        ", " ,d^2+. ", *["        "] * 6), name="Above")
    board = board_of(tmp_path, room(y1="#....~+#"), over=over)
    assert kinds(board, 1) == ["wall", "difficult", "floor", "floor", "floor", "door", "floor", "wall"]
    assert board.board.heights[8:16] == (0, 0, 0, 1, 2, 0, 0, 0)
    assert len(board.board.doors) == 1


def test_where_nothing_is_painted_is_wall(tmp_path):
    assert kinds(board_of(tmp_path, room(y1=" ...... ")), 1)[0] == "wall"


def test_mirrored_walls_are_walls_and_mirrored_doors_are_doors(tmp_path):
    """Case TMX-05."""
    cells = rows(*ROOM)
    cells[1][2] = GIDS["#"] | 0x8000_0000
    cells[1][3] = GIDS["+"] | 0xE000_0000
    text = tmx(layer(cells), width=8, height=8, sets=tileset())
    board = load_board(written(tmp_path, "m.tmx", text))
    assert kinds(board, 1)[2:4] == ["wall", "door"]
    assert board.layers[0].gids[10] == GIDS["#"] | 0x8000_0000


def test_decorated_layers_are_only_drawn(tmp_path):
    over = layer(rows(*["?" * 8] * 8), name="Blood", extra=' class="decor"')
    board = board_of(tmp_path, ROOM, over=over)
    assert kinds(board, 1) == ["wall", *["floor"] * 6, "wall"]
    assert [drawn.name for drawn in board.layers] == ["Ground", "Blood"]


@pytest.mark.parametrize(
    ("letter", "expected"),
    [
        ("f", 'the tile class "floor", found "flor"'),
        ("w", 'the terrain "wall", found "wal"'),
        ("?", "found a tile that says nothing"),
        ("c", 'the terrain of the tile\'s class, "floor", found "wall"'),
        ("h", "a height from 0 to 3, found 4"),
        ("p", 'the property "height", found "hieght"'),
        ("o", 'door properties only on doors, found "open"'),
        ("n", "a nest as an object of an object layer"),
        ("s", 'a bool in the property "sealed", found the string "true"'),
    ],
)
def test_a_tile_that_means_nothing_is_refused_with_cell_and_tileset(tmp_path, letter, expected):
    message = refused(tmp_path, room(y1=f"#..{letter}...#"))
    assert expected in message
    assert 'layer "Ground", cell (3, 1)' in message
    assert 'tileset "words"' in message


@pytest.mark.parametrize(
    ("extra", "expected"),
    [
        (' class="decoration"', 'the layer class "decor", found "decoration"'),
        (' offsetx="8"', "a layer without an offset, found 8, 0 pixels"),
    ],
)
def test_a_layer_that_means_nothing_is_refused(tmp_path, extra, expected):
    over = layer(rows(*["." * 8] * 8), name="Above", extra=extra)
    message = refused(tmp_path, ROOM, over=over)
    assert expected in message
    assert 'layer "Above"' in message


def test_a_board_needs_cells_that_can_be_entered(tmp_path):
    assert "a cell that can be entered" in refused(tmp_path, ("#" * 8,) * 7 + ("~" * 8,))
    assert "tiles that say what the cells are made of" in refused(tmp_path, (" " * 8,) * 8)


def test_a_board_of_squares_needs_square_tiles(tmp_path):
    path = written(tmp_path, "m.tmx", text_of().replace('tileheight="16" infinite', 'tileheight="32" infinite'))
    with pytest.raises(DataError, match="square tiles, found 16x32"):
        load_board(path)


# --- doors -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BD-11")
def test_leaves_side_by_side_are_one_door(tmp_path):
    board = board_of(tmp_path, room(y2="###++###", y4="#######+", y5="#######+")).board
    assert [[board.xy(cell) for cell in door.cells] for door in board.doors] == [
        [(3, 2), (4, 2)],
        [(7, 4), (7, 5)],
    ]


@pytest.mark.rule("BD-11")
def test_door_tiles_say_what_kind_of_door_it_is(tmp_path):
    board = board_of(tmp_path, room(y2="#+#/#S#O")).board
    assert [(door.open, door.sealed, door.solid) for door in board.doors] == [
        (False, False, False),
        (True, False, False),
        (False, True, False),
        (False, False, True),
    ]
    assert {(door.structure, door.armour) for door in board.doors} == {(2, 4)}
    assert board.initial_doors == 0b10


@pytest.mark.parametrize(
    ("value", "opened"), [("false", False), ("true", True), ("False", False), ("0", False), (None, False)]
)
def test_a_door_object_is_as_open_as_it_says(tmp_path, value, opened):
    """Case TMX-07."""
    inside = "" if value is None else props(prop("open", value, "bool"))
    board = board_of(tmp_path, room(y2="###++###"), thing("door", 3, 2, 2, 1, name="gate", inside=inside)).board
    assert [(door.name, door.open, len(door.cells)) for door in board.doors] == [("gate", opened, 2)]


@pytest.mark.parametrize(
    ("value", "kind", "found"),
    [("3", "int", "the int 3"), ("2.5", "float", "the float 2.5"), ("true", "", 'the string "true"')],
)
def test_a_door_property_of_another_type_is_refused(tmp_path, value, kind, found):
    inside = props(prop("open", value, kind))
    message = refused(tmp_path, room(y2="###+####"), thing("door", 3, 2, name="gate", inside=inside))
    assert f'a bool in the property "open", found {found}' in message
    assert 'object 1 "gate"' in message


def test_a_door_object_makes_a_door_of_floor(tmp_path):
    inside = props(prop("sealed", "true", "bool"))
    board = board_of(tmp_path, room(y2="###.####"), thing("door", 3, 2, inside=inside)).board
    assert board.terrain[board.cell(3, 2)] is Terrain.DOOR
    assert board.doors[0].sealed


def test_what_a_door_object_says_goes_before_what_its_tiles_say(tmp_path):
    inside = props(prop("open", "false", "bool"))
    board = board_of(tmp_path, room(y2="###/####"), thing("door", 3, 2, inside=inside)).board
    assert not board.doors[0].open


def test_groups_part_doors_that_touch(tmp_path):
    inside = props(prop("group", "left"))
    board = board_of(tmp_path, room(y2="###++###"), thing("door", 3, 2, inside=inside)).board
    assert [(door.name, len(door.cells)) for door in board.doors] == [("left", 1), ("", 1)]


def test_a_tile_object_of_a_door_is_a_door(tmp_path):
    one = f'<object id="4" gid="{GIDS["S"]}" x="48" y="48" width="16" height="16"/>'
    board = board_of(tmp_path, room(y2="###.####"), one).board
    assert (board.doors[0].cells, board.doors[0].sealed) == ((board.cell(3, 2),), True)


@pytest.mark.parametrize(
    ("lines", "things", "expected"),
    [
        (room(y2="#++#####", y3="#+......"), (), "the leaves of a door in one row or column, found 3"),
        (room(y2="#g##g###"), (), 'the leaves of the door "gate" side by side, found some apart'),
        (room(y2="#+/#####"), (), 'one "open" for the leaves of a door, found false and true'),
        (room(y2="#+S#####"), (), 'one "sealed" for the leaves of a door, found false and true'),
        (
            room(y2="#++#####"),
            (thing("door", 1, 2, inside=props(prop("solid", "true", "bool"))),),
            'one "solid" for the leaves of a door, found true and false',
        ),
        (room(y2="#b######"), (), "a sealed door closed, found open and sealed"),
        (ROOM, (thing("door", 0, 0),), "a door on floor or door tiles, found wall in cell (0, 0)"),
        (
            room(y2="###++###"),
            (thing("door", 3, 2, name="a"), thing("door", 4, 2, name="b", id=2)),
            'one "name" for the leaves of a door, found "a" and "b"',
        ),
    ],
)
def test_doors_that_contradict_themselves_are_refused(tmp_path, lines, things, expected):
    assert expected in refused(tmp_path, lines, *things)


# --- zones -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BD-12")
def test_rectangles_name_zones_and_walls_are_left_out(tmp_path):
    board = board_of(
        tmp_path,
        ROOM,
        thing("zone", 0, 0, 3, 2, name="deploy:marines"),
        thing("zone", 5, 6, 1, 1, name="deploy:marines", id=2),
        thing("zone", 1, 3, 6, 1, name="entry:hive", id=3),
        thing("zone", 6, 6, name="exit", id=4),
        thing("zone", 2, 4, 2, 2, name="objective:reactor-2", id=5),
        thing("zone", 4, 4, 2, 2, name="drop", id=6),
    ).board
    assert list(board.zones) == ["deploy:marines", "drop", "entry:hive", "exit", "objective:reactor-2"]
    assert [board.xy(cell) for cell in board.zones["deploy:marines"]] == [(1, 1), (2, 1), (5, 6)]
    assert len(board.zones["entry:hive"]) == 6


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (thing("zone", 1, 1, name="deplo:marines"), 'a zone named "deploy:", found "deplo:marines"'),
        (thing("zone", 1, 1, name="exits"), 'a zone named "exit", found "exits"'),
        (thing("zone", 1, 1), 'a zone named "deploy:", "entry:", "objective:", "exit" or "drop", found ""'),
        (thing("zone", 1, 1, name="deploy:"), 'a name in small letters after "deploy:"'),
        (thing("zone", 1, 1, name="deploy:The Hive"), 'a name in small letters after "deploy:"'),
        (thing("zone", 0, 0, name="exit"), "a zone with a cell that is not wall, found only walls"),
        (thing("zone", 7, 1, 2, 1, name="exit"), "an object inside the 8x8 map, found cells (7, 1) to (8, 1)"),
        (thing("zone", 1, 1, name="exit", inside=props(prop("n", "1"))), 'no properties, found "n"'),
        (thing("zone", 1, 1, name="exit", inside="<ellipse/>"), "a rectangle or point object, found the shape ellipse"),
        (thing("zone", 1, 1, name="exit").replace('x="16"', 'x="20"'), "an object on the cell grid"),
        (thing("zone", 1, 1, name="exit").replace('width="16"', 'width="0"'), "an object on the cell grid"),
    ],
)
def test_zones_at_fault_are_refused(tmp_path, one, expected):
    message = refused(tmp_path, ROOM, one)
    assert expected in message
    assert 'layer "Things", object 1' in message


def test_a_zone_that_the_editor_rounded_still_lies_on_the_grid(tmp_path):
    one = thing("zone", 1, 1, 2, 2, name="exit").replace('x="16"', 'x="16.0001"')
    assert len(board_of(tmp_path, ROOM, one).board.zones["exit"]) == 4


# --- placements --------------------------------------------------------------------------------------------------

KIND = props(prop("kind", "crusher"), prop("side", "hive"), prop("form", "1", "int"))


def test_units_and_markers_stand_where_their_objects_lie(tmp_path):
    board = board_of(
        tmp_path,
        room(y5="#,.....#"),
        thing("unit", 2, 2, 2, 2, name="brute", inside=KIND),
        '<object id="2" type="nest" x="88" y="24"><point/></object>',
        thing("infestation", 1, 5, id=3),
        thing("console", 6, 1, name="reactor", id=4),
        thing("item", 6, 6, name="core", id=5),
        thing("note", 3, 3, id=6, inside="<ellipse/>"),
        '<object id="7" x="1" y="1" width="9" height="9"><text>not on the board</text></object>',
    )
    assert [(one.kind, one.name, board.board.xy(one.cell), one.size) for one in board.placements] == [
        ("unit", "brute", (2, 2), 2),
        ("nest", "", (5, 1), 1),
        ("infestation", "", (1, 5), 1),
        ("console", "reactor", (6, 1), 1),
        ("item", "core", (6, 6), 1),
    ]
    assert board.placements[0].values == {"kind": "crusher", "side": "hive", "form": 1}
    assert board.of_kind("item") == board.placements[-1:]


def test_a_tile_object_takes_class_and_cell_from_its_tile(tmp_path):
    one = f'<object id="4" gid="{GIDS["n"]}" x="48" y="48" width="16" height="16" rotation="90"/>'
    (placed,) = board_of(tmp_path, ROOM, one).placements
    assert (placed.kind, placed.cell, placed.gid) == ("nest", 3 * 8 + 3, GIDS["n"])


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (thing("nset", 1, 1), 'the class "nest", found "nset"'),
        (thing("", 1, 1), 'the class "zone", "door", "unit", "nest"'),
        (thing("unit", 1, 1), 'the property "kind", found none'),
        (thing("unit", 1, 1, inside=props(prop("kind", "rifle"))), 'the property "side", found none'),
        (thing("unit", 1, 1, inside=props(prop("knid", "rifle"))), 'the property "kind", found "knid"'),
        (thing("unit", 1, 1, inside=KIND.replace("int", "float")), 'an int in the property "form"'),
        (thing("unit", 1, 1, 1, 2, inside=KIND), "a square of 1 to 3 cells a side, found 1x2"),
        (thing("unit", 1, 1, 4, 4, inside=KIND), "a square of 1 to 3 cells a side, found 4x4"),
        (thing("unit", 0, 1, inside=KIND), "floor or difficult or barricade under a unit, found wall in cell (0, 1)"),
        (thing("nest", 1, 1, 2, 2), "one cell, found 2x2"),
        (thing("nest", 1, 1, inside=props(prop("size", "2"))), 'no properties, found "size"'),
        (thing("nest", 0, 1), "floor or difficult under a nest, found wall"),
        (thing("console", 1, 1), "a name for the console, found none"),
        (thing("nest", 1, 1, inside="<ellipse/>"), "a point or rectangle or tile object, found the shape ellipse"),
        (thing("nest", 1, 1) + thing("nest", 1, 1, id=2), 'a cell of its own, found the nest "" in cell (1, 1)'),
        (thing("nest", 1, 1) + thing("unit", 1, 1, id=2, inside=KIND), "a cell of its own"),
        (thing("nest", 1, 1) + thing("door", 1, 1, id=2), "floor or difficult under a nest, found door"),
        (thing("nest", -1, 1), "an object inside the 8x8 map"),
    ],
)
def test_placements_at_fault_are_refused(tmp_path, one, expected):
    assert expected in refused(tmp_path, ROOM, one)


def test_a_nest_and_an_infestation_marker_may_share_a_cell(tmp_path):
    board = board_of(tmp_path, ROOM, thing("nest", 1, 1), thing("infestation", 1, 1, id=2))
    assert len(board.placements) == 2


# --- the whole map -----------------------------------------------------------------------------------------------


def test_the_map_may_name_itself(tmp_path):
    inside = props(prop("name", "The sluice"), prop("author", "A"), prop("description", "Two ways in."))
    board = load_board(written(tmp_path, "m.tmx", text_of(inside=inside)))
    assert (board.name, board.board.name, board.author, board.description) == (
        "The sluice",
        "The sluice",
        "A",
        "Two ways in.",
    )
    assert board_of(tmp_path).name == "m"


def test_an_unknown_map_property_is_refused(tmp_path):
    path = written(tmp_path, "m.tmx", text_of(inside=props(prop("nane", "x"))))
    with pytest.raises(DataError, match='map: expected the property "name", found "nane"'):
        load_board(path)


def test_an_infinite_map_becomes_a_board_from_its_top_left(tmp_path):
    cells = rows(*ROOM)
    text = ",".join(str(gid) for row in cells for gid in row)
    chunk = f'<chunk x="-8" y="-8" width="8" height="8">{text}</chunk>'
    inside = f'<layer id="1" name="L" width="8" height="8"><data encoding="csv">{chunk}</data></layer>'
    inside += objects(thing("zone", -7, -7, name="exit"))
    board = load_board(written(tmp_path, "m.tmx", tmx(inside, width=8, height=8, infinite=1, sets=tileset())))
    assert board.board.zones["exit"] == (9,)
    assert (board.board.width, board.tiled.origin) == (8, (-8, -8))


def test_pictures_are_found_inside_the_root_only(tmp_path):
    board = board_of(tmp_path)
    assert board.picture(GIDS[","]) is None
    (tmp_path / "words.png").write_bytes(b"")
    picture = board.picture(GIDS["d"])
    assert picture is not None
    number = GIDS["d"] - 1
    assert (picture.file.name, picture.x, picture.y) == ("words.png", number % 8 * 16, number // 8 * 16)
    path = written(tmp_path / "in", "m.tmx", text_of().replace('source="words', 'source="../words'))
    assert load_board(path).picture(GIDS["."]) is None


def test_a_format_map_without_our_words_is_refused_as_a_board_in_one_line(tmp_path):
    path = written(tmp_path, "m.tmx", tmx(layer([[1] * 8] * 8), width=8, height=8))
    assert load_tiled(path).width == 8
    with pytest.raises(DataError, match="found a tile that says nothing") as caught:
        load_board(path)
    assert str(caught.value).isprintable()
