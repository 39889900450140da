"""Moves that nobody chooses: towards the nearest trooper (HM-08, HM-28, HM-A21, HM-A22, BD-6, C-8)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from game.board import UNREACHED, Board, Distances, Reach, cells_of, contact_anchors, reach, touching_anchors
from game.core.state import Unit
from game.core.tx import Ctx
from game.core.types import Cell, Path, door_of, door_step
from game.rules.hive.names import SPORE, SWARM
from game.rules.skirmish.moves import (
    access_doors,
    blocked_cells,
    halts,
    nest_cells,
    openable_doors,
    path_in,
    walk_reaches,
)
from game.rules.skirmish.queries import door_rule, is_fit, is_marker, profile_of, troopers


class Quarry(NamedTuple):
    """The trooper that a xeno makes for, and the distances to him from every anchor."""

    unit: Unit
    distance: Distances


def quarry(ctx: Ctx, xeno: Unit) -> Quarry | None:
    """The nearest trooper by path, or None if there is none to be reached (HM-08, HM-A22).

    Units are ignored; a closed door that the xeno may open or try counts 1. Fit troopers, Camouflaged markers
    among them, go before all others; among equally near ones the one with fewest wounds left, then the lowest
    id. A swarm that no open path leads to anybody takes closed doors as open (HM-A21).
    """
    doors, openable = ctx.state.doors, openable_doors(ctx, xeno)
    found = _nearest(ctx, xeno, doors, openable)
    if found is None and profile_of(ctx, xeno).type == SWARM and ctx.rules["swarm_waits_at_door"]:
        found = _nearest(ctx, xeno, ctx.board.all_doors, 0)
    return found


def _nearest(ctx: Ctx, xeno: Unit, doors: int, openable: int) -> Quarry | None:
    """One search from all troopers tells how near the nearest is; single ones are searched from to find him."""
    board = ctx.board
    asked = (doors, openable, nest_cells(ctx), xeno.size)
    slack = 0 if xeno.size == 1 else 1
    for group, goals in targets(ctx):
        if not group:
            continue
        here = _distances(board, goals, *asked)[xeno.cell]
        if here >= UNREACHED:
            continue
        for trooper in group:
            if board.range(xeno.cell, xeno.size, trooper.cell, trooper.size) - slack <= here:
                distance = _distances(board, ((trooper.cell, trooper.size),), *asked)
                if distance.at(here) >> xeno.cell & 1:
                    return Quarry(trooper, distance)
    return None


def _points_left(ctx: Ctx, trooper: Unit) -> int:
    """Wounds a trooper has left; a marker's are secret and count as one (HI-1)."""
    return 1 if is_marker(trooper) else profile_of(ctx, trooper).w - trooper.wounds


Goals: TypeAlias = tuple[tuple[Cell, int], ...]
"""Footprints to make for, as anchor and size."""


def targets(ctx: Ctx) -> tuple[tuple[list[Unit], Goals], ...]:
    """The troopers on the board that stand, then those that are down, weakest first, then by id (HM-A22)."""
    found: tuple[tuple[list[Unit], Goals], ...] | None = ctx.memo.get("hive.targets")
    if found is None:
        kinds = ctx.game.side_kinds
        everyone = [u for u in ctx.state.units.values() if kinds[u.side] == "human" and u.cell >= 0]
        everyone.sort(key=lambda unit: (_points_left(ctx, unit), unit.id))
        groups = [u for u in everyone if is_fit(u)], [u for u in everyone if not is_fit(u)]
        found = tuple((group, tuple((unit.cell, unit.size) for unit in group)) for group in groups)
        ctx.memo["hive.targets"] = found
    return found


@lru_cache(maxsize=96)
def _distances(board: Board, goals: Goals, doors: int, openable: int, nests: int, size: int) -> Distances:
    """Path distances to the nearest of some footprints for every anchor; one search serves all xenos alike."""
    ends: list[Cell] = []
    for anchor, own in goals:
        if size == 1:
            ends.extend(board.footprint(anchor, own))
        else:
            ends.extend(touching_anchors(board, board.footprint_mask(anchor, own), size, doors))
    return Distances(board, ends, doors, size=size, blocked=nests, door_extra=openable & ~doors)


def approach(ctx: Ctx, xeno: Unit, points: int) -> Path:
    """The walk that brings a xeno as near to its quarry as it gets; empty if it stays where it is.

    A point that is left goes into a door in the way, though there is none for the step through it (HM-A6).
    """
    prey = quarry(ctx, xeno)
    if prey is None:
        return ()
    spore = profile_of(ctx, xeno).type == SPORE
    reaches = [spore_reach(ctx, xeno, points)] if spore else walk_reaches(ctx, xeno, points)
    ends = [(best_end(ctx, xeno, prey, found), found) for found in reaches]
    end, found = min(ends, key=lambda end: _nearness(ctx, xeno, prey, end[0], end[1].points(1 << end[0])))
    path = () if end == xeno.cell else path_in(found, end)
    if points == found.points(1 << end):
        return path
    worked = sum(1 << door_of(step) for step in path if step < 0)
    return path if worked and not door_rule(ctx, xeno).sure else (*path, *_way_on(ctx, xeno, prey, end, worked))


def _way_on(ctx: Ctx, xeno: Unit, prey: Quarry, end: Cell, worked: int) -> Path:
    """The work on a closed door beside ``end`` through which the way to the quarry leads; empty if there is none."""
    board, doors = ctx.board, ctx.state.doors
    openable = openable_doors(ctx, xeno) & ~worked
    at_hand = openable & access_doors(ctx, end, xeno.size)
    if not at_hand or halts(ctx, xeno, doors | openable) >> end & 1:
        return ()
    here = prey.distance[end]
    goals = ((prey.unit.cell, prey.unit.size),)
    nests = nest_cells(ctx)
    opened = [
        (_distances(board, goals, doors | 1 << door, openable, nests, xeno.size)[end], door)
        for door in cells_of(at_hand)
    ]
    nearest, door = min(opened)
    return (door_step(door),) if nearest < here else ()


def spore_reach(ctx: Ctx, spore: Unit, points: int) -> Reach:
    """Where a spore can go that flies straight: it stops in contact with a conscious trooper (HM-A2, HM-A7)."""
    board, doors = ctx.board, ctx.state.doors
    standing = 0
    for unit in troopers(ctx):
        standing |= board.footprint_mask(unit.cell, unit.size)
    stops = contact_anchors(board, standing, spore.size, doors)
    return reach(board, spore.cell, points, doors, size=spore.size, blocked=blocked_cells(ctx, spore), stops=stops)


def best_end(ctx: Ctx, xeno: Unit, prey: Quarry, found: Reach) -> Cell:
    """Of the anchors in reach the one nearest to the quarry by path; ties by C-8."""
    ends = prey.distance.at(prey.distance.nearest(found.cells)) & found.cells
    fewest = found.points(ends)
    return min(
        cells_of(ends & found.rings[fewest]),
        key=lambda cell: _nearness(ctx, xeno, prey, cell, fewest),
    )


def _nearness(ctx: Ctx, xeno: Unit, prey: Quarry, end: Cell, points: int) -> tuple[int, int, int, Cell]:
    """What is left of the way from an end, then the ties of C-8."""
    target = prey.unit
    gap = ctx.board.squared_gap(end, xeno.size, target.cell, target.size)
    return prey.distance[end], points, gap, end
