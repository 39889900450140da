"""Light on the ground: soft shadows beside walls and ledges, lit edges of what stands out, faces towards the south."""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from typing import Final

import pygame

from game.ui.theme import Colour, mix

AROUND: Final = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
"""The eight neighbours, in the order in which `shade` is told of them."""
NONE: Final = 0
LOW: Final = 1
HIGH: Final = 2
"""How high a neighbour stands out: not at all, by a ledge, as a wall does."""
_GRAIN: Final = 12
"""Points a side at which a cell's shade is worked out."""
_DARK: Final = {NONE: 0, LOW: 30, HIGH: 46}
"""How much darker it is right beside a neighbour."""
_WEST, _EAST, _NORTH, _SOUTH = 0.5, 0.26, 0.66, 0.2
"""How far a neighbour's shade reaches into a cell, in cells: light comes from the north-west."""
FACE: Final = 38
"""Height of a wall's face in percent of a cell."""
_FACE_TOP: Final[Colour] = (112, 127, 142)
_FACE_LOW: Final[Colour] = (57, 67, 78)
_FOOT: Final[Colour] = (28, 34, 41)
_DEEP_TOP: Final[Colour] = (52, 62, 72)
_DEEP_LOW: Final[Colour] = (5, 7, 10)


@lru_cache(maxsize=1024)
def _grains(around: tuple[int, ...]) -> pygame.Surface:
    """The shade in a cell with such neighbours, as a small picture."""
    surface = pygame.Surface((_GRAIN, _GRAIN))
    for row in range(_GRAIN):
        for column in range(_GRAIN):
            u, v = (column + 0.5) / _GRAIN, (row + 0.5) / _GRAIN
            dark = 0.0
            for (dx, dy), height in zip(AROUND, around, strict=True):
                if height:
                    across = 0.0 if not dx else u / _WEST if dx < 0 else (1 - u) / _EAST
                    down = 0.0 if not dy else v / _NORTH if dy < 0 else (1 - v) / _SOUTH
                    dark = max(dark, _DARK[height] * max(0.0, 1 - hypot(across, down)) ** 1.3)
            surface.set_at((column, row), (round(dark),) * 3)
    return surface


@lru_cache(maxsize=2048)
def shade(around: tuple[int, ...], px: int) -> pygame.Surface:
    """What neighbours that stand out take from the light on a cell, or give to it: to be subtracted or added."""
    # No alpha channel takes part, and the order of bytes is the display's.
    drawn = pygame.transform.smoothscale(_grains(around).convert(24), (px, px))
    return drawn.convert() if pygame.display.get_surface() else drawn


@lru_cache(maxsize=256)
def _strip(wide: int, high: int, top: Colour, low: Colour) -> pygame.Surface:
    """A rectangle that goes from one colour at its top to another below."""
    surface = pygame.Surface((wide, high))
    for row in range(high):
        surface.fill(mix(top, low, row / max(1, high - 1)), (0, row, wide, 1))
    return surface.convert() if pygame.display.get_surface() else surface


def face_height(px: int) -> int:
    """How high the face of a wall is."""
    return max(2, px * FACE // 100)


def draw_face(target: pygame.Surface, left: int, low: int, px: int) -> None:
    """The face of a wall that ends at ``low``: panels, and their foot in the dark."""
    high = face_height(px)
    top = low - high
    target.blit(_strip(px, high, _FACE_TOP, _FACE_LOW), (left, top))
    thin = max(1, px // 40)
    if px >= 22:
        for x in (left, left + px // 2):
            target.fill((22, 20, 18), (x, top, thin, high), pygame.BLEND_RGB_SUB)
    target.fill(_FOOT, (left, low - max(1, px // 22), px, max(1, px // 22)))


def draw_depth(target: pygame.Surface, left: int, top: int, px: int) -> None:
    """The wall of a pit below its northern edge, going down into the dark."""
    target.blit(_strip(px, max(2, px // 2), _DEEP_TOP, _DEEP_LOW), (left, top))
