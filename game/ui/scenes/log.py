"""The log of a match: narrowed down by side, kind, unit, clause and words; and the dice of every side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import pygame

from game.api import BroodfallError
from game.io.errors import unwritable
from game.text.naming import Naming
from game.ui.board.tokens import side_colours
from game.ui.play.chronicle import KINDS, Filter, Line, dice_of, lines_of
from game.ui.play.match import Match
from game.ui.scenes.books import codex
from game.ui.scenes.fault_note import fault_high, fault_note
from game.ui.scenes.reader import clause_in
from game.ui.scenes.scene import Scene
from game.ui.theme import Colour
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button, Chooser, Scroll
from game.ui.widgets.flow import Column, split
from game.ui.widgets.histogram import DiceSheet, Fallen
from game.ui.widgets.plain import Panel, Text
from game.ui.window import Window

_MOST_TYPED: Final = 40
_STEP: Final = 8
"""Lines that a Page key scrolls."""
_ROWS: Final = 2
"""Rows of dice that it scrolls."""


class LogScene(Scene):
    """What one seat was told, the newest turn first."""

    over = True

    def __init__(self, window: Window, match: Match, viewer: str) -> None:
        super().__init__(window)
        self.match = match
        self.viewer = viewer
        self.filter = Filter()
        self.typed = ""
        self.dice = False
        self._offset = 0
        self._note = ""
        self._fault: BroodfallError | None = None
        self._language = ""
        self._lines: list[Line] = []
        self._found: list[Line] = []
        self.first = "pick_kind"

    # --- what is shown -------------------------------------------------------------------------------------------

    @property
    def lines(self) -> list[Line]:
        """Every line, in the language that is set."""
        if self._language != self.labels.language:
            self._language = self.labels.language
            self._lines = lines_of(self.match.game, self.match.chapters[self.viewer], self.labels)
        return self._lines

    @property
    def found(self) -> list[Line]:
        """The lines that are let through, the newest turn first and each turn in its order."""
        kept = replace(self.filter, words=tuple(self.typed.lower().split())).of(self.lines)
        turns: list[list[Line]] = []
        for line in kept:
            if line.heading or not turns:
                turns.append([])
            turns[-1].append(line)
        return [line for turn in reversed(turns) for line in turn]

    def dice_cards(self) -> list[Fallen]:
        """For each side and purpose the dice that fell, under the names of the sides."""
        words = self.labels.words
        naming = Naming(self.match.game, self.match.session.state, words)
        found: list[Fallen] = []
        by_side = dice_of(self.match.chapters[self.viewer])
        colours = side_colours(self.match.game, self.window.palette)
        for side in [
            *[side for side in self.match.game.side_kinds if side in by_side],
            *([""] if "" in by_side else []),
        ]:
            found.append(Fallen(_big(naming.side(side)) if side else self.labels("dice_of_nobody")))
            colour = colours[side].body if side else self.theme.faint
            for (purpose, sides), faces in sorted(by_side[side].items()):
                said = words.say(
                    "luck", purpose=_big(words.of("purposes", purpose)), count=len(faces),
                    average=f"{sum(faces) / len(faces):.1f}", expected=f"{(sides + 1) / 2:g}",
                )  # fmt: skip
                found.append(Fallen(said, tuple(faces), sides, colour))
        return found

    def dice_lines(self) -> list[tuple[str, bool]]:
        """The same in words; True for headings."""
        return [(card.text, not card.sides) for card in self.dice_cards()] or [
            (self.labels.words.say("nothing"), False)
        ]

    # --- widgets -------------------------------------------------------------------------------------------------

    def compose(self) -> Sequence[Widget]:
        """See `Scene`."""
        metrics, labels, rect = self.metrics, self.labels, self.window.rect
        box = rect.inflate(-2 * metrics.px(16), -2 * metrics.px(16))
        room = box.inflate(-2 * metrics.pad, -2 * metrics.pad)
        left, right = split(room, min(metrics.px(330), room.width * 2 // 5), metrics.pad)
        column = Column(left, gap=metrics.gap)
        widgets: list[Widget] = [
            Panel(rect=box),
            Text(rect=column.take(metrics.px(30)), text=labels("log"), size=metrics.large),
        ]
        search = column.take(metrics.px(30))
        said = self.typed + "_" if self.typed else labels("search")
        ink = self.theme.text if self.typed else self.theme.faint
        widgets += [
            Panel(rect=search, fill=self.theme.back),
            Text(rect=search.inflate(-2 * metrics.px(8), 0), text=said, size=metrics.normal, colour=ink, middle=True),
        ]
        widgets += self._pickers(column)
        keys = self.window.keys
        low = column.take_low(metrics.line)
        widgets.append(
            Button(rect=low, name="back", label=labels("back"), act=self.cancel, key_name=keys.shown("cancel"))
        )
        if self.match.saver is not None and self.match.saver.path is not None:
            label = self._note or labels("export")
            rect = column.take_low(metrics.line)
            widgets.append(Button(rect=rect, name="export", label=label, act=self.write, size=metrics.small))
        if self._fault is not None:
            note = column.take_low(fault_high(self, self._fault, column.rest.width))
            widgets.append(fault_note(self, self._fault, note))
        return [*widgets, *self._page(right)]

    def _pickers(self, column: Column) -> list[Widget]:
        """What narrows the log down, and the way to the dice."""
        metrics, labels, now = self.metrics, self.labels, self.filter
        naming = Naming(self.match.game, self.match.session.state, labels.words)
        sides = list(self.match.game.side_kinds)
        units = sorted({unit for line in self.lines for unit in line.units})
        clauses = sorted({line.clause for line in self.lines if line.clause})
        rows: list[tuple[str, list[str], list[str], str]] = [
            ("kind", list(KINDS), [labels(f"log_{kind}") for kind in KINDS], now.kind),
            ("side", sides, [naming.side(side).capitalize() for side in sides], now.side),
            ("unit", [str(unit) for unit in units], [naming.thing(unit) for unit in units], str(now.unit or "")),
            ("clause", clauses, clauses, now.clause),
        ]
        widgets: list[Widget] = []
        for key, values, shown, chosen in rows:
            head = column.take(metrics.px(16))
            widgets.append(Text(rect=head, text=labels(f"log_by_{key}"), size=metrics.small, colour=self.theme.dim))
            widgets.append(
                Chooser(
                    rect=column.take(metrics.px(30)), name=f"pick_{key}", label="", values=[labels("log_all"), *shown],
                    index=values.index(chosen) + 1 if chosen in values else 0, change=self._changer(key, values),
                )
            )  # fmt: skip
        widgets.append(
            Button(
                rect=column.take(metrics.line), name="dice", label=labels("dice"), act=self.turn_over, icon="die_6",
                chosen=self.dice,
            )
        )  # fmt: skip
        return widgets

    def _changer(self, key: str, values: Sequence[str]) -> Callable[[int], None]:
        def change(index: int) -> None:
            value = values[index - 1] if index else ""
            self.filter = replace(self.filter, **{key: int(value or 0) if key == "unit" else value})  # type: ignore[arg-type]
            self.dice, self._offset = False, 0

        return change

    def turn_over(self) -> None:
        """To the dice, or back to the lines."""
        self.dice, self._offset = not self.dice, 0
        self.refresh()

    def _page(self, room: pygame.Rect) -> list[Widget]:
        metrics, theme = self.metrics, self.theme
        self._found = self.found
        lines = [(line.shown, self._ink(line)) for line in self._found]
        shown = sum(not line.heading for line in self._found)
        count = self.labels("log_count", shown=shown, all=sum(not line.heading for line in self.lines))
        if self.dice:
            count = self.labels("dice_about")
        column = Column(room, gap=metrics.gap)
        high = Text.needs(count, metrics.small, room.width)
        widgets: list[Widget] = [
            Text(rect=column.take(high), text=count, size=metrics.small, colour=theme.dim, wrap=True)
        ]
        cards = self.dice_cards() if self.dice else []
        self._offset = min(self._offset, max(0, len(lines) - 1))

        def scrolled(offset: int) -> None:
            self._offset = offset

        if cards:
            sheet = DiceSheet(rect=column.rest, name="page", cards=cards, scrolled=scrolled)
            sheet.offset = self._offset = min(self._offset, sheet.last(metrics.scale))
            return [*widgets, sheet]
        if self.dice:
            said = self.labels.words.say("nothing")
            return [*widgets, Text(rect=column.rest, text=said, size=metrics.normal, colour=theme.dim, wrap=True)]
        widgets.append(
            Scroll(
                rect=column.rest, name="page", lines=lines, size=metrics.normal, offset=self._offset,
                scrolled=scrolled, pressed=self.follow, linked=clause_in, from_top=True,
            )
        )  # fmt: skip
        if not lines:
            widgets.append(
                Text(rect=column.rest, text=self.labels("nothing_found"), size=metrics.normal, colour=theme.dim,
                     wrap=True)
            )  # fmt: skip
        return widgets

    def _ink(self, line: Line) -> Colour:
        if line.heading:
            return self.theme.accent
        return self.theme.dim if line.kind == "dice" else self.theme.text

    # --- what hands do -------------------------------------------------------------------------------------------

    def follow(self, line: int) -> None:
        """A line leads to its clause."""
        clause = "" if self.dice or line >= len(self._found) else self._found[line].clause
        if clause:
            self.window.open(codex(self.window, about=clause))

    def write(self) -> None:
        """Write what is shown, and the dice, into a text file beside the save."""
        place = self.match.saver.path if self.match.saver is not None else None
        assert place is not None  # the button is there only where there is a place
        path = place.with_suffix(".txt")
        told = [f"\n{line.text}\n{'-' * len(line.text)}" if line.heading else line.shown for line in self.found]
        dice = [f"\n{text}\n{'-' * len(text)}" if heading else text for text, heading in self.dice_lines()]
        try:
            path.write_text("\n".join([*told, *dice]).lstrip() + "\n", encoding="utf-8")
            self._note, self._fault = self.labels("written", file=path.name), None
        except OSError as error:
            self._fault = unwritable(path, error)
        self.refresh()

    def handle(self, event: pygame.event.Event) -> bool:
        """Letters narrow down, Backspace widens, Page keys scroll; the codex opens at the clause that was picked."""
        if event.type != pygame.KEYDOWN:
            return super().handle(event)
        if event.key in (pygame.K_PAGEDOWN, pygame.K_PAGEUP):
            step = _ROWS if self.dice else _STEP
            self._offset = max(0, self._offset + (step if event.key == pygame.K_PAGEDOWN else -step))
        elif event.key == pygame.K_BACKSPACE:
            self.typed, self._offset = self.typed[:-1], 0
        elif self.window.keys.command(event) == "codex":
            clause = self.filter.clause or next((line.clause for line in self.found if line.clause), "")
            self.window.open(codex(self.window, about=clause))
        elif self._types(event):
            self.typed, self._offset, self.dice = self.typed + event.unicode, 0, False
        else:
            return super().handle(event)
        self.refresh()
        return True

    def _types(self, event: pygame.event.Event) -> bool:
        text = event.unicode
        if not text or not text.isprintable() or len(self.typed) >= _MOST_TYPED:
            return False
        # Space does what it does to any button until something has been typed.
        return text != " " or bool(self.typed)


def _big(text: str) -> str:
    """With a capital letter at its beginning, the rest as it is."""
    return text[:1].upper() + text[1:]
