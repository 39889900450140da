"""Exit codes and languages, which every command needs."""

from __future__ import annotations

import locale
import os
from collections.abc import Sequence
from typing import get_args

from game.cli.options import Language
from game.core.errors import DataError, nearest

GOOD = 0
NEGATIVE = 1
"""The command did what it was asked, and the answer is no: a faulty file, a replay that differs, a spoilt game."""
BAD_INPUT = 2


_LANGUAGE_OPTIONS = ("--lang", "--language")


def language(chosen: str | None) -> Language:
    """The language asked for, or else that of the system. Raises DataError for one there are no texts in."""
    if chosen is None:
        return "es" if (_system_language() or "").lower().startswith("es") else "en"
    for known in get_args(Language):
        if chosen == known:
            return known  # type: ignore[no-any-return]
    raise DataError(f'expected {nearest(chosen, get_args(Language))}, found "{chosen}"', place="--lang")


def asked_language(arguments: Sequence[str]) -> Language:
    """The language of a command line, whatever else is wrong with it: what it asks for, if there are texts in it."""
    wanted = os.environ.get("BROODFALL_LANG")
    for option, value in zip(arguments, [*arguments, ""][1:], strict=True):
        name, _, joined = option.partition("=")
        if name in _LANGUAGE_OPTIONS:
            wanted = joined or value
    return language(wanted if wanted in get_args(Language) else None)


def plural(count: int, what: str) -> str:
    """A number of things, in English.

    >>> plural(1, "game"), plural(12, "game")
    ('1 game', '12 games')
    """
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def admit_all(modules: Sequence[str] | None) -> tuple[str, ...]:
    """Load the rule systems that ``--module`` names. Raises DataError, one line, for one that cannot be."""
    from game.io.outside import admit

    for name in modules or ():
        admit(name)
    return tuple(dict.fromkeys(modules or ()))


def _system_language() -> str | None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return os.environ[name]
    return locale.getlocale()[0]
