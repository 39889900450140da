"""How the tiles of `maps/broodfall.png` are drawn: a function each, on a canvas of one tile."""

from __future__ import annotations

from collections.abc import Callable

SIDE = 32

Colour = tuple[int, int, int]

INK: Colour = (14, 17, 23)
STEEL: Colour = (58, 66, 78)
STEEL_LIGHT: Colour = (86, 97, 112)
STEEL_DARK: Colour = (40, 46, 56)
WALL: Colour = (104, 112, 124)
WALL_DARK: Colour = (62, 68, 79)
ROCK: Colour = (92, 80, 70)
RESIN: Colour = (84, 46, 74)
SLIME: Colour = (96, 138, 58)
AMBER: Colour = (226, 166, 52)
CYAN: Colour = (86, 196, 214)
RED: Colour = (206, 62, 56)
GREEN: Colour = (104, 196, 104)
BONE: Colour = (216, 202, 170)
WOOD: Colour = (132, 100, 64)


class Canvas:
    """One tile: a square of pixels with transparency. Drawing outside of it does nothing."""

    def __init__(self) -> None:
        self.pixels = bytearray(SIDE * SIDE * 4)

    def dot(self, x: int, y: int, colour: Colour, alpha: int = 255) -> None:
        """Blend one pixel over what is there."""
        if not (0 <= x < SIDE and 0 <= y < SIDE):
            return
        at = (y * SIDE + x) * 4
        under = self.pixels[at + 3]
        over = alpha + under * (255 - alpha) // 255
        for part in range(3):
            mixed = colour[part] * alpha + self.pixels[at + part] * under * (255 - alpha) // 255
            self.pixels[at + part] = min(255, mixed // over) if over else 0
        self.pixels[at + 3] = over

    def box(self, x: int, y: int, width: int, height: int, colour: Colour, alpha: int = 255) -> None:
        """Fill a rectangle."""
        for row in range(y, y + height):
            for column in range(x, x + width):
                self.dot(column, row, colour, alpha)

    def raised(self, x: int, y: int, width: int, height: int, colour: Colour) -> None:
        """Fill a rectangle that is lit from the top left."""
        self.box(x, y, width, height, colour)
        self.box(x, y, width, 1, shade(colour, 34))
        self.box(x, y, 1, height, shade(colour, 22))
        self.box(x, y + height - 1, width, 1, shade(colour, -30))
        self.box(x + width - 1, y, 1, height, shade(colour, -22))

    def disc(self, x: float, y: float, radius: float, colour: Colour, alpha: int = 255) -> None:
        """Fill a circle, soft at its edge."""
        for row in range(SIDE):
            for column in range(SIDE):
                gap = radius - ((column + 0.5 - x) ** 2 + (row + 0.5 - y) ** 2) ** 0.5
                if gap > -0.5:
                    self.dot(column, row, colour, int(alpha * min(1.0, gap + 0.5)))

    def line(self, start: tuple[float, float], end: tuple[float, float], width: float, colour: Colour) -> None:
        """A thick line with round ends."""
        steps = int(2 * max(abs(end[0] - start[0]), abs(end[1] - start[1]))) + 1
        for step in range(steps + 1):
            part = step / steps
            x = start[0] + (end[0] - start[0]) * part
            y = start[1] + (end[1] - start[1]) * part
            self.disc(x, y, width / 2, colour)

    def grain(self, seed: int, amount: int, *, inset: int = 0) -> None:
        """Make a surface less even: each pixel a little lighter or darker."""
        for y in range(inset, SIDE - inset):
            for x in range(inset, SIDE - inset):
                change = noise(x, y, seed) % (2 * amount + 1) - amount
                at = (y * SIDE + x) * 4
                for part in range(3):
                    self.pixels[at + part] = max(0, min(255, self.pixels[at + part] + change))


def shade(colour: Colour, change: int) -> Colour:
    """A lighter or darker tone."""
    red, green, blue = (max(0, min(255, part + change)) for part in colour)
    return (red, green, blue)


def noise(x: int, y: int, seed: int) -> int:
    """The same scattered number for the same place on every machine."""
    value = (x * 374_761_393 + y * 668_265_263 + seed * 2_147_483_647 + 1_013_904_223) & 0xFFFF_FFFF
    value = ((value ^ (value >> 13)) * 1_274_126_177) & 0xFFFF_FFFF
    return value ^ (value >> 16)


# --- floors and walls --------------------------------------------------------------------------------------------


def floor(art: Canvas, tone: int = 0) -> None:
    art.box(0, 0, SIDE, SIDE, shade(STEEL_DARK, tone))
    art.raised(1, 1, 30, 30, shade(STEEL, tone))
    for x, y in ((4, 4), (27, 4), (4, 27), (27, 27)):
        art.dot(x, y, shade(STEEL_DARK, tone))
    art.grain(1, 3)


def floor_grate(art: Canvas) -> None:
    floor(art)
    art.box(5, 5, 22, 22, INK)
    for at in range(5, 27, 4):
        art.box(5, at, 22, 2, STEEL_LIGHT)
    art.box(15, 5, 2, 22, STEEL_LIGHT)


def floor_worn(art: Canvas) -> None:
    floor(art, -4)
    for number in range(14):
        x, y = noise(number, 3, 5) % 26 + 3, noise(number, 7, 6) % 26 + 3
        art.box(x, y, 1 + number % 3, 1, STEEL_DARK)
    art.line((8, 6), (15, 14), 1, STEEL_DARK)
    art.line((15, 14), (13, 24), 1, STEEL_DARK)


def floor_hazard(art: Canvas) -> None:
    floor(art)
    for y in range(3, 29):
        for x in range(3, 29):
            if (x + y) // 5 % 2 == 0:
                art.dot(x, y, shade(AMBER, -50), 190)
    art.grain(4, 5, inset=3)


def floor_stained(art: Canvas) -> None:
    floor(art)
    for x, y, radius in ((12, 13, 7), (19, 18, 6), (23, 11, 3), (9, 22, 3)):
        art.disc(x, y, radius, RESIN, 150)


def floor_raised(level: int) -> Callable[[Canvas], None]:
    def draw(art: Canvas) -> None:
        floor(art, 12 * level)
        for step in range(level):
            inset = 2 + 2 * step
            tone = shade(STEEL, 12 * level + 22)
            art.box(inset, inset, SIDE - 2 * inset, 1, tone)
            art.box(inset, inset, 1, SIDE - 2 * inset, tone)
        digit(art, level, 20, 20, shade(STEEL, 90))

    return draw


def wall(art: Canvas) -> None:
    art.box(0, 0, SIDE, SIDE, INK)
    art.raised(0, 0, SIDE, 24, WALL)
    art.box(0, 24, SIDE, 7, WALL_DARK)
    for x in (0, 10, 21):
        art.box(x, 24, 1, 7, INK)
    art.grain(11, 4)


def wall_panel(art: Canvas) -> None:
    wall(art)
    art.raised(5, 4, 22, 15, shade(WALL, -22))
    art.box(8, 7, 16, 2, CYAN)
    art.box(8, 11, 10, 1, shade(CYAN, -60))
    art.box(8, 14, 13, 1, shade(CYAN, -60))


def wall_rock(art: Canvas) -> None:
    art.box(0, 0, SIDE, SIDE, shade(ROCK, -34))
    for number in range(26):
        x, y = noise(number, 1, 21) % 32, noise(number, 2, 22) % 32
        art.disc(x, y, 3 + number % 4, shade(ROCK, noise(number, 3, 23) % 40 - 20))
    art.grain(24, 7)


def wall_resin(art: Canvas) -> None:
    art.box(0, 0, SIDE, SIDE, shade(RESIN, -38))
    for number in range(5):
        x = 3 + number * 7
        art.line((x, -2), (x + noise(number, 0, 31) % 9 - 4, 34), 5, shade(RESIN, number % 2 * 18 - 6))
        art.line((x - 1, 0), (x + noise(number, 0, 31) % 9 - 5, 34), 1, shade(RESIN, 46))
    art.grain(32, 5)


# --- hindrances --------------------------------------------------------------------------------------------------


def rubble(art: Canvas) -> None:
    floor(art, -8)
    for number in range(12):
        x, y = noise(number, 4, 41) % 22 + 3, noise(number, 5, 42) % 22 + 4
        size = 3 + noise(number, 6, 43) % 4
        art.box(x + 1, y + 1, size, size, INK, 140)
        art.raised(x, y, size, size - 1, shade(WALL, noise(number, 7, 44) % 30 - 30))


def slime(art: Canvas) -> None:
    floor(art, -8)
    for x, y, radius in ((10, 11, 8), (21, 13, 7), (15, 22, 8), (24, 24, 5), (6, 24, 4)):
        art.disc(x, y, radius, shade(SLIME, -24), 220)
    for x, y, radius in ((10, 10, 4), (21, 12, 3), (15, 21, 4)):
        art.disc(x, y, radius, shade(SLIME, 22), 170)
    for x, y in ((8, 8), (20, 10), (13, 19), (24, 23)):
        art.disc(x, y, 1, shade(SLIME, 90), 220)


def crates(art: Canvas) -> None:
    floor(art)
    for x, y, size in ((3, 5, 14), (16, 12, 13), (6, 18, 10)):
        art.box(x + 2, y + 2, size, size, INK, 150)
        art.raised(x, y, size, size, WOOD)
        art.line((x + 2, y + 2), (x + size - 3, y + size - 3), 1, shade(WOOD, -34))
        art.line((x + size - 3, y + 2), (x + 2, y + size - 3), 1, shade(WOOD, -34))


def barrier(art: Canvas) -> None:
    floor(art)
    art.box(3, 13, 28, 11, INK, 150)
    art.raised(1, 10, 30, 12, shade(WALL, -10))
    for x in range(1, 31):
        for y in range(17, 21):
            if (x + y) // 4 % 2 == 0:
                art.dot(x, y, AMBER)
    art.box(4, 12, 24, 2, shade(WALL, 26))


def shaft(art: Canvas) -> None:
    floor(art)
    for step in range(5):
        inset = 3 + step
        art.box(inset, inset, SIDE - 2 * inset, SIDE - 2 * inset, shade(INK, 26 - 8 * step))
    art.box(3, 3, 26, 1, STEEL_LIGHT)
    art.box(3, 3, 1, 26, STEEL_LIGHT)


def acid(art: Canvas) -> None:
    shaft(art)
    art.box(6, 8, 20, 18, shade(SLIME, -50))
    for x, y, radius in ((11, 14, 3), (20, 19, 3), (16, 11, 2), (13, 22, 2)):
        art.disc(x, y, radius, shade(SLIME, 30), 190)


# --- doors: drawn for a wall that runs from left to right; turn the tile for the other way -------------------------


def door(
    colour: Colour, *, is_open: bool = False, barred: bool = False, heavy: bool = False
) -> Callable[[Canvas], None]:
    def draw(art: Canvas) -> None:
        floor(art)
        metal = shade(WALL, -14 if heavy else 16)
        if is_open:
            art.raised(0, 8, 4, 16, metal)
            art.raised(28, 8, 4, 16, metal)
            art.box(4, 14, 24, 1, colour, 150)
            art.box(4, 17, 24, 1, colour, 150)
            return
        art.box(0, 11, SIDE, 15, INK, 150)
        art.raised(0, 8, SIDE, 15, metal)
        art.box(15, 8, 2, 15, INK)
        art.box(2, 14, 12, 3, colour)
        art.box(18, 14, 12, 3, colour)
        if heavy:
            for x in (3, 12, 19, 28):
                art.disc(x, 11, 1, shade(WALL, 60))
                art.disc(x, 20, 1, shade(WALL, 60))
        if barred:
            art.line((4, 9), (27, 21), 3, RED)
            art.line((27, 9), (4, 21), 3, RED)

    return draw


# --- marks and things --------------------------------------------------------------------------------------------

STROKES: dict[int, tuple[tuple[int, int, int, int], ...]] = {
    0: ((0, 0, 5, 1), (0, 7, 5, 1), (0, 0, 1, 8), (4, 0, 1, 8)),
    1: ((2, 0, 1, 8), (1, 1, 1, 1), (1, 7, 3, 1)),
    2: ((0, 0, 5, 1), (4, 0, 1, 4), (0, 3, 5, 1), (0, 3, 1, 5), (0, 7, 5, 1)),
    3: ((0, 0, 5, 1), (1, 3, 4, 1), (0, 7, 5, 1), (4, 0, 1, 8)),
}
"""Boxes that make a figure of 5 by 8 pixels."""


def digit(art: Canvas, number: int, x: int, y: int, colour: Colour) -> None:
    for left, top, width, height in STROKES[number]:
        art.box(x + left, y + top, width, height, colour)


def height_mark(level: int) -> Callable[[Canvas], None]:
    def draw(art: Canvas) -> None:
        art.disc(16, 16, 10, INK, 170)
        art.disc(16, 16, 8, shade(CYAN, -70 + 20 * level), 200)
        digit(art, level, 14, 12, (240, 246, 250))

    return draw


def blood(art: Canvas) -> None:
    for x, y, radius in ((14, 15, 6), (20, 19, 4), (9, 21, 2), (23, 11, 2), (17, 25, 1.5)):
        art.disc(x, y, radius, (122, 24, 26), 190)


def pipe(art: Canvas) -> None:
    for row, change in enumerate((-30, 20, 40, 20, 0, -30)):
        art.box(0, 13 + row, SIDE, 1, shade(WALL, change))
    art.raised(13, 11, 5, 10, shade(WALL, -6))


def lamp(art: Canvas) -> None:
    for radius, alpha in ((13, 26), (10, 40), (7, 60)):
        art.disc(16, 16, radius, (250, 236, 180), alpha)
    art.disc(16, 16, 3, (255, 250, 226))


def cables(art: Canvas) -> None:
    for at, colour in ((9, RED), (14, AMBER), (19, CYAN)):
        art.line((0, at), (12, at + 4), 2, shade(colour, -60))
        art.line((12, at + 4), (31, at), 2, shade(colour, -60))


def trooper(art: Canvas) -> None:
    art.disc(16, 17, 12, INK, 160)
    art.disc(16, 16, 11, (52, 92, 140))
    art.disc(16, 16, 9, (72, 120, 176))
    art.line((16, 16), (26, 8), 3, INK)
    art.disc(16, 15, 5, BONE)
    art.box(13, 14, 7, 2, CYAN)


def xeno(art: Canvas) -> None:
    art.disc(16, 17, 12, INK, 160)
    art.disc(16, 16, 11, shade(RESIN, 10))
    art.disc(16, 16, 9, shade(RESIN, 40))
    for end in ((7, 7), (25, 7), (6, 19), (26, 19)):
        art.line((16, 15), end, 2, BONE)
    art.disc(16, 16, 5, shade(BONE, -20))
    art.disc(14, 15, 1, RED)
    art.disc(18, 15, 1, RED)


def nest(art: Canvas) -> None:
    art.disc(16, 18, 13, INK, 150)
    art.disc(16, 17, 12, shade(RESIN, -10))
    for x, y in ((11, 13), (20, 12), (15, 20), (23, 20), (9, 21)):
        art.disc(x, y, 4, shade(BONE, -50))
        art.disc(x - 1, y - 1, 2, BONE)


def infestation(art: Canvas) -> None:
    for end in ((3, 4), (28, 6), (4, 27), (27, 28), (16, 2), (30, 17)):
        art.line((16, 16), end, 2, shade(RESIN, 20))
    art.disc(16, 16, 7, shade(SLIME, -30))
    art.disc(15, 15, 4, SLIME)


def console(art: Canvas) -> None:
    art.box(7, 9, 22, 19, INK, 140)
    art.raised(5, 6, 22, 19, STEEL_LIGHT)
    art.box(8, 9, 16, 8, (16, 48, 56))
    art.box(9, 11, 10, 1, CYAN)
    art.box(9, 13, 13, 1, CYAN)
    for x, colour in ((8, GREEN), (13, AMBER), (18, RED)):
        art.box(x, 20, 3, 2, colour)


def item(art: Canvas) -> None:
    art.box(9, 12, 18, 14, INK, 140)
    art.raised(7, 10, 18, 14, shade(AMBER, -30))
    art.box(13, 7, 6, 3, shade(STEEL, 30))
    art.box(7, 16, 18, 2, INK)
    art.box(14, 15, 4, 4, BONE)


def egg(art: Canvas) -> None:
    art.disc(16, 19, 8, shade(RESIN, -20))
    art.disc(16, 16, 6, shade(BONE, -60))
    art.disc(15, 14, 3, shade(BONE, -20))


def arrow(art: Canvas) -> None:
    art.line((16, 26), (16, 8), 3, shade(AMBER, -20))
    art.line((16, 7), (9, 14), 3, shade(AMBER, -20))
    art.line((16, 7), (23, 14), 3, shade(AMBER, -20))
