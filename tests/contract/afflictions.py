"""Tables on which units are in any state, so that what chance brings together seldom comes up often."""

from __future__ import annotations

from msgspec.structs import replace

from game.api import NO_CELL, Game, SeededDice, State, Unit
from game.rules.hive.tasks import HiveMove
from game.rules.skirmish.tasks import OrdersPhase
from tests.contract.checks import walk

TROOPERS = ("isolated", "immobilized_a", "immobilized_b", "stunned", "prone", "incapacitated", "unconscious")
XENOS = ("immobilized_a", "immobilized_b", "stunned")
NULL = ("incapacitated", "unconscious")
NEVER_PRONE = ("TAG", "Vehicle")


PHASES = (OrdersPhase, HiveMove)
"""Decisions at which no unit is in the middle of something."""


def afflicted(game: Game, seed: int | str, actions: int) -> State:
    """A game after some actions of chance, with a state put on about every second unit of the board.

    Wounds and stance are as they belong to the states.
    """
    while True:
        state = walk(game, seed=seed, checks=(), seldom=(), limit=actions).state
        if state.outcome is not None or isinstance(game.waiting(state), PHASES):
            break
        actions += 1
    chance = SeededDice(seed).fork("afflicted")
    units = {number: _struck(game, unit, chance) for number, unit in state.units.items()}
    return game.indexed(replace(state, units=units))


def _struck(game: Game, unit: Unit, chance: SeededDice) -> Unit:
    if unit.cell == NO_CELL or unit.states or chance.roll("afflicted", 2) == 1:
        return unit
    profile = game.kinds[unit.kind].profiles[unit.form]
    human = game.side_kinds[unit.side] == "human"
    known = TROOPERS if human else XENOS
    found = {known[chance.roll("affliction", len(known)) - 1]}
    if human and (profile.type in NEVER_PRONE or not profile.prone):
        found.discard("prone")
    elif found & set(NULL):
        found.add("prone")
    return replace(unit, states=tuple(sorted(found)), wounds=profile.w if "unconscious" in found else unit.wounds)
