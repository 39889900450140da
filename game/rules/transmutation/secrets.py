"""What of transmutation the other sides are not told (HI-1, TR-22)."""

from __future__ import annotations

from game.core.game import Game
from game.core.state import Event, State
from game.core.types import Side
from game.rules.skirmish.secrets import is_secret
from game.rules.transmutation.events import FormChanged


def redact_event(game: Game, state: State, event: Event, side: Side) -> Event | None:
    """The form of a Camouflaged marker is its owner's business."""
    if isinstance(event, FormChanged) and is_secret(game, state, event.unit, side):
        return None
    return event
