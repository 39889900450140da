"""The base rules as the list of modules they are made of, in the order of composition."""

from __future__ import annotations

from game.core.rulebook import Module
from game.rules.skirmish.base import BASE
from game.rules.skirmish.checks import SHOWN_CHECKS
from game.rules.skirmish.combat import COMBAT
from game.rules.skirmish.deck import DECK
from game.rules.skirmish.flow import FLOW
from game.rules.skirmish.missions import MISSIONS
from game.rules.skirmish.ordering import ORDERS
from game.rules.skirmish.secrets import SECRETS
from game.rules.skirmish.soundness import SOUNDNESS

SKIRMISH: tuple[Module, ...] = (BASE, FLOW, MISSIONS, DECK, SECRETS, *ORDERS, COMBAT, SHOWN_CHECKS, SOUNDNESS)
