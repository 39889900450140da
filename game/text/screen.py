"""Printing and asking: tables and colours for a terminal, plain sentences for a screen reader."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, RenderableType


class Screen:
    """A terminal. ``plain`` leaves out colours and boxes and says tables in sentences."""

    def __init__(self, *, plain: bool) -> None:
        self.plain = plain
        self._console: Console | None = None

    @property
    def console(self) -> Console:
        """The terminal itself, made when it is first drawn on."""
        if self._console is None:
            from rich.console import Console

            self._console = Console(highlight=False, markup=False, emoji=False)
        return self._console

    @property
    def width(self) -> int:
        """How many characters fit on a line."""
        return 80 if self.plain else self.console.width

    def say(self, text: str = "", *, style: str = "") -> None:
        """Print a line, broken between words on a terminal; the style is left out where there are no colours."""
        if self.plain:
            print(text)
            return
        fitted = self._fitted(text)
        if style:
            self.console.print(fitted, style=style, soft_wrap=True)
        else:
            print(fitted)

    def _fitted(self, text: str) -> str:
        """A line broken where the terminal ends; whole in a file or a pipe, as is a word that is too long."""
        if not self.console.is_terminal or len(text) <= self.width:
            return text
        indent = text[: len(text) - len(text.lstrip())]
        return textwrap.fill(
            text,
            max(self.width, _NARROWEST),
            subsequent_indent=indent + "  ",
            break_long_words=False,
            break_on_hyphens=False,
        )

    def draw(self, picture: RenderableType) -> None:
        """Print something that rich draws; never called in plain mode."""
        self.console.print(picture)

    def table(self, columns: Sequence[str], rows: Iterable[Sequence[str]], *, title: str = "") -> None:
        """Print a table; in plain mode a sentence for each row: the first cell, then each other with its column."""
        if self.plain:
            if title:
                print(f"{title}.")
            for first, *rest in rows:
                said = [
                    f"{name} {cell}" if name else cell for name, cell in zip(columns[1:], rest, strict=True) if cell
                ]
                print((f"{first}: {', '.join(said)}" if said else first).rstrip(".") + ".")
            return
        from rich import box
        from rich.table import Table

        cells = [tuple(row) for row in rows]
        needed = 0
        drawn = Table(title=title or None, title_justify="left", box=box.SIMPLE_HEAD)
        for number, name in enumerate(columns):
            # Names and numbers stay whole, so that what gives way on a narrow screen are columns of several words.
            column = [row[number] for row in cells]
            whole = not any(" " in cell for cell in column)
            longest = max(len(cell) for cell in (name, *column))
            needed += (longest if whole else min(longest, _COMFORTABLE)) + _GAP
            drawn.add_column(name, no_wrap=whole, overflow="fold")
        for row in cells:
            drawn.add_row(*row)
        if needed > self.width:
            drawn.padding = (0, 0)
            drawn.show_edge = False
        self.console.print(drawn)

    def clear(self) -> None:
        """Take away what was on the screen, so that the next person at it cannot read it."""
        if self.plain or not self.console.is_terminal:
            print("\n" * _BLANK_LINES)
        else:
            self.console.clear()

    def ask(self, prompt: str) -> str | None:
        """A line that a person types, without its ends' blanks; None when there is no more to come."""
        try:
            return input(prompt).strip()
        except EOFError:
            print()
            return None


_NARROWEST = 20
"""Narrower terminals are written on as if they were this wide."""
_COMFORTABLE = 20
"""Characters a column of several words should have."""
_GAP = 3
"""Characters between two columns where there is room."""
_BLANK_LINES = 60
"""More than any terminal shows at once."""
