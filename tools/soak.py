"""Play many games with every contract held against them, and say what broke: ``python -m tools.soak``.

Games of all shipped scenarios, of the small ones of the tests and of the arenas in which all rule systems meet; by
chance, by chance with a taste for what is seldom offered, and by the shipped bots in turn. ``--decisions 1000000``
plays until so many decisions were made. Each problem is printed with what it takes to see it again, and the table at
which it showed is kept as a position file. Ends with 1 if there was any.
"""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import count, islice
from pathlib import Path
from typing import NamedTuple

from ai.player import make_bot
from game.api import Action, Game, SeededDice, State
from game.io.position_text import write_position
from game.sim.seats import BotDice
from tests.contract.afflictions import afflicted
from tests.contract.arenas import ARENAS
from tests.contract.checks import EVERY, SELDOM, Walk, sound, walk
from tests.contract.choosing import by_kind
from tests.contract.games import NAMES, game_of
from tests.contract.loaded import LoadedDice
from tests.contract.moment import Check, Moment, failure

LIVELY = "lively"
"""Who picks a kind of answer first, then one of that kind."""
PAIRS = (
    ("random", "random"),
    (LIVELY, LIVELY),
    ("marines:line", "hive:cunning"),
    ("random", "hive:instinct"),
    ("marines:line", "random"),
)
"""Who plays humans and hive, in turn."""
BOTLESS = 2
"""How many of these need no bots."""
LOADED = 3
"""One game in so many has loaded dice."""
AFFLICTED = 7
"""One game in so many begins with units in all sorts of states, after ..."""
AHEAD = 40
"""... so many actions."""
CAP = 50_000
"""Actions after which a game counts as stuck."""


class Job(NamedTuple):
    """One game to play: its name, its number, how often the checks come (0: invariants only), and if bots play."""

    name: str
    number: int
    every: int
    bots: bool = True

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
        return PAIRS[self.number % (len(PAIRS) if self.bots else BOTLESS)]


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

    checks: list[Check] = [counted, *EVERY] if job.every else [sound]
    try:
        played = walked(job, checks, limit=CAP)
    except Exception as error:  # the soak goes on with the next game
        return Result(job, 0, "failed", (failure(error),), time.perf_counter() - began, answers)
    outcome = played.state.outcome
    reason = outcome.reason if outcome is not None else "problem" if played.problems else "stuck"
    problems = played.problems or (("no end",) if outcome is None else ())
    return Result(job, played.actions, reason, problems, time.perf_counter() - began, answers)


def walked(job: Job, checks: Sequence[Check], *, limit: int) -> Walk:
    """The game of a job, played for so many actions at most."""
    game = game_of(job.name)
    if job.pair == PAIRS[0]:
        choose = None
    else:
        choose = by_kind(job.seed) if job.pair[0] == LIVELY else Seats(game, job).choose
    return walk(
        game,
        seed=job.seed,
        checks=checks,
        seldom=SELDOM if job.every else (),
        every=job.every or 1,
        limit=limit,
        state=afflicted(game, job.seed, AHEAD) if job.afflicted else None,
        dice=LoadedDice(SeededDice(job.seed)) if job.loaded else None,
        choose=choose,
    )


def kept(result: Result, folder: Path) -> Path | None:
    """The table at which the first problem showed, as a position file; None where no game was played at all."""
    found = re.match(r"action (\d+):", result.problems[0])
    limit = int(found[1]) if found else result.actions
    try:
        state = walked(result.job, (), limit=limit).state
        text = write_position(game_of(result.job.name), state, note="; ".join(result.problems))
    except Exception:  # the problem itself may be that the game cannot be played, or not be written down
        return None
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{result.job.name}-{result.job.number}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def jobs(names: Sequence[str], games: int | None, first: int, every: int, *, bots: bool = True) -> Iterator[Job]:
    """The games to play: one of each name, then the next of each; without end if ``games`` is None."""
    numbers = count(first) if games is None else iter(range(first, first + games))
    return (Job(name, number, every, bots) for number in numbers for name in names)


def enough(results: Iterator[Result], decisions: int | None) -> Iterator[Result]:
    """The results until they come to so many decisions."""
    made = 0
    for result in results:
        yield result
        made += result.actions
        if decisions is not None and made >= decisions:
            return


def run(work: Iterator[Job], *, workers: int, seconds: float) -> Iterator[Result]:
    """Play games as long as there are some and there is time."""
    end = time.monotonic() + seconds
    if workers == 1:
        yield from (play(job) for job in work if time.monotonic() < end)
        return
    with ProcessPoolExecutor(workers) as pool:
        while time.monotonic() < end and (batch := list(islice(work, 4 * workers))):
            yield from pool.map(play, batch)


def report(results: Sequence[Result], folder: Path) -> int:
    """Print the summary and keep what failed; the number of problems."""
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
    if seen:
        print(f"\n{len(known & set(seen))} of {len(known)} answers were on offer; never: {never}")
    problems = [(result, problem) for result in results for problem in result.problems]
    for result, problem in problems:
        print(f"{result.job.name} {result.job.number} ({' / '.join(result.job.pair)}): {problem}")
    for result in results:
        path = kept(result, folder) if result.problems else None
        if path is not None:
            print(f"broodfall try {path} shows the table of {result.job.name} {result.job.number}")
    total, seconds = sum(r.actions for r in results), sum(r.seconds for r in results)
    print(f"{len(results)} games, {total} decisions in {seconds:.0f} s of play, {len(problems)} problems")
    return len(problems)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which games: {', '.join(NAMES)}, arenas (all)")
    parser.add_argument("-n", "--games", type=int, help="games of each (20, or as many as --decisions take)")
    parser.add_argument("--decisions", type=int, help="play on until so many decisions were made")
    parser.add_argument("--no-bots", action="store_true", help="chance plays all games, which is many times as fast")
    parser.add_argument("--keep", type=Path, default=Path("soak/failed"), help="folder of failing cases (%(default)s)")
    parser.add_argument("--first", type=int, default=0, help="number of the first game (%(default)s)")
    parser.add_argument(
        "--every", type=int, default=5, help="decisions between checks; 0: invariants only (%(default)s)"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes (%(default)s)")
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no game after so many seconds")
    given = parser.parse_args()
    wanted = [name for given_name in given.names for name in (ARENAS if given_name == "arenas" else (given_name,))]
    unknown = sorted(set(wanted) - set(NAMES))
    if unknown:
        parser.error(f"expected names among {', '.join(NAMES)}, found {', '.join(unknown)}")
    games = given.games if given.games or given.decisions else 20
    work = jobs(wanted or NAMES, games, given.first, given.every, bots=not given.no_bots)
    results = enough(run(work, workers=given.jobs, seconds=given.seconds), given.decisions)
    return 1 if report(list(results), given.keep) else 0


if __name__ == "__main__":
    raise SystemExit(main())
