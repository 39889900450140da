"""Paint a map as a PNG, to look at a layout without Tiled: `python tools/render_map.py maps/culvert.tmx out.png`.

Zones are tinted: blue and violet where the sides deploy, red where the hive enters, green the exit, yellow an
objective, cyan a drop zone. With `--hidden` the cells that nobody in a human deployment zone sees are hatched:
there the hive may place at once (HM-65). Coordinates stand along the edges every five cells.
"""

from __future__ import annotations

import argparse
import struct
import sys
import zlib
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from game.board import Terrain, visible_from
from game.io.maps import BoardMap, load_board

Colour = tuple[int, int, int]

SCALE = 16
MARGIN = 20

GROUND: dict[Terrain, Colour] = {
    Terrain.WALL: (38, 40, 46),
    Terrain.FLOOR: (168, 170, 165),
    Terrain.DOOR: (140, 92, 40),
    Terrain.DIFFICULT: (112, 138, 112),
    Terrain.BARRICADE: (190, 160, 90),
    Terrain.PIT: (20, 46, 70),
}
LEVEL_STEP = 22
DOOR_OPEN, DOOR_SEALED, DOOR_SOLID = (214, 186, 140), (190, 40, 40), (90, 90, 120)
TINTS: dict[str, Colour] = {
    "deploy": (60, 110, 255),
    "deploy:hive": (170, 60, 220),
    "entry": (230, 50, 50),
    "objective": (240, 220, 40),
    "exit": (50, 220, 80),
    "drop": (60, 220, 220),
}
MARKS: dict[str, Colour] = {
    "nest": (150, 20, 120),
    "infestation": (200, 80, 180),
    "console": (20, 60, 220),
    "item": (255, 140, 0),
    "unit": (220, 20, 20),
}
FONT = {
    "0": (7, 5, 5, 5, 7),
    "1": (2, 6, 2, 2, 7),
    "2": (7, 1, 7, 4, 7),
    "3": (7, 1, 3, 1, 7),
    "4": (5, 5, 7, 1, 1),
    "5": (7, 4, 7, 1, 7),
    "6": (7, 4, 7, 5, 7),
    "7": (7, 1, 1, 2, 2),
    "8": (7, 5, 7, 5, 7),
    "9": (7, 5, 7, 1, 7),
}
"""Digits of three by five pixels, a row a number."""


class Canvas:
    """Pixels, and the few ways of painting them that a plan needs."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.rows = [bytearray(bytes((250, 250, 250)) * width) for _ in range(height)]

    def box(self, x: int, y: int, width: int, height: int, colour: Colour) -> None:
        for row in range(y, y + height):
            self.rows[row][x * 3 : (x + width) * 3] = bytes(colour) * width

    def tint(self, x: int, y: int, side: int, colour: Colour) -> None:
        """Blend a square half and half with a colour."""
        for row in range(y, y + side):
            line = self.rows[row]
            for at in range(x * 3, (x + side) * 3):
                line[at] = (line[at] + colour[at % 3]) // 2

    def number(self, x: int, y: int, value: int, colour: Colour = (0, 0, 0)) -> None:
        for place, digit in enumerate(str(value)):
            for row, bits in enumerate(FONT[digit]):
                for column in range(3):
                    if bits >> (2 - column) & 1:
                        self.box(x + (place * 4 + column) * 2, y + row * 2, 2, 2, colour)

    def png(self) -> bytes:
        raw = b"".join(b"\0" + bytes(row) for row in self.rows)
        size = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        parts = ((b"IHDR", size), (b"IDAT", zlib.compress(raw, 6)), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def paint(found: BoardMap, *, hidden: bool = False) -> Canvas:
    """The plan of a map as a picture."""
    board = found.board
    canvas = Canvas(board.width * SCALE + 2 * MARGIN, board.height * SCALE + 2 * MARGIN)
    unseen = _unseen(found) if hidden else 0
    for cell in range(board.size):
        x, y = (MARGIN + value * SCALE for value in board.xy(cell))
        canvas.box(x, y, SCALE, SCALE, _ground(found, cell))
        if board.terrain[cell] is not Terrain.WALL:
            canvas.box(x + SCALE - 1, y, 1, SCALE, (130, 130, 130))
            canvas.box(x, y + SCALE - 1, SCALE, 1, (130, 130, 130))
        if unseen >> cell & 1:
            for step in range(0, SCALE, 4):
                canvas.box(x + step, y + SCALE - 1 - step, 2, 1, (0, 0, 0))
    for name, cells in board.zones.items():
        tint = TINTS.get(name) or TINTS[name.partition(":")[0]]
        for cell in cells:
            x, y = (MARGIN + value * SCALE for value in board.xy(cell))
            canvas.tint(x + 1, y + 1, SCALE - 2, tint)
    for cell in range(board.size):
        if board.heights[cell] and board.terrain[cell] is not Terrain.WALL:
            x, y = board.xy(cell)
            canvas.number(MARGIN + x * SCALE + 1, MARGIN + y * SCALE + 1, board.heights[cell], (90, 60, 60))
    for placed in found.placements:
        x, y = board.xy(placed.cell)
        side = placed.size * SCALE - 6
        canvas.box(MARGIN + x * SCALE + 3, MARGIN + y * SCALE + 3, side, side, MARKS[placed.kind])
    for x in range(0, board.width, 5):
        for y in (4, MARGIN + board.height * SCALE + 4):
            canvas.number(MARGIN + x * SCALE, y, x)
    for y in range(0, board.height, 5):
        for x in (2, MARGIN + board.width * SCALE + 2):
            canvas.number(x, MARGIN + y * SCALE + 2, y)
    return canvas


def _ground(found: BoardMap, cell: int) -> Colour:
    board = found.board
    kind = board.terrain[cell]
    if kind is Terrain.DOOR:
        door = board.doors[board.door_at[cell]]
        if door.sealed or door.solid or door.open:
            return DOOR_SEALED if door.sealed else DOOR_SOLID if door.solid else DOOR_OPEN
        return GROUND[kind]
    red, green, blue = GROUND[kind]
    lift = 0 if kind in {Terrain.WALL, Terrain.PIT} else LEVEL_STEP * board.heights[cell]
    return min(255, red + lift), min(255, green + lift), max(0, blue - lift)


def _unseen(found: BoardMap) -> int:
    """The cells of the board that no cell of a human deployment zone sees as the doors stand at first."""
    board = found.board
    seen = 0
    for name, cells in board.zones.items():
        if name.startswith("deploy:") and name != "deploy:hive":
            for cell in cells:
                seen |= visible_from(board, cell, 1, board.initial_doors)
    floor = (c for c in range(board.size) if not board.blocks_move(c, board.initial_doors))
    return sum(1 << cell for cell in floor if not seen >> cell & 1)


def main(arguments: list[str] | None = None) -> int:
    """Write the picture of a map."""
    parser = argparse.ArgumentParser(description="Paint a map as a PNG.")
    parser.add_argument("map", type=Path)
    parser.add_argument("png", type=Path)
    parser.add_argument("--hidden", action="store_true", help="hatch what nobody sees from the deployment zones")
    given = parser.parse_args(arguments)
    found = load_board(given.map)
    given.png.write_bytes(paint(found, hidden=given.hidden).png())
    return 0


if __name__ == "__main__":
    sys.exit(main())
