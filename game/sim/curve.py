"""The chance to win along a saved game, where it turned, and how much of that the dice did.

At points of the game bots play it on many times, always with the same seeds: the mean result is its *value* V for a
team. Between two points the game did what its players chose, and what the dice made of it. To tell these apart the
stretch is played once more from its first point with other dice: the recorded answers as far as they are legal, and
from there on bots. That is the value Q of the choices, whatever falls. So of each stretch

    swing V(last) - V(first)  =  choices Q - V(first)  +  luck V(last) - Q,

and the sum of all stretches leads from the value at the beginning to the result: the luck-adjusted result is the
result without the luck. Of a stretch of one action this is exact but for the number of games; of a longer one what
players decide because of dice that fell counts, where other dice make it impossible, as the bots' choice. Where no
dice fell there is no luck.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import inf, sqrt
from statistics import stdev
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from game.api import DiceRolled, Side
from game.sim.history import History
from game.sim.playouts import Plan, Point, Progress, Source, Stopped, Value, errors_of, play_on, result_for, value_of
from game.sim.results import Rows
from game.sim.summary import Z_95

if TYPE_CHECKING:
    from game.sim.engines import Engine

LEAST_SWING: Final = 0.1
"""Stretches that changed the value by less are no turning points."""


class CurvePoint(Struct, frozen=True):
    """The value after so many actions, in which round and whose turn; ``known`` at the end of a finished game."""

    actions: int
    round: int
    turn: Side
    value: Value
    known: bool = False


class Stretch(Struct, frozen=True):
    """What happened between two points: the whole swing, and what of it was choices and what luck."""

    first: int
    last: int
    swing: float
    choices: float
    luck: float


class Rolled(Struct, frozen=True):
    """Dice that fell in an action."""

    purpose: str
    sides: int
    faces: tuple[int, ...]


class Turning(Struct, frozen=True):
    """The action that turned the game most within a stretch: its number (from 1), who acted, what it was, the value
    before and after it, what of the swing was choice and what luck, and the dice that fell. These values are of games
    with other seeds than those by which it was found, so that it is not the chance of those that is told. ``sure``: the
    intervals of before and after do not meet.
    """

    action: int
    side: Side
    text: str
    before: Value
    after: Value
    swing: float
    choices: float
    luck: float
    dice: tuple[Rolled, ...]
    sure: bool


class Luck(Struct, frozen=True):
    """The luck of a whole game for a team, with its 95 % interval."""

    mean: float
    low: float
    high: float


class Curve(Struct, frozen=True):
    """A saved game in values for one team. ``result`` is what it came to: 1, 0.5 or 0, or the last value of a game that
    is not over; ``adjusted`` is the result without the luck. ``errors`` are of games that were spoilt. ``whole`` is
    False when a person stopped it.
    """

    team: str
    result: float
    over: bool
    points: tuple[CurvePoint, ...]
    stretches: tuple[Stretch, ...]
    turnings: tuple[Turning, ...]
    luck: Luck
    adjusted: float
    games: int
    whole: bool
    errors: tuple[str, ...] = ()


def moments(history: History, every: int = 0) -> list[int]:
    """The points of a curve, as numbers of actions: each ``every``-th action, or (0) where a turn or round begins."""
    states = history.states
    last = len(states) - 1
    if every:
        found = list(range(0, last, every))
    else:
        found = [0] + [
            k for k in range(1, last) if (states[k].round, states[k].turn) != (states[k - 1].round, states[k - 1].turn)
        ]
    return [*found, last] if last else [0]


class Curver:
    """Works a curve out, and keeps what was played, so that no point is played twice."""

    def __init__(
        self,
        history: History,
        source: Callable[[int], Source],
        plan: Plan,
        team: str,
        *,
        progress: Progress = lambda _done, _all: None,
        engine: Engine | None = None,
    ) -> None:
        """``source`` opens the game after so many actions; ``engine`` plays, or this process does."""
        self._history = history
        self._source = source
        self._plan = plan
        self._team = team
        self._engine = engine
        self._progress = progress
        self._played: dict[tuple[int, int], Mapping[int, Rows]] = {}
        """By the numbers of actions between which answers are given by script."""

    def curve(self, at: Sequence[int], *, turnings: int = 3) -> Curve:
        """The curve through these points, and the largest turning points."""
        pairs = list(pairwise(at))
        whole = True
        turned: tuple[Turning, ...] = ()
        try:
            self._play([*((k, k) for k in at), *pairs])
            turned = self._turnings(pairs, turnings)
        except Stopped:
            whole = False
        values = {k: self._value(k) for k in at}
        last = at[-1]
        stretches = tuple(
            Stretch(a, b, values[b].mean - values[a].mean, q - values[a].mean, values[b].mean - q)
            for a, b in pairs
            if self._told(a, b)
            for q in (self._expected(a, b).mean,)
        )
        luck = self._luck(pairs)
        return Curve(
            team=self._team,
            result=values[last].mean,
            over=self._known(last),
            points=tuple(self._point(k) for k in at),
            stretches=stretches,
            turnings=turned,
            luck=luck,
            adjusted=values[last].mean - luck.mean,
            games=self._plan.games,
            whole=whole,
            errors=tuple(error for games in self._played.values() for error in errors_of(games)),
        )

    # --- playing --------------------------------------------------------------------------------------------------

    def _known(self, number: int) -> bool:
        return self._history.states[number].outcome is not None

    def _play(self, wanted: Sequence[tuple[int, int]]) -> None:
        """Play what was not played yet: from the first number on, by script up to the second."""
        todo = [pair for pair in dict.fromkeys(wanted) if pair not in self._played and self._open(*pair)]
        points = [
            Point(source=self._source(first), script=self._history.texts(first, last), ahead=first)
            for first, last in todo
        ]
        if not points:
            return
        try:
            played = play_on(points, self._plan, progress=self._progress, engine=self._engine)
        except Stopped as stopped:
            self._played.update(zip(todo, stopped.played, strict=True))
            raise
        self._played.update(zip(todo, played, strict=True))

    def _open(self, first: int, last: int) -> bool:
        """Whether it takes games to know: the game is not over, and of a stretch, dice fell in it."""
        return not self._known(first) and (first == last or self._rolled(first, last))

    def _rolled(self, first: int, last: int) -> bool:
        entries = self._history.entries[first:last]
        return any(isinstance(event, DiceRolled) for entry in entries for event in entry.events)

    def _value(self, number: int) -> Value:
        outcome = self._history.states[number].outcome
        if outcome is not None:
            result = 0.5 if not outcome.winner else float(outcome.winner == self._team)
            return Value(result, result, result, 0)
        return value_of(self._played.get((number, number), {}), self._team)

    def _expected(self, first: int, last: int) -> Value:
        """The value of what was chosen between two points, whatever falls; that of the last where no dice fell."""
        if not self._rolled(first, last):
            return self._value(last)
        return value_of(self._played.get((first, last), {}), self._team)

    def _told(self, first: int, last: int) -> bool:
        """Whether games say what the values at either end are, and what was to be expected between them."""
        return all(map(_says, (self._value(first), self._value(last), self._expected(first, last))))

    def _point(self, number: int) -> CurvePoint:
        state = self._history.states[number]
        return CurvePoint(number, state.round, state.turn, self._value(number), self._known(number))

    def _luck(self, pairs: Sequence[tuple[int, int]]) -> Luck:
        """The luck of all stretches together.

        Games of one number have the same seed at every point, so they hang together; those of different numbers do
        not. The interval is therefore that of the sums of all stretches, number by number.
        """
        total = sum(self._value(b).mean - self._expected(a, b).mean for a, b in pairs if self._told(a, b))
        rolled = [(a, b) for a, b in pairs if self._rolled(a, b)]
        if not rolled:
            return Luck(total, total, total)
        sums = []
        for number in range(self._plan.games):
            parts = [part for a, b in rolled if (part := self._luck_in(a, b, number)) is not None]
            if len(parts) == len(rolled):
                sums.append(sum(parts))
        half = Z_95 * stdev(sums) / sqrt(len(sums)) if len(sums) > 1 else inf
        return Luck(total, total - half, total + half)

    def _luck_in(self, first: int, last: int, number: int) -> float | None:
        """The luck of a stretch in the games of that number; None where one of them has no result."""
        after = self._value(last).mean if self._known(last) else self._result((last, last), number)
        hoped = self._result((first, last), number)
        return None if after is None or hoped is None else after - hoped

    def _result(self, key: tuple[int, int], number: int) -> float | None:
        rows = self._played.get(key, {}).get(number)
        return None if rows is None else result_for(rows, self._team)

    # --- turning points -------------------------------------------------------------------------------------------

    def _turnings(self, pairs: Sequence[tuple[int, int]], most: int) -> tuple[Turning, ...]:
        """The actions that turned the game most, each looked for in a stretch with a large swing, by halves."""
        ranked = sorted(pairs, key=lambda pair: (-abs(self._swing(*pair)), pair))
        spans = [pair for pair in ranked[:most] if abs(self._swing(*pair)) >= LEAST_SWING]
        while any(b - a > 1 for a, b in spans):
            middles = {(a, b): (a + b) // 2 for a, b in spans if b - a > 1}
            self._play([(middle, middle) for middle in middles.values()])
            halves = []
            for a, b in spans:
                middle = middles.get((a, b))
                if middle is None:
                    halves.append((a, b))
                else:
                    halves.append(max(((a, middle), (middle, b)), key=lambda half: abs(self._swing(*half))))
            spans = halves
        # What looks large was in part so by chance: it is played anew, and told as it is then.
        anew = replace(self._plan, seed=f"{self._plan.seed}/turning")
        fresh = Curver(self._history, self._source, anew, self._team, progress=self._progress, engine=self._engine)
        fresh._play([key for a, b in spans for key in ((a, a), (b, b), (a, b))])
        turned = [fresh._turning(a) for a, b in spans if self._swing(a, b) * fresh._swing(a, b) > 0]
        return tuple(sorted(turned, key=lambda turning: turning.action))

    def _swing(self, first: int, last: int) -> float:
        before, after = self._value(first), self._value(last)
        return after.mean - before.mean if _says(before) and _says(after) else 0.0

    def _turning(self, number: int) -> Turning:
        before, after, expected = self._value(number), self._value(number + 1), self._expected(number, number + 1)
        entry = self._history.entries[number]
        rolled = tuple(Rolled(e.purpose, e.sides, e.faces) for e in entry.events if isinstance(e, DiceRolled))
        return Turning(
            action=number + 1,
            side=entry.side,
            text=self._history.text(number),
            before=before,
            after=after,
            swing=after.mean - before.mean,
            choices=expected.mean - before.mean,
            luck=after.mean - expected.mean,
            dice=rolled,
            sure=before.high < after.low or after.high < before.low,
        )


def _says(value: Value) -> bool:
    """Whether games, or the end of the saved one, say what a value is."""
    return value.games > 0 or value.low == value.high
