"""Spores: they drift by a d8 and go off beside a trooper (HM-04, HM-A7, C-12)."""

from __future__ import annotations

from typing import Final

from game.board import straight
from game.core.events import UnitCounted
from game.core.state import NO_CELL, Unit
from game.core.tx import Ctx, Tx
from game.core.types import Cell, Path, UnitId
from game.rules.hive.events import SporeBurst
from game.rules.hive.names import BURST_DAMAGE, SPORE
from game.rules.hive.tasks import Drift
from game.rules.skirmish.actions import Move
from game.rules.skirmish.combat import call_guts, hit_unit, remove
from game.rules.skirmish.combat.events import Dodged
from game.rules.skirmish.moves import announce, blocked_cells, movement_points, record, walk
from game.rules.skirmish.queries import profile_of, troopers
from game.rules.skirmish.tasks import Order, running_order

PRIMED: Final = "primed"
"""Counter of a spore that ended its move in contact: it goes off at the end of the order."""
AWAY: Final = "away"
"""Counter of a unit whose Dodge took it out of a burst."""


def drift(tx: Tx, task: Drift) -> None:
    """One d8 gives the direction; the spore flies until something bars it or it touches a trooper (HM-04)."""
    spore = tx.state.units.get(task.actor)
    if spore is None:
        return
    octant = tx.roll("hive.drift", unit=spore.id)[0]
    fly(tx, spore.id, drift_path(tx, spore, octant), how="drift")


def drift_path(ctx: Ctx, spore: Unit, octant: int) -> Path:
    """The cells of a drift in one direction: full MOV, up to what bars it or the first contact (HM-A7)."""
    blocked = blocked_cells(ctx, spore)
    points = movement_points(ctx, spore, 0)
    doors = ctx.state.doors
    way = straight(ctx.board, spore.cell, octant, points, doors, size=spore.size, blocked=blocked)
    for count, cell in enumerate(way, start=1):
        if contacts(ctx, cell, spore.size):
            return way[:count]
    return way


def contacts(ctx: Ctx, cell: Cell, size: int) -> bool:
    """Would a spore on ``cell`` touch a conscious trooper?"""
    near = ctx.board.contact_mask(cell, size, ctx.state.doors)
    return any(near & ctx.board.footprint_mask(unit.cell, unit.size) for unit in troopers(ctx))


def fly(tx: Tx, unit_id: UnitId, path: Path, *, how: str) -> None:
    """Carry a spore's move out; ending it in contact with a conscious trooper sets the spore off (HM-A7)."""
    move = Move(path)
    announce(tx, unit_id, move)
    if path:
        walk(tx, unit_id, path, how=how)
    spore = tx.state.units[unit_id]
    if tx.rules["spore_burst"] and contacts(tx, spore.cell, spore.size):
        tx.emit(UnitCounted(unit_id, PRIMED, 1))
    record(tx, unit_id, move, announced=True)


def dodged(tx: Tx, event: Dodged) -> None:
    """A Dodge against a spore takes the unit out of its burst (HM-A7)."""
    order = running_order(tx)
    if order is not None and event.unit != order.actor and is_primed(tx, order.actor):
        tx.emit(UnitCounted(event.unit, AWAY, 1))


def is_primed(ctx: Ctx, unit_id: UnitId) -> bool:
    """True for a spore about to go off, even if a reaction has just destroyed it."""
    unit = ctx.state.units.get(unit_id)
    if unit is None:
        gone = ctx.state.gone.get(unit_id)
        unit = None if gone is None else gone.unit
    return unit is not None and unit.count(PRIMED) > 0


def burst(tx: Tx, order: Order) -> None:
    """At the end of its order a primed spore hits every other unit in contact, friends too; no chain (HM-A7).

    It goes off even if a reaction of this order destroyed it: all rolls of an order are simultaneous (RL-3).
    """
    if not order.trail or not is_primed(tx, order.actor):
        return
    at = order.trail[-1]
    victims = _victims(tx, at, order.actor)
    tx.emit(SporeBurst(order.actor, at, tuple(victims)))
    threats: dict[UnitId, list[Cell]] = {}
    for unit_id in victims:
        if hit_unit(tx, unit_id, BURST_DAMAGE, by=order.actor, kind=""):
            threats[unit_id] = [at]
    remove(tx, order.actor, "burst")
    for unit in list(tx.state.units.values()):
        if unit.count(AWAY):
            tx.emit(UnitCounted(unit.id, AWAY, 0))
    call_guts(tx, threats)


def _victims(ctx: Ctx, at: Cell, spore: UnitId) -> list[UnitId]:
    """Units in contact with the burst that no Dodge took away, by id."""
    near = ctx.board.contact_mask(at, 1, ctx.state.doors)
    board = ctx.board
    return sorted(
        unit.id
        for unit in ctx.state.units.values()
        if unit.cell != NO_CELL
        and unit.id != spore
        and not unit.count(AWAY)
        and near & board.footprint_mask(unit.cell, unit.size)
    )


def is_spore(ctx: Ctx, unit: Unit) -> bool:
    """True for a spore."""
    return profile_of(ctx, unit).type == SPORE
