"""Cutting rectangles into rows and columns."""

from __future__ import annotations

import pygame


class Column:
    """Takes pieces of a rectangle from the top down, or from the bottom up."""

    def __init__(self, room: pygame.Rect, *, gap: int = 0, pad: int = 0) -> None:
        self._room = room.inflate(-2 * pad, -2 * pad)
        self._gap = gap

    @property
    def rest(self) -> pygame.Rect:
        """What is left."""
        return self._room.copy()

    def take(self, height: int) -> pygame.Rect:
        """The next piece from the top."""
        piece = pygame.Rect(self._room.x, self._room.y, self._room.width, height)
        used = height + self._gap
        self._room = pygame.Rect(self._room.x, self._room.y + used, self._room.width, max(0, self._room.height - used))
        return piece

    def take_low(self, height: int) -> pygame.Rect:
        """The next piece from the bottom."""
        piece = pygame.Rect(self._room.x, self._room.bottom - height, self._room.width, height)
        self._room.height = max(0, self._room.height - height - self._gap)
        return piece


def columns(room: pygame.Rect, count: int, gap: int) -> list[pygame.Rect]:
    """Equal pieces side by side."""
    wide = (room.width - gap * (count - 1)) / count
    return [pygame.Rect(round(room.x + i * (wide + gap)), room.y, round(wide), room.height) for i in range(count)]


def split(room: pygame.Rect, left: int, gap: int) -> tuple[pygame.Rect, pygame.Rect]:
    """A piece of a width at the left, and the rest."""
    return (
        pygame.Rect(room.x, room.y, left, room.height),
        pygame.Rect(room.x + left + gap, room.y, max(0, room.width - left - gap), room.height),
    )
