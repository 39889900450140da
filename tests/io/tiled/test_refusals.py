"""What is not supported is refused by name, and a hostile file before it costs time, memory or the stack."""

import base64
import gzip
import json
import tracemalloc
import zlib
from itertools import pairwise

import pytest
import zstandard

from game.core.errors import DataError
from game.io.tiled import load_tiled
from tests.io.tiled.writing import SET, layer, layer_json, objects, tmj, tmx, written
from tests.support.effort import counted

ROWS = [[1] * 5] * 3
MEBIBYTE = 2**20


def refused(path, *, calls=400_000, mebibytes=200):
    """The one-line refusal of a file, given within the work and memory a hostile one may cost."""
    tracemalloc.start()
    with pytest.raises(DataError) as caught, counted() as effort:
        load_tiled(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert effort.calls < calls
    assert peak < mebibytes * MEBIBYTE
    assert str(caught.value).isprintable()
    assert str(caught.value).startswith(str(path))
    return str(caught.value)


@pytest.mark.parametrize("word", ["isometric", "staggered", "hexagonal", "oblique"])
def test_grids_that_are_not_square_are_refused_by_name(tmp_path, word):
    """Case TMX-12."""
    head = f'orientation="{word}" hexsidelength="8" staggeraxis="y" staggerindex="odd"'
    for path in (
        written(tmp_path, "m.tmx", tmx(layer(ROWS), head=head)),
        written(tmp_path, "m.tmj", tmj([layer_json(ROWS)], orientation=word)),
    ):
        assert f'"orthogonal", found "{word}", which is not supported' in refused(path)


def test_the_orientation_is_not_blamed_for_something_else(tmp_path):
    """Case TMX-12."""
    head = 'orientation="hexagonal"'
    broken = tmx('<layer id="1" name="L" width="5" height="3"/>', head=head, width="x")
    assert "hexagonal" in refused(written(tmp_path, "m.tmx", broken))
    assert "hexagonal" not in refused(written(tmp_path, "m.tmx", broken.replace("hexagonal", "orthogonal")))


def test_an_unknown_orientation_is_refused_with_the_known_one(tmp_path):
    path = written(tmp_path, "m.tmx", tmx(layer(ROWS), head='orientation="ortogonal"'))
    assert 'expected the orientation "orthogonal", found "ortogonal"' in refused(path)


@pytest.mark.parametrize("version", ["", "2.0", "next"])
def test_another_version_of_the_format_is_refused(tmp_path, version):
    path = written(tmp_path, "m.tmx", tmx(layer(ROWS), version=version))
    assert "expected version 1 of the map format" in refused(path)


@pytest.mark.parametrize("version", ["1.0", "1.9", "1.10", "1.12"])
def test_saves_of_all_versions_are_read(tmp_path, version):
    assert load_tiled(written(tmp_path, "m.tmx", tmx(layer(ROWS), version=version))).version == version


# --- hostile files -----------------------------------------------------------------------------------------------


def test_nested_entities(tmp_path):
    """Case TMX-13."""
    names = "abcdefghi"
    lines = ['<!ENTITY a "1,1,1,1,1,1,1,1,1,1">']
    lines += [f'<!ENTITY {two} "{f"&{one};" * 10}">' for one, two in pairwise(names)]
    before = f"<!DOCTYPE map [{''.join(lines)}]>\n"
    text = tmx('<layer id="1" name="L" width="5" height="3"><data encoding="csv">&i;</data></layer>', before=before)
    assert "a DOCTYPE without declarations" in refused(written(tmp_path, "m.tmx", text))


@pytest.mark.parametrize(
    "inside",
    [
        '<!ENTITY x SYSTEM "file:///etc/passwd">',
        '<!ENTITY % p SYSTEM "http://example.org/p.dtd"> %p;',
        '<!ATTLIST layer name CDATA "surprise">',
    ],
)
def test_declarations_inside_a_doctype(tmp_path, inside):
    text = tmx(layer(ROWS), before=f"<!DOCTYPE map [{inside}]>\n")
    assert "a DOCTYPE without declarations" in refused(written(tmp_path, "m.tmx", text))


def test_a_doctype_that_only_names_a_dtd_is_harmless_and_never_fetched(tmp_path, monkeypatch):
    """Case TMX-17."""

    def offline(*_, **__):
        raise AssertionError("the network was asked")

    monkeypatch.setattr("socket.socket.connect", offline)
    monkeypatch.setattr("socket.getaddrinfo", offline)
    before = '<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">\n'
    with_it = load_tiled(written(tmp_path, "a.tmx", tmx(layer(ROWS), before=before)))
    without = load_tiled(written(tmp_path, "b.tmx", tmx(layer(ROWS))))
    assert [found.cells for found in with_it.tile_layers()] == [found.cells for found in without.tile_layers()]


@pytest.mark.parametrize("where", ["attribute", "text"])
def test_an_entity_that_only_the_outside_dtd_could_know(tmp_path, where):
    before = '<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">\n'
    inside = '<imagelayer id="1" name="a&who;b"/>' if where == "attribute" else f"&who;{layer(ROWS)}"
    path = written(tmp_path, "m.tmx", tmx(inside, before=before))
    assert 'expected no entities, found "&who;"' in refused(path)


@pytest.mark.parametrize(
    ("compression", "pack"),
    [
        ("zlib", zlib.compressobj),
        ("gzip", lambda: zlib.compressobj(wbits=31)),
        ("zstd", lambda: zstandard.ZstdCompressor().compressobj()),
    ],
)
def test_cells_that_unpack_to_a_thousand_times_their_size(tmp_path, compression, pack):
    """Case TMX-13."""
    packer = pack()
    block = bytes(8 * MEBIBYTE)
    bomb = b"".join(packer.compress(block) for _ in range(16)) + packer.flush()
    inside = (
        '<layer id="1" name="L" width="5" height="5">'
        f'<data encoding="base64" compression="{compression}">{base64.b64encode(bomb).decode()}</data></layer>'
    )
    path = written(tmp_path, "m.tmx", tmx(inside, width=5, height=5))
    assert "25 cells in 100 bytes, found more than 100 bytes" in refused(path, mebibytes=20)


@pytest.mark.parametrize("infinite", [0, 1])
def test_two_thousand_million_cells_a_side(tmp_path, infinite):
    """Case TMX-13."""
    side = 2_000_000_000
    text = f'<layer id="1" name="L" width="{side}" height="{side}"><data encoding="csv">0</data></layer>'
    path = written(tmp_path, "m.tmx", tmx(text, width=side, height=side, infinite=infinite))
    expected = "chunks in an infinite map" if infinite else 'from 1 to 1024 in "width", found "2000000000"'
    assert expected in refused(path)


def test_layers_that_are_small_alone_and_huge_together(tmp_path):
    one = layer([[0] * 1024] * 1024, encoding="base64", compression="zlib")
    path = written(tmp_path, "m.tmx", tmx(one * 3, width=1024, height=1024))
    assert "at most 2097152 cells in all layers" in refused(path)


def test_groups_ten_thousand_deep(tmp_path):
    """Case TMX-13."""
    text = tmx('<group id="1" name="g">' * 10_000 + "</group>" * 10_000)
    assert "at most 64 nested elements" in refused(written(tmp_path, "m.tmx", text))


def test_arrays_ten_thousand_deep(tmp_path):
    group = '{"type":"group","layers":['
    text = tmj([]).replace('"layers": []', f'"layers": [{group * 10_000}{"]}" * 10_000}]')
    assert "at most 64 nested arrays and objects" in refused(written(tmp_path, "m.tmj", text))
    assert "nested" in refused(written(tmp_path, "n.tmj", "{" + '"a":[' * 100_000))


def test_groups_as_deep_as_anybody_nests_them(tmp_path):
    text = tmx('<group id="1" name="g">' * 25 + layer(ROWS) + "</group>" * 25)
    (found,) = load_tiled(written(tmp_path, "m.tmx", text)).tile_layers()
    assert len(found.head.groups) == 25


def test_more_elements_than_any_map_has(tmp_path):
    path = written(tmp_path, "m.tmx", tmx("<a/>" * 100_001))
    assert "at most 100000 elements" in refused(path, calls=4_000_000)
    assert "at most 100000 arrays" in refused(written(tmp_path, "m.tmj", '{"a":[' + "{}," * 100_001), calls=4_000_000)


def test_a_file_that_is_too_large_is_not_read(tmp_path):
    path = tmp_path / "m.tmx"
    with path.open("wb") as stream:
        stream.truncate(2**33)
    assert "expected a map of at most 8388608 bytes" in refused(path)


def test_more_objects_than_any_map_has(tmp_path):
    path = written(tmp_path, "m.tmx", tmx(objects('<object id="1"/>' * 10_001)))
    assert "at most 10000 objects" in refused(path, calls=4_000_000)


def test_more_layers_than_any_map_has(tmp_path):
    path = written(tmp_path, "m.tmx", tmx('<group id="1" name="g"/>' * 501))
    assert "at most 500 layers" in refused(path)


def test_more_corners_than_any_shape_has(tmp_path):
    path = written(tmp_path, "m.tmx", tmx(objects(f'<object id="1"><polygon points="{"0,0 " * 1001}"/></object>')))
    assert "at most 1000 corners" in refused(path)
    corners = [{"x": 0, "y": 0}] * 1001
    group = {"type": "objectgroup", "id": 2, "name": "T", "objects": [{"id": 1, "polyline": corners}]}
    assert "at most 1000 corners" in refused(written(tmp_path, "m.tmj", tmj([group])))


def test_more_tilesets_than_any_map_has(tmp_path):
    sets = "".join(SET.replace('firstgid="1"', f'firstgid="{1 + 56 * n}"') for n in range(129))
    assert "at most 128 tilesets" in refused(written(tmp_path, "m.tmx", tmx(layer(ROWS), sets=sets)))


# --- malformed files ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 'line 1: expected XML or JSON text, found ""'),
        ("garbage", "line 1: expected XML or JSON text"),
        ("<map>", "line 1: expected well-formed XML, found no element found"),
        ("<map></mop>", "line 1: expected well-formed XML, found mismatched tag"),
        ("<tileset/>", 'expected a map, found "tileset"'),
        (b"<map>\n\xff</map>", "line 2: expected text in UTF-8"),
        ('<?xml version="1.0" encoding="latin1"?><map/>', 'the encoding UTF-8, found "latin1"'),
        ("<map\x00/>", "expected well-formed XML"),
        ("{", "line 1: expected well-formed JSON"),
        ('{"type":"map",}', "line 1: expected well-formed JSON"),
        ('{"type":"map","width":NaN}', "found the number NaN"),
        ('{"type":"map","a":1,"a":2}', 'found the key "a" twice in one object'),
        ('{"type":"map","class":"\\ud800"}', "whole file: expected well-formed JSON, found half a character"),
        ('{"type":"tileset"}', 'expected "map" in "type", found "tileset"'),
        ('{"type":"map","version":"1.10","width":' + "9" * 5000 + "}", "expected well-formed JSON"),
        (tmx(layer(ROWS), width="five"), 'from 1 to 1024 in "width", found "five"'),
        (tmx(layer(ROWS), width="5.0"), 'from 1 to 1024 in "width", found "5.0"'),
        (tmx(layer(ROWS), width=0), 'from 1 to 1024 in "width", found "0"'),
        (tmx(layer(ROWS), tile=0), 'from 1 to 4096 in "tilewidth", found "0"'),
        (tmx(layer(ROWS).replace("layer", "layr")), '"layer" in "map", found "layr"'),
        (tmx(layer(ROWS, extra=' opacity="2"')), 'a number from 0 to 1 in "opacity"'),
        (tmx(layer(ROWS, extra=' visible="no"')), '0 or 1 in "visible"'),
        (tmx(layer(ROWS)).replace('infinite="0"', 'infinite="maybe"'), '0 or 1 in "infinite"'),
        (tmj([{"type": "tilelayr", "name": "x"}]), '"tilelayer" in "type", found "tilelayr"'),
        (tmj([{"name": "x"}]), 'in "type", found nothing'),
        (tmj([layer_json(ROWS)], layres=[]), '"layers", found "layres"'),
        (tmj([layer_json(ROWS)], width="5"), 'from 1 to 1024 in "width", found "5"'),
        (tmj([layer_json(ROWS)], width=True), 'from 1 to 1024 in "width", found true'),
        (tmj([layer_json(ROWS)], infinite=0), 'true or false in "infinite", found 0'),
        (tmj([layer_json(ROWS)], tilesets={}), "tilesets: expected an array, found an object"),
        (tmj([layer_json(ROWS) | {"data": {}}]), "layers[0].data: expected an array or a text"),
        (tmj([layer_json(ROWS) | {"properties": {"a": 1}}]), "layers[0].properties: expected an array"),
        (tmj([layer_json(ROWS) | {"data": []}] * 1), "expected 15 cells, found 0"),
    ],
)
def test_a_malformed_map_is_refused_in_one_line(tmp_path, text, expected):
    assert expected in refused(written(tmp_path, "m.tmx", text))


def test_a_map_that_is_not_there(tmp_path):
    assert "expected a map, found no file at" in refused(tmp_path / "lost.tmx")


def test_a_folder_is_no_map(tmp_path):
    assert "found no ordinary file" in refused(tmp_path)


@pytest.mark.parametrize("kind", ["tmx", "tmj"])
def test_no_cut_of_a_map_gives_anything_but_a_refusal(tmp_path, kind):
    whole = tmx(layer(ROWS)) if kind == "tmx" else tmj([layer_json(ROWS)])
    for end in range(0, len(whole) - 1, 7):
        assert refused(written(tmp_path, f"m.{kind}", whole[:end]))


def test_no_single_changed_letter_gives_a_traceback(tmp_path):
    whole = tmx(layer(ROWS) + objects('<object id="1" x="0" y="0"/>'))
    for at in range(0, len(whole), 3):
        path = written(tmp_path, "m.tmx", whole[:at] + "~" + whole[at + 1 :])
        try:
            load_tiled(path)
        except DataError as error:
            assert str(error).isprintable()  # noqa: PT017


def test_packed_data_of_the_wrong_kind_is_told_apart(tmp_path):
    packed = base64.b64encode(gzip.compress(bytes(60))).decode()
    data = f'<data encoding="base64" compression="zlib">{packed}</data>'
    inside = f'<layer id="1" name="L" width="5" height="3">{data}</layer>'
    assert "zlib data, found a damaged stream" in refused(written(tmp_path, "m.tmx", tmx(inside)))


def test_json_layers_are_checked_like_xml_layers(tmp_path):
    text = json.loads(tmj([layer_json(ROWS) | {"width": 4}]))
    path = written(tmp_path, "m.tmj", json.dumps(text))
    assert "a layer as large as the map, 5x3, found 4x3" in refused(path)
