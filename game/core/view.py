"""What one side may see, and what it may work out from that: the only thing bots and screens get."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.options import Options
from game.core.refusal import Verdict
from game.core.state import Action, Event, State, Unit
from game.core.tx import Ctx, DiceSource
from game.core.types import Side

if TYPE_CHECKING:
    from game.board import Board
    from game.core.game import Game


class View:
    """A redacted state with the questions a player may ask of it. Holds no dice and no true state."""

    __slots__ = ("_ctx", "game", "side", "state")

    def __init__(self, game: Game, state: State, side: Side) -> None:
        self.game = game
        self.state = state
        self.side = side
        self._ctx: Ctx | None = None

    @property
    def ctx(self) -> Ctx:
        """The reading context that the rules' questions take."""
        if self._ctx is None:
            self._ctx = self.game.ctx(self.state)
        return self._ctx

    @property
    def board(self) -> Board:
        """The board; the same for every side."""
        return self.game.board

    @property
    def own(self) -> list[Unit]:
        """This side's units, by id."""
        return [unit for unit in self.state.units.values() if unit.side == self.side]

    @property
    def foes(self) -> list[Unit]:
        """The units of other teams that this side knows of, by id."""
        team = self.game.teams[self.side]
        teams = self.game.teams
        return [unit for unit in self.state.units.values() if teams[unit.side] != team]

    def options(self) -> Options:
        """The legal actions if this side is to act, else none."""
        return self.game.options(self.state, self.side)

    def verdict(self, action: Action) -> Verdict:
        """May this side do this now?"""
        return self.game.verdict(self.state, action, self.side)

    @property
    def imagines_left(self) -> int | None:
        """How often what follows from an action may still be imagined; None where there is no budget."""
        return self.game.imagines_left

    def imagine(self, action: Action, dice: DiceSource) -> tuple[State, tuple[Event, ...]]:
        """What would follow from ``action`` with dice of the asker's own; the table is untouched.

        Raises BudgetSpent where there is a budget and it is spent.
        """
        return self.game.apply(self.state, action, dice)
