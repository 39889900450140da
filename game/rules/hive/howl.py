"""The Psychic howl: who is cornered, who is hemmed in, and where they may still go (HM-33 to HM-38, HM-A4, HM-A5)."""

from __future__ import annotations

from typing import NamedTuple

from game.board import NO_CELL, UNREACHED, Gait, field
from game.core.events import TurnBegan
from game.core.refusal import Refusal, refuse
from game.core.state import Unit
from game.core.tx import Ctx, Tx
from game.core.types import Cell, Path, UnitId
from game.rules.hive.events import HowlHeard
from game.rules.hive.names import HOWL, WATCHED
from game.rules.skirmish import names
from game.rules.skirmish.queries import is_fit, is_marker, sees, units_of, xenos
from game.rules.skirmish.turns import start_effect

OPEN = ""
"""The status of a trooper with two ways free, or with nobody watching."""


class Plight(NamedTuple):
    """How a trooper stands towards the xenos he sees: status, the one free way if hemmed in, and the watchers."""

    status: str
    way: Cell
    watchers: tuple[UnitId, ...]


def ways(ctx: Ctx, unit: Unit) -> list[Cell]:
    """The anchors one orthogonal step away that are passable terrain: N, E, S, W (D-H13)."""
    board, doors = ctx.board, ctx.state.doors
    legal = [other for other, _ in board.steps(doors, size=unit.size, gait=Gait.CROSS)[unit.cell]]
    return [cell for cell in board.orthogonal(unit.cell) if cell in legal]


def plight(ctx: Ctx, unit: Unit) -> Plight:
    """Cornered: all ways watched; hemmed in: all but one; each xeno in sight watches one way (HM-A4)."""
    if not is_fit(unit):
        return Plight(OPEN, NO_CELL, ())
    open_ways = ways(ctx, unit)
    watchers = [xeno for xeno in xenos(ctx) if not is_marker(xeno) and sees(ctx, unit, xeno)]
    if not open_ways or not watchers:
        return Plight(OPEN, NO_CELL, ())
    board, doors = ctx.board, ctx.state.doors
    distances = [field(board, (way,), doors, size=unit.size, gait=Gait.CROSS) for way in open_ways]
    watched: set[int] = set()
    ids: list[UnitId] = []
    for xeno in watchers:
        cells = board.footprint(xeno.cell, xeno.size)
        nearest = [min(distance[cell] for cell in cells) for distance in distances]
        if min(nearest) < UNREACHED:
            watched.add(nearest.index(min(nearest)))
            ids.append(xeno.id)
    free = [way for place, way in enumerate(open_ways) if place not in watched]
    if not free:
        return Plight(names.CORNERED, NO_CELL, tuple(ids))
    if len(free) == 1 and watched:
        return Plight(names.HEMMED_IN, free[0], tuple(ids))
    return Plight(OPEN, NO_CELL, tuple(ids))


def hear_howl(tx: Tx, event: TurnBegan) -> None:
    """The snapshot at the start of the next human turn, valid to its end (HM-A5)."""
    side = event.side
    if not any(effect.name == HOWL and effect.side == side for effect in tx.state.effects):
        return
    found = [(unit.id, plight(tx, unit)) for unit in units_of(tx, side) if unit.cell != NO_CELL]
    until = f"states:{side}"
    for unit_id, (status, way, watchers) in found:
        if status == OPEN:
            continue
        tx.emit(HowlHeard(unit_id, status, way, watchers))
        start_effect(tx, status, side, unit=unit_id, expires=until, value=way)
        if status == names.HEMMED_IN:
            for xeno in watchers:
                start_effect(tx, WATCHED, side, unit=unit_id, expires=until, value=xeno)


def free_way(ctx: Ctx, unit: Unit) -> Cell:
    """The way by which a hemmed-in trooper may withdraw; ``NO_CELL`` if he is not hemmed in."""
    for effect in ctx.state.effects:
        if effect.unit == unit.id and effect.name == names.HEMMED_IN:
            return effect.value
    return NO_CELL


def howl_bar(ctx: Ctx, unit: Unit, path: Path) -> Refusal | None:
    """A cornered trooper takes no step; a hemmed-in one none nearer to a xeno that watched him (HM-35, HM-A5)."""
    for effect in ctx.state.effects:
        if effect.unit == unit.id:
            if effect.name == names.CORNERED and path:
                return refuse("HOWL_CORNERED", "HM-35", unit=unit.id)
            if effect.name == names.HEMMED_IN:
                return None if keeps_off(ctx, unit, path) else refuse("HOWL_NEARER", "HM-A5", unit=unit.id)
    return None


def keeps_off(ctx: Ctx, unit: Unit, path: Path) -> bool:
    """True when no step of ``path`` leads nearer, by path distance, to a xeno that watched this trooper."""
    here = unit.cell
    fields = watcher_fields(ctx, unit)
    for step in path:
        if step >= 0:
            if any(distance[step] < distance[here] for distance in fields):
                return False
            here = step
    return True


def watcher_fields(ctx: Ctx, unit: Unit) -> list[list[int]]:
    """Path distances to each xeno that watched this trooper and still stands (BD-6)."""
    key = ("hive.watchers", unit.id)
    found: list[list[int]] | None = ctx.memo.get(key)
    if found is None:
        board, doors = ctx.board, ctx.state.doors
        shut = board.all_doors & ~(doors | ctx.state.sealed)
        ids = [e.value for e in ctx.state.effects if e.unit == unit.id and e.name == WATCHED]
        found = [
            field(
                ctx.board, ctx.board.footprint(xeno.cell, xeno.size), ctx.state.doors, size=unit.size, door_extra=shut
            )
            for xeno in (ctx.state.units.get(xeno_id) for xeno_id in ids)
            if xeno is not None and xeno.cell != NO_CELL
        ]
        ctx.memo[key] = found
    return found
