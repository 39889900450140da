"""Bots that installed packages offer, by entry points of the group ``broodfall.bots``."""

from __future__ import annotations

import sys
from collections.abc import Collection
from contextlib import redirect_stdout
from importlib.metadata import EntryPoint, entry_points

from ai.kinds import BotKind
from ai.outside.modules import told
from game.api import DataError

GROUP = "broodfall.bots"

_TOLD: set[str] = set()
"""The warnings that were given already."""


def entry_names() -> tuple[str, ...]:
    """The names of all offered bots, without loading any."""
    return tuple(_points())


def entry_bot(name: str, place: str) -> BotKind | None:
    """The bot that is offered by a name, or None. Raises DataError, one line, for one that cannot be had."""
    point = _points().get(name)
    return None if point is None else _loaded(point, place)


def offered(taken: Collection[str]) -> list[BotKind]:
    """Every bot that can be had; the others, and those whose name is taken, are told of in a line each, once."""
    kinds = []
    for name, point in _points().items():
        if name in taken:
            _warn(f"bot {name} ({point.value}) is left out: there is already a bot of that name")
            continue
        try:
            kinds.append(_loaded(point, f"bot {name}"))
        except DataError as error:
            _warn(f"{error} (left out)")
    return kinds


def _points() -> dict[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda p: (p.name, p.value))}


def _loaded(point: EntryPoint, place: str) -> BotKind:
    from dataclasses import replace

    from ai.outside.classes import bot_of

    try:
        with redirect_stdout(sys.stderr):
            found = point.load()
    except (Exception, SystemExit) as error:  # the code of others may fail in any way; it is told in one line
        raise DataError(f"expected {point.value} to be importable: {told(error)}", place=place) from None
    kind = bot_of(found, point.name, place)
    return kind if kind.name == point.name else replace(kind, name=point.name)


def _warn(text: str) -> None:
    if text not in _TOLD:
        _TOLD.add(text)
        print(f"broodfall: warning: {text}", file=sys.stderr)
