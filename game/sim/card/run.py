"""The games of a report card: played, then played again from their actions under the eyes of the watchers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from game.api import Action, DataError, Dice, Game, SeededDice, Session, Side, State, admit, open_game
from game.sim.batch import game_seed, named
from game.sim.card.kinds import WATCHERS
from game.sim.card.moment import Follower, Moment
from game.sim.card.tally import Counter, Tally, added
from game.sim.match import ACTION_CAP, play
from game.sim.mishaps import fault_in
from game.sim.results import CRASHED
from game.sim.seats import BotDice

if TYPE_CHECKING:
    from ai.player import Player

AHEAD: Final = 1
"""Games handed to a worker at once."""


class Plan(Struct, frozen=True, kw_only=True):
    """The games to be watched; plain values, so that every worker makes the same ones.

    ``seats`` are ways to sit: for each the specs of all sides, and the sides that the watched bot has; game after
    game they take turns.
    """

    scenario: str
    seats: tuple[tuple[tuple[tuple[Side, str], ...], tuple[Side, ...]], ...]
    games: int
    seed: int | str = 1
    cap: int = ACTION_CAP
    make_bot: str = "ai.player:make_bot"
    modules: tuple[str, ...] = ()


class Watched(Struct, frozen=True):
    """One game that was watched: what its watchers counted, and the actions that play it again."""

    index: int
    scenario: str
    seed: str
    bots: tuple[tuple[Side, str], ...]
    sides: tuple[Side, ...]
    reason: str
    error: str
    tallies: tuple[Tally, ...]
    actions: tuple[Action, ...]


def watch(plan: Plan, index: int) -> Watched:
    """Play the game of that index and look at what the bot did in it. A bot that fails spoils its game alone."""
    for module in plan.modules:
        admit(module)
    opened = open_game(plan.scenario)
    bots, sides = plan.seats[index % len(plan.seats)]
    seed = game_seed(plan.seed, index)
    own = {side: BotDice(seed, side) for side, _ in bots}
    make = named(plan.make_bot)
    log: tuple[Action, ...] = ()
    try:
        players: dict[Side, Player] = {side: make(spec, own[side]) for side, spec in bots}
    except DataError:  # it is not the game that is wrong
        raise
    except Exception as error:
        reason, wrong = CRASHED, fault_in(error)
    else:
        played = play(
            opened.game,
            players,
            SeededDice(seed),
            start=opened.start,
            bot_dice=own,
            cap=plan.cap,
            tracked=False,
        )
        reason, wrong = played.reason, played.error
        answers: list[object] = [answer for _, answer in played.course.log]  # bots need not keep what their types say
        log = tuple(answer for answer in answers if isinstance(answer, Action))
    tallies = look(opened.game, SeededDice(seed), log, sides, start=opened.start)
    return Watched(index, plan.scenario, seed, bots, sides, reason, wrong, tallies, log)


def look(
    game: Game, dice: Dice, log: Sequence[Action], sides: Sequence[Side], *, start: State | None = None
) -> tuple[Tally, ...]:
    """What the watchers count in a game that is played again from its actions and dice, over all sides of one bot."""
    watchers: dict[Side, list[Counter]] = {side: [make(game) for make in WATCHERS] for side in sides}
    followers = [Follower(game, side, watchers[side]) for side in sides]
    session = Session(game, dice, start)
    for follower in followers:
        follower.opening(session.start, session.state, session.opening)
    for number, action in enumerate(log):
        before, side, task = session.state, session.to_act, game.waiting(session.state)
        if side is None or task is None:
            break
        try:
            events = session.act(action)
        except Exception:
            break  # the answer that spoilt the game
        moment = Moment(game, number, side, task, before, action, events, session.state)
        for follower in followers:
            follower.see(moment)
    return tuple(merged([w.tally() for side in sides for w in watchers[side]]))


def merged(tallies: Sequence[Tally]) -> list[Tally]:
    """One tally for each kind, the worst case of the first that has the worst."""
    found = []
    for kind in dict.fromkeys(tally.kind for tally in tallies):
        same = [tally for tally in tallies if tally.kind == kind]
        cases = [tally.worst for tally in same if tally.worst is not None]
        found.append(
            Tally(
                kind,
                sum(tally.count for tally in same),
                sum(tally.chances for tally in same),
                max(cases, key=lambda case: case.weight, default=None),
                added(tally.uses for tally in same),
                tuple(case for tally in same for case in tally.cases),
            )
        )
    return found


@dataclass(frozen=True)
class _Job:
    plan: Plan
    index: int


def _do(job: _Job) -> Watched:
    return watch(job.plan, job.index)


def run(plans: Sequence[Plan], *, jobs: int = 1) -> Iterator[Watched]:
    """Watch all games of all plans, in order, whatever the number of processes."""
    work = [_Job(plan, index) for plan in plans for index in range(plan.games)]
    if jobs <= 1 or len(work) < 2:
        yield from map(_do, work)
        return
    with ProcessPoolExecutor(min(jobs, len(work)), mp_context=get_context("spawn")) as pool:
        try:
            yield from pool.map(_do, work, chunksize=AHEAD)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
