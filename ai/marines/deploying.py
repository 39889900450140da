"""Set-up: where each trooper of the force is put (TS-0)."""

from __future__ import annotations

from functools import cached_property

from ai.marines.ground import is_narrow
from ai.marines.places import Terms
from ai.marines.plans import Plans
from ai.marines.shapes import Shapes
from ai.marines.tight import Plan
from game.api import Cell, Mask, Unit, actions, gear, queries, setup

FORWARD = 0.3
"""What a step nearer to the first place to go is worth in set-up."""
FRONT, MIDDLE, REAR = 1.3, 1.0, 0.45
"""How far forward a trooper belongs: those with short arms, most, and those who are missed most."""
SHORT = 16
"""Arms that reach no farther are short."""
APART = 0.4
"""For each cell beyond `CLOSE` to the nearest comrade."""
CLOSE = 3
ELBOWS = 0.15
"""For each comrade right beside: some room makes moving easier."""
IN_DOOR = 2.0
NARROW = 0.8
"""Standing where the way is one cell wide holds up the others."""
OPEN = 0.25
"""The part of its worth that a trooper risks who starts in sight of all the enemy's zone."""
OUTLOOKS = 10
"""Cells of that zone from which is looked."""


class Deploying:
    """The placing of one trooper."""

    def __init__(self, plans: Plans) -> None:
        self.plans = plans
        self.picture = plans.picture

    def best(self, unit: Unit) -> list[Plan]:
        """Every cell of the zone with its value, the best first; hidden if the trooper can hide."""
        p = self.picture
        cells = setup.deploy_cells(p.ctx, unit)
        hidden = queries.has_skill(p.ctx, unit, "camouflage")
        targets = self.plans.goals.mission.first_targets
        distance = p.field(targets, unit.size) if targets else [0] * p.board.size
        nearest = min((distance[cell] for cell in cells), default=0)
        role = self._role(unit)
        watched = p.watched
        form = Shapes(self.plans).deployed(unit) if p.kind(unit).transmutation else unit.form
        found = []
        for cell in cells:
            terms: Terms = (
                ("goal", -FORWARD * role * min(60, distance[cell] - nearest)),
                ("lanes", self._lanes(unit, cell, watched)),
                ("danger", -p.settings.caution * self._danger(unit, cell)),
                ("together", -self._apart(unit, cell)),
            )
            score = sum(value for _, value in terms)
            found.append(Plan(score, actions.Deploy(unit.id, cell, hidden, form), terms))
        return sorted(found, key=lambda plan: -plan.score)

    def _danger(self, unit: Unit, cell: Cell) -> float:
        """The danger from enemies on the board, and from troopers who are still to come on theirs."""
        p = self.picture
        coming = sum(1 for seen in self._outlook if seen >> cell & 1) / max(1, len(self._outlook))
        return self.plans.danger.at(unit, cell, 1 + len(p.friends)) + OPEN * p.worth(unit) * coming

    @cached_property
    def _outlook(self) -> list[Mask]:
        """What is seen from some cells of the zones that enemy troopers start from."""
        p = self.picture
        found = []
        for side, kind in p.ctx.game.side_kinds.items():
            if kind == "human" and p.ctx.game.teams[side] != p.team:
                zone = sorted(p.board.zones.get(setup.deploy_zone(p.ctx, side), ()))
                found += [p.seen_from(cell, 1) for cell in zone[:: max(1, len(zone) // OUTLOOKS)]]
        return found

    def _lanes(self, unit: Unit, cell: Cell, watched: int) -> float:
        fresh = self.picture.seen_from(cell, unit.size) & ~watched
        return self.picture.settings.lanes * 0.01 * fresh.bit_count()

    def _apart(self, unit: Unit, cell: Cell) -> float:
        p = self.picture
        board = p.board
        near = [board.range(cell, unit.size, other.cell, other.size) for other in p.friends]
        price = 0.0
        if near:
            price += APART * max(0, min(near) - CLOSE) + ELBOWS * sum(1 for cells in near if cells <= 1)
        if any(part in board.door_at for part in board.footprint(cell, unit.size)):
            price += IN_DOOR
        if is_narrow(board, cell):
            price += NARROW
        return price

    def _role(self, unit: Unit) -> float:
        p = self.picture
        profile = p.profile(unit)
        if p.kind(unit).command or {gear.DOCTOR, gear.ENGINEER, "psyker"} & set(profile.skills):
            return REAR
        weapons = [p.ctx.game.weapons[name] for name in profile.weapons]
        reach = max((w.bands[-1][0] for w in weapons if w.bands and not w.template), default=0)
        cones = any(weapon.template == "cone" for weapon in weapons)
        return FRONT if cones or reach <= SHORT else MIDDLE
