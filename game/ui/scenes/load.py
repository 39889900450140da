"""The saved matches."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import pygame

from game.api import BroodfallError
from game.ui import lettering
from game.ui.play.bots import HUMAN
from game.ui.play.shelf import Saved
from game.ui.play.start import resume, title_of
from game.ui.scenes.fault_note import fault_high, fault_note
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
        self._problem: BroodfallError | OSError | None = None

    def compose(self) -> Sequence[Widget]:
        """A list by pages."""
        metrics, labels = self.metrics, self.labels
        box = pygame.Rect(0, 0, min(metrics.px(720), self.window.rect.width - metrics.px(40)), self.window.rect.height)
        box.height -= metrics.px(60)
        box.center = self.window.rect.center
        column = Column(box, gap=metrics.px(6), pad=metrics.pad)
        widgets: list[Widget] = [
            Panel(rect=box),
            Text(
                rect=column.take(metrics.px(30)),
                text=labels("film_title" if self._film else "load_title"),
                size=metrics.large,
            ),
        ]
        low = column.take_low(metrics.line)
        if self._problem is not None:
            note = column.take_low(fault_high(self, self._problem, column.rest.width))
            widgets.append(fault_note(self, self._problem, note))
        saves = saves_of(self)
        line = metrics.px(48)
        shown = max(1, (column.rest.height + metrics.px(6)) // (line + metrics.px(6)))
        pages = max(1, -(-len(saves) // shown))
        self._page = min(self._page, pages - 1)
        for number, saved in enumerate(saves[self._page * shown : (self._page + 1) * shown]):
            widgets.append(self._row(column.take(line), number, saved))
        if not saves:
            widgets.append(
                Text(rect=column.rest, text=labels("load_none"), size=metrics.normal, colour=self.theme.dim, wrap=True)
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

    def _row(self, rect: pygame.Rect, number: int, saved: Saved) -> Button:
        """A match by its mission, who plays it and when; a broken one by its file's name."""
        labels, metrics = self.labels, self.metrics
        room = rect.width - 2 * metrics.px(10)
        if saved.header is None:
            label, note = saved.path.stem, labels("save_broken")
        else:
            label = title_of(saved.header.scenario, labels.language) or saved.path.stem
            # The clock is that of the file, for people who look for their match; nothing else depends on it.
            when = datetime.fromtimestamp(saved.written).strftime("%Y-%m-%d %H:%M")
            seats = ", ".join(self._seat(side, spec) for side, spec in saved.header.seats.items())
            note = " · ".join(part for part in (when, seats, labels("save_over") if saved.over else "") if part)
        return Button(
            rect=rect,
            name=f"save_{number}",
            label=lettering.fitted(label, metrics.normal, room),
            note=lettering.fitted(note, metrics.small, room),
            act=lambda: self._open(saved),
            tip=saved.path.name,
            tone="plain" if saved.header is not None else "warn",
        )

    def _seat(self, side: str, spec: str) -> str:
        """A side and who played it at first, in words."""
        player = self.labels("person_short") if spec == HUMAN else self.labels.bot(spec)
        name = self.labels.words.texts.name("sides", side)
        return f"{name[:1].upper()}{name[1:]}: {player}"

    def _turn(self, pages: int) -> None:
        self._page = (self._page + 1) % pages

    def _open(self, saved: Saved) -> None:
        from game.ui.scenes.play import PlayScene

        if saved.problem:
            self._problem = saved.problem
            return
        if self._film:
            self._watch(saved.path)
            return
        try:
            match = resume(
                self.window.services, saved.path, language=self.labels.language, autosave=self.window.settings.autosave
            )
        except (BroodfallError, OSError) as error:
            self._problem = error
            return
        self.window.replace(PlayScene(self.window, match))

    def _watch(self, path: Path) -> None:
        from game.ui.play.film import Film
        from game.ui.scenes.replay import ReplayScene

        try:
            film = Film(path)
        except (BroodfallError, OSError) as error:
            self._problem = error
            return
        self.window.replace(ReplayScene(self.window, film))
