"""Wounds and states of section 9: what a failed save leads to, and how states come and go (ST-1 to ST-6, C-11)."""

from __future__ import annotations

from typing import NamedTuple

from game.core.events import StateGained, StateLost, UnitRemoved, UnitWounded
from game.core.state import Unit
from game.core.tx import Ctx, Tx
from game.core.types import UnitId
from game.rules.skirmish import names
from game.rules.skirmish.moving.trail import reveal
from game.rules.skirmish.queries import is_hive, may_be_prone, profile_of, state_bar
from game.rules.skirmish.turns import start_effect

UP, DOWN, DEAD = "", "down", "dead"
"""What becomes of a unit: it stands, is Unconscious, or is dead and removed."""


class Toll(NamedTuple):
    """What failed saves cost: points lost, and what becomes of the unit."""

    wounds: int
    fate: str

    def plus(self, more: Toll) -> Toll:
        """Both, one after the other; what comes after death counts for nothing."""
        if self.fate == DEAD:
            return self
        return Toll(self.wounds + more.wounds, more.fate or self.fate)


def toll(left: int, failed: int, *, wounds: int, shock: bool, xeno: bool) -> Toll:
    """What ``failed`` saves cost a unit with ``left`` points left; the one reading of ST-1, C-11, SHOCK and T2.

    >>> toll(2, 2, wounds=1, shock=False, xeno=False)
    Toll(wounds=2, fate='down')
    >>> toll(2, 2, wounds=1, shock=True, xeno=False).fate, toll(1, 1, wounds=2, shock=False, xeno=False).fate
    ('dead', 'dead')
    """
    if not wounds:
        return Toll(0, UP)
    lost = 0
    for _ in range(failed):
        last = left - lost == 1
        lost += wounds
        if lost > left or (xeno and lost >= left) or (shock and last):
            return Toll(lost, DEAD)
    return Toll(lost, DOWN if failed and lost == left else UP)


def points_left(ctx: Ctx, unit: Unit) -> int:
    """W or STR minus wounds: 0 for an Unconscious trooper."""
    return max(0, profile_of(ctx, unit).w - unit.wounds)


def suffer(tx: Tx, unit_id: UnitId, cost: Toll, by: UnitId) -> None:
    """Carry out a toll: wounds, then Unconscious or removed (ST-1, C-11)."""
    unit = tx.state.units.get(unit_id)
    if unit is None or not cost.wounds:
        return
    tx.emit(UnitWounded(unit_id, cost.wounds, by))
    if cost.fate == DEAD:
        remove(tx, unit_id, "killed", by)
    elif cost.fate == DOWN:
        gain(tx, unit_id, names.UNCONSCIOUS, by=by)


def hurt(tx: Tx, unit_id: UnitId, amount: int, by: UnitId = 0, *, shock: bool = False) -> None:
    """Take ``amount`` points of W or STR from a unit, with all that follows (ST-1, C-11).

    A trooper at 0 is Unconscious and below it dead; a xeno is removed at 0. ``by`` gets the kill (AT-6).
    """
    unit = tx.state.units.get(unit_id)
    if unit is not None and amount > 0:
        suffer(tx, unit_id, toll(points_left(tx, unit), amount, wounds=1, shock=shock, xeno=is_hive(tx, unit)), by)


def remove(tx: Tx, unit_id: UnitId, reason: str = "killed", by: UnitId = 0) -> None:
    """Take a unit off the table: ``killed``, ``safe``, ``sacrificed`` or ``burst``; ``by`` gets the credit (AT-6)."""
    if unit_id not in tx.state.units:
        return
    for before in tx.game.rulebook.points[names.SPENT_UNIT]:
        before(tx, unit_id)
    if unit_id in tx.state.units:
        tx.emit(UnitRemoved(unit_id, reason, by))


def gain(tx: Tx, unit_id: UnitId, state: str, *, by: UnitId = 0) -> None:
    """Give a unit a state, with what belongs to it: null states lay it down, Stunned knows when it ends.

    States do not stack with themselves (EM-A2); one that is there already stays as it is. One that cannot be put on
    this unit is not (IM-37).
    """
    unit = tx.state.units.get(unit_id)
    if unit is None or state in unit.states or state_bar(tx, unit, state) is not None:
        return
    tx.emit(StateGained(unit_id, state))
    if state in names.NULL:
        reveal(tx, unit_id, by=by, why=state)
        if may_be_prone(tx, unit):
            gain(tx, unit_id, names.PRONE)
    elif state == names.STUNNED:
        start_effect(tx, names.STUNNED, unit.side, unit=unit_id, expires=stun_end(tx, unit), value=tx.state.round)


def stun_end(ctx: Ctx, unit: Unit) -> str:
    """When Stunned ends (ST-6): a trooper's with the States phase of this or the next human turn, a xeno's later."""
    if is_hive(ctx, unit):
        return "hive_end"
    turn = ctx.state.turn
    if ctx.game.side_kinds.get(turn) == "human":
        return f"states:{turn}"
    humans = (side.id for side in ctx.game.scenario.sides if side.kind == "human")
    return f"states:{next(humans, unit.side)}"


def lose(tx: Tx, unit_id: UnitId, state: str, why: str = "") -> None:
    """Take a state from a unit that has it."""
    unit = tx.state.units.get(unit_id)
    if unit is not None and state in unit.states:
        tx.emit(StateLost(unit_id, state, why))
