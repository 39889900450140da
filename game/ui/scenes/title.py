"""The title: what can be done, over a picture of what waits below."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pygame

from game.api import BroodfallError, DataError
from game.io.text import LANGUAGES
from game.ui import lettering
from game.ui.labels import LANGUAGE_NAMES
from game.ui.play.shelf import Saved, shelf
from game.ui.scenes.fault_note import fault_high, fault_note
from game.ui.scenes.scene import Scene
from game.ui.scenes.title_picture import title_picture
from game.ui.theme import mix
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button
from game.ui.widgets.flow import Column
from game.ui.widgets.plain import Panel, Text


class TitleScene(Scene):
    """The first screen."""

    problem: BroodfallError | OSError | None = None

    def compose(self) -> Sequence[Widget]:
        """The menu at the left."""
        metrics, labels = self.metrics, self.labels
        left = max(metrics.px(40), self.window.rect.width // 12)
        width = metrics.px(300)
        top = self.window.rect.height // 2 - metrics.px(90)
        column = Column(pygame.Rect(left, top, width, self.window.rect.height - top), gap=metrics.px(8))
        entries = [
            ("new", self._new),
            ("tutorial", self._tutorial),
            ("load", self._load),
            ("films", self._films),
            ("codex", self._codex),
            ("settings", self._settings),
            ("quit", self.window.quit),
        ]
        last = last_save(self)
        if last is not None:
            entries.insert(0, ("continue", lambda: self._continue(last)))
        if not saves_of(self):
            entries = [entry for entry in entries if entry[0] not in ("load", "films")]
        # As high as there is room for down to the line at the foot.
        room = self.window.rect.bottom - metrics.px(46) - top
        each = min(metrics.px(40), room // len(entries) - metrics.px(8))
        widgets: list[Widget] = [
            Button(rect=column.take(each), name=f"title_{key}", label=labels(f"title_{key}"), act=act)
            for key, act in entries
        ]
        if self.problem is not None:
            # The picture is bright there: what went wrong is read on a panel.
            note = pygame.Rect(left + width + metrics.px(32), top + metrics.px(10), 0, 0)
            note.width = min(metrics.px(420), self.window.rect.right - metrics.px(32) - note.x)
            note.height = fault_high(self, self.problem, note.width, size=metrics.normal)
            widgets.append(Panel(rect=note.inflate(metrics.px(24), metrics.px(20))))
            widgets.append(fault_note(self, self.problem, note, size=metrics.normal))
        foot = pygame.Rect(left, self.window.rect.bottom - metrics.px(34), metrics.px(700), metrics.px(20))
        widgets.append(Text(rect=foot, text=labels("title_hint"), size=metrics.small, colour=self.theme.faint))
        widgets.append(self._language())
        return widgets

    def _language(self) -> Button:
        """The next language, in its own words."""
        metrics, settings = self.metrics, self.window.settings
        following = LANGUAGES[(LANGUAGES.index(settings.language) + 1) % len(LANGUAGES)]

        def change() -> None:
            settings.language = following
            self.window.refresh()
            self.window.keep_settings()

        rect = pygame.Rect(0, 0, metrics.px(110), metrics.px(32))
        rect.bottomright = self.window.rect.right - metrics.px(24), self.window.rect.bottom - metrics.px(20)
        return Button(
            rect=rect, name="title_language", label=LANGUAGE_NAMES[following], act=change, align="centre",
            size=metrics.small,
        )  # fmt: skip

    def ground(self, target: pygame.Surface) -> None:
        """Name and picture."""
        theme, metrics, rect = self.theme, self.metrics, self.window.rect
        target.blit(title_picture(rect.width, rect.height, theme, self.window.palette), (0, 0))
        left = max(metrics.px(40), rect.width // 12)
        name = lettering.line("BROODFALL", metrics.huge, theme.text)
        top = rect.height // 2 - metrics.px(210)
        target.blit(name, (left - 2, top))
        pygame.draw.rect(target, theme.accent, (left, top + name.get_height() + 2, metrics.px(64), metrics.px(4)))
        said = lettering.line(self.labels("title_line"), metrics.normal, mix(theme.dim, theme.text, 0.3))
        target.blit(said, (left, top + name.get_height() + metrics.px(18)))

    def cancel(self) -> None:
        """Esc: end."""
        self.window.quit()

    def _new(self) -> None:
        from game.ui.scenes.new_game import NewGameScene

        try:
            scene = NewGameScene(self.window)
        except DataError as error:  # a mission that comes with the game is damaged
            self.problem = error
            return
        self.window.open(scene)

    def _tutorial(self) -> None:
        from game.ui.scenes.tutor import LessonsScene

        self.window.open(LessonsScene(self.window))

    def _load(self) -> None:
        from game.ui.scenes.load import LoadScene

        self.window.open(LoadScene(self.window))

    def _films(self) -> None:
        from game.ui.scenes.load import LoadScene

        self.window.open(LoadScene(self.window, film=True))

    def _codex(self) -> None:
        from game.ui.scenes.books import codex

        self.window.open(codex(self.window))

    def _settings(self) -> None:
        from game.ui.scenes.options import SettingsScene

        self.window.open(SettingsScene(self.window))

    def _continue(self, path: Path) -> None:
        from game.ui.play.start import resume
        from game.ui.scenes.play import PlayScene

        try:
            match = resume(
                self.window.services, path, language=self.labels.language, autosave=self.window.settings.autosave
            )
        except (BroodfallError, OSError) as error:
            self.problem = error
            return
        self.window.open(PlayScene(self.window, match))


def saves_of(scene: Scene) -> list[Saved]:
    """The saved matches, the newest first; none where there is no place for saves."""
    place = scene.window.services.saves
    if place is None:
        return []
    try:
        return shelf(place())
    except (OSError, BroodfallError):
        return []


def last_save(scene: Scene) -> Path | None:
    """The match that was saved last and can be gone on with."""
    return next((saved.path for saved in saves_of(scene) if saved.header is not None and not saved.over), None)
