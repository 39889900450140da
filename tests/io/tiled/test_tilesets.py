"""Tilesets: embedded and outside, of both formats; missing ones are named with the path that was tried."""

import json

import pytest

from game.core.errors import DataError
from game.io.tiled import load_tiled
from tests.io.tiled.writing import SET, SET_JSON, layer, layer_json, prop, props, tmj, tmx, used, written

ROWS = [[1, 2, 3, 4, 5]] * 3
TILES = f'<tile id="1" type="wall">{props(prop("height", "2", "int"))}</tile>'
TSX = SET.replace(' firstgid="1"', "").replace("</tileset>", f"{TILES}</tileset>")
TSJ = json.dumps(
    {key: value for key, value in SET_JSON.items() if key != "firstgid"}
    | {
        "type": "tileset",
        "version": "1.10",
        "tiles": [{"id": 1, "type": "wall", "properties": [{"name": "height", "type": "int", "value": 2}]}],
    }
)


def outside(source):
    return f'<tileset firstgid="1" source="{source}"/>'


def refusal(tmp_path, sets, root=None):
    path = written(tmp_path, "m.tmx", tmx(layer(ROWS), sets=sets))
    with pytest.raises(DataError) as caught:
        load_tiled(path, root=root)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(("name", "text"), [("grey.tsx", TSX), ("grey.tsj", TSJ), ("grey.json", TSJ)])
def test_either_format_of_tileset_fits_either_format_of_map(tmp_path, name, text):
    """Case TMX-10."""
    written(tmp_path, name, text)
    one = load_tiled(written(tmp_path, "m.tmx", tmx(layer(ROWS), sets=outside(name))))
    two = load_tiled(written(tmp_path, "m.tmj", tmj([layer_json(ROWS)], tilesets=[{"firstgid": 1, "source": name}])))
    assert one.tilesets == two.tilesets
    assert used(one, 2).tile.class_ == "wall"
    assert used(one, 2).tile.properties[0].value == 2
    assert used(one, 3).tile.class_ == ""


def test_a_tileset_in_a_folder_below_is_read(tmp_path):
    written(tmp_path, "sets/grey.tsx", TSX)
    tiled = load_tiled(written(tmp_path, "m.tmx", tmx(layer(ROWS), sets=outside("sets/grey.tsx"))))
    assert tiled.tilesets[0].tileset.file.name == "grey.tsx"


def test_a_tileset_in_a_sibling_folder_needs_a_wider_root(tmp_path):
    written(tmp_path, "sets/grey.tsx", TSX)
    path = written(tmp_path / "boards", "m.tmx", tmx(layer(ROWS), sets=outside("../sets/grey.tsx")))
    with pytest.raises(DataError, match="which leads out of it"):
        load_tiled(path)
    assert load_tiled(path, root=tmp_path).tilesets[0].tileset.name == "grey"


def test_a_map_outside_the_root_is_refused(tmp_path):
    path = written(tmp_path, "m.tmx", tmx(layer(ROWS)))
    (tmp_path / "boards").mkdir()
    with pytest.raises(DataError, match="a map inside the folder"):
        load_tiled(path, root=tmp_path / "boards")


def test_a_missing_tileset_is_named_with_the_path_tried(tmp_path):
    """Case TMX-10."""
    message = refusal(tmp_path, outside("lost.tsx"))
    assert str(tmp_path / "m.tmx") in message
    assert 'expected the tileset "lost.tsx", found no file at' in message
    assert str(tmp_path / "lost.tsx") in message


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("|||garbage|||", "line 1: expected XML or JSON text"),
        ("<tileset", "line 1: expected well-formed XML"),
        ('{"type":"map"}', 'expected "tileset" in "type", found "map"'),
        ("<map/>", 'expected a tileset, found "map"'),
        (TSX.replace('tilecount="56"', ""), 'expected a whole number in "tilecount"'),
        (TSX.replace("image ", "imago "), '"image" in "tileset", found "imago"'),
        (TSX.replace(TILES, TILES + TILES), "each tile once"),
        (b"<tileset name='\xff'/>", "line 1: expected text in UTF-8"),
    ],
)
def test_a_tileset_at_fault_is_told_from_the_map(tmp_path, text, expected):
    written(tmp_path, "bad.tsx", text)
    message = refusal(tmp_path, outside("bad.tsx"))
    assert expected in message
    assert message.startswith(f"{tmp_path / 'm.tmx'}: line ")
    assert f"a fault in {tmp_path / 'bad.tsx'}" in message


@pytest.mark.parametrize(
    "source",
    [
        "/etc/passwd",
        "file:///etc/passwd",
        "http://example.org/x.tsx",
        "C:/maps/x.tsx",
        "..\\x.tsx",
        "../../../../etc/passwd",
        "sets/../../x.tsx",
        "x&#10;.tsx",
        "",
    ],
)
def test_a_name_that_leaves_the_folder_opens_nothing(tmp_path, source, monkeypatch):
    """Case TMX-13."""
    path = written(tmp_path / "boards", "m.tmx", tmx(layer(ROWS), sets=outside(source)))
    written(tmp_path, "x.tsx", TSX)
    opened = []
    real = type(path).open

    def watched(self, *rest, **more):
        opened.append(self)
        return real(self, *rest, **more)

    monkeypatch.setattr(type(path), "open", watched)
    with pytest.raises(DataError) as caught:
        load_tiled(path)
    assert "expected a relative path" in str(caught.value) or "leads out of it" in str(caught.value)
    assert opened == [path]


def test_a_link_that_leaves_the_folder_opens_nothing(tmp_path):
    written(tmp_path, "x.tsx", TSX)
    path = written(tmp_path / "boards", "m.tmx", tmx(layer(ROWS), sets=outside("y.tsx")))
    (tmp_path / "boards" / "y.tsx").symlink_to(tmp_path / "x.tsx")
    with pytest.raises(DataError, match="leads out of it"):
        load_tiled(path)


def test_a_link_onto_itself_is_refused(tmp_path):
    (tmp_path / "y.tsx").symlink_to(tmp_path / "y.tsx")
    assert "y.tsx" in refusal(tmp_path, outside("y.tsx"))


def test_only_an_ordinary_file_is_read(tmp_path):
    (tmp_path / "folder.tsx").mkdir()
    assert "found no ordinary file at" in refusal(tmp_path, outside("folder.tsx"))


def test_a_missing_picture_stops_nothing(tmp_path):
    """Case TMX-10."""
    tiled = load_tiled(written(tmp_path, "m.tmx", tmx(layer(ROWS))))
    assert tiled.tilesets[0].tileset.image == "grey.png"


def test_a_collection_of_pictures_is_read(tmp_path):
    """Case TMX-10."""
    sets = (
        '<tileset firstgid="1" name="bits" tilewidth="16" tileheight="16" tilecount="2" columns="0">'
        '<tile id="0"><image source="a.png" width="16" height="16"/></tile>'
        '<tile id="9" type="wall"><image source="b.png" width="16" height="16"/></tile></tileset>'
    )
    tiled = load_tiled(written(tmp_path, "m.tmx", tmx(layer([[1, 10]]), sets=sets, width=2, height=1)))
    assert [used(tiled, gid).tile.image for gid in (1, 10)] == ["a.png", "b.png"]
    assert tiled.use(4) is None


@pytest.mark.parametrize(
    ("sets", "expected"),
    [
        (SET + SET.replace('firstgid="1"', 'firstgid="56"'), '"firstgid" of 57 or more'),
        (SET.replace('firstgid="1"', 'firstgid="0"'), 'from 1 to 268435455 in "firstgid"'),
        (SET.replace('firstgid="1"', ""), 'a whole number in "firstgid", found no "firstgid"'),
    ],
)
def test_gids_of_tilesets_never_overlap(tmp_path, sets, expected):
    assert expected in refusal(tmp_path, sets)
