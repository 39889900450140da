"""One game between bots, without a screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Final

from game.api import (
    Action,
    AnswerIllegal,
    AnswerLate,
    BudgetSpent,
    Dice,
    DiceRolled,
    Event,
    Game,
    IllegalAction,
    Side,
    State,
    TurnBegan,
    View,
    refuse,
)
from game.sim.budget import FREE, Budget, Meter, metered
from game.sim.course import DEAD_ENDS, Course, InvariantBroken
from game.sim.mishaps import fault_in, is_stop, words_of
from game.sim.results import CAPPED, CRASHED, ILLEGAL, OVERSPENT, TIMEOUT
from game.sim.seats import BotDice
from game.sim.tracks import Tracker, Tracks
from game.sim.watch import Halted, Watch

if TYPE_CHECKING:
    from ai.player import Player

ACTION_CAP: Final = 50_000
"""Answers after which a game is stopped as stuck, unless the batch says otherwise."""

ENGINE: Final = "engine"
"""The one at fault when an error was not a bot's."""


@dataclass(slots=True)
class SeatTally:
    """What one side did in a game."""

    decisions: int = 0
    forced: int = 0
    actions: dict[type[Action], int] = field(default_factory=dict)
    dice: dict[str, list[int]] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)
    thought: float = 0.0
    imagined: int = 0
    imagined_most: int = 0


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over, one way or the other."""

    game: Game
    state: State
    reason: str
    seats: Mapping[Side, SeatTally]
    seconds: float
    fault: Side = ""
    error: str = ""
    tracks: Mapping[Side, Tracks] = field(default_factory=dict)
    course: Course = field(default_factory=Course)

    @property
    def winner(self) -> str:
        """The team that won; empty for a draw and for a game that did not end by the rules."""
        return self.state.outcome.winner if self.state.outcome is not None else ""


def play(
    game: Game,
    players: Mapping[Side, Player],
    dice: Dice,
    *,
    start: State | None = None,
    bot_dice: Mapping[Side, BotDice] | None = None,
    cap: int = ACTION_CAP,
    timed: bool = False,
    tracked: bool = True,
    checked: bool = False,
    budget: Budget = FREE,
    watch: Watch | None = None,
) -> Played:
    """Play a game from its beginning (or from ``start``) to its end.

    A bot that fails, answers with what is not allowed, uses more than its ``budget``, or never comes to an end spoils
    its game and no other: the reason tells. What does not come back from a call is for others to stop; ``watch`` tells
    them where it is. ``bot_dice`` of the side that is asked are set to each decision as it comes. ``timed`` measures
    each decision; without it and a clock in the budget, time is read only at both ends. ``tracked`` keeps what each
    side did, for reports. ``checked`` holds the invariants of the rules after each action, and a broken one spoils the
    game as an error of the engine.
    """
    match = _Match(game, players, dice, start, bot_dice or {}, timed, tracked, checked, budget, watch or Watch())
    try:
        return match.run(cap)
    except BaseException as error:  # a bot may fail in any way; the row says how
        if is_stop(error):
            raise
        return match.spoilt(error)


class _Match:
    """A game on its way. ``_at_fault`` is who is to blame if something goes wrong now."""

    __slots__ = (
        "_at_fault",
        "_began",
        "_bot_dice",
        "_budget",
        "_checked",
        "_course",
        "_dice",
        "_game",
        "_listeners",
        "_meter",
        "_options",
        "_players",
        "_seats",
        "_shown",
        "_state",
        "_timed",
        "_tracker",
        "_turn",
        "_watch",
    )

    def __init__(
        self,
        game: Game,
        players: Mapping[Side, Player],
        dice: Dice,
        start: State | None,
        bot_dice: Mapping[Side, BotDice],
        timed: bool,
        tracked: bool,
        checked: bool,
        budget: Budget,
        watch: Watch,
    ) -> None:
        self._began = perf_counter()
        self._seats = {side.id: SeatTally() for side in game.scenario.sides}
        self._players, self._dice, self._bot_dice = players, dice, bot_dice
        self._timed, self._checked, self._budget, self._watch = timed, checked, budget, watch
        self._meter = Meter(budget, self._seats)
        self._shown, self._game = game, metered(game, self._meter)
        self._state = game.initial() if start is None else start
        self._tracker = Tracker(self._game, self._state) if tracked else None
        self._listeners = [(side, player) for side, player in players.items() if getattr(player, "listens", True)]
        self._course = Course()
        self._at_fault: Side = ENGINE
        self._options: Sequence[Action] = ()
        self._turn = ""

    def run(self, cap: int) -> Played:
        """Play to the end, or to that many answers. Raises whatever a bot or the engine raises; then it is `spoilt`."""
        game, dice, course, seats = self._game, self._dice, self._course, self._seats
        self._state, events = game.begin(self._state, dice)
        course.opening, course.dice = self._state, dice.position()
        for number in range(cap + 1):
            self._options = ()
            if self._checked:
                for problem in game.problems(self._state):
                    raise InvariantBroken(problem)
            self._tell(events)
            state = self._state
            if state.outcome is not None:
                return self._over(state.outcome.reason)
            side = game.to_act(state)
            if side is None:
                raise InvariantBroken(DEAD_ENDS[0])
            # Options of what the side sees, so that a player cannot reach the true state through them.
            view = game.view(state, side)
            options = self._options = view.options()
            count = len(options)
            if not count:
                raise InvariantBroken(f"{DEAD_ENDS[1]}: {type(game.waiting(state)).__name__}")
            if number == cap:
                return self._over(CAPPED, side, f"no end after {cap} actions")
            own = self._bot_dice.get(side)
            if own is not None:
                own.at(number)
            action, late = self._asked(side, view)
            if late is not None:
                return self._over(TIMEOUT, *late)
            course.log.append((side, action))
            answered: object = action  # bots need not keep what their types say
            if not isinstance(answered, Action):
                waiting = type(game.waiting(state)).__name__
                raise IllegalAction(refuse("NOT_NOW", "OR-4", action=type(action).__name__, waiting=waiting))
            self._state, events = game.apply(state, action, dice)
            seat, kind = seats[side], type(action)
            seat.actions[kind] = seat.actions.get(kind, 0) + 1
            if count > 1:
                seat.decisions += 1
            else:
                seat.forced += 1
        raise AssertionError("the last answer is followed by an end")

    def spoilt(self, error: BaseException) -> Played:
        """The game as it is after what a bot or the engine raised, and who is to blame for it."""
        fault = self._at_fault
        if isinstance(error, Halted):
            halt = error.halt
            return self._over(halt.reason, fault if halt.inside else ENGINE, halt.error)
        self._course.raised = error
        if isinstance(error, BudgetSpent):
            return self._over(OVERSPENT, fault, f"{error}")
        if isinstance(error, AnswerLate):
            return self._over(TIMEOUT, fault, words_of(error))
        if isinstance(error, AnswerIllegal):
            return self._over(ILLEGAL, fault, words_of(error))
        if isinstance(error, IllegalAction):
            if fault != ENGINE:  # it was the bot's own question that was refused, and the bot did not mind that
                return self._over(CRASHED, fault, fault_in(error))
            return self._over(ILLEGAL, self._game.to_act(self._state) or ENGINE, f"{error}")
        answer = self._course.log[-1] if self._course.log else None
        if fault == ENGINE and self._options and answer is not None and not _offered(self._options, answer[1]):
            return self._over(ILLEGAL, answer[0], fault_in(error))  # it is not even what actions are made of
        return self._over(CRASHED, fault, fault_in(error))

    def _tell(self, events: tuple[Event, ...]) -> None:
        """Count what happened, and let players hear of it."""
        self._turn = _count_dice(events, self._state, self._seats, self._turn)
        if self._tracker is not None:
            self._tracker.hear(events)
        for side, player in self._listeners:
            self._at_fault = side
            heard = self._game.redacted_events(self._state, events, side)
            self._watch.enter(side)
            self._meter.begin(side)
            player.observe(heard)
            self._meter.close()
            self._watch.leave()
        self._at_fault = ENGINE

    def _asked(self, side: Side, view: View) -> tuple[Action, tuple[Side, str] | None]:
        """What the player of a side answers; and if it came too late, who is at fault and what to say."""
        self._at_fault = side
        self._watch.enter(side)
        self._meter.begin(side)
        late = None
        if self._timed or self._budget.clocked:
            asked = perf_counter()
            action = self._players[side].decide(view, self._options)
            late = _clocked(self._seats, side, asked, self._began, self._budget, self._timed)
        else:
            action = self._players[side].decide(view, self._options)
        if late is None:
            self._meter.close()
            self._watch.leave()
            self._at_fault = ENGINE
        return action, late

    def _over(self, reason: str, fault: str = "", error: str = "") -> Played:
        self._meter.close()
        for side, seat in self._seats.items():
            seat.imagined, seat.imagined_most = self._meter.total[side], self._meter.most[side]
        return Played(
            game=self._shown,
            state=self._state,
            reason=reason,
            seats=self._seats,
            seconds=perf_counter() - self._began,
            fault=fault,
            error=error,
            tracks={side: self._tracker.of(side) for side in self._seats} if self._tracker is not None else {},
            course=self._course,
        )


def unplayed(game: Game, state: State | None, reason: str, fault: str, error: str) -> Played:
    """A game of which no more is known than how it ended."""
    seats = {side.id: SeatTally() for side in game.scenario.sides}
    return Played(game, game.initial() if state is None else state, reason, seats, 0.0, fault, error)


def _clocked(
    seats: Mapping[Side, SeatTally], side: Side, asked: float, began: float, budget: Budget, timed: bool
) -> tuple[Side, str] | None:
    """Enter the time of an answer; if it came too late, who is at fault and what to say."""
    seat = seats[side]
    now = perf_counter()
    took = now - asked
    if budget.move_time is not None and took > budget.move_time:
        return side, no_answer(budget.move_time)
    seat.thought += took
    if timed:
        seat.seconds.append(took)
    if budget.game_time is not None and now - began > budget.game_time:
        return max(seats, key=lambda name: seats[name].thought), no_end(budget.game_time)
    return None


def no_answer(seconds: float) -> str:
    """What is said of a bot that took longer than a move may take."""
    return f"no answer within {seconds:g} s"


def no_end(seconds: float) -> str:
    """What is said of a game that took longer than a game may take."""
    return f"no end within {seconds:g} s"


def _offered(options: Sequence[Action], action: object) -> bool:
    """Whether an answer is one of the options, whatever it is made of."""
    try:
        return any(action == option for option in options)
    except Exception:
        return False


def _count_dice(events: tuple[Event, ...], state: State, seats: Mapping[Side, SeatTally], turn: Side) -> Side:
    """Enter dice in the ledger of the unit's side, or of whose ``turn`` it was; whose turn it is after ``events``."""
    for event in events:
        if isinstance(event, DiceRolled):
            side = side_of(state, event.unit) or turn
            if side in seats:
                ledger = seats[side].dice.setdefault(event.purpose, [0, 0])
                ledger[0] += len(event.faces)
                ledger[1] += sum(event.faces)
        elif isinstance(event, TurnBegan):
            turn = event.side
    return turn


def side_of(state: State, unit_id: int) -> Side:
    """Whose unit it is or was; nobody's (empty) for a number that no unit has."""
    unit = state.units.get(unit_id)
    if unit is not None:
        return unit.side
    gone = state.gone.get(unit_id)
    return gone.unit.side if gone is not None else ""
