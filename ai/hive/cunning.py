"""``hive:cunning``: one mind that waits in the dark, charges together, and spends its dice where they hurt."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ai.hive.choice import Choice, best, reasons
from ai.hive.fire import Fire
from ai.hive.front import Front, front_key
from ai.hive.march import March
from ai.hive.melee import Melee
from ai.hive.muster import Muster
from ai.hive.settings import Temper
from ai.player import Reasons
from game.api import (
    Action,
    Dice,
    Event,
    Pass,
    Task,
    View,
    actions,
    hive_actions,
    hive_tasks,
)
from game.api import tasks as base_tasks


class Cunning:
    """See the module's docstring; ``temper`` holds its parameters."""

    def __init__(self, dice: Dice, *, patience: int = 2, samples: int = 0) -> None:
        self.dice = dice
        self.temper = Temper(patience, samples)
        self._key: object = None
        self._tell: Callable[[], Reasons] | None = None

    def decide(self, view: View, options: Sequence[Action]) -> Action:
        """Answer by the kind of question."""
        task = view.game.waiting(view.state)
        self._look(view)
        made = self._answer(view, task, options)
        chosen, rejected = best(made)
        self._tell = reasons(chosen, rejected, "")
        return chosen.action

    def observe(self, events: Sequence[Event]) -> None:
        """Everything it needs is on the table."""

    def explain(self) -> Reasons | None:
        """The terms of its last decision and of the best option it did not take."""
        return None if self._tell is None else self._tell()

    def _look(self, view: View) -> None:
        """Take the front in anew if a trooper or a door changed."""
        key = front_key(view)
        if key != self._key:
            self._key = key
            self.front = Front(view)
            self.fire = Fire(self.front)
            self.melee = Melee(self.front)
            self.march = March(self.front, self.fire, self.melee)

    def _answer(self, view: View, task: Task | None, options: Sequence[Action]) -> list[Choice]:
        if isinstance(task, hive_tasks.HiveMove):
            return self._next(view, options)
        if isinstance(task, hive_tasks.XenoMove) and isinstance(options[0], actions.Move):
            unit = view.state.units[task.actor]
            muster = Muster(view, self.front, self.fire, self.temper)
            top, second = self.march.choose(view.ctx, unit, muster)
            return [top] if second is None else [top, second]
        if isinstance(task, base_tasks.React):
            for kind in (actions.Fight, actions.Dodge):
                for o in options:
                    if isinstance(o, kind):
                        return [Choice(0, o)]
            return [Choice(0, options[-1])]
        return [Choice(0.0, options[0])]

    def _next(self, view: View, options: Sequence[Action]) -> list[Choice]:
        muster = Muster(view, self.front, self.fire, self.temper)
        legal = {o.unit for o in options if isinstance(o, hive_actions.ActivateXeno)}
        for r in muster.ready:
            if r.id in legal:
                return [Choice(0.0, hive_actions.ActivateXeno(r.id))]
        return [Choice(0.0, options[0])]
