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

    @cached_property
    def gains(self) -> dict[int, float]:
        """For each open door near the squad what shutting it promises; only what is above 0."""
        p = self.picture
        if not p.against_hive or not p.friends or not p.board.doors:
            return {}
        found = {}
        for door in self._candidates():
            gain = self._gain(door)
            if gain > 0:
                found[door] = gain
        return found

    def closable(self, unit: Unit) -> Mask:
        """The doors of `gains` that this trooper may shut (BD-11)."""
        mask = 0
        for door in self.gains:
            mask |= 1 << door
        return mask & closable_doors(self.picture.ctx, unit) if mask else 0

    def _candidates(self) -> list[int]:
        p = self.picture
        standing = p.state.doors & ~p.state.broken & ~p.state.sides[p.side].worked
        near: list[tuple[int, int]] = []
        for door in geometry.cells_of(standing):
            leaves = p.board.doors[door].cells
            if any(p.state.occupied >> leaf & 1 for leaf in leaves):
                continue
            away = min(p.board.range(unit.cell, unit.size, leaves[0], 1) for unit in p.friends)
            if away <= REACH:
                near.append((away, door))
        return [door for _, door in sorted(near)[:MOST]]

    @cached_property
    def _open_distance(self) -> list[int]:
        return geometry.field(self.picture.board, [u.cell for u in self.picture.friends], self.picture.state.doors)

    def _gain(self, door: int) -> float:
        p = self.picture
        shut = p.state.doors & ~(1 << door)
        cells = [unit.cell for unit in p.friends]
        after = geometry.field(p.board, cells, shut)
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
        watched = p.watched
        for cell, steps in enumerate(before):
            if steps <= AROUND < after[cell] and not watched >> cell & 1:
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
