"""Who made an action of a match: the player at the seat, or somebody in that player's place."""

from __future__ import annotations

from typing import NamedTuple


class Decider(NamedTuple):
    """Who made an action: the spec of the player at the seat, or (``stood_in``) of a bot in that player's place.

    The spec is ``human`` for a person, and empty where nobody wrote down who sat there.
    """

    spec: str
    stood_in: bool = False
