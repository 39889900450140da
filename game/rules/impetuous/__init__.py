"""Impetuous troopers: tokens, the Impetuous phase, and the ranked duty of movement (clauses IM)."""

from game.rules.impetuous.activation import activation_refusal, may_activate
from game.rules.impetuous.duty import (
    ADVANCE,
    CONTACT,
    IDLE,
    ZONE,
    Duty,
    duty,
    jump_bar,
    jump_ends,
    points_now,
    walk_bar,
    why_not,
)
from game.rules.impetuous.module import IMPETUOUS_MODULE as IMPETUOUS
from game.rules.impetuous.names import COMBOS, FORBIDDEN
from game.rules.impetuous.names import IMPETUOUS as TOKEN
from game.rules.impetuous.tasks import ImpetuousNext, ImpetuousPhase, ImpetuousStart, ImpetuousTokens
from game.rules.impetuous.zone import distances, enemy_zone

__all__ = [
    "ADVANCE",
    "COMBOS",
    "CONTACT",
    "Duty",
    "FORBIDDEN",
    "IDLE",
    "IMPETUOUS",
    "ImpetuousNext",
    "ImpetuousPhase",
    "ImpetuousStart",
    "ImpetuousTokens",
    "TOKEN",
    "ZONE",
    "activation_refusal",
    "distances",
    "duty",
    "enemy_zone",
    "jump_bar",
    "jump_ends",
    "may_activate",
    "points_now",
    "walk_bar",
    "why_not",
]
