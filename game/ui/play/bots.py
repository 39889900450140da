"""What the window knows of bots. They are made by the composition root; only their names and words come here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from game.api import Action, BroodfallError, Dice, Event, Options, State, View
from game.io.text import Language

HUMAN: Final = "human"
"""The spec of a seat at which a person sits."""


class Bot(Protocol):
    """A player that is no person, as far as the window needs it."""

    def decide(self, view: View, options: Options) -> Action:
        """Answer with one of the options."""
        ...

    def observe(self, events: tuple[Event, ...]) -> None:
        """Hear what happened."""
        ...


MakeBot = Callable[[str, Dice], Any]


@dataclass(frozen=True, slots=True)
class BotInfo:
    """A bot that may take a seat: its spec, the kinds of side it plays, and how it plays in each language."""

    name: str
    seats: tuple[str, ...]
    says: Mapping[Language, str]


def stand_in(bots: Sequence[BotInfo], kind: str, wanted: str, usual: str, *, but: str = "") -> str:
    """The spec of a bot that plays for somebody else: the wanted or the usual one, where ``but`` is not to be asked.

    ``kind`` is that of the side. Somebody who plays at random is always there.
    """
    known = [bot.name for bot in bots if kind in bot.seats]
    return next((spec for spec in (wanted, usual, *known) if spec in known and spec != but), "random")


@dataclass(frozen=True, slots=True)
class Thought:
    """A decision of a bot, and its reasons if it gives any."""

    action: Action
    reasons: Any = None


@dataclass(frozen=True, slots=True)
class Question:
    """A decision of a bot that is asked about afterwards.

    It is asked of a fresh bot that heard the same events and sees the same table, so nobody at the match is disturbed.
    ``seat`` is the side, or ``side/auto`` for a bot that finished a person's turn; ``number`` counts actions before it.
    """

    seat: str
    spec: str
    seen: State
    number: int
    heard: tuple[tuple[Event, ...], ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the bot says: the action it takes, its reasons, the numbers it used by cell, or what failed."""

    action: Action | None = None
    reasons: Any = None
    fields: tuple[Any, ...] = ()
    problem: BroodfallError | None = None
