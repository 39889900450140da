"""What each trooper is after: who goes where, in one party or in several, and how much each step is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from ai.marines.mission import STAY, USE_STEPS, Goal, Mission
from ai.marines.picture import Picture
from ai.marines.settings import RUSH, STEP, STRIDE
from ai.marines.stronghold import stronghold
from game.api import Cell, Mask, Objective, Unit, UnitId, gear, geometry, names, objectives, queries

CARRIER_PACE = 2.2
"""A step of the one who carries what the mission is about."""
ESCORT_PACE = 0.75
"""A step of those who merely go along."""
STAND_NEAR = 1
STAND_PACE = 1.0
"""A step nearer to where the squad makes its stand."""
GUARD_NEAR = 4
"""Steps from what enemy troopers are after within which it is guarded."""
MEDIC_STEPS = 10
"""A medic goes to a comrade who is down at most so many steps away."""
MEDIC_PACE = 1.3
SMALL = 4
"""A squad of fewer does not split up."""
TIGHT = 1.0
"""With fewer spare turns than this for one tour the squad splits up."""


class Goals:
    """The goals of one side's troopers in one picture."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.mission = Mission(picture)

    # -- who does what ------------------------------------------------------------------------------------------

    @cached_property
    def assigned(self) -> dict[UnitId, Goal]:
        """The goal of each trooper on the board."""
        return self.assign()

    def assign(self) -> dict[UnitId, Goal]:
        """Work the goals out."""
        p = self.picture
        found: dict[UnitId, Goal] = {}
        if not p.own:
            return found
        for unit in p.own:
            if unit.id in p.carriers and self.carries_out(unit):
                found[unit.id] = self._way_out(unit, CARRIER_PACE)
        rest = [unit for unit in p.own if unit.id not in found]
        if self.mission.works:
            self._share_works(rest, found)
        elif any(part.kind == "hold" for part in self.mission.pending):
            part = next(part for part in self.mission.pending if part.kind == "hold")
            self._settle(rest, part, found)
        elif any(part.kind in ("exit", "carry") for part in self.mission.pending):
            self._out(rest, found)
        elif self.mission.stands:
            stand = Goal("stand", stronghold(p), near=STAND_NEAR, pace=STAND_PACE * p.settings.haste)
            found.update((unit.id, stand) for unit in rest)
        elif self.mission.guarded:
            guard = Goal("guard", self.mission.guarded, near=GUARD_NEAR, pace=STAND_PACE * p.settings.haste)
            found.update((unit.id, guard) for unit in rest)
        for unit in rest:
            found.setdefault(unit.id, STAY)
        self._call_medics(found)
        self._call_engineer(found)
        return found

    def _call_medics(self, found: dict[UnitId, Goal]) -> None:
        """The nearest medic goes to each comrade who is down near by, unless the mission hangs on him."""
        p = self.picture
        down = [
            unit for unit in queries.friends_of(p.ctx, p.side) if queries.is_null(unit) and not p.profile(unit).machine
        ]
        doctors = [u for u in p.own if queries.has_skill(p.ctx, u, gear.DOCTOR) and u.id not in p.carriers]
        for patient in down:
            needs_kit = names.UNCONSCIOUS in patient.states
            medics = [u for u in doctors if not needs_kit or queries.has_gear(p.ctx, u, gear.MEDIKIT)]
            cells = tuple(sorted(geometry.cells_of(p.board.contact_mask(patient.cell, patient.size, p.state.doors))))
            near = [unit for unit in medics if self._steps(unit, cells) <= MEDIC_STEPS]
            if near:
                medic = min(near, key=lambda unit: (self._steps(unit, cells), unit.id))
                doctors.remove(medic)
                found[medic.id] = Goal("patient", cells, marker=patient.id, pace=MEDIC_PACE)

    def _call_engineer(self, found: dict[UnitId, Goal]) -> None:
        """Where only a sealed door leads on, the nearest engineer goes and unseals it."""
        p = self.picture
        shut = p.state.sealed & ~p.state.doors
        if not shut:
            return
        for unit in p.own:
            goal = found[unit.id]
            if goal.targets and p.field(goal.targets, unit.size)[unit.cell] >= geometry.UNREACHED:
                door = self._sealed_on_way(unit, goal, shut)
                tools = [u for u in p.own if queries.has_skill(p.ctx, u, gear.ENGINEER)]
                if door < 0 or not tools:
                    return
                cells = p.board.doors[door].access
                engineer = min(tools, key=lambda u: (self._steps(u, cells), u.id))
                for other in p.own:
                    if found[other.id].targets == goal.targets:
                        found[other.id] = Goal("door", cells, near=1, pace=goal.pace)
                found[engineer.id] = Goal("door", cells, use=gear.ENGINEER, door=door, pace=goal.pace)
                return

    def _sealed_on_way(self, unit: Unit, goal: Goal, shut: Mask) -> int:
        """The first sealed door on the way that would lead to the goal if all were unsealed; -1 if none does."""
        p = self.picture
        distance = p.atlas.field(p.board, goal.targets, p.state.doors, p.openable | shut, unit.size)
        if distance[unit.cell] >= geometry.UNREACHED:
            return -1
        target = min(goal.targets, key=lambda cell: (p.board.squared(cell, unit.cell), cell))
        for cell in (
            geometry.path(p.board, unit.cell, target, p.state.doors, size=unit.size, door_extra=p.openable | shut) or ()
        ):
            door = p.board.door_at.get(cell, -1)
            if door >= 0 and shut >> door & 1:
                return door
        return -1

    def goal(self, unit: Unit) -> Goal:
        """The goal of one trooper; one that is still to come shares the commonest."""
        found = self.assigned.get(unit.id)
        return self._commonest if found is None else found

    @cached_property
    def _commonest(self) -> Goal:
        counted = Counter(self.assigned[unit_id] for unit_id in sorted(self.assigned))
        return counted.most_common(1)[0][0] if counted else STAY

    def carries_out(self, unit: Unit) -> bool:
        """Does a trooper carry an item that is to be carried out?"""
        wanted = [part for part in self.mission.pending if part.kind == "carry"]
        return any(
            marker.carrier == unit.id and part.target in ("", marker.name)
            for part in wanted
            for marker in self.mission.items(part)
        )

    def _way_out(self, unit: Unit, share: float) -> Goal:
        cells = tuple(self.picture.board.zones.get("exit", ()))
        return Goal("exit", cells, pace=self.pace(self._steps(unit, cells)) * share)

    def _out(self, rest: list[Unit], found: dict[UnitId, Goal]) -> None:
        """Everybody to the exit; those who suffice for the count, and who carry, hurry most; the others cover them."""
        cells = tuple(self.picture.board.zones.get("exit", ()))
        wanted = next((part.n for part in self.mission.pending if part.kind == "exit"), 0)
        left = max(0, wanted - objectives.safe_count(self.picture.ctx, self.picture.side))
        ranked = sorted(rest, key=lambda unit: (self._steps(unit, cells), unit.id))
        runners = [
            self._steps(unit, cells) for unit in (*ranked[:left], *(u for u in self.picture.own if u.id in found))
        ]
        pace = self.pace(max(runners, default=0))
        for index, unit in enumerate(ranked):
            share = 1.0 if index < left + 1 else ESCORT_PACE
            found[unit.id] = Goal("exit", cells, pace=pace * share)

    def _settle(self, rest: list[Unit], part: Objective, found: dict[UnitId, Goal]) -> None:
        """Everybody to a zone that is to be held."""
        cells = self.mission.cells(part)
        if not cells:
            return
        steps = sorted(self._steps(unit, cells) for unit in rest)
        later = self.mission.rounds_to_hold(part) * STRIDE
        pace = self.pace((steps[len(steps) // 2] if steps else 0) + later)
        for unit in rest:
            found[unit.id] = Goal("hold", cells, pace=pace)

    def _share_works(self, rest: list[Unit], found: dict[UnitId, Goal]) -> None:
        """Single places one after the other if there is time for that; else each gets its own party."""
        stops = [goal for part in self.mission.works for goal in self.mission.stops_of(part)]
        if not stops:
            return
        tour, length = self._tour(rest, stops)
        holds = [part for part in self.mission.pending if part.kind == "hold"]
        length += self._afterwards(tour[-1].targets[0], holds)
        spare = self.picture.turns_left - length / STRIDE
        pace = self.pace(length)
        wanted = self.mission.wanted(stops)
        parties = [*tour[:wanted], *(Goal("hold", self.mission.cells(part)) for part in holds)]
        if spare >= TIGHT or len(rest) < SMALL or len(parties) < 2:
            goal = tour[0]
            runner = min(rest, key=lambda unit: (self._steps(unit, goal.targets), unit.id), default=None)
            for unit in rest:
                share = 1.0 if unit is runner or not goal.use else ESCORT_PACE
                found[unit.id] = goal._replace(pace=pace * share)
        else:
            self._split(rest, parties, pace, found)

    def _afterwards(self, start: Cell, holds: list[Objective]) -> int:
        """Steps, and turns told in steps, that the mission takes once the last place was visited."""
        length = 0
        for part in holds:
            length += (
                self._cap(self.picture.field(self.mission.cells(part))[start])
                + self.mission.rounds_to_hold(part) * STRIDE
            )
        exits = tuple(self.picture.board.zones.get("exit", ()))
        if exits and any(part.kind in ("exit", "carry") for part in self.mission.pending):
            length += self._cap(self.picture.field(exits)[start])
        return length

    def _split(self, rest: list[Unit], parties: list[Goal], pace: float, found: dict[UnitId, Goal]) -> None:
        """Parties of equal size, each made of those to whom its place is nearest in comparison with the next."""
        left = list(rest)
        while parties:
            goal, *parties = parties
            size = len(left) // (len(parties) + 1)

            def preference(unit: Unit, goal: Goal = goal, others: Sequence[Goal] = parties) -> tuple[int, int]:
                near = min((self._steps(unit, other.targets) for other in others), default=0)
                return self._steps(unit, goal.targets) - near, unit.id

            left.sort(key=preference)
            for unit in left[: size if parties else len(left)]:
                found[unit.id] = goal._replace(pace=pace)
            left = left[size:] if parties else []

    def _tour(self, rest: list[Unit], stops: list[Goal]) -> tuple[list[Goal], int]:
        """The places in the order of a walk that always goes to the nearest, and its length in steps."""
        order: list[Goal] = []
        total = 0
        left = list(stops)
        here: tuple[Cell, ...] = ()
        wanted = self.mission.wanted(stops)
        while left and len(order) < wanted:
            scored = []
            for index, goal in enumerate(left):
                distance = self.picture.field(goal.targets)
                if here:
                    steps = min(self._cap(distance[cell]) for cell in here)
                else:
                    near = sorted(self._cap(distance[unit.cell]) for unit in rest)
                    steps = near[len(near) // 3] if near else 0
                scored.append((max(0, steps - goal.near), index))
            steps, index = min(scored)
            goal = left.pop(index)
            order.append(goal)
            total += steps + USE_STEPS
            here = goal.targets[:1]
        return order, total

    # -- steps and their worth -------------------------------------------------------------------------------------

    @staticmethod
    def _cap(steps: int) -> int:
        return min(steps, 400)

    def _steps(self, unit: Unit, cells: tuple[Cell, ...]) -> int:
        if not cells:
            return 0
        return self._cap(self.picture.field(cells, unit.size)[unit.cell])

    def pace(self, steps: int) -> float:
        """What a step is worth when ``steps`` are still to go: the less time is to spare, the more."""
        spare = self.picture.turns_left - steps / STRIDE - 0.5
        place = max(0, int(spare))
        rush = RUSH[0] if spare < 0 else RUSH[place] if place < len(RUSH) else 1.0
        return STEP * rush * self.picture.settings.haste
