"""A match being played: the one mutable thing. Current state, dice, the log, undo to the last die or reveal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING

from msgspec import Struct

from game.core.dice import Dice
from game.core.refusal import IllegalAction, Refusal, Verdict, refuse
from game.core.state import Action, Event, State
from game.core.types import Side

if TYPE_CHECKING:
    from game.core.game import Game
    from game.core.view import View


class Entry(Struct, frozen=True):
    """One line of the log: who did what, and all that followed."""

    side: Side
    action: Action
    events: tuple[Event, ...]


Listener = Callable[["Session", Entry | None], None]


class Session:
    """Plays one game. ``listeners`` hear each new entry, and None when one was taken back."""

    def __init__(self, game: Game, dice: Dice, state: State | None = None) -> None:
        """Begin a match (from ``state`` instead of the scenario's start when given)."""
        self.game = game
        self.dice = dice
        self.start = game.initial() if state is None else state
        self.state, self.opening = game.begin(self.start, dice)
        self.log: list[Entry] = []
        self.listeners: list[Listener] = []
        self._before: list[State] = []
        self._undone: list[tuple[State, Entry]] = []

    @property
    def to_act(self) -> Side | None:
        """The side whose decision waits; None when the game is over."""
        return self.game.to_act(self.state)

    @property
    def over(self) -> bool:
        """True when the game has ended."""
        return self.state.outcome is not None

    def view(self, side: Side) -> View:
        """The table as ``side`` may see it."""
        return self.game.view(self.state, side)

    def verdict(self, action: Action, side: Side | None = None) -> Verdict:
        """Legal now, or refused with the clause."""
        return self.game.verdict(self.state, action, side)

    def act(self, action: Action, side: Side | None = None) -> tuple[Event, ...]:
        """Carry ``action`` out. Raises IllegalAction and changes nothing if it is refused."""
        actor = self.game.to_act(self.state)
        if side is not None and actor is not None and side != actor:
            raise IllegalAction(refuse("NOT_YOUR_DECISION", "TS-1", side=side))
        before, mark = self.state, self.dice.position()
        try:
            self.state, events = self.game.apply(before, action, self.dice)
        except BaseException:
            self.dice.rewind(mark)
            raise
        entry = Entry(actor or "", action, events)
        self._undone.clear()
        self._record(before, entry)
        return events

    def _record(self, before: State, entry: Entry) -> None:
        self.log.append(entry)
        if self.is_final(entry.events):
            self._before.clear()
        else:
            self._before.append(before)
        for listener in self.listeners:
            listener(self, entry)

    def is_final(self, events: Sequence[Event]) -> bool:
        """True when ``events`` hold a die or a reveal, past which nothing can be taken back."""
        reveals = self.game.rulebook.reveals
        return any(type(event) in reveals for event in events)

    def cannot_undo(self, side: Side | None = None) -> Refusal | None:
        """Why the last action cannot be taken back (by ``side``), or None if it can."""
        if not self.log:
            return refuse("NOTHING_TO_UNDO", "RL-6")
        if not self._before:
            return refuse("POINT_OF_NO_RETURN", "RL-6")
        if side is not None and self.log[-1].side != side:
            return refuse("OTHER_SIDE_ANSWERED", "RL-6")
        return None

    def undo(self, side: Side | None = None) -> None:
        """Take the last action back. Raises IllegalAction past a die, a reveal or the other side's answer."""
        refusal = self.cannot_undo(side)
        if refusal is not None:
            raise IllegalAction(refusal)
        self._undone.append((self.state, self.log.pop()))
        self.state = self._before.pop()
        for listener in self.listeners:
            listener(self, None)

    def undo_to(self, length: int, side: Side) -> None:
        """Take back at least the last action, and more until the log has ``length`` entries or something bars it."""
        self.undo(side)
        while len(self.log) > max(length, 0) and self.cannot_undo(side) is None:
            self.undo(side)

    @property
    def can_redo(self) -> bool:
        """True when an undone action can be done again."""
        return bool(self._undone)

    def redo(self) -> None:
        """Do the last undone action again. Raises IllegalAction if there is none."""
        if not self._undone:
            raise IllegalAction(refuse("NOTHING_TO_REDO", "RL-6"))
        state, entry = self._undone.pop()
        before, self.state = self.state, state
        self._record(before, entry)

    def digest(self) -> str:
        """A digest of the state and of how far the dice were read: 32 hex digits."""
        text = self.game.digest(self.state) + repr(self.dice.position())
        return blake2b(text.encode(), digest_size=16).hexdigest()
