"""Where a game is at any moment: how often bots were called so far, and which of them is being waited for."""

from __future__ import annotations

import os

from msgspec import Struct

from game.api import Side


class Halt(Struct, frozen=True):
    """Where a game is to be stopped when it is played again, and what is then said of it.

    ``calls`` is the number of the call to a bot; ``inside`` is whether it was in that call, or after it.
    """

    calls: int
    inside: bool
    reason: str
    error: str


class Halted(Exception):
    """The game has come to where it was to be stopped."""

    def __init__(self, halt: Halt) -> None:
        super().__init__(halt.error)
        self.halt = halt


class Watch:
    """Counts the calls to bots in one game; the same game has the same calls whenever it is played.

    A game that took its process with it can so be played again to the very call that it was lost in.
    """

    __slots__ = ("_halt", "_process", "calls")

    def __init__(self, halt: Halt | None = None) -> None:
        self.calls = 0
        self._halt = halt
        self._process = os.getpid()

    def enter(self, side: Side, *, making: bool = False) -> None:
        """A bot is about to be called; ``making``: it is being made. Raises Halted where the game is to stop."""
        self.calls += 1
        halt = self._halt
        if halt is not None and halt.inside and halt.calls == self.calls:
            raise Halted(halt)

    def leave(self) -> None:
        """The call came back. Raises Halted where the game is to stop."""
        self.keep_to_one()
        halt = self._halt
        if halt is not None and not halt.inside and halt.calls == self.calls:
            raise Halted(halt)

    def keep_to_one(self) -> None:
        """End this process if it is a copy that a bot made of the one that plays; one table is enough."""
        if os.getpid() != self._process:
            os._exit(0)
