"""What the window knows of bots. They are made by the composition root; only their names and words come here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from game.api import Action, Dice, Event, Options, View
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


@dataclass(frozen=True, slots=True)
class Thought:
    """A decision of a bot, and its reasons if it gives any."""

    action: Action
    reasons: Any = None
