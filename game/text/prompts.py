"""What the questions of single rule systems need beyond the fields of their decision: duties, cards, forms."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from game.api import Game, State, Task
from game.core.types import UnitId
from game.rules.avatar.manifest import events_for
from game.rules.avatar.state import record_of
from game.rules.avatar.tasks import ManifestPrompt
from game.rules.impetuous.duty import duty, points_now
from game.rules.impetuous.names import IMPETUOUS
from game.rules.skirmish.queries import on_board
from game.rules.skirmish.tasks import DeclareFirst, DeclareSecond, running_order
from game.rules.transmutation.forms import SECOND
from game.rules.transmutation.tasks import FormRoll
from game.text.naming import Naming
from game.text.words import Words


class Prompt(NamedTuple):
    """The key of the question, empty for the usual one, and more values for its text."""

    key: str = ""
    values: Mapping[str, str] = MappingProxyType({})


class Prompts:
    """Looks at one view of a table."""

    def __init__(self, game: Game, state: State, words: Words) -> None:
        self._game = game
        self._state = state
        self._words = words

    def of(self, asked: Task, actor: UnitId) -> Prompt:
        """What the question about ``actor`` says beyond its decision."""
        if isinstance(asked, DeclareFirst | DeclareSecond):
            return self._impetuous(asked, actor)
        if isinstance(asked, ManifestPrompt):
            return self._manifest(actor)
        if isinstance(asked, FormRoll) and actor in self._state.units:
            kind = self._state.units[actor].kind
            return Prompt("", {"form": Naming(self._game, self._state, self._words).form(kind, SECOND)})
        return Prompt()

    def _impetuous(self, asked: Task, actor: UnitId) -> Prompt:
        """What an impetuous trooper must do (IM-22 to IM-30)."""
        ctx = self._game.ctx(self._state)
        order, unit = running_order(ctx), self._state.units.get(actor)
        if order is None or unit is None or order.kind != IMPETUOUS or not on_board(unit):
            return Prompt()
        key = "declare_first_impetuous" if isinstance(asked, DeclareFirst) else "declare_second_impetuous"
        return Prompt(key, {"duty": self._words.of("duties", duty(ctx, unit, points_now(ctx, unit)).option)})

    def _manifest(self, actor: UnitId) -> Prompt:
        """The card that would be shown, and the events that it and the avatar offer (AV-45 to AV-56)."""
        ctx, words = self._game.ctx(self._state), self._words
        record, unit = record_of(ctx, actor), self._state.units.get(actor)
        card = words.texts.name("manifestation", record.card) if record is not None else ""
        events = [words.of("happenings", event.id) for event in events_for(ctx, unit)] if unit is not None else []
        return Prompt("", {"card": card, "events": "; ".join(events)})
