"""What one trooper could do with an order: every sensible pair of skills with its value (OR-3)."""

from __future__ import annotations

from collections.abc import Iterable

from ai.marines.doors import Doors
from ai.marines.fire import Fire
from ai.marines.gear import Errand, Errands
from ai.marines.goals import Goals
from ai.marines.masters import RITES, Masters
from ai.marines.minefield import Minefield
from ai.marines.movement import Movement, Walked, Way
from ai.marines.picture import Picture
from ai.marines.places import Places, Terms
from ai.marines.threat import Danger
from ai.marines.tight import Plan, Tight
from game.api import NO_CELL, Action, Cell, Reach, Task, Unit, UnitId, actions, declare, geometry, mines, moves

ENTANGLED = 1.5
"""What it costs to be in contact after a charge: no more shots until it is over."""


class Plans:
    """The plans of all troopers in one picture."""

    danger_by: type[Danger] = Danger
    goals_by: type[Goals] = Goals
    fire_by: type[Fire] = Fire
    places_by: type[Places] = Places

    def __init__(self, picture: Picture, before: Plans | None = None) -> None:
        """``before``: the plans made last; what they found out about places and shots holds on the same table."""
        self.picture = picture
        known = before if before is not None and picture.shows_what(before.picture) else None
        self.danger: Danger = known.danger if known else self.danger_by(picture)
        self.goals: Goals = known.goals if known else self.goals_by(picture)
        self.fire: Fire = known.fire if known else self.fire_by(picture, self.danger)
        self.places: Places = known.places if known else self.places_by(picture, self.danger, self.goals)
        self.errands = Errands(picture, self.goals)
        self.masters = Masters(picture)
        self.minefield = Minefield(picture, self.danger)
        self.movement = Movement(
            picture, self.danger, self.places, Doors(picture, self.danger, self.goals), self.minefield
        )
        self.tight = Tight(picture, self.danger, self.fire, self.places, self.movement)
        self._orders: dict[UnitId, list[Plan]] = {}

    # -- a whole order --------------------------------------------------------------------------------------------

    def order(self, unit: Unit) -> list[Plan]:
        """Every plan for a whole order of a trooper that stands by, the best first; it can be carried out."""
        found = self._orders.get(unit.id)
        if found is None:
            found = self._orders[unit.id] = self.ready(unit, self.whole(unit))
        return found

    def ready(self, unit: Unit, plans: list[Plan]) -> list[Plan]:
        """Plans from the best to the worst; those at the top that a rule bars are left out.

        The way of the best is worked out, and that of the next best different one for whoever asks why.
        """
        plans = sorted(plans, key=lambda plan: -plan.score)
        for index, plan in enumerate(plans):
            if isinstance(plan.action, Way):
                action = self.movement.action(unit, plan.action)
                if action is None:
                    continue
                plan = plan._replace(action=action)
            return [plan, *plans[index + 1 :]]
        return []

    def named(self, unit: Unit, plan: Plan) -> Action | None:
        """The action of a plan."""
        return self.movement.action(unit, plan.action) if isinstance(plan.action, Way) else plan.action

    def whole(self, unit: Unit) -> list[Plan]:
        """Every plan for a whole order, in no order and none worked out."""
        if unit.cell == NO_CELL:
            return self.tight.landings(unit)
        ctx = self.picture.ctx
        may = self.may(unit)
        found = self.tight.struggles(unit, may)
        if moves.holding(ctx, unit):
            return found + self.tight.engaged(unit, may)
        walks = self._walks(unit, may) if "move" in may else []
        onward = max((walked for walked, points in walks if points), key=lambda walked: walked.gain, default=None)
        after, then = (onward.gain, (("then", onward.gain),)) if onward is not None and onward.gain > 0 else (0.0, ())
        shot = self.fire.best_shot(unit, unit.cell) if "shoot" in may else None
        if shot is not None:
            drawn = self._drawn(unit, shot.action)
            found.append(Plan(shot.gain - drawn + after, shot.action, (("attack", shot.gain - drawn), *then)))
        errands = self.errands_of(unit)
        for errand in self._at_hand(errands, unit.cell, may):
            found.append(Plan(errand.gain + after, errand.action, ((errand.note, errand.gain), *then)))
        for walked, points in walks:
            gain, terms = self.second_at(unit, walked.way.cell, errands, may) if points else (0.0, ())
            found.append(Plan(walked.gain + gain, walked.way, (*walked.terms, *terms)))
        if "berserk" in may:
            found += self.tight.charges(unit)
        if "discover" in may:
            found += self.tight.discoveries(unit)
        return found

    def may(self, unit: Unit) -> frozenset[str]:
        """The tags of skills with which a trooper may begin an order."""
        return frozenset(tag for tag in _skills(unit) if declare.open_to(self.picture.ctx, unit, tag) is None)

    def _walks(self, unit: Unit, may: frozenset[str]) -> list[tuple[Walked, int]]:
        """Moves of one Move (with points left for a second skill, 1) and of two (0)."""
        move = self.movement
        first = move.points(unit, 0)
        walk = move.reach(unit, first + move.points(unit, 1))
        near = [cell for cell, cost in walk.cost.items() if 0 < cost <= first]
        far = [cell for cell, cost in walk.cost.items() if cost > first]
        width = self.picture.settings.width
        chosen = move.best_cells(unit, near, width)
        for errand in self.errands_of(unit):
            chosen += move.best_cells(unit, (cell for cell in near if errand.cells >> cell & 1), 2)
        if "shoot" in may:
            chosen += move.firing_points(unit, near)
        found = [(walked, 1) for walked in self._made(unit, walk, chosen, first)]
        found += [(walked, 0) for walked in self._made(unit, walk, move.best_cells(unit, far, width), first)]
        found += [(walked, 1) for walked in move.shutting(unit, walk, first)]
        return found

    def _made(self, unit: Unit, walk: Reach, cells: list[Cell], points: int) -> list[Walked]:
        return [self.movement.walked(unit, Way(walk, cell, points)) for cell in dict.fromkeys(cells)]

    def errands_of(self, unit: Unit) -> list[Errand]:
        """What a trooper could do with his hands, what only a Master does, and mines to be laid where it stands."""
        found = self.errands.of(unit)
        if unit.upgrades:
            found = [*found, *self.masters.rites(unit)]
        if mines.EM_MINE in self.picture.profile(unit).equipment:
            goal = self.goals.goal(unit)
            goal_cells = geometry.mask_of(goal.targets) if goal.kind in ("hold", "guard") else 0
            for gain, action in self.minefield.laying(unit, goal_cells):
                if gain > 0:
                    found = [*found, Errand(1 << unit.cell, action, gain, "mine")]
        return found

    def _at_hand(self, errands: list[Errand], cell: Cell, may: frozenset[str]) -> list[Errand]:
        return [e for e in errands if e.cells >> cell & 1 and declare.tag_of(type(e.action)) in may]

    def second_at(self, unit: Unit, cell: Cell, errands: list[Errand], may: frozenset[str]) -> tuple[float, Terms]:
        """The best short skill at the end of a move."""
        if moves.halts(self.picture.ctx, unit, self.picture.state.doors) >> cell & 1:
            gain = self._charge(unit, cell) if "fight" in may else 0.0
            return (gain, (("attack", gain),)) if gain > 0 else (0.0, ())
        best: tuple[float, Terms] = (0.0, ())
        if "shoot" in may:
            shot = self.fire.best_shot(unit, cell)
            if shot is not None:
                best = shot.gain, (("attack", shot.gain),)
        for errand in self._at_hand(errands, cell, may):
            if errand.gain > best[0]:
                best = errand.gain, ((errand.note, errand.gain),)
        return best

    def _charge(self, unit: Unit, cell: Cell) -> float:
        """The best blow after running into contact at a cell."""
        p = self.picture
        near = p.board.contact_mask(cell, unit.size, p.state.doors)
        gains = []
        for foe in p.foes:
            if near & p.board.footprint_mask(foe.cell, foe.size):
                lost, gained = self.danger.exchange(unit, foe)
                gains.append(lost * self.danger.prize(foe) / max(1.0, p.worth(foe)) - gained)
        return max(gains, default=0.0) - ENTANGLED

    def _drawn(self, unit: Unit, action: Action) -> float:
        targets = action.targets if isinstance(action, actions.Shoot) else ()
        return self.movement.exposure(unit, (unit.cell,), targets)

    # -- the second skill -----------------------------------------------------------------------------------------

    def second(self, unit: Unit, task: Task, *, moved: bool) -> list[Plan]:
        """What to do with the rest of an order, the best first; passing is worth nothing."""
        ctx = self.picture.ctx
        may = frozenset(tag for tag in _skills(unit) if declare.may_declare(ctx, task, tag) is None)
        found = [Plan(0.0, actions.Pass(), ())]
        if moves.holding(ctx, unit):
            found += self.tight.engaged(unit, may, int(moved))
        else:
            found += self._rest(unit, may, moved=moved)
        return self.ready(unit, found)

    def _rest(self, unit: Unit, may: frozenset[str], *, moved: bool) -> list[Plan]:
        found = []
        shot = self.fire.best_shot(unit, unit.cell) if "shoot" in may else None
        if shot is not None:
            gain = shot.gain - (0.0 if moved else self._drawn(unit, shot.action))
            found.append(Plan(gain, shot.action, (("attack", gain),)))
        for errand in self._at_hand(self.errands_of(unit), unit.cell, may):
            found.append(Plan(errand.gain, errand.action, ((errand.note, errand.gain),)))
        if "discover" in may:
            found += self.tight.discoveries(unit)
        if "move" in may:
            move = self.movement
            points = move.points(unit, 1 if moved else 0)
            walk = move.reach(unit, points)
            cells = move.best_cells(unit, list(walk.cost)[1:], self.picture.settings.width)
            for walked in [*self._made(unit, walk, cells, points), *move.shutting(unit, walk, points)]:
                found.append(Plan(walked.gain, walked.way, walked.terms))
        return found


def _skills(unit: Unit) -> Iterable[str]:
    """The tags of skills that a unit may have a use for."""
    return (*declare.CLASSES, *RITES) if unit.upgrades else declare.CLASSES
