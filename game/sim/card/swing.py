"""Oscillates: a unit goes from A to B and straight back to A, and nothing happened in between."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.api import Cell, Game, State, Unit, UnitId, actions, queries
from game.api import events as facts
from game.sim.card.aims import aims_of
from game.sim.card.moment import Moment, Turn
from game.sim.card.prospects import DECLARING
from game.sim.card.tally import Case, Counter

STIRRING = (
    facts.UnitPlaced,
    facts.UnitArrived,
    facts.UnitRemoved,
    facts.UnitWounded,
    facts.StateGained,
    facts.StateLost,
    facts.DoorOpened,
    facts.DoorClosed,
    facts.DoorDestroyed,
    facts.DoorUnsealed,
    facts.MarkerPlaced,
    facts.MarkerMoved,
    facts.MarkerCounted,
    facts.MarkerRemoved,
    facts.MarkerWounded,
    facts.CloudPlaced,
)
"""Events that are reason enough to change one's mind."""
DEEDS = (actions.Shoot, actions.Fight, actions.Berserk, actions.Use, actions.Place, actions.Discover)
STANCES = frozenset({"prone"})
LONG: Final = 3
"""Cells that a walk leads away from which on a way back to beside its start is a way back, too."""


@dataclass(frozen=True)
class Leg:
    """A walk of a unit: from where, to where, how far its goal was, and which enemies it saw at either end."""

    start: Cell
    end: Cell
    away: int
    seen: frozenset[UnitId]
    then: frozenset[UnitId]


class Swing(Counter):
    """Chances: walks by choice that follow the same unit's walk of this turn or the turn before, without an event in
    between: a unit or marker that came, went, changed or was hurt, a door, an attack or another deed of the unit.
    """

    kind = "swing"

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._legs: dict[UnitId, tuple[Leg, int]] = {}
        self._turns = 0

    def turn(self, turn: Turn) -> None:
        """Follow each unit's walks through the turn; walks older than a turn are forgotten."""
        self._turns += 1
        for moment in turn.moments:
            self._look(moment, turn)
        self._legs = {unit: leg for unit, leg in self._legs.items() if leg[1] == self._turns}

    def aside(self, moment: Moment) -> None:
        """What happens in the others' turns may be an event."""
        if self._stirs(moment):
            self._legs.clear()

    def _look(self, moment: Moment, turn: Turn) -> None:
        action, order = moment.action, moment.order
        own = order is not None and moment.side == turn.side and order.side == turn.side
        if own and order is not None and isinstance(action, DEEDS):
            self._legs.pop(order.actor, None)
        if own and order is not None and isinstance(action, actions.Move) and isinstance(moment.task, DECLARING):
            self._walk(moment, order.actor)
        elif self._stirs(moment):
            self._legs.clear()

    def _stirs(self, moment: Moment) -> bool:
        for event in moment.events:
            if isinstance(event, facts.StateGained | facts.StateLost) and event.state in STANCES:
                continue
            if isinstance(event, STIRRING):
                return True
        return False

    def _walk(self, moment: Moment, unit_id: UnitId) -> None:
        unit, after = moment.before.units.get(unit_id), moment.after.units.get(unit_id)
        before, _ = self._legs.pop(unit_id, (None, 0))
        if self._stirs(moment):
            self._legs.clear()
            return
        if unit is None or after is None or unit.cell < 0 or after.cell == unit.cell:
            return
        aims = aims_of(moment.ctx, unit.side)
        here, there = aims.distance(unit, unit.cell), aims.distance(after, after.cell)
        seen, then = self._seen(moment.before, unit), self._seen(moment.after, after)
        if before is not None and before.end == unit.cell:
            self.chances += 1
            if self._back(before, after, there) and before.seen == before.then == seen:
                what = f"{self.place(before.start)} {self.place(unit.cell)} {self.place(after.cell)}"
                weight = float(self.game.board.range(before.start, 1, unit.cell, 1))
                self.caught(Case(moment.number, weight, self.label(unit), self.place(unit.cell), what))
        self._legs[unit_id] = (Leg(unit.cell, after.cell, here, seen, then), self._turns)

    def _back(self, leg: Leg, after: Unit, away: int) -> bool:
        """Is the unit where the leg before began, or beside it after a longer way and no nearer to a goal?"""
        board = self.game.board
        if leg.start == after.cell:
            return True
        if board.range(leg.start, 1, after.cell, 1) > 1 or board.range(leg.start, 1, leg.end, 1) < LONG:
            return False
        return leg.away <= away

    def _seen(self, state: State, unit: Unit) -> frozenset[UnitId]:
        ctx = self.game.ctx(state)
        sight = queries.sight_mask(ctx, unit)
        return frozenset(
            foe.id for foe in queries.foes_of(ctx, unit.side) if sight & ctx.board.footprint_mask(foe.cell, foe.size)
        )
