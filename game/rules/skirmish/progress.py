"""How near a side has come to what it wants: enemies and objectives (MS-5)."""

from __future__ import annotations

from game.board import UNREACHED, Distances, mask_of
from game.core.scenario import Objective
from game.core.tx import Ctx
from game.core.types import Cell, Side
from game.rules.skirmish.objectives import leaves, side_objective
from game.rules.skirmish.queries import foes_of, is_fit


def goal_cells(ctx: Ctx, side: Side) -> list[Cell]:
    """The cells a side wants to be at: enemies, and the places its objective names."""
    cells = [cell for foe in foes_of(ctx, side) for cell in ctx.board.footprint(foe.cell, foe.size)]
    goal = side_objective(ctx, side)
    for part in leaves(goal) if goal is not None else ():
        cells.extend(objective_cells(ctx, part))
    return sorted(set(cells))


def objective_cells(ctx: Ctx, part: Objective) -> list[Cell]:
    """The cells that one goal is about: its zone, the exit, or the markers it names."""
    if part.kind in ("hold", "exit", "carry"):
        cells = list(ctx.board.zones.get(part.zone or "exit", ()))
    else:
        cells = []
    kinds = {"console": "console", "carry": "item", "nests": "nest"}
    kind = kinds.get(part.kind)
    if kind is not None:
        for marker in ctx.state.markers.values():
            if marker.kind == kind and part.target in ("", marker.name):
                cells.append(marker.cell)
    return cells


def nearest_approach(ctx: Ctx, side: Side) -> int | None:
    """The least path distance of any fit unit of ``side`` to a place it wants, doors taken as open."""
    own = [u for u in ctx.state.units.values() if u.side == side and is_fit(u)]
    targets = goal_cells(ctx, side)
    if not own or not targets:
        return None
    every_door = (1 << len(ctx.board.doors)) - 1
    best = Distances(ctx.board, targets, every_door).nearest(mask_of(unit.cell for unit in own))
    return None if best >= UNREACHED else best
