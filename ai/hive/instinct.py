"""``hive:instinct``: every xeno runs at the nearest trooper, and whatever else is asked gets the first answer."""

from __future__ import annotations

from collections.abc import Sequence

from ai.player import Reasons, Term
from game.api import (
    Action,
    Dice,
    Event,
    Pass,
    Task,
    Unit,
    UnitId,
    View,
    actions,
    hive_actions,
    hive_advance,
    hive_tasks,
    moves,
    queries,
    tasks,
)

BLIND = 1 << 20
"""A distance for xenos that no way leads from to anybody; they go last."""


class Instinct:
    """Plain greed: no plan, no memory, no fear."""

    __slots__ = ("_last",)

    def __init__(self, dice: Dice) -> None:
        self._last: Reasons | None = None

    def decide(self, view: View, options: Sequence[Action]) -> Action:
        """The nearest trooper, or the first option."""
        task = view.game.waiting(view.state)
        chosen, note, value = self._answer(view, task, options)
        self._last = Reasons(chosen, terms=(Term("distance", value),) if value else (), note=note)
        return chosen

    def observe(self, events: Sequence[Event]) -> None:
        """Nothing that happens changes how it plays."""

    def explain(self) -> Reasons | None:
        """One thought is all it has."""
        return self._last

    def _answer(self, view: View, task: Task | None, options: Sequence[Action]) -> tuple[Action, str, int]:
        if isinstance(task, hive_tasks.HiveMove):
            return self._next(view, options)
        if isinstance(task, hive_tasks.XenoMove):
            return self._move(view, task.actor, options)
        if isinstance(task, hive_tasks.XenoAttack):
            return _attack(view, options), "strike", 0
        if isinstance(task, hive_tasks.NestChoice):
            return options[-2 if options[-1] == Pass() and len(options) > 1 else -1], "first", 0
        if isinstance(task, tasks.React):
            return _first_of(options, actions.Fight, actions.Dodge), "defend", 0
        if isinstance(task, tasks.DodgeMove):
            return (Pass() if Pass() in options else options[0]), "stay", 0
        return options[0], "first", 0

    def _next(self, view: View, options: Sequence[Action]) -> tuple[Action, str, int]:
        """The xeno that is nearest to a trooper, so that nobody stands in its way."""
        best: tuple[int, UnitId] | None = None
        for option in options:
            if isinstance(option, hive_actions.ActivateXeno):
                key = (_distance(view, view.state.units[option.unit]), option.unit)
                if best is None or key < best:
                    best = key
        if best is None:
            return options[0], "first", 0
        return hive_actions.ActivateXeno(best[1]), "nearest_first", best[0]

    def _move(self, view: View, actor: UnitId, options: Sequence[Action]) -> tuple[Action, str, int]:
        """As near to the nearest trooper as it gets; where it cannot walk, the first thing it may do."""
        unit = view.state.units[actor]
        if not isinstance(options[0], actions.Move):
            return options[0], "first", 0
        unit = queries.as_mover(view.ctx, unit)
        path = hive_advance.approach(view.ctx, unit, moves.movement_points(view.ctx, unit, 0))
        if path:
            return actions.Move(path), "nearest", _distance(view, unit)
        return Pass(), "stay", _distance(view, unit)


def _distance(view: View, unit: Unit) -> int:
    prey = hive_advance.quarry(view.ctx, unit)
    return BLIND if prey is None else prey.distance[unit.cell]


def _attack(view: View, options: Sequence[Action]) -> Action:
    """The blow with the greatest damage at one who still stands, else the first attack there is."""
    units, weapons = view.state.units, view.game.weapons
    best: tuple[tuple[bool, int, int], Action] | None = None
    for option in options:
        if isinstance(option, actions.Fight) and option.target in units:
            target = units[option.target]
            key = (not queries.is_fit(target), -weapons[option.weapon].damage, target.id)
            if best is None or key < best[0]:
                best = key, option
    return options[0] if best is None else best[1]


def _first_of(options: Sequence[Action], *kinds: type[Action]) -> Action:
    """The first option of the first kind that is offered; else the last option, which declines if anything does."""
    for kind in kinds:
        for option in options:
            if isinstance(option, kind):
                return option
    return options[-1]
