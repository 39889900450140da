"""What a bot is, what it can be asked, and what can be set on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from ai.outside.grammar import written
from game.api import Action, Dice, Event, View

Value: TypeAlias = int | float | bool | str
"""What a bot's parameter may be."""

SEATS = ("human", "hive")
"""The kinds of side there are."""

NONE = "none"
"""How the absence of a value is written, where a parameter may have none."""

_WORDS = {"true": True, "false": False}
_FORMS = {
    "one_of": "one of {allowed}",
    "truth": "true or false",
    "word": "a word",
    "whole": "a whole number",
    "whole_least": "a whole number of at least {least}",
    "whole_most": "a whole number up to {most}",
    "whole_between": "a whole number from {least} to {most}",
    "number": "a number",
    "number_least": "a number of at least {least}",
    "number_most": "a number up to {most}",
    "number_between": "a number from {least} to {most}",
}
"""What a parameter may be, in English, by the keys under which front-ends have words of their own."""


class Player(Protocol):
    """Whoever sits at a seat of the table and is no person.

    A player with a class attribute ``listens = False`` is told nothing, which saves the work of taking secrets out.
    """

    def decide(self, view: View, options: Sequence[Action]) -> Action:
        """Answer with one of ``options``, which are never empty. Anything else is an error, never repaired."""
        ...

    def observe(self, events: Sequence[Event]) -> None:
        """Hear what happened, as this player's side may know it."""
        ...


class Term(Struct, frozen=True):
    """One addend of a score, under the name by which texts explain it."""

    name: str
    value: float


class Reasons(Struct, frozen=True):
    """Why a bot chose what it chose: the terms of its score, and the best option it did not take.

    ``note`` is the key of a sentence that the front-ends know; it may mention the terms by name.
    """

    chosen: Action
    score: float = 0
    terms: tuple[Term, ...] = ()
    rejected: Action | None = None
    rejected_score: float = 0
    rejected_terms: tuple[Term, ...] = ()
    note: str = ""


@runtime_checkable
class Explaining(Protocol):
    """A player that can be asked why."""

    def explain(self) -> Reasons | None:
        """The reasons of its last decision, or None before the first."""
        ...


class Field(Struct, frozen=True):
    """Numbers by cell that a decision rested on: a threat, a distance. Cells without a number have none.

    ``name`` is the word by which texts explain it; ``unit`` is whom it was asked for (0: anybody); ``good``: whether
    more is better for the bot.
    """

    name: str
    values: Mapping[int, float]
    unit: int = 0
    good: bool = False


@runtime_checkable
class Charting(Protocol):
    """A player that can show the numbers it used upon the board."""

    def fields(self) -> Sequence[Field]:
        """The numbers behind its last decision, worked out only when they are asked for; nothing before the first."""
        ...


@dataclass(frozen=True, slots=True)
class Parameter:
    """A named parameter of a bot. Values are of the default's kind, and within the limits where they are given.

    ``en`` and ``es`` say what it does. One that is ``required`` has no default: the given one only says of which kind
    it is. One that is ``optional`` may be left without a value, too, and is so by default.
    """

    name: str
    default: Value
    en: str = ""
    least: float | None = None
    most: float | None = None
    allowed: tuple[str, ...] = ()
    required: bool = False
    optional: bool = False
    es: str = ""

    @property
    def expects(self) -> str:
        """What may be given, in words."""
        key, values = self.form
        said = _FORMS[key].format_map(values)
        return f"{said}, or {NONE}" if self.optional else said

    @property
    def form(self) -> tuple[str, Mapping[str, str]]:
        """What may be given, as the key of a phrase and the values in it, for words in another language."""
        if self.allowed:
            return "one_of", {"allowed": ", ".join(self.allowed)}
        if isinstance(self.default, bool):
            return "truth", {}
        if isinstance(self.default, str):
            return "word", {}
        kind = "whole" if isinstance(self.default, int) else "number"
        ends = {name: end for name, end in (("least", self.least), ("most", self.most)) if end is not None}
        suffix = "_between" if len(ends) == 2 else "".join(f"_{name}" for name in ends)
        return kind + suffix, {name: str(end) for name, end in ends.items()}

    def read(self, text: str) -> Value:
        """The value of a text. Raises ValueError when it is not what is expected."""
        value: Value
        if isinstance(self.default, bool):
            if text.lower() not in _WORDS:
                raise ValueError(text)
            value = _WORDS[text.lower()]
        elif isinstance(self.default, str):
            value = text
        else:
            value = type(self.default)(text)
            # Written so that "nan", which compares with nothing, is refused too.
            if not (self.least is None or value >= self.least) or not (self.most is None or value <= self.most):
                raise ValueError(text)
            if value != value:
                raise ValueError(text)
        if self.allowed and value not in self.allowed:
            raise ValueError(text)
        return value

    @property
    def usage(self) -> str:
        """How the parameter is written, with its default."""
        if self.required:
            return f"{self.name}={self.expects}"
        return f"{self.name}={NONE if self.optional else written(self.default)}"


@dataclass(frozen=True, slots=True)
class BotKind:
    """A bot that can be made by name.

    ``make`` is called as ``make(dice, **parameters)`` with dice that are this bot's alone, never the table's.
    ``seats`` are the kinds of side it can play; ``en`` and ``es`` say in a sentence how it plays.
    """

    name: str
    make: Callable[..., Player]
    en: str
    es: str
    seats: tuple[str, ...] = SEATS
    parameters: tuple[Parameter, ...] = ()

    @property
    def usage(self) -> str:
        """How a spec of this bot is written, with the defaults of its parameters."""
        if not self.parameters:
            return self.name
        return f"{self.name}({', '.join(parameter.usage for parameter in self.parameters)})"


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A spec that was read and found right: the bot it names and the value of every parameter."""

    kind: BotKind
    values: Mapping[str, Value | None] = field(default_factory=dict)

    def make(self, dice: Dice) -> Player:
        """The bot, with dice of its own."""
        return self.kind.make(dice, **self.values)
