"""How near a side has come to what it wants: enemies and objectives (MS-5)."""

from __future__ import annotations

from functools import lru_cache

from game.board import UNREACHED, Board, Distances, Gait
from game.core.scenario import Objective
from game.core.state import Marker
from game.core.tx import Ctx
from game.core.types import WAITING_IDS, Cell, Side
from game.rules.skirmish import names
from game.rules.skirmish.leaving import EXIT
from game.rules.skirmish.objectives import leaves, side_objective
from game.rules.skirmish.queries import foes_of, is_fit

ENEMY = "enemy"
"""The name of what every side wants; the others are named by the place of the goal among the side's goals."""


def first_unknown(ctx: Ctx) -> int:
    """An id above those of all units and markers on the board; who waits beside it is nobody's business (HI-1)."""
    state = ctx.state
    ids = (*(unit.id for unit in state.units.values() if unit.cell >= 0), *state.markers)
    return 1 + max((number for number in ids if number < WAITING_IDS), default=0)


def _was_there(number: int, known: int) -> bool:
    """Was a unit or marker of this id there when ``known`` was the first unknown one? Who waits off board always is."""
    return not known or number < known or number >= WAITING_IDS


def aims(ctx: Ctx, side: Side, known: int = 0) -> dict[str, list[Cell]]:
    """The cells a side wants to be at, by what for: enemies, and the places each of its goals is about.

    ``known`` leaves out enemies and markers with this id and above.
    """
    board = ctx.board
    foes = [foe for foe in foes_of(ctx, side) if _was_there(foe.id, known)]
    found = {ENEMY: [cell for foe in foes for cell in board.footprint(foe.cell, foe.size)]}
    goal = side_objective(ctx, side)
    for place, part in enumerate(leaves(goal) if goal is not None else ()):
        if part.kind in ("hold", "exit", "carry"):
            found[f"{place}:zone"] = list(board.zones.get(part.zone or EXIT, ()))
        found[f"{place}:marker"] = [m.cell for m in _wanted(ctx, part) if _was_there(m.id, known)]
    return {name: cells for name, cells in found.items() if cells}


def _wanted(ctx: Ctx, part: Objective) -> list[Marker]:
    """The markers a goal is about that there is still something to do with."""
    kind = {"console": names.CONSOLE, "carry": names.ITEM, "nests": names.NEST}.get(part.kind)
    return [
        marker
        for marker in ctx.state.markers.values()
        if marker.kind == kind
        and part.target in ("", marker.name)
        and not marker.carrier
        and not dict(marker.counters).get("used")
    ]


@lru_cache(maxsize=64)
def _ways_to(board: Board, cells: tuple[Cell, ...]) -> Distances:
    """Path distances to some cells with all doors open; most of what a side wants stays where it is."""
    return Distances(board, cells, board.all_doors, gait=Gait.ROUGH)


def approaches(ctx: Ctx, side: Side, known: int = 0) -> dict[str, int]:
    """How near the nearest fit unit of a side is to each thing it wants, by path, doors taken as open.

    Pits and ledges count as IM-A5 has it, since units jump and climb. ``known`` leaves out whatever has this id
    and above, units of the side too.
    """
    board = ctx.board
    own = 0
    for unit in ctx.state.units.values():
        if unit.side == side and is_fit(unit) and _was_there(unit.id, known):
            own |= board.footprint_mask(unit.cell, unit.size)
    if not own:
        return {}
    found: dict[str, int] = {}
    for name, cells in aims(ctx, side, known).items():
        least = _ways_to(board, tuple(cells)).nearest(own)
        if least < UNREACHED:
            found[name] = least
    return found
