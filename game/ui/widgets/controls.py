"""Widgets that do something: buttons, choosers, rows of lists, texts to scroll."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pygame

from game.ui import lettering
from game.ui.theme import Colour, mix
from game.ui.widgets.base import Act, Mood, Painter, Widget, focus_ring
from game.ui.widgets.plain import Text

_DO = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)


@dataclass(slots=True, kw_only=True)
class Button(Widget):
    """Something to press: a label, perhaps an icon, a second line and the key that does the same."""

    label: str
    act: Act
    icon: str = ""
    key_name: str = ""
    note: str = ""
    enabled: bool = True
    chosen: bool = False
    tone: str = "plain"
    size: int = 0
    align: str = "left"

    def __post_init__(self) -> None:
        """Buttons that do something take the focus."""
        self.takes_focus = self.enabled

    def draw(self, painter: Painter, mood: Mood) -> None:
        """Draw it."""
        theme, metrics = painter.theme, painter.metrics
        fill = self._fill(painter, mood)
        radius = metrics.px(5)
        pygame.draw.rect(painter.target, fill, self.rect, border_radius=radius)
        edge = theme.accent if self.chosen else theme.edge
        pygame.draw.rect(painter.target, edge, self.rect, 2 if self.chosen else 1, border_radius=radius)
        if mood.focused:
            focus_ring(painter, self.rect)
        size = self.size if self.size > 0 else metrics.normal
        colour = self._ink(painter)
        inner = self.rect.inflate(-2 * metrics.px(10), 0)
        if self.icon and not self.label:
            side = min(self.rect.width, self.rect.height) * 5 // 8
            shown = painter.art.picture(self.icon, side)
            if not self.enabled:
                shown = shown.copy()
                shown.set_alpha(70)
            painter.target.blit(shown, shown.get_rect(center=self.rect.center))
            return
        if self.icon:
            side = min(self.rect.height - metrics.px(8), metrics.px(24))
            shown = painter.art.picture(self.icon, side)
            painter.target.blit(shown, shown.get_rect(midleft=inner.midleft))
            inner.x += side + metrics.px(7)
            inner.width -= side + metrics.px(7)
        if self.key_name:
            inner.width -= self._key(painter, inner) + metrics.px(6)
        self._say(painter, inner, size, colour)

    def _fill(self, painter: Painter, mood: Mood) -> Colour:
        theme = painter.theme
        base = {"go": mix(theme.raised, theme.good, 0.3), "warn": mix(theme.raised, theme.accent, 0.3)}.get(
            self.tone, theme.raised
        )
        if not self.enabled:
            return mix(theme.panel, base, 0.35)
        if mood.pressed and mood.hovered:
            return theme.press
        return mix(base, theme.hover, 0.8) if mood.hovered else base

    def _ink(self, painter: Painter) -> Colour:
        theme = painter.theme
        if not self.enabled:
            return theme.faint
        return theme.accent if self.tone == "warn" else theme.text

    def _key(self, painter: Painter, inner: pygame.Rect) -> int:
        """Draw the key at the right end; answers with the room it took."""
        metrics, theme = painter.metrics, painter.theme
        drawn = lettering.line(self.key_name, metrics.small, theme.dim if self.enabled else theme.faint)
        box = drawn.get_rect().inflate(metrics.px(10), metrics.px(3))
        box.midright = inner.midright
        pygame.draw.rect(painter.target, theme.back, box, border_radius=3)
        pygame.draw.rect(painter.target, theme.edge, box, 1, border_radius=3)
        painter.target.blit(drawn, drawn.get_rect(center=box.center))
        return box.width

    def _say(self, painter: Painter, inner: pygame.Rect, size: int, colour: Colour) -> None:
        theme, metrics = painter.theme, painter.metrics
        if self.note:
            lines = lettering.wrapped(self.label, size, inner.width)
            notes = lettering.wrapped(self.note, metrics.small, inner.width)
            high = lettering.height(size) * len(lines) + lettering.height(metrics.small) * len(notes)
            top = inner.centery - high // 2
            for said in lines:
                painter.target.blit(lettering.line(said, size, colour), (inner.x, top))
                top += lettering.height(size)
            for said in notes:
                ink = theme.dim if self.enabled else theme.faint
                painter.target.blit(lettering.line(said, metrics.small, ink), (inner.x, top))
                top += lettering.height(metrics.small)
            return
        lines = lettering.wrapped(self.label, size, inner.width)
        step = lettering.height(size)
        if step * len(lines) > self.rect.height:
            lines = (lettering.fitted(self.label, size, inner.width),)
        top = inner.centery - step * len(lines) // 2 + 1
        for said in lines:
            drawn = lettering.line(said, size, colour)
            left = inner.centerx - drawn.get_width() // 2 if self.align == "centre" else inner.x
            painter.target.blit(drawn, (left, top))
            top += step

    def press(self, at: tuple[int, int]) -> bool:
        """Do it."""
        if self.enabled:
            self.act()
        return True

    def key(self, key: int) -> bool:
        """Do it by Enter or Space."""
        if key in _DO and self.enabled:
            self.act()
            return True
        return False

    def high(self, size: int, pad: int) -> int:
        """How high it must be at its width for all that it says."""
        room = self.rect.width - 2 * pad
        lines = len(lettering.wrapped(self.label, size, room))
        notes = len(lettering.wrapped(self.note, size, room)) if self.note else 0
        return lettering.height(size) * (lines + notes)


@dataclass(slots=True, kw_only=True)
class Link(Text):
    """A text to be pressed."""

    act: Act

    def press(self, at: tuple[int, int]) -> bool:
        """Follow it."""
        self.act()
        return True


@dataclass(slots=True, kw_only=True)
class Chooser(Widget):
    """One of several values: a name, and the value between two arrows; left and right change it."""

    label: str
    values: Sequence[str]
    index: int
    change: Callable[[int], object]
    wraps: bool = True
    note: str = ""
    colour: Colour | None = None

    def __post_init__(self) -> None:
        """There is a choice if there is more than one value."""
        self.takes_focus = len(self.values) > 1

    def draw(self, painter: Painter, mood: Mood) -> None:
        """Draw it."""
        theme, metrics = painter.theme, painter.metrics
        if mood.focused:
            focus_ring(painter, self.rect)
        value = self.value_rect()
        if self.label:
            room = self.rect.width - value.width - metrics.px(16)
            lines = lettering.wrapped(self.label, metrics.normal, room)
            step = lettering.height(metrics.normal)
            top = self.rect.centery - step * len(lines) // 2
            for said in lines:
                painter.target.blit(
                    lettering.line(said, metrics.normal, self.colour or theme.text), (self.rect.x + metrics.px(8), top)
                )
                top += step
        fill = theme.hover if mood.hovered else theme.raised
        pygame.draw.rect(painter.target, fill, value, border_radius=metrics.px(5))
        pygame.draw.rect(painter.target, theme.edge, value, 1, border_radius=metrics.px(5))
        side = max(6, value.height // 4)
        if self.takes_focus:
            for sign in (-1, 1):
                tip = value.left + metrics.px(10) if sign < 0 else value.right - metrics.px(10)
                back = tip - sign * side
                points = [(tip, value.centery), (back, value.centery - side), (back, value.centery + side)]
                pygame.draw.polygon(painter.target, theme.accent, points)
        room = value.width - 2 * (side + metrics.px(16))
        said = lettering.fitted(self.values[self.index], metrics.normal, room)
        drawn = lettering.line(said, metrics.normal, theme.text)
        painter.target.blit(drawn, drawn.get_rect(center=value.center))

    def value_rect(self) -> pygame.Rect:
        """Where the value and its arrows are."""
        if not self.label:
            return self.rect
        wide = self.rect.width * 11 // 20
        return pygame.Rect(self.rect.right - wide, self.rect.y, wide, self.rect.height)

    def _turn(self, steps: int) -> bool:
        if len(self.values) < 2:
            return True
        wanted = self.index + steps
        wanted = wanted % len(self.values) if self.wraps else min(max(wanted, 0), len(self.values) - 1)
        if wanted != self.index:
            self.change(wanted)
        return True

    def press(self, at: tuple[int, int]) -> bool:
        """The next value, or the one before on the left half."""
        return self._turn(-1 if at[0] < self.value_rect().centerx else 1)

    def key(self, key: int) -> bool:
        """Left and right change the value, Enter goes on to the next."""
        if key == pygame.K_LEFT:
            return self._turn(-1)
        return self._turn(1) if key in (pygame.K_RIGHT, *_DO) else False


@dataclass(slots=True, kw_only=True)
class Scroll(Widget):
    """Lines of text to be scrolled; each may be pressed.

    ``offset`` counts lines back from the last, which is lowest; with ``from_top`` on from the first.
    """

    lines: Sequence[tuple[str, Colour]]
    size: int
    offset: int = 0
    scrolled: Callable[[int], object] = field(default=lambda _offset: None)
    pressed: Callable[[int], object] | None = None
    from_top: bool = False
    linked: Callable[[str], str] = field(default=lambda _line: "")
    """The part of a line that leads somewhere."""

    def draw(self, painter: Painter, mood: Mood) -> None:
        """Draw the lines that fit as a whole."""
        target = painter.target
        clip = target.get_clip()
        target.set_clip(self.rect.clip(clip))
        for said, colour, rect, _ in self._laid_out():
            before, link, after = said.partition(self.linked(said) or "\0")
            left = rect.x
            for part, ink in ((before, colour), (link, painter.theme.info), (after, colour)):
                if part:
                    target.blit(lettering.line(part, self.size, ink), (left, rect.y))
                    left += lettering.width(part, self.size)
        target.set_clip(clip)

    def _laid_out(self) -> list[tuple[str, Colour, pygame.Rect, int]]:
        step = lettering.height(self.size)
        if self.from_top:
            return self._from_top(step)
        top = self.rect.bottom
        found: list[tuple[str, Colour, pygame.Rect, int]] = []
        last = len(self.lines) - self.offset
        for index in range(last - 1, -1, -1):
            text, colour = self.lines[index]
            for said in reversed(lettering.wrapped(text, self.size, self.rect.width)):
                top -= step
                if top < self.rect.y:
                    return found
                found.append((said, colour, pygame.Rect(self.rect.x, top, self.rect.width, step), index))
        return found

    def _from_top(self, step: int) -> list[tuple[str, Colour, pygame.Rect, int]]:
        top = self.rect.top
        found: list[tuple[str, Colour, pygame.Rect, int]] = []
        for index in range(self.offset, len(self.lines)):
            text, colour = self.lines[index]
            for said in lettering.wrapped(text, self.size, self.rect.width):
                if top + step > self.rect.bottom + 2:
                    return found
                found.append((said, colour, pygame.Rect(self.rect.x, top, self.rect.width, step), index))
                top += step
        return found

    def wheel(self, steps: int) -> bool:
        """Scroll."""
        change = -steps if self.from_top else steps
        wanted = min(max(0, self.offset + change), max(0, len(self.lines) - 1))
        if wanted != self.offset:
            self.scrolled(wanted)
        return True

    def press(self, at: tuple[int, int]) -> bool:
        """Press the line under the pointer."""
        if self.pressed is None:
            return False
        for _, _, rect, index in self._laid_out():
            if rect.collidepoint(at):
                self.pressed(index)
                return True
        return False
