"""Read maps that are drawn as text: the files in `tools/maps`.

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
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path

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
