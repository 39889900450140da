"""What is shown of choices before they are made: what each walk costs, what a template would cover and whom."""

from __future__ import annotations

from dataclasses import dataclass

from game.api import NO_CELL, blast_cells, tasks, units_in
from game.text.phrases import tag_of
from game.ui.play.choices import Choices, acting_unit, cost_of, walked
from game.ui.play.planning import Plan


@dataclass(frozen=True, slots=True)
class Template:
    """The cells of a template as a bit set, and the units with a cell in it, friends too."""

    cells: int
    caught: tuple[int, ...]


def template_of(plan: Plan) -> Template | None:
    """What the template of an attack would cover if it fell where it is aimed at; None for what has none (AT-5)."""
    view, action = plan.within, plan.choice.action
    unit, aim = acting_unit(view), getattr(action, "at", NO_CELL)
    weapon = view.game.weapons.get(getattr(action, "weapon", ""))
    if unit is None or unit.cell == NO_CELL or weapon is None or not weapon.template or aim == NO_CELL:
        return None
    cells = blast_cells(view.ctx, weapon, unit.cell, unit.size, aim)
    mover, task = 0, view.game.waiting(view.state)
    order = tasks.running_order(view.ctx)
    if order is not None and task is not None and tag_of(task) == "react":
        # Whoever walks past is caught where the shot is taken, not where the walk ends (OR-5).
        mover = order.actor
    caught = units_in(view.ctx, cells, mover=mover, mover_cell=aim)
    return Template(cells, tuple(unit.id for unit in caught))


def walk_costs(choices: Choices) -> dict[int, int]:
    """The points of the cheapest plain walk to each cell that one leads to."""
    view, unit = choices.within, acting_unit(choices.within)
    costs: dict[int, int] = {}
    if unit is None or unit.cell == NO_CELL:
        return costs
    for cell, found in choices.cells.items():
        points = [cost_of(walked(choice, view), view, unit) for choice in found if choice.plain]
        if points and cell != unit.cell:
            costs[cell] = min(points)
    return costs
