"""``marines:line``: a sound player of the human side, by the odds and one step ahead."""

from __future__ import annotations

from collections.abc import Sequence

from ai.kinds import Field
from ai.marines.charts import charts, deploying
from ai.marines.commands import Commands
from ai.marines.deploying import Deploying
from ai.marines.picture import Atlas, Picture
from ai.marines.places import Terms
from ai.marines.plans import Plans
from ai.marines.reactions import Reactions, running
from ai.marines.settings import LEAST, Settings
from ai.marines.specials import Specials
from ai.marines.tight import Plan
from ai.player import Reasons, Term
from game.api import (
    Action,
    Dice,
    EndTurn,
    Event,
    Options,
    Pass,
    State,
    Task,
    Unit,
    View,
    actions,
    airborne,
    hive_tasks,
    tasks,
)

KINDS = ("own", "lieutenant", "pool")
"""Orders that only their trooper can use go first (OR-1)."""


class LineBot:
    """Weighs every order, shot, step and reaction in points and takes the best; it keeps no plans and no secrets."""

    plans_by: type[Plans] = Plans
    reactions_by: type[Reactions] = Reactions

    def __init__(self, dice: Dice, **settings: float) -> None:
        self.settings = Settings(**settings)  # type: ignore[arg-type]
        self._atlas = Atlas()
        self._known: tuple[State, Plans] | None = None
        self._last: tuple[Action, list[Plan], str, Task | None] | None = None
        self._view: View | None = None

    def decide(self, view: View, options: Sequence[Action]) -> Action:
        """The best answer to what is asked."""
        task = view.game.waiting(view.state)
        found, note = self._answers(view, task, options)
        first = found[0].action if found else options[0]
        chosen = first if isinstance(first, Action) else options[0]
        self._last = (chosen, found, note, task)
        self._view = view
        return chosen

    def observe(self, events: Sequence[Event]) -> None:
        """Whatever happened is in the next view; nothing is remembered."""

    def explain(self) -> Reasons | None:
        """The terms of the last choice and of the best one not taken."""
        if self._last is None:
            return None
        chosen, found, note, task = self._last
        if not found:
            return Reasons(chosen, note=note)
        best = found[0]
        for plan in found[1:]:
            action = self._named(task, plan)
            if action is not None and action != chosen:
                return Reasons(
                    chosen, best.score, _terms(best.terms), action, plan.score, _terms(plan.terms), note=note
                )
        return Reasons(chosen, best.score, _terms(best.terms), note=note)

    def fields(self) -> list[Field]:
        """The numbers behind the last choice, worked out anew so that nothing which is remembered changes."""
        if self._view is None or self._last is None:
            return []
        chosen, weighed, _, task = self._last
        if isinstance(task, tasks.React | tasks.GutsRoll | tasks.ExitOffer):
            return []
        actor = getattr(chosen, "unit", 0) or getattr(task, "actor", 0) or getattr(task, "unit", 0)
        plans = self.plans_by(Picture(self._view, Atlas(), self.settings))
        if isinstance(task, tasks.Deployment):
            return deploying(plans, actor, weighed)
        return charts(plans, actor, task, chosen)

    def _named(self, task: Task | None, plan: Plan) -> Action | None:
        """The action of a plan whose way has not been worked out yet."""
        if isinstance(plan.action, Action):
            return plan.action
        if self._known is None or not isinstance(task, tasks.DeclareFirst | tasks.DeclareSecond):
            return None
        state, plans = self._known
        return plans.named(state.units[task.actor], plan)

    # -- what is asked ----------------------------------------------------------------------------------------------

    def _plans(self, view: View) -> Plans:
        """The plans of this state; a state that was just looked at is not looked at again."""
        if self._known is None or self._known[0] is not view.state:
            self._atlas.tidy()
            before = None if self._known is None else self._known[1]
            self._known = view.state, self.plans_by(Picture(view, self._atlas, self.settings), before)
        return self._known[1]

    def _answers(self, view: View, task: Task | None, options: Sequence[Action]) -> tuple[list[Plan], str]:
        """The answers worth a thought, the best first, and the sentence that explains them."""
        if isinstance(task, tasks.React):
            return self._react(view, task, options), "reaction"
        plans = self._plans(view)
        units = view.state.units
        if isinstance(task, tasks.OrdersPhase):
            return self._orders(view, plans, options), "order"
        if isinstance(task, tasks.DeclareFirst | tasks.DeclareSecond):
            note = "first skill" if isinstance(task, tasks.DeclareFirst) else "second skill"
            special = Specials(plans)
            if special.concerns(units[task.actor], running(plans.picture)):
                return special.declared(units[task.actor], task, options), note
            return self._skill(plans, units[task.actor], task), note
        if isinstance(task, tasks.Deployment):
            first = options[0]
            assert isinstance(first, actions.Deploy)
            return Deploying(plans).best(units[first.unit]), "deployment"
        if isinstance(task, tasks.CommandStep):
            return Commands(plans).best(), "command"
        if isinstance(task, tasks.DodgeMove):
            return _places(plans, units[task.unit], options), "place"
        if isinstance(task, airborne.Stray):
            return _places(plans, units[task.unit], options), "place"
        if isinstance(task, hive_tasks.WithdrawMove):
            return _places(plans, units[task.actor], options), "place"
        if isinstance(task, hive_tasks.WithdrawFire):
            return _attacks(plans, units[task.actor], options), "attack"
        if isinstance(task, tasks.ExitOffer):
            leave = plans.goals.mission.may_leave
            return [Plan(0.0, actions.Leave() if leave else Pass(), ())], "leave" if leave else "stay"
        if isinstance(task, tasks.GutsRoll):
            return [Plan(0.0, options[0], ())], "stand"
        return Specials(plans).answers(task, options)

    def _skill(self, plans: Plans, unit: Unit, task: tasks.DeclareFirst | tasks.DeclareSecond) -> list[Plan]:
        if isinstance(task, tasks.DeclareFirst):
            return plans.order(unit)
        order = running(plans.picture)
        moved = any(isinstance(skill.action, actions.Move) for skill in order.skills)
        return plans.second(unit, task, moved=moved)

    def _orders(self, view: View, plans: Plans, options: Sequence[Action]) -> list[Plan]:
        """The best plan of each trooper that may be given an order; the end of the turn where nothing helps."""
        ways: dict[int, str] = {}
        for action in _of_type(options, actions.GiveOrder):
            known = ways.get(action.unit)
            if known is None or KINDS.index(action.kind) < KINDS.index(known):
                ways[action.unit] = action.kind
        found = [Plan(LEAST, EndTurn(), ())]
        for unit_id, kind in ways.items():
            unit = view.state.units[unit_id]
            best = Specials(plans).order(unit)[:1]
            found += [Plan(plan.score, actions.GiveOrder(unit_id, kind), plan.terms) for plan in best]
        return sorted(found, key=lambda plan: -plan.score)

    def _react(self, view: View, task: tasks.React, options: Sequence[Action]) -> list[Plan]:
        picture = Picture(view, self._atlas, self.settings)
        judge = self.reactions_by(picture, view.state.units[task.unit], running(picture))
        return [Plan(answer.score, answer.action, answer.terms) for answer in judge.answers(list(options))]


def _of_type(options: Sequence[Action], kind: type[actions.GiveOrder]) -> list[actions.GiveOrder]:
    listed = options.of(kind) if isinstance(options, Options) else options
    return [action for action in listed if isinstance(action, kind)]


def _places(plans: Plans, unit: Unit, options: Sequence[Action]) -> list[Plan]:
    """Moves by the worth of where they end; staying counts as the place where the trooper stands."""
    found = []
    for action in options:
        cell = unit.cell
        if isinstance(action, actions.Step | actions.Move):
            cell = next((step for step in reversed(action.path) if step >= 0), unit.cell)
        elif isinstance(action, actions.Drop):
            cell = action.cell
        place = plans.places.place(unit, cell)
        found.append(Plan(place.value, action, place.terms))
    return sorted(found, key=lambda plan: -plan.score)


def _attacks(plans: Plans, unit: Unit, options: Sequence[Action]) -> list[Plan]:
    """Listed attacks by what they promise."""
    known = {attack.action: attack.gain for attack in (*plans.fire.shots(unit, unit.cell), *plans.fire.blows(unit))}
    found = [Plan(known.get(action, -1.0), action, (("attack", known.get(action, 0.0)),)) for action in options]
    return sorted(found, key=lambda plan: -plan.score)


def _terms(terms: Terms) -> tuple[Term, ...]:
    return tuple(Term(name, round(value, 3)) for name, value in terms)
