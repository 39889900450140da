"""Why a unit may not move to a cell: the rules' own answer, for the unit that acts or one that could run next."""

from __future__ import annotations

from typing import NamedTuple

from game.api import Refusal, Unit, View
from game.rules.impetuous.duty import duty, points_now, why_not
from game.rules.impetuous.names import IMPETUOUS
from game.rules.impetuous.tasks import ImpetuousPhase
from game.rules.skirmish.queries import on_board
from game.rules.skirmish.tasks import running_order
from game.text.naming import Naming
from game.text.typed import Typed, read_cell
from game.text.words import Words


class Answer(NamedTuple):
    """What is said, and whether the unit may go there."""

    text: str
    allowed: bool


class Reasons:
    """Answers about one view of a table."""

    def __init__(self, view: View, words: Words) -> None:
        self._view = view
        self._words = words

    def of(self, unit_id: int, where: str) -> Answer:
        """Why a unit (0: the one that acts) may not move to the cell ``where``, which is written ``12,5``."""
        view, words = self._view, self._words
        cell = read_cell(where, view.game)
        unit = view.state.units.get(unit_id or self._actor())
        if unit is None or cell is None:
            return Answer(words.say("why_usage"), allowed=False)
        if self._is_impetuous(unit):
            found = self._told(why_not(view.ctx, unit, cell), unit, where)
            option = duty(view.ctx, unit, points_now(view.ctx, unit)).option
            must = words.say("why_impetuous", unit=self._name(unit), duty=words.of("duties", option))
            return Answer(f"{found.text} {must}", found.allowed)
        reading = Typed(words).read(f"move {unit.id} {where}", view)
        return Answer(reading.problem, allowed=False) if reading.problem else self._told(None, unit, where)

    def _told(self, refusal: Refusal | None, unit: Unit, where: str) -> Answer:
        if refusal is not None:
            return Answer(self._words.texts.refusal(refusal, self._view), allowed=False)
        return Answer(self._words.say("may_end", unit=self._name(unit), cell=where), allowed=True)

    def _actor(self) -> int:
        task = self._view.game.waiting(self._view.state)
        return getattr(task, "actor", 0) or getattr(task, "unit", 0)

    def _is_impetuous(self, unit: Unit) -> bool:
        """Does it run now, or could it be the next to run?"""
        view = self._view
        order = running_order(view.ctx)
        if order is not None:
            return order.kind == IMPETUOUS and order.actor == unit.id and on_board(unit)
        return isinstance(view.game.waiting(view.state), ImpetuousPhase) and on_board(unit)

    def _name(self, unit: Unit) -> str:
        return Naming(self._view.game, self._view.state, self._words).unit(unit)
