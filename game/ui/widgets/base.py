"""What every widget is, and what it draws with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import pygame

from game.ui.art import Art
from game.ui.theme import Metrics, Theme

Act = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Painter:
    """A surface with the art, colours and measures to draw on it."""

    target: pygame.Surface
    art: Art
    theme: Theme
    metrics: Metrics


@dataclass(frozen=True, slots=True)
class Mood:
    """How a widget stands to pointer and keyboard."""

    hovered: bool = False
    pressed: bool = False
    focused: bool = False


CALM: Final = Mood()


@dataclass(slots=True, kw_only=True)
class Widget:
    """A thing on the screen. Those with a ``name`` can be pointed at; ``tip`` is said while the pointer rests there."""

    rect: pygame.Rect
    name: str = ""
    tip: str = ""
    takes_focus: bool = field(default=False, init=False)

    def draw(self, painter: Painter, mood: Mood) -> None:
        """Draw it."""

    def press(self, at: tuple[int, int]) -> bool:
        """The pointer was pressed and let go on it; True if that meant something."""
        return False

    def drag(self, at: tuple[int, int]) -> bool:
        """The pointer went down on it, or moves while it is down; True if that meant something."""
        return False

    def key(self, key: int) -> bool:
        """A key was pressed while it has the focus; True if that meant something."""
        return False

    def wheel(self, steps: int) -> bool:
        """The wheel was turned over it; True if that meant something."""
        return False


def focus_ring(painter: Painter, rect: pygame.Rect) -> None:
    """The mark of the widget that the keyboard acts on."""
    pygame.draw.rect(painter.target, painter.theme.focus, rect.inflate(4, 4), 2, border_radius=painter.metrics.px(6))
