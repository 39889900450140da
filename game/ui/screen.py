"""The display: a window or the full screen, and the picture for it. Drawing happens in memory."""

from __future__ import annotations

import os
from typing import Final

import pygame

from game.api import BroodfallError
from game.ui.silence import silent_libraries
from game.ui.theme import LEAST_SCALE, MOST_SCALE

LEAST: Final = (960, 600)
"""The smallest picture that everything finds room in; on a smaller screen it is shown smaller."""
MOST: Final = (8 * LEAST[0], 8 * LEAST[1])
"""The largest picture that is made for a screen that is narrower or lower than `LEAST`."""
USUAL: Final = (1280, 720)
_SHARE: Final = (2, 3)
"""The part of a large screen that the window opens with."""
_LINES: Final = 900
"""Pixels of height for which an interface at a scale of 1 is made; higher pictures have a larger one."""
_POINTED: Final = frozenset({pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP})
UNSEEN: Final = frozenset({"offscreen", "dummy", "evdev"})
"""Drivers that SDL falls back to where nobody would see a window."""


class NoDisplay(BroodfallError):
    """No window can be opened here."""


class Screen:
    """What the system shows, and ``picture``, what scenes draw on: the same, unless the screen is too small."""

    def __init__(self, size: tuple[int, int] | None, *, full: bool, icon: pygame.Surface | None = None) -> None:
        """``size``: None fits a window to the screen. Raises NoDisplay."""
        # Without this every flip takes milliseconds where there is no accelerator.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        self._icon = icon
        try:
            with silent_libraries():
                pygame.display.init()
            pygame.font.init()
            if pygame.display.get_driver() in UNSEEN and not os.environ.get("SDL_VIDEODRIVER"):
                pygame.display.quit()
                raise NoDisplay("no display was found")
            self._size = size or usual_size(pygame.display.get_desktop_sizes()[0])
            self._take(self._mode(full))
        except pygame.error as error:
            raise NoDisplay(str(error)) from None

    def _mode(self, full: bool) -> pygame.Surface:
        pygame.display.set_caption("Broodfall")
        if self._icon is not None:
            pygame.display.set_icon(self._icon)
        shown = pygame.display.set_mode(*(((0, 0), pygame.FULLSCREEN) if full else (self._size, pygame.RESIZABLE)))
        pygame.key.set_repeat(320, 60)
        return shown

    def fill(self, full: bool) -> None:
        """Fill the screen, or go back to a window of the size that it had."""
        if not full:
            # A window that filled the screen is kept at that size by some window managers: open another one.
            pygame.display.quit()
            pygame.display.init()
        self._take(self._mode(full))

    def resized(self, size: tuple[int, int], *, full: bool) -> None:
        """The system has given the window another size, which has to do."""
        if not full:
            # What full screen takes is not the size that the window goes back to.
            self._size = size
        shown = pygame.display.get_surface()
        if shown is not None:
            self._take(shown)

    def _take(self, shown: pygame.Surface) -> None:
        self._shown = shown
        self.picture = picture_for(shown)

    def flip(self) -> None:
        """Show the picture."""
        if self.picture is not self._shown:
            pygame.transform.smoothscale(self.picture, self._shown.get_size(), self._shown)
        pygame.display.flip()

    def in_picture(self, event: pygame.event.Event) -> pygame.event.Event:
        """What a hand did, where it did so in the picture."""
        if self.picture is self._shown or event.type not in _POINTED:
            return event
        (wide, high), (shown_wide, shown_high) = self.picture.get_size(), self._shown.get_size()
        parts = {name: getattr(event, name) for name in ("pos", "rel") if hasattr(event, name)}
        moved = {name: (x * wide // shown_wide, y * high // shown_high) for name, (x, y) in parts.items()}
        return pygame.event.Event(event.type, {**event.dict, **moved})

    def scale(self, wanted: float) -> float:
        """The interface scale: no larger than that everything finds room; 0 is one that suits the height."""
        width, height = self.picture.get_size()
        suits = wanted or min(MOST_SCALE, round(4 * height / _LINES) / 4)
        return max(LEAST_SCALE, min(suits, width / LEAST[0], height / LEAST[1]))


def picture_for(screen: pygame.Surface) -> pygame.Surface:
    """What is drawn on: the screen itself; for one on which not everything finds room a larger picture of its shape."""
    wide, high = screen.get_size()
    share = max(LEAST[0] / max(1, wide), LEAST[1] / max(1, high))
    if share <= 1:
        return screen
    size = min(MOST[0], max(LEAST[0], round(wide * share))), min(MOST[1], max(LEAST[1], round(high * share)))
    return pygame.Surface(size).convert(screen)


def usual_size(screen: tuple[int, int]) -> tuple[int, int]:
    """How large the window opens: a part of a large screen, all of a small one."""
    part, of = _SHARE
    width, height = (
        min(max(usual, of_screen * part // of), of_screen) for usual, of_screen in zip(USUAL, screen, strict=True)
    )
    return width, height
