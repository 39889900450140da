"""How single values are written in the text notation, and the cursor that reads them back.

`game.core.notation` builds lines of these. A form writes a value without blanks, unless in brackets,
parentheses or quotes, so that a line splits into fields by eye. Cells are written as ``x,y``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, NoReturn, Protocol

from game.core.errors import DataError, nearest
from game.core.state import NO_CELL
from game.core.types import door_of, door_step

NONE_WORD: Final = "none"
NOWHERE_WORD: Final = "nowhere"
EMPTY: Final = "[]"
_DECIMAL_BITS: Final = 1024  # longer numbers are bit sets: hexadecimal, as Python bounds long decimals
_DEEPEST: Final = 64
_SHOWN: Final = 24

_INT = re.compile(r"-?(?:0x[0-9a-f]+|[0-9]{1,400})")
_CELL = re.compile(r"([0-9]{1,9}),([0-9]{1,9})")
_DOOR = re.compile(r"d([0-9]{1,9})")
_WORD = re.compile(r"[\w.:+/@*-]+")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_TOKEN = re.compile(r"[^\s()\[\]]*")
_BLANKS = re.compile(r"\s*")
_RESERVED: Final = frozenset({NONE_WORD})


class Grid(Protocol):
    """What the notation asks of a board: coordinates of a cell and back."""

    def xy(self, cell: int, /) -> tuple[int, int]:
        """The coordinates of a cell."""
        ...

    def cell(self, x: int, y: int, /) -> int:
        """The cell at coordinates; raises ValueError outside the board."""
        ...


class Cursor:
    """A place in a line that is being read."""

    __slots__ = ("_depth", "_file", "_place", "context", "grid", "pos", "text")

    def __init__(self, text: str, grid: Grid, *, file: str, place: str) -> None:
        self.text = text
        self.grid = grid
        self.pos = 0
        self.context = ""
        self._depth = 0
        self._file = file
        self._place = place

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Read what *pattern* matches here, if it does."""
        found = pattern.match(self.text, self.pos)
        if found is not None:
            self.pos = found.end()
        return found

    def take(self, mark: str) -> bool:
        """Read *mark* if it comes next."""
        if self.text.startswith(mark, self.pos):
            self.pos += len(mark)
            return True
        return False

    def take_word(self, word: str) -> bool:
        """Read *word* if it comes next as a whole word."""
        found = _WORD.match(self.text, self.pos)
        if found is None or found.group() != word:
            return False
        self.pos = found.end()
        return True

    def skip_blanks(self) -> None:
        """Go to the next character that is no blank."""
        self.match(_BLANKS)

    @property
    def at_boundary(self) -> bool:
        """Whether a value may end here."""
        return self.pos >= len(self.text) or self.text[self.pos] in ")]" or self.text[self.pos].isspace()

    def enter(self) -> None:
        """Go one bracket deeper; bounded, so that a hostile line cannot exhaust the stack."""
        self._depth += 1
        if self._depth > _DEEPEST:
            self.fail(f"brackets nest deeper than {_DEEPEST}")

    def leave(self) -> None:
        """Come out of a bracket."""
        self._depth -= 1

    def fail(self, message: str, *, at: int | None = None) -> NoReturn:
        """Raise a `DataError` that points to this place."""
        column = f"column {(self.pos if at is None else at) + 1}"
        place = f"{self._place}, {column}" if self._place else column
        raise DataError(message, file=self._file, place=place)

    def expected(self, what: str) -> NoReturn:
        """Raise a `DataError`: something else stands here."""
        found = _TOKEN.match(self.text, self.pos)
        token = (found.group() if found else "") or self.text[self.pos : self.pos + 1].strip()
        if len(token) > _SHOWN:
            token = token[:_SHOWN] + "..."
        seen = f"found {quoted(token)}" if token else "found nothing"
        self.fail(f"expected {what}{self.context}, {seen}")


class Form(NamedTuple):
    """How one kind of value is written and read; *says* describes it for error lines."""

    says: str
    write: Callable[[Any, Grid], str]
    read: Callable[[Cursor], Any]


def _write_int(value: int, _grid: Grid) -> str:
    return f"{value:d}" if -(1 << _DECIMAL_BITS) < value < 1 << _DECIMAL_BITS else f"{value:#x}"


def _read_int(cursor: Cursor) -> int:
    found = cursor.match(_INT)
    if found is None:
        cursor.expected(INT.says)
    digits = found.group()
    return int(digits, 16 if "x" in digits else 10)


def _write_bool(value: bool, _grid: Grid) -> str:
    return "yes" if value else "no"


def _read_bool(cursor: Cursor) -> bool:
    if cursor.take_word("yes"):
        return True
    if cursor.take_word("no"):
        return False
    cursor.expected(BOOL.says)


def _write_str(value: str, _grid: Grid) -> str:
    if _WORD.fullmatch(value) and value not in _RESERVED:
        return value
    return quoted(value)


def quoted(value: str) -> str:
    """A text in quotes. What does not print could break the line in two (NEL, U+2028), so it is escaped."""
    return json.dumps(value, ensure_ascii=not value.isprintable())


def _read_str(cursor: Cursor) -> str:
    start = cursor.pos
    found = cursor.match(_WORD)
    if found is not None:
        if found.group() in _RESERVED:
            cursor.pos = start
            cursor.expected(f"{STR.says} (the word '{found.group()}' needs quotes)")
        return found.group()
    in_quotes = cursor.match(_QUOTED)
    if in_quotes is None:
        cursor.expected(STR.says)
    try:
        text = json.loads(in_quotes.group())
    except json.JSONDecodeError:
        cursor.fail(f"expected quoted text with the escapes of JSON{cursor.context}", at=start)
    return str(text)


def _write_cell(cell: int, grid: Grid) -> str:
    if cell >= 0:
        x, y = grid.xy(cell)
        return f"{x},{y}"
    if cell == NO_CELL:
        return NOWHERE_WORD
    raise ValueError(f"{cell} is no cell")


def _read_cell(cursor: Cursor) -> int:
    start = cursor.pos
    found = cursor.match(_CELL)
    if found is None:
        if cursor.take_word(NOWHERE_WORD):
            return NO_CELL
        cursor.expected(CELL.says)
    x, y = int(found.group(1)), int(found.group(2))
    try:
        return cursor.grid.cell(x, y)
    except ValueError:
        cursor.fail(f"expected a cell of the board{cursor.context}, found {x},{y}", at=start)


def _write_step(step: int, grid: Grid) -> str:
    return _write_cell(step, grid) if step >= 0 else f"d{door_of(step)}"


def _read_step(cursor: Cursor) -> int:
    door = cursor.match(_DOOR)
    if door is not None:
        return door_step(int(door.group(1)))
    if _CELL.match(cursor.text, cursor.pos) is None:
        cursor.expected(PATH.says)
    return _read_cell(cursor)


def listed(element: Form, mark: str, says: str) -> Form:
    """A tuple whose elements are written one after another with *mark* between them."""
    write_one, read_one = element.write, element.read

    def write(values: Sequence[Any], grid: Grid) -> str:
        return mark.join([write_one(value, grid) for value in values]) if values else EMPTY

    def read(cursor: Cursor) -> tuple[Any, ...]:
        if cursor.take(EMPTY):
            return ()
        values = [read_one(cursor)]
        while cursor.take(mark):
            values.append(read_one(cursor))
        return tuple(values)

    return Form(says, write, read)


def bracketed(element: Form) -> Form:
    """A tuple of any length in brackets, its elements divided by blanks."""
    write_one, read_one = element.write, element.read

    def write(values: Sequence[Any], grid: Grid) -> str:
        return "[" + " ".join([write_one(value, grid) for value in values]) + "]"

    def read(cursor: Cursor) -> tuple[Any, ...]:
        _open(cursor, says)
        values = []
        while not cursor.take("]"):
            values.append(_element(cursor, element.says, read_one))
        cursor.leave()
        return tuple(values)

    says = f"[...] of {element.says}"
    return Form(says, write, read)


def fixed(elements: Sequence[Form]) -> Form:
    """A tuple of fixed length in brackets, each place with a form of its own."""

    def write(values: Sequence[Any], grid: Grid) -> str:
        parts = [form.write(value, grid) for form, value in zip(elements, values, strict=True)]
        return "[" + " ".join(parts) + "]"

    def read(cursor: Cursor) -> tuple[Any, ...]:
        _open(cursor, says)
        values = tuple([_element(cursor, form.says, form.read) for form in elements])
        if not cursor.take("]"):
            cursor.expected("']'")
        cursor.leave()
        return values

    says = "[" + ", ".join(form.says for form in elements) + "]"
    return Form(says, write, read)


def optional(inner: Form) -> Form:
    """A value or None, which is written ``none``."""
    write_value, read_value = inner.write, inner.read

    def write(value: Any, grid: Grid) -> str:
        return NONE_WORD if value is None else write_value(value, grid)

    def read(cursor: Cursor) -> Any:
        return None if cursor.take_word(NONE_WORD) else read_value(cursor)

    return Form(f"{inner.says} or {NONE_WORD}", write, read)


def choice(words: Sequence[str]) -> Form:
    """One of a closed list of texts."""
    known = tuple(words)

    def read(cursor: Cursor) -> str:
        start = cursor.pos
        word = _read_str(cursor)
        if word not in known:
            cursor.fail(f"expected {nearest(word, known)}{cursor.context}, found {quoted(word)}", at=start)
        return word

    says = "one of " + ", ".join(word for word in known if word)
    return Form(says, _write_str, read)


def _open(cursor: Cursor, says: str) -> None:
    if not cursor.take("["):
        cursor.expected(says)
    cursor.enter()
    cursor.skip_blanks()


def _element(cursor: Cursor, says: str, read: Callable[[Cursor], Any]) -> Any:
    start = cursor.pos
    value = read(cursor)
    if not cursor.at_boundary:
        cursor.pos = start
        cursor.expected(says)
    cursor.skip_blanks()
    return value


INT: Final = Form("a whole number", _write_int, _read_int)
BOOL: Final = Form("yes or no", _write_bool, _read_bool)
STR: Final = Form("a word or quoted text", _write_str, _read_str)
CELL: Final = Form("a cell x,y", _write_cell, _read_cell)
_STEP: Final = Form("a cell x,y or a door dN", _write_step, _read_step)
PATH: Final = listed(_STEP, ">", "a path such as 5,5>d2>6,5")
INTS: Final = listed(INT, ",", "whole numbers such as 1,2,3")
STRS: Final = listed(STR, ",", "words such as a,b,c")
CELLS: Final = listed(CELL, ";", "cells such as 5,5;6,5")
