"""Manifestation cards and events that a scenario replaces or adds (D-A11, D-A12, AV-A1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from game.core.rulebook import Rulebook
from game.io.toml import Table
from game.rules.avatar.cards import (
    AIMS,
    CARDS,
    EFFECTS,
    EVENTS,
    MANIFESTATION_CARDS,
    MANIFESTATION_EVENTS,
    REQUIREMENTS,
    Card,
    ManifestationEvent,
    Requirement,
)
from game.rules.skirmish import names

ATTRIBUTES: Final = ("cc", "bs", "ph", "wip")
"""What a check can be rolled on."""
_FRESH_EVENT: Final = ManifestationEvent("", "")
_FRESH_CARD: Final = Card("", Requirement(""), "")


def read_card_events(root: Table, rulebook: Rulebook, states: Sequence[str]) -> dict[str, ManifestationEvent]:
    """The ``[card_events.<id>]`` tables; what one leaves out is as in the event of that id that there is already."""
    usual: Mapping[str, ManifestationEvent] = rulebook.tables.get(MANIFESTATION_EVENTS, EVENTS)
    ammo = tuple(rulebook.tables.get(names.AMMO, {}))
    return {id_: _event(id_, table, usual, ammo, states) for id_, table in root.named("card_events").items()}


def _event(
    id_: str, table: Table, usual: Mapping[str, ManifestationEvent], ammo: Sequence[str], states: Sequence[str]
) -> ManifestationEvent:
    old = usual.get(id_, _FRESH_EVENT)
    found = ManifestationEvent(
        id=id_,
        effect=table.text("effect", *_unless(old.effect), choices=EFFECTS),
        aim=table.text("aim", old.aim, choices=AIMS),
        within=table.whole("within", old.within, least=0, most=64),
        amount=table.whole("amount", old.amount, least=0, most=30),
        ammo=table.texts("ammo", old.ammo, choices=ammo),
        state=table.text("state", old.state, choices=("", *states)),
        attribute=table.text("attribute", old.attribute, choices=ATTRIBUTES),
    )
    table.done()
    return found


def read_cards(root: Table, rulebook: Rulebook, events: Mapping[str, ManifestationEvent]) -> dict[str, Card]:
    """The ``[cards.<id>]`` tables; what one leaves out is as on the card of that id that there is already."""
    usual: Mapping[str, Card] = rulebook.tables.get(MANIFESTATION_CARDS, CARDS)
    known = tuple(dict.fromkeys((*rulebook.tables.get(MANIFESTATION_EVENTS, EVENTS), *events)))
    return {id_: _card(id_, table, usual.get(id_, _FRESH_CARD), known) for id_, table in root.named("cards").items()}


def _card(id_: str, table: Table, old: Card, events: Sequence[str]) -> Card:
    inner = table.table("requirement")
    requirement = Requirement(
        kind=inner.text("kind", *_unless(old.requirement.kind), choices=REQUIREMENTS),
        least=inner.whole("least", old.requirement.least, least=1, most=99),
        share=inner.whole("share", old.requirement.share, least=1, most=99),
    )
    inner.done()
    card = Card(id_, requirement, table.text("event", *_unless(old.event), choices=events))
    table.done()
    return card


def _unless(given: str) -> tuple[str, ...]:
    """The default of a key that only something new must give."""
    return (given,) if given else ()
