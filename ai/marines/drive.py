"""Bringing a mission to its end: the shortest tour, who can be out this turn or soon, and who stands in the way."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise, permutations
from typing import NamedTuple

from ai.marines.goals import Goals
from ai.marines.mission import USE_STEPS, Goal
from ai.marines.settings import STEP
from game.api import Cell, Mask, Unit, UnitId, geometry, moves, names, objectives, tasks

DASH = 14.0
"""A step of those who can end the mission in this turn: nothing else is worth as much."""
SOON = (1.0, 1.0, 2.6, 2.2, 1.6, 1.25)
"""By how much their steps are worth more when that takes so many turns, this one included."""
ORDERS = 2
"""Orders that a runner is counted on to get in each later turn."""
MOST_STOPS = 5
"""With more places than this not every tour is tried."""


class Run(NamedTuple):
    """How a trooper gets out: turns (1: in this one), orders from the pool in this turn, steps; and whether this turn
    would do if no enemy were in the way.
    """

    turns: int
    orders: int
    steps: int
    near: bool


class Sprint(NamedTuple):
    """The last way of a mission: by how much a step of each who has to get out is worth more, whether they can all be
    out in this turn, and enemies who bar the way.
    """

    paces: dict[UnitId, float]
    now: bool = False
    blockers: frozenset[UnitId] = frozenset()


class Drive(Goals):
    """Goals of one who counts the turns."""

    def assign(self) -> dict[UnitId, Goal]:
        """The usual goals; those who have to get out hurry the more, the nearer the end is."""
        found = dict(self.usual)
        sprint = self.sprint
        for unit, pace in sprint.paces.items():
            found[unit] = found[unit]._replace(pace=DASH if sprint.now else found[unit].pace * pace)
        return found

    @cached_property
    def usual(self) -> dict[UnitId, Goal]:
        """The goals of one who does not."""
        return super().assign()

    # -- the last way ---------------------------------------------------------------------------------------------

    @cached_property
    def exits(self) -> tuple[Cell, ...]:
        """The way out, if there is nothing left to do but to take it."""
        p = self.picture
        kinds = {part.kind for part in self.mission.pending}
        if self.mission.works or not kinds or not kinds <= {"exit", "carry"}:
            return ()
        return tuple(p.board.zones.get("exit", ()))

    @cached_property
    def bold(self) -> bool:
        """Do so few have to get out in the end that the others may be risked?"""
        kinds = {part.kind for part in self.mission.pending}
        if kinds & {"hold", "survive", "keep"} or not kinds & {"exit", "carry"}:
            return False
        wanted = max(part.n for part in self.mission.pending if part.kind in ("exit", "carry"))
        return 2 * (wanted - self._safe) <= len(self.picture.own)

    @property
    def _safe(self) -> int:
        return objectives.safe_count(self.picture.ctx, self.picture.side)

    def wins(self, *, steps: int = 0, leaving: bool = False) -> bool:
        """Could the mission be brought to its end in this turn, with so many more steps for each order, and if those
        in contact might walk away?
        """
        return self._now(self._runs(steps, leaving=leaving))

    def _now(self, runs: dict[UnitId, Run]) -> bool:
        pool = self.picture.state.sides[self.picture.side].pool
        return (
            bool(runs)
            and all(run.turns == 1 for run in runs.values())
            and sum(run.orders for run in runs.values()) <= pool
        )

    @cached_property
    def sprint(self) -> Sprint:
        """The last way as it stands; empty while there is something else to do."""
        runs = self._runs()
        if not runs:
            return Sprint({})
        if self._now(runs):
            return Sprint(dict.fromkeys(runs, DASH), now=True)
        blockers: dict[UnitId, None] = {}
        if all(run.near for run in runs.values()):
            for unit, run in runs.items():
                if run.turns > 1:
                    blockers.update(dict.fromkeys(self._barring(self.picture.state.units[unit])))
        turns = max(2, *(run.turns for run in runs.values()))
        haste = SOON[turns] if turns < len(SOON) else 1.0
        return Sprint(dict.fromkeys(runs, haste), blockers=frozenset(blockers))

    def _runs(self, more: int = 0, *, leaving: bool = False) -> dict[UnitId, Run]:
        """Those who have to get out, and how they do; none if they do not suffice."""
        p = self.picture
        if not self.exits:
            return {}
        out = [unit for unit in p.own if self.usual[unit.id].kind == "exit"]
        runs = {unit.id: self.run(unit, more, leaving=leaving) for unit in out}
        carriers = [unit.id for unit in out if unit.id in p.carriers and self.carries_out(unit)]
        wanted = next((part.n for part in self.mission.pending if part.kind == "exit"), 0)
        left = max(0, wanted - self._safe)
        others = sorted((u for u in runs if u not in carriers), key=lambda u: (*runs[u], u))
        picked = [*carriers, *others[: max(0, left - len(carriers))]]
        return {unit: runs[unit] for unit in picked} if len(picked) >= left else {}

    def run(self, unit: Unit, more: int = 0, *, leaving: bool = False) -> Run:
        """How a trooper gets out, with so many more steps for each order."""
        p = self.picture
        second = moves.movement_points(p.ctx, unit, 1, prone=False)
        whole = moves.movement_points(p.ctx, unit, 0, prone=False) + second + more
        pool = min(p.state.sides[p.side].pool, p.ctx.rules["orders_per_trooper"] - unit.count(names.ORDERS))
        pool = max(0, pool)
        own = min(1, unit.count(names.OWN_ORDER)) + min(1, unit.count(names.LIEUTENANT_ORDER))
        free = own * whole + self._under_way(unit, whole, second)
        total = free + pool * whole
        steps = self._steps(unit, self.exits)
        near = steps <= total
        if near and (leaving or not moves.holding(p.ctx, unit) or moves.may_leave(p.ctx, unit)):
            costs = moves.walk_reach(p.ctx, unit, total).cost
            best = min((costs[cell] for cell in self.exits if cell in costs), default=None)
            if best is not None:
                return Run(1, max(0, -((free - best) // whole)), best, near)
        later = max(1, ORDERS * sum(p.profile(unit).mov))
        return Run(2 + max(0, steps - total - 1) // later, pool, steps, near)

    def _under_way(self, unit: Unit, whole: int, second: int) -> int:
        """Steps left in the order that the trooper is carrying out."""
        order = tasks.running_order(self.picture.ctx)
        if order is None or order.actor != unit.id or self.picture.state.turn != self.picture.side:
            return 0
        return (whole, second, 0)[min(2, len(order.skills))]

    def _barring(self, unit: Unit) -> list[UnitId]:
        """Enemies who hold a runner; if none does, those whom its way leads past."""
        p = self.picture
        held = moves.holding(p.ctx, unit)
        if held:
            return list(held)
        distance = p.field(self.exits, unit.size)
        target = min(self.exits, key=lambda cell: (p.board.squared(cell, unit.cell), cell))
        way = geometry.path(p.board, unit.cell, target, p.state.doors, size=unit.size, door_extra=p.openable) or ()
        under: Mask = geometry.mask_of(cell for cell in way if cell >= 0)
        return [
            foe.id
            for foe in p.foes
            if distance[foe.cell] <= distance[unit.cell]
            and p.board.contact_mask(foe.cell, foe.size, p.state.doors) & under
        ]

    @cached_property
    def pressure(self) -> float:
        """By how much a step towards a nest is worth more than one with time to spare."""
        paces = [goal.pace for goal in self.assigned.values() if goal.kind == "nest"]
        at_ease = STEP * self.picture.settings.haste
        return max(1.0, max(paces, default=0.0) / at_ease) if at_ease else 1.0

    # -- the way there --------------------------------------------------------------------------------------------

    def _tour(self, rest: list[Unit], stops: list[Goal]) -> tuple[list[Goal], int]:
        """The shortest tour of as many places as are wanted; what has to be done afterwards, and where, counts."""
        wanted = self.mission.wanted(stops)
        if not 1 < len(stops) <= MOST_STOPS or not wanted:
            return super()._tour(rest, stops)
        holds = [part for part in self.mission.pending if part.kind == "hold"]
        fields = [self.picture.field(goal.targets) for goal in stops]
        starts, ends = [], []
        for goal, distance in zip(stops, fields, strict=True):
            near = sorted(self._cap(distance[unit.cell]) for unit in rest)
            starts.append(max(0, (near[len(near) // 3] if near else 0) - goal.near))
            ends.append(self._afterwards(goal.targets[0], holds))

        def length(way: tuple[int, ...]) -> int:
            total = starts[way[0]] + USE_STEPS * wanted
            for here, there in pairwise(way):
                steps = self._cap(fields[there][stops[here].targets[0]])
                total += max(0, steps - stops[there].near)
            return total

        ways = permutations(range(len(stops)), wanted)
        best = min(ways, key=lambda way: (length(way) + ends[way[-1]], way))
        return [stops[index] for index in best], length(best)
