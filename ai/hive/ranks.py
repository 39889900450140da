"""Who there is of the hive before a xeno moves: who goes first, who can charge, and who stands in whose way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ai.hive.fire import Fire
from ai.hive.front import LESSER, SURE, SURE_CLASSES, Front
from ai.hive.settings import GUARDS
from game.api import Ctx, Unit, UnitId, View, names, queries

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


class Ranks:
    """All xenos of one moment: who goes first, who can charge, who waits and in whose way."""

    def __init__(self, view: View, front: Front, fire: Fire, costs: Mapping[str, int], mover: UnitId) -> None:
        ctx = view.ctx
        self.front = front
        self.costs = costs
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
