"""Dice that bring about what chance brings about once in a thousand games: whole pools of swarm dice of one face."""

from __future__ import annotations

from game.api import SeededDice

POOL = 4
"""Swarm dice of one face that fall in a row: as many as a hive has (HM-21)."""
FACES = (2, 4, 3, 2, 6, 2, 5, 3)
"""The faces of the pools, one after another."""


class LoadedDice:
    """Seeded dice whose swarm dice fall in runs; everything else by chance."""

    __slots__ = ("_dice",)

    def __init__(self, dice: SeededDice) -> None:
        self._dice = dice

    def roll(self, purpose: str, sides: int) -> int:
        """The next face of a purpose."""
        face = self._dice.roll(purpose, sides)
        if purpose != "swarm":
            return face
        number = dict(self._dice.position())[purpose] - 1
        return FACES[number // POOL % len(FACES)]

    def position(self) -> tuple[tuple[str, int], ...]:
        """How many faces of each purpose were drawn."""
        return self._dice.position()

    def rewind(self, position: tuple[tuple[str, int], ...]) -> None:
        """Stand at an earlier position."""
        self._dice.rewind(position)

    def copy(self) -> LoadedDice:
        """Dice at the same position that move on their own."""
        return LoadedDice(self._dice.copy())
