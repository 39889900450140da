"""Listed answers by their worth: where a rule leaves few of them, as an impetuous activation or a change of form."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from ai.marines.movement import MOVE_COST
from ai.marines.places import Terms
from ai.marines.plans import Plans
from ai.marines.tight import IDLE_GAIN, Plan
from game.api import Action, Cell, Pass, Path, Unit, actions, declare, forms

UNKNOWN = -1.0
"""What a listed answer is worth that nobody has a use for."""
DUCK = 0.4
"""The part of the fire drawn at the end of a run that a Dodge spares."""
HOLE = 24
"""Moves that are weighed in full, the most promising first."""


class Listed:
    """The options of one decision of one trooper."""

    def __init__(self, plans: Plans, unit: Unit, *, first: bool) -> None:
        """``first``: it declares its first skill, a second one may follow."""
        self.plans = plans
        self.picture = plans.picture
        self.unit = unit
        self.first = first

    def best(self, options: Sequence[Action]) -> list[Plan]:
        """Every option with its value, the best first; of very many moves only the most promising."""
        walks = [option for option in options if isinstance(option, actions.Move | actions.Climb)]
        rest = [option for option in options if not isinstance(option, actions.Move | actions.Climb)]
        if len(walks) > HOLE:
            prices = self.plans.places.prices(self.unit, [_end(walk.path, self.unit.cell) for walk in walks])
            walks = [walk for _, walk in sorted(zip(prices, walks, strict=True), key=itemgetter(0))]
        found = [self._plan(option) for option in (*walks[:HOLE], *rest)]
        return sorted(found, key=lambda plan: -plan.score)

    def _plan(self, option: Action) -> Plan:
        if isinstance(option, Pass):
            return Plan(0.0, option, ())
        if isinstance(option, actions.Move | actions.Climb):
            return self._run(option, option.path, follows=isinstance(option, actions.Move))
        if isinstance(option, actions.Jump):
            return self._run(option, (option.to,), follows=False)
        if isinstance(option, actions.Dodge):
            drawn = self.plans.movement.exposure(self.unit, (self.unit.cell,), ())
            return Plan(DUCK * drawn, option, (("escape", DUCK * drawn),))
        if isinstance(option, actions.Idle):
            return Plan(IDLE_GAIN / 10, option, ())
        found = self._known.get(option)
        return Plan(UNKNOWN, option, ()) if found is None else found._replace(action=option)

    def _run(self, option: Action, path: Path, *, follows: bool) -> Plan:
        """A walk by the place it leads to, the fire it draws, and what can be done at its end."""
        plans, unit = self.plans, self.unit
        end = _end(path, unit.cell)
        gain, terms = plans.movement.change(unit, end)
        drawn = plans.movement.toll(unit, path)
        found: Terms = (*terms, ("fire", -drawn)) if drawn else terms
        after = 0.0
        if follows and self.first:
            after, then = plans.second_at(unit, end, plans.errands.of(unit), _SHORT)
            found = (*found, *then)
        return Plan(gain + after - drawn - MOVE_COST, option, found)

    @property
    def _known(self) -> dict[Action, Plan]:
        """Attacks, runs and errands that can be begun here, by their action."""
        plans, unit = self.plans, self.unit
        found: dict[Action, Plan] = {}
        if unit.cell < 0:
            return {plan.action: plan for plan in plans.tight.landings(unit) if isinstance(plan.action, Action)}
        for attack in (*plans.fire.shots(unit, unit.cell), *plans.fire.blows(unit)):
            found[attack.action] = Plan(attack.gain, attack.action, (("attack", attack.gain),))
        for errand in plans.errands.of(unit):
            if errand.cells >> unit.cell & 1:
                found[errand.action] = Plan(errand.gain, errand.action, ((errand.note, errand.gain),))
        for plan in (*plans.tight.charges(unit), *plans.tight.discoveries(unit)):
            if isinstance(plan.action, Action):
                found[plan.action] = plan
        for plan in plans.tight.struggles(unit, _STRUGGLES):
            if isinstance(plan.action, Action):
                found[plan.action] = plan
        return found


_SHORT = frozenset(tag for tag, kind in declare.CLASSES.items() if kind == declare.SHORT)
_STRUGGLES = frozenset({"reset", "dodge"})


def _end(path: Path, cell: Cell) -> Cell:
    return next((step for step in reversed(path) if step >= 0), cell)


def changes_form(plans: Plans, unit: Unit) -> bool:
    """Is this one whose forms, or whose next skill, other rules have a say in?"""
    return forms.condition_of(plans.picture.ctx, unit) is not None
