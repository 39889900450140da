"""The hive as a whole before a xeno moves: how much the moment is worth, and each place in it."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

from ai.hive import mission
from ai.hive.fire import Fire
from ai.hive.front import Foe, Front, near_cells
from ai.hive.ranks import Ranks
from ai.hive.settings import (
    BLAST,
    CLUMP_MOST,
    CLUMP_PEEKED,
    CLUMP_SEEN,
    CLUMP_WATCHED,
    DOOR_MOST,
    DOOR_REACH,
    DRAWN,
    HURRY_ROUNDS,
    INTERCEPT,
    INTERCEPT_AGAIN,
    INTERCEPT_MORE,
    JAM,
    JAM_MOST,
    JAM_REACH,
    LAST_STAND,
    OPENING,
    WAIT,
    XENO_WORTH,
    Temper,
)
from game.api import Cell, Profile, Unit, UnitId, View


class Muster:
    """One moment of the hive's MOVE step; ``mover`` is whoever was activated and has not moved yet."""

    def __init__(self, view: View, front: Front, fire: Fire, temper: Temper, mover: UnitId = 0) -> None:
        self.front = front
        self.costs = {kind.id: kind.cost for kind in view.game.kinds.values()}
        self.left = mission.rounds_left(view)
        self.worth = self._worth()
        self.zeal = 1.0 if front.goals.clock == mission.OURS else 1.25
        self.temper = temper
        self._moment = view, fire, mover
        self._away: dict[tuple[UnitId, int], list[int]] = {}

    @cached_property
    def ranks(self) -> Ranks:
        """The xenos of that moment, ranked when first asked for: answers to shots and blows do without."""
        view, fire, mover = self._moment
        return Ranks(view, self.front, fire, self.costs, mover)

    def _worth(self) -> float:
        if self.left == 0:
            return LAST_STAND
        if self.front.goals.clock == mission.THEIRS and self.left < HURRY_ROUNDS:
            return XENO_WORTH * (0.4 + 0.6 * self.left / HURRY_ROUNDS)
        return XENO_WORTH

    def cost(self, unit: Unit) -> int:
        """Points of a xeno."""
        return self.costs.get(unit.kind, 1)

    def value(self, unit: Unit) -> float:
        """What losing a xeno costs, in troopers' points."""
        return self.worth * self.costs.get(unit.kind, 1)

    def opening(self, door: int) -> float:
        """What it is worth to those who wait that a door is open."""
        board = self.front.board
        leaf = board.doors[door].cells[0]
        waiting = [unit for unit in self.ranks.stuck if board.range(unit.cell, unit.size, leaf, 1) <= DOOR_REACH]
        return OPENING * sum(self.cost(unit) for unit in waiting[:DOOR_MOST])

    def away(self, unit: Unit, profile: Profile) -> list[int]:
        """The distances that draw this xeno: to the troopers' ways, or to the troopers themselves."""
        found = self._away.get((unit.id, unit.size))
        if found is None:
            move = max(1, profile.mov[0])
            found = self.front.stealth(unit.size, profile.type, move, hunting=unit.id in self.ranks.hunters)
            self._away[unit.id, unit.size] = found
        return found

    def intercept(self, unit: Unit, cell: Cell) -> float:
        """What it is worth to stand where troopers' ways lead into contact: the walk ends there (MV-2)."""
        board = self.front.board
        near = board.contact_mask(cell, unit.size, self.front.doors) | board.footprint_mask(cell, unit.size)
        most = total = 0.0
        for foe in self.front.foes:
            if foe.path & near:
                others = self.ranks.covered[foe.id]
                worth = foe.worth * INTERCEPT_AGAIN ** min(len(others) - (unit.id in others), 3)
                most = max(most, worth)
                total += worth
        return INTERCEPT * (most + INTERCEPT_MORE * (total - most))

    def clump(self, unit: Unit, cell: Cell, *, charging: bool) -> float:
        """What standing close to friends costs where a blast may find them all (AT-5)."""
        front = self.front
        if not front.blasts:
            return 0.0
        bit = 1 << cell
        if charging or front.seen & bit:
            chance = CLUMP_SEEN
        elif front.watched & bit:
            chance = CLUMP_WATCHED
        elif front.peeked & bit:
            chance = CLUMP_PEEKED
        else:
            return 0.0
        own = front.board.footprint_mask(unit.cell, unit.size)
        others = self.ranks.mass & near_cells(front.board, cell, BLAST) & ~own
        return chance * self.value(unit) * min(others.bit_count(), CLUMP_MOST)

    def jam(self, unit: Unit, profile: Profile, cell: Cell) -> float:
        """What it costs to stop where nobody gets past, with friends behind."""
        if not self.front.narrow & self.front.board.footprint_mask(cell, unit.size):
            return 0.0
        pull = self.front.pull(unit.size, profile.type)[cell]
        pulls = self.ranks.pulls
        behind = bisect_right(pulls, pull + JAM_REACH) - bisect_right(pulls, pull)
        return JAM * self.cost(unit) * min(behind, JAM_MOST)

    def drawn(self, foe: Foe, loss: float) -> float:
        """What it is worth that a trooper shoots now and not at one who comes after."""
        ranks = self.ranks
        if not ranks.after or not ranks.shots:
            return 0.0
        pressing = min(1.0, 2.0 * ranks.after / ranks.shots)
        dearest = ranks.chargers[-1].cost
        mean = sum(r.cost for r in ranks.chargers) / len(ranks.chargers)
        return DRAWN * loss * self.worth * pressing * 0.5 * (mean + dearest)

    def reluctance(self, unit: Unit, shots: int) -> float:
        """What speaks for waiting: too few can charge together for the fire they meet, and there is time."""
        if self.left <= 1 or not shots:
            return 0.0
        alone = 1.0 - min(1.0, (self.ranks.after + 1) / shots)
        return WAIT * self.temper.patience * self.cost(unit) * alone
