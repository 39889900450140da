"""Custom properties by name, with the type each must have; what is not known is refused with the nearest name."""

from collections.abc import Iterable
from pathlib import Path

from game.io.errors import DataError, fault, nearest, quoted
from game.io.tiled import Property

_WORDS: dict[type, str] = {str: "a string", int: "an int", bool: "a bool"}
_TYPES: dict[type, tuple[str, ...]] = {str: ("string",), int: ("int",), bool: ("bool",)}


class Fields:
    """The properties of one tile, layer or object.

    Args:
        file: the map, for messages.
        place: the element they belong to.
        properties: what it has.
        allowed: the names it may have.

    Raises:
        DataError: a property of another name.
    """

    def __init__(self, file: Path, place: str, properties: tuple[Property, ...], allowed: Iterable[str]) -> None:
        self.file = file
        self.place = place
        self._found = {entry.name: entry for entry in properties}
        valid = tuple(allowed)
        for name in self._found:
            if name not in valid:
                expected = f"the property {nearest(name, valid)}" if valid else "no properties"
                raise self.fault(expected, quoted(name))

    def fault(self, expected: str, found: str) -> DataError:
        """The error for this element."""
        return fault(expected, found, file=self.file, place=self.place)

    def text(self, name: str) -> str | None:
        """A string property; None if it is not there."""
        value = self.value(name, str)
        return value if isinstance(value, str) else None

    def integer(self, name: str) -> int | None:
        """An int property; None if it is not there."""
        value = self.value(name, int)
        return value if isinstance(value, int) else None

    def truth(self, name: str) -> bool | None:
        """A bool property; None if it is not there."""
        value = self.value(name, bool)
        return value if isinstance(value, bool) else None

    def value(self, name: str, kind: type) -> str | int | bool | None:
        """A property that must have been declared with the type `kind` in Tiled; None if it is not there.

        Raises:
            DataError: it is of another type: a word that reads like a number is still a word.
        """
        entry = self._found.get(name)
        if entry is None:
            return None
        if entry.type not in _TYPES[kind] or not isinstance(entry.value, kind):
            shown = quoted(entry.value) if isinstance(entry.value, str | int | float) else "several values"
            raise self.fault(f'{_WORDS[kind]} in the property "{name}"', f"the {entry.type} {shown}")
        return entry.value if isinstance(entry.value, str | int | bool) else None
