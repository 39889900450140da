"""The walks among which an impetuous trooper looks for its duty: each end with its cheapest route (IM-A6)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from game.board import Board, Gait, Mask, Reach, Terrain, cells_of, mask_of, steps_beyond
from game.board.steps import before
from game.core.state import Unit
from game.core.tx import Ctx
from game.core.types import Cell, Path, door_step
from game.rules.skirmish.moves import halts, holding, openable_doors, path_in, walk_reach
from game.rules.skirmish.moving.judging import Walk, every_walk, has_open_corners
from game.rules.skirmish.moving.plan import may_be_barred, path_bar

SPECIAL: tuple[Terrain, ...] = (Terrain.DIFFICULT, Terrain.BARRICADE)
"""Special terrain, which affects the movement of whoever enters it (D-I13)."""


class Routes:
    """Ends of walks by what their cheapest route costs.

    Attributes:
        rings: The ends for each number of points, the start among those for 0.
        cells: All of them.
        touching: Those at which contact with an enemy ends the walk (IM-24).
        special: Those to which a cheapest route enters special terrain (IM-32).
    """

    __slots__ = ("_paths", "_reach", "cells", "rings", "special", "touching")

    def __init__(
        self,
        rings: Sequence[Mask],
        *,
        touching: Mask,
        special: Mask,
        reach: Reach | None = None,
        paths: dict[Cell, Path] | None = None,
    ) -> None:
        self.rings = rings
        self.cells = 0
        for ring in rings:
            self.cells |= ring
        self.touching = touching & self.cells & ~rings[0]
        self.special = special & self.cells
        self._reach = reach
        self._paths = paths or {}

    def spend(self, cell: Cell) -> int:
        """The points of the cheapest route to an end. Raises KeyError for a cell that is none."""
        for points, ring in enumerate(self.rings):
            if ring >> cell & 1:
                return points
        raise KeyError(cell)

    @property
    def tried(self) -> bool:
        """Were the routes found by trying every step, as doors at open corners ask for?"""
        return self._reach is None

    def after(self, ctx: Ctx, unit: Unit, cell: Cell, points: int, *, climb: bool) -> list[tuple[Cell, int]]:
        """Where one step more leads from an end, with what it takes, a door worked before it included."""
        start = Walk(ctx, unit, holding(ctx, unit))
        for step in self._paths.get(cell, ()):
            start.take(step, climb=climb)
        found: list[tuple[Cell, int]] = []
        for door in (None, *ctx.board.doors):
            ready = start.copy()
            if door is not None and ready.take(door_step(door.id), climb=climb) is not None:
                continue
            for other in ctx.board.neighbours(cell):
                walk = ready.copy()
                if walk.take(other, climb=climb) is None and walk.spent - start.spent <= points:
                    found.append((other, walk.spent - start.spent))
        return found

    def path(self, cell: Cell) -> Path:
        """The cheapest route to an end, work on doors included. Raises KeyError for a cell that is none."""
        if cell in self._paths:
            return self._paths[cell]
        if self._reach is None:
            raise KeyError(cell)
        return path_in(self._reach, cell)


def routes(ctx: Ctx, unit: Unit, points: int, *, climb: bool = False, barred: Mask = 0) -> Routes:
    """Every end that ``unit`` can walk (or climb) to by a path that nothing bars, off the anchors ``barred``."""
    if has_open_corners(ctx.board):
        return _tried_out(ctx, unit, points, climb=climb, barred=barred)
    found = walk_reach(ctx, unit, points, climb=climb, barred=barred)
    doors = ctx.state.doors
    opens = openable_doors(ctx, unit)
    rough = _into_special(ctx.board, doors, opens, unit.size, Gait.CLIMB if climb else Gait.WALK)
    rings = found.rings
    if may_be_barred(ctx, unit):
        rings = [_free(ctx, unit, found, ring) if place else ring for place, ring in enumerate(rings)]
    touching = halts(ctx, unit, doors | opens, holding(ctx, unit))
    return Routes(rings, touching=touching, special=found.touched_by(rough) if rough else 0, reach=found)


def _free(ctx: Ctx, unit: Unit, found: Reach, ring: Mask) -> Mask:
    return mask_of(cell for cell in cells_of(ring) if path_bar(ctx, unit, path_in(found, cell)) is None)


@lru_cache(maxsize=32)
def special_anchors(board: Board, size: int) -> Mask:
    """The anchors at which a footprint covers special terrain."""
    return board.anchors_over(mask_of(c for c, terrain in enumerate(board.terrain) if terrain in SPECIAL), size)


@lru_cache(maxsize=32)
def _into_special(board: Board, doors: Mask, opens: Mask, size: int, gait: Gait) -> tuple[tuple[int, int, Mask], ...]:
    """The steps into special terrain, as a search takes them."""
    special = special_anchors(board, size)
    if not special:
        return ()
    dear = board.step_table(doors, openable=opens, size=size, gait=gait).ahead.moves.dear
    into = [(cost, shift, anchors & before(special, shift)) for cost, shift, anchors in dear]
    return tuple(step for step in into if step[2])


@lru_cache(maxsize=32)
def gaps(board: Board, size: int, *, climb: bool) -> tuple[tuple[int, Mask], ...]:
    """The steps over pits and ledges that no Move (or Climb) takes, as ``(shift, anchors they begin at)`` (D-I13)."""
    gait = Gait.CLIMB if climb else Gait.WALK
    measured = board.step_table(board.all_doors, size=size, gait=Gait.ROUGH).ahead
    beyond = steps_beyond(measured, board.step_table(board.all_doors, size=size, gait=gait).ahead)
    return tuple((shift, anchors) for _, shift, anchors in beyond)


def _tried_out(ctx: Ctx, unit: Unit, points: int, *, climb: bool, barred: Mask) -> Routes:
    """The routes where doors stand at open corners: each end by trying every step."""
    held = holding(ctx, unit)
    special = special_anchors(ctx.board, unit.size)
    rings = [0] * (points + 1)
    rings[0] = 1 << unit.cell
    paths: dict[Cell, Path] = {}
    touching = entering = 0
    for path in every_walk(Walk(ctx, unit, held, barred=barred), points, climb=climb):
        walk = Walk(ctx, unit, held)
        for step in path:
            walk.take(step, climb=climb)
        halted = walk.halted()
        if walk.at in paths or not (halted or path[-1] >= 0) or path_bar(ctx, unit, path) is not None:
            continue
        paths[walk.at] = path
        rings[walk.spent] |= 1 << walk.at
        touching |= halted << walk.at
        entering |= any(step >= 0 and special >> step & 1 for step in path) << walk.at
    return Routes(rings, touching=touching, special=entering, paths=paths)
