"""Where infestation markers and nests may stand (HM-68, HM-A28)."""

from __future__ import annotations

from functools import lru_cache

from game.board import Board, Terrain, cells_of, mask_of
from game.core.refusal import Refusal, refuse
from game.core.tx import Ctx
from game.core.types import Cell
from game.rules.hive.placement import taken_cells
from game.rules.skirmish.queries import troopers

_GROUND = (Terrain.FLOOR, Terrain.DIFFICULT)
_KEPT_FREE = ("exit", "objective", "entry")
"""Zones, by the part of their name before a colon, on which no marker stands (HM-A28)."""


def location_cells(ctx: Ctx) -> int:
    """The cells on which a marker may be put now, as a bit set; worked out once for each state."""
    found: int | None = ctx.memo.get("hive.locations")
    if found is None:
        found = _ground(ctx) & _joined_to_troopers(ctx) & ~taken_cells(ctx)
        ctx.memo["hive.locations"] = found
    return found


def location_refusal(ctx: Ctx, cell: Cell) -> Refusal | None:
    """Why no marker may be put on ``cell``, or None."""
    if not (0 <= cell < ctx.board.size and _ground(ctx) >> cell & 1):
        return refuse("NOT_LOCATION", "HM-A28", cell=cell)
    if taken_cells(ctx) >> cell & 1:
        return refuse("OCCUPIED", "HM-68", cell=cell)
    if not _joined_to_troopers(ctx) >> cell & 1:
        return refuse("CUT_OFF", "HM-A28", cell=cell)
    return None


def _ground(ctx: Ctx) -> int:
    """Floor and difficult cells outside the zones that are kept free; a destroyed door is floor (BD-11)."""
    board = ctx.board
    found = _open_ground(board)
    if ctx.state.broken:
        fallen = mask_of(leaf for door in cells_of(ctx.state.broken) for leaf in board.doors[door].cells)
        found |= fallen & ~_kept_free(board)
    return found


@lru_cache(maxsize=16)
def _open_ground(board: Board) -> int:
    return mask_of(cell for cell, kind in enumerate(board.terrain) if kind in _GROUND) & ~_kept_free(board)


@lru_cache(maxsize=16)
def _kept_free(board: Board) -> int:
    found = 0
    for zone in board.zones:
        if zone.partition(":")[0] in _KEPT_FREE:
            found |= board.zone_mask(zone)
    return found


def _joined_to_troopers(ctx: Ctx) -> int:
    """The cells that a path joins to some fit trooper, taking unsealed doors as open (HM-A28)."""
    passable = ctx.state.doors | ctx.board.all_doors & ~ctx.state.sealed
    standing = 0
    for unit in troopers(ctx):
        standing |= ctx.board.footprint_mask(unit.cell, unit.size)
    found = 0
    for part in _parts(ctx.board, passable):
        if part & standing:
            found |= part
    return found


@lru_cache(maxsize=64)
def _parts(board: Board, doors: int) -> tuple[int, ...]:
    """The connected parts of a board in one state of its doors, each as a bit set of at least one cell."""
    near = board.step_table(doors).ahead.rows
    left = mask_of(cell for cell in range(board.size) if not board.blocks_move(cell, doors))
    parts: list[int] = []
    while left:
        first = (left & -left).bit_length() - 1
        flags = bytearray(board.size)
        flags[first] = 1
        found = [first]
        for cell in found:
            for other, _ in near[cell]:
                if not flags[other]:
                    flags[other] = 1
                    found.append(other)
        part = mask_of(found)
        parts.append(part)
        left &= ~part
    return tuple(parts)
