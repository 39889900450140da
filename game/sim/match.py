"""One game between bots, without a screen: what was played, and what it came to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Final

from game.api import (
    RULES_VERSION,
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
    refuse,
    seed_text,
)
from game.sim.budget import FREE, Budget, Meter, metered
from game.sim.course import DEAD_ENDS, Course, InvariantBroken
from game.sim.mishaps import fault_in, is_stop, words_of
from game.sim.results import CAPPED, CRASHED, ILLEGAL, OVERSPENT, TIMEOUT, Row, Rows
from game.sim.seats import BotDice
from game.sim.tracks import Tracker, Tracks
from game.sim.watch import Halted, Watch

if TYPE_CHECKING:
    from ai.player import Player

ACTION_CAP: Final = 50_000
"""Answers after which a game is stopped as stuck, unless the batch says otherwise."""

ENGINE: Final = "engine"
"""The one at fault when an error was not a bot's."""

_DOWN: Final = ("unconscious", "incapacitated")
_SAFE: Final = "safe"


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
    seats = {side.id: SeatTally() for side in game.scenario.sides}
    began = perf_counter()
    state = game.initial() if start is None else start
    at_fault = ENGINE
    turn = ""
    own_dice = bot_dice or {}
    watch = watch or Watch()
    meter = Meter(budget, seats)
    shown, game = game, metered(game, meter)
    clocked = timed or budget.clocked
    tracker = Tracker(game, state) if tracked else None
    listeners = [(side, player) for side, player in players.items() if getattr(player, "listens", True)]
    course = Course()
    options: Sequence[Action] = ()

    def over(reason: str, fault: str = "", error: str = "") -> Played:
        meter.close()
        for side, seat in seats.items():
            seat.imagined, seat.imagined_most = meter.total[side], meter.most[side]
        seconds = perf_counter() - began
        tracks = {side: tracker.of(side) for side in seats} if tracker is not None else {}
        return Played(shown, state, reason, seats, seconds, fault, error, tracks, course)

    try:
        state, events = game.begin(state, dice)
        course.opening, course.dice = state, dice.position()
        left = cap
        while True:
            at_fault = ENGINE
            options = ()
            if checked:
                for problem in game.problems(state):
                    raise InvariantBroken(problem)
            turn = _count_dice(events, state, seats, turn)
            if tracker is not None:
                tracker.hear(events)
            for at_fault, player in listeners:
                heard = game.redacted_events(state, events, at_fault)
                watch.enter(at_fault)
                meter.begin(at_fault)
                player.observe(heard)
                meter.close()
                watch.leave()
            at_fault = ENGINE
            if state.outcome is not None:
                return over(state.outcome.reason)
            side = game.to_act(state)
            if side is None:
                raise InvariantBroken(DEAD_ENDS[0])
            # Options of what the side sees, so that a player cannot reach the true state through them.
            view = game.view(state, side)
            options = view.options()
            count = len(options)
            if not count:
                raise InvariantBroken(f"{DEAD_ENDS[1]}: {type(game.waiting(state)).__name__}")
            if not left:
                return over(CAPPED, side, f"no end after {cap} actions")
            own = own_dice.get(side)
            if own is not None:
                own.at(cap - left)
            left -= 1
            seat = seats[side]
            at_fault = side
            watch.enter(side)
            meter.begin(side)
            if clocked:
                asked = perf_counter()
                action = players[side].decide(view, options)
                late = _clocked(seats, side, asked, began, budget, timed)
                if late is not None:
                    return over(TIMEOUT, *late)
            else:
                action = players[side].decide(view, options)
            meter.close()
            watch.leave()
            at_fault = ENGINE
            course.log.append((side, action))
            answered: object = action  # bots need not keep what their types say
            if not isinstance(answered, Action):
                waiting = type(game.waiting(state)).__name__
                raise IllegalAction(refuse("NOT_NOW", "OR-4", action=type(action).__name__, waiting=waiting))
            state, events = game.apply(state, action, dice)
            kind = type(action)
            seat.actions[kind] = seat.actions.get(kind, 0) + 1
            if count > 1:
                seat.decisions += 1
            else:
                seat.forced += 1
    except Halted as halted:
        halt = halted.halt
        return over(halt.reason, at_fault if halt.inside else ENGINE, halt.error)
    except BudgetSpent as spent:
        course.raised = spent
        return over(OVERSPENT, at_fault, f"{spent}")
    except AnswerLate as late_answer:
        course.raised = late_answer
        return over(TIMEOUT, at_fault, words_of(late_answer))
    except AnswerIllegal as wrong:
        course.raised = wrong
        return over(ILLEGAL, at_fault, words_of(wrong))
    except IllegalAction as refused:
        course.raised = refused
        if at_fault != ENGINE:  # it was the bot's own question that was refused, and the bot did not mind that
            return over(CRASHED, at_fault, fault_in(refused))
        return over(ILLEGAL, game.to_act(state) or ENGINE, f"{refused}")
    except BaseException as error:  # a bot may fail in any way; the row says how
        if is_stop(error):
            raise
        course.raised = error
        answer = course.log[-1] if course.log else None
        if at_fault == ENGINE and options and answer is not None and not _offered(options, answer[1]):
            return over(ILLEGAL, answer[0], fault_in(error))  # what it answered is not even what actions are made of
        return over(CRASHED, at_fault, fault_in(error))


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
            side = _side_of(state, event.unit) or turn
            if side in seats:
                ledger = seats[side].dice.setdefault(event.purpose, [0, 0])
                ledger[0] += len(event.faces)
                ledger[1] += sum(event.faces)
        elif isinstance(event, TurnBegan):
            turn = event.side
    return turn


def _side_of(state: State, unit_id: int) -> Side:
    unit = state.units.get(unit_id)
    if unit is not None:
        return unit.side
    gone = state.gone.get(unit_id)
    return gone.unit.side if gone is not None else ""


# --- rows --------------------------------------------------------------------------------------------------------


def rules_of(game: Game) -> str:
    """Which rules a game is played by: their version, and each rule system from outside."""
    return "+".join((RULES_VERSION, *game.scenario.outside))


def rows_of(
    played: Played, *, index: int, seed: int | str, scenario: str, bots: Mapping[Side, str], limits: str = ""
) -> Rows:
    """The rows of a game: one for each side that the scenario names, whatever became of it."""
    state, game = played.state, played.game
    scores = dict(state.outcome.scores) if state.outcome is not None else {}
    digest = game.digest(state)
    return tuple(
        Row(
            game=index,
            seed=seed_text(seed),
            scenario=scenario,
            rules=rules_of(game),
            side=side.id,
            team=side.team,
            bot=bots[side.id],
            winner=played.winner,
            result=_result(played, side.team),
            reason=played.reason,
            rounds=state.round,
            score=scores.get(side.id, 0),
            decisions=(tally := played.seats[side.id]).decisions,
            forced=tally.forced,
            actions=_sorted({_tag(kind): count for kind, count in tally.actions.items()}),
            dice=sum(count for count, _ in tally.dice.values()),
            dice_by_purpose={name: (count, total) for name, (count, total) in sorted(tally.dice.items())},
            losses=_kinds(g.unit.kind for g in state.gone.values() if g.unit.side == side.id and g.reason != _SAFE),
            down=_kinds(u.kind for u in state.units.values() if u.side == side.id and _is_down(u.states)),
            safe=_kinds(g.unit.kind for g in state.gone.values() if g.unit.side == side.id and g.reason == _SAFE),
            kills=_kills(game, state, side.id),
            seconds=round(played.seconds, 4),
            thinking=_percentiles(tally.seconds),
            imagined=tally.imagined,
            imagined_most=tally.imagined_most,
            limits=limits,
            digest=digest,
            fault=played.fault,
            error=played.error,
            tracks=played.tracks.get(side.id),
        )
        for side in game.scenario.sides
    )


def _result(played: Played, team: str) -> str:
    if played.state.outcome is None:
        return "void"
    if not played.winner:
        return "draw"
    return "win" if played.winner == team else "loss"


def _tag(kind: type[Action]) -> str:
    return str(kind.__struct_config__.tag)


def _is_down(states: tuple[str, ...]) -> bool:
    return any(state in _DOWN for state in states)


def _kills(game: Game, state: State, side: Side) -> dict[str, int]:
    """Enemies whose removal is to the credit of a unit of this side (AT-6)."""
    teams = game.teams
    return _kinds(
        gone.unit.kind
        for gone in state.gone.values()
        if gone.by and _side_of(state, gone.by) == side and teams[gone.unit.side] != teams[side]
    )


def _kinds(kinds: Iterable[str]) -> dict[str, int]:
    counted: dict[str, int] = {}
    for kind in kinds:
        counted[kind] = counted.get(kind, 0) + 1
    return _sorted(counted)


def _sorted(counts: dict[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items()))


def _percentiles(seconds: list[float]) -> tuple[float, float, float] | None:
    """Milliseconds of thinking: the median, the 95th of a hundred, and the longest."""
    if not seconds:
        return None
    ranked = sorted(seconds)
    last = len(ranked) - 1
    picks = (ranked[last // 2], ranked[min(last, len(ranked) * 95 // 100)], ranked[last])
    return (round(picks[0] * 1e3, 3), round(picks[1] * 1e3, 3), round(picks[2] * 1e3, 3))
