"""The menu of a match."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.ui.play.match import Match
from game.ui.scenes.books import codex, log_book, why_book
from game.ui.scenes.scene import Scene
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button
from game.ui.widgets.flow import Column
from game.ui.widgets.plain import Panel, Text
from game.ui.window import Window


class MenuScene(Scene):
    """Go on, change settings, or leave; the match is saved as it is played."""

    over = True

    def __init__(self, window: Window, match: Match, viewer: str) -> None:
        super().__init__(window)
        self._match = match
        self._viewer = viewer

    def compose(self) -> Sequence[Widget]:
        """A few buttons."""
        metrics, labels = self.metrics, self.labels
        box = pygame.Rect(0, 0, metrics.px(380), metrics.px(470))
        box.center = self.window.rect.center
        column = Column(box, gap=metrics.gap, pad=metrics.px(18))
        saver = self._match.saver
        note = labels("saved_in", file=saver.path.name) if saver is not None else labels("not_saved")
        if self._match.problem_of_saving:
            note = labels("save_problem", problem=self._match.problem_of_saving)
        widgets: list[Widget] = [
            Panel(rect=box),
            Text(rect=column.take(metrics.px(30)), text=self._match.title, size=metrics.large),
            Text(rect=column.take(metrics.px(18)), text=labels("seed", seed=self._match.seed), size=metrics.small,
                 colour=self.theme.dim),
            Text(rect=column.take(metrics.px(36)), text=note, size=metrics.small, colour=self.theme.dim, wrap=True),
        ]  # fmt: skip
        for name, act in (
            ("resume", self.cancel),
            ("log", lambda: self.window.open(log_book(self.window, self._match, self._viewer))),
            ("why", lambda: self.window.open(why_book(self.window, self._match, self._viewer))),
            ("codex", lambda: self.window.open(codex(self.window))),
            ("settings", self._settings),
            ("leave", self.window.home),
            ("quit", self.window.quit),
        ):
            widgets.append(
                Button(rect=column.take(metrics.px(38)), name=f"menu_{name}", label=labels(f"menu_{name}"), act=act)
            )
        return widgets

    def _settings(self) -> None:
        from game.ui.scenes.options import SettingsScene

        self.window.open(SettingsScene(self.window))
