"""Several batches played side by side: game 0 of each, then game 1 of each, in one file that can be gone on with."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from game.api import DataError
from game.sim.batch import Batch, Interrupted, check_resumable, run, seeds_of
from game.sim.results import Row, Rows, RowWriter, read_rows

Played = Mapping[tuple[int, int], Rows]
"""Games by the number of their batch and their own."""

_FIRST_STRETCH: Final = 8
_LONGEST_STRETCH: Final = 64
"""Games of one batch that workers play before the next batch has its turn; it grows, so that little is played in vain
when few games are enough, and workers are started seldom when many are needed."""


class Stopped(KeyboardInterrupt):
    """The person stopped; ``finished`` holds games, each with its batch, that were over but not yet handed out."""

    def __init__(self, finished: list[tuple[int, Rows]]) -> None:
        super().__init__()
        self.finished = finished


def arrivals(
    batches: Sequence[Batch], *, jobs: int, done: Played, in_turn: bool = True
) -> Generator[tuple[int, Rows], None, None]:
    """Play the games that are not ``done``; each comes with the number of its batch.

    ``in_turn`` with one job they come as game 0 of each batch, game 1 of each, and so on, with more jobs in stretches
    of several games of a batch; so the games are the same, and whoever needs them in order waits for the next that
    is. Otherwise they come batch by batch.

    Raises:
        DataError: as `game.sim.batch.run`.
        Stopped: a person stopped the games.
    """
    games = max((batch.games for batch in batches), default=0)
    if in_turn and jobs <= 1:
        yield from _in_turn(batches, games, done)
        return
    begin, length = 0, _FIRST_STRETCH if in_turn else games
    while begin < games:
        end = min(begin + length, games)
        for number, batch in enumerate(batches):
            kept = [index for index in range(batch.games) if not begin <= index < end or (number, index) in done]
            if len(kept) == batch.games:
                continue
            try:
                for rows in run(batch, jobs=jobs, done=kept):
                    yield number, rows
            except Interrupted as stopped:
                raise Stopped([(number, rows) for rows in stopped.finished]) from None
        begin, length = end, min(max(_LONGEST_STRETCH, length), length * 3 // 2)


def _in_turn(batches: Sequence[Batch], games: int, done: Played) -> Iterator[tuple[int, Rows]]:
    runs: dict[int, Iterator[Rows]] = {}
    for index in range(games):
        for number, batch in enumerate(batches):
            if index >= batch.games or (number, index) in done:
                continue
            if number not in runs:
                kept = [game for game in range(batch.games) if (number, game) in done]
                runs[number] = run(batch, done=kept)
            yield number, next(runs[number])


def check_distinct(batches: Sequence[Batch], *, sharing: int = 1) -> None:
    """Raises AssertionError unless each seed is met in exactly ``sharing`` games: what they share is what is paired."""
    met: dict[str, int] = {}
    for batch in batches:
        for seed in seeds_of(batch):
            met[seed] = met.get(seed, 0) + 1
    if any(count != sharing for count in met.values()):
        raise AssertionError(f"each seed of the games should be met {sharing} times")


# --- one file for all of them ------------------------------------------------------------------------------------


def numbered(batches: int, number: int, rows: Rows) -> Rows:
    """The rows of a game as they are written down: numbered through all batches."""
    return _renumbered(rows, rows[0].game * batches + number)


class Place(Struct, frozen=True):
    """Where a batch is played: what its rows must say, and how many there are of each game."""

    scenario: str
    rules: str
    sides: int


def kept_games(path: Path, batches: Sequence[Batch], places: Sequence[Place]) -> dict[tuple[int, int], Rows]:
    """The whole games of a file, numbered as in their batch; what was torn when its writer died is cut off.

    Args:
        path: the file.
        batches: as they were when it was written, but for the number of games; a game too many is left out.
        places: of each batch.

    Raises:
        DataError: as `read_rows` and `check_resumable`, and for a game that is not whole or there twice. The file is
            left as it was, but for a torn last line.
    """
    found: dict[int, list[Row]] = {}
    for row in read_rows(path, repair=True):
        found.setdefault(row.game, []).append(row)
    last = next(reversed(found), None)
    games: dict[tuple[int, int], Rows] = {}
    torn = False
    for number, rows in found.items():
        index, batch = divmod(number, len(batches))
        mine = _renumbered(tuple(rows), index)
        place = places[batch]
        check_resumable(batches[batch], place.scenario, [mine], file=str(path), rules=place.rules)
        sides = {row.side for row in rows}
        if len(sides) < len(rows):
            raise DataError("expected each side of a game once", file=str(path), place=f"game {number}")
        if len(rows) < place.sides:
            if number != last:
                raise DataError("expected a row for each side of a game", file=str(path), place=f"game {number}")
            torn = True
        elif index < batches[batch].games:
            games[batch, index] = mine
    if torn:
        _rewrite(path, [rows for number, rows in found.items() if number != last])
    return games


def _renumbered(rows: Rows, game: int) -> Rows:
    return tuple(msgspec.structs.replace(row, game=game) for row in rows)


def _rewrite(path: Path, games: Sequence[Sequence[Row]]) -> None:
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    with RowWriter(fresh) as writer:
        writer.write(tuple(row for rows in games for row in rows))
    fresh.replace(path)
