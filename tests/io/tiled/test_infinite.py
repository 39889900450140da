"""Infinite maps: all chunks, and one shift for all layers and objects."""

import pytest

from game.core.errors import DataError
from game.io.tiled import load_tiled
from tests.io.tiled.writing import csv, objects, packed, tmj, tmx, written


def chunk(x, y, rows, text=None):
    size = f'width="{len(rows[0])}" height="{len(rows)}"'
    return f'<chunk x="{x}" y="{y}" {size}>\n{csv(rows) if text is None else text}\n</chunk>'


def chunked(name, *chunks, encoding='encoding="csv"'):
    return f'<layer id="1" name="{name}" width="4" height="4"><data {encoding}>{"".join(chunks)}</data></layer>'


def block(gid, side=2):
    return [[gid] * side] * side


def infinite(*inside):
    return tmx("".join(inside), infinite=1, width=4, height=4)


def test_all_chunks_are_put_together_with_the_smallest_cell_at_zero(tmp_path):
    """Case TMX-03."""
    text = infinite(
        chunked("A", chunk(-2, -2, block(1)), chunk(0, -2, block(2)), chunk(-2, 0, block(3)), chunk(0, 0, block(4)))
    )
    tiled = load_tiled(written(tmp_path, "m.tmx", text))
    (found,) = tiled.tile_layers()
    assert (tiled.width, tiled.height, tiled.origin) == (4, 4, (-2, -2))
    assert found.cells == (1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 4, 4, 3, 3, 4, 4)


def test_layers_of_different_extents_and_objects_move_together(tmp_path):
    """Case TMX-03."""
    text = infinite(
        chunked("A", chunk(-4, 0, block(1))),
        chunked("B", chunk(2, 2, block(2))),
        objects('<object id="1" name="door" x="0" y="-32" width="16" height="16"/>'),
    )
    tiled = load_tiled(written(tmp_path, "m.tmx", text))
    first, second = tiled.tile_layers()
    (thing,) = tiled.objects()
    assert tiled.origin == (-4, -2)
    assert (first.x, first.y, second.x, second.y) == (0, 2, 6, 4)
    assert tiled.cells(thing) == ((4, 0),)
    assert (tiled.width, tiled.height) == (8, 6)
    assert (first.gid(0, 2), first.gid(6, 4), second.gid(6, 4), second.gid(7, 5)) == (1, 0, 2, 2)


def test_a_hole_between_chunks_is_empty(tmp_path):
    text = infinite(chunked("A", chunk(0, 0, block(1, 1)), chunk(2, 0, block(2, 1))))
    (found,) = load_tiled(written(tmp_path, "m.tmx", text)).tile_layers()
    assert found.cells == (1, 0, 2)


def test_packed_chunks_and_json_chunks_give_the_same(tmp_path):
    rows = [[1, 2], [3, 4]]
    one = infinite(
        chunked("A", chunk(-2, 0, rows, packed(rows, "zlib")), encoding='encoding="base64" compression="zlib"')
    )
    chunks = [{"x": -2, "y": 0, "width": 2, "height": 2, "data": [1, 2, 3, 4]}]
    layer = {"type": "tilelayer", "id": 1, "name": "A", "width": 4, "height": 4, "chunks": chunks}
    other = tmj([layer], infinite=True)
    packed_chunks = [chunks[0] | {"data": packed(rows, "zlib")}]
    third = tmj([layer | {"chunks": packed_chunks, "encoding": "base64", "compression": "zlib"}], infinite=True)
    maps = [
        load_tiled(written(tmp_path, name, text)) for name, text in [("a.tmx", one), ("b.tmj", other), ("c.tmj", third)]
    ]
    assert [next(tiled.tile_layers()).cells for tiled in maps] == [(1, 2, 3, 4)] * 3
    assert {tiled.origin for tiled in maps} == {(-2, 0)}


def test_an_infinite_map_may_have_an_empty_layer(tmp_path):
    text = infinite(chunked("A", chunk(4, 4, block(1))), chunked("B"))
    tiled = load_tiled(written(tmp_path, "m.tmx", text))
    assert [layer.cells for layer in tiled.tile_layers()] == [(1, 1, 1, 1), ()]
    assert tiled.origin == (4, 4)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (infinite(chunked("A", chunk(0, 0, block(1)), chunk(1, 1, block(1)))), "chunks side by side, found two"),
        (infinite(chunked("A", chunk(0, 0, block(1)), chunk(5000, 0, block(1)))), "chunks within 1024 cells"),
        (infinite(chunked("A", chunk(2**40, 0, block(1)))), 'in "x", found "1099511627776"'),
        (infinite(chunked("A", chunk(0, 0, block(1), "1,2,3"))), "expected 4 cells, found 3"),
        (infinite(f'<layer id="1" name="A"><data encoding="csv">{csv(block(1))}</data></layer>'), "chunks in an"),
        (tmx(chunked("A", chunk(0, 0, block(1))), width=4, height=4), "one block of cells in a map that is not"),
        (
            infinite(
                chunked("A", chunk(0, 0, block(1))),
                objects('<object id="1" x="160000" y="0" width="16" height="16"/>'),
            ),
            "layers and objects within 1024 cells",
        ),
    ],
)
def test_chunks_that_do_not_fit_are_refused(tmp_path, text, expected):
    with pytest.raises(DataError, match=expected) as caught:
        load_tiled(written(tmp_path, "m.tmx", text))
    assert "\n" not in str(caught.value)
