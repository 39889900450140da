"""Turn the drawings in `tools/maps/*.txt` into the Tiled maps that the game reads.

    python tools/draw_maps.py                   # every drawing
    python tools/draw_maps.py culvert relay     # these
    python tools/draw_maps.py --check           # write nothing, fail if a map differs from its drawing

A drawing has some lines about the map, then a plan, and may have heights and objects:

    name: The Culvert
    author: Broodfall contributors
    description: Two settling tanks and one way up.
    look: wall 10, floor 0 0 2          which tiles of the tileset show it, one taken here and there; may be left out

    plan:
    ##########      # wall   . floor   , difficult   = barricade   ~ pit
    #AA.+..N.#      + closed door   / open door   % sealed door   & solid door
    #AA.#..,,#      a letter is a place on floor that the objects name
    ##########

    heights:        one digit a cell, `.` for 0; left out if the map is flat

    objects:
    zone deploy:marines A               all cells of this letter
    zone exit (8,2) 1x1                 or a rectangle: top left cell, size
    nest N
    console valves (3,1)
    door "north lock" (4,1)             a name for a door of the plan
    unit N kind=gaunt side=hive
    decor egg (6,2)                     only drawn: arrow, blood, cables, egg, lamp, pipe

The drawing is the quick way to change a map; the game reads only the `.tmx`, which opens in Tiled as it is.
"""

from __future__ import annotations

import argparse
import re
import shlex
import sys
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parents[1]
DRAWINGS = ROOT / "tools" / "maps"
MAPS = ROOT / "maps"
TILESET = "broodfall.tsx"

TMX_VERSION, TILED_VERSION = "1.10", "1.11.2"

SIGNS: dict[str, tuple[str, frozenset[str]]] = {
    "#": ("wall", frozenset()),
    ".": ("floor", frozenset()),
    ",": ("difficult", frozenset()),
    "=": ("barricade", frozenset()),
    "~": ("pit", frozenset()),
    "+": ("door", frozenset()),
    "/": ("door", frozenset({"open"})),
    "%": ("door", frozenset({"sealed"})),
    "&": ("door", frozenset({"solid"})),
}
"""What a sign of a plan stands for: a terrain and, for doors, what is true of it."""

LAYER_OF = {
    "zone": "zones",
    "door": "doors",
    "console": "markers",
    "item": "markers",
    "nest": "markers",
    "infestation": "markers",
    "unit": "units",
    "decor": "decor",
}
"""The layer each class of object is put on."""

DECOR = {"blood": 28, "pipe": 29, "lamp": 30, "cables": 31, "egg": 38, "arrow": 39}
"""Tiles that mean nothing, by the name that a drawing uses."""

LETTER_GROUND = "floor"
HEAD = ("name", "author", "description")
LOOK = "look"
SECTIONS = ("plan", "heights", "objects")

Properties = dict[str, str | int | bool]


class DrawingError(ValueError):
    """A drawing that cannot be read: file, line, and what was expected."""


@dataclass(frozen=True)
class Thing:
    """An object of a map: its class, name, rectangle in cells, and properties."""

    kind: str
    name: str
    x: int
    y: int
    width: int = 1
    height: int = 1
    properties: Properties = field(default_factory=dict)


@dataclass(frozen=True)
class Drawing:
    """A map as it is drawn: signs and heights by row, things in the order of the drawing."""

    head: dict[str, str]
    plan: list[str]
    heights: list[str]
    things: list[Thing]
    look: dict[str, tuple[int, ...]]

    @property
    def width(self) -> int:
        return len(self.plan[0])

    @property
    def height(self) -> int:
        return len(self.plan)


# --- reading a drawing ---------------------------------------------------------------------------------------


def read_drawing(path: Path) -> Drawing:
    """The drawing in a file."""
    head: dict[str, str] = {}
    look: dict[str, tuple[int, ...]] = {}
    parts: dict[str, list[tuple[int, str]]] = {name: [] for name in SECTIONS}
    section = ""
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = raw.rstrip()
        if not line:
            continue
        word, colon, rest = line.partition(":")
        if colon and not rest and word in SECTIONS:
            section = word
        elif section:
            parts[section].append((number, line))
        elif colon and word == LOOK:
            look = _look(path, number, rest)
        elif colon and word in HEAD:
            head[word] = rest.strip()
        else:
            raise _wrong(path, number, f"one of {', '.join((*HEAD, LOOK, *SECTIONS))} and a colon")
    for word in HEAD:
        if not head.get(word):
            raise _wrong(path, 1, f"a line that says the {word}")
    plan = _rows(path, parts["plan"], len(parts["plan"][0][1]) if parts["plan"] else 0)
    if not plan:
        raise _wrong(path, 1, "a plan")
    heights = _rows(path, parts["heights"], len(plan[0]))
    if heights and len(heights) != len(plan):
        raise _wrong(path, parts["heights"][0][0], f"{len(plan)} rows of heights, as in the plan")
    letters = _letters(path, parts["plan"])
    things = [thing for number, line in parts["objects"] for thing in _things(path, number, line, letters)]
    used = {word for _, line in parts["objects"] for word in line.split() if len(word) == 1}
    for letter in sorted(set(letters) - used):
        raise _wrong(path, parts["plan"][0][0], f"an object at the letter {letter}")
    return Drawing(head, plan, heights, things, look)


def _wrong(path: Path, number: int, expected: str) -> DrawingError:
    return DrawingError(f"{path}: line {number}: expected {expected}")


def _look(path: Path, number: int, text: str) -> dict[str, tuple[int, ...]]:
    found = {}
    for part in text.split(","):
        word, *ids = part.split()
        if word not in {terrain for terrain, _ in SIGNS.values()} or not ids or not all(map(str.isdigit, ids)):
            raise _wrong(path, number, f"a terrain and the numbers of its tiles, found {part.strip()!r}")
        found[word] = tuple(map(int, ids))
    return found


def _rows(path: Path, lines: list[tuple[int, str]], width: int) -> list[str]:
    for number, line in lines:
        if len(line) != width:
            raise _wrong(path, number, f"{width} cells, found {len(line)}")
    return [line for _, line in lines]


def _letters(path: Path, lines: list[tuple[int, str]]) -> dict[str, list[tuple[int, int]]]:
    """The cells of each letter of the plan, row by row; refuses signs that mean nothing."""
    found: dict[str, list[tuple[int, int]]] = {}
    for y, (number, line) in enumerate(lines):
        for x, sign in enumerate(line):
            if sign.isascii() and sign.isalpha():
                found.setdefault(sign, []).append((x, y))
            elif sign not in SIGNS:
                raise _wrong(path, number, f"one of {' '.join(SIGNS)} or a letter, found {sign!r}")
    return found


_PLACE = re.compile(r"\((\d+),(\d+)\)")
_SIZE = re.compile(r"(\d+)x(\d+)")


def _things(path: Path, number: int, line: str, letters: dict[str, list[tuple[int, int]]]) -> list[Thing]:
    """The objects that one line names: one, or for a letter as many as it takes to cover its cells."""
    words = shlex.split(line)
    kind = words.pop(0)
    if kind not in LAYER_OF:
        raise _wrong(path, number, f"one of {', '.join(LAYER_OF)}")
    name = words.pop(0) if words and not _is_place(words[0]) else ""
    if not words or not _is_place(words[0]):
        raise _wrong(path, number, "a place: (x,y), (x,y) WxH or a letter of the plan")
    place = words.pop(0)
    size = _SIZE.fullmatch(words[0]) if words else None
    if size:
        words.pop(0)
    if kind == "decor" and name not in DECOR:
        raise _wrong(path, number, f"one of {', '.join(DECOR)}")
    properties: Properties = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise _wrong(path, number, f"key=value, found {word!r}")
        properties[key] = _value(value)
    at = _PLACE.fullmatch(place)
    if at:
        width, height = (int(size[1]), int(size[2])) if size else (1, 1)
        return [Thing(kind, name, int(at[1]), int(at[2]), width, height, properties)]
    if place not in letters:
        raise _wrong(path, number, f"the letter {place} in the plan")
    boxes = rectangles(letters[place]) if kind == "zone" else [(x, y, 1, 1) for x, y in letters[place]]
    return [Thing(kind, name, *box, properties) for box in boxes]


def _is_place(word: str) -> bool:
    return bool(_PLACE.fullmatch(word)) or (len(word) == 1 and word.isalpha())


def _value(text: str) -> str | int | bool:
    if text in {"true", "false"}:
        return text == "true"
    return int(text) if text.isdigit() else text


def rectangles(cells: list[tuple[int, int]]) -> list[tuple[int, int, int, int]]:
    """Rectangles (x, y, width, height) that cover these cells and no others: runs of a row, then grown down."""
    left = set(cells)
    found = []
    for x, y in sorted(cells, key=lambda cell: (cell[1], cell[0])):
        if (x, y) not in left:
            continue
        width = height = 1
        while (x + width, y) in left:
            width += 1
        while all((x + column, y + height) in left for column in range(width)):
            height += 1
        left -= {(x + column, y + row) for column in range(width) for row in range(height)}
        found.append((x, y, width, height))
    return found


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
                row.append(tiles.gid(word, traits))
        rows.append(row)
    return rows


def _scattered(x: int, y: int) -> int:
    """A number for a cell that shows no pattern to the eye and is the same everywhere."""
    mixed = (x * 73_856_093) ^ (y * 19_349_663)
    return (mixed ^ mixed >> 13) * 1_274_126_177 >> 7 & 0xFFFF


def _levels(drawing: Drawing, tiles: Tiles) -> list[list[int]]:
    """Height marks for the cells that no floor tile says the height of."""
    gid = {level: tiles.gid("height", frozenset({f"height={level}"})) for level in "123"}
    return [
        [
            gid.get(level, 0) if SIGNS.get(sign, (LETTER_GROUND, ""))[0] != LETTER_GROUND else 0
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
