"""Bots that think: here and now, for tests and quick ones, or in a process of their own, so that no frame waits.

Both get what the bot's side may know and nothing else, and give the same answers as a match without a window.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from game.api import BroodfallError, Event, Game, State, View, admit, open_game
from game.io.position import position_of
from game.sim.seats import BotDice
from game.ui.play.bots import Answer, MakeBot, Question, Thought

READY: Final = "ready"
_PATIENCE: Final = 1.0
"""Seconds in which a process that is told to end may end by itself."""


class ThinkerGone(BroodfallError):
    """The process in which bots think has ended; `Thinker.forget` begins another."""


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
    """The bots themselves, by side; used by both thinkers."""

    def __init__(self, game: Game, make: MakeBot, seed: int | str, seats: Mapping[str, str]) -> None:
        self._game = game.public
        self._bots: dict[str, tuple[Any, BotDice]] = {}
        self._make, self._seed = make, seed
        for seat, spec in seats.items():
            self._bots[seat] = self._fresh(seat, spec)

    def _fresh(self, seat: str, spec: str) -> tuple[Any, BotDice]:
        # A bot that finishes a person's turn rolls dice of its own, apart from those of a bot at the seat.
        base, _, _ = seat.partition("/")
        dice = BotDice(self._seed, seat if seat in self._game.side_kinds else f"{base}/auto")
        return self._make(spec, dice), dice

    def hear(self, side: str, events: Sequence[Event]) -> None:
        """Tell a bot."""
        self._bots[side][0].observe(tuple(events))

    def decide(self, side: str, seen: State, number: int) -> Thought:
        """Ask a bot."""
        bot, dice = self._bots[side]
        view = View(self._game, self._game.indexed(seen), side.partition("/")[0])
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
            # As with its decisions: what a bot does wrong is told in one line.
            return Answer(problem=f"{type(error).__name__}: {error}")


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


def _serve(pipe: Connection, table: Table, maker: str, seed: int | str) -> None:
    """The other process: bots by their specs, one message after another until there are none."""
    module, _, name = maker.partition(":")
    make = getattr(import_module(module), name)
    game = table.open()
    bench = Bench(game, make, seed, {})
    pipe.send(READY)
    while True:
        try:
            message = pipe.recv()
        except (EOFError, OSError, KeyboardInterrupt):
            return
        try:
            if message[0] == "seat":
                bench = Bench(game, make, seed, message[1])
            elif message[0] == "hear":
                bench.hear(message[1], message[2])
            elif message[0] == "ask":
                pipe.send(bench.decide(message[1], message[2], message[3]))
            elif message[0] == "inquire":
                pipe.send((message[1], bench.inquire(message[2])))
        except Exception as error:
            # Whatever a bot does wrong is told in the window, in one line; the match goes on without it.
            pipe.send(f"{type(error).__name__}: {error}")


class WorkerThinker:
    """Thinks in a process of its own; started again when thinking is stopped."""

    def __init__(self, table: Table, maker: str, seed: int | str, seats: Mapping[str, str]) -> None:
        """``maker``: where the function that makes bots of specs is found, ``module:name``."""
        self._table, self._maker, self._seed = table, maker, seed
        self._seats = dict(seats)
        self._asked = False
        self._thought: Thought | None = None
        self._told: Answer | None = None
        self._question = 0
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(theirs, self._table, self._maker, self._seed), daemon=True, name="broodfall-bots"
        )
        self._process.start()
        theirs.close()
        self._send("seat", self._seats)

    def _send(self, *message: object) -> None:
        try:
            self._pipe.send(message)
        except (BrokenPipeError, OSError):
            raise ThinkerGone("the process in which bots think has ended") from None

    def hear(self, side: str, events: Sequence[Event]) -> None:
        """See `Thinker`."""
        # People go on playing while nobody listens; who begins anew hears everything once more.
        with suppress(ThinkerGone):
            self._send("hear", side, tuple(events))

    def ask(self, side: str, seen: State, number: int) -> None:
        """See `Thinker`."""
        self._asked = True
        self._send("ask", side, seen, number)

    def answer(self) -> Thought | None:
        """See `Thinker`."""
        self._read()
        thought, self._thought = self._thought, None
        return thought

    def inquire(self, question: Question) -> None:
        """See `Thinker`."""
        self._question += 1
        self._told = None
        self._send("inquire", self._question, question)

    def told(self) -> Answer | None:
        """See `Thinker`."""
        self._read()
        told, self._told = self._told, None
        return told

    def _read(self) -> None:
        """Take in all that the other process has said. Raises BroodfallError if a bot failed or the process ended."""
        try:
            while self._pipe.poll():
                said = self._pipe.recv()
                if isinstance(said, str) and said != READY:
                    raise BroodfallError(said)
                if isinstance(said, tuple) and said[0] == self._question:
                    self._told = said[1]
                elif isinstance(said, Thought) and self._asked:
                    self._asked, self._thought = False, said
        except (EOFError, OSError):
            raise ThinkerGone("the process in which bots think has ended") from None

    def forget(self, seats: Mapping[str, str]) -> None:
        """See `Thinker`."""
        self._seats = dict(seats)
        self._thought = None
        if self._asked or not self._process.is_alive():
            # It may think for long yet: the only way to stop it is to end it.
            self.close()
            self._asked = False
            self._start()
        else:
            self._send("seat", self._seats)

    def close(self) -> None:
        """See `Thinker`."""
        self._pipe.close()
        self._process.terminate()
        self._process.join(_PATIENCE)
        if self._process.is_alive():
            # One that is held up does not even hear that it is to end.
            self._process.kill()
            self._process.join(_PATIENCE)
