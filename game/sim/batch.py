"""Many games of one scenario between the same bots, in this process or in several, always with the same results."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from multiprocessing import active_children, get_context
from typing import TYPE_CHECKING, Any, Final, Protocol

from msgspec import Struct

from game.api import RULES_VERSION, BroodfallError, DataError, Dice, Game, SeededDice, Side, State, admit, seed_text
from game.sim.match import ACTION_CAP, play, rows_of
from game.sim.results import Row, Rows
from game.sim.seats import BotDice

if TYPE_CHECKING:
    from ai.player import Player

MakeBot = Callable[[str, Dice], "Player"]


class Opened(Protocol):
    """A game, and the state it begins with if that is not its scenario's own."""

    @property
    def game(self) -> Game:
        """The game."""
        ...

    @property
    def start(self) -> State | None:
        """The state of a position; None for a scenario."""
        ...


OpenGame = Callable[[str], Opened]

_AHEAD: Final = 3
"""Games handed to each worker before the first of them is back, so that none waits for work."""


class Batch(Struct, frozen=True, kw_only=True):
    """What is to be played; plain values, so that every worker makes the same game and the same bots of it.

    ``seats`` gives each side of the scenario a bot by its spec. ``make_bot`` and ``open_game`` are named as
    ``module:function``, because the simulator imports neither bots nor files; ``modules`` are the rule systems from
    outside that every worker admits before it opens the scenario.
    """

    scenario: str
    seats: tuple[tuple[Side, str], ...]
    games: int
    seed: int | str = 1
    cap: int = ACTION_CAP
    timed: bool = False
    make_bot: str = "ai.player:make_bot"
    open_game: str = "game.api:open_game"
    modules: tuple[str, ...] = ()


class WorkerLost(BroodfallError):
    """A worker process ended before its games did; what was finished is kept."""


def game_seed(seed: int | str, index: int) -> str:
    """The seed of one game of a batch; `broodfall play --seed` takes it as it is.

    >>> game_seed(7, 12)
    '7/12'
    """
    return f"{seed}/{index}"


def seeds_of(batch: Batch) -> tuple[str, ...]:
    """The seed of every game. No two are the same, or the games would not be independent."""
    seeds = tuple(game_seed(batch.seed, index) for index in range(batch.games))
    if len(set(seeds)) != len(seeds):
        raise AssertionError("two games of a batch share a seed")
    return seeds


class Table:
    """A scenario that was loaded once, and the bots that play it again and again."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        for name in batch.modules:
            admit(name)
        find: OpenGame = named(batch.open_game)
        self._make: MakeBot = named(batch.make_bot)
        opened = find(batch.scenario)
        self.game, self._start = opened.game, opened.start
        self.bots = dict(batch.seats)
        check_seats(self.game, self.bots)

    def play(self, index: int) -> Rows:
        """Play the game of that index."""
        seed = game_seed(self.batch.seed, index)
        dice = SeededDice(seed)
        own = {side: BotDice(seed, side) for side in self.bots}
        players = {side: self._make(spec, own[side]) for side, spec in self.bots.items()}
        played = play(
            self.game, players, dice, start=self._start, bot_dice=own, cap=self.batch.cap, timed=self.batch.timed
        )
        return rows_of(played, index=index, seed=seed, scenario=self.game.scenario.id, bots=self.bots)


def check_seats(game: Game, bots: Mapping[Side, str]) -> None:
    """Raises DataError unless every side of the game has a bot, and no other side has one."""
    sides = [side.id for side in game.scenario.sides]
    for side in sides:
        if side not in bots:
            raise DataError(f"expected a bot for the side {side}, found none", place="seats")
    for side in bots:
        if side not in sides:
            raise DataError(f'expected one of the sides {", ".join(sides)}, found "{side}"', place="seats")


def named(path: str) -> Any:
    """What ``module:name`` stands for."""
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)


def run(batch: Batch, *, jobs: int = 1, done: Iterable[int] = ()) -> Iterator[Rows]:
    """Play every game of the batch that is not ``done``; the rows of each come in the order of the games.

    Closing the generator, or an exception thrown into it, stops the workers at once. When it is interrupted,
    games that were finished ahead of their turn are in `Interrupted.finished`.

    Raises:
        DataError: the scenario or a bot is not what it should be.
        WorkerLost: a worker process died.
    """
    seeds_of(batch)
    finished = frozenset(done)
    waiting = [index for index in range(batch.games) if index not in finished]
    if jobs <= 1 or len(waiting) <= 1:
        table = Table(batch)
        return map(table.play, waiting)
    return _in_workers(batch, waiting, min(jobs, len(waiting)))


class Interrupted(KeyboardInterrupt):
    """The person stopped a batch; ``finished`` holds the games that were over but not yet handed out."""

    def __init__(self, finished: list[Rows]) -> None:
        super().__init__()
        self.finished = finished


_TABLE: list[Table] = []
"""The one table of this worker process."""


def _start_worker(batch: Batch) -> None:
    # A Ctrl-C goes to the whole group of processes; the parent alone decides what becomes of the batch.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _TABLE[:] = [Table(batch)]


def _play_in_worker(index: int) -> Rows:
    return _TABLE[0].play(index)


def _in_workers(batch: Batch, waiting: list[int], jobs: int) -> Iterator[Rows]:
    Table(batch)  # what is wrong with the scenario or a bot is said once, here, and not by every worker
    todo = iter(waiting)
    ready: dict[int, Rows] = {}
    running: dict[Future[Rows], int] = {}
    others = active_children()
    # "spawn" works the same everywhere, and copies no threads or locks of the parent.
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _start_worker, (batch,))
    whole = False
    try:
        for index in waiting:
            while index not in ready:
                while len(running) < jobs * _AHEAD and (following := next(todo, None)) is not None:
                    running[pool.submit(_play_in_worker, following)] = following
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    ready[running.pop(future)] = future.result()
            yield ready.pop(index)
        whole = True
    except KeyboardInterrupt:
        raise Interrupted([rows for _, rows in sorted(ready.items())]) from None
    except BrokenProcessPool:
        raise WorkerLost("a worker process ended unexpectedly; finished games are kept") from None
    finally:
        pool.shutdown(wait=whole, cancel_futures=True)
        if not whole:
            for child in active_children():
                if child not in others:
                    child.terminate()


def check_resumable(
    batch: Batch, scenario: str, games: Iterable[Rows], *, file: str, rules: str = RULES_VERSION
) -> None:
    """Raises DataError, naming the game, if finished games are not of this batch."""
    bots = dict(batch.seats)
    for rows in games:
        for row in rows:
            wanted = (seed_text(game_seed(batch.seed, row.game)), scenario, bots.get(row.side), rules)
            for name, want, found in zip(("seed", "scenario", "bot", "rules"), wanted, _identity(row), strict=True):
                if want != found:
                    raise DataError(
                        f'expected {name} "{want}" as in this batch, found "{found}"',
                        file=file,
                        place=f"game {row.game}, side {row.side}",
                    )


def _identity(row: Row) -> tuple[str, str, str, str]:
    return row.seed, row.scenario, row.bot, row.rules
