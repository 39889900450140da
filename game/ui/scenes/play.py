"""The board in play: shows what one seat may see, turns its options into things to point at, plays what happens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.api import NO_CELL, IllegalAction, State, Unit
from game.text.naming import Naming
from game.text.phrases import Phrases
from game.ui.board.camera import Camera
from game.ui.board.minimap import Minimap
from game.ui.board.table import Marks, Table
from game.ui.board.tokens import initials
from game.ui.clips.clip import Clip, Stagecraft
from game.ui.clips.dice import draw_banner, draw_dice
from game.ui.clips.presenter import SPEEDS, Presenter
from game.ui.play.choices import Choice, Choices, choices_of
from game.ui.play.match import Chapter, Match
from game.ui.play.planning import Plan, chances, why_not
from game.ui.play.start import briefing_of
from game.ui.scenes.play_hands import Hands
from game.ui.scenes.play_log import Log
from game.ui.scenes.play_marks import marks_for
from game.ui.scenes.play_panels import Layout, compose_play
from game.ui.scenes.scene import Scene
from game.ui.widgets.base import Widget
from game.ui.window import Window

_POLL: Final = 0.04
"""Seconds between two looks at a bot that thinks."""
_BACKLOG: Final = 600
"""Events that may wait to be shown before bots are asked for more."""


class PlayScene(Scene):
    """One match, as the seat sees it that acts or watches."""

    by_keys = False

    def __init__(self, window: Window, match: Match) -> None:
        super().__init__(window)
        self.match = match
        self.game = match.game
        self.viewer = self._first_viewer()
        self.selected = 0
        self.family = ""
        self.page = 0
        self.cursor = NO_CELL
        self.several: list[Choice] = []
        self.pending: Plan | None = None
        self.told_off = ""
        self.log_offset = 0
        self.layout = Layout(window.rect, window.metrics)
        self.presenter = self._presenter()
        self.camera = Camera(
            self.game.board.width, self.game.board.height, self.layout.board, still=window.settings.still
        )
        self.hands = Hands(self)
        self.log = Log(self)
        self._choices: Choices | None = None
        self._choices_for: tuple[State, int] | None = None
        self._chances: dict[int, str] = {}
        self._ended = False
        self._dress()
        match.listeners.append(self._heard)

    def _first_viewer(self) -> str:
        people = self.match.people()
        if self.match.person_acts and self.match.to_act is not None:
            return self.match.to_act
        return people[0] if people else next(iter(self.game.side_kinds))

    def _presenter(self) -> Presenter:
        presenter = Presenter(self.game, self.seen, self.labels.words)
        presenter.speed = self.window.settings.speed_other
        presenter.on_clip = self._follow
        return presenter

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
        self.briefing = briefing_of(self.match.scenario, self.labels.language)
        self._dressed = (self.labels.language, self.theme.name, self.window.palette.name)

    # --- what is known -------------------------------------------------------------------------------------------

    @property
    def seen(self) -> State:
        """The true table as the seat may see it, whether it is shown already or not."""
        return self.game.redacted(self.match.session.state, self.viewer)

    @property
    def shown(self) -> State:
        """The table that is on the screen."""
        return self.presenter.shown

    @property
    def naming(self) -> Naming:
        """Names for what is shown."""
        return Naming(self.game, self.shown, self.labels.words)

    @property
    def phrases(self) -> Phrases:
        """Words for what is shown."""
        return Phrases(self.game, self.shown, self.labels.words)

    @property
    def acting(self) -> bool:
        """Whether the person at this seat is to decide, and all that led there has been shown."""
        match = self.match
        return match.person_acts and match.to_act == self.viewer and not self.presenter.busy

    @property
    def choices(self) -> Choices | None:
        """What may be chosen now; None while it is not this seat's decision."""
        if not self.acting:
            return None
        key = self.match.session.state, self.selected
        if self._choices is None or self._choices_for is None or self._choices_for != key:
            view = self.match.session.view(self.viewer)
            self._choices = choices_of(view, self.selected)
            self._choices_for = key
            self._chances = chances(self._choices)
        return self._choices

    @property
    def aims(self) -> dict[int, str]:
        """The chance against each thing that can be aimed at."""
        return self._chances if self.choices is not None else {}

    def unit_at(self, cell: int) -> Unit | None:
        """The unit that is shown on a cell."""
        return self.shown.units.get(self.shown.at.get(cell, 0))

    def plan_at(self, cell: int) -> Plan | None:
        """What a click on a cell would do, if that is one thing."""
        choices = self.choices
        if choices is None or cell == NO_CELL:
            return None
        found = choices.at(cell, self.family)
        return self.plan_of(found[0]) if len(found) == 1 else None

    def plan_of(self, choice: Choice) -> Plan:
        """A choice with what it would come to."""
        choices = self.choices
        assert choices is not None  # choices come from nowhere else
        return Plan(choice, choices.within if len(choice.actions) > 1 else choices.view)

    # --- what happens --------------------------------------------------------------------------------------------

    def _heard(self, watcher: str, chapter: Chapter | None) -> None:
        """The match told something to a seat."""
        if watcher != self.viewer:
            return
        if chapter is None:
            self.presenter.reset(self.seen)
            self.deselect()
        else:
            settings = self.window.settings
            own = chapter.side == self.viewer
            self.presenter.speed = 0.0 if settings.still else settings.speed_own if own else settings.speed_other
            self.presenter.hear(chapter.events)
        self.log_offset = 0
        self.refresh()

    def _follow(self, clip: Clip) -> None:
        """Keep what is played in view."""
        if clip.focus != NO_CELL:
            x, y = self.game.board.xy(clip.focus)
            self.camera.show(x + 0.5, y + 0.5)
        self.refresh()

    def tick(self, seconds: float) -> bool:
        """Bots go on, clips run, the camera glides."""
        changed = self.camera.tick(seconds) | self.hands.tick(seconds)
        busy = self.presenter.busy
        if self.presenter.tick(seconds):
            changed = True
        if busy != self.presenter.busy:
            self.refresh()
        if self.presenter.left < _BACKLOG and self.match.pump():
            self.refresh()
            changed = True
        if not self.presenter.busy:
            changed |= self._turn_over()
        return changed

    def _turn_over(self) -> bool:
        """Everything is shown: the end, or the next person's turn at this screen."""
        match = self.match
        if match.session.over:
            if not self._ended:
                from game.ui.scenes.end import EndScene

                self._ended = True
                self.window.open(EndScene(self.window, match, self.viewer))
                return True
            return False
        side = match.to_act
        if match.person_acts and side is not None and side != self.viewer:
            hidden = match.secrets([self.viewer, side])
            before, self.viewer = self.viewer, side
            self.deselect()
            self.presenter.reset(self.seen)
            self.refresh()
            if hidden and before:
                from game.ui.scenes.hand_over import HandOverScene

                self.window.open(HandOverScene(self.window, match, side))
            return True
        return self._choose_actor()

    def _choose_actor(self) -> bool:
        """The unit whose decision waits is selected by itself."""
        choices = self.choices
        if choices is None or not choices.actor or choices.actor == self.selected:
            return False
        self.selected = choices.actor
        self.family, self.several, self.pending = "", [], None
        unit = self.shown.units.get(self.selected)
        if unit is not None and unit.cell != NO_CELL:
            x, y = self.game.board.xy(unit.cell)
            self.camera.show(x + unit.size / 2, y + unit.size / 2)
        self.refresh()
        return True

    def wait(self) -> float | None:
        """See `Scene`."""
        if self.camera.moving or self.hands.moving or (self.presenter.busy and not self.presenter.paused):
            return 0.0
        if self.presenter.dice is not None:
            return 0.1
        return _POLL if self.match.bot_acts and not self.presenter.paused else None

    # --- acting --------------------------------------------------------------------------------------------------

    def select(self, unit: int) -> None:
        """Choose a unit to act with, or to look at."""
        self.selected = unit
        self.family, self.several, self.pending, self.told_off, self.page = "", [], None, "", 0
        self.refresh()

    def deselect(self) -> None:
        """Choose nobody."""
        self.select(0)

    def choose(self, choice: Choice) -> None:
        """Do it, after asking where that is due."""
        plan = self.plan_of(choice)
        asks = self.window.settings.confirm
        if self.pending is not None and self.pending.choice == choice:
            self.carry_out(choice)
        elif asks == "always" or (asks == "final" and plan.final):
            self.pending, self.told_off = plan, ""
            self.refresh()
        else:
            self.carry_out(choice)

    def carry_out(self, choice: Choice) -> None:
        """Do it."""
        self.pending, self.several, self.family, self.page = None, [], "", 0
        try:
            self.match.carry_out(choice.actions, self.viewer)
            self.told_off = ""
        except IllegalAction as error:
            self.told_off = self.labels.words.texts.refusal(error.refusal)
        self.refresh()

    def click(self, cell: int) -> None:
        """A cell was pointed at."""
        self.cursor = cell
        choices = self.choices
        if choices is None:
            unit = self.unit_at(cell)
            self.select(unit.id if unit is not None else 0)
            return
        found = choices.at(cell, self.family)
        unit = self.unit_at(cell)
        if unit is not None and unit.id in choices.ready and unit.id != self.selected:
            self.select(unit.id)
        elif len(found) == 1:
            self.choose(found[0])
        elif found:
            self.several, self.pending, self.page = found, None, 0
            self.refresh()
        elif unit is not None:
            self.select(unit.id)
        else:
            self.told_off = why_not(choices, cell, self.labels.words)
            self.pending, self.several = None, []
            self.refresh()

    def undo(self) -> None:
        """Take back the last thing."""
        refusal = self.match.cannot_undo(self.viewer)
        if refusal is not None:
            self.told_off = self.labels.words.texts.refusal(refusal)
        elif not self.presenter.busy:
            self.match.undo(self.viewer)
        self.refresh()

    def redo(self) -> None:
        """Do again what was taken back."""
        if self.match.session.can_redo and not self.presenter.busy:
            self.match.redo()
        self.refresh()

    def faster(self, steps: int) -> None:
        """Change how fast the other sides are played."""
        settings = self.window.settings
        now = SPEEDS.index(settings.speed_other) if settings.speed_other in SPEEDS else 1
        settings.speed_other = SPEEDS[min(max(now + steps, 0), len(SPEEDS) - 1)]
        self.presenter.speed = settings.speed_other
        self.refresh()

    def cancel(self) -> None:
        """Esc: let go of what is being planned, then of the unit, then the menu."""
        choices = self.choices
        compelled = choices is not None and choices.actor == self.selected and self.selected not in choices.ready
        if self.pending is not None or self.several or self.family or self.told_off:
            self.pending, self.several, self.family, self.told_off = None, [], "", ""
            self.refresh()
        elif self.selected and not compelled:
            self.deselect()
        else:
            self.open_menu()

    def open_menu(self) -> None:
        """The menu of the match."""
        from game.ui.scenes.menu import MenuScene

        self.window.open(MenuScene(self.window, self.match, self.viewer))

    # --- hands and picture ---------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """See `Scene`."""
        super().refresh()
        if hasattr(self, "table"):
            if self._dressed != (self.labels.language, self.theme.name, self.window.palette.name):
                self._dress()
                self.presenter.words = self.labels.words
            self.table.shaded = self.window.settings.shade
            self.table.scale = self.metrics.scale
            self.camera.still = self.window.settings.still
            layout = Layout(self.window.rect, self.metrics)
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
        marks = marks_for(self) if not self.presenter.busy else Marks(selected=self.selected)
        self.table.point_at(self.cursor)
        self.table.draw(target, self.camera, self.shown, self.viewer, marks, self.presenter.poses())
        clip = target.get_clip()
        target.set_clip(self.camera.port)
        self.presenter.paint(Stagecraft(target, self.camera, self.window.art, self.theme, self.game, self.shown))
        draw_dice(self.window.painter, self.camera.port, self.presenter, self.labels.words)
        draw_banner(self.window.painter, self.camera.port, self.presenter)
        target.set_clip(clip)
        self.stage.draw(self.window.painter)
        self.hands.draw_hover(self.window.painter)

    def leave(self) -> None:
        """See `Scene`."""
        self.match.close()
