"""A failure played again: from a position, along recorded answers as far as they are legal, to where it failed."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import nullcontext, redirect_stdout
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from game.api import (
    Action,
    Bundle,
    DataError,
    Event,
    Failure,
    Game,
    SeededDice,
    Side,
    State,
    View,
    action_codec,
    open_files,
    parse_seed,
    position_of,
)
from game.sim.batch import MakeBot
from game.sim.failure import failure_of, same_way
from game.sim.match import ENGINE, Played, play
from game.sim.patience import within
from game.sim.results import CAPPED
from game.sim.script import Script
from game.sim.seats import BotDice

if TYPE_CHECKING:
    from ai.player import Player

PATIENCE: Final = 300
"""Answers after which a game that is still in the same turn counts as stuck."""


class Case(Struct, frozen=True, kw_only=True):
    """A failure with what leads to it. ``start`` is the text of a position; empty: the start of the scenario in
    ``files``.

    ``decision`` is the number of the answer at which it failed, by which bots are given their dice; ``heard`` tells
    whether the bot at fault is asked at each of its decisions on the way and told all that happens.
    ``stuck`` is 0, or after how many answers in the same turn a game without an end is given up; ``limit`` is 0, or
    how many milliseconds all of it may take.
    """

    failure: Failure
    seats: Mapping[Side, str]
    start: str
    seed: int | str = 1
    dice: tuple[tuple[str, int], ...] = ()
    actions: tuple[str, ...] = ()
    decision: int = 0
    heard: bool = False
    stuck: int = 0
    limit: int = 0
    checked: bool = False
    modules: tuple[str, ...] = ()
    rosters: Mapping[str, str] = {}
    files: Mapping[str, str] = {}

    @property
    def acting(self) -> tuple[Side, ...]:
        """Sides whose bots are needed: the one at fault, all of a game that is stuck, none for the engine's faults."""
        if self.stuck:
            return tuple(self.seats)
        return (self.failure.fault,) if self.failure.fault in self.seats else ()


class Seen(Struct, frozen=True):
    """What came of playing a case again: how it failed, if it did, and which answers were given on the way."""

    failure: Failure | None
    actions: tuple[str, ...] = ()


class Survived(Exception):
    """The game came past the place at which it failed."""


def case_of(bundle: Bundle) -> Case:
    """The case that a bundle tells. Of a game without an end the last answers are the bots' to find again."""
    stuck = min(PATIENCE, bundle.cap, len(bundle.actions)) if bundle.failure.kind == "action_cap" else 0
    actions = tuple(text for _, text in bundle.actions[: len(bundle.actions) - stuck])
    return Case(
        failure=bundle.failure,
        seats=bundle.seats,
        start=bundle.start,
        seed=parse_seed(bundle.seed),
        dice=bundle.dice,
        actions=actions,
        decision=len(actions),
        stuck=stuck,
        limit=bundle.limit if bundle.failure.kind == "timeout" else 0,
        checked=bundle.checked or bundle.failure.kind == "invariant",
        modules=bundle.modules,
        rosters=bundle.rosters,
        files=bundle.files,
    )


def opened(case: Case) -> tuple[Game, State]:
    """The game of a case and the state it starts from. Raises DataError."""
    if case.start:
        game, state = position_of(case.start, outside=case.modules, rosters=case.rosters)
        return game, state
    found = open_files(case.files)
    return found.game, found.game.initial() if found.start is None else found.start


def again(case: Case, make: MakeBot) -> Seen:
    """Play a case. Its failure is None where it ends, or goes on, in any other way than with a failure."""
    try:
        game, state = opened(case)
    except DataError:
        return Seen(None)
    script = Script(game, case.actions, skipping=True)
    way = Way(script, case)
    ahead = max(0, case.decision - len(script.actions))
    own = {side: BotDice(case.seed, side, ahead=ahead) for side in case.acting}
    players = {side: Follower(way, None) for side in game.teams}
    for side in case.acting:
        with redirect_stdout(sys.stderr):
            players[side] = Follower(way, make(case.seats[side], own[side]))
    with redirect_stdout(sys.stderr), within(case.limit / 1000) if case.limit else nullcontext():
        played = play(
            game,
            players,
            SeededDice(case.seed, case.dice),
            start=state,
            bot_dice=own,
            cap=len(script.actions) + (case.stuck or 1),
            tracked=False,
            checked=case.checked,
        )
    return Seen(_failure(played, way), tuple(script.played))


def fails(case: Case, make: MakeBot) -> Seen | None:
    """What came of a case if it still fails in the same way."""
    seen = again(case, make)
    return seen if seen.failure is not None and same_way(seen.failure, case.failure) else None


def _failure(played: Played, way: Way) -> Failure | None:
    case = way.case
    failure = failure_of(played)
    if failure is None or isinstance(played.course.raised, Survived):
        return None
    if played.reason == CAPPED:
        if not case.stuck or way.moment != (played.state.round, played.state.turn):
            return None
        return case.failure  # which side was asked last is chance
    return failure


class Way:
    """How far a case was played along its script: ``moment`` is round and turn when the script was over."""

    def __init__(self, script: Script, case: Case) -> None:
        self.script = script
        self.case = case
        self.moment: tuple[int, str] | None = None


class Follower:
    """Sits at a seat and answers by the script; after it, the bot whose seat it is does, once."""

    def __init__(self, way: Way, bot: Player | None) -> None:
        self._way = way
        self._bot = bot
        self.listens = bot is not None and way.case.heard and getattr(bot, "listens", True)

    def decide(self, view: View, options: Sequence[Action]) -> Action:
        """The next answer of the script, or the bot's."""
        way, case = self._way, self._way.case
        following = way.script.following(view)
        if following is not None:
            if self._bot is not None and case.heard:
                self._bot.decide(view, options)
            return following
        if way.moment is None:
            way.moment = (view.state.round, view.state.turn)
        if self._bot is None or case.failure.fault == ENGINE:
            raise Survived
        answer = self._bot.decide(view, options)
        if not case.stuck and answer in options:
            raise Survived
        return answer

    def observe(self, events: Sequence[Event]) -> None:
        """Pass on what happened."""
        if self._bot is not None:
            self._bot.observe(events)


def course_of(case: Case) -> list[tuple[State, tuple[tuple[str, int], ...]]]:
    """The state and the place of the dice before each answer of a case, as far as the engine plays them, and after."""
    game, state = opened(case)
    dice = SeededDice(case.seed, case.dice)
    codec = action_codec(game.rulebook)
    try:
        state, _ = game.begin(state, dice)
    except Exception:  # it fails before the first decision
        return []
    found = [(state, dice.position())]
    for text in case.actions:
        try:
            state, _ = game.apply(state, codec.parse(text, game.board, file="case", place=text), dice)
        except Exception:  # this is where the engine fails; the case ends here
            break
        found.append((state, dice.position()))
    return found
