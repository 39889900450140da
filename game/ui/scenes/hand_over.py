"""Between two people with secrets: nothing of the board is on this screen, until the next one says to go on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.text.naming import Naming
from game.ui.play.match import Match
from game.ui.scenes.scene import Scene
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button
from game.ui.widgets.flow import Column
from game.ui.widgets.plain import Text
from game.ui.window import Window

_CALM: Final = 0.4
"""Seconds for which keys do nothing: whoever ended the turn by Enter twice must not show the other one's board."""


class HandOverScene(Scene):
    """Asks for the next person."""

    def __init__(self, window: Window, match: Match, side: str) -> None:
        super().__init__(window)
        self._match = match
        self._side = side
        self._shown_for = 0.0

    def compose(self) -> Sequence[Widget]:
        """Whom the screen is for, why it is hidden, and a button."""
        metrics, labels = self.metrics, self.labels
        game = self._match.game
        name = Naming(game, game.empty(), labels.words).side(self._side).capitalize()
        box = pygame.Rect(0, 0, min(metrics.px(560), self.window.rect.width - 40), metrics.px(220))
        box.center = self.window.rect.center
        column = Column(box, gap=metrics.px(14))
        return [
            Text(rect=column.take(metrics.px(40)), text=labels("hand_over", side=name), size=metrics.px(28),
                 align="centre"),
            Text(rect=column.take(metrics.px(60)), text=labels("hand_over_why"), size=metrics.normal,
                 colour=self.theme.dim, wrap=True, align="centre"),
            Button(rect=column.take(metrics.px(44)), name="ready", label=labels("hand_over_ready", side=name),
                   act=self.window.back, tone="go", align="centre"),
        ]  # fmt: skip

    def handle(self, event: pygame.event.Event) -> bool:
        """See `Scene`; the keys of whoever goes away are let pass."""
        if event.type == pygame.KEYDOWN and self._shown_for < _CALM:
            return False
        return super().handle(event)

    def tick(self, seconds: float) -> bool:
        """See `Scene`."""
        self._shown_for += seconds
        return False

    def wait(self) -> float | None:
        """See `Scene`."""
        return 0.1 if self._shown_for < _CALM else None

    def cancel(self) -> None:
        """Esc does not show anybody's board."""
