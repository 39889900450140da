"""What every scene is: widgets composed from what it knows, drawn over a ground, hands handed on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from game.ui.sound import CLICK
from game.ui.widgets.base import Widget
from game.ui.widgets.stage import Stage

if TYPE_CHECKING:
    from game.ui.labels import Labels
    from game.ui.theme import Metrics, Theme
    from game.ui.window import Window


class Scene:
    """A screen of the window."""

    by_keys = True
    """Whether Tab, arrows and Enter move and use a focus on the widgets."""

    over = False
    """Whether the scene below stays in sight, darkened."""
    first = ""
    """The widget that has the focus when the scene opens; empty: the first that can."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.stage = Stage(by_keys=self.by_keys)
        self._composed = False

    # --- for short -----------------------------------------------------------------------------------------------

    @property
    def labels(self) -> Labels:
        """The words of the language that is set."""
        return self.window.labels

    @property
    def theme(self) -> Theme:
        """The colours."""
        return self.window.theme

    @property
    def metrics(self) -> Metrics:
        """The sizes."""
        return self.window.metrics

    # --- what a scene is -----------------------------------------------------------------------------------------

    def compose(self) -> Sequence[Widget]:
        """The widgets for what the scene knows now, in the order in which they are drawn."""
        return ()

    def refresh(self) -> None:
        """Language, size or something the widgets show has changed: compose them anew before they are drawn."""
        self._composed = False

    def settle(self) -> None:
        """Compose the widgets now if that is due."""
        if not self._composed:
            self._composed = True
            if not self.stage.focus:
                self.stage.focus = self.first
            self.stage.put(self.compose())

    def handle(self, event: pygame.event.Event) -> bool:
        """What a hand did. True if the picture changed."""
        self.settle()
        if self.stage.handle(event):
            if event.type == pygame.MOUSEBUTTONUP:
                self.window.sounds.play(CLICK)
            self.refresh()
            return True
        if event.type == pygame.KEYDOWN and self.window.keys.command(event) == "cancel":
            self.cancel()
            return True
        return False

    def cancel(self) -> None:
        """Esc: go back."""
        self.window.back()

    def tick(self, seconds: float) -> bool:
        """Let time pass. True if the picture changed."""
        return False

    def wait(self) -> float | None:
        """Seconds until `tick` is needed again: 0 while something moves, None when only hands matter."""
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw it all."""
        self.settle()
        self.ground(target)
        self.stage.draw(self.window.painter)

    def ground(self, target: pygame.Surface) -> None:
        """What lies under the widgets."""
        below = self._below() if self.over else None
        if below is None:
            target.fill(self.theme.back)
            return
        spoke, below.stage.silent = below.stage.silent, True
        below.draw(target)
        below.stage.silent = spoke
        veil = pygame.Surface(target.get_size())
        veil.fill(self.theme.back)
        veil.set_alpha(170)
        target.blit(veil, (0, 0))

    def _below(self) -> Scene | None:
        scenes = self.window.scenes
        place = scenes.index(self) if self in scenes else 0
        return scenes[place - 1] if place else None

    def close_question(self) -> Scene | None:
        """What is asked before the window is closed over this scene; None where nothing would be lost."""
        return None

    def leave(self) -> None:
        """The scene is closed."""
