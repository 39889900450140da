"""Leaves contact into worse: an engaged unit goes where more enemies can attack it, and no nearer to its goals."""

from __future__ import annotations

from game.api import Cell, Path, UnitId, actions, queries, tasks
from game.sim.card.aims import aims_of
from game.sim.card.danger import danger_of
from game.sim.card.moment import Moment, Turn
from game.sim.card.tally import Case, Counter


class Contact(Counter):
    """Chances: the times that an engaged unit left contact by its own choice (after a Dodge, or under Fall Back)."""

    kind = "contact"

    def turn(self, turn: Turn) -> None:
        """Moves of the unit's own order, and Dodges within the turn."""
        for moment in turn.moments:
            if moment.side == turn.side:
                self.aside(moment)

    def aside(self, moment: Moment) -> None:
        """The move of a Dodge, or a walk out of contact."""
        unit_id, path = self._walk(moment)
        unit = moment.before.units.get(unit_id)
        if unit is None or not path or unit.side != moment.side:
            return
        ctx = moment.ctx
        if not queries.is_engaged(ctx, unit):
            return
        self.chances += 1
        end = path[-1]
        danger, aims = danger_of(ctx, unit), aims_of(ctx, unit.side)
        (before, less), (after, more) = danger.at(unit.cell), danger.at(end)
        if more >= less + 1.0 and aims.distance(unit, end) >= aims.distance(unit, unit.cell):
            what = f"{before} ({less:g}) > {after} ({more:g}) {self.place(end)}"
            self.caught(Case(moment.number, more - less, self.label(unit), self.place(unit.cell), what))

    def _walk(self, moment: Moment) -> tuple[UnitId, list[Cell]]:
        task, action = moment.task, moment.action
        if isinstance(task, tasks.DodgeMove) and isinstance(action, actions.Step):
            return task.unit, _steps(action.path)
        if isinstance(task, tasks.DeclareFirst | tasks.DeclareSecond) and isinstance(action, actions.Move):
            order = moment.order
            if order is not None and order.kind in ("pool", "own", "lieutenant"):
                return task.actor, _steps(action.path)
        return 0, []


def _steps(path: Path) -> list[Cell]:
    """The cells of a path, door work left out."""
    return [step for step in path if step >= 0]
