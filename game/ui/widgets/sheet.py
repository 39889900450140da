"""A page of lines and tables to be scrolled; whatever leads somewhere can be pressed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import pygame

from game.ui import lettering
from game.ui.theme import Colour, Metrics, Theme, mix
from game.ui.widgets.base import Mood, Painter, Widget

HEADING: Final = "# "
"""What a line begins with that is a heading."""
_PICTURE: Final = 30
_GAP: Final = 18
"""Units between two columns of a table."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: lines of cells under their heads; a line may lead somewhere and have a picture before it."""

    rows: tuple[tuple[str, ...], ...]
    head: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()
    wide: bool = False
    """Numbers for the eye: each column as wide as the others, larger figures, all in the middle."""


Part: TypeAlias = str | Grid


@dataclass(frozen=True, slots=True)
class Cell:
    """Lines of text in a column."""

    left: int
    width: int
    lines: tuple[str, ...]
    size: int
    colour: Colour
    centred: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """What is scrolled as one."""

    high: int
    cells: tuple[Cell, ...]
    text: str = ""
    """The whole of what it belongs to."""
    link: str = ""
    fill: Colour | None = None
    picture: str = ""
    low: int = 0
    """Empty pixels below."""


def lay_out(
    parts: Sequence[Part], room: int, metrics: Metrics, theme: Theme, linked: Callable[[str], str]
) -> list[Row]:
    """The rows of a page that is ``room`` wide. ``linked``: the part of a line that leads somewhere."""
    found: list[Row] = []
    for part in parts:
        if isinstance(part, Grid):
            found += _grid(part, room, metrics, theme)
            continue
        heading = part.startswith(HEADING)
        text = part.removeprefix(HEADING)
        size = metrics.px(16) if heading else metrics.normal
        ink = theme.accent if heading else theme.text
        high = lettering.height(size) + (metrics.px(4) if heading else 0)
        link = "" if heading else linked(text)
        lines = lettering.wrapped(text, size, room)
        for number, said in enumerate(lines, 1):
            # Paragraphs stand a little apart.
            low = metrics.px(4) if number == len(lines) and text else 0
            found.append(Row(high + low, (Cell(0, room, (said,), size, ink),), text=text, link=link, low=low))
    return found


def _grid(grid: Grid, room: int, metrics: Metrics, theme: Theme) -> list[Row]:
    lines = (grid.head, *grid.rows) if grid.head else grid.rows
    side = metrics.px(_PICTURE) if grid.pictures else 0
    indent = side + metrics.gap if side else metrics.px(8)
    widths = _widths(grid, lines, room - indent, metrics)
    size, high_by = metrics.px(14), metrics.px(6)
    found: list[Row] = []
    for number, line in enumerate(lines):
        head = bool(grid.head) and number == 0
        at = number - bool(grid.head)
        link = grid.links[at] if not head and at < len(grid.links) else ""
        cells: list[Cell] = []
        left = indent
        for column, (said, width) in enumerate(zip(line, widths, strict=True)):
            letters = metrics.small if head else metrics.px(18) if grid.wide else size
            shown = lettering.wrapped(said, letters, max(1, width - metrics.px(_GAP)))
            ink = theme.dim if head else theme.info if link and not column else _ink(said, theme)
            cells.append(Cell(left, width - metrics.px(_GAP), shown, letters, ink, centred=grid.wide))
            left += width
        high = max(lettering.height(cell.size) * len(cell.lines) for cell in cells)
        high = high + high_by if head else max(high + high_by, side + metrics.px(4))
        fill = None if head or grid.wide or at % 2 else mix(theme.panel, theme.raised, 0.7)
        picture = grid.pictures[at] if not head and grid.pictures else ""
        found.append(Row(high, tuple(cells), text=" ".join(line), link=link, fill=fill, picture=picture))
    return found


def _widths(grid: Grid, lines: Sequence[tuple[str, ...]], room: int, metrics: Metrics) -> list[int]:
    """How wide the columns are: as their texts want, the widest narrower where there is no room for all."""
    size, gap = metrics.px(18 if grid.wide else 14), metrics.px(_GAP)
    wanted = [max(lettering.width(said, size) for said in column) + gap for column in zip(*lines, strict=True)]
    if grid.wide:
        return [min(room // len(wanted), max(*wanted, metrics.px(64)))] * len(wanted)
    least = metrics.px(70)
    while sum(wanted) > room and max(wanted) > least:
        widest = wanted.index(max(wanted))
        others = sorted(wanted)[-2] if len(wanted) > 1 else least
        over = sum(wanted) - room
        wanted[widest] = max(least, min(wanted[widest] - 1, max(wanted[widest] - over, others)))
    return wanted


def _ink(said: str, theme: Theme) -> Colour:
    """Modifiers show by their colour which way they go."""
    if said[:1] in "+-" and said[1:].isdigit():
        return theme.good if said[0] == "+" else theme.bad
    return theme.text


@dataclass(slots=True, kw_only=True)
class Sheet(Widget):
    """Shows rows from ``offset`` on, as many as fit as a whole."""

    rows: Sequence[Row]
    offset: int = 0
    scrolled: Callable[[int], object] = field(default=lambda _offset: None)
    pressed: Callable[[Row], object] = field(default=lambda _row: None)
    linked: Callable[[str], str] = field(default=lambda _line: "")

    def shown(self) -> list[tuple[Row, int]]:
        """The rows that fit, with where each begins."""
        found: list[tuple[Row, int]] = []
        top = self.rect.top
        for row in self.rows[self.offset :]:
            if top + row.high > self.rect.bottom + 2:
                break
            found.append((row, top))
            top += row.high
        return found

    def draw(self, painter: Painter, mood: Mood) -> None:
        """Draw the rows, and at the right how far one has scrolled."""
        shown = self.shown()
        for row, top in shown:
            self._row(painter, row, top)
        if len(shown) < len(self.rows):
            bar = pygame.Rect(self.rect.right - painter.metrics.px(4), self.rect.y, painter.metrics.px(4), 0)
            whole = self.rect.height
            bar.y += whole * self.offset // len(self.rows)
            bar.height = max(painter.metrics.px(16), whole * len(shown) // len(self.rows))
            pygame.draw.rect(painter.target, painter.theme.edge, bar, border_radius=2)

    def _row(self, painter: Painter, row: Row, top: int) -> None:
        target, metrics = painter.target, painter.metrics
        if row.fill is not None:
            wide = max(cell.left + cell.width for cell in row.cells) + metrics.px(_GAP)
            rect = pygame.Rect(self.rect.x, top, min(self.rect.width, wide), row.high)
            pygame.draw.rect(target, row.fill, rect, border_radius=metrics.px(3))
        if row.picture:
            side = metrics.px(_PICTURE)
            target.blit(painter.art.picture(row.picture, side), (self.rect.x, top + (row.high - side) // 2))
        for cell in row.cells:
            step = lettering.height(cell.size)
            y = top + (row.high - row.low - step * len(cell.lines)) // 2
            for said in cell.lines:
                self._said(painter, cell, said, y)
                y += step

    def _said(self, painter: Painter, cell: Cell, said: str, top: int) -> None:
        left = self.rect.x + cell.left
        if cell.centred:
            left += (cell.width - lettering.width(said, cell.size)) // 2
        before, link, after = said.partition(self.linked(said) or "\0")
        for part, ink in ((before, cell.colour), (link, painter.theme.info), (after, cell.colour)):
            if part:
                painter.target.blit(lettering.line(part, cell.size, ink), (left, top))
                left += lettering.width(part, cell.size)

    @property
    def last(self) -> int:
        """The largest offset at which the end is in sight."""
        room, at = self.rect.height + 2, len(self.rows)
        while at and room >= self.rows[at - 1].high:
            at -= 1
            room -= self.rows[at].high
        return at

    def wheel(self, steps: int) -> bool:
        """Scroll."""
        wanted = min(max(0, self.offset - steps), self.last)
        if wanted != self.offset:
            self.scrolled(wanted)
        return True

    def press(self, at: tuple[int, int]) -> bool:
        """Follow the row under the pointer, if it leads somewhere."""
        for row, top in self.shown():
            if row.link and top <= at[1] < top + row.high:
                self.pressed(row)
                return True
        return False
