"""Who sits at a table in the terminal, and what bots there have thought."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from game.api import Side
from game.sim.seats import BotDice

if TYPE_CHECKING:
    from ai.player import Player, Reasons


class Thought(Struct, frozen=True):
    """A decision of a bot, and why."""

    side: Side
    bot: str
    about: int
    action: str
    reasons: Reasons | None


class Seat:
    """A side's player: a person, or a bot with its dice."""

    def __init__(self, side: Side, spec: str, player: Player | None, dice: BotDice) -> None:
        self.side = side
        self.spec = spec
        self.player = player
        self.dice = dice

    @property
    def is_person(self) -> bool:
        """True when a person sits here."""
        return self.player is None
