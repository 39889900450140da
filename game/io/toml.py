"""Reading TOML strictly: every key must be known, every value of its kind, and every fault is noted.

A :class:`Table` never stops at a fault: it notes it, gives a stand-in value and reads on, so that one pass finds
them all. Whoever reads a file asks each key it knows, calls :meth:`Table.done`, and in the end
:func:`first_fault` refuses the file if anything was noted.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

from game.io.errors import DataError, fault, nearest, printable, quoted
from game.io.paths import read_bounded

MAX_BYTES: Final = 1 << 20
"""The most bytes a TOML file may have; the largest of ours has a few thousand."""
MAX_TABLES: Final = 1000
"""The most entries of an array of tables."""
_REQUIRED: Final = object()
PLAIN_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""What ids look like, and whatever pictures and texts are found by: never a way into another folder."""
PLAIN_WORDS: Final = "small letters, digits and _ (at most 40)"


def read_text(source: Traversable, *, what: str, limit: int = MAX_BYTES) -> str:
    """The text of a file of ours or of a user, as UTF-8 (a byte order mark is dropped).

    Raises:
        DataError: it is no ordinary file, too large, unreadable, or not UTF-8.
    """
    file = printable(str(source))
    if isinstance(source, Path):
        data = read_bounded(source, limit=limit, what=what, file=source, place="file")
    else:
        data = source.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        found = f"the byte {data[error.start]:#04x}"
        raise fault("text in UTF-8", found, file=file, place="file", kind="no_text", part=file) from None


def parse_toml(text: str, *, file: str) -> dict[str, Any]:
    """The values of a TOML text. Raises DataError with the line of a syntax error."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(printable(str(error)), file=file, place="syntax") from None
    except RecursionError:
        raise fault("values nested less deeply", "more than can be read", file=file, place="syntax") from None
    except ValueError as error:  # a number with more digits than Python reads, a date that is none
        raise DataError(printable(str(error)), file=file, place="syntax") from None


def first_fault(faults: Sequence[DataError]) -> None:
    """Raise the first of the noted faults, if any."""
    if faults:
        raise faults[0]


class Table:
    """A table of a file with the keys that were asked for so far."""

    __slots__ = ("_asked", "_values", "faults", "file", "place")

    def __init__(self, values: Mapping[str, Any], *, file: str, faults: list[DataError], place: str = "") -> None:
        self._values = values
        self._asked: dict[str, None] = {}
        self.faults = faults
        self.file = file
        self.place = place

    def key(self, key: str) -> str:
        """The path of a key of this table, for messages."""
        return f"{self.place}.{printable(key)}" if self.place else printable(key)

    def note(self, expected: str, found: str, *, key: str = "") -> None:
        """Note a fault of a key, or of the table itself."""
        place = self.key(key) if key else self.place or "file"
        self.faults.append(fault(expected, found, file=self.file, place=place))

    def has(self, key: str) -> bool:
        """Whether the file gives this key; asking makes it a known one."""
        self._asked[key] = None
        return key in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def get(self, key: str) -> Any:
        """The raw value of a key, None if absent; asking makes it a known one."""
        self._asked[key] = None
        return self._values.get(key)

    def _given(self, key: str, default: Any, expected: str) -> Any:
        """The raw value; notes its absence if there is no default."""
        value = self.get(key)
        if value is None:
            if default is _REQUIRED:
                self.note(expected, "nothing", key=key)
            return None
        return value

    def text(self, key: str, default: Any = _REQUIRED, *, choices: Sequence[str] = ()) -> str:
        """A text, one of ``choices`` if given; ``""`` stands in for a faulty one."""
        value = self._given(key, default, "a text")
        if value is None:
            return "" if default is _REQUIRED else str(default)
        if not isinstance(value, str):
            self.note("a text", shown(value), key=key)
            return ""
        if choices and value not in choices:
            self.note(nearest(value, choices), quoted(value), key=key)
            return choices[0]
        return value

    def plain_name(self, key: str, default: str) -> str:
        """A name that may be part of a file's name; ``default``, which may be empty, stands in for a faulty one."""
        value = self.text(key, default)
        if value == default or PLAIN_NAME.fullmatch(value):
            return value
        if isinstance(self.get(key), str):
            self.note(f"a name of {PLAIN_WORDS}", quoted(value), key=key)
        return default

    def texts(self, key: str, default: Any = (), *, choices: Sequence[str] | None = None) -> tuple[str, ...]:
        """A list of texts, each once and one of ``choices`` if given."""
        value = self._given(key, default, "a list of texts")
        if value is None:
            return () if default is _REQUIRED else tuple(default)
        if not isinstance(value, list):
            self.note("a list of texts", shown(value), key=key)
            return ()
        found: dict[str, None] = {}
        for index, item in enumerate(value):
            where = f"{key}[{index}]"
            if not isinstance(item, str):
                self.note("a text", shown(item), key=where)
            elif item in found:
                self.note("each entry once", f"{quoted(item)} again", key=where)
            elif choices is not None and item not in choices:
                self.note(nearest(item, choices) if choices else "none (no module has any)", quoted(item), key=where)
            else:
                found[item] = None
        return tuple(found)

    def whole(self, key: str, default: Any = _REQUIRED, *, least: int, most: int) -> int:
        """A whole number from ``least`` to ``most``."""
        expected = f"a whole number from {least} to {most}"
        value = self._given(key, default, expected)
        if value is None:
            return least if default is _REQUIRED else int(default)
        if type(value) is not int or not least <= value <= most:
            self.note(expected, shown(value), key=key)
            return least
        return value

    def wholes(self, key: str, default: Any = _REQUIRED, *, count: int, least: int, most: int) -> tuple[int, ...]:
        """A list of exactly ``count`` whole numbers from ``least`` to ``most``."""
        expected = f"{count} whole numbers from {least} to {most}"
        value = self._given(key, default, expected)
        if value is None:
            return (least,) * count if default is _REQUIRED else tuple(default)
        if not isinstance(value, list) or len(value) != count or not all(_is_whole(v, least, most) for v in value):
            self.note(expected, shown(value), key=key)
            return (least,) * count
        return tuple(value)

    def flag(self, key: str, *, default: bool = False) -> bool:
        """True or false."""
        value = self.get(key)
        if value is None:
            return default
        if type(value) is not bool:
            self.note("true or false", shown(value), key=key)
            return default
        return value

    def table(self, key: str) -> Table:
        """A table inside this one; an empty one if absent."""
        return self._inner(key, self.get(key), required=False)

    def required_table(self, key: str) -> Table:
        """A table inside this one; its absence is a fault."""
        return self._inner(key, self.get(key), required=True)

    def named(self, key: str) -> dict[str, Table]:
        """The tables inside a table, by name, in the order of the file; none if absent."""
        outer = self.table(key)
        return {name: outer.table(name) for name in outer}

    def entries(self) -> dict[str, Table]:
        """Every value of this table as a table, by name."""
        return {name: self.table(name) for name in self}

    def tables(self, key: str) -> list[Table]:
        """An array of tables; empty if absent."""
        value = self.get(key)
        if value is None:
            return []
        if not isinstance(value, list) or len(value) > MAX_TABLES:
            self.note(f"a list of at most {MAX_TABLES} tables", shown(value), key=key)
            return []
        return [self._inner(f"{key}[{index}]", item, required=True) for index, item in enumerate(value)]

    def _inner(self, key: str, value: Any, *, required: bool) -> Table:
        if not isinstance(value, dict):
            if value is not None or required:
                self.note("a table", shown(value), key=key)
            value = {}
        return Table(value, file=self.file, faults=self.faults, place=self.key(key))

    def done(self) -> None:
        """Note every key that nobody asked for, with the nearest known one."""
        for key in self._values:
            if key not in self._asked:
                known = list(self._asked)
                self.note(nearest(key, known) if known else "no key", f"the unknown key {quoted(key)}", key=key)


def _is_whole(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def shown(value: object) -> str:
    """A value of a file for a message: simple ones as they are, others by kind.

    >>> shown([3, 4]), shown({"a": 1}), shown("x")
    ('[3, 4]', 'a table', '"x"')
    """
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return (
            f"a list of {len(value)}"
            if len(value) > 4 or any(isinstance(v, (dict, list)) for v in value)
            else ("[" + ", ".join(quoted(item) for item in value) + "]")
        )
    return quoted(value)
