"""How far it is to the enemy's deployment zone (IM-25, IM-A5, IM-A8)."""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

from game.board import UNREACHED, Board, Cell, Distances, Gait, Mask, Terrain, cells_of, mask_of
from game.core.state import Unit
from game.core.tx import Ctx
from game.core.types import Side
from game.rules.skirmish.airborne import enemy_zones
from game.rules.skirmish.moves import nest_cells
from game.rules.skirmish.setup import deploy_zone


class Far(Protocol):
    """How far every anchor is from a zone."""

    def __getitem__(self, anchor: Cell) -> int:
        """The distance of an anchor."""

    def nearest(self, anchors: Mask) -> int:
        """The least distance of some anchors; ``UNREACHED`` for none."""

    def at(self, points: int) -> Mask:
        """The anchors that are exactly so far away."""


class Straight:
    """Straight distances in cells, whatever lies between: the measure where no way leads to the zone (IM-A5)."""

    __slots__ = ("_rings",)

    def __init__(self, board: Board, targets: Mask) -> None:
        """Widen the zone by one cell a ring until it fills the board."""
        left = mask_of(y * board.width for y in range(board.height))
        right = left << board.width - 1
        every = (1 << board.size) - 1
        self._rings = [targets]
        seen = targets
        while seen and seen != every:
            row = seen | (seen & ~right) << 1 | (seen & ~left) >> 1
            grown = (row | row << board.width | row >> board.width) & every
            self._rings.append(grown & ~seen)
            seen = grown

    def __getitem__(self, anchor: Cell) -> int:
        return self.nearest(1 << anchor)

    def nearest(self, anchors: Mask) -> int:
        """The least distance of some anchors; ``UNREACHED`` for none."""
        return next((place for place, ring in enumerate(self._rings) if ring & anchors), UNREACHED)

    def at(self, points: int) -> Mask:
        """The anchors that are exactly so far away."""
        return self._rings[points] if points < len(self._rings) else 0


def within(far: Far, points: int) -> Mask:
    """The anchors that are at most so far away; none for a negative distance."""
    found = 0
    for place in range(points + 1):
        found |= far.at(place)
    return found


def enemy_zone(ctx: Ctx, side: Side) -> Mask:
    """The zone that impetuous troopers of ``side`` make for: every enemy team's, or the opposite edge (IM-A8)."""
    return enemy_zones(ctx, side) or opposite_edge(ctx.board, ctx.board.zone_mask(deploy_zone(ctx, side)))


@lru_cache(maxsize=32)
def opposite_edge(board: Board, own: Mask) -> Mask:
    """The outermost line of ground on the side of the board that faces away from a zone.

    Its own side is the one it lies nearest to on the whole: W, E, N, S where several are as near.
    """
    across, down = board.width - 1, board.height - 1
    gaps = [0, 0, 0, 0]
    for cell in cells_of(own):
        x, y = board.xy(cell)
        for side, gap in enumerate((x, across - x, y, down - y)):
            gaps[side] += gap
    side = gaps.index(min(gaps))
    columns = [mask_of(board.cell(x, y) for y in range(board.height)) for x in range(board.width)]
    rows = [mask_of(board.cell(x, y) for x in range(board.width)) for y in range(board.height)]
    ground = mask_of(cell for cell, terrain in enumerate(board.terrain) if terrain not in (Terrain.WALL, Terrain.PIT))
    lines = (columns[::-1], columns, rows[::-1], rows)[side]
    return next((line & ground for line in lines if line & ground), 0)


@lru_cache(maxsize=64)
def _by_path(board: Board, zone: Mask, doors: Mask, ajar: Mask, nests: Mask, size: int) -> Distances:
    targets = cells_of(board.anchors_over(zone, size))
    return Distances(board, targets, doors, size=size, blocked=nests, door_extra=ajar, gait=Gait.ROUGH)


@lru_cache(maxsize=16)
def _straight(board: Board, zone: Mask, size: int) -> Straight:
    return Straight(board, board.anchors_over(zone, size))


def distances(ctx: Ctx, unit: Unit) -> Far:
    """Every anchor's distance to the zone that ``unit`` makes for, by the measure of IM-A5.

    Paths over passable ground, pits and ledges counting 2 a step, closed doors 1 more; sealed doors and nests block,
    units do not. Where no path leads from the unit to the zone, straight lines instead.
    """
    zone, state = enemy_zone(ctx, unit.side), ctx.state
    ajar = ctx.board.all_doors & ~(state.doors | state.sealed)
    found = _by_path(ctx.board, zone, state.doors, ajar, nest_cells(ctx), unit.size)
    return found if found[unit.cell] < UNREACHED else _straight(ctx.board, zone, unit.size)
