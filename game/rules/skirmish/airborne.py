"""Airborne Deployment: combat jumps onto drop zones and parachutes at the board's edge (D-I18)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from game.board import Board, Mask, Terrain, cells_of, mask_of
from game.core.contest import Outcome, success
from game.core.events import UnitPlaced
from game.core.options import Mapped
from game.core.refusal import Refusal, refuse
from game.core.rulebook import Offer
from game.core.state import NO_CELL, Action, Task, Unit
from game.core.tx import Ctx, Tx
from game.core.types import Cell, Side, UnitId
from game.rules.skirmish import names
from game.rules.skirmish.actions import Drop
from game.rules.skirmish.combat.values import Attempt, success_value
from game.rules.skirmish.declare import may_declare
from game.rules.skirmish.moves import change_stance, stance_refusal
from game.rules.skirmish.moving.ground import solid_cells
from game.rules.skirmish.moving.trail import announce, leave_trail, record
from game.rules.skirmish.queries import can_engage, foes_of, has_skill, marker_cells, may_be_prone
from game.rules.skirmish.setup import deploy_cells, deploy_zone
from game.rules.skirmish.tasks import DeclareFirst

AIRBORNE = "airborne"
"""The skill that lets a trooper wait off board and come by air."""
DROP_ZONE = "drop"
"""The map zone of combat jumps (BD-12)."""
JUMP, CHUTE, STRAY = "jump", "chute", "stray"
"""Ways of ``Drop``: onto a drop zone with a PH roll, at the board's edge without, or in the own zone after a miss."""


class Stray(Task, frozen=True):
    """Decision: the cell of the own deployment zone where a jumper who missed his zone comes down (D-I18)."""

    unit: UnitId
    side: Side


def stray_side(_ctx: Ctx, task: Stray) -> Side:
    """Whose decision it is."""
    return task.side


# -- where ----------------------------------------------------------------------------------------------


def free_anchors(ctx: Ctx, unit: Unit) -> Mask:
    """The anchors where the whole footprint stands on enterable cells without unit or marker, out of contact."""
    board, state = ctx.board, ctx.state
    barred = state.occupied | marker_cells(ctx) | solid_cells(ctx)
    for foe in foes_of(ctx, unit.side):
        if can_engage(ctx, foe):
            barred |= board.contact_mask(foe.cell, foe.size, state.doors)
    every = (1 << board.size) - 1
    return _anchors_within(board, every & ~barred, unit.size)


def _anchors_within(board: Board, cells: Mask, size: int) -> Mask:
    """The anchors whose whole footprint lies in ``cells``."""
    every = (1 << board.size) - 1
    return board.anchors_over(every, size) & ~board.anchors_over(every & ~cells, size)


@lru_cache(maxsize=16)
def _edge_floor(board: Board, size: int) -> Mask:
    """The anchors whose footprint is all floor and touches the board's edge."""
    last_column, last_row = board.width - 1, board.height - 1
    floor = mask_of(cell for cell, terrain in enumerate(board.terrain) if terrain is Terrain.FLOOR)
    edge = 0
    for cell in range(board.size):
        x, y = board.xy(cell)
        if x in (0, last_column) or y in (0, last_row):
            edge |= 1 << cell
    return _anchors_within(board, floor, size) & board.anchors_over(edge, size)


def enemy_zones(ctx: Ctx, side: Side) -> int:
    """The deployment zones of every other team, as a bit set."""
    teams = ctx.game.teams
    mask = 0
    for setup in ctx.game.scenario.sides:
        if teams[setup.id] != teams[side]:
            mask |= ctx.board.zone_mask(deploy_zone(ctx, setup.id))
    return mask


def landing_cells(ctx: Ctx, unit: Unit, way: str) -> list[Cell]:
    """The anchors on which this trooper may aim to land, rising."""
    key = ("landing", unit.id, way)
    found: list[Cell] | None = ctx.memo.get(key)
    if found is None:
        board = ctx.board
        if way == JUMP:
            zone = _anchors_within(board, board.zone_mask(DROP_ZONE), unit.size)
        else:
            foreign = enemy_zones(ctx, unit.side)
            zone = _edge_floor(board, unit.size) & ~board.anchors_over(foreign, unit.size)
        found = cells_of(free_anchors(ctx, unit) & zone) if zone else []
        ctx.memo[key] = found
    return found


def can_arrive(ctx: Ctx, unit: Unit) -> bool:
    """Does this trooper wait off board with a place to come down on?"""
    if unit.cell != NO_CELL or names.WAITING not in unit.states or not has_skill(ctx, unit, AIRBORNE):
        return False
    return bool(landing_cells(ctx, unit, JUMP) or landing_cells(ctx, unit, CHUTE))


# -- Drop -------------------------------------------------------------------------------------------------


def landing(unit: Unit) -> Attempt:
    """The PH roll of a combat jump."""
    return Attempt(unit.id, "drop", "ph")


def _options(ctx: Ctx, task: DeclareFirst) -> Sequence[Action]:
    if may_declare(ctx, task, "drop") is not None:
        return ()
    unit = ctx.state.units[task.actor]
    if not can_arrive(ctx, unit):
        return ()
    jumps = landing_cells(ctx, unit, JUMP)
    chutes = landing_cells(ctx, unit, CHUTE)
    split = len(jumps)
    cells = [*jumps, *chutes]
    return _with_stances(ctx, unit, [Drop(cell, JUMP if i < split else CHUTE) for i, cell in enumerate(cells)])


def _with_stances(ctx: Ctx, unit: Unit, drops: list[Drop]) -> Sequence[Action]:
    """Each landing upright, then each lying down, for those who can (MV-6)."""
    count = len(drops)
    ways = 2 if may_be_prone(ctx, unit) else 1
    return Mapped(range(count * ways), lambda i: drops[i] if i < count else replace(drops[i - count], last="prone"))


def _verdict(ctx: Ctx, task: DeclareFirst, action: Drop) -> Refusal | None:
    refusal = may_declare(ctx, task, "drop")
    if refusal is not None:
        return refusal
    unit = ctx.state.units[task.actor]
    if not can_arrive(ctx, unit):
        return refuse("OFF_BOARD", "D-I18", unit=unit.id)
    if action.way not in (JUMP, CHUTE):
        return refuse("NO_SUCH_LANDING", "D-I18", way=action.way)
    if action.cell not in landing_cells(ctx, unit, action.way):
        return refuse("NO_LANDING", "D-I18", cell=action.cell)
    return stance_refusal(ctx, unit, action.last, prone=False)


def _drop(tx: Tx, task: DeclareFirst, action: Drop) -> None:
    """A jump takes a PH roll; a miss lets the owner choose a cell of his own zone instead."""
    tx.pop()
    unit = tx.state.units[task.actor]
    announce(tx, unit.id, action)
    if action.way == JUMP:
        value = success_value(tx, landing(unit)).value
        if value < 1 or success(tx.roll("landing", unit=unit.id, target=value)[0], value) is Outcome.MISS:
            if deploy_cells(tx, unit):
                tx.push(Stray(unit.id, unit.side))
            else:
                record(tx, unit.id, action, announced=True)
            return
    arrive(tx, unit.id, action)


def arrive(tx: Tx, unit_id: UnitId, action: Drop) -> None:
    """Set the trooper down; the order's trail begins here, so that the arrival can be reacted to."""
    unit = tx.state.units[unit_id]
    states = tuple(state for state in unit.states if state != names.WAITING)
    tx.emit(UnitPlaced(replace(unit, cell=action.cell, states=states)))
    leave_trail(tx, unit_id, [action.cell], [tx.state.doors])
    change_stance(tx, unit_id, action.last)
    record(tx, unit_id, action, announced=True)


def _stray_options(ctx: Ctx, task: Stray) -> Sequence[Action]:
    unit = ctx.state.units[task.unit]
    return _with_stances(ctx, unit, [Drop(cell, STRAY) for cell in deploy_cells(ctx, unit)])


def _stray_verdict(ctx: Ctx, task: Stray, action: Drop) -> Refusal | None:
    if action.way != STRAY:
        return refuse("NO_SUCH_LANDING", "D-I18", way=action.way)
    unit = ctx.state.units[task.unit]
    if action.cell not in deploy_cells(ctx, unit):
        return refuse("NO_LANDING", "D-I18", cell=action.cell)
    return stance_refusal(ctx, unit, action.last, prone=False)


def _stray(tx: Tx, task: Stray, action: Drop) -> None:
    tx.pop()
    arrive(tx, task.unit, action)


def airborne_offers() -> tuple[Offer, ...]:
    """Drop as an Entire Order, and where a failed jump ends."""
    return (
        Offer(DeclareFirst, Drop, _options, _verdict, _drop),
        Offer(Stray, Drop, _stray_options, _stray_verdict, _stray),
    )
