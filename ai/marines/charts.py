"""The numbers behind a decision of the marines, cell by cell, for whoever wants to see them. It decides nothing."""

from __future__ import annotations

from ai.kinds import Field
from ai.marines.plans import Plans
from game.api import NO_CELL, Cell, Unit, UnitId, geometry

_TERMS = ("danger", "watch", "lanes", "together")
"""Terms of a place that are shown one by one, by the words of the reasons; its way has a field of its own."""


def charts(plans: Plans, actor: UnitId) -> list[Field]:
    """By how many enemies each cell is in reach; for the trooper who acts its way and what places are worth to it."""
    reached = {cell: float(level) for cell, level in enumerate(plans.danger.levels) if level}
    found = [Field("reached", reached)] if reached else []
    unit = plans.picture.state.units.get(actor)
    if unit is None or unit.cell == NO_CELL:
        return found
    cells = _within(plans, unit)
    places = {cell: plans.places.place(unit, cell) for cell in cells}
    found.append(Field("place", {cell: round(place.value, 1) for cell, place in places.items()}, actor, good=True))
    targets = plans.goals.goal(unit).targets
    if targets:
        way = plans.picture.field(targets, unit.size)
        steps = {cell: float(far) for cell, far in enumerate(way) if far < geometry.UNREACHED}
        found.append(Field("goal", steps, actor))
    for name in _TERMS:
        values = {cell: round(dict(place.terms)[name], 1) + 0.0 for cell, place in places.items()}
        if any(values.values()):
            found.append(Field(name, values, actor, good=True))
    return found


def _within(plans: Plans, unit: Unit) -> list[Cell]:
    """The cells that the trooper can come to with a whole order, its own among them."""
    move = plans.movement
    walk = move.reach(unit, move.points(unit, 0) + move.points(unit, 1))
    return sorted({unit.cell, *walk.cost})
