"""Several batches played side by side: game 0 of each, then game 1 of each, in one file that can be gone on with."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from game.api import DataError
from game.sim.batch import Batch, Table, Work, check_resumable, seeds_of
from game.sim.results import Row, Rows, read_rows, rewrite

R = TypeVar("R")
Played = Mapping[tuple[int, int], Rows]
"""Games by the number of their batch and their own."""

_AHEAD: Final = 2
"""Games for each worker that are asked for before the first of them is over, so that none waits for work."""


def arrivals(
    batches: Sequence[Batch], *, jobs: int, done: Played, in_turn: bool = True, isolated: bool = False
) -> Generator[tuple[int, Rows], None, None]:
    """Play the games that are not ``done``, as `played_out`: game 0 of each batch, then game 1 of each; batch by
    batch unless ``in_turn``.
    """
    return played_out(batches, _order(batches, done, in_turn=in_turn), jobs=jobs, isolated=isolated, together=in_turn)


def played_out(
    works: Sequence[Work[R]],
    order: Iterator[tuple[int, int]],
    *,
    jobs: int,
    isolated: bool = False,
    together: bool = True,
) -> Generator[tuple[int, R], None, None]:
    """Play games; what becomes of each comes, with the number of its work, as soon as it is over.

    They are begun in order; so with more than one job some may come a little before their turn, and whoever needs
    them in order waits for the next that is. Closing the generator stops all workers at once.

    Args:
        works: what is played.
        order: the number of its work, and its own, of each game.
        jobs: worker processes; one plays in this process, unless there is a clock or games are ``isolated``.
        isolated: play in a worker process even if there is one job.
        together: games of several works come by turns, so that all of them are kept at hand.

    Raises:
        DataError: as `game.sim.batch.run`.
        WorkerLost: as `game.sim.batch.run`.
    """
    if jobs <= 1 and not isolated and not any(work.budget.clocked for work in works):
        tables: dict[Work[R], Table[R]] = {}
        for number, index in order:
            work = works[number]
            if work not in tables:
                if not together:
                    tables.clear()
                tables[work] = Table(work)
            yield number, tables[work].play(index)
        return
    from game.sim.workers import Crew

    asked: dict[tuple[Work[R], int], list[int]] = {}
    with Crew[R](jobs) as crew:

        def ask() -> None:
            following = next(order, None)
            if following is not None:
                number, index = following
                asked.setdefault((works[number], index), []).append(number)
                crew.give(works[number], index)

        for _ in range(jobs * _AHEAD):
            ask()
        for work, index, result in crew.finished():
            ask()
            yield asked[work, index].pop(0), result


def _order(batches: Sequence[Batch], done: Played, *, in_turn: bool) -> Iterator[tuple[int, int]]:
    """Every game to be played: the number of its batch, and its own."""
    longest = max((batch.games for batch in batches), default=0)
    numbers = range(len(batches))
    if in_turn:
        every = ((number, index) for index in range(longest) for number in numbers)
    else:
        every = ((number, index) for number in numbers for index in range(longest))
    return ((number, index) for number, index in every if index < batches[number].games and (number, index) not in done)


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
        rewrite(path, [rows for number, rows in found.items() if number != last])
    return games


def _renumbered(rows: Rows, game: int) -> Rows:
    return tuple(msgspec.structs.replace(row, game=game) for row in rows)
