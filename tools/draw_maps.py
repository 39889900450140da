"""Turn the drawings in `tools/maps/*.txt` into the Tiled maps that the game reads.

    python tools/draw_maps.py                   # every drawing
    python tools/draw_maps.py culvert relay     # these
    python tools/draw_maps.py --check           # write nothing, fail if a map differs from its drawing

How a drawing is written stands in `tools/drawings.py`. It is the quick way to change a map; the game reads only the
`.tmx`, which opens in Tiled as it is.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree
from xml.sax.saxutils import escape

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.drawings import DECOR, LAYER_OF, LETTER_GROUND, SIGNS, Drawing, DrawingError, Properties, Thing, read_drawing

ROOT = Path(__file__).resolve().parents[1]
DRAWINGS = ROOT / "tools" / "maps"
MAPS = ROOT / "maps"
TILESET = "broodfall.tsx"

TMX_VERSION, TILED_VERSION = "1.10", "1.11.2"
QUARTER_TURN = 0xA000_0000
"""The flip flags with which Tiled turns a tile by 90 degrees."""

# --- the tileset ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tiles:
    """The tiles of a tileset by what they mean: (class, what is true or how high) to local ids."""

    side: int
    ids: dict[tuple[str, frozenset[str]], tuple[int, ...]]

    def gid(self, word: str, traits: frozenset[str] = frozenset()) -> int:
        """The gid of the first tile with exactly this meaning."""
        return 1 + self.ids[word, traits][0]

    def means(self, tile: int, word: str) -> bool:
        """Whether this tile has the class and no further traits."""
        return tile in self.ids.get((word, frozenset()), ())


def read_tiles(path: Path) -> Tiles:
    """The meaning of each tile of a tileset that says what it is."""
    root = ElementTree.parse(path).getroot()
    ids: dict[tuple[str, frozenset[str]], list[int]] = {}
    for tile in root.iter("tile"):
        word = tile.get("type") or tile.get("class") or ""
        traits = set()
        for entry in tile.iter("property"):
            name, value = entry.get("name", ""), entry.get("value", "")
            if name == "terrain":
                word = word or value
            elif value != "false":
                traits.add(name if value == "true" else f"{name}={value}")
        if word:
            ids.setdefault((word, frozenset(traits)), []).append(int(tile.get("id", "0")))
    return Tiles(int(root.get("tilewidth", "0")), {meaning: tuple(found) for meaning, found in ids.items()})


# --- writing a map -------------------------------------------------------------------------------------------


def write_map(drawing: Drawing, tiles: Tiles) -> str:
    """The text of the Tiled map that shows a drawing, as Tiled itself saves one."""
    layers = [("terrain", "terrain", _ground(drawing, tiles))]
    if drawing.heights:
        layers.append(("heights", "terrain", _levels(drawing, tiles)))
    if any(thing.kind == "decor" for thing in drawing.things):
        layers.append(("decor", "decor", _decor(drawing)))
    groups = [
        (name, [thing for thing in drawing.things if LAYER_OF[thing.kind] == name])
        for name in dict.fromkeys(LAYER_OF.values())
    ]
    groups = [(name, things) for name, things in groups if things and name != "decor"]
    head = (
        f'<map version="{TMX_VERSION}" tiledversion="{TILED_VERSION}" orientation="orthogonal" '
        f'renderorder="right-down" width="{drawing.width}" height="{drawing.height}" '
        f'tilewidth="{tiles.side}" tileheight="{tiles.side}" infinite="0" '
        f'nextlayerid="{len(layers) + len(groups) + 1}" nextobjectid="{sum(len(things) for _, things in groups) + 1}">'
    )
    out = ['<?xml version="1.0" encoding="UTF-8"?>', head]
    out += _properties(dict(drawing.head), 1)
    out.append(f' <tileset firstgid="1" source="{TILESET}"/>')
    for number, (name, word, gids) in enumerate(layers, 1):
        size = f'width="{drawing.width}" height="{drawing.height}"'
        out.append(f' <layer id="{number}" name="{name}" class="{word}" {size}>')
        out.append('  <data encoding="csv">')
        out.append(",\n".join(",".join(map(str, row)) for row in gids))
        out += ["</data>", " </layer>"]
    number = 1
    for index, (name, things) in enumerate(groups, len(layers) + 1):
        out.append(f' <objectgroup id="{index}" name="{name}" class="objects">')
        for thing in things:
            out += _object(thing, number, tiles)
            number += 1
        out.append(" </objectgroup>")
    out.append("</map>")
    return "\n".join(out) + "\n"


def _ground(drawing: Drawing, tiles: Tiles) -> list[list[int]]:
    """The gids of the terrain: a floor tile of the right height, or one of the look's tiles, by the cell."""
    for word, ids in drawing.look.items():
        for tile in ids:
            if not tiles.means(tile, word):
                raise DrawingError(f"look: expected a tile of the class {word}, found {tile}")
    rows = []
    for y, line in enumerate(drawing.plan):
        row = []
        for x, sign in enumerate(line):
            word, traits = SIGNS.get(sign, (LETTER_GROUND, frozenset()))
            level = drawing.heights[y][x] if drawing.heights else "."
            if word == LETTER_GROUND and level in "123":
                row.append(tiles.gid(word, frozenset({f"height={level}"})))
            elif word in drawing.look and not traits:
                ids = drawing.look[word]
                row.append(1 + ids[_scattered(x, y) % len(ids)])
            else:
                turn = QUARTER_TURN if word == "door" and _leads_across(drawing, x, y) else 0
                row.append(turn | tiles.gid(word, traits))
        rows.append(row)
    return rows


def _leads_across(drawing: Drawing, x: int, y: int) -> bool:
    """Whether one walks through the door leaf in this cell from left to right; its tile is drawn the other way."""
    line = drawing.plan[y]
    barred = {sign for sign, (word, _) in SIGNS.items() if word in {"wall", "door"}}
    return 0 < x < len(line) - 1 and line[x - 1] not in barred and line[x + 1] not in barred


def _scattered(x: int, y: int) -> int:
    """A number for a cell that shows no pattern to the eye and is the same everywhere."""
    mixed = (x * 73_856_093) ^ (y * 19_349_663)
    return (mixed ^ mixed >> 13) * 1_274_126_177 >> 7 & 0xFFFF


def _levels(drawing: Drawing, tiles: Tiles) -> list[list[int]]:
    """Height marks for the cells that no floor tile says the height of; a wall needs none."""
    gid = {level: tiles.gid("height", frozenset({f"height={level}"})) for level in "123"}
    return [
        [
            gid.get(level, 0) if sign in SIGNS and SIGNS[sign][0] not in {LETTER_GROUND, "wall"} else 0
            for sign, level in zip(signs, levels, strict=True)
        ]
        for signs, levels in zip(drawing.plan, drawing.heights, strict=True)
    ]


def _decor(drawing: Drawing) -> list[list[int]]:
    rows = [[0] * drawing.width for _ in range(drawing.height)]
    for thing in drawing.things:
        if thing.kind == "decor":
            rows[thing.y][thing.x] = 1 + DECOR[thing.name]
    return rows


def _object(thing: Thing, number: int, tiles: Tiles) -> list[str]:
    side = tiles.side
    name = f' name="{_quoted(thing.name)}"' if thing.name else ""
    x, y, width, height = (value * side for value in (thing.x, thing.y, thing.width, thing.height))
    gid = ""
    if (thing.kind, frozenset[str]()) in tiles.ids and LAYER_OF[thing.kind] == "markers":
        # Tiled hangs a tile object from its lower left corner.
        gid, y = f' gid="{tiles.gid(thing.kind)}"', y + height
    head = f'  <object id="{number}"{name} type="{thing.kind}"{gid} x="{x}" y="{y}" width="{width}" height="{height}"'
    if not thing.properties:
        return [f"{head}/>"]
    return [f"{head}>", *_properties(thing.properties, 3), "  </object>"]


def _properties(values: Properties, depth: int) -> list[str]:
    """A `properties` element, by name as Tiled sorts them."""
    pad = " " * depth
    out = [f"{pad}<properties>"]
    for name, value in sorted(values.items()):
        kind = ' type="bool"' if isinstance(value, bool) else ' type="int"' if isinstance(value, int) else ""
        shown = str(value).lower() if isinstance(value, bool) else str(value)
        out.append(f'{pad} <property name="{_quoted(name)}"{kind} value="{_quoted(shown)}"/>')
    out.append(f"{pad}</properties>")
    return out


def _quoted(text: str) -> str:
    return escape(text, {'"': "&quot;"})


def drawn(name: str, *, drawings: Path = DRAWINGS, tileset: Path | None = None) -> str:
    """The text of the map that the drawing of this name makes."""
    return write_map(read_drawing(drawings / f"{name}.txt"), read_tiles(tileset or MAPS / TILESET))


def main(arguments: list[str] | None = None) -> int:
    """Draw the named maps, or all; 1 if `--check` finds one that differs."""
    parser = argparse.ArgumentParser(description="Turn the drawings in tools/maps into Tiled maps.")
    parser.add_argument("names", nargs="*", help="drawings without their ending; all if none is named")
    parser.add_argument("--check", action="store_true", help="write nothing; say which maps differ")
    parser.add_argument("--out", type=Path, default=MAPS, help="the folder of the maps")
    given = parser.parse_args(arguments)
    differ = 0
    for name in given.names or sorted(path.stem for path in DRAWINGS.glob("*.txt")):
        target = given.out / f"{name}.tmx"
        try:
            text = drawn(name)
        except (DrawingError, OSError) as error:
            print(error, file=sys.stderr)
            return 2
        if given.check:
            if not target.is_file() or target.read_text(encoding="utf-8") != text:
                print(f"{target}: differs from its drawing")
                differ = 1
        else:
            target.write_text(text, encoding="utf-8", newline="\n")
            print(target)
    return differ


if __name__ == "__main__":
    sys.exit(main())
