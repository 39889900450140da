"""Cells of tile layers: every encoding gives the same map, and a wrong count or number is refused."""

import base64
import builtins
import hashlib
import json
import struct
import zlib

import pytest

from game.core.errors import DataError
from game.io.tiled import GID_MASK, layer_checksum, load_tiled
from tests.io.tiled.writing import SET, csv, layer, layer_json, tmj, tmx, used, written

ROWS = [[1, 2, 3, 4, 5], [6, 7, 0, 8, 9], [10, 11, 12, 13, 56]]
FLIPPED = [[3758096387, 1073741827], [2147483651, 536870915]]

XML = [("csv", ""), ("base64", ""), ("base64", "gzip"), ("base64", "zlib"), ("base64", "zstd"), ("", "")]
JSON = [("", ""), ("base64", ""), ("base64", "gzip"), ("base64", "zlib"), ("base64", "zstd")]


def refusal(path):
    with pytest.raises(DataError) as caught:
        load_tiled(path)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def checksum(rows):
    cells = [gid for row in rows for gid in row]
    return hashlib.sha256(struct.pack(f"<{len(cells)}I", *cells)).hexdigest()[:16]


@pytest.mark.parametrize(("encoding", "compression"), XML)
def test_each_encoding_of_the_xml_format_gives_the_same_cells(tmp_path, encoding, compression):
    """Case TMX-01."""
    path = written(tmp_path, "m.tmx", tmx(layer(ROWS, encoding=encoding, compression=compression)))
    (found,) = load_tiled(path).tile_layers()
    assert found.cells == tuple(gid for row in ROWS for gid in row)
    assert layer_checksum(found) == checksum(ROWS)


@pytest.mark.parametrize(("encoding", "compression"), JSON)
def test_each_encoding_of_the_json_format_gives_the_same_cells(tmp_path, encoding, compression):
    """Case TMX-01."""
    path = written(tmp_path, "m.tmj", tmj([layer_json(ROWS, encoding=encoding, compression=compression)]))
    (found,) = load_tiled(path).tile_layers()
    assert layer_checksum(found) == checksum(ROWS)


def test_without_zstandard_the_refusal_names_layer_compression_and_package(tmp_path, monkeypatch):
    """Case TMX-01."""
    real = builtins.__import__

    def without(name, *rest, **more):
        if name == "zstandard":
            raise ImportError(name)
        return real(name, *rest, **more)

    path = written(tmp_path, "m.tmx", tmx(layer(ROWS, name="Rock", encoding="base64", compression="zstd")))
    monkeypatch.setattr(builtins, "__import__", without)
    message = refusal(path)
    assert 'layer "Rock"' in message
    assert "zstd compression" in message
    assert "pip install zstandard" in message


@pytest.mark.parametrize("turned", [False, True])
def test_a_map_that_is_not_square_keeps_its_rows(tmp_path, turned):
    """Case TMX-15."""
    wide = [[1] * 5, [1, 2, 1, 3, 1], [1] * 5]
    rows = [list(column) for column in zip(*wide, strict=True)] if turned else wide
    width, height = len(rows[0]), len(rows)
    for name, text in [
        ("csv.tmx", tmx(layer(rows), width=width, height=height)),
        ("zlib.tmx", tmx(layer(rows, encoding="base64", compression="zlib"), width=width, height=height)),
        ("array.tmj", tmj([layer_json(rows)], width=width, height=height)),
    ]:
        (found,) = load_tiled(written(tmp_path, name, text)).tile_layers()
        marine, swarm = ((1, 1), (1, 3)) if turned else ((1, 1), (3, 1))
        assert (found.gid(*marine), found.gid(*swarm)) == (2, 3)


def test_flip_bits_are_kept_with_the_cell_and_are_no_part_of_the_tile(tmp_path):
    """Case TMX-05."""
    tiled = load_tiled(written(tmp_path, "m.tmx", tmx(layer(FLIPPED), width=2, height=2)))
    (found,) = tiled.tile_layers()
    assert found.cells == (3758096387, 1073741827, 2147483651, 536870915)
    assert {gid & GID_MASK for gid in found.cells} == {3}
    assert {used(tiled, gid).id for gid in found.cells} == {2}


@pytest.mark.parametrize(
    ("cells", "expected", "found"),
    [
        ("1,2,3", "15 cells", "found 3"),
        ("", "15 cells", "found 0"),
        (csv(ROWS) + ",1", "15 cells", "found 16"),
        (csv(ROWS).replace("12", "-12"), "numbers and commas", "other characters"),
        (csv(ROWS).replace("12", "1_2"), "numbers and commas", "other characters"),
        (csv(ROWS).replace("12", ""), "a number in cell (2, 2)", 'found ""'),
        (csv(ROWS).replace("12", "1 2"), "a number in cell (2, 2)", 'found "1 2"'),
        (csv(ROWS).replace("12", "4294967296"), "a tile number in cell (2, 2)", "4294967296"),
        (csv(ROWS).replace("12", "57"), "tiles of the map's tilesets", "the tile number 57 in cell (2, 2)"),
    ],
)
def test_cells_that_do_not_fit_are_refused_with_their_place(tmp_path, cells, expected, found):
    text = tmx(f'<layer id="1" name="Rock" width="5" height="3"><data encoding="csv">{cells}</data></layer>')
    message = refusal(written(tmp_path, "m.tmx", text))
    assert expected in message
    assert found in message
    assert 'layer "Rock"' in message


def base64_map(compression, stream):
    kind = f' compression="{compression}"' if compression else ""
    text = base64.b64encode(stream).decode()
    return tmx(f'<layer id="1" name="L" width="5" height="3"><data encoding="base64"{kind}>{text}</data></layer>')


@pytest.mark.parametrize(
    ("compression", "stream", "expected"),
    [
        ("", b"\0" * 59, "15 cells in 60 bytes, found 59 bytes"),
        ("", b"\0" * 64, "15 cells in 60 bytes, found 64 bytes"),
        ("zlib", zlib.compress(b"\0" * 56), "15 cells in 60 bytes, found 56 bytes"),
        ("zlib", zlib.compress(b"\0" * 60)[:-2], "one whole zlib stream, found a cut one"),
        ("zlib", zlib.compress(b"\0" * 60) + b"x", "one whole zlib stream, found more after it"),
        ("zlib", b"nonsense", "zlib data, found a damaged stream"),
        ("gzip", zlib.compress(b"\0" * 60), "gzip data, found a damaged stream"),
        ("zstd", b"nonsense", "zstd data, found a damaged stream"),
        ("zlob", b"", 'the compression "zlib", found "zlob"'),
    ],
)
def test_packed_cells_that_do_not_fit_are_refused(tmp_path, compression, stream, expected):
    assert expected in refusal(written(tmp_path, "m.tmx", base64_map(compression, stream)))


def test_other_characters_in_base64_are_refused(tmp_path):
    text = tmx('<layer id="1" name="L" width="5" height="3"><data encoding="base64">A*==</data></layer>')
    assert "expected base64 text" in refusal(written(tmp_path, "m.tmx", text))


def test_an_unknown_encoding_is_refused_with_the_nearest(tmp_path):
    text = tmx('<layer id="1" name="L" width="5" height="3"><data encoding="base46">AA==</data></layer>')
    assert 'the encoding "base64", found "base46"' in refusal(written(tmp_path, "m.tmx", text))


def test_compression_belongs_to_base64(tmp_path):
    text = tmx(layer(ROWS).replace('encoding="csv"', 'encoding="csv" compression="zlib"'))
    assert "compression only with base64" in refusal(written(tmp_path, "m.tmx", text))


@pytest.mark.parametrize("cell", [True, 1.5, "1", None, -1, [1]])
def test_a_cell_of_an_array_is_a_whole_number(tmp_path, cell):
    one = layer_json(ROWS) | {"data": [cell, *[0] * 14]}
    assert "a tile number in cell (0, 0)" in refusal(written(tmp_path, "m.tmj", tmj([one])))


def test_the_array_must_be_as_long_as_the_layer_is_large(tmp_path):
    one = layer_json(ROWS) | {"data": [0] * 14}
    assert "expected 15 cells, found 14" in refusal(written(tmp_path, "m.tmj", tmj([one])))


def test_a_layer_is_as_large_as_its_map(tmp_path):
    message = refusal(written(tmp_path, "m.tmx", tmx(layer([[1, 1], [1, 1]]))))
    assert "a layer as large as the map, 5x3, found 2x2" in message


def test_a_layer_without_cells_is_no_empty_board(tmp_path):
    message = refusal(written(tmp_path, "m.tmx", tmx('<layer id="1" name="L" width="5" height="3"/>')))
    assert "expected the cells of the layer, found none" in message
    bare = layer_json(ROWS)
    del bare["data"]
    assert "expected the cells of the layer" in refusal(written(tmp_path, "m.tmj", tmj([bare])))


def test_xml_and_json_of_one_map_are_equal(tmp_path):
    one = load_tiled(written(tmp_path, "m.tmx", tmx(layer(ROWS), sets=SET)))
    other = load_tiled(written(tmp_path, "m.tmj", tmj([layer_json(ROWS)])))
    assert [found.cells for found in one.tile_layers()] == [found.cells for found in other.tile_layers()]
    assert (one.width, one.height, one.tile_width) == (other.width, other.height, other.tile_width)
    first, second = one.tilesets[0].tileset, other.tilesets[0].tileset
    assert (first.name, first.tile_count, first.image) == (second.name, second.tile_count, second.image)


def test_a_json_map_may_start_with_a_byte_order_mark(tmp_path):
    text = json.dumps(json.loads(tmj([layer_json(ROWS)])))
    found = load_tiled(written(tmp_path, "m.tmj", b"\xef\xbb\xbf" + text.encode()))
    assert found.width == 5
