"""Leaves contact into worse: an engaged unit goes where more enemies can attack it, and no nearer to its goals."""

from __future__ import annotations

from typing import Final

from game.api import Cell, Ctx, Path, Side, Unit, UnitId, actions, queries, tasks
from game.sim.card.aims import aims_of
from game.sim.card.danger import danger_of
from game.sim.card.moment import Moment, Turn
from game.sim.card.tally import Case, Counter

ATTACKS: Final = (actions.Shoot, actions.Fight, actions.Berserk)


class Contact(Counter):
    """Chances: the times that an engaged unit left contact by its own choice (after a Dodge, or under Fall Back).

    In its own turn the place where it ends that turn is looked at, and an attack of its own after it left excuses it.
    """

    kind = "contact"

    def turn(self, turn: Turn) -> None:
        """Moves of the unit's own order, and Dodges within the turn."""
        end = self.game.ctx(turn.end)
        for place, moment in enumerate(turn.moments):
            unit = self._left(moment, turn.side)
            if unit is None:
                continue
            self.chances += 1
            after = turn.end.units.get(unit.id)
            if after is not None and not any(self._attacks(later, unit.id) for later in turn.moments[place:]):
                self._judge(end, moment, unit, after.cell)

    def aside(self, moment: Moment) -> None:
        """The move of a Dodge in somebody else's turn."""
        unit = self._left(moment, moment.side)
        if unit is not None:
            self.chances += 1
            self._judge(moment.ctx, moment, unit, self._walk(moment)[1][-1])

    def _left(self, moment: Moment, side: Side) -> Unit | None:
        """The engaged unit of the side that walked out of contact, if one did."""
        if moment.side != side:
            return None
        unit_id, path = self._walk(moment)
        unit = moment.before.units.get(unit_id)
        return unit if unit is not None and path and queries.is_engaged(moment.ctx, unit) else None

    def _attacks(self, moment: Moment, unit: UnitId) -> bool:
        order = moment.order
        return order is not None and order.actor == unit and isinstance(moment.action, ATTACKS)

    def _judge(self, ctx: Ctx, moment: Moment, unit: Unit, end: Cell) -> None:
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
