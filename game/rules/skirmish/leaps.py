"""Jump and Climb, the Entire Orders that move where no Move can (MV-3, MV-4, D-I22)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from game.board import OCTANTS, Board, Flight, Mask, Terrain, flight, flights, mask_of, open_jumps
from game.core.events import UnitMoved
from game.core.refusal import Refusal, refuse
from game.core.rulebook import Offer
from game.core.state import Action, Unit
from game.core.tx import Ctx, Tx
from game.core.types import Cell
from game.rules.skirmish import names
from game.rules.skirmish.actions import Climb, Jump
from game.rules.skirmish.declare import may_declare
from game.rules.skirmish.moves import change_stance, stance_refusal, stays_up
from game.rules.skirmish.moving.ground import blocked_cells, halts
from game.rules.skirmish.moving.plan import movement_points, path_bar, walk_family, walk_refusal
from game.rules.skirmish.moving.trail import announce, find_markers, leave_trail, record, stand_up, walk
from game.rules.skirmish.queries import as_mover, on_board
from game.rules.skirmish.tasks import DeclareFirst, compulsion

OVER = (Terrain.PIT, Terrain.BARRICADE)
"""Terrain that a listed jump passes over; other jumps are legal but go where a Move goes (MV-3)."""


def entire_points(ctx: Ctx, unit: Unit, *, prone: bool | None = None) -> int:
    """MOV a, for a whole-order movement (D-I24); an order's Advance is for Moves only (OR-6)."""
    if compulsion(ctx) is not None:
        prone = False
    points = movement_points(ctx, unit, 0, prone=prone)
    return points - sum(e.value for e in ctx.state.effects if e.name == names.ADVANCE and e.unit == unit.id)


def landings(ctx: Ctx, unit: Unit) -> dict[Cell, tuple[Cell, ...]]:
    """Where this unit can jump to, with the cells passed: in contact with no enemy before it lands (MV-2, MV-3)."""
    key = ("jumps", unit.id, unit.form)
    found: dict[Cell, tuple[Cell, ...]] | None = ctx.memo.get(key)
    if found is None:
        ways = flights(ctx.board, unit.cell, entire_points(ctx, unit), unit.size)
        found = ctx.memo[key] = dict(sorted(_open(ctx, unit, ways)))
    return found


def _open(ctx: Ctx, unit: Unit, ways: Sequence[Flight]) -> Iterator[tuple[Cell, tuple[Cell, ...]]]:
    """The jumps in some directions that nobody bars."""
    doors = ctx.state.doors
    stops = halts(ctx, unit, doors)
    shut = ctx.board.anchors_over(blocked_cells(ctx, unit), unit.size)
    for cell, flown in open_jumps(ways, doors, shut):
        if not (stops and any(stops >> passed & 1 for passed in flown[:-1])) and path_bar(ctx, unit, flown) is None:
            yield cell, flown


@lru_cache(maxsize=48)
def _gaps(board: Board, size: int) -> Mask:
    """The anchors at which a footprint covers something that only a jump crosses well."""
    return board.anchors_over(mask_of(c for c, terrain in enumerate(board.terrain) if terrain in OVER), size)


@lru_cache(maxsize=2048)
def _over_gaps(board: Board, start: Cell, points: int, size: int) -> tuple[Flight, ...]:
    """The directions in which a jump passes over such a gap."""
    gaps = _gaps(board, size)
    if not gaps:
        return ()
    found: list[Flight] = []
    for octant, (dx, dy) in enumerate(OCTANTS):
        x, y = board.xy(start)
        for _ in range(points - 1):
            x, y = x + dx, y + dy
            if board.inside(x, y) and gaps >> board.cell(x, y) & 1:
                way = flight(board, start, octant, points, size)
                if way is not None and any(way.lands[way.first(gaps) + 1 :]):
                    found.append(way)
                break
    return tuple(found)


def _jump_options(ctx: Ctx, task: DeclareFirst) -> Sequence[Action]:
    """Jumps that pass over a gap; others are legal, but go where a Move goes."""
    unit = ctx.state.units.get(task.actor)
    if unit is None or not on_board(unit):
        return ()
    unit = as_mover(ctx, unit)
    ways = _over_gaps(ctx.board, unit.cell, entire_points(ctx, unit), unit.size)
    if not ways or may_declare(ctx, task, "jump") is not None:
        return ()
    gaps = _gaps(ctx.board, unit.size)
    forced = compulsion(ctx)
    found = [cell for cell, flown in _open(ctx, unit, ways) if any(gaps >> passed & 1 for passed in flown[:-1])]
    return [Jump(cell) for cell in sorted(found) if forced is None or forced.jump(ctx, unit, cell) is None]


def _jump_verdict(ctx: Ctx, task: DeclareFirst, action: Jump) -> Refusal | None:
    refusal = may_declare(ctx, task, "jump")
    if refusal is not None:
        return refusal
    unit = as_mover(ctx, ctx.state.units[task.actor])
    if action.to not in landings(ctx, unit):
        return refuse("NO_JUMP", "MV-3", cell=action.to)
    forced = compulsion(ctx)
    return None if forced is None else forced.jump(ctx, unit, action.to)


def _jump(tx: Tx, task: DeclareFirst, action: Jump) -> None:
    tx.pop()
    flown = landings(tx, as_mover(tx, tx.state.units[task.actor]))[action.to]
    announce(tx, task.actor, action)
    if compulsion(tx) is not None:
        stand_up(tx, task.actor)
    tx.emit(UnitMoved(task.actor, flown, "jump", len(flown)))
    leave_trail(tx, task.actor, list(flown), [tx.state.doors] * len(flown))
    find_markers(tx, task.actor)
    record(tx, task.actor, action, announced=True)


def _climb_options(ctx: Ctx, task: DeclareFirst) -> Sequence[Action]:
    if may_declare(ctx, task, "climb") is not None:
        return ()
    unit = as_mover(ctx, ctx.state.units[task.actor])
    forced = compulsion(ctx)
    if forced is not None:
        walks = forced.walks(ctx, unit, True)
        return [Climb(walks.path(end)) for end in walks.ends]
    return walk_family(ctx, unit, entire_points(ctx, unit, prone=False), Climb, climb=True)


def _climb_verdict(ctx: Ctx, task: DeclareFirst, action: Climb) -> Refusal | None:
    refusal = may_declare(ctx, task, "climb")
    if refusal is not None:
        return refusal
    unit = as_mover(ctx, ctx.state.units[task.actor])
    refusal = stance_refusal(ctx, unit, action.last, prone=False)
    if refusal is not None:
        return refusal
    forced = compulsion(ctx)
    if forced is not None:
        return stays_up(action.last) or forced.walk(ctx, unit, action.path, True)
    return walk_refusal(ctx, unit, action.path, entire_points(ctx, unit, prone=False), climb=True)


def _climb(tx: Tx, task: DeclareFirst, action: Climb) -> None:
    """Whoever lies prone stands up first: at the start of the skill that costs nothing (MV-6)."""
    tx.pop()
    announce(tx, task.actor, action)
    stand_up(tx, task.actor)
    walk(tx, task.actor, action.path, how="climb")
    change_stance(tx, task.actor, action.last)
    record(tx, task.actor, action, announced=True)


def leap_offers() -> tuple[Offer, ...]:
    """Jump and Climb, each alone in its order."""
    return (
        Offer(DeclareFirst, Jump, _jump_options, _jump_verdict, _jump),
        Offer(DeclareFirst, Climb, _climb_options, _climb_verdict, _climb),
    )
