"""How each class of xeno deals with doors (HM-06, HM-09 to HM-13, HM-A6, HM-A19, X-21)."""

from __future__ import annotations

from typing import Final

from game.core.events import DoorHeld, DoorOpened, UnitCounted
from game.core.state import Unit
from game.core.tx import Ctx, Tx
from game.rules.hive.names import DOOR_FACE, DOOR_TRIED, GARGANTUAN, LESSER, MONSTROUS, SPORE, SWARM, SYNAPSE
from game.rules.skirmish import names
from game.rules.skirmish.queries import DoorRule


def shut_doors(ctx: Ctx, unit: Unit) -> int:
    """Closed doors that the hive may still work this turn, as a bit set of doors (BD-11)."""
    state = ctx.state
    return ctx.board.all_doors & ~(state.doors | state.sealed | state.sides[unit.side].worked)


def _none(_ctx: Ctx, _unit: Unit) -> int:
    return 0


def _never(_tx: Tx, _unit: Unit, _door: int) -> bool:
    return False


def _untried(ctx: Ctx, unit: Unit) -> int:
    """One attempt for each creature in a hive turn (HM-A6)."""
    return 0 if unit.count(DOOR_TRIED) else shut_doors(ctx, unit)


def _attempt(tx: Tx, unit: Unit, door: int) -> bool:
    """A six opens the door; on less the creature stays beside it (HM-11 to HM-13)."""
    face = tx.roll("hive.door", unit=unit.id, target=DOOR_FACE)[0]
    tx.emit(UnitCounted(unit.id, DOOR_TRIED, 1))
    if face < DOOR_FACE:
        tx.emit(DoorHeld(door, unit.id))
        return False
    tx.emit(DoorOpened(door, unit.id, unit.side))
    return True


def _open(tx: Tx, unit: Unit, door: int) -> bool:
    """Synaptic and larger creatures just open it, for the one point that the walk pays (HM-09, HM-A19)."""
    tx.emit(DoorOpened(door, unit.id, unit.side))
    return True


_TRIER: Final = DoorRule(_untried, _attempt, sure=False)


def _severed(unit: Unit) -> DoorRule | None:
    """Isolated, so cut off from the hive: it tries doors like a lesser creature (X-21)."""
    return _TRIER if names.ISOLATED in unit.states else None


_BARRED: Final = DoorRule(_none, _never)
_OPENER: Final = DoorRule(shut_doors, _open, closes=True, instead=_severed)

RULES: Final[dict[str, DoorRule]] = {
    SPORE: _BARRED,
    SWARM: _BARRED,
    LESSER: _TRIER,
    SYNAPSE: _OPENER,
    MONSTROUS: _OPENER,
    GARGANTUAN: _OPENER,
}
"""Rows of the table ``door_rules``, one for each class."""
