"""What commands print: tables and lines for a terminal, sentences for a screen reader, one line for an error."""

from __future__ import annotations

import locale
import os
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NoReturn

from game.cli.options import Language
from game.core.errors import DataError, nearest

if TYPE_CHECKING:
    from rich.console import Console

GOOD = 0
NEGATIVE = 1
"""The command did what it was asked, and the answer is no: a faulty file, a replay that differs, a spoilt game."""
BAD_INPUT = 2


def language(chosen: str | None) -> Language:
    """The language asked for, or else that of the system. Raises DataError for one there are no texts in."""
    if chosen is None:
        return "es" if (_system_language() or "").lower().startswith("es") else "en"
    if chosen == "en" or chosen == "es":
        return chosen
    raise DataError(f'expected {nearest(chosen, ("en", "es"))}, found "{chosen}"', place="--lang")


def _system_language() -> str | None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return os.environ[name]
    return locale.getlocale()[0]


class Output:
    """Prints for people. ``plain`` leaves out colours and boxes and says tables in sentences."""

    def __init__(self, *, plain: bool) -> None:
        self.plain = plain
        self._console: Console | None = None

    @property
    def console(self) -> Console:
        """The terminal, made when the first thing is printed on it."""
        if self._console is None:
            from rich.console import Console

            self._console = (
                Console(highlight=False, markup=False, emoji=False, color_system=None, no_color=True, soft_wrap=True)
                if self.plain
                else Console(highlight=False, markup=False, emoji=False)
            )
        return self._console

    def say(self, text: str = "", *, style: str = "") -> None:
        """Print a line; styles are left out where there are no colours."""
        if self.plain:
            print(text)
        else:
            self.console.print(text, style=style or None, soft_wrap=True)

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

        drawn = Table(*columns, title=title or None, title_justify="left", box=box.SIMPLE_HEAD)
        for row in rows:
            drawn.add_row(*row)
        self.console.print(drawn)


def fail(message: str) -> NoReturn:
    """Say in one line what is wrong with the input, and leave with exit code 2."""
    import typer

    print(f"broodfall: {message}", file=sys.stderr)
    raise typer.Exit(BAD_INPUT)
