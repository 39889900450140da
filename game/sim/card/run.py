"""The games of a report card: played, then played again from their actions under the eyes of the watchers."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from contextlib import closing

from msgspec import Struct

from game.api import Action, Dice, Game, SeededDice, Session, Side, State
from game.sim.batch import Table, Work, game_seed
from game.sim.budget import FREE, Budget
from game.sim.card.kinds import WATCHERS
from game.sim.card.moment import Follower, Moment
from game.sim.card.seating import Seating
from game.sim.card.tally import Counter, Tally, added
from game.sim.match import Played
from game.sim.series import played_out


class Plan(Struct, frozen=True, kw_only=True):
    """The games to be watched.

    ``seats`` are ways to sit: for each the specs of all sides, and the sides that the watched bot has; game after
    game they take turns.
    """

    scenario: str
    seats: tuple[Seating, ...]
    games: int
    seed: int | str = 1
    budget: Budget = FREE
    modules: tuple[str, ...] = ()


class Watched(Struct, frozen=True):
    """One game that was watched: what its watchers counted, and the actions that play it again.

    ``plan`` is the number of its plan, ``index`` its own in that plan.
    """

    plan: int
    index: int
    scenario: str
    seed: str
    bots: tuple[tuple[Side, str], ...]
    sides: tuple[Side, ...]
    reason: str
    error: str
    tallies: tuple[Tally, ...]
    actions: tuple[Action, ...]


class Watching(Work[Watched], frozen=True, kw_only=True):
    """Games in which the bot of some ``sides`` is watched, for the plan of that number."""

    plan: int
    sides: tuple[Side, ...]

    def result(self, table: Table[Watched], index: int, played: Played) -> Watched:
        """Play the game again under the eyes of the watchers, as far as it went."""
        seed = game_seed(self.seed, index)
        answers: list[object] = [answer for _, answer in played.course.log]  # bots need not keep what their types say
        log = tuple(answer for answer in answers if isinstance(answer, Action))
        tallies = look(table.game, SeededDice(seed), log, self.sides, start=table.start)
        return Watched(
            self.plan,
            index,
            self.scenario,
            seed,
            self.seats,
            self.sides,
            played.reason,
            played.error,
            tallies,
            log,
        )


def run(plans: Sequence[Plan], *, jobs: int = 1, isolated: bool = False) -> Generator[Watched, None, None]:
    """Watch all games of all plans; each comes as soon as it is over, and `in_turn` puts them in order.

    A bot that fails, hangs or takes its process with it spoils its game alone.

    Raises:
        DataError: as `game.sim.batch.run`.
        WorkerLost: as `game.sim.batch.run`.
    """
    works: list[Watching] = []
    order: list[tuple[int, int]] = []
    for number, plan in enumerate(plans):
        order += [(len(works) + index % len(plan.seats), index) for index in range(plan.games)]
        works += [_watching(plan, number, seating) for seating in plan.seats]
    with closing(played_out(works, iter(order), jobs=jobs, isolated=isolated)) as games:
        for _, watched in games:
            yield watched


def in_turn(games: Iterable[Watched]) -> list[Watched]:
    """The games in the order of their plans, whichever were over first."""
    return sorted(games, key=lambda game: (game.plan, game.index))


def _watching(plan: Plan, number: int, seating: Seating) -> Watching:
    bots, sides = seating
    return Watching(
        scenario=plan.scenario,
        seats=bots,
        games=plan.games,
        seed=plan.seed,
        budget=plan.budget,
        modules=plan.modules,
        tracked=False,
        plan=number,
        sides=sides,
    )


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
