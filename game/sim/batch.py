"""Many games of one scenario between the same bots, in this process or in several, always with the same results."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

from msgspec import Struct, structs

from game.api import RULES_VERSION, DataError, Dice, Game, SeededDice, Side, State, admit, seed_text
from game.sim.budget import FREE, Budget
from game.sim.failure import bundle_for, failure_of, keep
from game.sim.match import ACTION_CAP, ENGINE, Played, play, unplayed
from game.sim.mishaps import fault_in, is_stop
from game.sim.results import CRASHED, FORMAT, Row, Rows
from game.sim.rows import rows_of
from game.sim.script import led
from game.sim.seats import BotDice
from game.sim.watch import Halt, Halted, Watch

if TYPE_CHECKING:
    from ai.player import Player
    from game.sim.engines import Engine

R = TypeVar("R")
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


class Work(Struct, Generic[R], frozen=True, kw_only=True):
    """What is to be played; plain values, so that every worker makes the same game and the same bots of it.

    ``seats`` gives each side of the scenario a bot by its spec. ``make_bot`` and ``open_game`` are named as
    ``module:function``, because the simulator imports neither bots nor files; ``modules`` are the rule systems from
    outside that every worker admits before it opens the scenario. ``script`` holds answers, in the notation of saves,
    that whoever is asked gives first, as long as they are legal; ``ahead`` is how many decisions came before the first,
    by which bots are given their dice. ``checked`` holds the rules' invariants after every action; ``tracked`` keeps
    what each side did.
    """

    scenario: str
    seats: tuple[tuple[Side, str], ...]
    games: int
    seed: int | str = 1
    cap: int = ACTION_CAP
    timed: bool = False
    budget: Budget = FREE
    make_bot: str = "ai.player:make_bot"
    open_game: str = "game.api:open_game"
    modules: tuple[str, ...] = ()
    script: tuple[str, ...] = ()
    ahead: int = 0
    checked: bool = False
    tracked: bool = True

    def outcome(self, table: Table[R], index: int, watch: Watch, budget: Budget) -> R:
        """Play the game of that index; what becomes of it."""
        with apart(watch):
            played = table.played(game_seed(self.seed, index), watch, budget)
        return self.result(table, index, played)

    def result(self, table: Table[R], index: int, played: Played) -> R:
        """What becomes of a game that is over, in the process that played it."""
        raise NotImplementedError


class Batch(Work[Rows], frozen=True, kw_only=True):
    """Games that become rows. ``bundles`` is the folder for those that are spoilt (empty: they are not kept)."""

    bundles: str = ""

    def result(self, table: Table[Rows], index: int, played: Played) -> Rows:
        """The rows of a game; a bundle of it, too, if it was spoilt."""
        if self.bundles:
            self._keep(table, index, played)
        return rows_of(
            played,
            index=index,
            seed=game_seed(self.seed, index),
            scenario=table.game.scenario.id,
            bots=table.bots,
            limits=limits_of(self),
        )

    def _keep(self, table: Table[Rows], index: int, played: Played) -> None:
        failure = failure_of(played)
        if failure is not None:
            bundle = bundle_for(
                played,
                failure,
                scenario=self.scenario,
                seed=game_seed(self.seed, index),
                bots=table.bots,
                cap=self.cap,
                checked=self.checked,
                limit=self.budget.move_time,
            )
            keep(bundle, Path(self.bundles), index)


def game_seed(seed: int | str, index: int) -> str:
    """The seed of one game of a batch; `broodfall play --seed` takes it as it is.

    >>> game_seed(7, 12)
    '7/12'
    """
    return f"{seed}/{index}"


def limits_of(batch: Work[Any]) -> str:
    """What a game and a bot of a batch are allowed, as rows tell it.

    >>> limits_of(Batch(scenario="culvert", seats=(), games=1, budget=Budget(move_imagines=9, move_time=2.0)))
    'cap=50000,move_imagines=9,move_time=2'
    """
    given = structs.asdict(batch.budget)
    return ",".join(
        [f"cap={batch.cap}", *(f"{name}={_short(value)}" for name, value in given.items() if value is not None)]
    )


def _short(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def seeds_of(batch: Work[Any]) -> tuple[str, ...]:
    """The seed of every game. No two are the same, or the games would not be independent."""
    seeds = tuple(game_seed(batch.seed, index) for index in range(batch.games))
    if len(set(seeds)) != len(seeds):
        raise AssertionError("two games of a batch share a seed")
    return seeds


class Table(Generic[R]):
    """A scenario that was loaded once, and the bots that play it again and again."""

    def __init__(self, work: Work[R]) -> None:
        self.work = work
        for name in work.modules:
            admit(name)
        find: OpenGame = named(work.open_game)
        self.make: MakeBot = named(work.make_bot)
        opened = find(work.scenario)
        self.game, self.start = opened.game, opened.start
        self.bots = dict(work.seats)
        check_seats(self.game, self.bots)

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides that are called, by their numbers."""
        return tuple(self.bots)

    def play(self, index: int, watch: Watch | None = None, *, clocked: bool = True) -> R:
        """Play the game of that index; ``clocked`` is False where it is only played again to where it failed."""
        budget = self.work.budget if clocked else structs.replace(self.work.budget, move_time=None, game_time=None)
        return self.work.outcome(self, index, watch or Watch(), budget)

    def blank(self, index: int, halt: Halt, number: int) -> R:
        """What becomes of a game of which only its end is known; ``number`` is that of the side called last."""
        side = self.sides[number] if halt.inside else ENGINE
        return self.work.result(self, index, unplayed(self.game, self.start, halt.reason, side, halt.error))

    def played(self, seed: str, watch: Watch, budget: Budget) -> Played:
        """Play one game to its end, however it ends."""
        dice = SeededDice(seed)
        own = {side: BotDice(seed, side, ahead=self.work.ahead) for side in self.bots}
        players: dict[Side, Player] = {}
        for side, spec in self.bots.items():
            try:
                watch.enter(side, making=True)
                players[side] = self.make(spec, own[side])
                watch.leave()
            except Halted as halted:
                halt = halted.halt
                fault = side if halt.inside else ENGINE
                return unplayed(self.game, self.start, halt.reason, fault, halt.error)
            except DataError:  # it is not the game that is wrong
                raise
            except BaseException as error:
                if is_stop(error):
                    raise
                return unplayed(self.game, self.start, CRASHED, side, fault_in(error))
        return play(
            self.game,
            led(self.game, players, self.work.script) if self.work.script else players,
            dice,
            start=self.start,
            bot_dice=own,
            cap=self.work.cap,
            timed=self.work.timed,
            budget=budget,
            watch=watch,
            tracked=self.work.tracked,
            checked=self.work.checked,
        )


@contextmanager
def apart(watch: Watch) -> Iterator[None]:
    """Bots are called in this block, and leave no traces beyond it: what they print goes to standard error, where it
    cannot get among results, and the current folder, from which files are named, is the same afterwards.
    """
    here = Path.cwd()
    with redirect_stdout(sys.stderr):
        yield
    watch.keep_to_one()
    os.chdir(here)


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


class Interrupted(KeyboardInterrupt):
    """The person stopped a batch; ``finished`` holds the games that were over but not yet handed out."""

    def __init__(self, finished: list[Rows]) -> None:
        super().__init__()
        self.finished = finished


def run(
    batch: Batch,
    *,
    jobs: int = 1,
    done: Iterable[int] = (),
    isolated: bool = False,
    engine: Engine | None = None,
    on_finish: Callable[[Rows], object] | None = None,
) -> Iterator[Rows]:
    """Play every game of the batch that is not ``done``; the rows of each come in the order of the games.

    Closing the generator, or an exception thrown into it, stops the workers at once. When it is interrupted,
    games that were finished ahead of their turn are in `Interrupted.finished`.

    Args:
        batch: what is played.
        jobs: worker processes; one plays in this process, unless the batch has a clock or is ``isolated``.
        done: games that need not be played.
        isolated: play in a worker process even if there is one job, so that a bot may take its process with it.
        engine: workers that exist already, for one batch after another; they stay when the batch is over.
        on_finish: called with each game as soon as it is over, before those whose turn it is.

    Raises:
        DataError: the scenario or a bot is not what it should be.
        WorkerLost: worker processes end before they play.
    """
    seeds_of(batch)
    finished = frozenset(done)
    waiting = [index for index in range(batch.games) if index not in finished]
    alone = jobs <= 1 or len(waiting) <= 1
    if engine is None and alone and not isolated and not batch.budget.clocked:
        return _here(Table(batch), waiting, on_finish)
    return _in_workers(batch, waiting, min(jobs, max(1, len(waiting))), engine, on_finish)


def _here(table: Table[Rows], waiting: list[int], on_finish: Callable[[Rows], object] | None) -> Iterator[Rows]:
    for index in waiting:
        rows = table.play(index)
        if on_finish is not None:
            on_finish(rows)
        yield rows


def _in_workers(
    batch: Batch,
    waiting: list[int],
    jobs: int,
    engine: Engine | None,
    on_finish: Callable[[Rows], object] | None,
) -> Iterator[Rows]:
    from game.sim.workers import Crew

    crew = Crew(jobs) if engine is None else engine
    ready: dict[int, Rows] = {}
    try:
        for index in waiting:
            crew.give(batch, index)
        turn = iter(waiting)
        following = next(turn, None)
        for _, index, rows in crew.finished():
            if on_finish is not None:
                on_finish(rows)
            ready[index] = rows
            while following in ready:
                yield ready.pop(following)
                following = next(turn, None)
    except KeyboardInterrupt:
        raise Interrupted([rows for _, rows in sorted(ready.items())]) from None
    finally:
        if engine is None:
            crew.close()
        else:
            crew.abandon()


def check_resumable(
    batch: Batch, scenario: str, games: Iterable[Rows], *, file: str, rules: str = RULES_VERSION
) -> None:
    """Raises DataError, naming the game, if finished games are not of this batch."""
    bots = dict(batch.seats)
    for rows in games:
        for row in rows:
            wanted = (
                str(FORMAT),
                seed_text(game_seed(batch.seed, row.game)),
                scenario,
                bots.get(row.side),
                rules,
                limits_of(batch),
            )
            for name, want, found in zip(_IDENTITY, wanted, _identity(row), strict=True):
                if want != found:
                    raise DataError(
                        f'expected {name} "{want}" as in this batch, found "{found}"',
                        file=file,
                        place=f"game {row.game}, side {row.side}",
                    )


_IDENTITY: Final = ("format", "seed", "scenario", "bot", "rules", "limits")


def _identity(row: Row) -> tuple[str, ...]:
    return str(row.format), row.seed, row.scenario, row.bot, row.rules, row.limits
