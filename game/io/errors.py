"""How a fault in a file is worded: one line, what was expected there and what was found.

Text from a file is untrusted: it is shortened and its control characters are escaped, so that a message stays
one line and prints on every terminal.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

from game.core.errors import DataError

__all__ = ["DataError", "fault", "nearest", "quoted"]

_SHOWN = 100
"""Characters of a file's own text that a message repeats."""


def printable(text: str) -> str:
    """The text on one line: what does not print is written as an escape."""
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode("ascii") for letter in text
    )


def quoted(value: object) -> str:
    """A value of a file as a message shows it: text in quotes, shortened and escaped."""
    if isinstance(value, str):
        shown = value if len(value) <= _SHOWN else value[:_SHOWN] + "..."
        return f'"{printable(shown)}"'
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    return printable(str(value)[:_SHOWN])


def fault(expected: str, found: str, *, file: str | Path, place: str) -> DataError:
    """The error `file: place: expected ..., found ...`.

    Args:
        expected: what the reader needs there, in words.
        found: what the file holds instead; use `quoted` for text of the file.
        file: the file at fault.
        place: a line, key path or object inside it.
    """
    return DataError(f"expected {expected}, found {found}", file=printable(str(file)), place=place)


def nearest(word: str, valid: Iterable[str]) -> str:
    """What to add after an unknown word: the valid one nearest to it, or all of them (at least one).

    >>> nearest("flor", ["floor", "wall"])
    '"floor"'
    >>> nearest("xyz", ["floor", "wall"])
    '"floor" or "wall"'
    """
    choices = list(valid)
    close = get_close_matches(word[:_SHOWN], choices, n=1)
    if close:
        return f'"{close[0]}"'
    shown = [f'"{choice}"' for choice in choices]
    return " or ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
