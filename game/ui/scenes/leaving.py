"""Leaving a match that is not saved by itself: save it, lose it, or go on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.ui.play.match import Match
from game.ui.scenes.scene import Scene
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button
from game.ui.widgets.flow import Column
from game.ui.widgets.plain import Panel, Text
from game.ui.window import Window


class LeaveScene(Scene):
    """Asks before something is lost."""

    over = True

    def __init__(self, window: Window, match: Match, then: Callable[[], object]) -> None:
        """``then`` leaves: to the title, or out of the window."""
        super().__init__(window)
        self._match = match
        self._then = then

    def compose(self) -> Sequence[Widget]:
        """What would be lost, and three buttons."""
        metrics, labels = self.metrics, self.labels
        box = pygame.Rect(0, 0, metrics.px(440), metrics.px(290))
        box.center = self.window.rect.center
        column = Column(box, gap=metrics.gap, pad=metrics.px(18))
        saver = self._match.saver
        problem = saver.problem if saver is not None else None
        why = labels("save_problem", problem=labels.fault(problem)) if problem is not None else labels("leave_why")
        widgets: list[Widget] = [
            Panel(rect=box),
            Text(rect=column.take(metrics.px(30)), text=labels("leave_title"), size=metrics.large),
            Text(rect=column.take(metrics.px(64)), text=why, size=metrics.small, colour=self.theme.dim, wrap=True),
        ]
        for name, act, tone in (
            ("save", self._save, "go"),
            ("lose", self._then, "warn"),
            ("stay", self.cancel, "plain"),
        ):
            rect = column.take(metrics.px(38))
            widgets.append(Button(rect=rect, name=f"leave_{name}", label=labels(f"leave_{name}"), act=act, tone=tone))
        return widgets

    def _save(self) -> None:
        """Save it and leave; what keeps it from being saved is told here."""
        if self._match.saver is not None and self._match.saver.save():
            self._then()
