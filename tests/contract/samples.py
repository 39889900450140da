"""Values made up by dice for any declared type: what a careless caller, or a file, might hand to the rules."""

from __future__ import annotations

import types
from collections.abc import Sequence
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import fields, replace

from game.api import NO_CELL, Action, Game, SeededDice, State

DEEPEST = 3
"""How deep values of values go."""
LONGEST = 3
"""Most elements of a tuple."""


class Inventor:
    """Makes values of annotated types. ``words`` and ``numbers`` are what texts and whole numbers are taken from."""

    def __init__(
        self,
        chance: SeededDice,
        *,
        cells: Sequence[int],
        words: Sequence[str],
        numbers: Sequence[int],
        kinds: Sequence[type[Struct]] = (),
    ) -> None:
        self.chance = chance
        self.cells = cells
        self.words = words
        self.numbers = numbers
        self.kinds = tuple(kinds)

    def one_of(self, values: Sequence[Any]) -> Any:
        """Any of the values."""
        return values[self.chance.roll("which", len(values)) - 1]

    def value(self, kind: type[Struct], depth: int = 0) -> Any:
        """A value of a type, every field made up."""
        hints = hints_of(kind)
        return kind(**{info.name: self.of(hints[info.name], depth + 1) for info in fields(kind)})

    def changed(self, value: Any) -> Any:
        """The same value with one field made up anew; itself if it has none."""
        names = [info.name for info in fields(value)]
        if not names:
            return value
        name = self.one_of(names)
        return replace(value, **{name: self.of(hints_of(type(value))[name], 1)})

    def of(self, hint: Any, depth: int) -> Any:
        """A value of an annotation."""
        if hint is int:
            return self.one_of(self.numbers)
        if hint is str:
            return self.one_of(self.words)
        if hint is bool:
            return self.chance.roll("flag", 2) == 1
        if hint is Any:
            return self._anything(depth)
        if isinstance(hint, type) and issubclass(hint, Struct):
            return self._struct(hint, depth)
        origin, arguments = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self._marked(arguments, depth)
        if origin is Literal:
            return self.one_of(arguments)
        if origin is tuple:
            return self._tuple(arguments, depth)
        if origin is Union or origin is types.UnionType:
            return self.of(self.one_of(arguments), depth)
        if hint is type(None):
            return None
        raise TypeError(f"no values of {hint!r} can be made up")

    def _marked(self, arguments: tuple[Any, ...], depth: int) -> Any:
        if "cell" in arguments:
            return self.one_of(self.cells)
        if "path" in arguments:
            return tuple(
                self.one_of(self.cells) if self.chance.roll("door", 5) > 1 else -self.chance.roll("door", 4)
                for _ in range(self.chance.roll("length", 2 * LONGEST) - 1)
            )
        return self.of(arguments[0], depth)

    def _tuple(self, arguments: tuple[Any, ...], depth: int) -> tuple[Any, ...]:
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            length = self.chance.roll("length", LONGEST + 1) - 1 if depth <= DEEPEST else 0
            return tuple(self.of(arguments[0], depth + 1) for _ in range(length))
        return tuple(self.of(argument, depth + 1) for argument in arguments)

    def _struct(self, hint: type[Struct], depth: int) -> Any:
        """A value of the type, or of one of the known types that stand in for it."""
        fitting = [kind for kind in self.kinds if issubclass(kind, hint)] or [hint]
        if depth > DEEPEST:
            fitting = sorted(fitting, key=lambda kind: len(fields(kind)))[:1]
        return self.value(self.one_of(fitting), depth)

    def _anything(self, depth: int) -> Any:
        plain = [None, True, 7, -3, "some words", (1, "two", (3,))]
        structs = [kind for kind in self.kinds if fields(kind)]
        if structs and depth <= DEEPEST and self.chance.roll("plain", 2) == 1:
            return self.value(self.one_of(structs), depth)
        return self.one_of(plain)


_HINTS: dict[type[Struct], dict[str, Any]] = {}


def hints_of(kind: type[Struct]) -> dict[str, Any]:
    """The annotations of a type's fields, looked up once."""
    if kind not in _HINTS:
        _HINTS[kind] = get_type_hints(kind, include_extras=True)
    return _HINTS[kind]


def stranger(game: Game, state: State, seen: Sequence[Action], chance: SeededDice) -> Action:
    """An action to try the rules with: an option of now or earlier with a field changed, an earlier one, or any.

    Cells and numbers include such as do not exist: -1 must never be the last of a list.
    """
    board, options = game.board, game.options(state)
    ids = [*state.units, *state.markers, *state.gone]
    standing = [unit.cell for unit in state.units.values()]
    beside = [cell for unit in standing if unit >= 0 for cell in board.neighbours(unit)]
    inventor = Inventor(
        chance,
        cells=(*standing, *beside, 0, board.size - 1, board.size, -2, NO_CELL, 1 << 40),
        words=("", "pool", "own", "stand", "prone", "gaunt", "advance", "no such word", *list(game.weapons)[:6]),
        numbers=(*ids, *range(8), -1, -2, 1 << 40),
    )
    way = chance.roll("way", 4)
    found: Action
    if way < 3 and options:
        found = inventor.changed(options[chance.roll("which", len(options)) - 1])
    elif way == 3 and seen:
        found = inventor.one_of(seen)
        found = inventor.changed(found) if chance.roll("flag", 2) == 1 else found
    else:
        found = inventor.value(inventor.one_of(game.rulebook.action_types))
    return found
