"""The window itself: display, scenes one over another, and a loop that never blocks and idles when nothing moves."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Final

import pygame

from game.api import BroodfallError
from game.ui.art import Art
from game.ui.keys import NAMED, Keys
from game.ui.labels import Labels
from game.ui.scenes.scene import Scene
from game.ui.services import Services
from game.ui.settings import Settings, save_settings
from game.ui.sound import Sounds
from game.ui.theme import PALETTES, THEMES, Metrics, Palette, Theme
from game.ui.widgets.base import Painter

LEAST: Final = (960, 600)
"""The smallest picture that everything finds room in; on a smaller screen it is shown smaller."""
MOST: Final = (8 * LEAST[0], 8 * LEAST[1])
"""The largest picture that is made for a screen that is narrower or lower than `LEAST`."""
USUAL: Final = (1280, 720)
FRAME: Final = 1 / 60
NAP: Final = 0.5
"""Longest wait for a hand when nothing moves."""


_POINTED: Final = frozenset({pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP})
UNSEEN: Final = frozenset({"offscreen", "dummy", "evdev"})
"""Drivers that SDL falls back to where nobody would see a window."""


class NoDisplay(BroodfallError):
    """No window can be opened here."""


class Window:
    """One window. Scenes are opened over one another; the uppermost has the hands."""

    def __init__(
        self, settings: Settings, services: Services, *, path: Path | None = None, size: tuple[int, int] | None = USUAL
    ) -> None:
        """``path``: where the settings are kept; None keeps them nowhere. ``size``: None fits it to the screen.

        Raises NoDisplay.
        """
        self.settings = settings
        self.services = services
        self._path = path
        self.art = Art()
        self.sounds = Sounds(settings.volume)
        self.scenes: list[Scene] = []
        self.running = True
        self._size = size or USUAL
        self._fits = size is None
        self._stale = True
        self._last_draw = 0.0
        self._down: set[int] = set()
        self._open_display()
        self.refresh()

    def _open_display(self) -> None:
        # Drawing happens in memory; without this every flip takes milliseconds where there is no accelerator.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        try:
            pygame.display.init()
            pygame.font.init()
            if pygame.display.get_driver() in UNSEEN and not os.environ.get("SDL_VIDEODRIVER"):
                pygame.display.quit()
                raise NoDisplay("no display was found")
            if self._fits:
                self._size = usual_size(pygame.display.get_desktop_sizes()[0])
            self._screen = self._mode()
        except pygame.error as error:
            raise NoDisplay(str(error)) from None
        self.surface = canvas_for(self._screen)
        pygame.display.set_caption("Broodfall")
        pygame.display.set_icon(self.art.picture("unit_brood_leader", 64))
        pygame.key.set_repeat(320, 60)

    def _mode(self) -> pygame.Surface:
        if self.settings.fullscreen:
            return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        return pygame.display.set_mode(self._size, pygame.RESIZABLE)

    # --- what scenes use -----------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Take over what the settings say, at once and everywhere."""
        self.theme: Theme = THEMES.get(self.settings.theme, THEMES["foundry"])
        self.palette: Palette = next((p for p in PALETTES if p.name == self.settings.palette), PALETTES[0])
        self.metrics = Metrics(self._fitting(self.settings.scale))
        self.labels = Labels(self.settings.language)
        self.keys = Keys(self.settings.keys, self.labels.key_names(NAMED))
        self.sounds.volume = self.settings.volume
        for scene in self.scenes:
            scene.refresh()
        self._stale = True

    def _fitting(self, scale: float) -> float:
        """The interface scale, no larger than that everything finds room in the least layout."""
        width, height = self.surface.get_size()
        return max(1.0, min(scale, width / LEAST[0], height / LEAST[1]))

    def keep_settings(self) -> None:
        """Write the settings down."""
        if self._path is not None:
            save_settings(self.settings, self._path)

    @property
    def painter(self) -> Painter:
        """What everything draws with."""
        return Painter(self.surface, self.art, self.theme, self.metrics)

    @property
    def rect(self) -> pygame.Rect:
        """The whole window."""
        return self.surface.get_rect()

    def open(self, scene: Scene) -> None:
        """Show a scene over the others."""
        self.scenes.append(scene)
        scene.refresh()
        self._stale = True

    def replace(self, scene: Scene) -> None:
        """Show a scene instead of the uppermost."""
        if self.scenes:
            self.scenes.pop().leave()
        self.open(scene)

    def back(self) -> None:
        """Close the uppermost scene; the window ends with the last."""
        if self.scenes:
            self.scenes.pop().leave()
        if self.scenes:
            self.scenes[-1].refresh()
        else:
            self.running = False
        self._stale = True

    def home(self) -> None:
        """Close every scene but the first."""
        while len(self.scenes) > 1:
            self.scenes.pop().leave()
        self.scenes[-1].refresh()
        self._stale = True

    def quit(self) -> None:
        """End."""
        self.running = False

    def toggle_fullscreen(self) -> None:
        """Fill the screen, or go back to a window."""
        self.settings.fullscreen = not self.settings.fullscreen
        self._take_screen(self._mode())

    # --- the loop ------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Until the last scene is closed."""
        last = perf_counter()
        try:
            while self.running and self.scenes:
                events = self._await(perf_counter())
                now = perf_counter()
                self.step(min(now - last, 0.1), events)
                last = now
        finally:
            # Whatever happens, matches are closed and the processes in which bots think are ended.
            self.close()

    def _await(self, now: float) -> list[pygame.event.Event]:
        """What hands did; waits as long as the scene can."""
        wait = self.scenes[-1].wait()
        if self._stale or (wait is not None and wait <= 0):
            pause = max(0.0, FRAME - (now - self._last_draw))
        else:
            pause = NAP if wait is None else wait
        if pause > 0:
            first = pygame.event.wait(max(1, round(pause * 1000)))
            return [] if first.type == pygame.NOEVENT else unrepeated([first, *pygame.event.get()], self._down)
        return unrepeated(pygame.event.get(), self._down)

    def step(self, seconds: float, events: Iterable[pygame.event.Event] = ()) -> bool:
        """One turn of the loop: what hands did, then time, then the picture. True if something was drawn."""
        for event in events:
            if self.running and self.scenes:
                self._take(event)
        if not self.running or not self.scenes:
            return False
        # A scene may open another while it ticks; the new one is drawn in the same turn.
        if self.scenes[-1].tick(seconds):
            self._stale = True
        if not self._stale or not self.scenes:
            return False
        self.draw()
        return True

    def _take(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            self._asked_to_close()
            return
        if event.type == pygame.VIDEORESIZE:
            self._resized(event.size)
            return
        if event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED):
            self._stale = True
            return
        if event.type == pygame.KEYDOWN and self.keys.command(event) == "fullscreen":
            self.toggle_fullscreen()
            return
        if self.scenes[-1].handle(self._on_canvas(event)):
            self._stale = True

    def _on_canvas(self, event: pygame.event.Event) -> pygame.event.Event:
        """What a hand did, where it did so in the picture."""
        if self.surface is self._screen or event.type not in _POINTED:
            return event
        (wide, high), (least_wide, least_high) = self.surface.get_size(), self._screen.get_size()
        parts = {name: getattr(event, name) for name in ("pos", "rel") if hasattr(event, name)}
        moved = {name: (x * wide // least_wide, y * high // least_high) for name, (x, y) in parts.items()}
        return pygame.event.Event(event.type, {**event.dict, **moved})

    def _asked_to_close(self) -> None:
        """Close, unless that would lose something and has not been asked yet: who asks twice means it."""
        asks = [question for scene in self.scenes if (question := scene.close_question()) is not None]
        if asks and not any(type(scene) is type(asks[0]) for scene in self.scenes):
            self.open(asks[0])
        else:
            self.running = False

    def _resized(self, size: tuple[int, int]) -> None:
        if not self.settings.fullscreen:
            # What full screen takes is not the size that the window goes back to.
            self._size = size
        # The display follows by itself: asking for another size than was given would only quarrel with who gave it.
        screen = pygame.display.get_surface()
        if screen is not None:
            self._take_screen(screen)

    def _take_screen(self, screen: pygame.Surface) -> None:
        """Draw on a display that has changed."""
        self._screen = screen
        self.surface = canvas_for(screen)
        self.refresh()

    def draw(self) -> None:
        """Draw the uppermost scene."""
        self._stale = False
        self._last_draw = perf_counter()
        self.surface.set_clip(None)
        self.scenes[-1].draw(self.surface)
        if self.surface is not self._screen:
            pygame.transform.smoothscale(self.surface, self._screen.get_size(), self._screen)
        pygame.display.flip()

    def close(self) -> None:
        """Leave every scene, keep the settings, close the display."""
        while self.scenes:
            self.scenes.pop().leave()
        self.keep_settings()
        pygame.display.quit()


def canvas_for(screen: pygame.Surface) -> pygame.Surface:
    """What is drawn on: the screen itself; for one on which not everything finds room a larger picture of its shape."""
    wide, high = screen.get_size()
    share = max(LEAST[0] / max(1, wide), LEAST[1] / max(1, high))
    if share <= 1:
        return screen
    size = min(MOST[0], max(LEAST[0], round(wide * share))), min(MOST[1], max(LEAST[1], round(high * share)))
    return pygame.Surface(size).convert(screen)


def usual_size(screen: tuple[int, int]) -> tuple[int, int]:
    """How large the window opens: no larger than the screen, and no smaller than everything needs."""
    return max(LEAST[0], min(USUAL[0], screen[0])), max(LEAST[1], min(USUAL[1], screen[1]))


def unrepeated(events: Sequence[pygame.event.Event], down: set[int]) -> list[pygame.event.Event]:
    """What hands did in a turn of the loop, without repetitions of keys that only a slow frame has let pile up.

    ``down``: the keys that are down, kept from turn to turn. One that was let go in this turn repeats nothing.
    """
    found: list[pygame.event.Event] = []
    repeated: set[int] = set()
    for place, event in enumerate(events):
        if event.type == pygame.KEYUP:
            down.discard(event.key)
        elif event.type == pygame.KEYDOWN and event.key in down:
            gone = any(later.type == pygame.KEYUP and later.key == event.key for later in events[place + 1 :])
            if gone or event.key in repeated:
                continue
            repeated.add(event.key)
        elif event.type == pygame.KEYDOWN:
            down.add(event.key)
            repeated.add(event.key)
        found.append(event)
    return found
