"""How the line that names a bot is written: a name, and arguments as ``name=value`` with strings in quotes.

A value without quotes may hold anything but commas and quotes; brackets in it must match, so that the spec of
another bot can be a value: ``wrapper(inner=hive:cunning(patience=3))``.
"""

from __future__ import annotations

from typing import NamedTuple

_QUOTES = "\"'"
_OPENING, _CLOSING = "([{", ")]}"


class Argument(NamedTuple):
    """One argument: its name (empty if there is no equals sign), its value, and both as they were written."""

    name: str
    value: str
    text: str


def matching(text: str, start: int) -> int:
    """Where the bracket closes that opens at ``start``. Raises ValueError when it does not."""
    depth, quote, at = 0, "", start
    while at < len(text):
        letter = text[at]
        if quote:
            if letter == "\\":
                at += 1
            elif letter == quote:
                quote = ""
        elif letter in _QUOTES:
            quote = letter
        elif letter in _OPENING:
            depth += 1
        elif letter in _CLOSING:
            depth -= 1
            if not depth:
                return at
        at += 1
    raise ValueError("a quotation that ends" if quote else "a closing bracket")


def arguments(text: str) -> list[Argument]:
    """What stands between the brackets, part by part. Raises ValueError for a quotation that does not end."""
    found = []
    for part in _parts(text):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        found.append(Argument(name if equals else "", unquoted(value), part))
    return found


def _parts(text: str) -> list[str]:
    parts, begin, at = [], 0, 0
    while at < len(text):
        if text[at] in _OPENING:
            at = matching(text, at)
        elif text[at] in _QUOTES:
            at = _end_of_quotation(text, at)
        elif text[at] == ",":
            parts.append(text[begin:at].strip())
            begin = at + 1
        at += 1
    parts.append(text[begin:].strip())
    return [part for part in parts if part]


def _end_of_quotation(text: str, start: int) -> int:
    at = start + 1
    while at < len(text):
        if text[at] == "\\":
            at += 1
        elif text[at] == text[start]:
            return at
        at += 1
    raise ValueError("a quotation that ends")


def unquoted(text: str) -> str:
    r"""The string of a quotation, or the text itself. A backslash stands before a quote or another backslash.

    >>> unquoted('"a, b"'), unquoted(r"'it\'s'"), unquoted("plain")
    ('a, b', "it's", 'plain')
    """
    if len(text) < 2 or text[0] not in _QUOTES or _end_of_quotation(text, 0) != len(text) - 1:
        return text
    letters, at, inner = [], 0, text[1:-1]
    while at < len(inner):
        if inner[at] == "\\" and inner[at + 1 : at + 2] in {*_QUOTES, "\\"}:
            at += 1
        letters.append(inner[at])
        at += 1
    return "".join(letters)


def written(value: float | bool | str) -> str:
    """A value as it is written in a spec, in quotes where it must be.

    >>> written(True), written(0.5), written("steady"), written("a, b")
    ('true', '0.5', 'steady', '"a, b"')
    """
    if isinstance(value, bool):
        return str(value).lower()
    text = str(value)
    if isinstance(value, str) and (not text or text != text.strip() or any(c in "\"'\\,=()[]{}" for c in text)):
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return text
