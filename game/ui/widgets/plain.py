"""Widgets that only show something: panels, texts, pictures, drawings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.ui import lettering
from game.ui.theme import Colour
from game.ui.widgets.base import Mood, Painter, Widget


@dataclass(slots=True, kw_only=True)
class Panel(Widget):
    """A ground for other widgets."""

    fill: Colour | None = None
    edge: Colour | None = None
    round: int = 6

    def draw(self, painter: Painter, mood: Mood) -> None:
        """Draw it."""
        radius = painter.metrics.px(self.round) if self.round else 0
        pygame.draw.rect(painter.target, self.fill or painter.theme.panel, self.rect, border_radius=radius)
        pygame.draw.rect(painter.target, self.edge or painter.theme.edge, self.rect, 1, border_radius=radius)


@dataclass(slots=True, kw_only=True)
class Text(Widget):
    """A text, broken to its rectangle's width, or on one line and cut to it."""

    text: str
    size: int
    colour: Colour | None = None
    align: str = "left"
    wrap: bool = False
    middle: bool = False

    def draw(self, painter: Painter, mood: Mood) -> None:
        """Draw it."""
        colour = self.colour or painter.theme.text
        if self.wrap:
            lines = lettering.wrapped(self.text, self.size, self.rect.width)
        else:
            lines = (lettering.fitted(self.text, self.size, self.rect.width),)
        step = lettering.height(self.size)
        top = self.rect.y + ((self.rect.height - step * len(lines)) // 2 if self.middle else 0)
        for said in lines:
            if top + step > self.rect.bottom + 2 and self.wrap:
                break
            drawn = lettering.line(said, self.size, colour)
            left = self.rect.x
            if self.align == "centre":
                left = self.rect.centerx - drawn.get_width() // 2
            elif self.align == "right":
                left = self.rect.right - drawn.get_width()
            painter.target.blit(drawn, (left, top))
            top += step

    @staticmethod
    def needs(text: str, size: int, room: int) -> int:
        """How high a broken text is."""
        return lettering.height(size) * len(lettering.wrapped(text, size, room))


@dataclass(slots=True, kw_only=True)
class Picture(Widget):
    """A picture of the art by name, or any surface."""

    picture: str = ""
    surface: pygame.Surface | None = None

    def draw(self, painter: Painter, mood: Mood) -> None:
        """Draw it."""
        side = min(self.rect.width, self.rect.height)
        shown = self.surface if self.surface is not None else painter.art.picture(self.picture, side)
        painter.target.blit(shown, shown.get_rect(center=self.rect.center))


@dataclass(slots=True, kw_only=True)
class Drawing(Widget):
    """Whatever a function draws in a rectangle."""

    paint: Callable[[Painter, pygame.Rect], None]

    def draw(self, painter: Painter, mood: Mood) -> None:
        """Draw it."""
        self.paint(painter, self.rect)


@dataclass(slots=True, kw_only=True)
class Bar(Widget):
    """A share of a whole."""

    share: float
    colour: Colour | None = None

    def draw(self, painter: Painter, mood: Mood) -> None:
        """Draw it."""
        pygame.draw.rect(painter.target, painter.theme.back, self.rect, border_radius=3)
        filled = self.rect.copy()
        filled.width = round(self.rect.width * min(max(self.share, 0.0), 1.0))
        if filled.width:
            pygame.draw.rect(painter.target, self.colour or painter.theme.accent, filled, border_radius=3)
