"""Manifestation cards and events as data: what a Master must achieve, and what may happen when it manifests.

The five cards and their events are house rules (D-A11, D-A12, AV-A1), kept in the rulebook's tables
``manifestation_cards`` and ``manifestation_events``; a scenario may replace rows of either or add some
(``Scenario.cards`` and ``Scenario.card_events``).
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from game.core.tx import Ctx

MANIFESTATION_CARDS: Final = "manifestation_cards"
"""Table: id of a card -> :class:`Card` (AV-12)."""
MANIFESTATION_EVENTS: Final = "manifestation_events"
"""Table: id of an event -> :class:`ManifestationEvent`; avatars' own events (AV-36) are rows of it, too."""

# What can be required. Each names the moment at which a requirement is met (D-A11).
ROUND: Final = "round"
KILLS: Final = "kills"
LOSSES: Final = "losses"
PREPARES: Final = "prepares"
SACRIFICES: Final = "sacrifices"
REQUIREMENTS: Final = (ROUND, KILLS, LOSSES, PREPARES, SACRIFICES)

# What can happen.
SHED: Final = "shed"
HIT: Final = "hit"
HEAL: Final = "heal"
MOVE: Final = "move"
ORDERS: Final = "orders"
CHECK: Final = "check"
PUSH: Final = "push"
STRIP: Final = "strip"
EFFECTS: Final = (SHED, HIT, HEAL, MOVE, ORDERS, CHECK, PUSH, STRIP)

# Whom it concerns.
SELF: Final = "self"
FOE, FOES = "foe", "foes"
FRIEND, FRIENDS = "friend", "friends"
AIMS: Final = (SELF, FOE, FOES, FRIEND, FRIENDS)


class Requirement(Struct, frozen=True):
    """What a Master must achieve to manifest (AV-42).

    ``kind`` says when it is met: ``round`` at the start of an activation of its own from round ``least`` on;
    ``kills`` right after it kills its ``least``-th enemy or a later one; ``losses`` right after an effect that
    leaves it with wounds of at least one in ``share`` of its VITA, rounded up, or its side with at most one in
    ``share`` of its starting units; ``prepares`` at the end of an activation in which it spent the skill Prepare for
    the ``least``-th time or later; ``sacrifices`` at the end of one in which it made its ``least``-th sacrifice or a
    later one.
    """

    kind: str
    least: int = 1
    share: int = 2


class ManifestationEvent(Struct, frozen=True):
    """Something that happens once, as soon as an avatar has manifested (AV-08, AV-34).

    ``effect`` is one of:

    - ``shed``: ``aim`` loses one state, which its player picks;
    - ``hit``: a hit of ``amount`` points of Damage with ``ammo``;
    - ``heal``: ``amount`` wounds less;
    - ``move``: a move of up to ``amount`` cells;
    - ``orders``: the side gains ``amount`` orders, at once or for its next turn (``aim`` is ``self``);
    - ``check``: a roll on ``attribute``, or the unit takes on ``state``;
    - ``push``: a push of ``amount`` cells directly away from the avatar (D-A5);
    - ``strip``: one upgrade is discarded, but no avatar upgrade (AV-23).

    ``aim`` says whom it concerns: ``self``; one ``foe`` or ``friend`` that the player picks; all ``foes`` or
    ``friends``. All of them are within ``within`` cells of the avatar's footprint; the avatar is no friend of its own.
    """

    id: str
    effect: str
    aim: str = SELF
    within: int = 0
    amount: int = 1
    ammo: tuple[str, ...] = ("n",)
    state: str = ""
    attribute: str = "wip"


class Card(Struct, frozen=True):
    """A manifestation card: what it demands, and the id of the event it names (AV-07, AV-35)."""

    id: str
    requirement: Requirement
    event: str


EVENTS: Final[dict[str, ManifestationEvent]] = {
    event.id: event
    for event in (
        ManifestationEvent("purge", SHED),
        ManifestationEvent("lash", HIT, FOE, within=2, amount=13),
        ManifestationEvent("mend", HEAL),
        ManifestationEvent("beckon", MOVE, FRIEND, within=6, amount=2),
        ManifestationEvent("surge", ORDERS),
        ManifestationEvent("dread", CHECK, FOES, within=4, state="stunned"),
        ManifestationEvent("solace", HEAL, FRIENDS, within=6),
        ManifestationEvent("gale", PUSH, FOES, within=4, amount=2),
        ManifestationEvent("disarm", STRIP, FOE, within=6),
    )
}
"""The events of the five cards, then those that avatars may have of their own (D-A12, AV-36)."""

CARDS: Final[dict[str, Card]] = {
    card.id: card
    for card in (
        Card("delayed", Requirement(ROUND, least=3), "purge"),
        Card("bloody", Requirement(KILLS, least=2), "lash"),
        Card("desperate", Requirement(LOSSES, share=2), "mend"),
        Card("planned", Requirement(PREPARES, least=3), "beckon"),
        Card("sacrificing", Requirement(SACRIFICES), "surge"),
    )
}
"""The five cards (AV-12, D-A11)."""


def card_of(ctx: Ctx, name: str) -> Card | None:
    """The card of that id as this game has it: the scenario's own, else the rulebook's."""
    found = ctx.game.scenario.cards.get(name) or ctx.game.rulebook.tables[MANIFESTATION_CARDS].get(name)
    return found if isinstance(found, Card) else None


def card_names(ctx: Ctx) -> tuple[str, ...]:
    """The ids of every card there is in this game: the five, then what the scenario adds."""
    return tuple(dict.fromkeys((*ctx.game.rulebook.tables[MANIFESTATION_CARDS], *ctx.game.scenario.cards)))


def event_of(ctx: Ctx, name: str) -> ManifestationEvent | None:
    """The event of that id as this game has it: the scenario's own, else the rulebook's."""
    found = ctx.game.scenario.card_events.get(name) or ctx.game.rulebook.tables[MANIFESTATION_EVENTS].get(name)
    return found if isinstance(found, ManifestationEvent) else None
