"""What a bot is, what it can be asked, and the registry that makes bots from one-line specs.

A spec is a name, or a name with parameters: ``random``, ``hive:cunning(budget=3)``. A bot from elsewhere is named
by the importable module that lists it: ``my_bots/rusher(nerve=7)``. Parameters are named and checked; whatever is
wrong with a spec is a `DataError` in one line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from game.api import Action, DataError, Dice, Event, View, nearest

Value: TypeAlias = int | float | bool | str
"""What a bot's parameter may be."""

SHIPPED = ("ai.random_bot", "ai.marines", "ai.hive")
"""The modules of this package whose ``BOTS`` are known without being named."""

_SPEC = re.compile(r"(?:(?P<module>[\w.]+)/)?(?P<name>[A-Za-z][\w:.-]*)\s*(?:\((?P<arguments>[^()]*)\))?")
_WORDS = {"true": True, "false": False}


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


@dataclass(frozen=True, slots=True)
class Parameter:
    """A named parameter of a bot. Values are of the default's kind, and within the limits where they are given."""

    name: str
    default: Value
    about: str
    least: float | None = None
    most: float | None = None
    allowed: tuple[str, ...] = ()

    @property
    def expects(self) -> str:
        """What may be given, in words."""
        if self.allowed:
            return "one of " + ", ".join(self.allowed)
        if isinstance(self.default, bool):
            return "true or false"
        if isinstance(self.default, str):
            return "a word"
        kind = "a whole number" if isinstance(self.default, int) else "a number"
        if self.least is None and self.most is None:
            return kind
        if self.most is None:
            return f"{kind} of at least {self.least}"
        return f"{kind} up to {self.most}" if self.least is None else f"{kind} from {self.least} to {self.most}"

    def read(self, text: str) -> Value:
        """The value of a text. Raises ValueError when it is not what is expected."""
        value: Value
        if isinstance(self.default, bool):
            if text not in _WORDS:
                raise ValueError(text)
            value = _WORDS[text]
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
    seats: tuple[str, ...] = ("human", "hive")
    parameters: tuple[Parameter, ...] = ()

    @property
    def usage(self) -> str:
        """How a spec of this bot is written, with the defaults of its parameters."""
        if not self.parameters:
            return self.name
        return f"{self.name}({', '.join(f'{p.name}={_written(p.default)}' for p in self.parameters)})"


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A spec that was read and found right: the bot it names and the value of every parameter."""

    kind: BotKind
    values: Mapping[str, Value] = field(default_factory=dict)

    def make(self, dice: Dice) -> Player:
        """The bot, with dice of its own."""
        return self.kind.make(dice, **self.values)


_REGISTERED: dict[str, BotKind] = {}


def register(kind: BotKind) -> BotKind:
    """Make a bot known to this process by its name. Raises ValueError if another bot has that name."""
    known = _table()
    if known.get(kind.name, kind) is not kind:
        raise ValueError(f"there is already a bot called {kind.name}")
    _REGISTERED[kind.name] = kind
    return kind


def known_bots() -> tuple[BotKind, ...]:
    """Every bot that can be named without its module, those that come with the game first."""
    return tuple(_table().values())


def read_spec(spec: str) -> BotSpec:
    """Check a spec. Raises DataError, one line, for an unknown bot or parameter and for a value out of range."""
    found = _SPEC.fullmatch(spec.strip())
    if found is None:
        raise DataError('expected a bot such as "random" or "hive:cunning(budget=3)"', place=f'bot "{spec}"')
    table = _table() if found["module"] is None else _outside(found["module"], spec)
    kind = table.get(found["name"])
    if kind is None:
        raise DataError(f"expected {nearest(found['name'], table)}, found no bot of that name", place=f'bot "{spec}"')
    return BotSpec(kind, _values(kind, found["arguments"] or "", spec))


def make_bot(spec: str, dice: Dice) -> Player:
    """The bot of a spec such as ``hive:cunning(budget=3)``, with ``dice`` of its own; see `read_spec` for errors."""
    return read_spec(spec).make(dice)


def _table() -> dict[str, BotKind]:
    kinds: dict[str, BotKind] = {}
    for name in SHIPPED:
        kinds.update(_listed(import_module(name)))
    kinds.update(_REGISTERED)
    return kinds


def _outside(name: str, spec: str) -> dict[str, BotKind]:
    try:
        module = import_module(name)
    except ModuleNotFoundError as error:
        raise DataError(
            f"expected an importable module, found none called {error.name}", place=f'bot "{spec}"'
        ) from error
    kinds = _listed(module)
    if not kinds:
        raise DataError(f"expected a list BOTS in the module {name}, found none", place=f'bot "{spec}"')
    return kinds


def _listed(module: Any) -> dict[str, BotKind]:
    kinds: Iterable[BotKind] = getattr(module, "BOTS", ())
    return {kind.name: kind for kind in kinds}


def _values(kind: BotKind, arguments: str, spec: str) -> dict[str, Value]:
    known = {parameter.name: parameter for parameter in kind.parameters}
    values: dict[str, Value] = {parameter.name: parameter.default for parameter in kind.parameters}
    given: list[str] = []
    for part in filter(None, (part.strip() for part in arguments.split(","))):
        name, equals, text = (piece.strip() for piece in part.partition("="))
        parameter = known.get(name)
        if not equals or parameter is None:
            wanted = f"the parameter {nearest(name, known)}" if known else "no parameters"
            raise DataError(f'expected {wanted} as name=value, found "{part}"', place=f'bot "{spec}"')
        if name in given:
            raise DataError(f"expected {name} once, found it twice", place=f'bot "{spec}"')
        given.append(name)
        try:
            values[name] = parameter.read(text)
        except ValueError:
            raise DataError(f'expected {parameter.expects} for {name}, found "{text}"', place=f'bot "{spec}"') from None
    return values


def _written(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
