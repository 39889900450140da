"""What a bot may use: actions imagined, which mean the same on every machine, and seconds, which do not."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Final

from msgspec import Struct

from game.api import Action, BudgetSpent, DiceSource, Event, Game, Side, State


class Budget(Struct, frozen=True, kw_only=True):
    """The limits of a game; None: no limit.

    ``move_imagines`` and ``game_imagines`` say how many actions a bot may carry out in thought, for each decision and
    in the whole game. ``move_time`` is for one answer, ``game_time`` for a whole game, in seconds.
    """

    move_imagines: int | None = None
    game_imagines: int | None = None
    move_time: float | None = None
    game_time: float | None = None

    @property
    def clocked(self) -> bool:
        """Whether a clock may end a game, which takes a process that can be stopped."""
        return self.move_time is not None or self.game_time is not None


FREE: Final = Budget()


class Meter:
    """Counts the actions that bots imagine in one game, and refuses those beyond the budget.

    ``total`` and ``most`` are by side: in the game so far, and for its largest decision.
    """

    __slots__ = ("_limit", "_side", "_used", "budget", "most", "total")

    def __init__(self, budget: Budget, sides: Mapping[Side, object]) -> None:
        self.budget = budget
        self.total: dict[Side, int] = dict.fromkeys(sides, 0)
        self.most: dict[Side, int] = dict.fromkeys(sides, 0)
        self._side: Side = ""
        self._used = 0
        self._limit: int | None = None

    def begin(self, side: Side) -> None:
        """A side is asked for its next answer."""
        self._side, self._used, self._limit = side, 0, self.budget.move_imagines
        in_all = self.budget.game_imagines
        if in_all is not None:
            left = in_all - self.total[side]
            self._limit = left if self._limit is None else min(self._limit, left)

    def close(self) -> None:
        """The side has answered, or failed."""
        if self._used:
            self.total[self._side] += self._used
            self.most[self._side] = max(self.most[self._side], self._used)
            self._used = 0

    @property
    def left(self) -> int | None:
        """How many more this decision may take."""
        return None if self._limit is None else self._limit - self._used

    def count(self) -> None:
        """One more. Raises BudgetSpent when there is no more."""
        if self._limit is not None and self._used >= self._limit:
            each = self.budget.move_imagines
            if each is not None and self._limit == each:
                raise BudgetSpent(f"more than {each} actions imagined for one decision")
            raise BudgetSpent(f"more than {self.budget.game_imagines} actions imagined in one game")
        self._used += 1


class Counted(Game):
    """A game as players know it, which counts every action that they carry out in thought, however they come by it."""

    def __init__(self, public: Game, meter: Meter) -> None:
        self.__dict__.update(public.__dict__)
        self._apart()
        self._meter = meter

    @property
    def imagines_left(self) -> int | None:
        """How many more this decision may take."""
        return self._meter.left

    def apply(self, state: State, action: Action, dice: DiceSource) -> tuple[State, tuple[Event, ...]]:
        """Carry an action out in thought."""
        self._meter.count()
        return super().apply(state, action, dice)


def metered(game: Game, meter: Meter) -> Game:
    """The same game, of which players are shown what counts their imagining; its own actions are not counted."""
    twin = copy(game)
    twin.__dict__["public"] = Counted(game.public, meter)
    return twin
