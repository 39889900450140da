"""Positions played on by bots many times, each with the same seeds: what the studies of positions stand on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from math import inf, sqrt
from statistics import mean, stdev
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from game.api import Game, Opened, Side, State, position_of, write_position
from game.sim.batch import Batch, Table, Work
from game.sim.results import Rows
from game.sim.summary import Z_95, score_interval

if TYPE_CHECKING:
    from game.sim.engines import Engine

Measure = Callable[[Rows, str], "float | None"]
"""What a game came to for a team, as a number; None if it does not count."""
Progress = Callable[[int, int], None]
"""Told how many games are over, of how many."""


class Source(Struct, frozen=True, kw_only=True):
    """A table to play on from: a position by its text, and the rosters and the rule systems from outside it needs."""

    position: str
    modules: tuple[str, ...] = ()
    rosters: dict[str, str] = {}


class Point(Struct, frozen=True, kw_only=True):
    """Where games begin, the answers that are given first in each of them, and how many decisions came before, so that
    bots have the same dice for the same decision whichever point games begin at.
    """

    source: Source
    script: tuple[str, ...] = ()
    ahead: int = 0


class Plan(Struct, frozen=True, kw_only=True):
    """Who plays, how often from each point, and with which dice: game ``i`` of every point has the seed ``seed/i``."""

    seats: tuple[tuple[Side, str], ...]
    games: int
    seed: int | str = 1
    cap: int = 50_000
    modules: tuple[str, ...] = ()
    make_bot: str = "ai.player:make_bot"


class Value(Struct, frozen=True):
    """What a table is worth to a team: the mean result of games played on (1 won, 0.5 drawn, 0 lost), and the
    interval in which it lies with 95 % confidence. ``games`` ended by the rules, ``void`` did not.
    """

    mean: float
    low: float
    high: float
    games: int
    void: int = 0


class Gain(Struct, frozen=True):
    """How much more one thing gives than another when the same dice fall for both: the mean of the differences, game by
    game, with its 95 % interval.
    """

    mean: float
    low: float
    high: float


class Stopped(KeyboardInterrupt):
    """The person stopped it; ``played`` holds the games that were over by then, by point and number."""

    def __init__(self, played: list[dict[int, Rows]]) -> None:
        super().__init__()
        self.played = played


def open_source(text: str) -> Opened:
    """The table of a source in its written form; batches of playouts open theirs with this."""
    source = msgspec.json.decode(text, type=Source)
    game, state = position_of(source.position, outside=source.modules, rosters=source.rosters)
    return Opened(game, state, "", source.position)


def play_on(
    points: Sequence[Point],
    plan: Plan,
    *,
    jobs: int = 1,
    progress: Progress = lambda _done, _all: None,
    engine: Engine | None = None,
) -> list[dict[int, Rows]]:
    """Play each point on, as often as the plan says; the rows of each game, by the number of the game.

    The same plan gives the same games with any number of jobs. ``engine``: workers that exist already, and stay.

    Raises:
        DataError: a point or a bot is not what it should be.
        Stopped: the person stopped it.
    """
    batches = [_batch(point, plan) for point in points]
    played: list[dict[int, Rows]] = [{} for _ in points]
    total, done = len(points) * plan.games, 0
    try:
        for number, index, rows in _games(batches, plan.games, jobs, engine):
            played[number][index] = rows
            done += 1
            progress(done, total)
    except KeyboardInterrupt:
        raise Stopped(played) from None
    return [dict(sorted(games.items())) for games in played]


def _batch(point: Point, plan: Plan) -> Batch:
    return Batch(
        scenario=msgspec.json.encode(point.source).decode(),
        seats=plan.seats,
        games=plan.games,
        seed=plan.seed,
        cap=plan.cap,
        make_bot=plan.make_bot,
        open_game="game.sim.playouts:open_source",
        modules=plan.modules,
        script=point.script,
        ahead=point.ahead,
    )


def _games(batches: Sequence[Batch], games: int, jobs: int, engine: Engine | None) -> Iterator[tuple[int, int, Rows]]:
    """Every game once it is over; the first of each point come first."""
    if engine is None and (jobs <= 1 or len(batches) * games <= 1):
        tables = [Table(batch) for batch in batches]
        for index in range(games):
            for number, table in enumerate(tables):
                yield number, index, table.play(index)
        return
    numbers: dict[Work[Rows], list[int]] = {}
    for number, batch in enumerate(batches):
        numbers.setdefault(batch, []).append(number)
    with workers(jobs) if engine is None else nullcontext(engine) as crew:
        try:
            for index in range(games):
                for work in numbers:
                    crew.give(work, index)
            for work, index, rows in crew.finished():
                for number in numbers[work]:
                    yield number, index, rows
        finally:
            crew.abandon()


@contextmanager
def workers(jobs: int) -> Iterator[Engine]:
    """Worker processes for several plays one after another."""
    from game.sim.workers import Crew

    with Crew[Rows](jobs) as crew:
        yield crew


def source_of(game: Game, state: State, *, rosters: Mapping[str, str] | None = None) -> Source:
    """A state as a table to play on from."""
    return Source(position=write_position(game, state), modules=game.scenario.outside, rosters=dict(rosters or {}))


# --- what games came to ------------------------------------------------------------------------------------------


def result_for(rows: Rows, team: str) -> float | None:
    """What a game came to for a team: 1 won, 0.5 drawn, 0 lost; None if the rules did not end it."""
    first = rows[0]
    if first.result == "void":
        return None
    return 0.5 if not first.winner else float(first.winner == team)


def value_of(games: Mapping[int, Rows], team: str) -> Value:
    """What the games played on from a point say of its value for a team."""
    results = [result for rows in games.values() if (result := result_for(rows, team)) is not None]
    return value_from(results, void=len(games) - len(results))


def value_from(results: Sequence[float], *, void: int = 0) -> Value:
    """The value that these results show, with its Wilson interval; a draw counts as half a win.

    >>> value_from([1, 1, 0.5, 0]).mean
    0.625
    """
    of = len(results)
    if not of:
        return Value(0.5, 0.0, 1.0, 0, void)
    low, high = score_interval(sum(results), of)
    return Value(mean(results), low, high, of, void)


def errors_of(games: Mapping[int, Rows]) -> tuple[str, ...]:
    """Who failed how in the games that the rules did not end."""
    firsts = (rows[0] for rows in games.values())
    return tuple(f"{row.fault}: {row.error}" for row in firsts if row.result == "void")


def lead_for(rows: Rows, team: str) -> float | None:
    """The points by which a team was ahead at the end; None if the rules did not end the game."""
    if rows[0].result == "void":
        return None
    return float(sum(row.score if row.team == team else -row.score for row in rows))


def gain_over(
    games: Mapping[int, Rows], others: Mapping[int, Rows], team: str, measure: Measure = result_for
) -> Gain | None:
    """How much better the first games went than the others with the same seeds; None if there are none to compare."""
    found = []
    for index, rows in games.items():
        one, other = measure(rows, team), measure(others[index], team) if index in others else None
        if one is not None and other is not None:
            found.append(one - other)
    if not found:
        return None
    middle = mean(found)
    half = Z_95 * stdev(found) / sqrt(len(found)) if len(found) > 1 else inf
    return Gain(middle, middle - half, middle + half)
