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
from game.ui.theme import SideColours
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button, Chooser
from game.ui.widgets.flow import Column, split
from game.ui.widgets.plain import Panel, Picture, Text
from game.ui.widgets.sheet import Part, Row, Sheet, lay_out
from game.ui.window import Window

_MOST_TYPED: Final = 40
_MEASURE: Final = 820
"""Units that a page is wide at most."""
_WIDE: Final = 1080
"""Units of width from which on a page has room for a second column."""
_SLIM: Final = 500
"""The same for a page whose columns are slim."""
_LOW: Final = 640
"""Units of height below which there is no room for a large picture."""
_CLAUSE: Final = re.compile(r"\b[A-Z]+-[A-Z]*\d+[a-z]?\b")


def clauses_in(text: str) -> list[str]:
    """The clauses of the rules that a text names."""
    return [found for found in _CLAUSE.findall(text) if found in load_clauses()]


def clause_in(text: str) -> str:
    """The first clause of the rules that a text names; empty for none."""
    return next(iter(clauses_in(text)), "")


@dataclass(frozen=True, slots=True)
class Entry:
    """A page: its title, what stands below, perhaps a picture, and what belongs together in ``group``.

    ``number`` is what it is about, where more can be shown of it; ``parts`` are the same as ``body`` where there is
    more than lines to it; ``beside`` follows them, on a wide screen in a column of its own; ``slim`` where these need
    little room; ``lead`` stands beside the picture, ``hint`` after the title in the list.
    """

    title: str
    body: tuple[str, ...]
    group: str = ""
    picture: str = ""
    colours: SideColours | None = None
    number: int = 0
    parts: tuple[Part, ...] = ()
    beside: tuple[Part, ...] = ()
    lead: tuple[str, ...] = ()
    hint: str = ""
    slim: bool = False


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
        self.group = ""
        """The group whose entries are listed; empty for all."""
        self.chosen = 0
        self._top = 0
        self._offsets: dict[str, int] = {}
        if about:
            self.show(about)
        self.first = f"entry_{self.chosen}"

    @property
    def found(self) -> list[Entry]:
        """The entries that hold every word that was typed."""
        words = self.typed.lower().split()
        listed = [entry for entry in self._all() if self.group in ("", entry.group)]
        if not words:
            return listed
        named = [entry for entry in listed if all(word in entry.title.lower() for word in words)]
        rest = [
            entry
            for entry in listed
            if entry not in named and all(word in " ".join((entry.title, *entry.body)).lower() for word in words)
        ]
        return named + rest

    def _all(self) -> list[Entry]:
        """Every entry in the language that is set."""
        if self._language != self.labels.language:
            self._language, self._entries = self.labels.language, self._make()
            self.group = ""
        return self._entries

    def show(self, title: str) -> bool:
        """Open the entry of that title, whatever was typed. False if there is none."""
        typed, group = self.typed, self.group
        self.typed = self.group = ""
        place = next((number for number, entry in enumerate(self.found) if entry.title == title), None)
        if place is None:
            self.typed, self.group = typed, group
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
        widgets += self._groups(column)
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

    def _groups(self, column: Column) -> list[Widget]:
        """Which group is listed, where there are several."""
        groups = ["", *dict.fromkeys(entry.group for entry in self._all() if entry.group)]
        if len(groups) < 3:
            return []

        def change(wanted: int) -> None:
            self.group = groups[wanted]
            self.chosen = self._top = 0
            self._offsets.clear()

        values = [self.labels("codex_everything"), *(group[:1].upper() + group[1:] for group in groups[1:])]
        index = groups.index(self.group) if self.group in groups else 0
        row = column.take(self.metrics.px(30))
        return [Chooser(rect=row, name="group", label="", values=values, index=index, change=change)]

    def _list(self, room: pygame.Rect) -> list[Widget]:
        metrics = self.metrics
        found = self.found
        width = room.width - 2 * metrics.px(10)
        titles = [f"{entry.title}  {entry.hint}" if entry.hint else entry.title for entry in found]
        # Where titles are long each has two lines; what is longer still is told as a whole by its tip.
        tall = any(lettering.width(title, metrics.small) > width for title in titles)
        line, gap = metrics.px(40 if tall else 28), metrics.px(3)
        fits = max(1, room.height // (line + gap))
        self.chosen = min(self.chosen, max(0, len(found) - 1))
        self._top = min(max(self._top, self.chosen - fits + 1), self.chosen, max(0, len(found) - fits))
        widgets: list[Widget] = []
        for place in range(len(found[self._top : self._top + fits])):
            number = self._top + place
            rect = pygame.Rect(room.x, room.y + place * (line + gap), room.width, line)
            whole = label = titles[number]
            lines = lettering.wrapped(whole, metrics.small, width)
            if len(lines) > 2:
                label = f"{lines[0]} {lettering.fitted(' '.join(lines[1:]), metrics.small, width)}"
            widgets.append(
                Button(
                    rect=rect,
                    name=f"entry_{number}",
                    label=label,
                    act=lambda number=number: self._choose(number),  # type: ignore[misc]
                    chosen=number == self.chosen,
                    size=metrics.small,
                    tip=whole if label != whole else "",
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
        wide = bool(entry.beside) and room.width >= metrics.px(_SLIM if entry.slim else _WIDE)
        if wide:
            left, right = split(room, room.width * 11 // 20, 2 * metrics.pad)
        else:
            # Long lines are hard to read.
            left, right = pygame.Rect(room.x, room.y, min(room.width, metrics.px(_MEASURE)), room.height), None
        column = Column(left, gap=metrics.gap)
        widgets: list[Widget] = []
        side = metrics.px(176 if room.height > metrics.px(_LOW) else 96)
        head = column.rest
        if entry.picture:
            plate = pygame.Rect(head.x, head.y, side, side)
            shown = self.window.art.picture(entry.picture, side - metrics.px(12), entry.colours)
            widgets += [Panel(rect=plate, fill=theme.back), Picture(rect=plate, surface=shown)]
            head = pygame.Rect(head.x + side + metrics.pad, head.y, head.width - side - metrics.pad, side)
        top = head.y + metrics.px(4)
        for said, size, ink in (
            (entry.title, metrics.px(26), theme.accent),
            (entry.group, metrics.small, theme.dim),
            *((said, metrics.normal, theme.text) for said in entry.lead),
        ):
            if said:
                rect = pygame.Rect(head.x, top, head.width, Text.needs(said, size, head.width))
                widgets.append(Text(rect=rect, text=said, size=size, colour=ink, wrap=True))
                top = rect.bottom + metrics.px(2)
        column.take(max(side if entry.picture else 0, top - head.y + metrics.gap))
        if self._more is not None and entry.number:
            rect = column.take_low(metrics.line)
            rect.width = min(rect.width, metrics.px(300))
            widgets.append(
                Button(rect=rect, name="more", label=self.labels("on_board"), act=self._show_more, icon="icon_eye",
                       key_name=self.window.keys.shown("confirm"))
            )  # fmt: skip
        parts = entry.parts or entry.body
        widgets.append(self._sheet("page", column.rest, parts if wide else (*parts, *entry.beside)))
        if right is not None:
            widgets.append(self._sheet("beside", right, entry.beside[not entry.beside[0] :]))
        return widgets

    def _sheet(self, name: str, room: pygame.Rect, parts: Sequence[Part]) -> Sheet:
        """Parts of a page, scrolled to where they were."""
        metrics = self.metrics

        def scrolled(offset: int) -> None:
            self._offsets[name] = offset

        rows = lay_out(parts, room.width - metrics.px(10), metrics, self.theme, clause_in)
        sheet = Sheet(rect=room, name=name, rows=rows, scrolled=scrolled, pressed=self._follow, linked=clause_in)
        sheet.offset = self._offsets[name] = min(max(0, self._offsets.get(name, 0)), sheet.last)
        return sheet

    def _follow(self, row: Row) -> None:
        """What leads somewhere leads to a page here, or to one of the codex."""
        from game.ui.scenes.books import codex

        if not self.show(row.link):
            self.window.open(codex(self.window, about=row.link))

    # --- hands ---------------------------------------------------------------------------------------------------

    def _show_more(self) -> None:
        if self._more is not None and self.found and self.found[self.chosen].number:
            self._more(self.found[self.chosen].number)

    def _choose(self, number: int) -> None:
        if number == self.chosen:
            self._show_more()
        self.chosen = number
        self.stage.focus = f"entry_{number}"
        self._offsets.clear()

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
            self._offsets["page"] = self._offsets.get("page", 0) + (8 if event.key == pygame.K_PAGEDOWN else -8)
        elif event.key == pygame.K_BACKSPACE:
            self.typed = self.typed[:-1]
        elif event.unicode and event.unicode.isprintable() and len(self.typed) < _MOST_TYPED:
            self.typed += event.unicode
            self.chosen = 0
            self._offsets.clear()
        else:
            return super().handle(event)
        self.refresh()
        return True

    def _move(self, steps: int) -> None:
        self.chosen = min(max(0, self.chosen + steps), max(0, len(self.found) - 1))
        self._offsets.clear()
        self.stage.focus = f"entry_{self.chosen}"
        self.refresh()
