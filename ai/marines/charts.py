"""The numbers behind a decision of the marines, cell by cell, for whoever wants to see them. It decides nothing.

Only numbers that the decision was made with are shown. A reaction is weighed by odds alone, no cell against another.
"""

from __future__ import annotations

from collections.abc import Sequence

from ai.kinds import Field
from ai.marines.movement import Way
from ai.marines.places import Terms
from ai.marines.plans import Plans
from ai.marines.tight import Plan
from game.api import NO_CELL, Action, Cell, Reach, Task, Unit, UnitId, actions, geometry, moves, tasks

_TERMS = ("danger", "watch", "lanes", "together")
"""Terms of a place that are shown one by one, by the words of the reasons; its way has a field of its own."""


def charts(plans: Plans, actor: UnitId, task: Task | None, chosen: Action) -> list[Field]:
    """By how many enemies each cell is in reach; for the trooper who acts its way, what places are worth to it and who
    shoots there; where it has a whole order also what it shoots from each cell and what the way there costs.
    """
    reached = {cell: float(level) for cell, level in enumerate(plans.danger.levels) if level}
    found = [Field("reached", reached)] if reached else []
    unit = plans.picture.state.units.get(actor)
    if unit is None or unit.cell == NO_CELL:
        return found
    whole = isinstance(chosen, actions.GiveOrder) or isinstance(task, tasks.DeclareFirst)
    move = plans.movement
    first = move.points(unit, 0)
    walk = move.reach(unit, first + move.points(unit, 1))
    cells = sorted({unit.cell, *walk.cost})
    places = {cell: plans.places.place(unit, cell) for cell in cells}
    found.append(Field("place", {cell: round(place.value, 1) for cell, place in places.items()}, actor, good=True))
    targets = plans.goals.goal(unit).targets
    if targets:
        way = plans.picture.field(targets, unit.size)
        steps = {cell: float(far) for cell, far in enumerate(way) if far < geometry.UNREACHED}
        found.append(Field("goal", steps, actor))
    found += _terms({cell: place.terms for cell, place in places.items()}, actor)
    bare = {cell: float(shooters.count(False)) for cell in cells if (shooters := plans.danger.shooters(unit, cell))}
    if bare:
        found.append(Field("bare", bare, actor))
    if whole and not moves.holding(plans.picture.ctx, unit):
        near = [cell for cell in cells if walk.cost.get(cell, 0) <= first]
        found += _shots(plans, unit, near)
        found += _tolls(plans, unit, walk, near, first)
    return found


def deploying(plans: Plans, actor: UnitId, weighed: Sequence[Plan]) -> list[Field]:
    """What each cell of the zone was worth to a trooper who is placed."""
    reached = {cell: float(level) for cell, level in enumerate(plans.danger.levels) if level}
    found = [Field("reached", reached)] if reached else []
    cells = {plan.action.cell: plan for plan in weighed if isinstance(plan.action, actions.Deploy)}
    if cells:
        found.append(Field("place", {cell: round(plan.score, 1) for cell, plan in cells.items()}, actor, good=True))
    return found + _terms({cell: plan.terms for cell, plan in cells.items()}, actor)


def _terms(terms: dict[Cell, Terms], actor: UnitId) -> list[Field]:
    found = []
    for name in _TERMS:
        values = {cell: round(dict(made)[name], 1) + 0.0 for cell, made in terms.items() if name in dict(made)}
        if any(values.values()):
            found.append(Field(name, values, actor, good=True))
    return found


def _shots(plans: Plans, unit: Unit, near: Sequence[Cell]) -> list[Field]:
    """What the best shot from each cell is worth that is reached with points left for one."""
    if "shoot" not in plans.may(unit):
        return []
    shots = ((cell, plans.fire.best_shot(unit, cell)) for cell in near)
    gains = {cell: round(shot.gain, 1) for cell, shot in shots if shot is not None}
    return [Field("shot", gains, unit.id, good=True)] if gains else []


def _tolls(plans: Plans, unit: Unit, walk: Reach, near: Sequence[Cell], points: int) -> list[Field]:
    """What answering fire and mines cost on the way to each cell."""
    move = plans.movement
    if "move" not in plans.may(unit) or not (move.answering or plans.picture.mined):
        return []
    ways = ((cell, move.path(unit, Way(walk, cell, points))) for cell in near if cell != unit.cell)
    tolls = {cell: round(move.toll(unit, path), 1) for cell, path in ways}
    return [Field("toll", tolls, unit.id)] if any(tolls.values()) else []
