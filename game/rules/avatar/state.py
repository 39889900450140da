"""What the table remembers of manifestation cards: one record beside each Master that has an avatar upgrade."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from game.core.draft import Draft
from game.core.state import State
from game.core.tx import Ctx
from game.core.types import UnitId

MEMORY = "avatar"
"""Name of this part of the state; games without an avatar upgrade have none."""
DOWN, UP = "down", "up"


class MasterCard(Struct, frozen=True):
    """The card beside one Master (AV-05).

    ``unit`` is its owner, ``card`` the card's id (empty until one is picked), ``face`` how it lies. ``progress``
    counts what the card counts; ``due``: the requirement has just been met, and nobody was asked yet. ``failed`` is the
    round of the last attempt that found no room (AV-51); ``standing``: what it demands stays met since then (AV-A6).
    ``manifested``: the upgrade shows its back (AV-20). Everything is secret while the card lies face down (HI-1).
    """

    unit: UnitId
    card: str = ""
    face: str = DOWN
    progress: int = 0
    due: bool = False
    failed: int = 0
    standing: bool = False
    manifested: bool = False


class AvatarState(Struct, frozen=True, tag=True):
    """Every card, by the id of its Master."""

    cards: tuple[MasterCard, ...] = ()


def memory_of(state: State | Draft) -> AvatarState | None:
    """This part of a state, or None in a game without avatar upgrades."""
    found = state.ext.get(MEMORY)
    return found if isinstance(found, AvatarState) else None


def record_of(ctx: Ctx, unit_id: UnitId) -> MasterCard | None:
    """The record of a Master's card as far as it is known, or None."""
    memory = memory_of(ctx.state)
    if memory is not None:
        for record in memory.cards:
            if record.unit == unit_id:
                return record
    return None


def put_record(draft: Draft, record: MasterCard) -> None:
    """Write a record, in the place of the Master's former one."""
    memory = memory_of(draft)
    others = [other for other in memory.cards if other.unit != record.unit] if memory is not None else []
    draft.put_ext(MEMORY, AvatarState(tuple(sorted((*others, record), key=lambda found: found.unit))))


def change_record(draft: Draft, unit_id: UnitId, **changes: object) -> None:
    """Change fields of a record; one that is not known yet starts from a card that lies face down."""
    memory = memory_of(draft)
    known = memory.cards if memory is not None else ()
    record = next((found for found in known if found.unit == unit_id), MasterCard(unit_id))
    put_record(draft, replace(record, **changes))
