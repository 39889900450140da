"""What waits on the agenda in the course of a manifestation."""

from __future__ import annotations

from game.core.state import Task
from game.core.types import Side, UnitId


class CardChoice(Task, frozen=True):
    """Decision: the manifestation card that goes with a Master's avatar upgrade (AV-03, TS-0)."""

    side: Side
    unit: UnitId


class ManifestDue(Task, frozen=True):
    """A Master's requirement may just have been met; ask it, if it can manifest at all (AV-43). Secret."""

    unit: UnitId


class ManifestPrompt(Task, frozen=True):
    """Decision: manifest now, or keep the card hidden (AV-43, AV-44). Secret."""

    unit: UnitId


class Pondering(Task, frozen=True):
    """What other teams see in the place of a secret decision: a side is thinking (AV-A13)."""

    side: Side


class AvatarPlace(Task, frozen=True):
    """Decision: where the avatar's figure stands (AV-48)."""

    unit: UnitId


class EventChoice(Task, frozen=True):
    """Decision: which manifestation event happens, or none (AV-33, AV-54)."""

    unit: UnitId


class EventTarget(Task, frozen=True):
    """Decision: whom the chosen event concerns, or nobody (AV-53)."""

    unit: UnitId
    event: str


class FlipDue(Task, frozen=True):
    """Step 6 of the manifestation: the upgrade is turned over (AV-55)."""

    unit: UnitId
