"""The hive's turn: its four steps, and what begins and ends with it (HM-01, HM-A27, TS-6, X-53)."""

from __future__ import annotations

from game.core.events import CountersCleared, EffectEnded, StateLost, TurnEnded
from game.core.tx import Ctx, Tx
from game.core.types import Side
from game.rules.hive.mind import shadow_token
from game.rules.hive.names import CATHARSIS_DUE, DOOR_TRIED
from game.rules.hive.tasks import Catharsis, HiveEnd, HiveTurn
from game.rules.skirmish import names
from game.rules.skirmish.turns import begin_turn, end_effects

HIVE_END = "hive_end"
"""Effects with this expiry end with the hive's turn, if they began before it (ST-6)."""


def hive_side(ctx: Ctx) -> Side:
    """The scenario's hive, or nothing between marines (X-53)."""
    return next((side.id for side in ctx.game.scenario.sides if side.kind == "hive"), "")


def hive_turn(tx: Tx, task: HiveTurn) -> None:
    """Begin the turn and line its steps up: MOVE, NESTS, DICE, PLACE (HM-01)."""
    side = task.side or hive_side(tx)
    if not side:
        return
    begin_turn(tx, side)
    if any(unit.count(DOOR_TRIED) for unit in tx.state.units.values()):
        tx.emit(CountersCleared((DOOR_TRIED,), side))
    end_effects(tx, f"turn_start:{side}")
    stunned = tuple(sorted(effect.unit for effect in tx.state.effects if effect.expires == HIVE_END))
    tx.push(HiveEnd(side, stunned))
    tx.push_sequence("hive_turn", side)
    for effect in tx.state.effects:
        if effect.name == CATHARSIS_DUE and effect.side == side:
            tx.emit(EffectEnded(effect))
            tx.push(Catharsis(side))


def hive_end(tx: Tx, task: HiveEnd) -> None:
    """What lasted until the end of this turn ends: Stunned xenos recover, the Warp shadow lifts (ST-6, HM-41)."""
    for effect in tx.state.effects:
        if effect.expires == HIVE_END and effect.unit in task.stunned:
            tx.emit(EffectEnded(effect))
            unit = tx.state.units.get(effect.unit)
            if unit is not None and names.STUNNED in unit.states:
                tx.emit(StateLost(unit.id, names.STUNNED, "expired"))
    end_effects(tx, shadow_token(tx.state.round))
    end_effects(tx, f"states:{task.side}")
    tx.emit(TurnEnded(task.side))
