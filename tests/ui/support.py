"""A window that nobody sees, with hands and a clock of its own."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pygame

from ai.player import known_bots, make_bot
from game.ui.play.bots import BotInfo
from game.ui.scenes.scene import Scene
from game.ui.services import Services
from game.ui.settings import Settings
from game.ui.window import Window

FRAME = 0.05


def services(saves: Path | None = None) -> Services:
    """Bots that think in this process; matches are saved only where a folder is given."""
    seeds = itertools.count(7)
    numbers = itertools.count(1)
    return Services(
        bots=tuple(BotInfo(bot.name, bot.seats, {"en": bot.en, "es": bot.es}) for bot in known_bots()),
        maker="ai.player:make_bot",
        usual=lambda kind: "hive:instinct" if kind == "hive" else "marines:line",
        fresh_seed=lambda: next(seeds),
        saves=None if saves is None else lambda: saves,
        free_path=None if saves is None else lambda stem, suffix: saves / f"{stem}-{next(numbers)}{suffix}",
        direct=make_bot,
    )


class Blinking(Window):
    """A window that draws every so many frames only: whole missions are played in it, and drawing takes the time."""

    blink = 1
    _count = 0

    def draw(self) -> None:
        self._count += 1
        if self._count % self.blink:
            self._stale = False
        else:
            super().draw()


class Driver:
    """Clicks and keys, and time between them."""

    def __init__(
        self,
        *,
        size: tuple[int, int] = (1280, 720),
        saves: Path | None = None,
        still: bool = False,
        blink: int = 1,
        **settings,
    ) -> None:
        self.window = Blinking(Settings(still=still, volume=0, **settings), services(saves), size=size)
        self.window.blink = blink

    @property
    def scene(self) -> Scene:
        return self.window.scenes[-1]

    def open(self, scene: Scene) -> None:
        self.window.open(scene)
        self.wait(1)

    def feed(self, *events: pygame.event.Event) -> None:
        self.window.step(FRAME, events)

    def wait(self, frames: int = 1) -> None:
        for _ in range(frames):
            self.window.step(FRAME)

    def move(self, at: tuple[int, int]) -> None:
        self.feed(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))

    def click(self, at: tuple[int, int], button: int = 1) -> None:
        self.move(at)
        self.feed(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=button))
        self.feed(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=button))

    def press(self, name: str) -> None:
        """Click the widget of that name."""
        self.scene.settle()
        widget = self.scene.stage.find(name)
        assert widget is not None, f"no widget {name} among {[w.name for w in self.scene.stage.widgets if w.name]}"
        self.click(widget.rect.center)

    def key(self, key: int, *, mod: int = 0, text: str = "") -> None:
        self.feed(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=text))
        self.feed(pygame.event.Event(pygame.KEYUP, key=key, mod=mod))

    def wheel(self, steps: int) -> None:
        self.feed(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=steps, flipped=False))

    def resize(self, size: tuple[int, int]) -> None:
        """Do as a window manager does: give the window another size, and tell it."""
        pygame.display.set_mode(size, pygame.RESIZABLE)
        self.feed(pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))

    def picture(self, path: str) -> None:
        self.window.draw()
        pygame.image.save(self.window.surface, path)


def board_of(driver: Driver) -> Any:
    """The scene that is shown, whatever it is: tests know."""
    return driver.scene
