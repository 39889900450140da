"""The menu of a match."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.ui.play.match import Match
from game.ui.scenes.books import codex, why_book
from game.ui.scenes.log import LogScene
from game.ui.scenes.scene import Scene
from game.ui.theme import Colour
from game.ui.widgets.base import Act, Widget
from game.ui.widgets.controls import Button
from game.ui.widgets.flow import Column
from game.ui.widgets.plain import Panel, Text
from game.ui.window import Window


class MenuScene(Scene):
    """Go on, change settings, save, or leave."""

    over = True

    def __init__(self, window: Window, match: Match, viewer: str) -> None:
        super().__init__(window)
        self._match = match
        self._viewer = viewer

    def compose(self) -> Sequence[Widget]:
        """A few buttons."""
        metrics, labels = self.metrics, self.labels
        saver = self._match.saver
        saves = saver is not None and (saver.mode == "off" or bool(saver.problem))
        note, colour = self._saving()
        pad, wide = metrics.px(18), metrics.px(400)
        told = max(metrics.px(48), Text.needs(note, metrics.small, wide - 2 * pad))
        box = pygame.Rect(0, 0, wide, metrics.px(436 + (46 if saves else 0)) + told)
        box.center = self.window.rect.center
        column = Column(box, gap=metrics.gap, pad=pad)
        widgets: list[Widget] = [
            Panel(rect=box),
            Text(rect=column.take(metrics.px(30)), text=self._match.title, size=metrics.large),
            Text(rect=column.take(metrics.px(18)), text=labels("seed", seed=self._match.seed), size=metrics.small,
                 colour=self.theme.dim),
            Text(rect=column.take(told), text=note, size=metrics.small, colour=colour, wrap=True),
        ]  # fmt: skip
        rows: list[tuple[str, Act]] = [
            ("resume", self.cancel),
            ("log", lambda: self.window.open(LogScene(self.window, self._match, self._viewer))),
            ("why", lambda: self.window.open(why_book(self.window, self._match, self._viewer))),
            ("codex", lambda: self.window.open(codex(self.window))),
            ("settings", self._settings),
            ("leave", lambda: self._leave(self.window.home)),
            ("quit", lambda: self._leave(self.window.quit)),
        ]
        if saves:
            rows.insert(1, ("save", self._save))
        for name, act in rows:
            widgets.append(
                Button(rect=column.take(metrics.px(38)), name=f"menu_{name}", label=labels(f"menu_{name}"), act=act)
            )
        return widgets

    def _saving(self) -> tuple[str, Colour]:
        """How the match is saved, in a sentence."""
        labels, theme, saver = self.labels, self.theme, self._match.saver
        if saver is None:
            return labels("not_saved"), theme.dim
        if saver.problem:
            return labels("save_problem", problem=labels.fault(saver.problem)), theme.bad
        name = saver.path.name if saver.path is not None else ""
        if saver.mode == "off":
            return (labels("saved_now", file=name), theme.dim) if saver.saved else (labels("saved_off"), theme.accent)
        return labels(f"saved_{saver.mode}", file=name), theme.dim

    def _save(self) -> None:
        if self._match.saver is not None:
            self._match.saver.save()

    def _leave(self, then: Act) -> None:
        """Leave, after asking if something would be lost."""
        from game.ui.scenes.leaving import LeaveScene

        if self._match.unsaved:
            self.window.open(LeaveScene(self.window, self._match, then))
        else:
            then()

    def _settings(self) -> None:
        from game.ui.scenes.options import SettingsScene

        self.window.open(SettingsScene(self.window))
