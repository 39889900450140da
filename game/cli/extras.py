"""Libraries that only some commands need: what is missing is said in one line, with the command that installs it."""

from __future__ import annotations

from importlib.util import find_spec

from game.core.errors import BroodfallError


class MissingExtra(BroodfallError):
    """A library that a command needs is not installed; the line says how to install it."""


def need(*libraries: str, extra: str) -> None:
    """Raises MissingExtra, one line (exit code 2), unless every library of an ``extra`` can be imported.

    Nothing is imported by asking.
    """
    missing = [name for name in libraries if find_spec(name) is None]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        raise MissingExtra(f"{', '.join(missing)} {verb} not installed (pip install 'broodfall[{extra}]')")
