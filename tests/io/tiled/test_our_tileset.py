"""The tileset that comes with the game, and the page that explains it to map authors."""

import re
import shutil
import struct
import zlib
from pathlib import Path

import pytest

from game.board.terrain import Terrain
from game.io.boards import vocabulary as words
from game.io.maps import load_board
from game.io.tiled import limits
from tests.io.tiled.writing import layer, objects, prop, props, tmx, used, written
from tools import draw_tileset, tileset_art

ROOT = Path(__file__).resolve().parents[3]
MAPS = ROOT / "maps"
PAGE = (ROOT / "docs" / "maps.md").read_text(encoding="utf-8")
OURS = '<tileset firstgid="1" source="broodfall.tsx"/>'


@pytest.fixture
def folder(tmp_path):
    for name in ("broodfall.tsx", "broodfall.png"):
        shutil.copy(MAPS / name, tmp_path / name)
    return tmp_path


def test_the_tileset_file_is_what_the_table_says():
    assert (MAPS / "broodfall.tsx").read_text(encoding="utf-8") == draw_tileset.tsx()


def test_the_picture_is_what_the_table_draws():
    data = (MAPS / "broodfall.png").read_bytes()
    width, height, pixels = draw_tileset.picture()
    head, packed = data.index(b"IHDR") + 4, data.index(b"IDAT") + 4
    assert struct.unpack(">II", data[head : head + 8]) == (width, height)
    lines = zlib.decompress(data[packed : packed + struct.unpack(">I", data[packed - 8 : packed - 4])[0]])
    stride = width * 4
    assert b"".join(lines[row * (stride + 1) + 1 :][:stride] for row in range(height)) == pixels


def test_every_tile_is_drawn():
    width, _, pixels = draw_tileset.picture()
    side = tileset_art.SIDE
    for number, tile in enumerate(draw_tileset.TILES):
        left, top = number % draw_tileset.COLUMNS * side, number // draw_tileset.COLUMNS * side
        seen = any(pixels[((top + y) * width + left + x) * 4 + 3] for y in range(side) for x in range(side))
        assert seen, f"tile {number} ({tile.word})"


def test_it_has_a_tile_for_every_word():
    known = {tile.word for tile in draw_tileset.TILES}
    assert known == {*words.TILE_CLASSES, *words.PLACEMENTS}
    flags = {flag for tile in draw_tileset.TILES for flag in tile.flags}
    assert flags == set(words.DOOR_PROPERTIES) - {"group"}
    assert {tile.height for tile in draw_tileset.TILES} == {None, 0, 1, 2, 3}


def test_all_of_it_can_be_painted_on_one_map(folder):
    count = len(draw_tileset.TILES)
    # In two rows by turns, so that the door tiles do not touch.
    cells = [[1] * count for _ in range(8)]
    for x, tile in enumerate(draw_tileset.TILES):
        cells[x % 2][x] = x + 1 if tile.word in words.TILE_CLASSES else 0
    marks = [
        f'<object id="{number}" name="n{number}" gid="{number}" x="{number * 32}" y="{5 * 32}" width="32" height="32">'
        + (props(prop("kind", "rifle")) if tile.word == "unit" else "")
        + "</object>"
        for number, tile in enumerate(draw_tileset.TILES, start=1)
        if tile.word in words.PLACEMENTS
    ]
    text = tmx(layer(cells) + objects(*marks), width=count, height=8, sets=OURS, tile=32)
    board = load_board(written(folder, "m.tmx", text))
    for x, tile in enumerate(draw_tileset.TILES):
        terrain = words.TERRAINS.get(tile.word, Terrain.WALL)
        assert board.board.terrain[x % 2 * count + x] is terrain
        assert board.board.heights[x % 2 * count + x] == (tile.height or 0)
    assert [placed.kind for placed in board.placements] == [
        tile.word for tile in draw_tileset.TILES if tile.word in words.PLACEMENTS
    ]
    assert [placed.values["side"] for placed in board.of_kind("unit")] == ["marines", "hive"]
    assert {placed.cell // count for placed in board.placements} == {4}
    picture = board.picture(10)
    assert picture is not None
    assert (picture.file.name, picture.x, picture.y, picture.width) == ("broodfall.png", 32, 32, 32)
    assert used(board.tiled, 10).tile.class_ == "wall"


def test_the_page_explains_every_word_and_no_other():
    explained = set(re.findall(r"`([a-z]+:?)[A-Z]*`", PAGE))
    valid = {
        *words.TILE_CLASSES,
        *words.OBJECT_CLASSES,
        *words.TILE_PROPERTIES,
        *words.DOOR_PROPERTIES,
        *(f"{prefix}:" for prefix in words.ZONE_PREFIXES),
        *words.ZONE_WORDS,
        *words.MAP_PROPERTIES,
        *(name for properties in words.PLACEMENTS.values() for name in properties),
        words.TERRAIN_LAYER,
        words.OBJECT_LAYER,
    }
    others = {"bool", "true", "zstandard"}
    assert explained - others == valid


def test_the_page_gives_the_bounds_as_they_are():
    for number in (limits.MAX_CELLS, limits.MAX_OBJECTS, limits.MAX_TILESETS, limits.MAX_PROPERTIES):
        assert f"{number:,}" in PAGE
    assert f"{limits.MAX_SIDE} cells a side" in PAGE
    assert f"{limits.MAX_LAYERS} layers" in PAGE
    assert f"{limits.MAX_DEPTH} elements" in PAGE
    assert f"{limits.MAX_FILE_BYTES // 2**20} MiB a file" in PAGE
    assert f"{limits.MAX_TOTAL_BYTES // 2**20} MiB for all" in PAGE
