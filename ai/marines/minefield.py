"""Mines: what an enemy's costs whoever walks into it, and where one's own would do most (OR-3, clauses EM)."""

from __future__ import annotations

from ai.marines.ground import is_narrow
from ai.marines.picture import Picture
from ai.marines.threat import Danger
from ai.odds import expected, points_left
from game.api import Cell, Mask, Path, Unit, actions, geometry, mines, queries

ALWAYS = (1, 20)
STEPS_IN = 4.0
"""An enemy steps into a mine for certain when so large a part of the ground it can reach lies in its circle."""
STAYS_IN = 0.5
"""Chance that a friend in the circle is still there when it goes off."""
COMES_BY = 16
"""Cells within which an enemy may well come through a narrow place."""
LATER = 0.6
"""What a mine does in turns to come, beside what it does in the next."""


class Minefield:
    """The mines of one picture, laid and to be laid."""

    def __init__(self, picture: Picture, danger: Danger) -> None:
        self.picture = picture
        self.danger = danger

    def toll(self, unit: Unit, path: Path) -> float:
        """Points that a walk costs which sets an enemy's mine off."""
        p = self.picture
        if not p.mined:
            return 0.0
        board = p.board
        hit = any(step >= 0 and board.footprint_mask(step, unit.size) & p.mined for step in path)
        return p.settings.caution * self._share(unit) * p.worth(unit) if hit else 0.0

    def laying(self, unit: Unit, goal: Mask) -> list[tuple[float, actions.Place]]:
        """Cells at hand for a mine of one's own and what it promises there; ``goal`` are cells the mission is about."""
        p = self.picture
        if p.ctx.rules["codeone"] or not queries.has_gear(p.ctx, unit, mines.EM_MINE):
            return []
        return [(self._gain(cell, goal), actions.Place(mines.EM_MINE, cell)) for cell in mines.mine_cells(p.ctx, unit)]

    def _gain(self, cell: Cell, goal: Mask) -> float:
        p = self.picture
        circle = geometry.circle(p.board, cell, p.state.doors, reach2=p.ctx.rules["template_reach"], murk=p.state.murk)
        gain = 0.0
        for threat in self.danger.threats:
            ground = threat.reach.bit_count()
            if ground:
                chance = min(1.0, STEPS_IN * (threat.reach & circle).bit_count() / ground)
                gain += chance * self._share(threat.foe) * p.worth(threat.foe)
        if goal & circle or (is_narrow(p.board, cell) and self._comes_by(cell)):
            foes = [self._share(foe) * p.worth(foe) for foe in p.foes]
            gain += LATER * sum(foes) / max(1, len(foes))
        laid = any(mines.is_mine(m) and circle >> m.cell & 1 for m in p.state.markers.values())
        for friend in p.friends:
            if circle & p.board.footprint_mask(friend.cell, friend.size):
                gain -= STAYS_IN * self._share(friend) * p.worth(friend) * min(1.0, gain)
        return 0.0 if laid else gain

    def _comes_by(self, cell: Cell) -> bool:
        """Is an enemy near enough to come this way before long?"""
        p = self.picture
        return any(p.board.range(cell, 1, foe.cell, foe.size) <= COMES_BY for foe in p.foes)

    def _share(self, unit: Unit) -> float:
        """The part of its worth that a mine takes off a unit."""
        p = self.picture
        profile = p.profile(unit)
        left = points_left(profile, unit)
        return expected(p.harm(mines.charge_of(p.ctx), profile, left, ALWAYS, sure=True), left)
