"""The module of the transmutation rules: everything it brings, in one declaration."""

from __future__ import annotations

from game.core.events import TurnEnded, UnitMoved, UnitWounded
from game.core.rulebook import Module
from game.rules.skirmish import names
from game.rules.skirmish.actions import Pass, Step
from game.rules.skirmish.combat import CHECKS, Dodged
from game.rules.skirmish.events import SkillDeclared
from game.rules.transmutation import (
    forms,
    growing,
    hatching,
    rolling,
    secrets,
    shifting,
    soundness,
    supposing,
    wounds,
)
from game.rules.transmutation.events import FormChanged, changed
from game.rules.transmutation.tasks import Eclipse, FormRoll, Growth, Settle, side_of

TRANSMUTATION = Module(
    name="transmutation",
    requires=("base", "flow", "orders", "skills", "combat", "secrets"),
    decisions={FormRoll: side_of, Growth: side_of},
    resolvers={Settle: wounds.settle, Eclipse: wounds.eclipse},
    offers=(*shifting.OFFERS, *hatching.OFFERS, *rolling.OFFERS, *growing.OFFERS),
    bars={Pass: (supposing.no_pass,), Step: (supposing.no_mere_stance,)},
    reducers={FormChanged: changed},
    listeners={
        UnitWounded: (wounds.wounded,),
        SkillDeclared: (supposing.skill_named, hatching.declared),
        Dodged: (hatching.dodged,),
        UnitMoved: (supposing.dodge_made,),
        TurnEnded: (rolling.turn_over,),
    },
    contributes={
        names.TOKENS: (forms.tokens,),
        names.MOVER: (hatching.developed,),
        names.DEPLOY_FORMS: (forms.deployable,),
        names.MODIFIERS: (rolling.bracket,),
        names.SKILL_BARS: (supposing.only_movement,),
        names.BEFORE_ORDER: (growing.make_up, rolling.before_order),
        names.BEFORE_REACTION: (rolling.before_reaction,),
        names.AFTER_ORDER: (wounds.order_over,),
        CHECKS: (rolling.check,),
    },
    refusals={
        "CANNOT_SHIFT": "TR-33",
        "NO_SUCH_FORM": "TR-01",
        "SHIFTED_ALREADY": "TR-35",
        "MOVEMENT_MUST_FOLLOW": "TR-33",
        "NO_MOVEMENT": "TR-33",
        "NO_ROOM": "X-36",
        "NO_FORM_ROLL": "TR-38",
    },
    redact_events=(secrets.redact_event,),
    invariants=(soundness.forms_fit,),
)
"""Compose it after the base rules; units without the skill never notice it."""
