"""Bots in a process of their own: no frame waits for them, and whatever holds them up ends with the process."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection

from game.api import BroodfallError, Event, State
from game.ui.play.bots import Answer, Question, Thought
from game.ui.play.post import Post
from game.ui.play.thinker import Bench, Table, ThinkerGone, failure


def serve(pipe: Connection, table: Table, maker: str, seed: int | str) -> None:
    """The other process: bots by their specs, one message after another until there are none."""
    threading.Thread(target=_end_with_the_window, daemon=True).start()
    module, _, name = maker.partition(":")
    try:
        make = getattr(import_module(module), name)
        game = table.open()
    except Exception as error:
        pipe.send(failure(error))
        return
    bench = Bench(game, make, seed, {})
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
            pipe.send(failure(error))


def _end_with_the_window() -> None:
    """A bot that thinks when the display vanishes, and the window with it, would think on for nobody."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _gone() -> ThinkerGone:
    return ThinkerGone("the process in which bots think has ended", kind="bots_gone")


class WorkerThinker:
    """Thinks in a process of its own; started again when thinking is stopped. See `Thinker`."""

    def __init__(self, table: Table, maker: str, seed: int | str, seats: Mapping[str, str]) -> None:
        """``maker``: where the function that makes bots of specs is found, ``module:name``."""
        self._table, self._maker, self._seed = table, maker, seed
        self._seats = dict(seats)
        self._asked = False
        self._thought: Thought | None = None
        self._told: Answer | None = None
        self._question = 0
        self._inquiring = False
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self._process = context.Process(
            target=serve, args=(theirs, self._table, self._maker, self._seed), daemon=True, name="broodfall-bots"
        )
        self._process.start()
        theirs.close()
        self._post = Post(ours)
        self._send("seat", self._seats)

    def _send(self, *message: object) -> None:
        if self._post.ended:
            raise _gone()
        self._post.send(message)

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
        self._inquiring = True
        self._send("inquire", self._question, question)

    def told(self) -> Answer | None:
        """See `Thinker`."""
        self._read()
        told, self._told = self._told, None
        return told

    def _read(self) -> None:
        """Take in all that the other process has said. Raises BroodfallError if a bot failed or the process ended."""
        ended = self._post.ended
        said = self._post.taken()
        for word in said:
            if isinstance(word, BroodfallError):
                raise word
            if isinstance(word, tuple) and word[0] == self._question:
                self._told, self._inquiring = word[1], False
            elif isinstance(word, Thought) and self._asked:
                self._asked, self._thought = False, word
        if ended and not said:
            raise _gone()

    def forget(self, seats: Mapping[str, str]) -> None:
        """See `Thinker`."""
        self._seats = dict(seats)
        self._thought = None
        if self._asked or self._inquiring or self._post.ended:
            # It may think for long yet: the only way to stop it is to end it.
            self.close()
            self._asked = self._inquiring = False
            self._start()
        else:
            self._send("seat", self._seats)

    def close(self) -> None:
        """See `Thinker`."""
        # One that is held up does not hear that it is to end by itself; nothing of it has to be kept.
        self._process.kill()
