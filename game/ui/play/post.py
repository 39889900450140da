"""Letters to and from another process, for somebody who may never wait: one thread writes, another reads."""

from __future__ import annotations

from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any


class Post:
    """One end of a pipe. Nothing here blocks, whatever the process at the other end does or leaves undone.

    Both threads end by themselves once the other process has ended.
    """

    def __init__(self, pipe: Connection) -> None:
        self._out: SimpleQueue[Any] = SimpleQueue()
        self._in: SimpleQueue[Any] = SimpleQueue()
        self._ended = Event()
        for work, name in ((self._write, "writes"), (self._read, "reads")):
            Thread(target=work, args=(pipe,), daemon=True, name=f"broodfall-post-{name}").start()

    @property
    def ended(self) -> bool:
        """Whether the other process has gone; what it said before may not have been taken yet."""
        return self._ended.is_set()

    def send(self, letter: object) -> None:
        """Hand something over to be sent, in this order. What nobody can receive any more is lost."""
        self._out.put(letter)

    def taken(self) -> list[Any]:
        """Everything that has come since the last time."""
        found = []
        while True:
            try:
                found.append(self._in.get_nowait())
            except Empty:
                return found

    def _write(self, pipe: Connection) -> None:
        try:
            while True:
                pipe.send(self._out.get())
        except OSError:
            self._ended.set()

    def _read(self, pipe: Connection) -> None:
        try:
            while True:
                self._in.put(pipe.recv())
        except (EOFError, OSError):
            self._ended.set()
            # Wakes the thread that writes: it finds the pipe broken and ends, too.
            self._out.put(None)
