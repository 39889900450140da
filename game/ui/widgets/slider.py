"""One of several values on a line: drawn along it, clicked, or changed by left and right."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.ui import lettering
from game.ui.widgets.base import Mood, Painter, focus_ring
from game.ui.widgets.controls import Chooser


@dataclass(slots=True, kw_only=True)
class Slider(Chooser):
    """A chooser with a knob. Without a label the value stands above the line, else beside it."""

    size: int
    """The size of the value's letters."""

    def line(self) -> pygame.Rect:
        """Where the knob can be."""
        room, knob = self.value_rect(), max(4, self.rect.height // 6)
        if self.label:
            wide = room.width - max(lettering.width(said, self.size) for said in self.values) - 6 * knob
            return pygame.Rect(room.x + 2 * knob, room.centery, max(knob, wide), 1)
        return pygame.Rect(room.x + 2 * knob, room.bottom - 2 * knob, max(knob, room.width - 4 * knob), 1)

    def draw(self, painter: Painter, mood: Mood) -> None:
        """Draw it."""
        theme, metrics, target = painter.theme, painter.metrics, painter.target
        if mood.focused:
            focus_ring(painter, self.rect)
        room, line, knob = self.value_rect(), self.line(), max(4, self.rect.height // 6)
        if self.label:
            said = lettering.line(self.label, metrics.normal, self.colour or theme.text)
            target.blit(said, said.get_rect(midleft=(self.rect.x + metrics.px(8), self.rect.centery)))
        fill = theme.hover if mood.hovered else theme.raised
        pygame.draw.rect(target, fill, room, border_radius=metrics.px(5))
        pygame.draw.rect(target, theme.edge, room, 1, border_radius=metrics.px(5))
        drawn = lettering.line(self.values[self.index], self.size, theme.text)
        if self.label:
            target.blit(drawn, drawn.get_rect(midright=(room.right - 2 * knob, room.centery)))
        else:
            target.blit(drawn, drawn.get_rect(midtop=(room.centerx, room.y + metrics.px(1))))
        pygame.draw.line(target, theme.faint, line.midleft, line.midright, max(2, knob // 2))
        for place in range(len(self.values)):
            pygame.draw.circle(target, theme.dim, (self._spot(place), line.centery), max(2, knob // 2))
        pygame.draw.circle(target, theme.accent, (self._spot(self.index), line.centery), knob)

    def _spot(self, place: int) -> int:
        line = self.line()
        return line.x + line.width * place // max(1, len(self.values) - 1)

    def press(self, at: tuple[int, int]) -> bool:
        """The knob was let go where it is."""
        return True

    def drag(self, at: tuple[int, int]) -> bool:
        """The knob goes to the value that is nearest to the pointer."""
        wanted = min(range(len(self.values)), key=lambda place: abs(self._spot(place) - at[0]))
        if wanted != self.index:
            self.change(wanted)
        return True
