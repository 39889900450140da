"""Something to read: entries at the left, found by typing; the one that is chosen at the right."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pygame

from game.api import BroodfallError
from game.io.clauses import load_clauses
from game.io.errors import unwritable
from game.ui import lettering
from game.ui.scenes.fault_note import fault_high, fault_note
from game.ui.scenes.scene import Scene
from game.ui.theme import Colour, SideColours
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button, Scroll
from game.ui.widgets.flow import Column, split
from game.ui.widgets.plain import Panel, Picture, Text
from game.ui.window import Window

_MOST_TYPED: Final = 40
_CLAUSE: Final = re.compile(r"\b[A-Z]+-[A-Z]*\d+[a-z]?\b")


def clause_in(text: str) -> str:
    """The first clause of the rules that a text names; empty for none."""
    return next((found for found in _CLAUSE.findall(text) if found in load_clauses()), "")


@dataclass(frozen=True, slots=True)
class Entry:
    """A page: its title, what stands below, perhaps a picture, and what belongs together in ``group``.

    ``number`` is what it is about, where more can be shown of it.
    """

    title: str
    body: tuple[str, ...]
    group: str = ""
    picture: str = ""
    colours: SideColours | None = None
    number: int = 0


class ReaderScene(Scene):
    """Shows entries; typing narrows them down."""

    over = True

    def __init__(
        self,
        window: Window,
        title: Callable[[], str],
        entries: Callable[[], list[Entry]],
        *,
        export: Path | None = None,
        about: str = "",
        more: Callable[[int], object] | None = None,
    ) -> None:
        """``title`` and ``entries`` are asked again in another language.

        ``export``: where they can be written; ``about``: the title of the entry that is open at first, if there is one;
        ``more`` shows more of an entry with a number.
        """
        super().__init__(window)
        self._title = title
        self._export = export
        self._more = more
        self._note = ""
        self._fault: BroodfallError | None = None
        self._make = entries
        self._language = ""
        self._entries: list[Entry] = []
        self.typed = ""
        self.chosen = 0
        self._top = 0
        self._offset = 0
        if about:
            self.show(about)
        self.first = f"entry_{self.chosen}"

    @property
    def found(self) -> list[Entry]:
        """The entries that hold every word that was typed."""
        if self._language != self.labels.language:
            self._language, self._entries = self.labels.language, self._make()
        words = self.typed.lower().split()
        if not words:
            return self._entries
        named = [entry for entry in self._entries if all(word in entry.title.lower() for word in words)]
        rest = [
            entry
            for entry in self._entries
            if entry not in named and all(word in " ".join((entry.title, *entry.body)).lower() for word in words)
        ]
        return named + rest

    def show(self, title: str) -> bool:
        """Open the entry of that title, whatever was typed. False if there is none."""
        typed, self.typed = self.typed, ""
        place = next((number for number, entry in enumerate(self.found) if entry.title == title), None)
        if place is None:
            self.typed = typed
            return False
        self._choose(place)
        self.refresh()
        return True

    # --- widgets -------------------------------------------------------------------------------------------------

    def compose(self) -> Sequence[Widget]:
        """See `Scene`."""
        metrics, labels, rect = self.metrics, self.labels, self.window.rect
        box = rect.inflate(-2 * metrics.px(16), -2 * metrics.px(16))
        widgets: list[Widget] = [Panel(rect=box)]
        room = box.inflate(-2 * metrics.pad, -2 * metrics.pad)
        left, right = split(room, min(metrics.px(320), room.width * 2 // 5), metrics.pad)
        column = Column(left, gap=metrics.px(4))
        widgets.append(Text(rect=column.take(metrics.px(30)), text=self._title(), size=metrics.large))
        search = column.take(metrics.px(30))
        said = self.typed + "_" if self.typed else labels("search")
        ink = self.theme.text if self.typed else self.theme.faint
        widgets.append(Panel(rect=search, fill=self.theme.back))
        widgets.append(
            Text(rect=search.inflate(-2 * metrics.px(8), 0), text=said, size=metrics.normal, colour=ink, middle=True)
        )
        low = column.take_low(metrics.line)
        back = Button(
            rect=low, name="back", label=labels("back"), act=self.cancel, key_name=self.window.keys.shown("cancel")
        )
        if self._export is not None:
            row = column.take_low(metrics.line)
            label = self._note or labels("export")
            widgets.append(Button(rect=row, name="export", label=label, act=self._write, size=metrics.small))
        if self._fault is not None:
            note = column.take_low(fault_high(self, self._fault, column.rest.width))
            widgets.append(fault_note(self, self._fault, note))
        return [*widgets, *self._list(column.rest), *self._page(right), back]

    def _write(self) -> None:
        """Write every entry into a text file."""
        assert self._export is not None  # the button is there only where there is a place
        pages = ["\n".join((entry.title, "-" * len(entry.title), *entry.body)) for entry in self.found]
        try:
            self._export.write_text("\n\n".join(pages) + "\n", encoding="utf-8")
            self._note, self._fault = self.labels("written", file=self._export.name), None
        except OSError as error:
            self._fault = unwritable(self._export, error)

    def _list(self, room: pygame.Rect) -> list[Widget]:
        metrics = self.metrics
        found = self.found
        line, gap = metrics.px(28), metrics.px(3)
        fits = max(1, room.height // (line + gap))
        self.chosen = min(self.chosen, max(0, len(found) - 1))
        self._top = min(max(self._top, self.chosen - fits + 1), self.chosen, max(0, len(found) - fits))
        widgets: list[Widget] = []
        for place, entry in enumerate(found[self._top : self._top + fits]):
            number = self._top + place
            rect = pygame.Rect(room.x, room.y + place * (line + gap), room.width, line)
            widgets.append(
                Button(
                    rect=rect,
                    name=f"entry_{number}",
                    label=entry.title,
                    act=lambda number=number: self._choose(number),  # type: ignore[misc]
                    chosen=number == self.chosen,
                    size=metrics.small,
                )
            )
        return widgets

    def _page(self, room: pygame.Rect) -> list[Widget]:
        metrics, theme = self.metrics, self.theme
        found = self.found
        if not found:
            return [
                Text(rect=room, text=self.labels("nothing_found"), size=metrics.normal, colour=theme.dim, wrap=True)
            ]
        entry = found[self.chosen]
        column = Column(room, gap=metrics.gap)
        widgets: list[Widget] = []
        head = column.take(metrics.px(84 if entry.picture else 50))
        if entry.picture:
            side = head.height
            shown = self.window.art.picture(entry.picture, side, entry.colours)
            widgets.append(Picture(rect=pygame.Rect(head.x, head.y, side, side), surface=shown))
            head = pygame.Rect(head.x + side + metrics.pad, head.y, head.width - side - metrics.pad, side)
        high = Text.needs(entry.title, metrics.large, head.width)
        title = pygame.Rect(head.x, head.y + metrics.px(4), head.width, high)
        widgets.append(Text(rect=title, text=entry.title, size=metrics.large, colour=theme.accent, wrap=True))
        if entry.group:
            rect = pygame.Rect(head.x, title.bottom, head.width, metrics.px(18))
            widgets.append(Text(rect=rect, text=entry.group, size=metrics.small, colour=theme.dim))
        if self._more is not None and entry.number:
            rect = column.take_low(metrics.line)
            rect.width = min(rect.width, metrics.px(300))
            widgets.append(
                Button(rect=rect, name="more", label=self.labels("on_board"), act=self._show_more, icon="icon_eye",
                       key_name=self.window.keys.shown("confirm"))
            )  # fmt: skip
        lines = self._laid_out(entry, column.rest.width)
        fits = max(1, column.rest.height // lettering.height(metrics.normal))
        self._offset = min(self._offset, max(0, len(lines) - fits))

        def scrolled(offset: int) -> None:
            self._offset = offset

        widgets.append(
            Scroll(
                rect=column.rest,
                name="page",
                lines=lines,
                size=metrics.normal,
                offset=self._offset,
                scrolled=scrolled,
                pressed=lambda line: self._follow(lines[line][0]),
                linked=clause_in,
                from_top=True,
            )
        )
        return widgets

    def _laid_out(self, entry: Entry, room: int) -> list[tuple[str, Colour]]:
        found: list[tuple[str, Colour]] = []
        for text in entry.body:
            ink = self.theme.text
            if text.startswith("# "):
                text, ink = text[2:], self.theme.accent
            for said in lettering.wrapped(text, self.metrics.normal, room):
                found.append((said, ink))
        return found

    def _follow(self, line: str) -> None:
        """A line that names a clause leads to it: here, or in the codex."""
        from game.ui.scenes.books import codex

        clause = clause_in(line)
        if clause and not self.show(clause):
            self.window.open(codex(self.window, about=clause))

    # --- hands ---------------------------------------------------------------------------------------------------

    def _show_more(self) -> None:
        if self._more is not None and self.found and self.found[self.chosen].number:
            self._more(self.found[self.chosen].number)

    def _choose(self, number: int) -> None:
        if number == self.chosen:
            self._show_more()
        self.chosen, self._offset = number, 0

    def handle(self, event: pygame.event.Event) -> bool:
        """Letters narrow down, Backspace widens, up and down choose, Page keys scroll."""
        if event.type == pygame.MOUSEWHEEL:
            self.settle()
            under = self.stage.at(self.stage.pointer)
            if under is not None and under.name.startswith("entry_"):
                self._move(-event.y)
                return True
        if event.type != pygame.KEYDOWN:
            return super().handle(event)
        if event.key in (pygame.K_UP, pygame.K_DOWN):
            self._move(1 if event.key == pygame.K_DOWN else -1)
        elif event.key in (pygame.K_PAGEDOWN, pygame.K_PAGEUP):
            self._offset = max(0, self._offset + (8 if event.key == pygame.K_PAGEDOWN else -8))
        elif event.key == pygame.K_BACKSPACE:
            self.typed = self.typed[:-1]
        elif event.unicode and event.unicode.isprintable() and len(self.typed) < _MOST_TYPED:
            self.typed += event.unicode
            self.chosen = self._offset = 0
        else:
            return super().handle(event)
        self.refresh()
        return True

    def _move(self, steps: int) -> None:
        self.chosen = min(max(0, self.chosen + steps), max(0, len(self.found) - 1))
        self._offset = 0
        self.stage.focus = f"entry_{self.chosen}"
        self.refresh()
