"""The Psychic howl: who is cornered, who is hemmed in, and where they may still go (HM-33 to HM-38, HM-A4, HM-A5)."""

from __future__ import annotations

from typing import NamedTuple

from game.board import NO_CELL, UNREACHED, Distances, Gait, cells_of
from game.core.events import TurnBegan
from game.core.refusal import Refusal, refuse
from game.core.state import Unit
from game.core.tx import Ctx, Tx
from game.core.types import Cell, Path, UnitId
from game.rules.hive.events import HowlHeard
from game.rules.hive.names import HOWL, WATCHED
from game.rules.skirmish import names
from game.rules.skirmish.moves import nest_cells
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
    """The anchors one orthogonal step away that are passable, no nest being there: N, E, S, W (D-H13, BD-5)."""
    board, doors = ctx.board, ctx.state.doors
    nests = nest_cells(ctx)
    legal = [other for other, _ in board.steps(doors, size=unit.size, gait=Gait.CROSS)[unit.cell]]
    return [
        cell
        for cell in board.orthogonal(unit.cell)
        if cell in legal and not board.footprint_mask(cell, unit.size) & nests
    ]


def plight(ctx: Ctx, unit: Unit) -> Plight:
    """Cornered: all ways watched; hemmed in: all but one; each xeno in sight watches one way (HM-A4)."""
    if not is_fit(unit):
        return Plight(OPEN, NO_CELL, ())
    open_ways = ways(ctx, unit)
    watchers = [xeno for xeno in xenos(ctx) if not is_marker(xeno) and sees(ctx, unit, xeno)]
    if not open_ways or not watchers:
        return Plight(OPEN, NO_CELL, ())
    approaches = [_approach(ctx, unit, way) for way in open_ways]
    watched: set[int] = set()
    ids: list[UnitId] = []
    for xeno in watchers:
        cells = ctx.board.footprint_mask(xeno.cell, xeno.size)
        nearest = [approach.nearest(cells) for approach in approaches]
        if min(nearest) < UNREACHED:
            watched.add(nearest.index(min(nearest)))
            ids.append(xeno.id)
    free = [way for place, way in enumerate(open_ways) if place not in watched]
    if not free:
        return Plight(names.CORNERED, NO_CELL, tuple(ids))
    if len(free) == 1 and watched:
        return Plight(names.HEMMED_IN, free[0], tuple(ids))
    return Plight(OPEN, NO_CELL, tuple(ids))


def _approach(ctx: Ctx, unit: Unit, way: Cell) -> Distances:
    """Steps from any cell to the side of a trooper that he would leave by ``way``, his own cells apart (HM-A4).

    Single cells are counted, whatever the footprints: a large trooper is come at by ways too narrow for him.
    """
    board = ctx.board
    own = board.footprint_mask(unit.cell, unit.size)
    side = cells_of(board.footprint_mask(way, unit.size) & ~own)
    return Distances(board, side, ctx.state.doors, blocked=own | nest_cells(ctx), gait=Gait.CROSS)


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
    for step in path:
        if step >= 0:
            if leads_nearer(ctx, unit, here, step):
                return False
            here = step
    return True


def leads_nearer(ctx: Ctx, unit: Unit, here: Cell, there: Cell) -> bool:
    """Is some xeno that watched this trooper nearer to him at ``there`` than at ``here``, by path (BD-6)?"""
    before, after = ctx.board.footprint_mask(here, unit.size), ctx.board.footprint_mask(there, unit.size)
    return any(distance.nearest(after) < distance.nearest(before) for distance in watcher_fields(ctx, unit))


def watcher_fields(ctx: Ctx, unit: Unit) -> list[Distances]:
    """Path distances to each xeno that watched this trooper and still stands, from single cells."""
    key = ("hive.watchers", unit.id)
    found: list[Distances] | None = ctx.memo.get(key)
    if found is None:
        board, state = ctx.board, ctx.state
        shut = board.all_doors & ~(state.doors | state.sealed)
        ids = [e.value for e in state.effects if e.unit == unit.id and e.name == WATCHED]
        found = [
            Distances(
                board,
                board.footprint(xeno.cell, xeno.size),
                state.doors,
                blocked=nest_cells(ctx),
                door_extra=shut,
            )
            for xeno in (state.units.get(xeno_id) for xeno_id in ids)
            if xeno is not None and xeno.cell != NO_CELL
        ]
        ctx.memo[key] = found
    return found
