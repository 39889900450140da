"""Fire between troopers: what an enemy's shot does at a distance, in its own turn and as an answer (AT-1, OR-5)."""

from __future__ import annotations

from collections.abc import Iterable

from ai.marines.picture import Picture
from ai.odds import NOBODY, Pool, expected, points_left
from game.api import Cell, Unit, Weapon, geometry, names, queries, weapons_for

COVER = 3
"""What partial cover takes off a shot (BD-10)."""
CONE_REACH = 8
"""A cone finds nobody farther off (AT-5)."""
SURE: Pool = (1, 20)
DAZED = 3


class Gunplay:
    """The fire of one picture's troopers, by their guns' range bands and their targets' cover."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture

    def pool(self, shooter: Unit, weapon: Weapon, distance: int, *, covered: bool, dice: int = 0) -> Pool:
        """Dice and success value of a shot; nobody's where the weapon does not reach. ``dice`` 0: the whole burst."""
        if weapon.template == "cone":
            return SURE if distance <= CONE_REACH else NOBODY
        for reach, modifier in weapon.bands:
            if distance <= reach:
                value = self.picture.profile(shooter).bs + modifier - (COVER if covered else 0)
                return dice or weapon.burst, value - (DAZED if names.STUNNED in shooter.states else 0)
        return NOBODY

    def share(self, shooter: Unit, target: Unit, distance: int, *, covered: bool, answer: bool) -> float:
        """The part of its worth that a target loses to the shooter's best gun.

        An ``answer`` is one die, nobody opposing; else it is a burst, opposed by the better of a shot and a Dodge.
        """
        p = self.picture
        key = (
            "aim", shooter.kind, shooter.form, shooter.states, queries.arms_of(p.ctx, shooter), target.kind,
            target.form, target.wounds, target.states, queries.arms_of(p.ctx, target), distance, covered, answer,
        )  # fmt: skip
        found = p.atlas.losses.get(key)
        if found is None:
            other = p.profile(target)
            left = points_left(other, target)
            best = 0.0
            against = NOBODY if answer else self._defence(target, distance)
            for gun in weapons_for(p.ctx, shooter, "bs"):
                pool = self.pool(shooter, gun, distance, covered=covered, dice=1 if answer else 0)
                if not pool[0]:
                    continue
                sure = gun.template == "cone"
                dodge = NOBODY if answer else (1, other.ph)
                hurt = p.harm(gun, other, left, pool, dodge if sure else against, covered=covered, sure=sure)
                best = max(best, expected(hurt, left))
            found = p.atlas.losses[key] = (best, 0.0)
        return found[0]

    def _defence(self, unit: Unit, distance: int) -> Pool:
        """The die of whoever is shot at: the best shot back, or a Dodge if that is better."""
        p = self.picture
        pools = [self.pool(unit, gun, distance, covered=False, dice=1) for gun in weapons_for(p.ctx, unit, "bs")]
        return 1, max((value for dice, value in pools if dice), default=0) or p.profile(unit).ph

    def covered(self, foe: Unit, unit: Unit, cell: Cell) -> bool:
        """Would a trooper on a cell be in cover from an enemy where that stands (BD-10)?"""
        p = self.picture
        return geometry.cover(p.board, foe.cell, foe.size, cell, unit.size, p.state.doors, p.state.murk)

    def coming(self, foe: Unit, unit: Unit, cell: Cell) -> float:
        """The part of its worth that a trooper on a cell loses to an enemy that can come to see it in its turn.

        It shoots from where it stands or from a Move nearer, whichever is better for it.
        """
        p = self.picture
        away = p.board.range(foe.cell, foe.size, cell, unit.size)
        near = max(1, away - p.profile(foe).mov[0])
        covered = self.covered(foe, unit, cell)
        return max(
            self.share(foe, unit, away, covered=covered, answer=False),
            self.share(foe, unit, near, covered=covered, answer=False),
        )

    def answered(self, foe: Unit, unit: Unit, cells: Iterable[Cell]) -> float:
        """The part of its worth that a trooper loses to an enemy's answer at the worst of the cells it is seen on."""
        p = self.picture
        sight = p.sight(foe)
        worst = 0.0
        for cell in cells:
            if sight & p.board.footprint_mask(cell, unit.size):
                away = p.board.range(foe.cell, foe.size, cell, unit.size)
                covered = self.covered(foe, unit, cell)
                worst = max(worst, self.share(foe, unit, away, covered=covered, answer=True))
        return worst
