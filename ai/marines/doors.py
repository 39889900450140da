"""Doors as barriers: what shutting one behind the squad keeps out, and what it costs (BD-11, HM-06, HM-12)."""

from __future__ import annotations

from functools import cached_property

from ai.marines.goals import Goals
from ai.marines.picture import Picture
from ai.marines.threat import Danger
from game.api import Mask, Unit, closable_doors, geometry

SHUT_OUT = {"lesser": 5 / 6, "swarm": 1.0, "spore": 0.2}
"""The part of the coming attacks by each class that a closed door stops in the coming turn."""
LATER = 0.3
"""What keeping out those counts who would come one turn later."""
DETOUR = 4
"""Steps of detour that make a door worth shutting against the later ones."""
GAP = 0.05
"""An unseen cell near the squad that the door cuts off: creatures appear there (HM-65)."""
AROUND = 7
"""Steps around the squad within which such cells count: a creature's move and its reach."""
USUAL_BLOW = 2.5
"""Points that an attack costs on average where it is not worked out."""
MOST = 3
"""Doors that are weighed at a time: the nearest to the squad."""
REACH = 10
FARTHEST = 24
"""Steps from the squad beyond which nothing comes within two turns."""
WAY_STEPS = 6
"""Steps of one trooper's way that a shut door can cost at most, as it can be opened again next turn."""
STILL_TO_GO = 0.7
PASSED = 0.1


class Doors:
    """Which open doors are worth shutting in one picture."""

    def __init__(self, picture: Picture, danger: Danger, goals: Goals) -> None:
        self.picture = picture
        self.danger = danger
        self.goals = goals
        self._gains: dict[int, float] = {}

    def gain(self, door: int) -> float:
        """What shutting an open door promises; nothing or less if it had better stay open."""
        found = self._gains.get(door)
        if found is None:
            found = self._gains[door] = self._gain(door)
        return found

    def closable(self, unit: Unit) -> Mask:
        """The doors near the squad that this trooper may shut (BD-11)."""
        near = self._near
        return near & closable_doors(self.picture.ctx, unit) if near else 0

    @cached_property
    def _near(self) -> Mask:
        """Open doors that are weighed: the nearest to the squad, while a hive is about."""
        p = self.picture
        if not p.against_hive or not p.friends:
            return 0
        standing = p.state.doors & ~p.state.broken & ~p.state.sides[p.side].worked
        near: list[tuple[int, int]] = []
        for door in geometry.cells_of(standing):
            leaf = p.board.doors[door].cells[0]
            away = min(p.board.range(unit.cell, unit.size, leaf, 1) for unit in p.friends)
            if away <= REACH:
                near.append((away, door))
        return geometry.mask_of(door for _, door in sorted(near)[:MOST])

    @cached_property
    def _open_distance(self) -> list[int]:
        return self._distance(self.picture.state.doors)

    def _distance(self, doors: Mask) -> list[int]:
        """Steps to the nearest friend, as far as they matter, doors staying as they are."""
        p = self.picture
        return geometry.field(p.board, [unit.cell for unit in p.friends], doors, limit=FARTHEST)

    def _gain(self, door: int) -> float:
        p = self.picture
        shut = p.state.doors & ~(1 << door)
        after = self._distance(shut)
        before = self._open_distance
        gain = 0.0
        for foe in p.foes:
            profile = p.profile(foe)
            share = SHUT_OUT.get(profile.type)
            if share is None:
                continue
            reach = profile.mov[0] + 1
            near, far = before[foe.cell], after[foe.cell]
            if near <= reach < far:
                gain += share * max(USUAL_BLOW * 0.5, self.danger.bounties.get(foe.id, USUAL_BLOW))
            elif near <= 2 * reach and far > near + DETOUR:
                gain += LATER * share * USUAL_BLOW
        for cell in geometry.cells_of(p.surroundings & ~p.watched):
            if before[cell] <= AROUND < after[cell]:
                gain += GAP
        if gain <= 0:
            return 0.0
        return gain - self._cost(door, shut)

    def _cost(self, door: int, shut: Mask) -> float:
        """Steps that our own ways grow by, as long as the door stays shut."""
        p = self.picture
        openable = p.openable
        waiting = STILL_TO_GO if p.state.sides[p.side].pool else PASSED
        cost = 0.0
        for unit in p.own:
            goal = self.goals.goal(unit)
            if not goal.targets or not goal.pace:
                continue
            now = p.field(goal.targets, unit.size)[unit.cell]
            then = p.atlas.field(p.board, goal.targets, shut, openable, unit.size)[unit.cell]
            if then > now:
                cost += goal.pace * (waiting * min(WAY_STEPS, then - now) + 1.0)
        return cost
