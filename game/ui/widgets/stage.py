"""Holds a scene's widgets: who is pointed at, pressed, focused; hands over what hands do."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.ui import lettering
from game.ui.theme import mix
from game.ui.widgets.base import CALM, Mood, Painter, Widget

_WAYS = {
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
}


class Stage:
    """The widgets of a scene, drawn in their order; the last one under the pointer is meant."""

    def __init__(self, *, by_keys: bool = True) -> None:
        """``by_keys``: Tab and arrows move a focus, Enter acts on it."""
        self.widgets: Sequence[Widget] = ()
        self.by_keys = by_keys
        self.pointer = (-1, -1)
        self.focus = ""
        self.silent = False
        """No tips: something is being dragged."""
        self._hovered = ""
        self._pressed = ""
        self._keyed = False

    def put(self, widgets: Sequence[Widget]) -> None:
        """Show these widgets; whatever is pointed at or focused stays so by name."""
        self.widgets = widgets
        self._hovered = self._name_at(self.pointer)
        if self.by_keys and self.focus not in {widget.name for widget in self.focusable()}:
            self.focus = next((widget.name for widget in self.focusable()), "")

    def focusable(self) -> list[Widget]:
        """The widgets that the keyboard reaches, in their order."""
        return [widget for widget in self.widgets if widget.name and widget.takes_focus]

    def find(self, name: str) -> Widget | None:
        """The widget of that name."""
        return next((widget for widget in self.widgets if widget.name == name), None)

    def at(self, point: tuple[int, int]) -> Widget | None:
        """The uppermost widget with a name under a point."""
        for widget in reversed(self.widgets):
            if widget.name and widget.rect.collidepoint(point):
                return widget
        return None

    def covers(self, point: tuple[int, int]) -> bool:
        """Whether any widget lies under a point."""
        return any(widget.rect.collidepoint(point) for widget in self.widgets)

    def _name_at(self, point: tuple[int, int]) -> str:
        found = self.at(point)
        return found.name if found is not None else ""

    # --- hands ---------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> bool:
        """Take an event if it is for a widget. True if it was, or if what is drawn changed."""
        if event.type == pygame.MOUSEMOTION:
            self._keyed = False
            moved = self._moved(event.pos)
            return self._drag(event.pos) or moved
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._moved(event.pos)
            self._pressed = self._hovered
            self._drag(event.pos)
            return bool(self._pressed)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._moved(event.pos)
            pressed, self._pressed = self._pressed, ""
            if pressed and pressed == self._hovered:
                widget = self.find(pressed)
                if widget is not None:
                    if widget.takes_focus and self.by_keys:
                        self.focus = pressed
                    return widget.press(event.pos) or True
            return bool(pressed)
        if event.type == pygame.MOUSEWHEEL:
            under = self.at(self.pointer)
            return under is not None and under.wheel(event.y)
        if event.type == pygame.KEYDOWN and self.by_keys:
            return self._key(event)
        return False

    def _drag(self, at: tuple[int, int]) -> bool:
        held = self.find(self._pressed) if self._pressed else None
        return held is not None and held.drag(at)

    def let_go(self) -> None:
        """What was pressed is not meant any more: it became a drag."""
        self._pressed = ""

    def _moved(self, at: tuple[int, int]) -> bool:
        self.pointer = at
        before, self._hovered = self._hovered, self._name_at(at)
        return before != self._hovered

    def _key(self, event: pygame.event.Event) -> bool:
        self._keyed = True
        if event.key == pygame.K_TAB:
            self._step(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        widget = self.find(self.focus) if self.focus else None
        if widget is not None and widget.key(event.key):
            return True
        if event.key in _WAYS:
            self._towards(*_WAYS[event.key])
            return True
        return False

    def _step(self, by: int) -> None:
        names = [widget.name for widget in self.focusable()]
        if names:
            place = names.index(self.focus) if self.focus in names else -by
            self.focus = names[(place + by) % len(names)]

    def _towards(self, dx: int, dy: int) -> None:
        """Move the focus to the nearest widget in a direction."""
        here = self.find(self.focus)
        if here is None:
            self._step(1)
            return
        best: tuple[int, str] | None = None
        for widget in self.focusable():
            if widget.name == here.name:
                continue
            x, y = widget.rect.centerx - here.rect.centerx, widget.rect.centery - here.rect.centery
            along, across = x * dx + y * dy, abs(x * dy) + abs(y * dx)
            overlaps = (
                widget.rect.left < here.rect.right and here.rect.left < widget.rect.right
                if dy
                else widget.rect.top < here.rect.bottom and here.rect.top < widget.rect.bottom
            )
            if along > 0:
                cost = along + (0 if overlaps else 3 * across)
                if best is None or cost < best[0]:
                    best = cost, widget.name
        if best is not None:
            self.focus = best[1]

    # --- drawing -------------------------------------------------------------------------------------------------

    @property
    def tipped(self) -> Widget | None:
        """The widget whose tip is in sight: the one that is pointed at, or that the keys have come to."""
        named = self.focus if self._keyed else self._hovered
        found = self.find(named) if named else None
        return found if found is not None and found.tip and not self.silent else None

    def draw(self, painter: Painter) -> None:
        """Draw every widget, then the tip of the one that is pointed at, or that the keys have come to."""
        for widget in self.widgets:
            mood = CALM
            if widget.name:
                mood = Mood(
                    hovered=widget.name == self._hovered,
                    pressed=widget.name == self._pressed,
                    focused=self.by_keys and widget.name == self.focus,
                )
            widget.draw(painter, mood)
        tipped = self.tipped
        if tipped is not None:
            draw_tip(painter, tipped.tip, tipped.rect.midbottom if self._keyed else self.pointer)


def draw_tip(painter: Painter, text: str, at: tuple[int, int], room: pygame.Rect | None = None) -> None:
    """A small note beside a point, kept on the screen, or within ``room`` where it fits there."""
    metrics, theme = painter.metrics, painter.theme
    lines = lettering.wrapped(text, metrics.small, metrics.px(340))
    step = lettering.height(metrics.small)
    wide = max((lettering.width(said, metrics.small) for said in lines), default=0) + 2 * metrics.gap
    box = pygame.Rect(at[0] + metrics.px(16), at[1] + metrics.px(18), wide, step * len(lines) + 2 * metrics.px(6))
    if room is None or box.width > room.width or box.height > room.height:
        room = painter.target.get_rect()
    box.clamp_ip(room.inflate(-4, -4))
    if box.collidepoint(at):
        box.bottom = max(box.height, at[1] - metrics.px(8))
    pygame.draw.rect(painter.target, mix(theme.panel, theme.back, 0.5), box, border_radius=metrics.px(4))
    pygame.draw.rect(painter.target, theme.accent, box, 1, border_radius=metrics.px(4))
    for index, said in enumerate(lines):
        painter.target.blit(
            lettering.line(said, metrics.small, theme.text), (box.x + metrics.gap, box.y + metrics.px(6) + index * step)
        )
