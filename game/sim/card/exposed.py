"""Stops in the open: a unit ends its turn where several enemies can attack it, though a better cell was in reach."""

from __future__ import annotations

from typing import Final, NamedTuple

from game.api import Cell, Ctx, Mask, Unit, Weapon, actions, geometry, hive_tasks, queries, tasks, weapons_for
from game.sim.card.aims import aims_of
from game.sim.card.danger import Danger, danger_of
from game.sim.card.moment import Moment, Turn
from game.sim.card.prospects import walkable
from game.sim.card.tally import Case, Counter

SEVERAL: Final = 2
"""Enemies who could attack the unit, from which on it stands in the open."""
BETTER: Final = 2.0
"""By how much less danger the other cell must be in, one enemy with a free shot or blow counting 1."""
LOOKED_AT: Final = 6
"""The safest cells whose effect upon friends is looked at."""
FRIENDS: Final = 8
"""Cells within which a friend may be sheltered by where the unit stands."""

OUT_OF_RANGE: Final = -99


class Exposed(Counter):
    """Chances: units that moved by choice in a turn and ended it upright and unengaged."""

    kind = "exposed"

    def turn(self, turn: Turn) -> None:
        """Look at where each unit's last walk of the turn ended."""
        last: dict[int, tuple[Moment, list[Moment]]] = {}
        for run in turn.runs:
            for place, moment in enumerate(run.own):
                if isinstance(moment.action, actions.Move) and moment.action.path:
                    last[run.unit] = (moment, list(run.own[place + 1 :]))
        ctx = self.game.ctx(turn.end)
        for unit_id, (moment, later) in sorted(last.items()):
            unit = turn.end.units.get(unit_id)
            if unit is None or not queries.is_fit(unit) or queries.is_engaged(ctx, unit):
                continue
            walk = [step for step in moment.action.path if step >= 0] if isinstance(moment.action, actions.Move) else []
            if not walk or walk[-1] != unit.cell:
                continue
            self.chances += 1
            self._judge(ctx, turn, unit, moment, later)

    def _judge(self, ctx: Ctx, turn: Turn, unit: Unit, moment: Moment, later: list[Moment]) -> None:
        danger = danger_of(ctx, unit)
        number, weight = danger.at(unit.cell)
        if number < SEVERAL or weight < BETTER:
            return
        if isinstance(moment.action, actions.Move) and any(step < 0 for step in moment.action.path):
            return  # it worked a door, for which it had to be there
        uses = _Uses(ctx, unit, danger, later)
        found: list[tuple[float, int, Cell]] = []
        taken = ctx.state.occupied & ~ctx.board.footprint_mask(unit.cell, unit.size)
        for cell in geometry.cells_of(walkable(moment.ctx, moment.before.units[unit.id])):
            if ctx.board.footprint_mask(cell, unit.size) & taken:
                continue
            others, less = danger.at(cell)
            if less <= weight - BETTER and uses.as_good(cell):
                found.append((less, others, cell))
        for less, others, cell in sorted(found)[:LOOKED_AT]:
            if self._shelters_nobody(ctx, unit, cell):
                what = f"{number} ({weight:g}) > {others} ({less:g}) {self.place(cell)}"
                self.caught(Case(turn.shown, weight - less, self.label(unit), self.place(unit.cell), what))
                return

    def _shelters_nobody(self, ctx: Ctx, unit: Unit, cell: Cell) -> bool:
        """No friend nearby would be open to more blows if the unit stood on the other cell."""
        here, there = Danger(ctx, unit, at=unit.cell), Danger(ctx, unit, at=cell)
        return all(
            here.strikes(friend) >= there.strikes(friend)
            for friend in queries.friends_of(ctx, unit.side)
            if friend.id != unit.id and queries.range_between(ctx, friend, unit) <= FRIENDS
        )


class _Shot(NamedTuple):
    """What was shot at from a cell, and how good a shot it was: the modifier of the range, and cover."""

    weapon: Weapon
    cell: Cell
    size: int
    band: int
    covered: bool


class _Uses:
    """What a unit has of its cell: its way to the goals, the enemies it sees, the ground it watches, its targets."""

    def __init__(self, ctx: Ctx, unit: Unit, danger: Danger, later: list[Moment]) -> None:
        self.ctx, self.unit = ctx, unit
        self.armed = bool(weapons_for(ctx, unit, "bs"))
        self.aims = aims_of(ctx, unit.side)
        self.away = self.aims.distance(unit, unit.cell)
        self.ground = danger.ground
        self.foes = self._cells(ctx, [foe.unit for foe in danger.foes])
        self.seen = self._sight(unit.cell)
        self.shots: list[_Shot] = []
        self.tied = False
        asked = (tasks.DeclareFirst, tasks.DeclareSecond, hive_tasks.XenoAttack)
        for moment in later:
            if isinstance(moment.task, asked) and isinstance(moment.action, actions.Shoot):
                self._aim(moment, moment.action)
            elif not isinstance(moment.action, actions.Pass | actions.Idle | actions.Dodge):
                self.tied = True  # what it did there it could do nowhere else

    def _aim(self, moment: Moment, shot: actions.Shoot) -> None:
        """Note what was shot at from the cell, and with what."""
        weapon = self.ctx.game.weapons[shot.weapon]
        marks = [(u.cell, u.size) for i in set(shot.targets) if (u := moment.before.units.get(i)) is not None]
        marks += [(m.cell, 1) for i in set(shot.targets) if (m := moment.before.markers.get(i)) is not None]
        marks += [(shot.at, 1)] if shot.at >= 0 else []
        for cell, size in marks:
            self.shots.append(_Shot(weapon, cell, size, *self._shooting(self.unit.cell, weapon, cell, size)))

    def _shooting(self, own: Cell, weapon: Weapon, cell: Cell, size: int) -> tuple[int, bool]:
        """The modifier of the range, and whether the target has cover."""
        board, state = self.ctx.board, self.ctx.state
        away = board.range(own, self.unit.size, cell, size)
        band = next((modifier for reach, modifier in weapon.bands if away <= reach), OUT_OF_RANGE)
        return band, geometry.cover(board, own, self.unit.size, cell, size, state.doors, state.murk)

    def _hits_as_well(self, cell: Cell, seen: Mask, shot: _Shot) -> bool:
        if not seen & self.ctx.board.footprint_mask(shot.cell, shot.size):
            return False
        band, covered = self._shooting(cell, shot.weapon, shot.cell, shot.size)
        return band >= shot.band and covered <= shot.covered

    def _cells(self, ctx: Ctx, units: list[Unit]) -> Mask:
        found = 0
        for unit in units:
            found |= ctx.board.footprint_mask(unit.cell, unit.size)
        return found

    def _sight(self, cell: Cell) -> Mask:
        state = self.ctx.state
        return geometry.visible_from(self.ctx.board, cell, self.unit.size, state.doors, state.murk)

    def as_good(self, cell: Cell) -> bool:
        """Is the other cell as useful in all of these?"""
        if self.tied or self.aims.distance(self.unit, cell) > self.away:
            return False
        if not self.armed:
            return True
        seen = self._sight(cell)
        if self.seen & self.foes & ~seen or not all(self._hits_as_well(cell, seen, shot) for shot in self.shots):
            return False
        return (seen & self.ground).bit_count() >= (self.seen & self.ground).bit_count()
