"""Play many games with every contract held against them, and say what broke: ``python -m tools.soak``.

Games of all shipped scenarios and of the small ones of the tests, by chance and by the shipped bots in turn. Each
problem is printed with what it takes to see it again. Ends with 1 if there was any.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from typing import NamedTuple

from ai.player import make_bot
from game.api import Action, Game, SeededDice, State
from game.sim.seats import BotDice
from tests.contract.afflictions import afflicted
from tests.contract.checks import EVERY, SELDOM, sound, walk
from tests.contract.games import NAMES, game_of
from tests.contract.loaded import LoadedDice
from tests.contract.moment import Check, Moment, failure

PAIRS = (
    ("random", "random"),
    ("marines:line", "hive:cunning"),
    ("random", "hive:instinct"),
    ("marines:line", "random"),
)
"""Who plays humans and hive, in turn."""
LOADED = 3
"""One game in so many has loaded dice."""
AFFLICTED = 5
"""One game in so many begins with units in all sorts of states, after ..."""
AHEAD = 40
"""... so many actions."""
CAP = 50_000
"""Actions after which a game counts as stuck."""


class Job(NamedTuple):
    """One game to play: its name, its number, and how often the checks come (0: invariants only)."""

    name: str
    number: int
    every: int

    @property
    def seed(self) -> str:
        """The seed of its dice."""
        return f"soak/{self.number}"

    @property
    def loaded(self) -> bool:
        """Whether its swarm dice fall in runs, for the sake of rare effects."""
        return self.number % LOADED == 0

    @property
    def afflicted(self) -> bool:
        """Whether it begins with units in all sorts of states."""
        return self.number % AFFLICTED == AFFLICTED - 1

    @property
    def pair(self) -> tuple[str, str]:
        """Who plays it."""
        return PAIRS[self.number % len(PAIRS)]


class Result(NamedTuple):
    """What came of a game."""

    job: Job
    actions: int
    reason: str
    problems: tuple[str, ...]
    seconds: float
    answers: Counter[str]


class Seats:
    """Bots at the seats of a game, with dice of their own."""

    def __init__(self, game: Game, job: Job) -> None:
        human, hive = job.pair
        specs = {side: human if kind == "human" else hive for side, kind in game.side_kinds.items()}
        self.dice = {side: BotDice(job.seed, side) for side in specs}
        self.players = {side: make_bot(spec, self.dice[side]) for side, spec in specs.items()}

    def choose(self, game: Game, state: State, number: int) -> Action:
        """The answer of the side that is to act."""
        side = game.to_act(state) or ""
        self.dice[side].at(number)
        return self.players[side].decide(game.view(state, side), game.options(state))


def play(job: Job) -> Result:
    """Play one game; whatever goes wrong is in the result."""
    began = time.perf_counter()
    answers: Counter[str] = Counter()

    def counted(m: Moment) -> Iterator[str]:
        task = m.game.waiting(m.state)
        if task is not None:
            answers.update({f"{type(task).__name__}/{type(action).__name__}" for action in m.game.options(m.state)})
        yield from sound(m)

    checks: list[Check] = [counted, *(EVERY if job.every else ())]
    try:
        game = game_of(job.name)
        start = afflicted(game, job.seed, AHEAD) if job.afflicted else None
        played = walk(
            game,
            seed=job.seed,
            checks=checks,
            seldom=SELDOM if job.every else (),
            every=job.every or 1,
            limit=CAP,
            state=start,
            dice=LoadedDice(SeededDice(job.seed)) if job.loaded else None,
            choose=None if job.pair == PAIRS[0] else Seats(game, job).choose,
        )
    except Exception as error:  # the soak goes on with the next game
        return Result(job, 0, "failed", (failure(error),), time.perf_counter() - began, answers)
    outcome = played.state.outcome
    reason = outcome.reason if outcome is not None else "problem" if played.problems else "stuck"
    problems = played.problems or (("no end",) if outcome is None else ())
    return Result(job, played.actions, reason, problems, time.perf_counter() - began, answers)


def jobs(names: Sequence[str], games: int, first: int, every: int) -> Iterator[Job]:
    """The games to play: one of each name, then the next of each."""
    return (Job(name, first + number, every) for number in range(games) for name in names)


def run(work: Iterator[Job], *, workers: int, seconds: float) -> Iterator[Result]:
    """Play games as long as there are some and there is time."""
    end = time.monotonic() + seconds
    if workers == 1:
        yield from (play(job) for job in work if time.monotonic() < end)
        return
    with ProcessPoolExecutor(workers) as pool:
        while time.monotonic() < end and (batch := list(islice(work, 4 * workers))):
            yield from pool.map(play, batch)


def report(results: Sequence[Result]) -> int:
    """Print the summary; the number of problems."""
    print(f"{'game':<12}{'games':>6}{'actions':>9}{'per s':>8}  ends")
    for name in dict.fromkeys(result.job.name for result in results):
        found = [result for result in results if result.job.name == name]
        actions, seconds = sum(r.actions for r in found), sum(r.seconds for r in found)
        ends = ", ".join(f"{reason} {count}" for reason, count in Counter(r.reason for r in found).most_common())
        print(f"{name:<12}{len(found):>6}{actions:>9}{actions / max(seconds, 1e-9):>8.0f}  {ends}")
    seen: Counter[str] = sum((r.answers for r in results), Counter())
    book = game_of(NAMES[0]).rulebook
    known = {f"{task.__name__}/{action.__name__}" for task, action in book.offer_of}
    never = ", ".join(sorted(known - set(seen)))
    print(f"\n{len(known & set(seen))} of {len(known)} answers were on offer; never: {never}")
    problems = [(result, problem) for result in results for problem in result.problems]
    for result, problem in problems:
        print(f"{result.job.name} {result.job.number} ({' / '.join(result.job.pair)}): {problem}")
    print(f"{len(results)} games, {sum(r.actions for r in results)} actions, {len(problems)} problems")
    return len(problems)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which games: {', '.join(NAMES)} (all)")
    parser.add_argument("-n", "--games", type=int, default=20, help="games of each (%(default)s)")
    parser.add_argument("--first", type=int, default=0, help="number of the first game (%(default)s)")
    parser.add_argument(
        "--every", type=int, default=5, help="decisions between checks; 0: invariants only (%(default)s)"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes (%(default)s)")
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no game after so many seconds")
    given = parser.parse_args()
    unknown = sorted(set(given.names) - set(NAMES))
    if unknown:
        parser.error(f"expected names among {', '.join(NAMES)}, found {', '.join(unknown)}")
    work = jobs(given.names or NAMES, given.games, given.first, given.every)
    return 1 if report(list(run(work, workers=given.jobs, seconds=given.seconds))) else 0


if __name__ == "__main__":
    raise SystemExit(main())
