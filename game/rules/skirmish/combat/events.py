"""Facts of combat beyond those of the base rules."""

from __future__ import annotations

from game.core.state import Event
from game.core.types import UnitId


class Dodged(Event, frozen=True):
    """A Dodge succeeded (MV-5), before its move; ``reaction``: it was no skill of the unit's own order (TR-30)."""

    unit: UnitId
    reaction: bool


class FriendHit(Event, frozen=True):
    """A die spoiled by friends in the melee found one of them (AT-2)."""

    attacker: UnitId
    weapon: str
    friend: UnitId
