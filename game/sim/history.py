"""A saved game with all its states: where it can be taken up again, and what happened in each action."""

from __future__ import annotations

from typing import NamedTuple

from game.api import Entry, Event, Game, Replay, State, action_codec


class History(NamedTuple):
    """A game as it was played to its end or to where the save stops, without what was taken back.

    ``states[k]`` is the state after ``k`` actions, ``entries[k]`` the action that follows it with all that happened.
    """

    game: Game
    states: tuple[State, ...]
    entries: tuple[Entry, ...]
    opening: tuple[Event, ...]

    @property
    def last(self) -> State:
        """The state after the last action."""
        return self.states[-1]

    def text(self, number: int) -> str:
        """The action after ``number`` others, in the notation of saves."""
        return action_codec(self.game.rulebook).text(self.entries[number].action, self.game.board)

    def texts(self, first: int, last: int) -> tuple[str, ...]:
        """The actions from ``first`` up to, without, ``last``."""
        return tuple(self.text(number) for number in range(first, last))


def history_of(replay: Replay) -> History:
    """Play a save through. Raises ReplayMismatch where it goes another way than recorded."""
    replay.restart()
    states = [replay.session.state]
    while replay.position < len(replay):
        replay.step()
        length = len(replay.session.log)
        del states[length + 1 :]
        if len(states) == length:
            states.append(replay.session.state)
    return History(replay.game, tuple(states), tuple(replay.session.log), tuple(replay.session.opening))
