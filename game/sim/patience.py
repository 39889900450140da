"""Waiting for an answer only so long, where whoever waits is in the same process."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from game.api import BroodfallError, DataError


class OutOfTime(BroodfallError):
    """What was waited for took too long."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise OutOfTime inside the block when it is not over after so many seconds.

    Works for Python code in the main thread of a process, on systems with interval timers.

    Raises:
        DataError: this system has none.
    """
    if not hasattr(signal, "setitimer"):
        raise DataError("expected a system with interval timers", place="timeout")

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise OutOfTime(f"no answer within {seconds:g} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
