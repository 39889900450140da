"""Wastes orders: leaves them unused with something useful to do, or spends them on what changes nothing."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from game.api import DiceRolled, Pass, State, Unit, hive_actions, hive_tasks, queries
from game.sim.card.moment import Moment, Run, Turn
from game.sim.card.prospects import offered, ordered, prospect
from game.sim.card.tally import Case, Counter

FORCED: Final = frozenset({"swarm", "spore"})
"""Classes whose moves the rules choose (HM-04, HM-08)."""
NEST: Final = "nest"
"""What a case says of a nest that was left to itself; of swarm dice it tells the faces."""
PRICED: Final = frozenset({"catharsis"})
"""Effects of the dice that it may be wise not to buy: Catharsis drives every creature out of its cover (HM-28)."""


class Waste(Counter):
    """Chances: orders given, and orders left for units with something useful to do; for the hive activations of units
    that choose their moves, throws of the swarm dice that buy something, and nests that may bring forth.
    """

    kind = "waste"

    def turn(self, turn: Turn) -> None:
        """Orders that changed nothing, then orders never given."""
        for run in turn.runs:
            self._spent(turn, run)
        self._unused(turn)
        self._bought(turn)

    # -- spent on nothing -------------------------------------------------------------------------------------

    def _spent(self, turn: Turn, run: Run) -> None:
        unit = run.unit_before
        if unit is None or queries.profile_of(self.game.ctx(run.before), unit).type in FORCED:
            return
        self.chances += 1
        if _table(run.before) != _table(run.after):
            return
        if any(isinstance(event, DiceRolled) for moment in run.moments for event in moment.events):
            return
        asked = next(iter(run.own), None)
        if asked is None:
            return  # it had nothing to choose
        found = prospect(self.game, asked.before, asked.before.units[run.unit])
        if found is None and turn.side in self._hives:
            return  # a xeno's activation costs nothing
        what = "" if found is None else found.what
        weight = 0.05 if found is None else found.weight
        self.caught(Case(run.number, weight, self.label(unit), self.place(unit.cell), what))

    @property
    def _hives(self) -> set[str]:
        return {side for side, kind in self.game.side_kinds.items() if kind == "hive"}

    # -- never given ------------------------------------------------------------------------------------------

    def _unused(self, turn: Turn) -> None:
        closing = turn.closing
        if closing is None:
            return
        state = closing.before
        pool = state.sides[turn.side].pool if turn.side not in self._hives else len(state.units)
        for unit in sorted(state.units.values(), key=lambda unit: unit.id):
            if unit.side != turn.side or unit.cell < 0 or not self._chooses(state, unit):
                continue
            given = ordered(self.game, state, unit.id)
            if given is None:
                continue
            pays = turn.side not in self._hives and given.sides[turn.side].pool < state.sides[turn.side].pool
            if pays and not pool:
                continue
            found = prospect(self.game, given, given.units[unit.id])
            if found is not None:
                pool -= 1 if pays else 0
                self.chances += 1
                self.caught(Case(closing.number, found.weight, self.label(unit), self.place(unit.cell), found.what))

    def _chooses(self, state: State, unit: Unit) -> bool:
        return queries.profile_of(self.game.ctx(state), unit).type not in FORCED

    # -- the hive's dice and nests ------------------------------------------------------------------------------

    def _bought(self, turn: Turn) -> None:
        for moment in turn.moments:
            if moment.side == turn.side and isinstance(moment.task, hive_tasks.DiceChoice | hive_tasks.NestChoice):
                if not self._buys(moment):
                    continue
                self.chances += 1
                action = moment.action
                empty = isinstance(action, hive_actions.SpendSwarmDice) and not action.plan
                if isinstance(action, Pass) or empty:
                    what = " ".join(str(face) for face in getattr(moment.task, "pool", ())) or NEST
                    self.caught(Case(moment.number, 0.5, "", "", what))

    def _buys(self, moment: Moment) -> bool:
        """Is there more on offer than what has its price?"""
        if not isinstance(moment.task, hive_tasks.DiceChoice):
            return True
        plans = offered(self.game, moment.before, hive_actions.SpendSwarmDice)
        return any(isinstance(p, hive_actions.SpendSwarmDice) and set(p.plan) - PRICED for p in plans)


def _table(state: State) -> tuple[Any, ...]:
    """All of a table but counters, pools and what waits."""
    units = {number: replace(unit, counters=(), policy="") for number, unit in state.units.items()}
    return (
        units,
        state.gone,
        state.markers,
        state.effects,
        state.clouds,
        state.doors,
        state.broken,
        state.sealed,
        state.door_wounds,
    )
