"""What the troopers came for, as far as the hive can tell: the cells they make for, and how near each of them is."""

from __future__ import annotations

from typing import NamedTuple

from ai.hive.settings import URGENCY, URGENT_REACH
from game.api import Cell, Ctx, Objective, Unit, View, geometry, moves, names, objectives

OURS = "ours"
"""Time works for the hive: what the troopers have not done by the end is undone."""
THEIRS = "theirs"
"""Time works for the troopers: they only have to last."""

LASTING = ("survive", "hold", "keep")


class Goals(NamedTuple):
    """Where the troopers want to go: cells, and the walking distance to the nearest from every cell."""

    cells: tuple[Cell, ...]
    distance: list[int]
    clock: str
    exits: bool
    nests: bool


def goals(view: View) -> Goals:
    """Read the goals of every human side off the table."""
    ctx = view.ctx
    cells: list[Cell] = []
    lasting = other = exits = nests = False
    for setup in view.game.scenario.sides:
        if setup.kind != "human" or setup.objective is None:
            continue
        for leaf in objectives.leaves(setup.objective):
            found = _cells(ctx, leaf)
            cells.extend(found)
            lasting = lasting or leaf.kind in LASTING
            other = other or leaf.kind not in LASTING
            nests = nests or leaf.kind == "nests"
            exits = exits or (leaf.kind in ("exit", "carry"))
    wanted = tuple(sorted(set(cells)))
    return Goals(wanted, _distance(ctx, wanted), THEIRS if lasting and not other else OURS, exits, nests)


def _cells(ctx: Ctx, leaf: Objective) -> list[Cell]:
    """The cells that bring a goal about."""
    board, markers = ctx.board, ctx.state.markers.values()
    if leaf.kind == "exit":
        return list(board.zones.get("exit", ()))
    if leaf.kind == "hold":
        return list(board.zones.get(leaf.zone, ()))
    if leaf.kind == "nests":
        return [m.cell for m in markers if m.kind == names.NEST]
    if leaf.kind == "console":
        return [
            m.cell
            for m in markers
            if m.kind == names.CONSOLE and leaf.target in ("", m.name) and not dict(m.counters).get("used", 0)
        ]
    if leaf.kind == "carry":
        lying = [m.cell for m in markers if m.kind == names.ITEM and not m.carrier and m.cell >= 0]
        return lying or list(board.zones.get("exit", ()))
    return []


def _distance(ctx: Ctx, cells: tuple[Cell, ...]) -> list[int]:
    if not cells:
        return []
    state, board = ctx.state, ctx.board
    openable = board.all_doors & ~(state.doors | state.sealed)
    return geometry.field(board, cells, state.doors, blocked=moves.nest_cells(ctx), door_extra=openable)


def importance(goal: Goals, ctx: Ctx, unit: Unit) -> float:
    """How much more than his points a trooper counts: he is close to the goal, or carries what it is about."""
    factor = 1.0
    if goal.distance and unit.cell >= 0:
        away = goal.distance[unit.cell]
        if away < URGENT_REACH:
            factor += URGENCY * (URGENT_REACH - away) / URGENT_REACH
    for marker in ctx.state.markers.values():
        if marker.carrier == unit.id:
            factor += URGENCY
    return factor


def rounds_left(view: View) -> int:
    """Rounds still to come after this one; many where only the deck ends the game."""
    scenario = view.game.scenario
    last = scenario.rounds or len(scenario.deck)
    return max(0, last - view.state.round)
