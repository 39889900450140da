"""The saved matches."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pygame

from game.api import BroodfallError, DataError
from game.ui.play.start import resume
from game.ui.scenes.scene import Scene
from game.ui.scenes.title import saves_of
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button
from game.ui.widgets.flow import Column
from game.ui.widgets.plain import Panel, Text
from game.ui.window import Window


class LoadScene(Scene):
    """Pick a match to go on with, or to watch."""

    over = True

    def __init__(self, window: Window, *, film: bool = False) -> None:
        """``film``: the match is watched instead of played on."""
        super().__init__(window)
        self._film = film
        self._page = 0
        self._problem = ""

    def compose(self) -> Sequence[Widget]:
        """A list by pages."""
        metrics, labels = self.metrics, self.labels
        box = pygame.Rect(0, 0, min(metrics.px(640), self.window.rect.width - metrics.px(40)), self.window.rect.height)
        box.height -= metrics.px(80)
        box.center = self.window.rect.center
        column = Column(box, gap=metrics.gap, pad=metrics.pad)
        widgets: list[Widget] = [
            Panel(rect=box),
            Text(
                rect=column.take(metrics.px(30)),
                text=labels("film_title" if self._film else "load_title"),
                size=metrics.large,
            ),
        ]
        low = column.take_low(metrics.line)
        if self._problem:
            note = column.take_low(metrics.px(52))
            widgets.append(Text(rect=note, text=self._problem, size=metrics.small, colour=self.theme.bad, wrap=True))
        files = saves_of(self)
        shown = max(1, column.rest.height // (metrics.line + metrics.gap))
        pages = max(1, -(-len(files) // shown))
        self._page = min(self._page, pages - 1)
        for number, file in enumerate(files[self._page * shown : (self._page + 1) * shown]):
            widgets.append(
                Button(
                    rect=column.take(metrics.line),
                    name=f"save_{number}",
                    label=file.stem,
                    act=lambda file=file: self._open(file),  # type: ignore[misc]
                )
            )
        third = low.width // 3 - metrics.gap
        widgets.append(
            Button(
                rect=pygame.Rect(low.x, low.y, third, low.height),
                name="back",
                label=labels("back"),
                act=self.cancel,
                key_name=self.window.keys.shown("cancel"),
            )
        )
        if pages > 1:
            widgets.append(
                Button(
                    rect=pygame.Rect(low.right - third, low.y, third, low.height),
                    name="page",
                    label=labels("page", page=self._page + 1, pages=pages),
                    act=lambda: self._turn(pages),
                )
            )
        return widgets

    def _turn(self, pages: int) -> None:
        self._page = (self._page + 1) % pages

    def _open(self, path: Path) -> None:
        from game.ui.scenes.play import PlayScene

        if self._film:
            self._watch(path)
            return
        try:
            match = resume(
                self.window.services, path, language=self.labels.language, autosave=self.window.settings.autosave
            )
        except DataError as error:
            self._problem = str(error)
            return
        self.window.replace(PlayScene(self.window, match))

    def _watch(self, path: Path) -> None:
        from game.ui.play.film import Film
        from game.ui.scenes.replay import ReplayScene

        try:
            film = Film(path)
        except BroodfallError as error:
            self._problem = str(error)
            return
        self.window.replace(ReplayScene(self.window, film))
