"""The hive as a whole before a xeno moves: who goes first, who can charge, and how much the moment is worth."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from ai.hive import mission
from ai.hive.fire import Fire
from ai.hive.front import LESSER, SURE, SURE_CLASSES, Foe, Front, near_cells
from ai.hive.settings import (
    BLAST,
    CLUMP_MOST,
    CLUMP_PEEKED,
    CLUMP_SEEN,
    CLUMP_WATCHED,
    DOOR_MOST,
    DOOR_REACH,
    DRAWN,
    GUARDS,
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
from game.api import Cell, Ctx, Profile, Unit, UnitId, View, names, queries

DOOR_SPARED = 4
"""A way that opening doors shortens by more than this leads through one."""
CROWD_REACH = 2.5
"""Xenos within so many moves of contact count as coming along."""


class Ready(NamedTuple):
    """A xeno that still has its turn: how it is sorted, what it costs, and how far it is from contact."""

    id: UnitId
    stage: int
    cost: int
    away: int


OPENER, CHARGER, FOLLOWER = 0, 1, 2


class Muster:
    """One moment of the hive's MOVE step; ``mover`` is whoever was activated and has not moved yet."""

    def __init__(self, view: View, front: Front, fire: Fire, temper: Temper, mover: UnitId = 0) -> None:
        ctx = view.ctx
        self.front = front
        self.costs = {kind.id: kind.cost for kind in view.game.kinds.values()}
        self.left = mission.rounds_left(view)
        self.worth = self._worth()
        self.zeal = 1.0 if front.goals.clock == mission.OURS else 1.25
        self.temper = temper
        self.ready: list[Ready] = []
        self._waylaying: list[tuple[int, UnitId]] = []
        self.crowd = 0
        self.pulls: list[int] = []
        """How far every xeno that is not engaged is from where the hive is drawn, rising."""
        self.covered: dict[UnitId, list[UnitId]] = {foe.id: [] for foe in front.foes}
        """Who stands already in each trooper's way."""
        self.stuck: list[Unit] = []
        """Xenos that a closed door keeps from where they are drawn, unless they roll a six."""
        self.mass = 0
        """Cells that xenos stand on."""
        for unit in view.own:
            if unit.cell < 0:
                continue
            self.mass |= front.board.footprint_mask(unit.cell, unit.size)
            self._enlist(ctx, unit, acts=unit.id == mover)
        self.pulls.sort()
        self._waylaying.sort()
        enough = GUARDS * len(front.foes)
        self.hunters = frozenset(unit_id for _, unit_id in self._waylaying[enough:])
        """Xenos that go for the troopers themselves, as enough others lie in wait where these are going."""
        self.ready.sort(key=lambda r: (r.stage, r.cost if r.stage < FOLLOWER else 0, r.away, r.id))
        self.shots = sum(shots for _, shots in fire.guns(ctx))
        self.chargers = [r for r in self.ready if r.stage == CHARGER]
        self.after = max(0, len(self.chargers) - 1)
        """Attackers still to come after the one that moves now."""

    def _worth(self) -> float:
        if self.left == 0:
            return LAST_STAND
        if self.front.goals.clock == mission.THEIRS and self.left < HURRY_ROUNDS:
            return XENO_WORTH * (0.4 + 0.6 * self.left / HURRY_ROUNDS)
        return XENO_WORTH

    def _enlist(self, ctx: Ctx, seen: Unit, *, acts: bool) -> None:
        unit = queries.as_mover(ctx, seen)
        profile = queries.profile_of(ctx, unit)
        if profile.type == "spore":
            return
        mov = max(1, profile.mov[0])
        away, pull, blocks = self.front.note(unit, profile)
        if away <= mov * CROWD_REACH:
            self.crowd += 1
        if away:
            self.pulls.append(pull)
            if pull < away:
                self._waylaying.append((pull, unit.id))
        for foe in blocks:
            self.covered[foe].append(unit.id)
        if (
            profile.type == LESSER
            and self.front.shut
            and pull > self.front.pull(unit.size, SURE)[unit.cell] + DOOR_SPARED
        ):
            self.stuck.append(unit)
        if (unit.count(names.ACTED) and not acts) or not queries.is_fit(unit):
            return
        cost = self.costs.get(unit.kind, 1)
        stage = CHARGER if away <= mov else FOLLOWER
        if (
            stage == FOLLOWER
            and self.front.shut
            and profile.type in SURE_CLASSES
            # A way that is much longer for those who cannot open doors leads through one.
            and pull + DOOR_SPARED < self.front.pull(unit.size, LESSER)[unit.cell]
        ):
            stage = OPENER
        self.ready.append(Ready(unit.id, stage, cost, pull))

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
        waiting = [unit for unit in self.stuck if board.range(unit.cell, unit.size, leaf, 1) <= DOOR_REACH]
        return OPENING * sum(self.cost(unit) for unit in waiting[:DOOR_MOST])

    def away(self, unit: Unit, profile: Profile) -> list[int]:
        """The distances that draw this xeno: to the troopers' ways, or to the troopers themselves."""
        move = max(1, profile.mov[0])
        return self.front.stealth(unit.size, profile.type, move, hunting=unit.id in self.hunters)

    def intercept(self, unit: Unit, cell: Cell) -> float:
        """What it is worth to stand where troopers' ways lead into contact: the walk ends there (MV-2)."""
        board = self.front.board
        near = board.contact_mask(cell, unit.size, self.front.doors) | board.footprint_mask(cell, unit.size)
        most = total = 0.0
        for foe in self.front.foes:
            if foe.path & near:
                others = self.covered[foe.id]
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
        others = self.mass & near_cells(front.board, cell, BLAST) & ~front.board.footprint_mask(unit.cell, unit.size)
        return chance * self.value(unit) * min(others.bit_count(), CLUMP_MOST)

    def jam(self, unit: Unit, profile: Profile, cell: Cell) -> float:
        """What it costs to stop where nobody gets past, with friends behind."""
        if not self.front.narrow & self.front.board.footprint_mask(cell, unit.size):
            return 0.0
        pull = self.front.pull(unit.size, profile.type)[cell]
        behind = bisect_right(self.pulls, pull + JAM_REACH) - bisect_right(self.pulls, pull)
        return JAM * self.cost(unit) * min(behind, JAM_MOST)

    def drawn(self, foe: Foe, loss: float) -> float:
        """What it is worth that a trooper shoots now and not at one who comes after."""
        if not self.after or not self.shots:
            return 0.0
        pressing = min(1.0, 2.0 * self.after / self.shots)
        dearest = self.chargers[-1].cost
        mean = sum(r.cost for r in self.chargers) / len(self.chargers)
        return DRAWN * loss * self.worth * pressing * 0.5 * (mean + dearest)

    def reluctance(self, unit: Unit, shots: int) -> float:
        """What speaks for waiting: too few can charge together for the fire they meet, and there is time."""
        if self.left <= 1 or not shots:
            return 0.0
        alone = 1.0 - min(1.0, (self.after + 1) / shots)
        return WAIT * self.temper.patience * self.cost(unit) * alone
