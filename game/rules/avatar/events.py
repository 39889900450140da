"""What happens around manifestation cards, and how it changes the record of a card."""

from __future__ import annotations

from msgspec.structs import replace

from game.core.draft import Draft
from game.core.reducers import log_only
from game.core.rulebook import Reducer
from game.core.state import Event
from game.core.types import Cell, UnitId
from game.rules.avatar.state import DOWN, UP, MasterCard, change_record, put_record


class CardSet(Event, frozen=True):
    """A card was laid face down beside a Master; with no ``card`` it is still to be picked (AV-05). Secret."""

    unit: UnitId
    card: str = ""


class CardMarked(Event, frozen=True):
    """What a card counts went on, or its requirement was met or passed by (AV-43, AV-44). Secret while face down."""

    unit: UnitId
    progress: int = 0
    due: bool = False
    standing: bool = False


class CardRevealed(Event, frozen=True):
    """Step 1 of a manifestation: everybody is shown the card (AV-46)."""

    unit: UnitId
    card: str
    progress: int = 0
    failed: int = 0
    standing: bool = False


class AvatarPlaced(Event, frozen=True):
    """Step 3: the avatar's figure stands beside that of the Master (AV-48)."""

    unit: UnitId
    cell: Cell
    size: int
    figure: str = ""


class FigureRemoved(Event, frozen=True):
    """Step 3: the Master's own figure was taken off ``cell`` (AV-49)."""

    unit: UnitId
    cell: Cell
    size: int


class ManifestationFailed(Event, frozen=True):
    """Step 4: the avatar found no room; not again this round (AV-50, AV-51). ``standing``: see AV-A6."""

    unit: UnitId
    round: int
    standing: bool = False


class ManifestationEventChosen(Event, frozen=True):
    """Step 5: the event that happens (AV-53)."""

    unit: UnitId
    event: str


class UpgradeFlipped(Event, frozen=True):
    """Step 6: the avatar upgrade shows its manifested side from now on (AV-55, AV-56)."""

    unit: UnitId
    upgrade: str


class UpgradeDiscarded(Event, frozen=True):
    """A unit lost an upgrade to an action or ability; avatar upgrades stay (AV-23)."""

    unit: UnitId
    upgrade: str
    by: UnitId = 0


SECRET = (CardSet, CardMarked)
"""Told to the Master's own team alone while the card lies face down."""


def _set(draft: Draft, event: CardSet) -> None:
    put_record(draft, MasterCard(event.unit, event.card, DOWN))


def _marked(draft: Draft, event: CardMarked) -> None:
    change_record(draft, event.unit, progress=event.progress, due=event.due, standing=event.standing)


def _revealed(draft: Draft, event: CardRevealed) -> None:
    change_record(
        draft,
        event.unit,
        card=event.card,
        face=UP,
        progress=event.progress,
        due=False,
        failed=event.failed,
        standing=event.standing,
    )


def _failed(draft: Draft, event: ManifestationFailed) -> None:
    change_record(draft, event.unit, failed=event.round, standing=event.standing)


def _flipped(draft: Draft, event: UpgradeFlipped) -> None:
    change_record(draft, event.unit, manifested=True)


def _discarded(draft: Draft, event: UpgradeDiscarded) -> None:
    unit = draft.units[event.unit]
    draft.put_unit(replace(unit, upgrades=tuple(name for name in unit.upgrades if name != event.upgrade)))


REDUCERS: dict[type[Event], Reducer] = {
    CardSet: _set,
    CardMarked: _marked,
    CardRevealed: _revealed,
    AvatarPlaced: log_only,
    FigureRemoved: log_only,
    ManifestationFailed: _failed,
    ManifestationEventChosen: log_only,
    UpgradeFlipped: _flipped,
    UpgradeDiscarded: _discarded,
}
