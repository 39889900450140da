"""A lesson: the board in play with a note that says what to do next, and notices when it is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import pygame

from game.api import BroodfallError
from game.text.phrases import tag_of
from game.ui.play.bots import HUMAN
from game.ui.play.match import Match
from game.ui.play.start import begin
from game.ui.scenes.fault_note import fault_panel
from game.ui.scenes.play import PlayScene
from game.ui.scenes.scene import Scene
from game.ui.tutorial import LESSONS, Lesson
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button
from game.ui.widgets.flow import Column, columns
from game.ui.widgets.plain import Panel, Text
from game.ui.window import Window

SEED: Final = 12
"""Every lesson goes the same way for the same hands."""


def lesson_match(window: Window, lesson: Lesson) -> Match:
    """A match on a lesson's board; it is not saved. Raises DataError."""
    services = replace(window.services, free_path=None)
    seats = {side: HUMAN if side == lesson.side else lesson.bot for side in ("marines", "hive")}
    if lesson.side == "hive":
        seats["marines"] = lesson.bot
    match = begin(services, str(lesson.path), seats, SEED, language=window.labels.language)
    match.title = window.labels(f"lesson_{lesson.id}")
    return match


class TutorScene(PlayScene):
    """Plays a lesson."""

    band = 128

    def __init__(self, window: Window, lesson: Lesson) -> None:
        self.lesson = lesson
        self.step = 0
        self._mark = 0
        self._undone = False
        self._aimed = False
        super().__init__(window, lesson_match(window, lesson))
        self._mark = len(self.match.session.log)
        self._doors = self.match.session.state.doors
        self.match.listeners.append(self._noticed)

    def _noticed(self, _watcher: str, chapter: object) -> None:
        if chapter is None:
            self._undone = True
            self._mark = min(self._mark, len(self.match.session.log))

    # --- goals ---------------------------------------------------------------------------------------------------

    @property
    def done(self) -> bool:
        """Whether every step is done."""
        return self.step >= len(self.lesson.steps)

    def _did(self, *tags: str) -> bool:
        """Whether this seat did one of these things since the step began."""
        return any(
            entry.side == self.viewer and tag_of(entry.action) in tags for entry in self.match.session.log[self._mark :]
        )

    @property
    def _moves(self) -> bool:
        """Whether the hive is still in the first step of its turn."""
        state = self.match.session.state
        return state.turn == self.viewer and state.phase == "MOVE"

    def _asks(self, tag: str) -> bool:
        return self.asked is not None and tag_of(self.asked) == tag

    def reached(self, goal: str) -> bool:
        """Whether the goal of a step is reached."""
        own = {unit.id for unit in self.shown.units.values() if unit.side == self.viewer}
        goals: dict[str, Callable[[], bool]] = {
            "select": lambda: self.selected in own,
            "moved": lambda: self._did("move", "climb", "jump"),
            "second": lambda: self._asks("orders_phase") and self._did("move", "pass", "dodge", "idle", "shoot"),
            "undone": lambda: self._undone,
            "door": lambda: self.match.session.state.doors != self._doors,
            "ended": lambda: self._did("end_turn"),
            "aimed": lambda: (
                self.cursor in {self.shown.units[thing].cell for thing in self.aims if thing in self.shown.units}
            ),
            "shot": lambda: self._did("shoot"),
            "policy": lambda: self._did("set_policy"),
            "threat": lambda: "threat" in self.hands.held,
            "reacted": lambda: self._did("shoot", "dodge", "fight", "pass", "reset"),
            "activated": lambda: self._did("activate_xeno") or not self._moves,
            "attacked": lambda: self._did("fight", "pass") or not self._moves,
            "passed": lambda: not self._moves,
            "spent": lambda: (
                self._did("spend_swarm_dice", "place_xeno", "end_turn")
                or self.shown.turn != self.viewer
                or self.match.session.state.phase == "PLACE"
            ),
            "placed": lambda: self._did("place_xeno", "place_marker"),
        }
        return goals[goal]()

    def tick(self, seconds: float) -> bool:
        """See `Scene`."""
        changed = super().tick(seconds)
        if not self.done and self.reached(self.lesson.steps[self.step]):
            self.next()
            return True
        return changed

    def next(self) -> None:
        """On to the next step."""
        self.step = min(self.step + 1, len(self.lesson.steps))
        self._mark = len(self.match.session.log)
        self._undone = False
        self._doors = self.match.session.state.doors
        self.refresh()

    def finished(self) -> None:
        """A lesson has no result; the note offers to begin again."""

    # --- widgets -------------------------------------------------------------------------------------------------

    def compose(self) -> Sequence[Widget]:
        """The board's own, and the note over its upper left corner."""
        return [*super().compose(), *self._note()]

    def _note(self) -> list[Widget]:
        metrics, labels, theme, box = self.metrics, self.labels, self.theme, self.layout.note
        steps = len(self.lesson.steps)
        key = f"lesson_{self.lesson.id}_{self.step + 1}" if not self.done else "lesson_done"
        if self.match.session.over and not self.done:
            key = "lesson_over"
        named = {command: self.window.keys.shown(command) for command in _NAMED}
        text = labels(key, **named)
        if not self.done and self._asks("declare_second") and self.lesson.steps[self.step] in _BETWEEN_ORDERS:
            text += " " + labels("lesson_open_order", **named)
        column = Column(box, gap=metrics.px(3), pad=metrics.px(8))
        row = column.take_low(metrics.px(28))
        shown = min(self.step + 1, steps)
        head = f"{labels(f'lesson_{self.lesson.id}')} · {shown}/{steps}"
        widgets: list[Widget] = [
            Panel(rect=box, edge=theme.accent, name="note", round=0),
            Text(rect=column.take(metrics.px(17)), text=head, size=metrics.small, colour=theme.accent),
            Text(rect=column.rest, text=text, size=metrics.normal, wrap=True),
        ]
        buttons: list[tuple[str, Callable[[], object]]] = [
            ("lesson_again", self._again),
            ("lesson_leave", self.window.back),
        ]
        following = self._following()
        if not self.done:
            buttons.insert(0, ("lesson_skip", self.next))
        elif following is not None:
            buttons.insert(0, ("lesson_next", lambda: self._open(following)))
        row.width = min(row.width, metrics.px(160) * len(buttons))
        for rect, (name, act) in zip(columns(row, len(buttons), metrics.px(6)), buttons, strict=True):
            tone = "go" if name == "lesson_next" else "plain"
            widgets.append(
                Button(rect=rect, name=name, label=labels(name), act=act, size=metrics.small, align="centre", tone=tone)
            )
        return widgets

    def _following(self) -> Lesson | None:
        place = LESSONS.index(self.lesson)
        return LESSONS[place + 1] if place + 1 < len(LESSONS) else None

    def _open(self, lesson: Lesson) -> None:
        self.window.replace(TutorScene(self.window, lesson))

    def _again(self) -> None:
        self._open(self.lesson)


_BETWEEN_ORDERS: Final = ("policy", "ended")
"""Goals that have to wait until the order that runs is over."""
_NAMED: Final = (
    "next_unit", "undo", "end_turn", "pass", "policy", "threat", "sight", "confirm", "cancel", "skip", "let_bot",
)  # fmt: skip
"""Commands whose keys the texts of lessons name."""


class LessonsScene(Scene):
    """Which lesson?"""

    over = True
    fault: BroodfallError | None = None
    """Why a lesson cannot be begun."""

    def compose(self) -> Sequence[Widget]:
        """A button for each."""
        metrics, labels = self.metrics, self.labels
        box = pygame.Rect(0, 0, metrics.px(520), metrics.px(330))
        box.center = self.window.rect.center
        column = Column(box, gap=metrics.gap, pad=metrics.px(16))
        widgets: list[Widget] = [
            Panel(rect=box),
            Text(rect=column.take(metrics.px(30)), text=labels("title_tutorial"), size=metrics.large),
        ]
        for number, lesson in enumerate(LESSONS, 1):
            widgets.append(
                Button(
                    rect=column.take(metrics.px(58)),
                    name=f"lesson_{lesson.id}",
                    label=f"{number}. {labels(f'lesson_{lesson.id}')}",
                    note=labels(f"lesson_{lesson.id}_about"),
                    act=lambda lesson=lesson: self._open(lesson),  # type: ignore[misc]
                )
            )
        widgets.append(
            Button(
                rect=column.take(metrics.line),
                name="back",
                label=labels("back"),
                act=self.cancel,
                key_name=self.window.keys.shown("cancel"),
            )
        )
        if self.fault is not None:
            widgets += fault_panel(self, self.fault, self.window.rect)
        return widgets

    def _open(self, lesson: Lesson) -> None:
        try:
            scene = TutorScene(self.window, lesson)
        except BroodfallError as error:
            self.fault = error
            return
        self.window.replace(scene)
