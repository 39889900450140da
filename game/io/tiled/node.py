"""One element of a map file, whether it was written as XML or as JSON.

Both formats become the same tree of nodes, named as the XML format names its elements, so that everything
after this module exists once and a `.tmx` and a `.tmj` of the same map cannot be read differently. XML gives
every attribute as text, JSON gives typed values: the accessors here are strict about both.
"""

import math
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from game.io.errors import DataError, fault, nearest, quoted

Scalar = str | int | float | bool

_INTEGER = re.compile(r"-?[0-9]{1,18}")
_NUMBER = re.compile(r"-?([0-9]{1,18}(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]{1,3})?")
_EXACT = 2**53
"""Largest whole number a JSON writer can carry in a double."""

_LABELLED = {
    "layer": "layer",
    "objectgroup": "layer",
    "imagelayer": "layer",
    "group": "group",
    "tileset": "tileset",
    "tile": "tile",
    "object": "object",
    "property": "property",
}


class Node:
    """An element: its attributes, its children in file order, its text and where it stands.

    Attributes:
        tag: the element's name in the XML format.
        where: the line (XML) or key path (JSON) it was found at.
        attrs: its scalar values; all of them text if the file is XML.
        text: the character data inside it, XML only, and the encoded cells of a JSON layer.
        array: the cells of a JSON layer that is written as an array of numbers.
        typed: whether the values carry their type (JSON).
    """

    __slots__ = ("array", "attrs", "children", "file", "parent", "tag", "text", "typed", "where")

    def __init__(
        self,
        tag: str,
        attrs: dict[str, Scalar],
        *,
        file: Path,
        where: str,
        parent: "Node | None" = None,
        typed: bool = False,
    ) -> None:
        self.tag = tag
        self.attrs = attrs
        self.file = file
        self.where = where
        self.parent = parent
        self.typed = typed
        self.text = ""
        self.array: list[object] | None = None
        self.children: list[Node] = []

    # --- errors --------------------------------------------------------------------------------------------------

    def place(self) -> str:
        """Where this is, for a message: the line or key path, then the layer, object and property names."""
        labels: list[str] = []
        node: Node | None = self
        while node is not None:
            label = node.label()
            if label:
                labels.append(label)
            node = node.parent
        return ", ".join([self.where, *reversed(labels)])

    def label(self) -> str:
        """What a map author calls this element, such as `layer "Ground"`; empty for the nameless ones."""
        word = _LABELLED.get(self.tag)
        if word is None:
            return ""
        name = self.attrs.get("name", "")
        number = self.attrs.get("id", "") if self.tag in {"object", "tile"} else ""
        parts = [word, quoted(number).strip('"') if number != "" else "", quoted(name) if name else ""]
        return " ".join(part for part in parts if part)

    def fault(self, expected: str, found: str) -> DataError:
        """The error for this place."""
        return fault(expected, found, file=self.file, place=self.place())

    # --- attributes ----------------------------------------------------------------------------------------------

    def has(self, name: str) -> bool:
        """Whether the attribute is written at all."""
        return name in self.attrs

    def string(self, name: str, default: str | None = None) -> str:
        """A text attribute; without a default it must be there."""
        value = self._value(name, "a text", default)
        if not isinstance(value, str):
            raise self.fault(f'a text in "{name}"', quoted(value))
        return value

    def integer(self, name: str, default: int | None = None, *, least: int, most: int) -> int:
        """A whole number between two bounds, both included."""
        value = self._value(name, "a whole number", default)
        number = whole(value, typed=self.typed)
        if number is None or not least <= number <= most:
            raise self.fault(f'a whole number from {least} to {most} in "{name}"', quoted(value))
        return number

    def number(self, name: str, default: float | None = None) -> float:
        """A finite number."""
        value = self._value(name, "a number", default)
        number = finite(value, typed=self.typed)
        if number is None:
            raise self.fault(f'a number in "{name}"', quoted(value))
        return number

    def flag(self, name: str, *, default: bool) -> bool:
        """A yes-or-no attribute of the format itself: 0 or 1 in XML, a truth value in JSON."""
        value = self.attrs.get(name, default)
        if isinstance(value, bool):
            return value
        if not self.typed and value in {"0", "1"}:
            return value == "1"
        raise self.fault(f'{"true or false" if self.typed else "0 or 1"} in "{name}"', quoted(value))

    def choice(self, name: str, choices: Iterable[str], default: str) -> str:
        """One word of a closed list."""
        valid = tuple(choices)
        value = self.string(name, default)
        if value not in valid:
            raise self.fault(f'{nearest(value, valid)} in "{name}"', quoted(value))
        return value

    def _value(self, name: str, what: str, default: Scalar | None) -> Scalar:
        value = self.attrs.get(name, default)
        if value is None:
            raise self.fault(f'{what} in "{name}"', f'no "{name}"')
        return value

    # --- children ------------------------------------------------------------------------------------------------

    def all(self, tag: str) -> Iterator["Node"]:
        """The children of that name, in file order."""
        return (child for child in self.children if child.tag == tag)

    def only(self, tag: str) -> "Node | None":
        """The one child of that name, or none; two are a fault."""
        found = list(self.all(tag))
        if len(found) > 1:
            raise found[1].fault(f'one "{tag}" in "{self.tag}"', "a second one")
        return found[0] if found else None

    def allow(self, *tags: str) -> None:
        """Refuse a child whose name is not listed: a layer that is not understood is never left out silently."""
        for child in self.children:
            if child.tag not in tags:
                expected = nearest(child.tag, tags) if tags else "nothing"
                raise child.fault(f'{expected} in "{self.tag}"', quoted(child.tag))


def whole(value: Scalar, *, typed: bool) -> int | None:
    """The whole number a value stands for, or None if it is none."""
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        return None if typed or not _INTEGER.fullmatch(value) else int(value)
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < _EXACT else None
    return value


def finite(value: Scalar, *, typed: bool) -> float | None:
    """The finite number a value stands for, or None if it is none."""
    if isinstance(value, bool) or (isinstance(value, str) and (typed or not _NUMBER.fullmatch(value))):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None
