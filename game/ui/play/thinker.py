"""Bots that think: here and now, for tests, or (`worker`) in a process of their own, so that no frame waits.

Both get what the bot's side may know and nothing else, and give the same answers as a match without a window.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from game.api import BroodfallError, Event, Game, State, View, admit, open_game
from game.io.position import position_of
from game.sim.seats import BotDice
from game.ui.play.bots import Answer, MakeBot, Question, Thought


class ThinkerGone(BroodfallError):
    """The process in which bots think has ended; `Thinker.forget` begins another."""


def failure(error: Exception) -> BroodfallError:
    """What a bot did wrong, as an error that another process can be sent, whatever its own was."""
    reason = f"{type(error).__name__}: {error}"
    if isinstance(error, BroodfallError) and error.kind:
        return BroodfallError(reason, kind=error.kind, values=error.values)
    return BroodfallError(reason, kind="bot_failed", values={"reason": reason})


class Table(NamedTuple):
    """How another process finds the same game: the scenario's file or a position's text, and outside systems."""

    scenario: str
    position: str = ""
    outside: tuple[str, ...] = ()

    def open(self) -> Game:
        """The game. Raises DataError."""
        for name in self.outside:
            admit(name)
        if self.position:
            return position_of(self.position, file="position")[0]
        return open_game(Path(self.scenario) if Path(self.scenario).is_file() else self.scenario).game


class Thinker(Protocol):
    """Seats of bots at a match."""

    def hear(self, side: str, events: Sequence[Event]) -> None:
        """A bot is told what happened, as its side may know it. Where nobody listens, `ask` and `answer` say so."""
        ...

    def ask(self, side: str, seen: State, number: int) -> None:
        """Begin to think about the decision that is the match's action ``number``. Raises ThinkerGone."""
        ...

    def answer(self) -> Thought | None:
        """What was decided, or None while it is being thought about.

        Raises BroodfallError if the bot failed, ThinkerGone if there is nobody to answer.
        """
        ...

    def forget(self, seats: Mapping[str, str]) -> None:
        """Begin anew with bots that know nothing: something was taken back, a seat changed, or thinking was stopped."""
        ...

    def inquire(self, question: Question) -> None:
        """Begin to find out why a bot decided as it did; a later question takes the place of an earlier one."""
        ...

    def told(self) -> Answer | None:
        """What was found out, or None while it is not known. Raises BroodfallError if the bots have gone."""
        ...

    def close(self) -> None:
        """No more questions."""
        ...


class Bench:
    """The bots themselves, by side; used by both thinkers.

    A bot is made, and told what happened, only when it is to decide: whatever one does that fails or never ends is
    its own decision's doing, and keeps nobody else from deciding.
    """

    def __init__(self, game: Game, make: MakeBot, seed: int | str, seats: Mapping[str, str]) -> None:
        self._game = game.public
        self._make, self._seed = make, seed
        self._seats = dict(seats)
        self._bots: dict[str, tuple[Any, BotDice]] = {}
        self._unheard: dict[str, list[Sequence[Event]]] = {seat: [] for seat in seats}

    def _fresh(self, seat: str, spec: str) -> tuple[Any, BotDice]:
        # A bot that finishes a person's turn rolls dice of its own, apart from those of a bot at the seat.
        base, _, _ = seat.partition("/")
        dice = BotDice(self._seed, seat if seat in self._game.side_kinds else f"{base}/auto")
        return self._make(spec, dice), dice

    def hear(self, seat: str, events: Sequence[Event]) -> None:
        """Tell a bot, before it decides the next time."""
        self._unheard[seat].append(events)

    def decide(self, seat: str, seen: State, number: int) -> Thought:
        """Ask a bot."""
        if seat not in self._bots:
            self._bots[seat] = self._fresh(seat, self._seats[seat])
        bot, dice = self._bots[seat]
        for events in self._unheard[seat]:
            bot.observe(tuple(events))
        self._unheard[seat].clear()
        view = View(self._game, self._game.indexed(seen), seat.partition("/")[0])
        dice.at(number)
        action = bot.decide(view, view.options())
        explain = getattr(bot, "explain", None)
        return Thought(action, explain() if explain is not None else None)

    def inquire(self, question: Question) -> Answer:
        """Ask a fresh bot the same once more."""
        try:
            bot, dice = self._fresh(question.seat, question.spec)
            for events in question.heard:
                bot.observe(events)
            view = View(self._game, self._game.indexed(question.seen), question.seat.partition("/")[0])
            dice.at(question.number)
            action = bot.decide(view, view.options())
            explain, fields = getattr(bot, "explain", None), getattr(bot, "fields", None)
            return Answer(action, explain() if explain is not None else None, tuple(fields()) if fields else ())
        except Exception as error:
            # As with its decisions: what a bot does wrong is told, and nothing else happens.
            return Answer(problem=failure(error))


class DirectThinker:
    """Thinks when it is asked, and has the answer at once."""

    def __init__(self, game: Game, make: MakeBot, seed: int | str, seats: Mapping[str, str]) -> None:
        """``seats``: the spec of each bot by its side."""
        self._game, self._make, self._seed = game, make, seed
        self._bench = Bench(game, make, seed, seats)
        self._thought: Thought | None = None
        self._told: Answer | None = None

    def hear(self, side: str, events: Sequence[Event]) -> None:
        """See `Thinker`."""
        self._bench.hear(side, events)

    def ask(self, side: str, seen: State, number: int) -> None:
        """See `Thinker`."""
        self._thought = self._bench.decide(side, seen, number)

    def answer(self) -> Thought | None:
        """See `Thinker`."""
        thought, self._thought = self._thought, None
        return thought

    def inquire(self, question: Question) -> None:
        """See `Thinker`."""
        self._told = self._bench.inquire(question)

    def told(self) -> Answer | None:
        """See `Thinker`."""
        told, self._told = self._told, None
        return told

    def forget(self, seats: Mapping[str, str]) -> None:
        """See `Thinker`."""
        self._thought = None
        self._bench = Bench(self._game, self._make, self._seed, seats)

    def close(self) -> None:
        """See `Thinker`."""
