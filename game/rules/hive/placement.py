"""Where reinforcements may appear (HM-64 to HM-67, D-H17): bit masks, and a reason for every other cell."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from game.board import Board, Terrain, mask_of, visible_from
from game.core.refusal import Refusal, refuse
from game.core.state import Unit
from game.core.tx import Ctx
from game.core.types import Cell
from game.rules.hive.names import AUSPEX, AUSPEX_RANGE
from game.rules.skirmish.queries import has_gear, is_engaged, is_marker, marker_cells, troopers

_IMPASSABLE = (Terrain.WALL, Terrain.PIT)


class Grounds(NamedTuple):
    """What bars reinforcements at one moment; each field is a set of cells.

    ``solid`` cannot be stood on (wall, pit, closed door), ``taken`` holds a unit or marker, ``seen`` lies in the
    sight of a fit trooper, ``scanned`` in the range of a working auspex.
    """

    board: Board
    solid: int
    taken: int
    seen: int
    scanned: int

    def anchors(self, size: int = 1) -> int:
        """The anchors at which a new creature of this footprint may be placed, as a bit set (HM-A18)."""
        board = self.board
        barred = self.solid | self.taken | self.seen | self.scanned
        return board.anchors_over((1 << board.size) - 1, size) & ~board.anchors_over(barred, size)

    def refusal(self, anchor: Cell, size: int = 1) -> Refusal | None:
        """Why nothing of this footprint may be placed at ``anchor``, or None."""
        under = self.board.footprint_mask(anchor, size) if 0 <= anchor < self.board.size else 0
        if not under or under & self.solid:
            return refuse("NOT_A_PLACE", "D-H17", cell=anchor)
        if under & self.taken:
            return refuse("OCCUPIED", "HM-64", cell=anchor)
        if under & self.seen:
            return refuse("IN_LOS", "HM-65", cell=anchor)
        if under & self.scanned:
            return refuse("AUSPEX", "HM-66", cell=anchor)
        return None


def grounds(ctx: Ctx) -> Grounds:
    """What bars reinforcements now; worked out once for each state."""
    found: Grounds | None = ctx.memo.get("hive.grounds")
    if found is None:
        found = Grounds(ctx.board, solid_cells(ctx), taken_cells(ctx), seen_cells(ctx), scanned_cells(ctx))
        ctx.memo["hive.grounds"] = found
    return found


def solid_cells(ctx: Ctx) -> int:
    """Walls, pits and the leaves of closed doors: no unit stands there."""
    board, doors = ctx.board, ctx.state.doors
    found = _rock(board)
    shut = board.all_doors & ~doors
    while shut:
        low = shut & -shut
        for cell in board.doors[low.bit_length() - 1].cells:
            found |= 1 << cell
        shut ^= low
    return found


@lru_cache(maxsize=16)
def _rock(board: Board) -> int:
    """The cells of a board that nobody can ever stand on."""
    return mask_of(cell for cell, kind in enumerate(board.terrain) if kind in _IMPASSABLE)


def taken_cells(ctx: Ctx) -> int:
    """Cells that hold a unit, or a marker that lies on the board (BD-5)."""
    return ctx.state.occupied | marker_cells(ctx)


def seen_cells(ctx: Ctx) -> int:
    """Cells in the sight of a fit trooper of any human side, markers included (HM-65, HM-A20, ST-10)."""
    board, doors, murk = ctx.board, ctx.state.doors, ctx.state.murk
    found = 0
    for unit in troopers(ctx):
        found |= visible_from(board, unit.cell, unit.size, doors, murk)
    return found


def scanned_cells(ctx: Ctx) -> int:
    """Cells in the range of an auspex whose bearer is fit, no marker, and not locked in combat (HM-66, HM-67)."""
    found = 0
    for unit in troopers(ctx):
        if has_gear(ctx, unit, AUSPEX) and not is_marker(unit) and not is_engaged(ctx, unit):
            found |= around(ctx.board, unit, AUSPEX_RANGE)
    return found


def around(board: Board, unit: Unit, reach: int) -> int:
    """The cells within ``reach`` of a unit's footprint, its own included, as a bit set (BD-6)."""
    width = board.width
    x, y = unit.cell % width, unit.cell // width
    left, right = max(0, x - reach), min(width, x + unit.size + reach)
    row = ((1 << (right - left)) - 1) << left
    found = 0
    for line in range(max(0, y - reach), min(board.height, y + unit.size + reach)):
        found |= row << (line * width)
    return found
