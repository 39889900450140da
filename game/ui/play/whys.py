"""Who decided each action of a game, and asking a bot afterwards why: of a match that goes on, or of a film. No pygame.

A bot is asked by its name alone. What a save calls its player, and no bot is known by, is never made: it may be code.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from game.api import Action, Event, Game, Side, State
from game.io.deciders import Decider, Deciders
from game.ui.play.bots import HUMAN, Answer, Question
from game.ui.play.thinker import Thinker

Obstacle: TypeAlias = Literal["", "person", "nobody", "stranger", "secret"]
"""Why nobody can be asked about an action: a person decided, it is not known who, no bot of that name is known here, or
the seat that watches may not know the reasons. Empty if a bot can be asked."""
Step: TypeAlias = Literal[-1, 1]
"""Back or forth."""
_SECRET_PARTS: Final = ("units", "markers", "effects", "ext", "agenda")
"""Parts of a state that may look different from two seats."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One entry of a game: whose action, which, what followed, and the true table after it. Number 0 is the opening."""

    number: int
    side: Side
    action: Action | None
    events: tuple[Event, ...]
    after: State


def secrets(game: Game, state: State, sides: Sequence[Side]) -> bool:
    """Is something hidden between any two of these seats?"""
    first, *others = [game.redacted(state, side) for side in sides]
    return any(getattr(first, part) != getattr(other, part) for other in others for part in _SECRET_PARTS)


def heard(game: Game, moments: Sequence[Moment], side: Side) -> tuple[tuple[Event, ...], ...]:
    """What a seat was told, entry by entry."""
    return tuple(game.redacted_events(moment.after, moment.events, side) for moment in moments)


class Whys:
    """Who decided what, and one question at a time to a bot about it."""

    def __init__(
        self,
        game: Game,
        moment: Callable[[int], Moment],
        *,
        last: Callable[[], int],
        thinker: Callable[[], Thinker],
        stop: Callable[[], None],
        may_know: Callable[[Side, Side, int], bool],
        knows: Callable[[str], bool],
        deciders: Sequence[Decider | None] = (),
    ) -> None:
        """``moment`` remembers each entry up to the ``last``; ``thinker`` answers; ``stop`` ends one that does not.

        ``may_know`` says of a seat that watches (empty: all of them), a side and the number of an action whether the
        seat may know that side's reasons; ``knows`` of a spec whether it names a bot that may be asked; ``deciders``
        who decided the actions so far.
        """
        self.game = game
        self.moment, self._last = moment, last
        self._thinker, self._stop = thinker, stop
        self._may_know, self._knows = may_know, knows
        self._deciders = Deciders(deciders)
        self.deciding, self.decider = self._deciders.deciding, self._deciders.of
        self._asking = False

    # --- who decided ---------------------------------------------------------------------------------------------

    def obstacle(self, watcher: Side, number: int) -> Obstacle:
        """What keeps a seat, or all of them (empty), from asking about an action."""
        by = self.decider(number) if number <= self._last() else None
        if by is None or not by.spec:
            return "nobody"
        if by.spec == HUMAN:
            return "person"
        if not self._knows(by.spec):
            return "stranger"
        return "" if self._may_know(watcher, self.moment(number).side, number) else "secret"

    def may_ask(self, watcher: Side, number: int) -> bool:
        """Whether a bot made that action and a seat may know why."""
        return not self.obstacle(watcher, number)

    def neighbour(self, watcher: Side, number: int, step: Step) -> int | None:
        """The next action before or after one that a seat may ask about."""
        places = range(number + step, self._last() + 1 if step > 0 else 0, step)
        return next((place for place in places if self.may_ask(watcher, place)), None)

    # --- asking --------------------------------------------------------------------------------------------------

    def seen(self, watcher: Side, number: int) -> State:
        """The table after an entry as a seat saw it, or as it was (empty)."""
        state = self.moment(number).after
        return self.game.redacted(state, watcher) if watcher else state

    def inquire(self, number: int) -> None:
        """Begin to find out why a bot made an action. Raises BroodfallError if the bots have gone."""
        self.drop()
        by, side = self.decider(number), self.moment(number).side
        if by is None or by.spec == HUMAN or not self._knows(by.spec):
            raise ValueError(f"no bot that is known decided action {number}")
        told = [self.moment(before) for before in range(number)]
        seat = f"{side}/auto" if by.stood_in else side
        question = Question(seat, by.spec, self.seen(side, number - 1), number - 1, heard(self.game, told, side))
        self._thinker().inquire(question)
        self._asking = True

    def told(self) -> Answer | None:
        """What was found out, or None while it is not known. Raises BroodfallError if the bots have gone."""
        if not self._asking:
            return None
        told = self._thinker().told()
        if told is not None:
            self._asking = False
        return told

    def drop(self) -> None:
        """Nobody waits for an answer any more; a bot that still looks for one is stopped."""
        if self._asking:
            self._asking = False
            self._stop()
