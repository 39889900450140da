"""What it is worth for a trooper to stand on a cell: one measure for staying, moving, deploying and dodging."""

from __future__ import annotations

from functools import cached_property
from math import sqrt
from typing import NamedTuple

from ai.marines.goals import Goal, Goals
from ai.marines.picture import Picture
from ai.marines.settings import (
    AHEAD,
    ALONE,
    BEHIND,
    COMPANY,
    CROWD,
    DOORWAY,
    LAG,
    LANE_CELL,
    LANE_CELLS,
    LEAD,
    REACTION_KILL,
    UNLINKED,
    WATCH,
)
from ai.marines.threat import Danger
from game.api import Cell, Mask, Unit, UnitId, command, geometry

LOST_WAY = 60
"""Steps that a goal without a way to it counts, beyond the straight line."""
APPROACH = 3.0
"""An enemy is in a lane when a third of the ground it can reach lies in it."""

Terms = tuple[tuple[str, float], ...]


class Place(NamedTuple):
    """A cell, its value, and the terms that the value is made of."""

    cell: Cell
    value: float
    terms: Terms


class Places:
    """The worth of cells in one picture."""

    def __init__(self, picture: Picture, danger: Danger, goals: Goals) -> None:
        self.picture = picture
        self.danger = danger
        self.goals = goals
        self._known: dict[tuple[UnitId, Cell], Place] = {}
        self._others: dict[UnitId, Mask] = {}

    def place(self, unit: Unit, cell: Cell) -> Place:
        """The worth of a cell for a trooper, everybody else staying where he is."""
        found = self._known.get((unit.id, cell))
        if found is None:
            terms = (
                ("goal", -self._steps(unit, cell) * self.goals.goal(unit).pace),
                ("danger", -self._danger(unit, cell)),
                ("lanes", self._lanes(unit, cell)),
                ("watch", self._watch(unit, cell)),
                ("together", -self._apart(unit, cell)),
            )
            found = self._known[unit.id, cell] = Place(cell, sum(value for _, value in terms), terms)
        return found

    def quick(self, unit: Unit, cell: Cell) -> float:
        """A first guess at a cell's worth, to choose which cells are looked at in full."""
        pace = self.goals.goal(unit).pace
        fear = self.picture.settings.caution * 0.25 * self.picture.worth(unit)
        return -self._steps(unit, cell) * pace - fear * sqrt(self.danger.level(cell))

    # -- terms ----------------------------------------------------------------------------------------------------

    def steps(self, unit: Unit, cell: Cell, goal: Goal) -> int:
        """Steps from a cell to where a goal is within reach."""
        if not goal.targets:
            return 0
        distance = self.picture.field(goal.targets, unit.size)[cell]
        if distance >= geometry.UNREACHED:
            board = self.picture.board
            straight = min(board.range(cell, unit.size, target, 1) for target in goal.targets)
            return LOST_WAY + straight
        return max(0, distance - goal.near)

    def _steps(self, unit: Unit, cell: Cell) -> int:
        return self.steps(unit, cell, self.goals.goal(unit))

    def _danger(self, unit: Unit, cell: Cell) -> float:
        watchers = self.danger.watchers(cell, unit.id)
        return self.picture.settings.caution * self.danger.at(unit, cell, watchers)

    def _others_see(self, unit: Unit) -> Mask:
        found = self._others.get(unit.id)
        if found is None:
            found = self._others[unit.id] = self.picture.watched_without(unit.id)
        return found

    def _lanes(self, unit: Unit, cell: Cell) -> float:
        """Ground near the squad that only this trooper would see: where nobody looks, the hive comes from."""
        p = self.picture
        if not p.against_hive:
            return 0.0
        fresh = p.seen_from(cell, unit.size) & p.surroundings & ~self._others_see(unit)
        return p.settings.lanes * LANE_CELL * min(LANE_CELLS, fresh.bit_count())

    def _watch(self, unit: Unit, cell: Cell) -> float:
        """What this trooper may shoot in the enemy's turn: the two best of those whose ground it overlooks."""
        p = self.picture
        best = second = 0.0
        if not self._armed(unit):
            return 0.0
        seen = p.seen_from(cell, unit.size)
        for threat in self.danger.threats:
            ground = threat.reach.bit_count()
            if not ground:
                continue
            share = min(1.0, APPROACH * (threat.reach & seen).bit_count() / ground)
            value = share * REACTION_KILL * self.danger.prize(threat.foe)
            if value > best:
                best, second = value, best
            elif value > second:
                second = value
        return WATCH * (best + second)

    def _armed(self, unit: Unit) -> bool:
        weapons = self.picture.ctx.game.weapons
        return any(weapons[name].use != "cc" and weapons[name].damage for name in self.picture.profile(unit).weapons)

    def _apart(self, unit: Unit, cell: Cell) -> float:
        """The price of being alone, out of the officer's reach, far ahead or far behind, in a crowd or a doorway."""
        p = self.picture
        board = p.board
        near = [board.range(cell, unit.size, other.cell, other.size) for other in p.friends if other.id != unit.id]
        price = 0.0
        if near:
            price += ALONE * max(0, min(near) - COMPANY)
            if p.blasts:
                price += CROWD * max(0, sum(1 for cells in near if cells <= 1) - 2)
            if not self._linked(unit, cell):
                price += UNLINKED
        lead = self._lead(unit, cell)
        if lead > LEAD:
            price += AHEAD * (lead - LEAD)
        elif -lead > LAG:
            price += BEHIND * (-lead - LAG)
        price *= p.settings.cohesion
        if board.door_cells >> cell & 1:
            price += DOORWAY
        return price

    @cached_property
    def _officer(self) -> tuple[Unit, int] | None:
        """The officer whose unit is largest, and how far his word carries."""
        p = self.picture
        best: tuple[int, Unit] | None = None
        for officer in command.officers(p.ctx, p.side):
            if officer.cell >= 0:
                size = len(command.members(p.ctx, officer))
                if best is None or size > best[0]:
                    best = size, officer
        if best is None:
            return None
        return best[1], p.kind(best[1]).command

    @cached_property
    def _chain(self) -> list[Unit]:
        if self._officer is None:
            return []
        p = self.picture
        return [p.state.units[unit] for unit in command.members(p.ctx, self._officer[0])]

    def _linked(self, unit: Unit, cell: Cell) -> bool:
        """Would the officer's word reach a trooper there, through the others who are linked now?"""
        if self._officer is None:
            return True
        officer, reach = self._officer
        board = self.picture.board
        if unit.id == officer.id:
            others = [member for member in self._chain if member.id != unit.id]
            near = sum(1 for other in others if board.range(cell, unit.size, other.cell, other.size) <= reach)
            return 2 * near >= len(others)
        return any(
            board.range(cell, unit.size, other.cell, other.size) <= reach
            for other in self._chain
            if other.id != unit.id
        )

    @cached_property
    def _middles(self) -> dict[tuple[Cell, ...], int]:
        """For each goal the distance of the middle of those who share it."""
        p = self.picture
        by_goal: dict[tuple[Cell, ...], list[int]] = {}
        for unit in p.own:
            goal = self.goals.goal(unit)
            by_goal.setdefault(goal.targets, []).append(self.steps(unit, unit.cell, goal))
        return {targets: sorted(steps)[len(steps) // 2] for targets, steps in by_goal.items()}

    def _lead(self, unit: Unit, cell: Cell) -> int:
        """Steps ahead of the middle of those with the same goal; nobody leads alone."""
        goal = self.goals.goal(unit)
        if not goal.targets or goal.targets not in self._middles:
            return 0
        return self._middles[goal.targets] - self.steps(unit, cell, goal)
