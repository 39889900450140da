"""Dice that fell: how often each face came, beside how often each was to be expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import pygame

from game.ui import lettering
from game.ui.theme import Colour
from game.ui.widgets.base import Mood, Painter, Widget

_WIDE: Final = 300
_HIGH: Final = 128
_HEAD: Final = 32
"""Units: least width of a card, its height, the height of a heading."""


@dataclass(frozen=True, slots=True)
class Fallen:
    """Dice of one kind for one purpose, or a heading: one without sides."""

    text: str
    faces: tuple[int, ...] = ()
    sides: int = 0
    colour: Colour = (255, 255, 255)


@dataclass(slots=True, kw_only=True)
class DiceSheet(Widget):
    """Cards under headings, from row ``offset`` on."""

    cards: Sequence[Fallen]
    offset: int = 0
    scrolled: Callable[[int], object] = field(default=lambda _offset: None)

    def rows(self, unit: float) -> list[tuple[int, list[Fallen]]]:
        """The rows with their heights, at ``unit`` pixels a unit."""
        most = max(1, int(self.rect.width // (_WIDE * unit)))
        found: list[tuple[int, list[Fallen]]] = []
        for card in self.cards:
            if not card.sides:
                found.append((round(_HEAD * unit), [card]))
            elif found and found[-1][1][0].sides and len(found[-1][1]) < most:
                found[-1][1].append(card)
            else:
                found.append((round(_HIGH * unit), [card]))
        return found

    def draw(self, painter: Painter, mood: Mood) -> None:
        """Draw the rows that fit as a whole."""
        metrics = painter.metrics
        top = self.rect.y
        most = max(1, int(self.rect.width // (_WIDE * metrics.scale)))
        each = (self.rect.width - metrics.px(8) - (most - 1) * metrics.gap) // most
        rows = self.rows(metrics.scale)
        shown = rows[self.offset :]
        for number, (high, cards) in enumerate(shown):
            below = shown[number + 1][0] if not cards[0].sides and number + 1 < len(shown) else 0
            # A heading alone at the foot would promise what is not there.
            if top + high + below > self.rect.bottom + 2:
                bar = pygame.Rect(self.rect.right - metrics.px(4), self.rect.y, metrics.px(4), 0)
                bar.y += self.rect.height * self.offset // len(rows)
                bar.height = max(metrics.px(16), self.rect.height * number // len(rows))
                pygame.draw.rect(painter.target, painter.theme.edge, bar, border_radius=2)
                break
            for place, card in enumerate(cards):
                left = self.rect.x + place * (each + metrics.gap)
                if card.sides:
                    self._card(painter, card, pygame.Rect(left, top, each, high - metrics.gap))
                else:
                    said = lettering.line(card.text, metrics.large, painter.theme.accent)
                    painter.target.blit(said, (left, top + metrics.px(4)))
            top += high

    def _card(self, painter: Painter, card: Fallen, rect: pygame.Rect) -> None:
        theme, metrics, target = painter.theme, painter.metrics, painter.target
        pygame.draw.rect(target, theme.back, rect, border_radius=metrics.px(5))
        inner = rect.inflate(-2 * metrics.px(8), -2 * metrics.px(6))
        for said in lettering.wrapped(card.text, metrics.small, inner.width)[:2]:
            target.blit(lettering.line(said, metrics.small, theme.text), inner.topleft)
            inner.y += lettering.height(metrics.small)
            inner.height -= lettering.height(metrics.small)
        digits = lettering.height(metrics.px(11))
        low = inner.bottom - digits
        room = low - inner.y - metrics.px(4)
        counts = Counter(card.faces)
        usual = len(card.faces) / card.sides
        most = max(*counts.values(), 1, usual)
        step = inner.width / card.sides
        every = 1 if step >= metrics.px(13) else 5
        for face in range(1, card.sides + 1):
            left, right = round(inner.x + (face - 1) * step), round(inner.x + face * step)
            high = round(room * counts[face] / most)
            pygame.draw.rect(target, card.colour, (left + 1, low - high, max(1, right - left - 2), high))
            if face == 1 or face % every == 0:
                digit = lettering.line(str(face), metrics.px(11), theme.dim)
                target.blit(digit, digit.get_rect(midtop=((left + right) // 2, low + 1)))
        pygame.draw.line(target, theme.edge, (inner.x, low), (inner.right, low))
        level = low - round(room * usual / most)
        for left in range(inner.x, inner.right, metrics.px(8)):
            pygame.draw.line(target, theme.text, (left, level), (min(left + metrics.px(4), inner.right), level))

    def last(self, unit: float) -> int:
        """The largest offset at which the end is in sight."""
        rows = self.rows(unit)
        room, at = self.rect.height + 2, len(rows)
        while at and room >= rows[at - 1][0]:
            at -= 1
            room -= rows[at][0]
        return at

    def wheel(self, steps: int) -> bool:
        """Scroll."""
        wanted = max(0, self.offset - steps)
        if wanted != self.offset:
            self.scrolled(wanted)
        return True
