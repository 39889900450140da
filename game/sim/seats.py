"""Dice for bots: their own, and the same again when a game is taken up in the middle."""

from __future__ import annotations

from typing import Final

from game.api import SeededDice

SPAN: Final = 1 << 20
"""Faces of a purpose that each decision has for itself."""


class BotDice:
    """A bot's dice, seeded by the game's seed and the bot's side, starting anew for each decision.

    What a bot rolls for a decision depends on the number of that decision alone, not on what it rolled before; so a
    game that was saved and taken up again goes on as it would have. ``ahead`` is how many decisions came before the
    first of those that are counted from 0 here.
    """

    __slots__ = ("_ahead", "_base", "_dice", "_met")

    def __init__(self, seed: int | str, side: str, *, ahead: int = 0) -> None:
        self._dice = SeededDice(seed).fork(f"bot/{side}").nameless()
        self._ahead = ahead
        self._base = 0
        self._met: set[str] = set()

    def at(self, number: int) -> None:
        """Stand before the first die of the decision that is the game's action ``number``."""
        self._base = (number + self._ahead) * SPAN
        self._met.clear()
        self._dice.rewind(())

    def roll(self, purpose: str, sides: int) -> int:
        """The next face of a purpose for this decision."""
        if purpose not in self._met:
            self._met.add(purpose)
            self._dice.rewind((*self._dice.position(), (purpose, self._base)))
        return self._dice.roll(purpose, sides)

    def position(self) -> tuple[tuple[str, int], ...]:
        """How far each purpose of this decision was read."""
        return self._dice.position()

    def rewind(self, position: tuple[tuple[str, int], ...]) -> None:
        """Go back to an earlier position within this decision."""
        self._dice.rewind(position)
        self._met = {purpose for purpose, _ in position}

    def copy(self) -> BotDice:
        """Dice at the same place that move on their own."""
        twin = BotDice.__new__(BotDice)
        twin._dice = self._dice.copy()
        twin._ahead = self._ahead
        twin._base = self._base
        twin._met = set(self._met)
        return twin
