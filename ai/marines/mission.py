"""What is left of the mission: the open parts of a side's objective, and the places where they are done (MS-2)."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from ai.marines.ground import square
from ai.marines.picture import Picture
from ai.marines.settings import STRIDE
from ai.marines.stronghold import stronghold
from game.api import Cell, Marker, Objective, Unit, UnitId, geometry, names, objectives

WORKS = ("console", "carry", "nests", "eliminate")
"""Parts to be done before those who did them may leave or settle down."""
SIGHT = 10
"""Nests are shot at from at most so far, enemies hunted down to that distance."""
USE_STEPS = 3
"""What working a console or picking a thing up costs, in steps."""


class Goal(NamedTuple):
    """Where a trooper wants to be and what for.

    ``targets`` are cells to reach, ``near`` steps from them are enough; ``use``, ``marker`` and ``door`` say what to do
    there (`Use`); ``pace`` is what a step nearer is worth in points.
    """

    kind: str
    targets: tuple[Cell, ...] = ()
    near: int = 0
    use: str = ""
    marker: int = 0
    pace: float = 0.0
    door: int = -1


STAY = Goal("stay")


class Mission:
    """The objective of one side as it stands in one picture."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture

    @cached_property
    def pending(self) -> tuple[Objective, ...]:
        """The parts of the objective still to be met; of alternatives the nearest."""
        goal = objectives.side_objective(self.picture.ctx, self.picture.side)
        if goal is None:
            return (Objective("eliminate"),)
        return tuple(self._open(goal))

    def _met(self, goal: Objective) -> bool:
        p = self.picture
        memory = p.state.ext["missions"]
        return objectives.TESTS[goal.kind](p.ctx, memory, p.side, goal, True)

    def _open(self, goal: Objective) -> list[Objective]:
        if goal.kind == "any":
            ways = [self._open(part) for part in goal.parts]
            return min(ways, key=self._cost, default=[])
        if goal.kind == "all":
            return [part for each in goal.parts for part in self._open(each)]
        return [] if self._met(goal) else [goal]

    def _cost(self, parts: list[Objective]) -> int:
        """A rough measure of how long some parts would take."""
        total = 0
        for part in parts:
            cells = self.cells(part)
            distance = self.picture.field(cells) if cells else None
            if distance is not None:
                total += sorted(distance[unit.cell] for unit in self.picture.own)[0] if self.picture.own else 0
            total += part.n * (STRIDE if part.kind in ("hold", "survive") else USE_STEPS)
        return total

    def cells(self, part: Objective) -> tuple[Cell, ...]:
        """The cells that a part is about."""
        p = self.picture
        if part.kind in ("hold", "exit"):
            return tuple(p.board.zones.get(part.zone or "exit", ()))
        if part.kind == "console":
            return tuple(marker.cell for marker in self.consoles(part))
        if part.kind == "carry":
            return tuple(marker.cell for marker in self.items(part) if not marker.carrier)
        if part.kind == "nests":
            return tuple(m.cell for m in p.state.markers.values() if m.kind == names.NEST)
        if part.kind == "eliminate":
            return tuple(foe.cell for foe in p.known_foes if part.target in ("", "all", foe.kind, p.profile(foe).type))
        return ()

    def consoles(self, part: Objective) -> list[Marker]:
        """Consoles that still count for a part, by id."""
        p = self.picture
        memory = p.state.ext["missions"]
        used = {name for side, deed, name in memory.deeds if side == p.side and deed == "used"}
        return [
            marker
            for _, marker in sorted(p.state.markers.items())
            if marker.kind == names.CONSOLE
            and part.target in ("", marker.name)
            and (marker.name or marker.kind) not in used
        ]

    def items(self, part: Objective) -> list[Marker]:
        """Items that count for a part, by id."""
        p = self.picture
        return [
            marker
            for _, marker in sorted(p.state.markers.items())
            if marker.kind == names.ITEM and part.target in ("", marker.name)
        ]

    @cached_property
    def works(self) -> list[Objective]:
        """Parts that are to be worked at before anyone leaves, the carrying out of an item left aside."""
        p = self.picture
        found = []
        for part in self.pending:
            if part.kind == "carry":
                carried = sum(1 for item in self.items(part) if item.carrier and self._is_own(item.carrier))
                if carried < part.n and any(not m.carrier or self._thief(m) is not None for m in self.items(part)):
                    found.append(part)
            elif part.kind == "nests":
                if any(marker.kind == names.NEST for marker in p.state.markers.values()):
                    found.append(part)
            elif part.kind in WORKS:
                found.append(part)
        return found

    def _thief(self, item: Marker) -> Unit | None:
        """The enemy trooper who carries an item away."""
        p = self.picture
        unit = p.state.units.get(item.carrier)
        if unit is None or unit.cell < 0 or p.ctx.game.teams[unit.side] == p.team:
            return None
        return unit

    def _is_own(self, unit_id: UnitId) -> bool:
        unit = self.picture.state.units.get(unit_id)
        return unit is not None and unit.side == self.picture.side

    @property
    def may_leave(self) -> bool:
        """May those who reach the exit go, as far as the rest of the mission is concerned?"""
        kinds = {part.kind for part in self.pending}
        return not self.works and not kinds & {"hold", "survive"} and bool(kinds & {"exit", "carry"})

    @property
    def stands(self) -> bool:
        """Is there nothing to do but to stay alive until the end?"""
        return self.picture.against_hive and all(part.kind in ("survive", "keep") for part in self.pending)

    @cached_property
    def guarded(self) -> tuple[Cell, ...]:
        """Where enemy troopers must come, for those who only have to keep them from it; empty against a hive."""
        p = self.picture
        if p.against_hive or any(part.kind not in ("survive", "keep") for part in self.pending):
            return ()
        found: list[Cell] = []
        for side in p.ctx.game.scenario.sides:
            goal = side.objective
            if goal is not None and side.team != p.team:
                for part in objectives.leaves(goal):
                    found += self._sought(part)
        return tuple(sorted(set(found)))

    def _sought(self, part: Objective) -> list[Cell]:
        """The cells that a part of an enemy's objective is about."""
        p = self.picture
        if part.kind in ("hold", "exit"):
            return list(p.board.zones.get(part.zone or "exit", ()))
        kind = {"console": names.CONSOLE, "carry": names.ITEM}.get(part.kind)
        found: list[Cell] = []
        for marker in p.state.markers.values():
            if marker.kind == kind and not marker.carrier and part.target in ("", marker.name):
                found += self._beside(marker.cell)
        return found

    # -- places ---------------------------------------------------------------------------------------------------

    def rounds_to_hold(self, part: Objective) -> int:
        """Rounds that a zone has still to be held."""
        p = self.picture
        memory = p.state.ext["missions"]
        held: int = sum(rounds for side, zone, rounds in memory.held if side == p.side and zone == part.zone)
        return max(0, part.n - held)

    def wanted(self, stops: list[Goal]) -> int:
        """How many of the places have to be visited."""
        wanted = 0
        for part in self.works:
            if part.kind == "console":
                wanted += max(1, part.n - self._used(part))
            else:
                wanted += len(self.stops_of(part))
        return min(wanted, len(stops))

    def _used(self, part: Objective) -> int:
        p = self.picture
        memory = p.state.ext["missions"]
        return len(
            {n for side, deed, n in memory.deeds if side == p.side and deed == "used" and part.target in ("", n)}
        )

    def stops_of(self, part: Objective) -> list[Goal]:
        """The places where a part is done, each as a goal without a pace."""
        p = self.picture
        if part.kind == "console":
            return [
                Goal("console", self._beside(marker.cell), use="console", marker=marker.id)
                for marker in self.consoles(part)
            ]
        if part.kind == "carry":
            return [
                Goal("item", self._beside(marker.cell), use="item", marker=marker.id)
                for marker in self.items(part)
                if not marker.carrier
            ] + [
                Goal("hunt", (thief.cell,), near=SIGHT - 2)
                for thief in map(self._thief, self.items(part))
                if thief is not None
            ]
        if part.kind == "nests":
            return [
                Goal("nest", self._views_of(marker.cell), marker=marker.id)
                for _, marker in sorted(p.state.markers.items())
                if marker.kind == names.NEST
            ]
        cells = self.cells(part)
        return [Goal("hunt", cells, near=SIGHT - 2)] if cells else []

    def _beside(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells from which a marker is at hand."""
        p = self.picture
        mask = p.board.contact_mask(cell, 1, p.board.all_doors)
        found = [c for c in geometry.cells_of(mask) if not p.board.blocks_move(c, p.board.all_doors)]
        if not p.board.blocks_move(cell, p.board.all_doors):
            found.append(cell)
        return tuple(sorted(found))

    def _views_of(self, cell: Cell) -> tuple[Cell, ...]:
        """Cells from which a nest can be shot at from not too far."""
        p = self.picture
        key = (p.board, cell, p.state.doors, p.state.murk)
        found = p.atlas.views.get(key)
        if found is None:
            near = square(p.board, cell, 1, SIGHT) & ~square(p.board, cell, 1, 1)
            seen = geometry.cells_of(p.seen_from(cell, 1) & near)
            views = tuple(c for c in seen if not p.board.blocks_move(c, p.state.doors))
            found = p.atlas.views[key] = views or self._beside(cell)
        return found

    @cached_property
    def first_targets(self) -> tuple[Cell, ...]:
        """Where a force that is not yet on the board will go first."""
        stops = [goal for part in self.works for goal in self.stops_of(part)]
        if stops:
            return tuple(sorted({cell for goal in stops for cell in goal.targets}))
        for part in self.pending:
            if part.kind in ("hold", "exit"):
                return self.cells(part)
        return stronghold(self.picture) if self.stands else self.guarded
