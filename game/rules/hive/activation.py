"""The MOVE step: each xeno's activation, spores and swarms first (HM-02, HM-05, HM-07, HM-A23, HM-A29, OR-7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.core.events import PhaseBegan, UnitCounted
from game.core.options import Mapped
from game.core.refusal import Refusal, refuse
from game.core.rulebook import Offer
from game.core.state import Action, Task, Unit
from game.core.tx import Ctx, Tx
from game.core.types import UnitId
from game.rules.hive.actions import ActivateXeno
from game.rules.hive.advance import approach
from game.rules.hive.names import MOVE, MOVE_ORDER, SPORE, SWARM, XENO
from game.rules.hive.spores import fly
from game.rules.hive.tasks import Advance, Drift, HiveMove, MovePhase, NextXeno, XenoAttack, XenoMove
from game.rules.skirmish import names
from game.rules.skirmish.actions import Move
from game.rules.skirmish.deciding import only_pass, pass_offer
from game.rules.skirmish.declare import open_to
from game.rules.skirmish.moves import announce, blocked_cells, movement_points, record, walk
from game.rules.skirmish.orders import start_order
from game.rules.skirmish.queries import arms_of, as_mover, profile_of, touching_foes
from game.rules.skirmish.tasks import Order, OrderKind

REST: Final = len(MOVE_ORDER)
"""Rank of every class that may move after spores and swarms."""


def move_phase(tx: Tx, task: MovePhase) -> None:
    """Begin the step (HM-02)."""
    tx.emit(PhaseBegan(MOVE))
    tx.push(NextXeno(task.side))


def rank(ctx: Ctx, unit: Unit) -> int:
    """0 for spores, 1 for swarms, 2 for all others (HM-05, HM-07)."""
    kind = profile_of(ctx, unit).type
    return MOVE_ORDER.index(kind) if kind in MOVE_ORDER else REST


def waiting(ctx: Ctx, side: str) -> tuple[int, list[UnitId]]:
    """The lowest rank with xenos not yet activated this turn, and those xenos by id; ``(3, [])`` if none is left."""
    key = ("hive.waiting", side)
    found: tuple[int, list[UnitId]] | None = ctx.memo.get(key)
    if found is None:
        found = ctx.memo[key] = _scan(ctx, side)
    return found


def _scan(ctx: Ctx, side: str) -> tuple[int, list[UnitId]]:
    """One pass over all units; it runs three times for each activation, so it asks each kind's class but once."""
    lowest, ids = REST + 1, []
    ranks: dict[tuple[str, int], int] = {}
    for unit in ctx.state.units.values():
        if unit.side != side or unit.cell < 0 or (unit.counters and unit.count(names.ACTED)):
            continue
        own = ranks.get((unit.kind, unit.form))
        if own is None:
            own = ranks[unit.kind, unit.form] = rank(ctx, unit)
        if own < lowest:
            lowest, ids = own, [unit.id]
        elif own == lowest:
            ids.append(unit.id)
    ids.sort()
    return lowest, ids


def next_xeno(tx: Tx, task: NextXeno) -> None:
    """Ask for the next xeno while one is left; once the hive has passed, spores and swarms still move (HM-A29)."""
    place, ids = waiting(tx, task.side)
    if not ids or (task.closed and place == REST):
        return
    tx.push(task)
    if task.closed:
        activate(tx, ids[0])
    else:
        tx.push(HiveMove(task.side))


def activate(tx: Tx, unit_id: UnitId) -> None:
    """Let a xeno have its one activation of the turn (OR-7)."""
    unit = tx.state.units[unit_id]
    tx.emit(UnitCounted(unit_id, names.ACTED, 1))
    start_order(tx, unit_id, XENO, side=unit.side)


# -- which xeno ----------------------------------------------------------------------------------------------------


def _xenos(ctx: Ctx, task: HiveMove) -> Sequence[Action]:
    return Mapped(waiting(ctx, task.side)[1], ActivateXeno)


def _xeno_verdict(ctx: Ctx, task: HiveMove, action: ActivateXeno) -> Refusal | None:
    unit = ctx.state.units.get(action.unit)
    if unit is None or unit.side != task.side or unit.cell < 0:
        return refuse("NO_SUCH_XENO", "HM-02", unit=action.unit)
    if unit.count(names.ACTED):
        return refuse("ACTIVATED", "OR-7", unit=action.unit)
    first = waiting(ctx, task.side)[0]
    if rank(ctx, unit) > first:
        return refuse("SPORES_FIRST", "HM-05") if first == 0 else refuse("SWARMS_FIRST", "HM-07")
    return None


def _choose_xeno(tx: Tx, _task: HiveMove, action: ActivateXeno) -> None:
    tx.pop()
    activate(tx, action.unit)


def _close(tx: Tx, task: HiveMove) -> None:
    """No more moves, but for those that are no option."""
    if isinstance(tx.top, NextXeno):
        tx.replace(NextXeno(task.side, closed=True))


# -- one activation ------------------------------------------------------------------------------------------------


def first_skill(ctx: Ctx, order: Order) -> Task | None:
    """A spore drifts, a swarm advances, any other xeno may choose its move; an engaged one does not move (OR-7).

    One that cannot move may have something else to do: Immobilized-A leaves it its Dodge (ST-5).
    """
    unit = ctx.state.units[order.actor]
    if open_to(ctx, unit, "move") is not None:
        task = XenoMove(unit.id)
        return None if only_pass(ctx, task) else task
    kind = profile_of(ctx, unit).type
    if kind == SPORE:
        return Drift(unit.id)
    if kind == SWARM:
        return Advance(unit.id)
    task = XenoMove(unit.id)
    return task if _has_way(ctx, unit) or not only_pass(ctx, task) else None


def _has_way(ctx: Ctx, unit: Unit) -> bool:
    """Is some neighbouring anchor free? A quick yes spares the full search."""
    board = ctx.board
    blocked = blocked_cells(ctx, unit)
    points = profile_of(ctx, unit).mov[0]
    for other, cost in board.steps(ctx.state.doors, size=unit.size)[unit.cell]:
        if cost <= points and not board.footprint_mask(other, unit.size) & blocked:
            return True
    return False


def second_skill(ctx: Ctx, order: Order) -> Task | None:
    """The attack, where there is one to make; a spore has none (OR-7)."""
    unit = ctx.state.units.get(order.actor)
    if unit is None or profile_of(ctx, unit).type == SPORE or not _may_attack(ctx, unit):
        return None
    task = XenoAttack(unit.id)
    return None if only_pass(ctx, task) else task


def _may_attack(ctx: Ctx, unit: Unit) -> bool:
    """Could it have a target at all: a foe in contact, a door to break, a weapon that shoots? A quick no."""
    beside = ctx.board.contact_mask(unit.cell, unit.size, ctx.state.doors)
    if unit.size > 1 or (beside & ctx.state.occupied and touching_foes(ctx, unit)):
        return True
    weapons = ctx.game.weapons
    return any(weapons[name].use != "cc" for name in arms_of(ctx, unit))


KIND: Final = OrderKind(first_skill, second_skill)
"""Row ``xeno`` of the table of order kinds; reactions are as in any order (OR-5)."""


def advance(tx: Tx, task: Advance) -> None:
    """Make for the nearest trooper; a xeno with no way nearer stays where it is (HM-08)."""
    unit = tx.state.units.get(task.actor)
    if unit is None:
        return
    unit = as_mover(tx, unit)
    path = approach(tx, unit, movement_points(tx, unit, 0))
    if profile_of(tx, unit).type == SPORE:
        fly(tx, unit.id, path, how="move")
    elif path:
        move = Move(path)
        announce(tx, unit.id, move)
        walk(tx, unit.id, path)
        record(tx, unit.id, move, announced=True)


OFFERS: Final = (
    Offer(HiveMove, ActivateXeno, _xenos, _xeno_verdict, _choose_xeno),
    pass_offer(HiveMove, _close),
)
