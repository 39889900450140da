"""What the troopers came for, as far as the hive can tell: where they must go, and the ways that lead there."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ai.hive.settings import LANE_LENGTH, URGENCY, URGENT_REACH
from game.api import Board, Cell, Ctx, Mask, Objective, Unit, View, geometry, moves, names, objectives

OURS = "ours"
"""Time works for the hive: what the troopers have not done by the end is undone."""
THEIRS = "theirs"
"""Time works for the troopers: they only have to last."""

LASTING = ("survive", "hold", "keep")


class Goals(NamedTuple):
    """Where the troopers want to go, and the walking distance to the nearest such cell from every cell.

    ``cells`` are those of what is still to be done, ``exits`` those by which they leave once it is.
    """

    cells: tuple[Cell, ...]
    distance: list[int]
    exits: tuple[Cell, ...]
    to_exit: list[int]
    clock: str
    nests: bool


def goals(view: View) -> Goals:
    """Read the goals of every human side off the table."""
    ctx = view.ctx
    cells: list[Cell] = []
    exits: list[Cell] = []
    lasting = other = nests = False
    for setup in view.game.scenario.sides:
        if setup.kind != "human" or setup.objective is None:
            continue
        for leaf in objectives.leaves(setup.objective):
            lasting = lasting or leaf.kind in LASTING
            other = other or leaf.kind not in LASTING
            nests = nests or leaf.kind == "nests"
            if leaf.kind == "exit":
                exits.extend(ctx.board.zones.get("exit", ()))
            else:
                cells.extend(_cells(ctx, leaf))
    wanted, out = tuple(sorted(set(cells))), tuple(sorted(set(exits)))
    if not wanted:
        wanted, out = out, ()
    clock = THEIRS if lasting and not other else OURS
    return Goals(wanted, _distance(ctx, wanted), out, _distance(ctx, out), clock, nests)


def _cells(ctx: Ctx, leaf: Objective) -> list[Cell]:
    """The cells at which a goal is brought about."""
    board, markers = ctx.board, ctx.state.markers.values()
    if leaf.kind == "hold":
        return list(board.zones.get(leaf.zone, ()))
    if leaf.kind == "nests":
        return [m.cell for m in markers if m.kind == names.NEST]
    if leaf.kind == "console":
        consoles = [m for m in markers if m.kind == names.CONSOLE and leaf.target in ("", m.name)]
        used = [m for m in consoles if dict(m.counters).get("used", 0)]
        wanted = 1 if leaf.target else leaf.n
        return [] if len(used) >= wanted else [m.cell for m in consoles if m not in used]
    if leaf.kind == "carry":
        lying = [m.cell for m in markers if m.kind == names.ITEM and not m.carrier and m.cell >= 0]
        return lying or list(board.zones.get("exit", ()))
    return []


def _distance(ctx: Ctx, cells: tuple[Cell, ...]) -> list[int]:
    if not cells:
        return []
    state = ctx.state
    openable = ctx.board.all_doors & ~(state.doors | state.sealed)
    return _field(ctx.board, cells, state.doors, openable, moves.nest_cells(ctx))


@lru_cache(maxsize=32)
def _field(board: Board, cells: tuple[Cell, ...], doors: Mask, openable: Mask, nests: Mask) -> list[int]:
    return geometry.field(board, cells, doors, blocked=nests, door_extra=openable)


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


def lane(board: Board, doors: Mask, openable: Mask, goal: Goals, start: Cell) -> tuple[Cell, ...]:
    """The cells a trooper is likely to walk over next: the shortest way to the goal, and on to the exit."""
    if not goal.distance or start < 0:
        return ()
    rows = board.step_table(doors, openable=openable).ahead.rows
    found: list[Cell] = []
    at = start
    for distance in (goal.distance, goal.to_exit):
        if not distance or distance[at] >= geometry.UNREACHED:
            continue
        while distance[at] > 0 and len(found) < LANE_LENGTH:
            at = min((distance[other] + cost, other) for other, cost in rows[at])[1]
            found.append(at)
    return tuple(found)


def rounds_left(view: View) -> int:
    """Rounds still to come after this one; many where only the deck ends the game."""
    scenario = view.game.scenario
    last = scenario.rounds or len(scenario.deck)
    return max(0, last - view.state.round)
