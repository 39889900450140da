"""Idle with a target: a unit that could have attacked with a worthwhile chance and did nothing useful instead."""

from __future__ import annotations

from game.api import Pass, Unit, actions, hive_tasks, queries, tasks
from game.sim.card.aims import aims_of
from game.sim.card.danger import danger_of
from game.sim.card.moment import Run, Turn
from game.sim.card.prospects import DECLARING, Attack, best_attack, ordered, standing, told
from game.sim.card.tally import Case, Counter

EMPTY = (actions.Move, actions.Jump, actions.Climb, actions.Dodge, actions.Idle, Pass)
"""Skills that are no deed: an order made of nothing else must at least have led to a better place."""


class Idle(Counter):
    """Chances: orders (activations) with a worthwhile attack on offer, and units never ordered in a turn that had one
    while an order for them was left.
    """

    kind = "idle"

    def turn(self, turn: Turn) -> None:
        """Look at each order, then at those who got none."""
        for run in turn.runs:
            best = self._on_offer(run)
            if best is None:
                continue
            self.chances += 1
            unit = run.unit_before
            if unit is not None and not self._useful(run, unit):
                self._add(run.number, unit, best)
        self._left_out(turn)

    def _on_offer(self, run: Run) -> Attack | None:
        """The best attack that one of the order's decisions listed."""
        asked = (tasks.DeclareFirst, tasks.DeclareSecond, hive_tasks.XenoAttack)
        found = (best_attack(self.game, m.before) for m in run.own if isinstance(m.task, asked))
        return max(filter(None, found), key=lambda attack: attack.chance, default=None)

    def _useful(self, run: Run, before: Unit) -> bool:
        if queries.is_engaged(self.game.ctx(run.before), before) and run.acts(actions.Dodge):
            return True  # it tried to get out of contact
        if any(not isinstance(m.action, EMPTY) for m in run.own if isinstance(m.task, DECLARING)):
            return True
        after = run.unit_after
        if after is None or after.cell == before.cell:
            return after is None
        ctx = self.game.ctx(run.after)
        aims, danger = aims_of(ctx, before.side), danger_of(ctx, after)
        nearer = aims.distance(after, after.cell) < aims.distance(before, before.cell)
        return nearer or danger.at(after.cell)[1] < danger.at(before.cell)[1]

    def _left_out(self, turn: Turn) -> None:
        closing = turn.closing
        if closing is None:
            return
        given = {run.unit for run in turn.runs}
        for unit in sorted(closing.before.units.values(), key=lambda unit: unit.id):
            if unit.side != turn.side or unit.id in given or unit.cell < 0:
                continue
            state = ordered(self.game, closing.before, unit.id)
            best = None if state is None else best_attack(self.game, standing(self.game, state))
            if best is not None:
                self.chances += 1
                self._add(closing.number, unit, best)

    def _add(self, number: int, unit: Unit, best: Attack) -> None:
        self.caught(Case(number, best.chance, self.label(unit), self.place(unit.cell), told(best)))
