"""A moment of a game as the checks see it, and how they say what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from game.api import Action, Dice, Game, SeededDice, State


class Moment(NamedTuple):
    """A decision that waits (or the end): the game, its state, where the dice stand; and the tester's own dice.

    ``seen`` are options of earlier decisions. ``state`` and ``dice`` belong to the game: checks work on copies.
    """

    game: Game
    state: State
    dice: Dice
    chance: SeededDice
    seen: Sequence[Action] = ()

    def sample(self, count: int) -> list[Action]:
        """Some of the options, all of them if they are few."""
        options = self.game.options(self.state)
        if len(options) <= count:
            return list(options)
        return [options[self.chance.roll("sample", len(options)) - 1] for _ in range(count)]


Check = Callable[[Moment], Iterator[str]]


def failure(error: Exception) -> str:
    """An error and its place in one line."""
    trace, place = error.__traceback__, ""
    while trace is not None:
        place = f" in {trace.tb_frame.f_globals.get('__name__', '?')} line {trace.tb_lineno}"
        trace = trace.tb_next
    return " ".join(f"{type(error).__name__}: {error}".split()) + place


def difference(one: Any, other: Any, place: str = "state") -> str:
    """The first place where two values differ."""
    if type(one) is not type(other):
        return f"{place}: {one!r} or {other!r}"
    if isinstance(one, Struct):
        for name in one.__struct_fields__:
            if getattr(one, name) != getattr(other, name):
                return difference(getattr(one, name), getattr(other, name), f"{place}.{name}")
    if isinstance(one, tuple) and len(one) == len(other):
        for index, (left, right) in enumerate(zip(one, other, strict=True)):
            if left != right:
                return difference(left, right, f"{place}[{index}]")
    if isinstance(one, dict):
        for key in {**one, **other}:
            if one.get(key) != other.get(key):
                return difference(one.get(key), other.get(key), f"{place}[{key}]")
        if list(one) != list(other):
            return f"{place}: the order of its keys"
    return f"{place}: {one!r} or {other!r}"
