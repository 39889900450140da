"""Candidates with their scores, and the reasons that are told of the best two."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ai.player import Reasons, Term
from game.api import Action


class Choice(NamedTuple):
    """One thing that could be done, what it is worth, and the addends of that in the order of ``names``."""

    score: float
    action: Action
    names: tuple[str, ...] = ()
    terms: tuple[float, ...] = ()


def best(choices: Sequence[Choice]) -> tuple[Choice, Choice | None]:
    """The first of the best, and the best of the rest."""
    top = choices[0]
    second: Choice | None = None
    for choice in choices[1:]:
        if choice.score > top.score:
            top, second = choice, top
        elif second is None or choice.score > second.score:
            second = choice
    return top, second


def reasons(chosen: Choice, rejected: Choice | None, note: str) -> Callable[[], Reasons]:
    """What to say when somebody asks; put into words only then."""

    def tell() -> Reasons:
        return Reasons(
            chosen.action,
            chosen.score,
            _terms(chosen),
            None if rejected is None else rejected.action,
            0 if rejected is None else rejected.score,
            () if rejected is None else _terms(rejected),
            note,
        )

    return tell


def _terms(choice: Choice) -> tuple[Term, ...]:
    return tuple(Term(name, round(value, 3)) for name, value in zip(choice.names, choice.terms, strict=True) if value)
