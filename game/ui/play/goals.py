"""What a side is to do, and how far it has come, in numbers. No pygame here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from game.api import Objective, Side, View, names, objectives, queries

COUNTED_DOWN: Final = frozenset({"nests", "eliminate", "overrun"})
"""Kinds of goals that say how many are left; the others, how many of how many are done."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal that is no combination of others: its kind, how much is done (or left), of how much, and whether met."""

    kind: str
    done: int
    of: int
    met: bool


def goals_of(view: View, side: Side) -> list[Goal]:
    """The goals of a side as the table of ``view`` tells of them (MS-2); none where it has no goal of its own."""
    goal = objectives.side_objective(view.ctx, side)
    return [] if goal is None else [_goal(view, side, leaf) for leaf in objectives.leaves(goal)]


def _goal(view: View, side: Side, goal: Objective) -> Goal:
    memory = view.state.ext["missions"]
    met = objectives.TESTS[goal.kind](view.ctx, memory, side, goal, True)
    count = _COUNTS[goal.kind](view, side, goal)
    return Goal(goal.kind, count if goal.kind in COUNTED_DOWN else min(count, goal.n), goal.n, met)


def _deeds(view: View, side: Side, goal: Objective, deed: str) -> int:
    memory: Any = view.state.ext["missions"]
    return len({name for by, what, name in memory.deeds if by == side and what == deed and goal.target in ("", name)})


def _held(view: View, side: Side, goal: Objective) -> int:
    memory: Any = view.state.ext["missions"]
    return max((rounds for by, zone, rounds in memory.held if by == side and zone == goal.zone), default=0)


def _kept(view: View, side: Side, goal: Objective) -> int:
    units = [unit for unit in view.state.units.values() if unit.side == side]
    units += [gone.unit for gone in view.state.gone.values() if gone.unit.side == side and gone.reason == "safe"]
    return sum(1 for unit in units if unit.kind == goal.target)


def _enemies(view: View, side: Side, _goal: Objective) -> int:
    return sum(
        1
        for unit in view.state.units.values()
        if queries.are_foes(view.ctx, side, unit.side) and not queries.is_null(unit)
    )


_COUNTS: Final[dict[str, Callable[[View, Side, Objective], int]]] = {
    "console": lambda view, side, goal: _deeds(view, side, goal, "used"),
    "carry": lambda view, side, goal: _deeds(view, side, goal, "carried"),
    "exit": lambda view, side, _goal: objectives.safe_count(view.ctx, side),
    "hold": _held,
    "survive": lambda view, _side, _goal: view.state.ext["missions"].rounds,
    "keep": _kept,
    "nests": lambda view, _side, _goal: sum(1 for it in view.state.markers.values() if it.kind == names.NEST),
    "eliminate": _enemies,
    "overrun": _enemies,
}
