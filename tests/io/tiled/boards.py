"""A small tileset with one tile for each word of the board vocabulary, and maps painted with it."""

from pathlib import Path

from game.io.maps import BoardMap, load_board
from tests.io.tiled.writing import layer, objects, tmx, written

TILES = {
    ".": ("floor", ""),
    "#": ("wall", ""),
    "+": ("door", ""),
    "/": ("door", '<property name="open" type="bool" value="true"/>'),
    "S": ("door", '<property name="sealed" type="bool" value="true"/>'),
    "O": ("door", '<property name="solid" type="bool" value="true"/>'),
    ",": ("difficult", ""),
    "=": ("barricade", ""),
    "~": ("pit", ""),
    "2": ("floor", '<property name="height" type="int" value="2"/>'),
    "^": ("height", '<property name="height" type="int" value="1"/>'),
    "d": ("decor", ""),
    "t": ("", '<property name="terrain" value="difficult"/>'),
    "g": ("door", '<property name="group" value="gate"/>'),
    "n": ("nest", ""),
    "?": ("", ""),
    "f": ("flor", ""),
    "c": ("floor", '<property name="terrain" value="wall"/>'),
    "h": ("floor", '<property name="height" type="int" value="4"/>'),
    "p": ("floor", '<property name="hieght" type="int" value="1"/>'),
    "o": ("floor", '<property name="open" type="bool" value="true"/>'),
    "w": ("", '<property name="terrain" value="wal"/>'),
    "s": ("door", '<property name="sealed" value="true"/>'),
    "b": (
        "door",
        '<property name="sealed" type="bool" value="true"/><property name="open" type="bool" value="true"/>',
    ),
}
GIDS = {letter: number for number, letter in enumerate(TILES, start=1)}


def tileset(*, key: str = "type") -> str:
    """The tileset as XML; Tiled 1.9 named the tile's class `class`, others `type`."""
    tiles = "".join(
        f'<tile id="{GIDS[letter] - 1}" {key}="{word}">'
        + (f"<properties>{inside}</properties>" if inside else "")
        + "</tile>"
        for letter, (word, inside) in TILES.items()
    )
    return (
        f'<tileset firstgid="1" name="words" tilewidth="16" tileheight="16" tilecount="{len(TILES)}" '
        f'columns="8"><image source="words.png" width="128" height="48"/>{tiles}</tileset>'
    )


def rows(*lines: str) -> list[list[int]]:
    """Painted cells: a letter of `TILES` each, a blank for none."""
    return [[GIDS.get(letter, 0) for letter in line] for line in lines]


ROOM = ("########", "#......#", "#......#", "#......#", "#......#", "#......#", "#......#", "########")
"""A room of 6x6 cells."""


def room(**cells: str) -> tuple[str, ...]:
    """The room with other rows: `y3="#..++..#"`."""
    return tuple(cells.get(f"y{y}", line) for y, line in enumerate(ROOM))


def thing(word: str, x: int, y: int, w: int = 1, h: int = 1, *, name: str = "", inside: str = "", id: int = 1) -> str:
    """A rectangle object that covers cells."""
    return (
        f'<object id="{id}" name="{name}" type="{word}" x="{x * 16}" y="{y * 16}" width="{w * 16}" '
        f'height="{h * 16}">{inside}</object>'
    )


def text_of(lines: tuple[str, ...] = ROOM, *things: str, over: str = "", sets: str = "", inside: str = "") -> str:
    """A whole map: one painted layer, more layers over it, and objects."""
    return tmx(
        inside + layer(rows(*lines)) + over + objects(*things),
        width=len(lines[0]),
        height=len(lines),
        sets=sets or tileset(),
    )


def board_of(folder: Path, lines: tuple[str, ...] = ROOM, *things: str, over: str = "", min_side: int = 8) -> BoardMap:
    """The board of such a map."""
    return load_board(written(folder, "m.tmx", text_of(lines, *things, over=over)), min_side=min_side)
