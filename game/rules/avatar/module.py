"""The module of the avatar rules: everything it brings, in one declaration."""

from __future__ import annotations

from game.core.events import UnitRemoved, UnitWounded
from game.core.rulebook import Module, Offer
from game.core.tx import Ctx, Tx
from game.core.types import Side
from game.rules.avatar import cards, events, faces, happenings, manifest, requirements, secrets, setup, skills
from game.rules.avatar.soundness import cards_lie
from game.rules.avatar.state import MEMORY, AvatarState
from game.rules.avatar.tasks import (
    AvatarPlace,
    CardChoice,
    EventChoice,
    EventTarget,
    FlipDue,
    ManifestDue,
    ManifestPrompt,
    Pondering,
)
from game.rules.skirmish import names
from game.rules.skirmish.deciding import pass_offer
from game.rules.skirmish.declare import SKILL_CLASS

PONDERING_OFFERS: tuple[Offer, ...] = (pass_offer(Pondering),)
"""Whoever imagines how a game goes on takes it that the other side lets a secret opportunity pass."""


def _ponders(_ctx: Ctx, task: Pondering) -> Side:
    return task.side


def _flip(tx: Tx, task: FlipDue) -> None:
    manifest.flip(tx, task.unit)
    requirements.flip_settled(tx)


AVATAR = Module(
    name=MEMORY,
    requires=("base", "flow", "orders", "combat"),
    decisions={
        CardChoice: setup.choosing_side,
        ManifestPrompt: requirements.owner,
        Pondering: _ponders,
        AvatarPlace: manifest.owner,
        EventChoice: manifest.owner,
        EventTarget: manifest.owner,
    },
    resolvers={ManifestDue: requirements.ask_if_able, FlipDue: _flip},
    offers=(
        *setup.CARD_OFFERS,
        *skills.skill_offers(),
        *requirements.PROMPT_OFFERS,
        *PONDERING_OFFERS,
        *manifest.STEP_OFFERS,
        *happenings.TARGET_OFFERS,
    ),
    reducers=events.REDUCERS,
    listeners={UnitRemoved: (requirements.unit_removed,), UnitWounded: (requirements.unit_wounded,)},
    contributes={
        names.ABILITIES: (faces.abilities,),
        names.SKILL_BARS: (faces.too_big_to_hide,),
        names.FOOTPRINT: (faces.base_size,),
        names.RECRUITED: (setup.recruited,),
        names.BEFORE_ORDER: (requirements.before_order,),
        names.AFTER_ORDER: (requirements.after_order,),
    },
    tables={
        SKILL_CLASS: skills.CLASSES,
        names.SKILL_EFFECTS: skills.EFFECTS,
        cards.MANIFESTATION_CARDS: cards.CARDS,
        cards.MANIFESTATION_EVENTS: cards.EVENTS,
    },
    refusals={
        "NO_AVATAR_UPGRADE": "OR-3",
        "NO_SUCH_SACRIFICE": "OR-3",
        "NOT_BESIDE_MASTER": "AV-48",
        "ONE_EVENT": "AV-37",
        "NO_SUCH_EVENT": "AV-35",
        "NOT_AN_AIM": "AV-53",
        "TOO_BIG_TO_HIDE": "ST-10",
    },
    reveals=(events.CardRevealed,),
    redactions=(secrets.redact,),
    redact_events=(secrets.redact_event,),
    invariants=(cards_lie,),
    memory=AvatarState,
)
"""Compose it after the other systems; games without an avatar upgrade are not touched by it."""
