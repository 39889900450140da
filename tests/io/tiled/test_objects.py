"""Objects: where they lie, what shapes they have, and templates."""

import pytest

from game.core.errors import DataError
from game.io.tiled import GID_MASK, Shape, load_tiled
from tests.io.tiled.writing import SET, layer, objects, prop, props, tmj, tmx, written

ALIGNED = SET.replace("<tileset ", '<tileset objectalignment="{}" ')


def read(tmp_path, *inside, sets=SET):
    return load_tiled(written(tmp_path, "m.tmx", tmx(objects(*inside), width=8, height=8, sets=sets)))


def covered(tmp_path, attrs, sets=SET):
    tiled = read(tmp_path, f'<object id="1" x="32" y="48" {attrs}/>', sets=sets)
    return tiled.cells(next(tiled.objects()))


@pytest.mark.parametrize(
    ("attrs", "cells"),
    [
        ('width="16" height="16"', ((2, 3),)),
        ('gid="1" width="16" height="16"', ((2, 2),)),
        ('gid="1" width="16" height="16" rotation="90"', ((2, 3),)),
        ('gid="1" width="16" height="16" rotation="180"', ((1, 3),)),
        ('gid="1" width="16" height="16" rotation="270"', ((1, 2),)),
        ('gid="1" width="16" height="16" rotation="-90"', ((1, 2),)),
        ('gid="1" width="16" height="32"', ((2, 1), (2, 2))),
        ('gid="1" width="32" height="16" rotation="90"', ((2, 3), (2, 4))),
        ('width="32" height="16" rotation="90"', ((1, 3), (1, 4))),
        ('gid="1"', ((2, 2),)),
        ("", ((2, 3),)),
    ],
)
def test_tile_objects_hang_from_the_bottom_left_and_turn_about_it(tmp_path, attrs, cells):
    """Case TMX-09."""
    assert covered(tmp_path, attrs) == cells


@pytest.mark.parametrize(
    ("alignment", "cell"),
    [
        ("unspecified", (2, 2)),
        ("bottomleft", (2, 2)),
        ("topleft", (2, 3)),
        ("topright", (1, 3)),
        ("bottomright", (1, 2)),
    ],
)
def test_the_tileset_may_align_tile_objects_otherwise(tmp_path, alignment, cell):
    """Case TMX-09."""
    size = 'gid="1" width="16" height="16"'
    assert covered(tmp_path, size, sets=ALIGNED.format(alignment)) == (cell,)


def test_a_centred_tile_object_lies_around_its_position(tmp_path):
    cells = covered(tmp_path, 'gid="1" width="32" height="32"', sets=ALIGNED.format("center"))
    assert cells == ((1, 2), (2, 2), (1, 3), (2, 3))


def test_an_unknown_alignment_is_refused(tmp_path):
    with pytest.raises(DataError, match='"topleft" in "objectalignment", found "top-left"'):
        covered(tmp_path, 'gid="1"', sets=ALIGNED.format("top-left"))


def test_flip_bits_of_a_tile_object_are_no_part_of_its_tile(tmp_path):
    """Case TMX-05."""
    tiled = read(
        tmp_path, '<object id="1" gid="3221225517" x="0" y="16"/>', '<object id="2" gid="536870957" x="0" y="16"/>'
    )
    assert [thing.gid & GID_MASK for thing in tiled.objects()] == [45, 45]
    assert [tiled.use(thing.gid).id for thing in tiled.objects()] == [44, 44]


def test_every_shape_is_read_in_both_formats(tmp_path):
    one = read(
        tmp_path,
        '<object id="1" x="1" y="2" width="3" height="4"/>',
        '<object id="2" x="1" y="2" width="3" height="4"><ellipse/></object>',
        '<object id="3" x="1" y="2" width="3" height="4"><capsule/></object>',
        '<object id="4" x="1" y="2"><point/></object>',
        '<object id="5" x="1" y="2"><polygon points="0,0 16,0 16,16.5"/></object>',
        '<object id="6" x="1" y="2"><polyline points="0,0 -16,0"/></object>',
        '<object id="7" x="1" y="2" width="9" height="9"><text wrap="1">hello</text></object>',
        '<object id="8" x="1" y="2" gid="1" width="16" height="16"/>',
    )
    base = {"x": 1, "y": 2, "name": "", "rotation": 0, "visible": True, "type": ""}
    things = [
        base | {"id": 1, "width": 3, "height": 4},
        base | {"id": 2, "width": 3, "height": 4, "ellipse": True},
        base | {"id": 3, "width": 3, "height": 4, "capsule": True},
        base | {"id": 4, "width": 0, "height": 0, "point": True},
        base | {"id": 5, "polygon": [{"x": 0, "y": 0}, {"x": 16, "y": 0}, {"x": 16, "y": 16.5}]},
        base | {"id": 6, "polyline": [{"x": 0, "y": 0}, {"x": -16, "y": 0}]},
        base | {"id": 7, "width": 9, "height": 9, "text": {"text": "hello", "wrap": True}},
        base | {"id": 8, "gid": 1, "width": 16, "height": 16},
    ]
    group = {"type": "objectgroup", "id": 2, "name": "Things", "draworder": "topdown", "objects": things}
    other = load_tiled(written(tmp_path, "m.tmj", tmj([group], width=8, height=8)))
    shapes = [thing.shape for thing in one.objects()]
    assert shapes == [thing.shape for thing in other.objects()]
    assert set(shapes) == set(Shape)
    for first, second in zip(one.objects(), other.objects(), strict=True):
        assert (first.points, first.text, one.box(first)) == (second.points, second.text, other.box(second))


def test_class_and_type_both_name_the_class(tmp_path):
    tiled = read(tmp_path, '<object id="1" class="zone"/>', '<object id="2" type="zone"/>')
    assert [thing.class_ for thing in tiled.objects()] == ["zone", "zone"]
    with pytest.raises(DataError, match='the same in "type" and "class"'):
        read(tmp_path, '<object id="1" class="zone" type="door"/>')


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ('<object id="1" x="left" y="0"/>', 'a number in "x", found "left"'),
        ('<object id="1" x="inf" y="0"/>', 'a number in "x"'),
        ('<object id="1" width="-16"/>', 'a number of 0 or more in "width"'),
        ('<object id="1" gid="0"/>', 'a whole number from 1 to 4294967295 in "gid"'),
        ('<object id="1" gid="57"/>', "a tile of one of the map's tilesets, found the tile number 57"),
        ('<object id="1"><ellipse/><point/></object>', "one shape, found ellipse and point"),
        ('<object id="1"><elipse/></object>', '"ellipse" in "object", found "elipse"'),
        ('<object id="1"><polygon points="0,0 1,1"/></object>', "at least 3 corners, found 2"),
        ('<object id="1"><polygon points="0,0 1;1 2,2"/></object>', "pairs of numbers"),
        ('<object id="1" visible="yes"/>', '0 or 1 in "visible"'),
        ('<obj id="1"/>', '"object" in "objectgroup", found "obj"'),
    ],
)
def test_a_malformed_object_is_refused_with_its_place(tmp_path, inside, expected):
    with pytest.raises(DataError) as caught:
        read(tmp_path, inside)
    assert expected in str(caught.value)
    assert 'layer "Things"' in str(caught.value)


# --- templates ---------------------------------------------------------------------------------------------------

TSX = SET.replace(' firstgid="1"', "")
TEMPLATE = (
    '<template><tileset firstgid="1" source="grey.tsx"/><object name="crate" type="item" gid="5" width="16" '
    f'height="16">{props(prop("a", "1", "int"), prop("b", "2", "int"))}</object></template>'
)


def test_an_instance_says_what_differs_and_the_template_the_rest(tmp_path):
    written(tmp_path, "grey.tsx", TSX)
    written(tmp_path, "crate.tx", TEMPLATE)
    sets = SET + '<tileset firstgid="100" source="grey.tsx"/>'
    inside = f'<object id="1" template="crate.tx" x="16" y="16" name="mine">{props(prop("b", "3", "int"))}</object>'
    tiled = read(tmp_path, inside, sets=sets)
    (thing,) = tiled.objects()
    assert (thing.name, thing.class_, thing.gid, thing.width) == ("mine", "item", 104, 16)
    assert {entry.name: entry.value for entry in thing.properties} == {"a": 1, "b": 3}
    assert len(tiled.tilesets) == 2


def test_a_tileset_that_only_the_template_names_joins_the_map(tmp_path):
    written(tmp_path, "grey.tsx", TSX)
    written(tmp_path, "crate.tx", TEMPLATE)
    tiled = read(tmp_path, '<object id="1" template="crate.tx" x="16" y="16"/>')
    (thing,) = tiled.objects()
    assert thing.gid == 57 + 4
    assert tiled.use(thing.gid).id == 4


def test_templates_of_the_other_format_are_read(tmp_path):
    written(tmp_path, "zone.tj", '{"type":"template","object":{"name":"exit","type":"zone","width":32,"height":16}}')
    (thing,) = read(tmp_path, '<object id="1" template="zone.tj" x="0" y="0"/>').objects()
    assert (thing.name, thing.class_, thing.width) == ("exit", "zone", 32)
    written(tmp_path, "zone.tx", '<template><object name="exit" type="zone" width="32" height="16"/></template>')
    group = {"type": "objectgroup", "id": 2, "name": "T", "objects": [{"id": 1, "template": "zone.tx", "x": 0, "y": 0}]}
    (other,) = load_tiled(written(tmp_path, "m.tmj", tmj([group], width=8, height=8))).objects()
    assert (other.name, other.class_, other.width) == (thing.name, thing.class_, thing.width)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('<template><object template="t.tx"/></template>', "an object without a template of its own"),
        ("<template/>", "an object in the template, found none"),
        ('<template><object gid="5"/></template>', "the tileset of the tile object, found none"),
        ("<tileset/>", 'expected a template, found "tileset"'),
        ("garbage", "expected XML or JSON text"),
        (None, "found no file at"),
    ],
)
def test_a_template_at_fault_is_told_from_the_map(tmp_path, text, expected):
    """Case TMX-13."""
    if text is not None:
        written(tmp_path, "t.tx", text)
    with pytest.raises(DataError) as caught:
        read(tmp_path, '<object id="7" template="t.tx" x="0" y="0"/>')
    message = str(caught.value)
    assert expected in message
    assert "m.tmx" in message
    assert "object 7" in message
    assert 'the template "t.tx"' in message


def test_groups_are_opened_and_hide_what_is_in_them(tmp_path):
    rows = [[1] * 8] * 8
    inside = (
        f'<group id="3" name="low" visible="0" opacity="0.5"><group id="4" name="deep">'
        f"{layer(rows)}</group>{objects()}</group>{layer(rows, name='Top')}"
    )
    tiled = load_tiled(written(tmp_path, "m.tmx", tmx(inside, width=8, height=8)))
    assert [(found.head.name, found.head.groups, found.head.visible) for found in tiled.layers] == [
        ("Ground", ("low", "deep"), False),
        ("Things", ("low",), False),
        ("Top", (), True),
    ]
    assert tiled.layers[0].head.opacity == 0.5
