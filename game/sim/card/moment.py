"""A game decision by decision, cut into turns: what every watcher of the report card looks at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Protocol

from game.api import (
    Action,
    Ctx,
    Event,
    Game,
    Pass,
    Side,
    State,
    Task,
    TurnBegan,
    Unit,
    UnitId,
    actions,
    hive_actions,
    hive_tasks,
    tasks,
)
from game.api import events as facts

CHOSEN: Final = ("pool", "own", "lieutenant", "xeno")
"""Kinds of orders that a side gives of its own will; the others are forced upon its units."""


@dataclass(frozen=True)
class Moment:
    """One decision: the table before it, the answer, and what came of it. ``number`` actions were made before."""

    game: Game
    number: int
    side: Side
    task: Task
    before: State
    action: Action
    events: tuple[Event, ...]
    after: State

    @cached_property
    def ctx(self) -> Ctx:
        """For the rules' questions about the table before the answer."""
        return self.game.ctx(self.before)

    @cached_property
    def order(self) -> tasks.Order | None:
        """The order that was being carried out."""
        return next((task for task in reversed(self.before.agenda) if isinstance(task, tasks.Order)), None)


@dataclass(frozen=True)
class Run:
    """One order, or one activation of a xeno, from the moment it was given to its end."""

    unit: UnitId
    side: Side
    number: int
    before: State
    after: State
    moments: tuple[Moment, ...]

    @cached_property
    def own(self) -> tuple[Moment, ...]:
        """The decisions of the unit's own skills: neither reactions nor what an order leads to elsewhere."""
        return tuple(
            m
            for m in self.moments
            if m.side == self.side and m.order is not None and m.order.actor == self.unit and m.order.kind in CHOSEN
        )

    def acts(self, *kinds: type[Action]) -> list[Moment]:
        """Those that were answered with one of these actions."""
        return [m for m in self.own if isinstance(m.action, kinds)]

    @property
    def unit_before(self) -> Unit | None:
        """The unit as it was before the order."""
        return self.before.units.get(self.unit)

    @property
    def unit_after(self) -> Unit | None:
        """The unit as the order left it; None when it is gone."""
        return self.after.units.get(self.unit)


@dataclass(frozen=True)
class Turn:
    """One turn of the watched side. ``closing`` is the decision with which it ended its turn, if it did."""

    game: Game
    side: Side
    start: State
    end: State
    first: int
    last: int
    moments: tuple[Moment, ...]

    @cached_property
    def closing(self) -> Moment | None:
        """The answer that gave up the rest of the turn: no more orders, or no more moves of the hive."""
        for moment in reversed(self.moments):
            if moment.side == self.side and isinstance(moment.action, actions.EndTurn):
                return moment
            if isinstance(moment.task, hive_tasks.HiveMove) and isinstance(moment.action, Pass):
                return moment
        return None

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        """The orders that the side gave, in order."""
        return tuple(self._runs())

    def _runs(self) -> Iterator[Run]:
        starts = [
            place
            for place, moment in enumerate(self.moments)
            if moment.side == self.side and isinstance(moment.action, actions.GiveOrder | hive_actions.ActivateXeno)
        ]
        for place, begin in enumerate(starts):
            moment = self.moments[begin]
            limit = starts[place + 1] if place + 1 < len(starts) else len(self.moments)
            after = self.end
            inside = [moment]
            for later in self.moments[begin + 1 : limit]:
                if isinstance(later.task, tasks.OrdersPhase | hive_tasks.HiveMove):
                    after = later.before
                    break
                inside.append(later)
            else:
                if limit < len(self.moments):
                    after = self.moments[limit].before
            assert isinstance(moment.action, actions.GiveOrder | hive_actions.ActivateXeno)
            yield Run(moment.action.unit, self.side, moment.number, moment.before, after, tuple(inside))

    @property
    def shown(self) -> int:
        """After how many actions of the game the end of the turn is best seen."""
        return self.last if self.closing is None else self.closing.number

    @property
    def ended(self) -> State:
        """The table when the side gave up the rest of its turn, or at the end of the turn."""
        return self.end if self.closing is None else self.closing.before


class Watcher(Protocol):
    """Looks at what one side does and counts one kind of bad habit."""

    def turn(self, turn: Turn) -> None:
        """Look at a turn of the watched side that is over."""
        ...

    def aside(self, moment: Moment) -> None:
        """Look at a decision of the watched side outside its own turn."""
        ...


class Follower:
    """Cuts what happens into turns of one side and tells its watchers of each."""

    def __init__(self, game: Game, side: Side, watchers: Iterable[Watcher]) -> None:
        self.game = game
        self.side = side
        self.watchers = tuple(watchers)
        self._start: State | None = None
        self._first = 0
        self._moments: list[Moment] = []

    def opening(self, state: State, after: State, events: tuple[Event, ...]) -> None:
        """What happened before the first decision."""
        self._cut(state, after, events, 0)
        if self._start is None and after.turn == self.side and not any(isinstance(e, TurnBegan) for e in events):
            self._start = after  # a position in the middle of a turn

    def see(self, moment: Moment) -> None:
        """The next decision of the game, whoever made it."""
        if self._start is not None:
            self._moments.append(moment)
        elif moment.side == self.side:
            for watcher in self.watchers:
                watcher.aside(moment)
        self._cut(moment.before, moment.after, moment.events, moment.number + 1)

    def _cut(self, before: State, after: State, events: tuple[Event, ...], number: int) -> None:
        for place, event in enumerate(events):
            if isinstance(event, TurnBegan) and event.side == self.side:
                self._start = self.game.fold(before, events[: place + 1])
                self._first = number
                self._moments = []
            elif isinstance(event, facts.TurnEnded) and event.side == self.side:
                self._close(self.game.fold(before, events[:place]), number)
        if after.outcome is not None:
            self._close(after, number)

    def _close(self, end: State, number: int) -> None:
        if self._start is None:
            return
        turn = Turn(self.game, self.side, self._start, end, self._first, number, tuple(self._moments))
        self._start, self._moments = None, []
        for watcher in self.watchers:
            watcher.turn(turn)
