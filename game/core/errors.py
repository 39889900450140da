"""The kernel's errors. A refusal of the rules is not among them: see :class:`game.core.refusal.Refusal`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

_LISTED = 16
"""How many valid words a message lists when none is near."""
_LONGEST = 48
"""How many characters of a wrong word are compared."""


class BroodfallError(Exception):
    """Base of every error this package raises on purpose.

    ``kind`` is a stable name of what went wrong where a player may meet it, and ``values`` what a sentence about it
    mentions: front-ends word it in the player's language. Without a kind there is only ``str()``, for authors.
    """

    kind: str = ""
    values: Mapping[str, str] = MappingProxyType({})

    def __init__(self, *said: object, kind: str = "", values: Mapping[str, str] | None = None) -> None:
        super().__init__(*said)
        if kind:
            self.kind, self.values = kind, dict(values or {})


class DataError(BroodfallError):
    """A file or text is not what it should be; ``str()`` is one line: file, place, what was expected."""

    def __init__(
        self,
        message: str,
        *,
        file: str = "",
        place: str = "",
        kind: str = "",
        values: Mapping[str, str] | None = None,
    ) -> None:
        self.file = file
        self.place = place
        self.message = message
        super().__init__(": ".join(part for part in (file, place, message) if part), kind=kind, values=values)


class CompositionError(BroodfallError):
    """Two rule modules clash, or one needs what no other gives; raised when a scenario loads."""


class BudgetSpent(BroodfallError):
    """A player wanted to imagine more than it may. One that catches this may still answer with what it has."""


class AnswerLate(BroodfallError, TimeoutError):
    """A player that keeps a clock of its own had no answer in time."""


class AnswerIllegal(BroodfallError):
    """What a player was told to answer is none of the options, and may not even be an action."""


class AnswerMissing(BroodfallError):
    """A player that asks somebody else, such as a program, got no answer; its line says all there is to say."""


class ReplayMismatch(BroodfallError):
    """A replay went another way than recorded; names the first differing line."""


def nearest(word: str, valid: Iterable[str]) -> str:
    """What to expect instead of an unknown word: the valid one nearest to it, or any of them (at least one).

    >>> nearest("flor", ["floor", "wall"])
    '"floor"'
    >>> nearest("xyz", ["floor", "wall"])
    '"floor" or "wall"'
    """
    choices = list(valid)
    close = alike(word, choices)
    shown = [f'"{choice}"' for choice in ([close] if close else choices[:_LISTED])]
    if not close and len(choices) > _LISTED:
        return ", ".join(shown) + ", ..."
    return " or ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


def near(word: str, valid: Iterable[str]) -> str:
    """The valid word nearest to an unknown one, or some of them all, for a sentence in any language.

    >>> near("flor", ["floor", "wall"]), near("xyz", ["floor", "wall"])
    ('floor', 'floor, wall')
    """
    choices = list(valid)
    more = ["..."] if len(choices) > _LISTED else []
    return alike(word, choices) or ", ".join([*choices[:_LISTED], *more])


def alike(word: str, valid: Iterable[str]) -> str:
    """The valid word nearest to an unknown one; nothing if none is like it.

    >>> alike("flor", ["floor", "wall"]), alike("xyz", ["floor", "wall"])
    ('floor', '')
    """
    from difflib import get_close_matches  # only a message pays for it

    return next(iter(get_close_matches(word[:_LONGEST], list(valid), n=1)), "")
