"""Text on the screen: sizes of one font, lines broken to a width, pictures of lines kept."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import pygame

from game.ui.theme import Colour

ELLIPSIS: Final = "…"
FINE: Final = 4
"""How much larger than shown letters are drawn: hinting would space small ones unevenly."""
LEADING: Final = 114
"""Height of a line in percent of the font's own: white on black wants room."""
BODY: Final = 1.22
"""The font's own measure of a letter whose text is to look as high as the size that is asked for."""


@lru_cache(maxsize=64)
def font(size: int) -> pygame.font.Font:
    """The game's font, `FINE` times as large as it is shown; see assets/CREDITS."""
    return pygame.font.Font(None, round(size * BODY * FINE))


@lru_cache(maxsize=4096)
def line(text: str, size: int, colour: Colour) -> pygame.Surface:
    """A line of text as a picture."""
    if not text:
        # Scaling a picture without any width ends the process.
        return pygame.Surface((1, height(size)), pygame.SRCALPHA)
    drawn = font(size).render(text, True, colour)
    wide, high = max(1, -(-drawn.get_width() // FINE)), max(1, -(-drawn.get_height() // FINE))
    drawn = pygame.transform.smoothscale(drawn, (wide, high))
    return drawn.convert_alpha() if pygame.display.get_surface() else drawn


@lru_cache(maxsize=8192)
def width(text: str, size: int) -> int:
    """How wide a line is."""
    return -(-font(size).size(text)[0] // FINE)


def height(size: int) -> int:
    """How high a line is, with the space to the next."""
    return -(-font(size).get_linesize() * LEADING // (100 * FINE))


@lru_cache(maxsize=2048)
def wrapped(text: str, size: int, room: int) -> tuple[str, ...]:
    """A text as lines no wider than ``room``; a word that is wider is cut into pieces."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        current = ""
        for word in paragraph.split():
            while width(word, size) > room and len(word) > 1:
                cut = len(word)
                while cut > 1 and width(word[:cut], size) > room:
                    cut -= 1
                if current:
                    lines.append(current)
                    current = ""
                lines.append(word[:cut])
                word = word[cut:]
            tried = f"{current} {word}" if current else word
            if current and width(tried, size) > room:
                lines.append(current)
                current = word
            else:
                current = tried
        lines.append(current)
    return tuple(lines)


@lru_cache(maxsize=4096)
def fitted(text: str, size: int, room: int) -> str:
    """A line no wider than ``room``: cut, with an ellipsis, where it is."""
    if width(text, size) <= room:
        return text
    cut = len(text)
    while cut and width(text[:cut].rstrip() + ELLIPSIS, size) > room:
        cut -= 1
    return text[:cut].rstrip() + ELLIPSIS


def outlined(text: str, size: int, colour: Colour, ink: Colour) -> pygame.Surface:
    """A line with a dark edge, to be read on anything."""
    inner, edge = line(text, size, colour), line(text, size, ink)
    drawn = pygame.Surface((inner.get_width() + 2, inner.get_height() + 2), pygame.SRCALPHA)
    for x, y in ((0, 1), (2, 1), (1, 0), (1, 2), (0, 0), (2, 2), (0, 2), (2, 0)):
        drawn.blit(edge, (x, y))
    drawn.blit(inner, (1, 1))
    return drawn
