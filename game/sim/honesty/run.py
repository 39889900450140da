"""Many games in which a bot's honesty is examined, by any number of workers."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing

from msgspec import Struct

from game.api import Side
from game.sim.batch import Table, Work, apart, game_seed
from game.sim.budget import Budget
from game.sim.honesty.asking import Examined, examine
from game.sim.match import Played
from game.sim.series import played_out
from game.sim.watch import Watch


class Shown(Struct, frozen=True):
    """What the game of that index showed."""

    index: int
    examined: Examined


class Examining(Work[Shown], frozen=True, kw_only=True):
    """Games in which the bot of one ``side`` is asked twice at each ``every``-th of its decisions.

    ``cap`` is after how many decisions of all sides a game is left.
    """

    side: Side
    every: int = 1

    def outcome(self, table: Table[Shown], index: int, watch: Watch, budget: Budget) -> Shown:
        """Examine the bot in the game of that index."""
        with apart(watch):
            examined = examine(
                table.game,
                self.side,
                lambda seat, dice: table.make(table.bots[seat], dice),
                seed=game_seed(self.seed, index),
                start=table.start,
                every=self.every,
                most=self.cap,
                watch=watch,
            )
        return Shown(index, examined)

    def result(self, table: Table[Shown], index: int, played: Played) -> Shown:
        """Of a game that was lost with its process there is nothing but how."""
        return Shown(index, Examined(0, 0, {}, failed=f"{played.fault}: {played.error}"))


def run(
    works: Sequence[Examining], *, jobs: int = 1, isolated: bool = False
) -> Generator[tuple[int, Shown], None, None]:
    """Examine in all games of all works; each comes once it is over, with the number of its work.

    The same seed shows the same with any number of jobs. A bot that hangs or takes its process with it spoils its game
    alone.

    Raises:
        DataError: as `game.sim.batch.run`.
        WorkerLost: as `game.sim.batch.run`.
    """
    order = ((number, index) for number, work in enumerate(works) for index in range(work.games))
    with closing(played_out(works, order, jobs=jobs, isolated=isolated)) as games:
        yield from games
