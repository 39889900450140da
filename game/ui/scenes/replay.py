"""A match watched again: a timeline with its rounds, forwards and backwards, as any seat or as all, play from here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import pygame

from game.api import NO_CELL, BroodfallError
from game.io.errors import unwritable
from game.text.faults import remarks
from game.text.phrases import Phrases, tag_of
from game.ui.board.camera import Camera
from game.ui.board.table import Marks, Table
from game.ui.board.tokens import initials
from game.ui.clips.clip import Clip, Stagecraft
from game.ui.clips.dice import draw_banner, draw_dice
from game.ui.clips.presenter import SPEEDS, Presenter
from game.ui.play.asking import FilmBots
from game.ui.play.film import Film
from game.ui.play.start import branch, title_of
from game.ui.play.whys import Whys
from game.ui.scenes.chart import ChartScene
from game.ui.scenes.fault_note import fault_panel
from game.ui.scenes.film_export import GifExport, can_export
from game.ui.scenes.replay_panels import WHY_WIDE, buttons, obstacle_of, timeline
from game.ui.scenes.scene import Scene
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button
from game.ui.widgets.flow import Column
from game.ui.widgets.plain import Bar, Drawing, Panel, Text
from game.ui.window import Window

_DRAWN: Final = 3
"""Frames of an animated picture that are drawn in one turn of the loop."""
_READ: Final = 8
"""Steps of a save that are read in one turn of the loop."""


class ReplayScene(Scene):
    """Shows a film. Everybody's secrets are seen unless a seat is chosen."""

    by_keys = False

    def __init__(self, window: Window, film: Film) -> None:
        super().__init__(window)
        self.film = film
        self.game = film.game
        self.place = 0
        self.running = False
        self.seat = ""
        self.note = ""
        """What is told in place of the action, until another is shown."""
        self.fault: BroodfallError | OSError | None = None
        """What could not be done just now, until another action is shown."""
        self._broken: BroodfallError | None = None
        """Why the film ends before the save does."""
        self._bots: FilmBots | None = None
        self._down: tuple[int, int] | None = None
        self._dragging = ""
        self._export: GifExport | None = None
        self.presenter = Presenter(self.game, film.scenes[0].after, self.labels.words)
        self.presenter.on_clip = self._follow
        self.camera = Camera(self.game.board.width, self.game.board.height, self._port(), still=window.settings.still)
        self._dress()

    def _port(self) -> pygame.Rect:
        metrics, rect = self.metrics, self.window.rect
        top, low = metrics.px(44), metrics.px(104)
        return pygame.Rect(0, top, rect.width, rect.height - top - low)

    def _dress(self) -> None:
        texts = self.labels.words.texts
        names = {kind.id: texts.unit(kind.id) for kind in self.game.kinds.values() if kind.faction == "hive"}
        self.table = Table(self.game, self.window.art, self.theme, self.window.palette, initials(names))
        self.table.shaded = self.window.settings.shade
        self.table.scale = self.metrics.scale
        self.presenter.words = self.labels.words

    # --- what is shown -------------------------------------------------------------------------------------------

    def go(self, place: int) -> None:
        """Show the table after an action at once."""
        self.note, self.fault = "", None
        self.place = min(max(0, place), len(self.film.scenes) - 1)
        state = self.film.scenes[self.place].after
        self.presenter.reset(self.game.redacted(state, self.seat) if self.seat else state)
        self.refresh()

    def forward(self) -> None:
        """Play the next action."""
        self.note, self.fault = "", None
        if self.presenter.busy:
            self.presenter.skip()
        if self.place + 1 < len(self.film.scenes):
            self.place += 1
            scene = self.film.scenes[self.place]
            events = scene.events
            if self.seat:
                events = self.game.redacted_events(scene.after, events, self.seat)
            self.presenter.hear(events)
        else:
            self.running = False
        self.refresh()

    def tick(self, seconds: float) -> bool:
        """See `Scene`."""
        changed = self.camera.tick(seconds)
        if not self.film.ready:
            try:
                self.film.read(_READ)
            except BroodfallError as error:
                self.fault = self._broken = error
                self.film.give_up()
            self.refresh()
            changed = True
        changed |= self._go_on_exporting()
        settings = self.window.settings
        self.presenter.speed = 0.0 if settings.still else settings.speed_other
        changed |= self.presenter.tick(seconds)
        if self.running and not self.presenter.busy and self.film.ready:
            self.forward()
            changed = True
        return changed

    def wait(self) -> float | None:
        """See `Scene`."""
        moving = self.camera.moving or self.presenter.busy or self.running or not self.film.ready
        moving = moving or self._export is not None
        return 0.0 if moving else 0.1 if self.presenter.dice is not None else None

    def _follow(self, clip: Clip) -> None:
        self.window.sounds.of_event(tag_of(clip.event))
        if clip.focus != NO_CELL:
            x, y = self.game.board.xy(clip.focus)
            self.camera.show(x + 0.5, y + 0.5)

    # --- what hands do -------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Run, or stop."""
        self.running = not self.running
        if self.running and self.place + 1 >= len(self.film.scenes):
            self.go(0)
        self.refresh()

    def back(self) -> None:
        """One action back."""
        self.running = False
        self.go(self.place - 1)

    def play_from_here(self) -> None:
        """A match of one's own from this moment: people where people sat, else at the first side of marines."""
        from game.ui.scenes.play import PlayScene

        try:
            match = branch(
                self.window.services, self.film, self.place, language=self.labels.language,
                autosave=self.window.settings.autosave,
            )  # fmt: skip
        except (BroodfallError, OSError) as error:
            self.fault = error
            self.refresh()
            return
        self.window.replace(PlayScene(self.window, match))

    def why(self) -> None:
        """Ask the bot that made the action that is shown, on the board as it stood; or tell why that cannot be."""
        whys = self.whys
        if whys is None:
            return
        self.running = False
        self.note = obstacle_of(self, whys)
        if self.note:
            self.refresh()
        else:
            self.window.open(ChartScene(self.window, whys, self.seat, self.place, follow=self.go))

    @property
    def whys(self) -> Whys | None:
        """Who decided what, and asking about it; None while the film is being read."""
        if self._bots is None and self.film.ready:
            self._bots = FilmBots(self.window.services, self.film)
        return self._bots.whys if self._bots is not None else None

    def leave(self) -> None:
        """See `Scene`; whoever was asked something goes, too."""
        if self._bots is not None:
            self._bots.close()

    def picture(self) -> None:
        """Write the board as it is shown into a picture beside the save."""
        path = self.film.path.with_name(f"{self.film.path.stem}-{self.place}.png")
        try:
            pygame.image.save(self.window.surface.subsurface(self.camera.port), str(path))
            self.note, self.fault = self.labels("written", file=path.name), None
        except (pygame.error, OSError) as error:
            cause = error if isinstance(error, OSError) else OSError(0, str(error))
            self.fault = unwritable(path, cause)
        self.refresh()

    def animation(self) -> None:
        """Begin to write the film as an animated picture beside the save."""
        if not can_export():
            self.note = self.labels("no_pillow")
        elif self.film.ready and self._export is None:
            self._export = GifExport(self.film, self.table, self.seat, self.film.path.with_suffix(".gif"))
        self.refresh()

    def _go_on_exporting(self) -> bool:
        export = self._export
        if export is None:
            return False
        try:
            done = export.draw(_DRAWN)
            self.note = self.labels("writing", share=round(100 * export.progress))
        except OSError as error:
            done, self.note, self.fault = True, "", unwritable(export.path, error)
        else:
            if done:
                self.note = self.labels("written", file=export.path.name)
        if done:
            self._export = None
        self.refresh()
        return True

    def take_seat(self, number: int) -> None:
        """Watch as a side, or as all of them."""
        self.seat = ["", *self.game.side_kinds][number]
        self.go(self.place)

    def handle(self, event: pygame.event.Event) -> bool:
        """Space plays, arrows step, the wheel zooms, dragging moves the board or the timeline."""
        self.settle()
        if event.type == pygame.KEYDOWN and self._key(event):
            return True
        if event.type == pygame.MOUSEWHEEL and self.camera.port.collidepoint(self.stage.pointer):
            return self.camera.zoom(1 if event.y > 0 else -1, self.stage.pointer)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if self._line().collidepoint(event.pos):
                self._dragging = "line"
                self._scrub(event.pos[0])
                return True
            if self.camera.port.collidepoint(event.pos):
                self._dragging, self._down = "board", event.pos
        if event.type == pygame.MOUSEBUTTONUP:
            self._dragging = ""
        if event.type == pygame.MOUSEMOTION and self._dragging and any(event.buttons):
            if self._dragging == "line":
                self._scrub(event.pos[0])
            else:
                self.camera.pan(-event.rel[0], -event.rel[1])
            return True
        return super().handle(event)

    def _key(self, event: pygame.event.Event) -> bool:
        command = self.window.keys.command(event)
        does: dict[str, Callable[[], object]] = {
            "skip": self.play,
            "pause": self.play,
            "step": self.forward,
            "cursor_right": self.forward,
            "cursor_left": self.back,
            "zoom_in": lambda: self.camera.zoom(1),
            "zoom_out": lambda: self.camera.zoom(-1),
            "fit": self.camera.fit,
            "faster": self.faster,
            "slower": lambda: self.faster(-1),
            "why": self.why,
        }
        if event.key in (pygame.K_HOME, pygame.K_END):
            self.go(0 if event.key == pygame.K_HOME else len(self.film.scenes) - 1)
            return True
        if command not in does:
            return False
        does[command]()
        self.refresh()
        return True

    def faster(self, steps: int = 1) -> None:
        """Play at the next speed, or one before."""
        settings = self.window.settings
        now = SPEEDS.index(settings.speed_other) if settings.speed_other in SPEEDS else 1
        settings.speed_other = SPEEDS[(now + steps) % len(SPEEDS)]

    def _scrub(self, x: int) -> None:
        line = self._line()
        share = min(max(0.0, (x - line.x) / max(1, line.width)), 1.0)
        self.running = False
        self.go(round(share * (len(self.film.scenes) - 1)))

    # --- widgets -------------------------------------------------------------------------------------------------

    def _line(self) -> pygame.Rect:
        metrics, rect = self.metrics, self.window.rect
        return pygame.Rect(metrics.px(20), rect.height - metrics.px(74), rect.width - metrics.px(40), metrics.px(24))

    def refresh(self) -> None:
        """See `Scene`."""
        super().refresh()
        if hasattr(self, "table"):
            self._dress()
            if self._port() != self.camera.port:
                self.camera.resize(self._port())

    def compose(self) -> Sequence[Widget]:
        """See `Scene`."""
        metrics, labels, rect, theme = self.metrics, self.labels, self.window.rect, self.theme
        top = pygame.Rect(0, 0, rect.width, metrics.px(44))
        low = pygame.Rect(0, rect.height - metrics.px(104), rect.width, metrics.px(104))
        title = title_of(self.film.header.scenario, labels.language) or self.film.path.stem
        head = top.inflate(-2 * metrics.pad, 0)
        said = pygame.Rect(low.x + metrics.px(20), low.y + metrics.px(4), low.width - metrics.px(40), metrics.px(24))
        why = pygame.Rect(0, said.y, metrics.px(WHY_WIDE), said.height)
        why.right = said.right
        said.width -= why.width + metrics.gap
        widgets: list[Widget] = [
            Panel(rect=top, round=0),
            Panel(rect=low, round=0),
            Text(rect=head, text=title, size=metrics.px(17), colour=theme.accent, middle=True),
            Text(rect=head, text=self._moment(), size=metrics.normal, align="right", middle=True),
            Text(rect=said, text=self._said(), size=metrics.normal, name="said", middle=True),
            self._asks(why),
        ]
        if not self.film.ready:
            widgets.append(Bar(rect=self._line(), share=self.film.progress))
        else:
            widgets.append(Drawing(rect=self._line(), paint=partial(timeline, film=self.film, place=self.place)))
        row = Column(low.inflate(-2 * metrics.px(14), -2 * metrics.px(6)))
        return [*widgets, *buttons(self, row.take_low(metrics.px(34))), *self._faults()]

    def _faults(self) -> list[Widget]:
        """What went wrong, upon the board: what could not be done, and at the end of the film why it ends there."""
        last = self.place + 1 == len(self.film.scenes)
        fault = self.fault or (self._broken if last else None)
        return fault_panel(self, fault, self.camera.port) if fault is not None else []

    def _asks(self, rect: pygame.Rect) -> Button:
        whys, keys = self.whys, self.window.keys
        tip = obstacle_of(self, whys) if whys is not None else ""
        return Button(
            rect=rect, name="why", label=self.labels("why"), act=self.why, key_name=keys.shown("why"), tip=tip,
            enabled=whys is not None and not tip, size=self.metrics.small,
        )  # fmt: skip

    def _moment(self) -> str:
        state = self.film.scenes[self.place].after
        parts = [self.labels("round", round=state.round) if state.round else self.labels("setting_up")]
        parts.append(f"{self.place} / {self.film.total}")
        return " · ".join(parts)

    def _said(self) -> str:
        if self.note:
            return self.note
        scene = self.film.scenes[self.place]
        film = self.film
        remark = remarks(self.labels.words, torn=film.torn, complete=film.complete)
        if scene.action is None:
            return remark
        if self.seat and self.seat != scene.side and not self.presenter.busy:
            return self.presenter.caption
        phrases = Phrases(self.game, scene.after, self.labels.words)
        said = f"{phrases.naming.side(scene.side).capitalize()}: {phrases.action(scene.action)}"
        return f"{said}. {remark}" if remark and film.ready and self.place + 1 == len(film.scenes) else said

    def draw(self, target: pygame.Surface) -> None:
        """See `Scene`."""
        self.settle()
        target.fill(self.theme.back)
        shown = self.presenter.shown
        self.table.draw(target, self.camera, shown, self.seat, Marks(), self.presenter.poses())
        clip = target.get_clip()
        target.set_clip(self.camera.port)
        self.presenter.paint(Stagecraft(target, self.camera, self.window.art, self.theme, self.game, shown))
        draw_dice(self.window.painter, self.camera.port, self.presenter, self.labels.words)
        draw_banner(self.window.painter, self.camera.port, self.presenter)
        target.set_clip(clip)
        self.stage.draw(self.window.painter)
