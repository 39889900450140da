"""What the own events of the shipped rule systems say, read a second time without their reducers."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from game.rules.avatar.events import (
    CardMarked,
    CardRevealed,
    CardSet,
    ManifestationFailed,
    UpgradeDiscarded,
    UpgradeFlipped,
)
from game.rules.avatar.state import DOWN, UP, AvatarState, MasterCard
from game.rules.transmutation.events import FormChanged
from tests.contract.ledger import OWN, Ledger

__all__ = ["Ledger"]

CARDS = ("module", "avatar", "value")


def _form(ledger: Ledger, event: FormChanged) -> None:
    ledger.rows["unit", event.unit, "form"] = event.form


def _lost(ledger: Ledger, event: UpgradeDiscarded) -> None:
    place = ("unit", event.unit, "upgrades")
    ledger.rows[place] = tuple(name for name in ledger.rows[place] if name != event.upgrade)


def _card(ledger: Ledger, unit: int, **changes: Any) -> None:
    """The record beside one Master, a new one lying face down."""
    table = ledger.rows.get(CARDS)
    records = {record.unit: record for record in table.cards} if table is not None else {}
    records[unit] = replace(records.get(unit, MasterCard(unit)), **changes)
    ledger.rows[CARDS] = AvatarState(tuple(records[number] for number in sorted(records)))


def _set(ledger: Ledger, event: CardSet) -> None:
    _card(ledger, event.unit, card=event.card, face=DOWN)


def _marked(ledger: Ledger, event: CardMarked) -> None:
    _card(ledger, event.unit, progress=event.progress, due=event.due, standing=event.standing)


def _revealed(ledger: Ledger, event: CardRevealed) -> None:
    told = {"progress": event.progress, "failed": event.failed, "standing": event.standing}
    _card(ledger, event.unit, card=event.card, face=UP, due=False, **told)


def _failed(ledger: Ledger, event: ManifestationFailed) -> None:
    _card(ledger, event.unit, failed=event.round, standing=event.standing)


def _flipped(ledger: Ledger, event: UpgradeFlipped) -> None:
    _card(ledger, event.unit, manifested=True)


OWN.update(
    {
        FormChanged: _form,
        UpgradeDiscarded: _lost,
        CardSet: _set,
        CardMarked: _marked,
        CardRevealed: _revealed,
        ManifestationFailed: _failed,
        UpgradeFlipped: _flipped,
    }
)
