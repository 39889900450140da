"""``hive:cunning``: one mind that waits in the dark, charges together, and spends its dice where they hurt."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ai.hive import blows
from ai.hive.charts import charts
from ai.hive.choice import Choice, best, reasons
from ai.hive.dicing import Dicing
from ai.hive.fire import Fire
from ai.hive.front import Front, front_key
from ai.hive.march import March
from ai.hive.melee import Melee
from ai.hive.muster import Muster
from ai.hive.placing import Placing, nest_brood
from ai.hive.settings import Temper
from ai.kinds import Field
from ai.player import Reasons
from game.api import (
    Action,
    Dice,
    Event,
    Task,
    View,
    actions,
    hive_actions,
    hive_tasks,
    queries,
)
from game.api import tasks as base_tasks

SHADOW_REACH = 6
"""Cells around a psyker in which xenos count for the choice of the Warp shadow's victim (HM-A10)."""


class Cunning:
    """See the module's docstring; ``temper`` holds its parameters."""

    def __init__(self, dice: Dice, *, patience: int = 2) -> None:
        self.dice = dice
        self.temper = Temper(patience)
        self._key: object = None
        self.muster: Muster | None = None
        self._tell: Callable[[], Reasons] | None = None
        self._asked: tuple[View, Action] | None = None

    def decide(self, view: View, options: Sequence[Action]) -> Action:
        """Answer by the kind of question."""
        task = view.game.waiting(view.state)
        self._look(view)
        made = self._answer(view, task, options)
        chosen, rejected = best(made)
        self._tell = reasons(chosen, rejected, "")
        self._asked = view, chosen.action
        return chosen.action

    def observe(self, events: Sequence[Event]) -> None:
        """Everything it needs is on the table."""

    def explain(self) -> Reasons | None:
        """The terms of its last decision and of the best option it did not take."""
        return None if self._tell is None else self._tell()

    def fields(self) -> list[Field]:
        """The numbers behind the last decision; taken in anew, so that nothing which is remembered changes."""
        if self._asked is None:
            return []
        view, chosen = self._asked
        task = view.game.waiting(view.state)
        actor = getattr(chosen, "unit", 0) or getattr(task, "actor", 0) or getattr(task, "unit", 0)
        front = Front(view)
        fire = Fire(front)
        mover = actor if isinstance(task, hive_tasks.XenoMove) else 0
        return charts(view, front, fire, Muster(view, front, fire, self.temper, mover), actor)

    def _look(self, view: View) -> None:
        """Take the front in anew if a trooper or a door changed."""
        key = front_key(view)
        if key != self._key:
            self._key = key
            self.front = Front(view)
            self.fire = Fire(self.front)
            self.melee = Melee(self.front)
            self.placing = Placing(self.front)
            self.march = March(self.front, self.fire, self.melee)

    def _answer(self, view: View, task: Task | None, options: Sequence[Action]) -> list[Choice]:
        ctx, front = view.ctx, self.front
        muster = self._mustered(view, task)
        if isinstance(task, hive_tasks.HiveMove):
            return _next(muster, options)
        if isinstance(task, hive_tasks.XenoMove):
            return self._move(view, task, options, muster)
        if isinstance(task, hive_tasks.XenoAttack):
            return blows.attacks(view, task, options, front, muster)
        if isinstance(task, hive_tasks.Reinforcement):
            return self.placing.creatures(ctx, task, muster)
        if isinstance(task, hive_tasks.NestPlace):
            return self.placing.births(ctx, task, muster)
        if isinstance(task, hive_tasks.NestChoice):
            return nest_brood(ctx, task, front)
        if isinstance(task, hive_tasks.MarkerChoice):
            return self.placing.markers(ctx, task)
        if isinstance(task, hive_tasks.DiceChoice):
            return Dicing(view, front, self.melee, muster).plans(options)
        if isinstance(task, hive_tasks.ShadowChoice):
            return _psykers(view, options, front)
        if isinstance(task, base_tasks.React):
            return blows.reactions(view, task, options, front, muster)
        if isinstance(task, base_tasks.DodgeMove):
            return blows.dodge_steps(view, view.state.units[task.unit], options, front, self.fire, muster)
        return [Choice(0.0, options[0])]

    def _mustered(self, view: View, task: Task | None) -> Muster:
        """The muster of this moment: taken for each activation, kept while it lasts."""
        muster = self.muster
        fresh = isinstance(task, hive_tasks.HiveMove | hive_tasks.Reinforcement | hive_tasks.NestPlace)
        if muster is None or fresh or muster.front is not self.front:
            mover = task.actor if isinstance(task, hive_tasks.XenoMove) else 0
            muster = self.muster = Muster(view, self.front, self.fire, self.temper, mover)
        return muster

    def _move(self, view: View, task: hive_tasks.XenoMove, options: Sequence[Action], muster: Muster) -> list[Choice]:
        if not isinstance(options[0], actions.Move):
            return [Choice(0.0, options[0])]
        top, second = self.march.choose(view.ctx, view.state.units[task.actor], muster)
        return [top] if second is None else [top, second]


def _next(muster: Muster, options: Sequence[Action]) -> list[Choice]:
    """The first in the order of the muster; spores and swarms go when the rules say so."""
    legal = {option.unit for option in options if isinstance(option, hive_actions.ActivateXeno)}
    for ready in muster.ranks.ready:
        if ready.id in legal:
            terms = (-float(ready.stage), -float(ready.cost), -float(ready.away))
            return [Choice(0.0, hive_actions.ActivateXeno(ready.id), ("stage", "cost", "distance"), terms)]
    return [Choice(0.0, options[0])]


def _psykers(view: View, options: Sequence[Action], front: Front) -> list[Choice]:
    """The psyker with most xenos around him, then the one worth most (HM-A10)."""
    found: list[Choice] = []
    for option in options:
        unit = view.state.units.get(option.unit) if isinstance(option, hive_actions.ChoosePsyker) else None
        if unit is None:
            continue
        near = sum(1 for x in view.own if x.cell >= 0 and queries.range_between(view.ctx, unit, x) <= SHADOW_REACH)
        foe = front.by_id.get(unit.id)
        terms = (float(near), 0.0 if foe is None else foe.worth / 100)
        found.append(Choice(sum(terms), option, ("xenos", "worth"), terms))
    return found or [Choice(0.0, options[0])]
