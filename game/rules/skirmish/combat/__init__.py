"""Combat: success values, attacks, templates, ammunition, saves, wounds, states and guts (sections 3, 7, 8, 9)."""

from __future__ import annotations

from game.core.reducers import log_only
from game.core.rulebook import Module
from game.rules.skirmish import names
from game.rules.skirmish.combat.ammo import AMMUNITION, BTS, Ammo, known_rounds
from game.rules.skirmish.combat.chances import Harm
from game.rules.skirmish.combat.dodging import DODGE_OFFERS, dodge_due, dodge_side
from game.rules.skirmish.combat.events import Dodged, FriendHit
from game.rules.skirmish.combat.forecast import CHECKS, Forecast, forecast, outlook
from game.rules.skirmish.combat.guts import FEARLESS, GUTS_OFFERS, call_guts, guts_due, guts_side
from game.rules.skirmish.combat.lines import Line
from game.rules.skirmish.combat.modifiers import MODIFIERS
from game.rules.skirmish.combat.offers import attack_offers
from game.rules.skirmish.combat.resolve import resolve
from game.rules.skirmish.combat.saves import Blow, hit_unit, strike, strike_door
from game.rules.skirmish.combat.targets import BREACH
from game.rules.skirmish.combat.tasks import DodgeDue, GutsDue
from game.rules.skirmish.combat.values import DAMAGE, Attempt, Modifier, SuccessValue, success_value
from game.rules.skirmish.combat.wounds import gain, hurt, lose, remove
from game.rules.skirmish.events import AttackResolved, GutsTaken, SaveMade, TemplatePlaced
from game.rules.skirmish.tasks import DeclareFirst, DeclareSecond, DodgeMove, GutsRoll, React

__all__ = [
    "BTS",
    "CHECKS",
    "COMBAT",
    "DAMAGE",
    "Ammo",
    "Attempt",
    "Blow",
    "Dodged",
    "Forecast",
    "FriendHit",
    "Harm",
    "Line",
    "Modifier",
    "SuccessValue",
    "attack_offers",
    "call_guts",
    "forecast",
    "outlook",
    "gain",
    "hit_unit",
    "hurt",
    "lose",
    "remove",
    "resolve",
    "strike",
    "strike_door",
    "success_value",
]

COMBAT = Module(
    name="combat",
    requires=("base", "orders"),
    decisions={DodgeMove: dodge_side, GutsRoll: guts_side},
    resolvers={DodgeDue: dodge_due, GutsDue: guts_due},
    reducers=dict.fromkeys((AttackResolved, SaveMade, GutsTaken, TemplatePlaced, Dodged, FriendHit), log_only),
    offers=(
        *attack_offers(DeclareFirst),
        *attack_offers(DeclareSecond),
        *attack_offers(React),
        *DODGE_OFFERS,
        *GUTS_OFFERS,
    ),
    points=(DAMAGE, CHECKS),
    contributes={names.MODIFIERS: MODIFIERS, names.WEAPON_BARS: (known_rounds,)},
    tables={
        names.AMMO: AMMUNITION,
        names.BREAKABLE: {names.INFESTATION: "destroyed"},
        names.TRAITS: {BREACH: "BD-11"},
        names.SKILLS: dict.fromkeys(sorted(FEARLESS), "ST-8"),
    },
    purposes={"bs": 20, "cc": 20, "dodge": 20, "save": 20, "guts": 20, "reset": 20},
    refusals={
        "NO_SUCH_WEAPON": "AT-1",
        "NO_SUCH_AMMO": "AM-1",
        "NO_SUCH_TARGET": "AT-1",
        "OUT_OF_RANGE": "AT-1",
        "NO_SUCH_AIM": "AT-5",
        "EMPTY_TEMPLATE": "AT-5",
        "ONE_KIND_OF_TARGET": "AT-1",
        "DICE_OF_BURST": "RL-4",
        "ONLY_THE_ACTOR": "OR-5",
        "NOT_ON_ITS_WALK": "OR-5",
        "CANNOT_BREACH": "BD-11",
        "DOOR_HOLDS": "BD-11",
        "NO_STEP": "MV-5",
        "DODGE_INTO_CONTACT": "MV-5",
        "NO_SUCH_GUTS": "ST-8",
    },
)
