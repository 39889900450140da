"""Ignores an objective: a turn in which a free unit could have served its side's goal, and nobody did."""

from __future__ import annotations

from typing import Final

from game.api import Ctx, Event, State, Unit, UnitId, actions, geometry, queries
from game.api import events as facts
from game.sim.card.aims import FAR, aims_of
from game.sim.card.moment import Turn
from game.sim.card.prospects import advance, deeds, ordered
from game.sim.card.tally import Case, Counter

ATTACKS: Final = (actions.Shoot, actions.Fight, actions.Berserk)
FORCED: Final = frozenset({"swarm", "spore"})
"""Classes whose moves the rules choose (HM-04, HM-08)."""


class Neglect(Counter):
    """Chances: turns in which the goal was served, or could have been by a free unit that had or could get an order."""

    kind = "objective"

    def turn(self, turn: Turn) -> None:
        """Did anything that the goal is about change, or anybody come nearer to it?"""
        if not aims_of(self.game.ctx(turn.start), turn.side).walks:
            return
        if self._served(turn):
            self.chances += 1
            return
        missed = self._left(turn) or self._given(turn)
        if missed is not None:
            self.chances += 1
            self.caught(missed)

    # -- was it served? -------------------------------------------------------------------------------------

    def _served(self, turn: Turn) -> bool:
        start, end = self.game.ctx(turn.start), self.game.ctx(turn.ended)
        before, after = aims_of(start, turn.side), aims_of(end, turn.side)
        if len(after.open) < len(before.open) or any(self._deed(turn, m.events) for m in turn.moments):
            return True
        if before.fights and any(isinstance(m.action, ATTACKS) for run in turn.runs for m in run.own):
            return True
        if any(self._stands_in(end, turn.side, zone) for zone in before.holds):
            return True
        return any(
            before.distance(unit, unit.cell) < before.distance(was, was.cell)
            for unit in queries.units_of(end, turn.side)
            if (was := turn.start.units.get(unit.id)) is not None and unit.cell >= 0 and self._chooses(end, unit)
        )

    def _deed(self, turn: Turn, events: tuple[Event, ...]) -> bool:
        """Did a console, an item, a nest or the exit see anything of the side?"""
        for event in events:
            if isinstance(event, facts.MarkerCounted | facts.MarkerMoved | facts.MarkerWounded | facts.MarkerRemoved):
                return True
            if isinstance(event, facts.UnitRemoved) and event.reason == "safe":
                return True
        return False

    def _stands_in(self, ctx: Ctx, side: str, zone: str) -> bool:
        cells = geometry.mask_of(ctx.board.zones.get(zone, ()))
        return any(
            queries.is_fit(unit) and ctx.board.footprint_mask(unit.cell, unit.size) & cells
            for unit in queries.units_of(ctx, side)
        )

    # -- could it have been? ----------------------------------------------------------------------------------

    def _chooses(self, ctx: Ctx, unit: Unit) -> bool:
        return queries.profile_of(ctx, unit).type not in FORCED

    def _left(self, turn: Turn) -> Case | None:
        """The side ended its turn although a unit that could have served the goal had an order left for it."""
        closing = turn.closing
        if closing is None:
            return None
        able: list[tuple[Unit, str]] = []
        for unit in sorted(closing.before.units.values(), key=lambda unit: unit.id):
            if unit.side == turn.side and unit.cell >= 0:
                state = ordered(self.game, closing.before, unit.id)
                what = "" if state is None else self._way(state, unit.id)
                if what:
                    able.append((unit, what))
        if not able:
            return None
        unit, what = able[0]
        return Case(closing.number, float(len(able)), self.label(unit), self.place(unit.cell), what)

    def _given(self, turn: Turn) -> Case | None:
        """The side gave orders, none of them an attack, to units of which one could have served the goal."""
        if any(isinstance(m.action, ATTACKS) for run in turn.runs for m in run.own):
            return None
        for run in turn.runs:
            asked = next((m for m in run.own), None)
            what = "" if asked is None else self._way(asked.before, run.unit)
            if asked is not None and what:
                unit = asked.before.units[run.unit]
                return Case(asked.number, 1.0, self.label(unit), self.place(unit.cell), what)
        return None

    def _way(self, state: State, unit_id: UnitId) -> str:
        """What the unit could do for the goal at its first skill or move, or nothing."""
        unit = state.units[unit_id]
        ctx = self.game.ctx(state)
        aims = aims_of(ctx, unit.side)
        if not self._chooses(ctx, unit) or aims.distance(unit, unit.cell) == FAR:
            return ""
        deed = next((use for use in deeds(self.game, state, unit) if use.what in ("console", "item")), None)
        if deed is not None:
            return deed.what
        step = advance(self.game, state, unit)
        return "" if step is None else f"-> {self.place(step)}"
