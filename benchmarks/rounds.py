"""Fair measuring on a machine that is not quiet: candidates take turns, and ratios are made round by round."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import median
from time import process_time

from msgspec import Struct

Work = Callable[[], int]
"""Does some work and says how many units of it were done."""


class Result(Struct, frozen=True):
    """One line of the report. ``limit`` is the goal, ``least`` says that more is better; 0 stands for no goal."""

    name: str
    value: float
    unit: str
    limit: float = 0
    least: bool = False
    note: str = ""

    @property
    def verdict(self) -> str:
        """``good``, ``SHORT`` of the goal, or empty without one."""
        if not self.limit:
            return ""
        good = self.value >= self.limit if self.least else self.value <= self.limit
        return "good" if good else "SHORT"


class Span(Struct, frozen=True):
    """How long a run is: rounds of interleaved measuring, seconds of each candidate in a round, games to play."""

    rounds: int
    seconds: float
    games: int


FULL = Span(rounds=9, seconds=0.25, games=12)
QUICK = Span(rounds=3, seconds=0.04, games=3)


def seconds_per_unit(work: Work, seconds: float) -> float:
    """Repeat some work for a while; processor seconds for each unit of it."""
    units, began = 0, process_time()
    while True:
        units += work()
        spent = process_time() - began
        if spent >= seconds and units:
            return spent / units


def interleaved(candidates: Mapping[str, Work], span: Span) -> dict[str, list[float]]:
    """Let all candidates run once a round, another one first each time; seconds per unit, by round."""
    names = list(candidates)
    for work in candidates.values():
        work()
    found: dict[str, list[float]] = {name: [] for name in names}
    for turn in range(span.rounds):
        shift = turn % len(names)
        for name in (*names[shift:], *names[:shift]):
            found[name].append(seconds_per_unit(candidates[name], span.seconds))
    return found


def ratio(one: Sequence[float], other: Sequence[float]) -> float:
    """The median of the ratios of each round."""
    return median(a / b for a, b in zip(one, other, strict=True))


def measured(work: Callable[[], object], span: Span) -> float:
    """Median seconds of a call on its own."""

    def once() -> int:
        work()
        return 1

    return median(interleaved({"it": once}, span)["it"])
