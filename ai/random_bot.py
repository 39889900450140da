"""The two bots that know nothing: chance as a yardstick, and a floor that any real player must beat."""

from __future__ import annotations

from collections.abc import Sequence

from ai.player import BotKind, Reasons, Term
from game.api import Action, Dice, EndTurn, Event, Pass, View


class RandomBot:
    """Takes each option with the same chance, by dice of its own."""

    __slots__ = ("_dice", "_last")

    listens = False

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self._last: tuple[Action, int] | None = None

    def decide(self, view: View, options: Sequence[Action]) -> Action:
        """Any of the options."""
        count = len(options)
        chosen = options[self._dice.roll("choice", count) - 1] if count > 1 else options[0]
        self._last = (chosen, count)
        return chosen

    def observe(self, events: Sequence[Event]) -> None:
        """Nothing that happens changes how it plays."""

    def explain(self) -> Reasons | None:
        """Chance, and among how many."""
        if self._last is None:
            return None
        chosen, count = self._last
        return Reasons(chosen, terms=(Term("options", count),), note="chance")


class PassiveBot:
    """Declines whatever may be declined, ends its turn at once, and otherwise takes the first option."""

    __slots__ = ("_last",)

    listens = False
    DECLINE: tuple[Action, ...] = (Pass(), EndTurn())

    def __init__(self, dice: Dice) -> None:
        self._last: Action | None = None

    def decide(self, view: View, options: Sequence[Action]) -> Action:
        """A refusal if there is one."""
        for answer in self.DECLINE:
            if answer in options:
                self._last = answer
                return answer
        self._last = options[0]
        return options[0]

    def observe(self, events: Sequence[Event]) -> None:
        """Nothing that happens changes how it plays."""

    def explain(self) -> Reasons | None:
        """It never wants anything."""
        return None if self._last is None else Reasons(self._last, note="declines")


BOTS = (
    BotKind(
        "random",
        RandomBot,
        en="Picks any option with the same chance.",
        es="Elige cualquier opción con la misma probabilidad.",
    ),
    BotKind(
        "passive",
        PassiveBot,
        en="Declines whatever it may: the floor that any player must beat.",
        es="Renuncia a todo lo que puede: el suelo que cualquier jugador debe superar.",
    ),
)
