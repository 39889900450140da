"""A bot takes long, has failed or is to be stopped: the player chooses how the match goes on, and nothing is lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from game.ui.play.bots import HUMAN, stand_in
from game.ui.scenes.scene import Scene
from game.ui.widgets.base import Act, Widget
from game.ui.widgets.controls import Button
from game.ui.widgets.flow import Column
from game.ui.widgets.plain import Panel, Text

if TYPE_CHECKING:
    from game.ui.scenes.play import PlayScene

_POLL = 0.04
"""Seconds between two looks at a bot that thinks."""


class HeldUpScene(Scene):
    """Asks how a match goes on. A bot that only takes long thinks on meanwhile, and its answer closes the question."""

    over = True

    def __init__(self, board: PlayScene, *, overdue: bool = False) -> None:
        """``overdue``: nobody asked; the bot has thought for longer than the player wants to wait."""
        super().__init__(board.window)
        self._board = board
        self._match = board.match
        self._overdue = overdue
        self._second = int(board.match.thought_for)

    @property
    def _side(self) -> str:
        return self._match.to_act or ""

    def compose(self) -> Sequence[Widget]:
        """What holds the match up, and the ways on."""
        metrics, labels, theme, match = self.metrics, self.labels, self.theme, self._match
        name = self._board.naming.side(self._side).capitalize()
        rows = self._rows()
        width = min(metrics.px(520), self.window.rect.width - metrics.px(40))
        if match.problem:
            title, text = labels("held_failed", side=name), labels.fault(match.problem)
        else:
            title = labels("held_overdue" if self._overdue else "held_stop", side=name)
            text = labels("held_for", seconds=int(match.thought_for))
        needed = max(metrics.px(36), Text.needs(text, metrics.normal, width - 2 * metrics.px(18)))
        high = (
            2 * metrics.px(18) + metrics.px(30) + needed + (len(rows)) * metrics.px(40) + (len(rows) + 1) * metrics.gap
        )
        box = pygame.Rect(0, 0, width, min(high, self.window.rect.height - metrics.px(16)))
        box.center = self.window.rect.center
        column = Column(box, gap=metrics.gap, pad=metrics.px(18))
        colour = theme.bad if match.problem else theme.dim
        widgets: list[Widget] = [
            Panel(rect=box),
            Text(rect=column.take(metrics.px(30)), text=title, size=metrics.large),
            Text(rect=column.take(needed), text=text, size=metrics.normal, colour=colour, wrap=True),
        ]
        for key, label, act in rows:
            shown = self.window.keys.shown("cancel") if key == "wait" else ""
            widgets.append(
                Button(
                    rect=column.take(metrics.px(40)), name=f"held_{key}", label=label, act=act, key_name=shown,
                    tone="go" if key == "wait" else "plain",
                )
            )  # fmt: skip
        return widgets

    def _rows(self) -> list[tuple[str, str, Act]]:
        labels, match, side = self.labels, self._match, self._side
        rows: list[tuple[str, str, Act]] = []
        if match.problem:
            rows.append(("again", labels("held_again"), self._again))
        else:
            rows.append(("wait", labels("held_wait"), self.cancel))
        kind = self._board.game.side_kinds.get(side, "")
        other = stand_in(
            self.window.services.bots,
            kind,
            self.window.settings.helper(kind),
            self.window.services.usual(kind),
            but=match.decider,
        )
        name = labels.bot(other)
        rows.append(("once", labels("held_once", bot=name), lambda: self._once(other)))
        if match.seats.get(side) == HUMAN:
            rows.append(("back", labels("take_back"), self._take_back))
        else:
            rows.append(("seat", labels("held_seat", bot=name), lambda: self._reseat(other)))
            rows.append(("person", labels("held_person"), lambda: self._reseat(HUMAN)))
        rows.append(("leave", labels("held_leave"), self._leave))
        return rows

    # --- the ways on ---------------------------------------------------------------------------------------------

    def cancel(self) -> None:
        """Wait on, for as long as this decision takes."""
        self._board.patient()
        self.window.back()

    def _again(self) -> None:
        self._match.ask_again()
        self.window.back()

    def _once(self, spec: str) -> None:
        self._match.let_bot_answer(self._side, spec)
        self.window.back()

    def _take_back(self) -> None:
        self._match.take_back_control(self._side)
        self.window.back()

    def _reseat(self, spec: str) -> None:
        self._match.reseat(self._side, spec)
        self._board.seated()
        self.window.back()

    def _leave(self) -> None:
        from game.ui.scenes.leaving import LeaveScene

        if self._match.unsaved:
            self.window.open(LeaveScene(self.window, self._match, self.window.home))
        else:
            self.window.home()

    # --- time ----------------------------------------------------------------------------------------------------

    def tick(self, seconds: float) -> bool:
        """See `Scene`."""
        match = self._match
        if self._overdue and match.pump(seconds):
            if match.problem:
                self.refresh()
            else:
                self.window.back()
            return True
        if int(match.thought_for) == self._second:
            return False
        self._second = int(match.thought_for)
        self.refresh()
        return True

    def wait(self) -> float | None:
        """See `Scene`."""
        return _POLL if self._overdue and self._match.bot_acts else None
