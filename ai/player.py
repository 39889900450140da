"""The bots that are known by name, and how one is made from a spec of one line.

A spec is a name, or a name with parameters: ``random``, ``hive:cunning(patience=3)``. A bot from elsewhere is

- a class or a function of any module, in the current folder too: ``my_bots.rusher:Rusher(nerve=7)``;
- a bot that a module lists in ``BOTS``: ``my_bots/rusher(nerve=7)``;
- a name that an installed package gives with an entry point of the group ``broodfall.bots``;
- a program that speaks the protocol of ``docs/bot-protocol.md``: ``exec:node bot.mjs``.

Parameters are named and checked; whatever is wrong with a spec is a `DataError` in one line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any

from ai.kinds import (
    NONE,
    SEATS,
    BotKind,
    BotSpec,
    Explaining,
    Parameter,
    Player,
    Reasons,
    Term,
    Value,
)
from ai.outside.grammar import Argument, arguments, matching
from game.api import DataError, Dice, near, nearest

__all__ = [
    "SEATS",
    "SHIPPED",
    "BotKind",
    "BotSpec",
    "Explaining",
    "Parameter",
    "Player",
    "Reasons",
    "Term",
    "Value",
    "known_bots",
    "loads_code",
    "make_bot",
    "read_spec",
    "register",
    "starts_program",
]

SHIPPED = ("ai.random_bot", "ai.marines", "ai.hive")
"""The modules of this package whose ``BOTS`` are known without being named."""

PROGRAM = "exec"
"""What the spec of a program begins with."""

_NAME = re.compile(r"(?:(?P<module>\w+(?:\.\w+)*)/)?(?P<name>[A-Za-z_][\w:.-]*)")
_CLASS = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")
_SHAPE = 'expected a bot such as "random" or "hive:cunning(patience=3)"'

_REGISTERED: dict[str, BotKind] = {}


def register(kind: BotKind) -> BotKind:
    """Make a bot known to this process by its name. Raises ValueError if another bot has that name."""
    known = _table()
    if known.get(kind.name, kind) is not kind:
        raise ValueError(f"there is already a bot called {kind.name}")
    _REGISTERED[kind.name] = kind
    return kind


def known_bots(*, installed: bool = True) -> tuple[BotKind, ...]:
    """Every bot that can be named without its module, those that come with the game first.

    Those that ``installed`` packages offer come last; of one that cannot be had a line on standard error says why.
    """
    table = _table()
    if not installed:
        return tuple(table.values())
    from ai.outside.entry_points import offered

    return (*table.values(), *offered(table))


def read_spec(spec: str) -> BotSpec:
    """Check a spec. Raises DataError, one line, for an unknown bot or parameter and for a value out of range."""
    text = spec.strip()
    place = f'bot "{spec}"'
    head, bracket, _ = text.partition("(")
    if starts_program(text):
        return _program(text, place)
    inside = ""
    try:
        if bracket:
            end = matching(text, len(head))
            if text[end + 1 :].strip():
                raise ValueError("nothing after the closing bracket")
            inside = text[len(head) + 1 : end]
        given = arguments(inside)
    except ValueError as error:
        raise DataError(f"expected {error}", place=place) from None
    found = _NAME.fullmatch(head.strip())
    if found is None:
        raise DataError(_SHAPE, place=place)
    kind = _kind_of(found["module"], found["name"], place)
    return BotSpec(kind, _values(kind, given, place))


def make_bot(spec: str, dice: Dice) -> Player:
    """The bot of a spec such as ``hive:cunning(patience=3)``, with ``dice`` of its own; see `read_spec` for errors."""
    return read_spec(spec).make(dice)


def loads_code(spec: str) -> bool:
    """Whether a spec names code by its place. Only a person may give one, never a file that came from elsewhere.

    >>> loads_code("hive:cunning(patience=3)"), loads_code("my_bots:Rusher"), loads_code("exec:./bot")
    (False, True, True)
    """
    head = spec.strip().partition("(")[0].strip()
    if starts_program(spec) or "/" in head:
        return True
    return ":" in head and head not in _table()


def starts_program(spec: str) -> bool:
    """Whether a spec is a command line, which may do anything.

    >>> starts_program("exec(seconds=5):./bot"), starts_program("my_bots:Rusher")
    (True, False)
    """
    head = spec.strip().partition("(")[0].strip()
    return head == PROGRAM or head.startswith(PROGRAM + ":")


def _kind_of(module: str | None, name: str, place: str) -> BotKind:
    from ai.outside.entry_points import entry_bot, entry_names

    if module is not None:
        table = _outside(module, place)
        if name not in table:
            raise DataError(f"expected {nearest(name, table)}, found no bot of that name", place=place)
        return table[name]
    table = _table()
    if name in table:
        return table[name]
    kind = entry_bot(name, place)
    if kind is not None:
        return kind
    families = {known.partition(":")[0] for known in table if ":" in known}
    if _CLASS.fullmatch(name) and name.partition(":")[0] not in families:
        from ai.outside.classes import class_bot

        return class_bot(name, place)
    known = (*table, *entry_names())
    said = {"bot": name, "near": near(name, known)}
    message = f"expected {nearest(name, known)}, found no bot of that name"
    raise DataError(message, place=place, kind="unknown_bot", values=said)


def _table() -> dict[str, BotKind]:
    kinds: dict[str, BotKind] = {}
    for name in SHIPPED:
        kinds.update(_listed(import_module(name)))
    kinds.update(_REGISTERED)
    return kinds


def _outside(name: str, place: str) -> dict[str, BotKind]:
    from ai.outside.modules import imported

    kinds = _listed(imported(name, place))
    if not kinds:
        raise DataError(f"expected a list BOTS in the module {name}, found none", place=place)
    return kinds


def _listed(module: Any) -> dict[str, BotKind]:
    kinds: Iterable[BotKind] = getattr(module, "BOTS", ())
    return {kind.name: kind for kind in kinds}


def _program(text: str, place: str) -> BotSpec:
    """``exec:COMMAND`` or ``exec(name=value):COMMAND``; whatever follows the colon is the command, as it is."""
    from ai.outside.program import program_bot

    rest, given = text[len(PROGRAM) :].lstrip(), []
    if rest.startswith("("):
        try:
            end = matching(rest, 0)
            given = arguments(rest[1:end])
        except ValueError as error:
            raise DataError(f"expected {error}", place=place) from None
        rest = rest[end + 1 :].lstrip()
    if not rest.startswith(":"):
        raise DataError("expected a program as exec:COMMAND or exec(name=value):COMMAND", place=place)
    kind = program_bot(rest[1:].strip(), place)
    return BotSpec(kind, _values(kind, given, place))


def _values(kind: BotKind, given: Sequence[Argument], place: str) -> dict[str, Value | None]:
    known = {parameter.name: parameter for parameter in kind.parameters}
    values: dict[str, Value | None] = {
        parameter.name: None if parameter.optional else parameter.default for parameter in kind.parameters
    }
    met: list[str] = []
    for argument in given:
        name, text = argument.name, argument.value
        parameter = known.get(name)
        if parameter is None:
            word = name or argument.text
            wanted = f"the parameter {nearest(word, known)}" if known else "no parameters"
            raise DataError(f'expected {wanted} as name=value, found "{argument.text}"', place=place)
        if name in met:
            raise DataError(f"expected {name} once, found it twice", place=place)
        met.append(name)
        if parameter.optional and text == NONE:
            continue
        try:
            values[name] = parameter.read(text)
        except ValueError:
            raise DataError(f'expected {parameter.expects} for {name}, found "{text}"', place=place) from None
    for name, parameter in known.items():
        if parameter.required and name not in met:
            raise DataError(f"expected {name}={parameter.expects}, found nothing for it", place=place)
    return values
