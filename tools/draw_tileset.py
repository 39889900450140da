"""Draw `maps/broodfall.png` and write `maps/broodfall.tsx` from one table, with the standard library only.

Run it from the repository after changing a tile:  python -m tools.draw_tileset
"""

from __future__ import annotations

import struct
import sys
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tools import tileset_art as drawn
from tools.tileset_art import SIDE, Canvas

COLUMNS = 8


@dataclass(frozen=True)
class Tile:
    """A tile of the set: the class and properties Tiled shows, and how it is drawn."""

    word: str
    draw: Callable[[Canvas], None]
    flags: tuple[str, ...] = ()
    height: int | None = None
    side: str = ""


TILES = (
    Tile("floor", drawn.floor),
    Tile("floor", drawn.floor_grate),
    Tile("floor", drawn.floor_worn),
    Tile("floor", drawn.floor_hazard),
    Tile("floor", drawn.floor_stained),
    Tile("floor", drawn.floor_raised(1), height=1),
    Tile("floor", drawn.floor_raised(2), height=2),
    Tile("floor", drawn.floor_raised(3), height=3),
    Tile("wall", drawn.wall),
    Tile("wall", drawn.wall_panel),
    Tile("wall", drawn.wall_rock),
    Tile("wall", drawn.wall_resin),
    Tile("difficult", drawn.rubble),
    Tile("difficult", drawn.slime),
    Tile("barricade", drawn.crates),
    Tile("barricade", drawn.barrier),
    Tile("pit", drawn.shaft),
    Tile("pit", drawn.acid),
    Tile("door", drawn.door(drawn.GREEN)),
    Tile("door", drawn.door(drawn.GREEN, is_open=True), flags=("open",)),
    Tile("door", drawn.door(drawn.RED, barred=True), flags=("sealed",)),
    Tile("door", drawn.door(drawn.AMBER, heavy=True), flags=("solid",)),
    Tile("door", drawn.door(drawn.RED, barred=True, heavy=True), flags=("sealed", "solid")),
    Tile("door", drawn.door(drawn.AMBER, is_open=True, heavy=True), flags=("open", "solid")),
    *(Tile("height", drawn.height_mark(level), height=level) for level in range(4)),
    Tile("decor", drawn.blood),
    Tile("decor", drawn.pipe),
    Tile("decor", drawn.lamp),
    Tile("decor", drawn.cables),
    Tile("unit", drawn.trooper, side="marines"),
    Tile("unit", drawn.xeno, side="hive"),
    Tile("nest", drawn.nest),
    Tile("infestation", drawn.infestation),
    Tile("console", drawn.console),
    Tile("item", drawn.item),
    Tile("decor", drawn.egg),
    Tile("decor", drawn.arrow),
)


def picture() -> tuple[int, int, bytes]:
    """Width, height and the RGBA pixels of the whole set, row by row."""
    rows = (len(TILES) + COLUMNS - 1) // COLUMNS
    width, height = COLUMNS * SIDE, rows * SIDE
    pixels = bytearray(width * height * 4)
    for number, tile in enumerate(TILES):
        art = Canvas()
        tile.draw(art)
        left, top = number % COLUMNS * SIDE, number // COLUMNS * SIDE
        for row in range(SIDE):
            at = ((top + row) * width + left) * 4
            pixels[at : at + SIDE * 4] = art.pixels[row * SIDE * 4 : (row + 1) * SIDE * 4]
    return width, height, bytes(pixels)


def png(width: int, height: int, pixels: bytes) -> bytes:
    """An RGBA picture as a PNG file."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    stride = width * 4
    lines = b"".join(b"\0" + pixels[at : at + stride] for at in range(0, len(pixels), stride))
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines, 9)) + chunk(b"IEND", b"")


def tsx() -> str:
    """The tileset file, as Tiled writes it."""
    width, height, _ = picture()
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<tileset version="1.10" tiledversion="1.11.0" name="broodfall" tilewidth="{SIDE}" tileheight="{SIDE}"'
        f' tilecount="{len(TILES)}" columns="{COLUMNS}">',
        f' <image source="broodfall.png" width="{width}" height="{height}"/>',
    ]
    for number, tile in enumerate(TILES):
        inside = [f'   <property name="{flag}" type="bool" value="true"/>' for flag in sorted(tile.flags)]
        if tile.height is not None:
            inside.append(f'   <property name="height" type="int" value="{tile.height}"/>')
        if tile.side:
            inside.append(f'   <property name="side" value="{tile.side}"/>')
        head = f' <tile id="{number}" type="{tile.word}"'
        if inside:
            lines += [f"{head}>", "  <properties>", *inside, "  </properties>", " </tile>"]
        else:
            lines.append(f"{head}/>")
    return "\n".join([*lines, "</tileset>", ""])


def main() -> int:
    """Write both files into the folder of the maps."""
    maps = Path(__file__).resolve().parent.parent / "maps"
    (maps / "broodfall.png").write_bytes(png(*picture()))
    (maps / "broodfall.tsx").write_text(tsx(), encoding="utf-8")
    sys.stdout.write(f"{len(TILES)} tiles written to {maps.name}/broodfall.png and broodfall.tsx\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
