"""The window itself: display, scenes one over another, and a loop that never blocks and idles when nothing moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Final

import pygame

from game.ui.art import Art
from game.ui.keys import NAMED, Keys
from game.ui.labels import Labels
from game.ui.scenes.scene import Scene
from game.ui.screen import USUAL, Screen
from game.ui.services import Services
from game.ui.settings import Settings, save_settings
from game.ui.sound import Sounds
from game.ui.theme import PALETTES, THEMES, Metrics, Palette, Theme
from game.ui.widgets.base import Painter

FRAME: Final = 1 / 60
NAP: Final = 0.5
"""Longest wait for a hand when nothing moves."""

HELD: Final = 0.9
"""Seconds within which a key that comes again was held, not pressed: systems begin to repeat after up to 0.7."""


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
        self.sounds = Sounds(settings.volume, settings.clicks)
        self.scenes: list[Scene] = []
        self.running = True
        self._stale = True
        self._last_draw = 0.0
        self._down: set[int] = set()
        self._toggled = -HELD
        self._screen = Screen(size, full=settings.fullscreen, icon=self.art.picture("unit_brood_leader", 64))
        self.refresh()

    # --- what scenes use -----------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Take over what the settings say, at once and everywhere."""
        self.theme: Theme = THEMES.get(self.settings.theme, THEMES["foundry"])
        self.palette: Palette = next((p for p in PALETTES if p.name == self.settings.palette), PALETTES[0])
        self.metrics = Metrics(self._screen.scale(self.settings.scale))
        self.labels = Labels(self.settings.language)
        self.keys = Keys(self.settings.keys, self.labels.key_names(NAMED))
        self.sounds.volume, self.sounds.clicks = self.settings.volume, self.settings.clicks
        for scene in self.scenes:
            scene.refresh()
        self._stale = True

    def scale_for(self, wanted: float) -> float:
        """The interface scale that is drawn where one is wanted: no larger than there is room for."""
        return self._screen.scale(wanted)

    def keep_settings(self) -> None:
        """Write the settings down."""
        if self._path is not None:
            save_settings(self.settings, self._path)

    @property
    def surface(self) -> pygame.Surface:
        """What is drawn on."""
        return self._screen.picture

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
        self._screen.fill(self.settings.fullscreen)
        self.refresh()

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
            self._screen.resized(event.size, full=self.settings.fullscreen)
            self.refresh()
            return
        if event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED):
            self._stale = True
            return
        if event.type in (pygame.KEYDOWN, pygame.KEYUP) and self.keys.command(event) == "fullscreen":
            self._fullscreen_key(down=event.type == pygame.KEYDOWN)
            return
        if self.scenes[-1].handle(self._screen.in_picture(event)):
            self._stale = True

    def _fullscreen_key(self, *, down: bool) -> None:
        """Once for each time that the key is pressed, however long it is held. Its end may be lost with a window."""
        if down and perf_counter() - self._toggled >= HELD:
            self.toggle_fullscreen()
        self._toggled = perf_counter() if down else -HELD

    def _asked_to_close(self) -> None:
        """Close, unless that would lose something and has not been asked yet: who asks twice means it."""
        asks = [question for scene in self.scenes if (question := scene.close_question()) is not None]
        if asks and not any(type(scene) is type(asks[0]) for scene in self.scenes):
            self.open(asks[0])
        else:
            self.running = False

    def draw(self) -> None:
        """Draw the uppermost scene."""
        self._stale = False
        self._last_draw = perf_counter()
        self.surface.set_clip(None)
        self.scenes[-1].draw(self.surface)
        self._screen.flip()

    def close(self) -> None:
        """Leave every scene, keep the settings, close the display."""
        while self.scenes:
            self.scenes.pop().leave()
        self.keep_settings()
        pygame.display.quit()


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
