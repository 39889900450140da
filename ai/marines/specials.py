"""Decisions that only some games know: impetuous activations, forms, Masters and their avatars."""

from __future__ import annotations

from collections.abc import Sequence

from ai.marines.listed import Listed
from ai.marines.masters import Weighed
from ai.marines.plans import Plans
from ai.marines.shapes import Shapes, developed, of_seed
from ai.marines.tight import Plan
from game.api import (
    Action,
    Pass,
    Task,
    Unit,
    actions,
    avatar,
    form_tasks,
    forms,
    impetuous,
    moves,
    tasks,
)

UNBOUND = 0.6
"""What a free activation is worth by itself: it costs no order, and nobody is as near to the enemy afterwards."""


class Specials:
    """What the base rules do not ask, in one picture."""

    def __init__(self, plans: Plans) -> None:
        self.plans = plans
        self.picture = plans.picture

    # -- orders -----------------------------------------------------------------------------------------------------

    def order(self, unit: Unit) -> list[Plan]:
        """The plans for a whole order; of a seed those that hatch it."""
        p = self.picture
        if p.kind(unit).transmutation and forms.is_seed(p.ctx, unit):
            return self.plans.ready(unit, of_seed(self.plans.whole(developed(p, unit))))
        found = self.plans.order(unit)
        if unit.upgrades and found:
            due = self.plans.masters.due(unit)
            if due:
                best = found[0]
                return [best._replace(score=best.score + due, terms=(*best.terms, ("avatar", due))), *found[1:]]
        return found

    def concerns(self, unit: Unit, order: tasks.Order) -> bool:
        """Do other rules than the usual say which skills this unit may declare?"""
        return order.kind == impetuous.TOKEN or bool(self.picture.kind(unit).transmutation)

    def declared(
        self, unit: Unit, task: tasks.DeclareFirst | tasks.DeclareSecond, options: Sequence[Action]
    ) -> list[Plan]:
        """The skills of an impetuous activation, or of a unit with several forms, the best first; all are legal."""
        first = isinstance(task, tasks.DeclareFirst)
        if self.order_kind == impetuous.TOKEN:
            return Listed(self.plans, unit, first=first).best(options)
        shapes, p = Shapes(self.plans), self.picture
        if first:
            found = self.plans.whole(developed(p, unit))
            if forms.is_seed(p.ctx, unit):
                found = of_seed(found)
            moved = False
        else:
            order = tasks.running_order(p.ctx)
            moved = order is not None and any(isinstance(skill.action, actions.Move) for skill in order.skills)
            found = self.plans.second(unit, task, moved=moved)
        found += shapes.shifts(unit, options, second=not first, moved=moved)
        found.sort(key=lambda plan: -plan.score)
        for index, plan in enumerate(found):
            action = self.plans.named(developed(p, unit) if first else unit, plan)
            if action is not None and p.view.verdict(action).refusal is None:
                return [plan._replace(action=action), *found[index + 1 :]]
        return Listed(self.plans, unit, first=first).best(options)

    @property
    def order_kind(self) -> str:
        """The kind of the running order."""
        order = tasks.running_order(self.picture.ctx)
        return "" if order is None else order.kind

    # -- other questions --------------------------------------------------------------------------------------------

    def answers(self, task: Task | None, options: Sequence[Action]) -> tuple[list[Plan], str]:
        """The answers worth a thought, the best first, and the sentence that explains them; none if nobody knows."""
        units, masters = self.picture.state.units, self.plans.masters
        if isinstance(task, impetuous.ImpetuousPhase):
            return self._impetuous(options), "impetuous"
        if isinstance(task, form_tasks.FormRoll):
            return Shapes(self.plans).roll(units[task.unit]), "form"
        if isinstance(task, form_tasks.Growth):
            return Shapes(self.plans).growth(units[task.unit], options), "form"
        if isinstance(task, avatar.tasks.CardChoice):
            return _sorted(masters.card(units[task.unit], options)), "card"
        if isinstance(task, avatar.tasks.ManifestPrompt):
            return _sorted(masters.manifest(units[task.unit])), "avatar"
        if isinstance(task, avatar.tasks.AvatarPlace):
            return self._avatar(units[task.unit], options), "avatar"
        if isinstance(task, avatar.tasks.EventChoice):
            return _sorted(masters.events(units[task.unit], options)), "event"
        if isinstance(task, avatar.tasks.EventTarget):
            return _sorted(masters.targets(task.event, options)), "event"
        return [], "first"

    def _impetuous(self, options: Sequence[Action]) -> list[Plan]:
        """Whom to let off the leash: the best run of each; whoever would only run into fire is held back."""
        p = self.picture
        found = [Plan(0.0, Pass(), ())]
        for option in options:
            if isinstance(option, actions.GiveOrder):
                unit = p.state.units[option.unit]
                best = max(self._runs(unit), key=lambda plan: plan.score, default=None)
                if best is not None:
                    found.append(Plan(best.score + UNBOUND, option, best.terms))
        return sorted(found, key=lambda plan: -plan.score)

    def _runs(self, unit: Unit) -> list[Plan]:
        """What an activation could begin with."""
        if unit.cell < 0:
            return self.plans.tight.landings(unit)
        ctx = self.picture.ctx
        points = moves.movement_points(ctx, unit, 0, prone=False)
        duty = impetuous.duty(ctx, unit, points)
        walks: list[Action] = [actions.Move(duty.path(end)) for end in duty.ends]
        return [*Listed(self.plans, unit, first=True).best(walks), *self.plans.tight.charges(unit)]

    def _avatar(self, unit: Unit, options: Sequence[Action]) -> list[Plan]:
        """Where the avatar stands best: as any place, and with prey near by."""
        found = []
        for option in options:
            if isinstance(option, avatar.actions.PlaceAvatar):
                place = self.plans.places.place(unit, option.cell)
                prey = self.plans.masters.prey(option.cell, unit.size)
                found.append(Plan(place.value + prey, option, (*place.terms, ("prey", prey))))
        return sorted(found, key=lambda plan: -plan.score)


def _sorted(found: list[Weighed]) -> list[Plan]:
    plans = [Plan(answer.score, answer.action, ((answer.name, answer.score),)) for answer in found]
    return sorted(plans, key=lambda plan: -plan.score)
