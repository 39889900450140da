"""A class or a function of any module as a bot: its parameters are read from its signature."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from types import ModuleType, NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from ai.kinds import SEATS, BotKind, Parameter, Player, Value
from ai.outside.modules import imported, told
from game.api import DataError, Dice, nearest

DICE = "dice"
"""The parameter in whose place a bot gets dice of its own."""

_SPECIMENS: dict[Any, Value] = {bool: False, int: 0, float: 0.0, str: ""}
"""For each kind of value one that stands for it where there is no default."""


def class_bot(path: str, place: str) -> BotKind:
    """The bot of ``package.module:Class``. Raises DataError, one line, for whatever is not as it should be."""
    name, _, attributes = path.partition(":")
    found: Any = imported(name, place)
    for attribute in attributes.split("."):
        inner = getattr(found, attribute, None)
        if inner is None:
            raise DataError(f"expected {_candidates(found, attribute)} in {name}, found no {attribute}", place=place)
        found = inner
    return bot_of(found, path, place)


def bot_of(found: object, name: str, place: str) -> BotKind:
    """A class, a function that makes a bot, or a bot's kind itself, as a kind of bot called ``name``."""
    if isinstance(found, BotKind):
        return found
    if not callable(found) or isinstance(found, ModuleType):
        raise DataError(f"expected a class or a function that makes a bot, found {_a(found)}", place=place)
    if isinstance(found, type) and not callable(getattr(found, "decide", None)):
        raise DataError(f"expected a class with a method decide(view, options), found {found.__name__}", place=place)
    wants_dice, parameters = _signature(found, place)
    return BotKind(
        name,
        _maker(found, name, wants_dice),
        en=_about(found, "en", name),
        es=_about(found, "es", name),
        seats=_seats(found, place),
        parameters=parameters,
    )


def _maker(found: Callable[..., Any], name: str, wants_dice: bool) -> Callable[..., Player]:
    def make(dice: Dice, **values: Value | None) -> Player:
        place = f'bot "{name}"'
        try:
            player = found(**values, dice=dice) if wants_dice else found(**values)
        except Exception as error:  # the code of others may fail in any way; it is told in one line
            raise DataError(f"expected a bot, but making one fails: {told(error)}", place=place) from None
        return _player(player, place)

    return make


def _player(player: Any, place: str) -> Player:
    """What was made, if it can decide; it is told nothing if it has no ear."""
    if not callable(getattr(player, "decide", None)):
        raise DataError(f"expected a bot with a method decide(view, options), found {_a(player)}", place=place)
    if not callable(getattr(player, "observe", None)):
        try:
            player.observe, player.listens = _deaf, False
        except AttributeError:
            raise DataError("expected a method observe(events), for the bot has slots", place=place) from None
    return player  # type: ignore[no-any-return]


def _deaf(events: object) -> None:
    """What a bot that has no ear hears."""


def _signature(found: Callable[..., Any], place: str) -> tuple[bool, tuple[Parameter, ...]]:
    """Whether a bot takes dice, and what else can be set on it."""
    try:
        signature = inspect.signature(found)
    except (TypeError, ValueError):
        raise DataError("expected a signature that tells the parameters, found none", place=place) from None
    named = {name: p for name, p in signature.parameters.items() if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)}
    for name, parameter in named.items():
        if parameter.kind is parameter.POSITIONAL_ONLY:
            raise DataError(f"expected parameters that can be given by name, found {name} before a /", place=place)
    explicit = getattr(found, "PARAMETERS", None)
    if explicit is not None:
        return DICE in named, _explicit(explicit, place)
    hints = _hints(found)
    read = (_parameter(p, hints.get(name, p.annotation), place) for name, p in named.items() if name != DICE)
    return DICE in named, tuple(parameter for parameter in read if parameter is not None)


def _explicit(given: object, place: str) -> tuple[Parameter, ...]:
    found = tuple(given) if isinstance(given, Iterable) else (given,)
    if not all(isinstance(parameter, Parameter) for parameter in found):
        raise DataError("expected PARAMETERS to be a tuple of ai.player.Parameter", place=place)
    return found


def _hints(found: Callable[..., Any]) -> dict[str, Any]:
    """The annotations as types; as they are written where they name what cannot be found."""
    # Through Any, for mypy would have the method of an instance.
    source: Any = found.__dict__.get("__init__", found) if isinstance(found, type) else found
    try:
        return get_type_hints(source)
    except Exception:  # an annotation may name what only a type checker imports
        return {name: _SIMPLE.get(str(hint), hint) for name, hint in getattr(source, "__annotations__", {}).items()}


_SIMPLE: dict[str, Any] = {
    **{kind.__name__: kind for kind in _SPECIMENS},
    **{f"{kind.__name__} | None": kind | None for kind in _SPECIMENS},
}


def _parameter(found: inspect.Parameter, hint: Any, place: str) -> Parameter | None:
    """A parameter of the signature; None for one that cannot be given in a spec and need not be."""
    required = found.default is found.empty
    if hint is found.empty and not required:
        hint = type(found.default)
    hint = _without_none(hint)
    allowed: tuple[str, ...] = ()
    if get_origin(hint) is Literal and all(isinstance(value, str) for value in get_args(hint)):
        allowed, hint = get_args(hint), str
    if hint not in _SPECIMENS:
        if not required:
            return None
        wanted = "an annotation int, float, bool, str or a Literal of strings, or a default"
        raise DataError(f"expected {wanted} for the parameter {found.name}", place=place)
    specimen: Value = allowed[0] if allowed else _SPECIMENS[hint]
    if required or found.default is None:
        return Parameter(found.name, specimen, allowed=allowed, required=required, optional=not required)
    default = float(found.default) if hint is float and isinstance(found.default, int) else found.default
    if type(default) is not hint:
        raise DataError(f"expected a default of its kind for the parameter {found.name}", place=place)
    return Parameter(found.name, default, allowed=allowed)


def _without_none(hint: Any) -> Any:
    """The type beside None, where there is one."""
    if get_origin(hint) in (Union, UnionType):
        rest = [inner for inner in get_args(hint) if inner is not NoneType]
        if len(rest) == 1:
            return rest[0]
    return hint


def _seats(found: object, place: str) -> tuple[str, ...]:
    seats = getattr(found, "seats", SEATS)
    seats = (seats,) if isinstance(seats, str) else tuple(seats)
    for seat in seats:
        if seat not in SEATS:
            raise DataError(f'expected seats of {nearest(seat, SEATS)}, found "{seat}"', place=place)
    return seats


def _about(found: object, language: str, name: str) -> str:
    """What a bot says of itself, in the language if it does."""
    said = getattr(found, language, None)
    if not isinstance(said, str) or not said:
        said = (inspect.getdoc(found) or "").partition("\n")[0]
    return said or name


def _candidates(found: Any, missing: str) -> str:
    """What could have been meant, for an error."""
    names = [
        name
        for name, value in vars(found).items()
        if isinstance(value, type) and callable(getattr(value, "decide", None)) and not name.startswith("_")
    ]
    return nearest(missing, names) if names else "a class with a method decide"


def _a(found: object) -> str:
    return f"a {type(found).__name__}"
