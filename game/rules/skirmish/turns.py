"""What every turn, human or hive, begins and ends with: counters, doors, and effects that run out."""

from __future__ import annotations

from game.core.events import (
    CloudEnded,
    CountersCleared,
    DoorsReset,
    EffectEnded,
    EffectStarted,
    StateLost,
    TurnBegan,
)
from game.core.state import Effect
from game.core.tx import Tx
from game.core.types import Side
from game.rules.skirmish import names

TURN_COUNTERS = (names.DODGED, names.RESET_TRIED, names.POLICY_SET, names.OVERWATCH, names.ACTED)
"""Counters of every unit that start anew with each turn, whoever's it is (MV-5, OR-5a, OR-7)."""
OWN_COUNTERS = (names.ORDERS, names.OWN_ORDER, names.LIEUTENANT_ORDER)
"""Counters of a side's units that start anew with its own turn (OR-1, OR-2)."""

STATES_TOKEN = "states"
"""Clouds with this expiry end at the start of the next human States phase (AM-1, X-09)."""


def begin_turn(tx: Tx, side: Side) -> None:
    """Start a side's turn: counters of the turn go back to zero, each door may be worked again (BD-11)."""
    tx.emit(TurnBegan(side))
    if any(unit.counters for unit in tx.state.units.values()):
        tx.emit(CountersCleared(TURN_COUNTERS))
        tx.emit(CountersCleared(OWN_COUNTERS, side))
    if tx.state.sides[side].worked:
        tx.emit(DoorsReset(side))


def start_effect(tx: Tx, name: str, side: Side, *, unit: int = 0, expires: str = "", value: int = 0) -> None:
    """Begin an effect unless the very same one already runs."""
    effect = Effect(name, side, unit, expires, value)
    if effect not in tx.state.effects:
        tx.emit(EffectStarted(effect))


def end_effects(tx: Tx, token: str) -> None:
    """End every effect whose expiry is ``token``; an effect named like a state takes that state with it."""
    for effect in tx.state.effects:
        if effect.expires == token:
            tx.emit(EffectEnded(effect))
            unit = tx.state.units.get(effect.unit)
            if unit is not None and effect.name in unit.states:
                tx.emit(StateLost(unit.id, effect.name, "expired"))


def end_clouds(tx: Tx, token: str) -> None:
    """End every standing template whose expiry is ``token``."""
    for cloud in tx.state.clouds:
        if cloud.expires == token:
            tx.emit(CloudEnded(cloud.id))
