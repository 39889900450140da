"""The board in play: shows what one seat may see, turns its options into things to point at, plays what happens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.api import NO_CELL
from game.text.lookout import Lookout
from game.text.phrases import tag_of
from game.ui.board.camera import Camera
from game.ui.board.minimap import Minimap
from game.ui.board.table import Marks, Table
from game.ui.board.tokens import initials
from game.ui.board.zooming import Zooming
from game.ui.clips.clip import Clip, Stagecraft
from game.ui.clips.dice import draw_banner, draw_dice
from game.ui.clips.presenter import Presenter
from game.ui.play.bots import HUMAN
from game.ui.play.choices import Choices
from game.ui.play.match import Chapter, Match
from game.ui.play.start import briefing_of
from game.ui.scenes.clip_bar import Pace, faster, speed_of
from game.ui.scenes.deciding import DecidingScene
from game.ui.scenes.play_hands import Hands
from game.ui.scenes.play_home import look_home
from game.ui.scenes.play_hover import Hover
from game.ui.scenes.play_log import Log
from game.ui.scenes.play_march import Marching
from game.ui.scenes.play_marks import marks_for
from game.ui.scenes.play_overlays import Overlays
from game.ui.scenes.play_panels import Layout, compose_play
from game.ui.scenes.scene import Scene
from game.ui.widgets.base import Widget
from game.ui.window import Window

_POLL: Final = 0.04
"""Seconds between two looks at a bot that thinks."""
_BACKLOG: Final = 600
"""Events that may wait to be shown before bots are asked for more."""


class PlayScene(DecidingScene):
    """One match, as the seat sees it that acts or watches."""

    by_keys = False
    band = 0
    """Units of height above the board for a note."""

    def __init__(self, window: Window, match: Match) -> None:
        super().__init__(window, match)
        self.log_offset = 0
        self.layout = Layout(window.rect, window.metrics, band=self.band)
        self._presenters = {side: self._presenter(side) for side in {self.viewer, *match.people()}}
        self._told = match.watchers
        """The seats that have been told what happened so far."""
        self._review: Presenter | None = None
        self.camera = Camera(
            self.game.board.width, self.game.board.height, self.layout.board, still=window.settings.still
        )
        self.zooming = Zooming(self.camera)
        look_home(self.camera, self.game, self.shown, self.viewer)
        self.hands = Hands(self)
        self.overlays = Overlays(self)
        self.marching = Marching(self)
        self.hover = Hover(self)
        self.log = Log(
            self,
            count=lambda: len(self.match.chapters.get(self.viewer, ())),
            entry=lambda number: self.match.chapters[self.viewer][number],
        )
        self._ended = False
        self._patient = -1
        """The number of actions before a decision that is waited for without end."""
        self._looked_at: tuple[int | str, int] = (0, 0)
        """What was brought into view last, a nest or somebody of a side, and the round."""
        self._failures = 0
        """How many failures of bots the player has been asked about."""
        self._dress()
        if match.torn:
            self.told_off = self.labels.words.say("torn", line=match.torn)
        match.listeners.append(self._heard)

    def _presenter(self, side: str) -> Presenter:
        seen = self.game.redacted(self.match.session.state, side)
        presenter = Presenter(self.game, seen, self.labels.words)
        presenter.on_clip = self._follow
        return presenter

    @property
    def presenter(self) -> Presenter:
        """See `DecidingScene`; while something is seen again, what plays that."""
        review = self._review
        return review if review is not None and review.busy else self._presenters[self.viewer]

    @property
    def lookout(self) -> Lookout:
        """What this seat knows of the table, in sentences."""
        return Lookout(self.match.session.view(self.viewer), self.naming)

    @property
    def briefing(self) -> str:
        """What the mission asks of whoever looks at the board."""
        return self._briefings[self.viewer]

    def _dress(self) -> None:
        """Make what depends on language, colours and theme."""
        texts = self.labels.words.texts
        hive = sorted(
            (kind for kind in self.game.kinds.values() if kind.faction == "hive"), key=lambda k: (k.cost, k.id)
        )
        letters = initials({kind.id: texts.unit(kind.id) for kind in hive})
        self.table = Table(self.game, self.window.art, self.theme, self.window.palette, letters)
        self.table.shaded = self.window.settings.shade
        self.minimap = Minimap(self.game.board, self.theme)
        self._briefings = {
            side: briefing_of(self.match.scenario, side, self.labels.language) for side in self.game.side_kinds
        }
        self._dressed = (self.labels.language, self.theme.name, self.window.palette.name)

    # --- what happens --------------------------------------------------------------------------------------------

    def _heard(self, watcher: str, chapter: Chapter | None) -> None:
        """The match told something to a seat; seats that nobody looks from now are shown it when their turn comes."""
        presenter = self._presenters.get(watcher)
        if presenter is None:
            return
        if chapter is None:
            presenter.reset(self.game.redacted(self.match.session.state, watcher))
        else:
            presenter.hear(chapter.events, chapter.side)
        if watcher == self.viewer:
            self._review = None
            if chapter is None:
                self.deselect()
            self.log_offset = 0
            self.refresh()

    def review(self, number: int) -> None:
        """Show once more what an entry of the log told this seat."""
        chapters = self.match.chapters[self.viewer]
        if self._presenters[self.viewer].busy or not 0 <= number < len(chapters):
            return
        start = self.game.redacted(self.match.session.start, self.viewer)
        before = chapters[number - 1].after if number else start
        self._review = Presenter(self.game, before, self.labels.words)
        self._review.on_clip = self._follow
        self._review.hear(chapters[number].events, chapters[number].side)
        self.refresh()

    def _follow(self, clip: Clip) -> None:
        """Keep what is played in view."""
        self.window.sounds.of_event(tag_of(clip.event))
        if clip.focus != NO_CELL:
            x, y = self.game.board.xy(clip.focus)
            self.camera.show(x + 0.5, y + 0.5)
        self.refresh()

    def tick(self, seconds: float) -> bool:
        """Bots go on, clips run, the camera glides."""
        changed = self.camera.tick(seconds) | self.hands.tick(seconds) | self.zooming.tick(seconds)
        busy, pace = self.presenter.busy, self.pace
        self.presenter.speed = self._speed()
        if self.presenter.tick(seconds):
            changed = True
            if pace != self.pace:
                self.refresh()
        if self._review is not None and not self._review.busy:
            self._review = None
            self.refresh()
        if busy != self.presenter.busy:
            self.refresh()
        if self.presenter.left < _BACKLOG:
            changed |= self._pump(seconds)
        if not self.presenter.busy:
            changed |= self._turn_over()
        return self.hands.follow() | self.overlays.tick() or changed

    def _pump(self, seconds: float) -> bool:
        """Bots go on. Seconds of long thoughts are counted in sight, up to those that the player wants to wait."""
        match, before = self.match, int(self.match.thought_for)
        happened = match.pump(seconds)
        if happened:
            self._patient = -1
        elif int(match.thought_for) == before:
            return False
        elif 0 < self.window.settings.patience <= match.thought_for and self._patient != len(match.session.log):
            self.halt(overdue=True)
        self.refresh()
        return True

    def halt(self, *, overdue: bool = False) -> None:
        """Ask how a match goes on that waits for a bot."""
        from game.ui.scenes.held_up import HeldUpScene

        if self.match.bot_acts or self.match.problem:
            self.window.open(HeldUpScene(self, overdue=overdue))

    def patient(self) -> None:
        """The player waits for as long as this decision takes."""
        self._patient = len(self.match.session.log)

    def seated(self) -> None:
        """Somebody else has a seat: what it is told is shown from here on."""
        people = self.match.people()
        for side in people:
            # One who was told nothing for a while shows a table of long ago.
            if side not in self._presenters or side not in self._told:
                self._presenters[side] = self._presenter(side)
        self._told, self._review = self.match.watchers, None
        if people and self.viewer not in people:
            # Who watched both sides so far plays one now; between two people the turn's change hands over.
            self.viewer = people[0]
        self.deselect()

    def _turn_over(self) -> bool:
        """Everything is shown: the end, or the next person's turn at this screen."""
        match = self.match
        if match.failures != self._failures:
            self._failures = match.failures
            self.halt()
            return True
        if match.session.over:
            if self._ended:
                return False
            self._ended = True
            self.finished()
            return True
        if self.stand():
            return True
        side = match.to_act
        if match.person_acts and side is not None and side != self.viewer:
            hidden = match.secrets([self.viewer, side])
            self.viewer, self.cursor, self._review = side, NO_CELL, None
            self.deselect()
            if hidden:
                # What happened since is played when the other one looks; without secrets both have seen it already.
                from game.ui.scenes.hand_over import HandOverScene

                self.window.open(HandOverScene(self.window, match, side))
            else:
                self.presenter.skip()
            return True
        return self._choose_actor()

    def finished(self) -> None:
        """The match is over and has been shown to its end."""
        from game.ui.scenes.end import EndScene

        self.window.open(EndScene(self.window, self.match, self.viewer))

    def _choose_actor(self) -> bool:
        """The unit whose decision waits is selected by itself; who or what is asked about is in view."""
        choices = self.choices
        if choices is not None and self._look(choices):
            return True
        if choices is None or not choices.actor or choices.actor == self.selected:
            return False
        self.selected = choices.actor
        self.family, self.several, self.pending, self.policy_for = "", [], None, 0
        unit = self.shown.units.get(self.selected)
        if unit is not None and unit.cell != NO_CELL:
            x, y = self.game.board.xy(unit.cell)
            self.camera.show(x + unit.size / 2, y + unit.size / 2)
        self.refresh()
        return True

    def _look(self, choices: Choices) -> bool:
        """Bring a nest that is asked about into view, and at the beginning of a turn a unit that may go."""
        state, board = self.match.session.state, self.game.board
        nest = self.shown.markers.get(self.nest)
        about = nest.id if nest is not None else state.turn if choices.ready else 0
        if about == 0 or self._looked_at == (about, state.round):
            return False
        self._looked_at = about, state.round
        if nest is not None:
            self.deselect()
            cells = [nest.cell]
        else:
            cells = [self.shown.units[unit].cell for unit in sorted(choices.ready) if unit in self.shown.units]
        spots = [board.xy(cell) for cell in cells if cell != NO_CELL]
        if not spots or any(self.camera.cells().collidepoint(spot) for spot in spots):
            return nest is not None
        x, y = min(spots, key=lambda spot: (abs(spot[0] - self.camera.x) + abs(spot[1] - self.camera.y), spot))
        self.camera.show(x + 0.5, y + 0.5)
        return True

    def wait(self) -> float | None:
        """See `Scene`."""
        if (
            self.camera.moving
            or self.zooming.moving
            or self.hands.moving
            or self.overlays.working
            or (self.presenter.busy and not self.presenter.paused)
        ):
            return 0.0
        if self.presenter.dice is not None:
            return 0.1
        return _POLL if self.match.bot_acts and not self.presenter.paused else None

    @property
    def pace(self) -> Pace:
        """Which speed applies to what is played now, or is to be played next."""
        presenter, match = self.presenter, self.match
        side = presenter.side if presenter.busy else match.to_act
        return "speed_own" if side == self.viewer and match.seats.get(self.viewer) == HUMAN else "speed_other"

    def _speed(self) -> float:
        """That speed. What is seen again is played in any case."""
        return speed_of(self.window.settings, self.pace) or float(self._review is not None)

    def faster(self, steps: int) -> None:
        """Change how fast is played what is played now."""
        faster(self.window.settings, self.pace, steps)
        self.refresh()

    # --- hands and picture ---------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """See `Scene`."""
        super().refresh()
        if hasattr(self, "table"):
            if self._dressed != (self.labels.language, self.theme.name, self.window.palette.name):
                self._dress()
                for presenter in self._presenters.values():
                    presenter.words = self.labels.words
            self.table.shaded = self.window.settings.shade
            self.table.scale = self.metrics.scale
            self.camera.still = self.window.settings.still
            self.match.keep(self.window.settings.autosave)
            layout = Layout(self.window.rect, self.metrics, band=self.band)
            if layout.board != self.camera.port:
                self.layout = layout
                self.camera.resize(layout.board)

    def compose(self) -> Sequence[Widget]:
        """See `Scene`."""
        return compose_play(self)

    def handle(self, event: pygame.event.Event) -> bool:
        """See `Scene`."""
        self.settle()
        return self.hands.take(event)

    def draw(self, target: pygame.Surface) -> None:
        """See `Scene`."""
        self.settle()
        target.fill(self.theme.back)
        if not self.zooming.draw(target):
            self._draw_table(target)
        self.stage.draw(self.window.painter)
        self.hover.draw(self.window.painter)
        self.hands.dice.draw(self.window.painter)

    def _draw_table(self, target: pygame.Surface) -> None:
        """The table with its marks, and what the clip draws over it."""
        marks = marks_for(self) if not self.presenter.busy else Marks(selected=self.selected)
        self.table.point_at(self.cursor)
        self.table.draw(target, self.camera, self.shown, self.viewer, marks, self.presenter.poses())
        clip = target.get_clip()
        target.set_clip(self.camera.port)
        self.presenter.paint(Stagecraft(target, self.camera, self.window.art, self.theme, self.game, self.shown))
        draw_dice(self.window.painter, self.camera.port, self.presenter, self.labels.words)
        draw_banner(self.window.painter, self.camera.port, self.presenter)
        target.set_clip(clip)

    def zoom(self, steps: int, about: tuple[int, int] | None) -> bool:
        """Nearer or farther; True if that was possible."""
        self.refresh()
        return self.zooming.step(steps, about, self.window.surface)

    def close_question(self) -> Scene | None:
        """See `Scene`."""
        from game.ui.scenes.leaving import LeaveScene

        return LeaveScene(self.window, self.match, self.window.quit) if self.match.unsaved else None

    def leave(self) -> None:
        """See `Scene`."""
        self.match.close()
