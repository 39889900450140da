"""What it is worth for a trooper to stand on a cell: one measure for staying, moving, deploying and dodging."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import sqrt
from typing import NamedTuple

from ai.marines.goals import Goals
from ai.marines.ground import square
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
    REAR_LEAD,
    UNLINKED,
    WATCH,
)
from ai.marines.threat import Danger
from game.api import Cell, Mask, Unit, UnitId, avatar, command, gear, geometry

LOST_WAY = 60
"""Steps that a goal without a way to it counts, beyond the straight line."""
APPROACH = 3.0
"""An enemy is in a lane when a third of the ground it can reach lies in it."""

MISSED = frozenset({gear.DOCTOR, "psyker"})
"""Skills of those whom the squad cannot well do without."""

Terms = tuple[tuple[str, float], ...]


class Place(NamedTuple):
    """A cell, its value, and the terms that the value is made of."""

    cell: Cell
    value: float
    terms: Terms


class Ties(NamedTuple):
    """What ties a trooper to the other friends: the cells in closer and wider company, those they stand on, those in
    reach of the officer's word, how far ahead of them he may be, and how many steps those with the same goal have to
    go, the middle one of them; nobody leads alone.
    """

    others: list[Unit]
    company: tuple[Mask, ...]
    taken: Mask
    linked: Mask
    lead: int
    middle: int | None


class Places:
    """The worth of cells in one picture."""

    def __init__(self, picture: Picture, danger: Danger, goals: Goals) -> None:
        self.picture = picture
        self.danger = danger
        self.goals = goals
        self._known: dict[tuple[UnitId, Cell], Place] = {}
        self._tied: dict[UnitId, Ties] = {}
        self._ways: dict[tuple[UnitId, int], list[int]] = {}
        self._others: dict[UnitId, Mask] = {}

    def place(self, unit: Unit, cell: Cell) -> Place:
        """The worth of a cell for a trooper, everybody else staying where he is."""
        found = self._known.get((unit.id, cell))
        if found is None:
            pace = self.goals.goal(unit).pace
            steps = self.steps(unit, cell)
            terms = (
                ("goal", -steps * pace),
                ("danger", -self._danger(unit, cell)),
                ("lanes", self._lanes(unit, cell)),
                ("watch", self._watch(unit, cell)),
                ("together", -self._apart(unit, cell, steps, pace)),
            )
            found = self._known[unit.id, cell] = Place(cell, sum(value for _, value in terms), terms)
        return found

    def prices(self, unit: Unit, cells: Sequence[Cell]) -> list[float]:
        """A first guess at what being on each of some cells costs, to choose which are looked at in full."""
        goal = self.goals.goal(unit)
        fear = self.picture.settings.caution * 0.25 * self.picture.worth(unit)
        dread = [fear * sqrt(level) for level in range(len(self.danger.masks) + 1)]
        levels = self.danger.levels
        if not goal.targets:
            return [dread[levels[cell]] for cell in cells]
        distance, pace = self.picture.field(goal.targets, unit.size), goal.pace
        return [distance[cell] * pace + dread[levels[cell]] for cell in cells]

    # -- terms ----------------------------------------------------------------------------------------------------

    def steps(self, unit: Unit, cell: Cell) -> int:
        """Steps from a cell to where a trooper's goal is within reach."""
        goal = self.goals.goal(unit)
        if not goal.targets:
            return 0
        way = self._ways.get((unit.id, unit.size))
        if way is None:
            way = self._ways[unit.id, unit.size] = self.picture.field(goal.targets, unit.size)
        distance = way[cell]
        if distance >= geometry.UNREACHED:
            board = self.picture.board
            straight = min(board.range(cell, unit.size, target, 1) for target in goal.targets)
            return LOST_WAY + straight
        return max(0, distance - goal.near)

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
        if not self._is_armed(unit):
            return 0.0
        best = second = 0.0
        seen = self.picture.seen_from(cell, unit.size)
        for ground, part, prize in self._grounds:
            if prize <= second:
                break
            value = part * (ground & seen).bit_count()
            if value > second:
                value = min(value, prize)
                if value > best:
                    best, second = value, best
                elif value > second:
                    second = value
        return WATCH * (best + second)

    @cached_property
    def _grounds(self) -> list[tuple[Mask, float, float]]:
        """For each threat the ground it can walk on, what it is worth to see a cell of it, and all that is worth.

        The most that it can be worth comes first.
        """
        found = []
        for threat in self.danger.threats:
            cells = threat.reach.bit_count()
            if cells:
                prize = REACTION_KILL * self.danger.prize(threat.foe)
                found.append((threat.reach, prize * APPROACH / cells, prize))
        return sorted(found, key=lambda row: -row[2])

    @cached_property
    def _armed(self) -> dict[UnitId, bool]:
        return {}

    def _is_armed(self, unit: Unit) -> bool:
        found = self._armed.get(unit.id)
        if found is None:
            weapons = self.picture.ctx.game.weapons
            found = self._armed[unit.id] = any(
                weapons[name].use != "cc" and weapons[name].damage for name in self.picture.profile(unit).weapons
            )
        return found

    def _apart(self, unit: Unit, cell: Cell, steps: int, pace: float) -> float:
        """The price of being alone, out of the officer's reach, far ahead or far behind, in a crowd or a doorway."""
        p = self.picture
        board = p.board
        ties = self._ties(unit)
        price = 0.0
        for ring in ties.company:
            if ring >> cell & 1:
                break
            price += ALONE
        if not ties.linked >> cell & 1 and not self._commands_from(unit, cell, ties):
            price += UNLINKED
        if p.blasts:
            near = board.contact_mask(cell, unit.size, p.state.doors) & ties.taken
            price += CROWD * max(0, near.bit_count() - 2)
        lead = 0 if ties.middle is None else ties.middle - steps
        if lead > ties.lead:
            price += AHEAD * pace * (lead - ties.lead)
        elif -lead > LAG:
            price += BEHIND * pace * (-lead - LAG)
        price *= p.settings.cohesion
        if board.door_cells >> cell & 1:
            price += DOORWAY
        return price

    def _ties(self, unit: Unit) -> Ties:
        """What ties a trooper to the others, as cells."""
        found = self._tied.get(unit.id)
        if found is None:
            board = self.picture.board
            others = [other for other in self.picture.friends if other.id != unit.id]
            taken = linked = 0
            for other in others:
                taken |= board.footprint_mask(other.cell, other.size)
            if self._officer is None or self._officer[0].id == unit.id:
                linked = 0 if self._officer is not None and others else -1
            else:
                for other in self._chain:
                    if other.id != unit.id:
                        linked |= square(board, other.cell, other.size, self._officer[1])
            lead = REAR_LEAD if self.is_missed(unit) else LEAD
            targets = self.goals.goal(unit).targets
            middle = self._middles.get(targets) if targets else None
            found = self._tied[unit.id] = Ties(others, self._company(others), taken, linked, lead, middle)
        return found

    def _company(self, others: list[Unit]) -> tuple[Mask, ...]:
        """The cells with two comrades (or the only one) within each of the radii `COMPANY`."""
        board = self.picture.board
        rings = []
        for radius in COMPANY if others else ():
            once = twice = 0
            for other in others:
                around = square(board, other.cell, other.size, radius)
                twice |= once & around
                once |= around
            rings.append(twice if len(others) > 1 else once)
        return tuple(rings)

    def is_missed(self, unit: Unit) -> bool:
        """Is it one of those whom the squad cannot well do without?"""
        p = self.picture
        if unit.upgrades and avatar.faces.may_manifest(p.ctx, unit):
            return True
        return bool(p.kind(unit).command) or not MISSED.isdisjoint(p.profile(unit).skills)

    def _commands_from(self, unit: Unit, cell: Cell, ties: Ties) -> bool:
        """Would the officer himself still reach half of his unit from a cell?"""
        if self._officer is None or self._officer[0].id != unit.id:
            return False
        board = self.picture.board
        others = [member for member in self._chain if member.id != unit.id]
        near = sum(1 for other in others if board.range(cell, unit.size, other.cell, other.size) <= self._officer[1])
        return 2 * near >= len(others) or not ties.others

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

    @cached_property
    def _middles(self) -> dict[tuple[Cell, ...], int]:
        """For each goal the distance of the middle of those who share it."""
        p = self.picture
        by_goal: dict[tuple[Cell, ...], list[int]] = {}
        for unit in p.own:
            goal = self.goals.goal(unit)
            by_goal.setdefault(goal.targets, []).append(self.steps(unit, unit.cell))
        return {targets: sorted(steps)[len(steps) // 2] for targets, steps in by_goal.items()}
