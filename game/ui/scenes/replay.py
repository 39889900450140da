"""A match watched again: a timeline with its rounds, forwards and backwards, as any seat or as all, play from here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.api import NO_CELL, BroodfallError, State, Unit, View
from game.io.errors import unwritable
from game.text.faults import remarks
from game.text.lookout import Lookout
from game.text.naming import Naming
from game.text.phrases import Phrases, tag_of
from game.ui.board.camera import Camera
from game.ui.board.table import Marks, Table
from game.ui.board.tokens import initials
from game.ui.clips.clip import Clip, Stagecraft
from game.ui.clips.dice import draw_banner, draw_dice
from game.ui.clips.presenter import Presenter
from game.ui.play.asking import FilmBots
from game.ui.play.film import Film
from game.ui.play.start import branch, briefing_of
from game.ui.play.whys import Whys
from game.ui.scenes.chart import ChartScene
from game.ui.scenes.clip_bar import faster, speed_of
from game.ui.scenes.fault_note import fault_panel
from game.ui.scenes.film_export import GifExport, can_export
from game.ui.scenes.play_hover import draw_note
from game.ui.scenes.play_log import Log
from game.ui.scenes.replay_hands import ReplayHands
from game.ui.scenes.replay_panels import ReplayLayout, compose_replay, obstacle_of
from game.ui.scenes.scene import Scene
from game.ui.widgets.base import Widget
from game.ui.window import Window

_DRAWN: Final = 3
"""Frames of an animated picture that are drawn in one turn of the loop."""
_READ: Final = 8
"""Steps of a save that are read in one turn of the loop."""


class ReplayScene(Scene):
    """Shows a film. Everybody's secrets are seen unless a seat is chosen."""

    first = "play"

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
        self.selected = 0
        self.cursor = NO_CELL
        self.layout = ReplayLayout(window.rect, window.metrics)
        self.log_offset = 0
        self._export: GifExport | None = None
        self.presenter = Presenter(self.game, film.scenes[0].after, self.labels.words)
        self.presenter.on_clip = self._follow
        self.camera = Camera(
            self.game.board.width, self.game.board.height, self.layout.board, still=window.settings.still
        )
        self.hands = ReplayHands(self)
        self.log = Log(self, count=lambda: self.place + 1, entry=lambda number: self.film.told(number, self.seat))
        self._dress()

    def _dress(self) -> None:
        texts = self.labels.words.texts
        names = {kind.id: texts.unit(kind.id) for kind in self.game.kinds.values() if kind.faction == "hive"}
        self.table = Table(self.game, self.window.art, self.theme, self.window.palette, initials(names))
        self.table.shaded = self.window.settings.shade
        self.table.scale = self.metrics.scale
        self.presenter.words = self.labels.words

    # --- what is shown -------------------------------------------------------------------------------------------

    @property
    def viewer(self) -> str:
        """The seat that watches; empty for all of them."""
        return self.seat

    @property
    def seats(self) -> list[str]:
        """All of them, then each."""
        return ["", *self.game.side_kinds]

    @property
    def shown(self) -> State:
        """The table that is on the screen."""
        return self.presenter.shown

    @property
    def naming(self) -> Naming:
        """Names for what is shown."""
        return Naming(self.game, self.shown, self.labels.words)

    @property
    def lookout(self) -> Lookout:
        """What is shown, in sentences. Whoever watches as all seats sees everything."""
        side = self.seat or self.shown.turn or next(iter(self.game.side_kinds))
        return Lookout(View(self.game.seat(side), self.shown, side), self.naming)

    @property
    def briefing(self) -> str:
        """What the mission asks of the seat; of all of them what a hand can do."""
        if self.seat:
            return briefing_of(self.film.header.scenario, self.seat, self.labels.language)
        return self.labels("film_hint")

    def unit_at(self, cell: int) -> Unit | None:
        """The unit that is shown on a cell."""
        return self.shown.units.get(self.shown.at.get(cell, 0))

    def words(self) -> str:
        """What is noted beside the pointer."""
        return self.lookout.cell(self.cursor) if self.cursor != NO_CELL and not self.presenter.busy else ""

    def go(self, place: int) -> None:
        """Show the table after an action at once."""
        self.note, self.fault = "", None
        self.place = min(max(0, place), len(self.film.scenes) - 1)
        state = self.film.scenes[self.place].after
        self.presenter.reset(self.game.redacted(state, self.seat) if self.seat else state)
        self.log_offset = 0
        self.refresh()

    def jump(self, by: int, *, rounds: bool = False) -> None:
        """To the first action of the next turn or round (``by`` 1), or of this one, or the one before (-1)."""
        self.running = False
        parts = self.film.parts()
        firsts = [
            part.first
            for before, part in zip([None, *parts], parts, strict=False)
            if before is None or part.round != before.round or (not rounds and part.side != before.side)
        ]
        if by > 0:
            self.go(next((first for first in firsts if first > self.place), len(self.film.scenes) - 1))
        else:
            self.go(next((first for first in reversed(firsts) if first < self.place), 0))

    def forward(self) -> None:
        """Play the next action."""
        self.note, self.fault = "", None
        if self.presenter.busy:
            self.presenter.skip()
        self.log.catch_up()
        self.log_offset = 0
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
        changed = self.camera.tick(seconds) | self.hands.tick(seconds)
        if not self.film.ready:
            try:
                self.film.read(_READ)
            except BroodfallError as error:
                self.fault = self._broken = error
                self.film.give_up()
            self.refresh()
            changed = True
        changed |= self._go_on_exporting()
        self.presenter.speed = speed_of(self.window.settings, "speed_other")
        busy, said = self.presenter.busy, self.said()
        changed |= self.presenter.tick(seconds)
        if busy != self.presenter.busy or said != self.said():
            self.refresh()
        if self.running and not self.presenter.busy and self.film.ready:
            self.forward()
            changed = True
        return changed

    def wait(self) -> float | None:
        """See `Scene`."""
        moving = self.camera.moving or self.hands.moving or self.presenter.busy or self.running or not self.film.ready
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
        self._draw_table(self.window.surface, Marks())
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
        self.seat = self.seats[number % len(self.seats)]
        self.go(self.place)

    def handle(self, event: pygame.event.Event) -> bool:
        """See `ReplayHands`; what is none of its is for the buttons."""
        self.settle()
        return self.hands.take(event) or super().handle(event)

    def faster(self, steps: int = 1) -> None:
        """Play faster, or slower."""
        faster(self.window.settings, "speed_other", steps)

    def centre(self) -> None:
        """Look at the unit on the card."""
        unit = self.shown.units.get(self.selected)
        if unit is not None and unit.cell != NO_CELL:
            x, y = self.game.board.xy(unit.cell)
            self.camera.centre(x + unit.size / 2, y + unit.size / 2)

    # --- widgets -------------------------------------------------------------------------------------------------

    @property
    def line(self) -> pygame.Rect:
        """The line of time."""
        return self.layout.line

    def place_at(self, x: int) -> int:
        """The action that lies at a point of the line."""
        share = min(max(0.0, (x - self.line.x) / max(1, self.line.width)), 1.0)
        return round(share * (len(self.film.scenes) - 1))

    def refresh(self) -> None:
        """See `Scene`."""
        super().refresh()
        if hasattr(self, "table"):
            self._dress()
            self.layout = ReplayLayout(self.window.rect, self.metrics)
            if self.layout.board != self.camera.port:
                self.camera.resize(self.layout.board)

    def compose(self) -> Sequence[Widget]:
        """See `Scene`."""
        return [*compose_replay(self), *self._faults()]

    def _faults(self) -> list[Widget]:
        """What went wrong, upon the board: what could not be done, and at the end of the film why it ends there."""
        last = self.place + 1 == len(self.film.scenes)
        fault = self.fault or (self._broken if last else None)
        return fault_panel(self, fault, self.camera.port) if fault is not None else []

    def said(self) -> str:
        """What is told below the board: of what is played its sentences, of what is over the action."""
        if self.note:
            return self.note
        if self.presenter.busy and self.presenter.caption:
            return self.presenter.said
        scene = self.film.scenes[self.place]
        film = self.film
        remark = remarks(self.labels.words, torn=film.torn, complete=film.complete)
        if scene.action is None:
            return remark
        if self.seat and self.seat != scene.side:
            return ""
        phrases = Phrases(self.game, scene.after, self.labels.words)
        said = f"{phrases.naming.side(scene.side).capitalize()}: {phrases.action(scene.action)}"
        return f"{said}. {remark}" if remark and film.ready and self.place + 1 == len(film.scenes) else said

    def draw(self, target: pygame.Surface) -> None:
        """See `Scene`."""
        self.settle()
        target.fill(self.theme.back)
        self._draw_table(target, Marks(selected=self.selected, hovered=self.cursor))
        self.stage.draw(self.window.painter)
        if self.cursor != NO_CELL:
            draw_note(self.window.painter, self, self.words)

    def _draw_table(self, target: pygame.Surface, marks: Marks) -> None:
        shown = self.presenter.shown
        self.table.draw(target, self.camera, shown, self.seat, marks, self.presenter.poses())
        clip = target.get_clip()
        target.set_clip(self.camera.port)
        self.presenter.paint(Stagecraft(target, self.camera, self.window.art, self.theme, self.game, shown))
        draw_dice(self.window.painter, self.camera.port, self.presenter, self.labels.words)
        draw_banner(self.window.painter, self.camera.port, self.presenter)
        target.set_clip(clip)
