"""One position played on many times: what comes of it, what a bot does there first, and what else it might do."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from statistics import mean, quantiles
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from game.api import Action, AnswerIllegal, DataError, Game, Side, State, View, action_codec
from game.sim.batch import game_seed
from game.sim.mishaps import fault_in, is_stop
from game.sim.playouts import (
    Gain,
    Plan,
    Point,
    Progress,
    Source,
    Stopped,
    Value,
    errors_of,
    gain_over,
    lead_for,
    play_on,
    value_of,
)
from game.sim.results import Rows
from game.sim.seats import BotDice

if TYPE_CHECKING:
    from ai.player import Player, Reasons
    from game.api import Dice

    Make = Callable[[str, Dice], Player]

MOST_ASKED: Final = 100
"""How often a bot that rolls dice is asked for its first choice."""


class Spread(Struct, frozen=True):
    """How a number was spread over games: its mean, least, first quarter, middle, third quarter, and most."""

    mean: float
    least: float
    quarter: float
    middle: float
    three_quarters: float
    most: float


class SideOutcome(Struct, frozen=True):
    """What came of a position for one side."""

    side: Side
    team: str
    bot: str
    value: Value
    wins: int
    draws: int
    score: Spread | None
    losses: dict[str, float]


class Outcomes(Struct, frozen=True):
    """What came of a position: for each side, how games ended, and in which round."""

    games: int
    void: int
    sides: tuple[SideOutcome, ...]
    reasons: dict[str, int]
    rounds: Spread | None
    errors: tuple[str, ...] = ()


class Choice(Struct, frozen=True):
    """An answer that a bot gave first: how often of how many times, and why, where it says so."""

    action: Action
    text: str
    count: int
    asked: int
    reasons: Reasons | None = None


class Tried(Struct, frozen=True):
    """A first answer and what came of it: who proposed it (``chosen``, ``rejected`` or ``other``), its value for the
    side's team and the points it ends ahead by, and how much more of both that is than after the bot's own first
    choice when the same dice fall.
    """

    action: Action
    text: str
    source: str
    value: Value
    lead: Spread | None
    gain: Gain | None
    lead_gain: Gain | None


class Study(Struct, frozen=True, kw_only=True):
    """A position studied. ``failed`` says how the bot failed when it was asked for its first choice; ``whole`` is False
    when a person stopped it.
    """

    side: Side
    team: str
    bot: str
    outcomes: Outcomes
    choices: tuple[Choice, ...]
    tried: tuple[Tried, ...] = ()
    options: int = 0
    failed: str = ""
    whole: bool = True


def study(
    game: Game,
    state: State,
    source: Source,
    plan: Plan,
    make: Make,
    *,
    options: int = 0,
    jobs: int = 1,
    progress: Progress = lambda _done, _all: None,
) -> Study:
    """Study the decision that waits in ``state``, which ``source`` opens.

    Args:
        game: the game.
        state: the position at its first decision; the side to act is the one that is studied.
        source: the same, or the scenario it comes from, to be played on.
        plan: who plays, how often, with which seed.
        make: makes bots.
        options: how many first answers are tried, each as often as the plan says.
        jobs: worker processes.
        progress: told how far it is.
    """
    side = game.to_act(state) or game.scenario.sides[0].id
    bots = dict(plan.seats)
    team = game.teams[side]
    choices, failed = first_choices(game, state, side, bots[side], make, plan)
    named = candidates(game, state, choices, options)
    points = [Point(source=source), *(Point(source=source, script=(text,)) for _, text, _ in named)]
    whole = True
    try:
        played = play_on(points, plan, jobs=jobs, progress=progress)
    except Stopped as stopped:
        played, whole = stopped.played, False
    own = played[1] if named else {}
    tried = tuple(
        Tried(
            action,
            text,
            origin,
            value_of(games, team),
            spread_of([lead for rows in games.values() if (lead := lead_for(rows, team)) is not None]),
            gain_over(games, own, team),
            gain_over(games, own, team, lead_for),
        )
        for (action, text, origin), games in zip(named, played[1:], strict=True)
    )
    return Study(
        side=side,
        team=team,
        bot=bots[side],
        outcomes=outcomes_of(game, played[0], bots),
        choices=choices,
        tried=tried,
        options=len(game.options(state)),
        failed=failed,
        whole=whole,
    )


def first_choices(
    game: Game, state: State, side: Side, spec: str, make: Make, plan: Plan
) -> tuple[tuple[Choice, ...], str]:
    """What a bot answers first in each game of a plan, the most frequent answers first; and how it fails, if it does.

    A bot that rolls no dice for it is asked once, as it answers the same each time.
    """
    if game.to_act(state) is None:
        return (), ""
    failed = ""
    counts: Counter[Action] = Counter()
    reasons: dict[Action, Reasons | None] = {}
    for index in range(min(plan.games, MOST_ASKED)):
        dice = BotDice(game_seed(plan.seed, index), side)
        dice.at(0)
        before = dice.position()
        try:
            with redirect_stdout(sys.stderr):
                action, why = _asked(make(spec, dice), game.view(state, side), game.options(state))
        except DataError:  # there is no such bot
            raise
        except BaseException as error:  # a bot may fail in any way; games in which it does so are spoilt, too
            if is_stop(error):
                raise
            failed = fault_in(error)
            break
        counts[action] += 1
        reasons.setdefault(action, why)
        if dice.position() == before and index == 0:
            break
    codec = action_codec(game.rulebook)
    asked = sum(counts.values())
    found = [Choice(a, codec.text(a, game.board), count, asked, reasons[a]) for a, count in counts.items()]
    return tuple(sorted(found, key=lambda choice: (-choice.count, choice.text))), failed


def _asked(bot: Player, view: View, options: Sequence[Action]) -> tuple[Action, Reasons | None]:
    """What a bot answers, and why if it says so. Raises AnswerIllegal, or whatever it raises."""
    answer: object = bot.decide(view, options)  # bots need not keep what their types say
    if not isinstance(answer, Action):
        raise AnswerIllegal(f"expected an action, found {type(answer).__name__}")
    refusal = view.verdict(answer).refusal
    if refusal is not None:
        raise AnswerIllegal(f"{answer}: {refusal}")
    explain = getattr(bot, "explain", None)
    return answer, explain() if explain is not None else None


def candidates(game: Game, state: State, choices: Sequence[Choice], count: int) -> list[tuple[Action, str, str]]:
    """So many first answers to try: the bot's own choices, the best it rejected, then others of every kind in turn."""
    if not count or game.to_act(state) is None:
        return []
    found: dict[Action, str] = {choice.action: "chosen" for choice in choices}
    for choice in choices:
        if choice.reasons is not None and choice.reasons.rejected is not None:
            found.setdefault(choice.reasons.rejected, "rejected")
    kinds: dict[type[Action], list[Action]] = {}
    for option in game.options(state):
        kinds.setdefault(type(option), []).append(option)
    rows = [_spread_out(options, count) for options in kinds.values()]
    for place in range(count):
        for row in rows:
            if place < len(row):
                found.setdefault(row[place], "other")
    codec = action_codec(game.rulebook)
    return [(action, codec.text(action, game.board), origin) for action, origin in list(found.items())[:count]]


def _spread_out(options: Sequence[Action], count: int) -> list[Action]:
    """At most ``count`` of the options, at even distances."""
    step = max(1, len(options) // count)
    return list(options[::step])[:count]


# --- outcomes ----------------------------------------------------------------------------------------------------


def outcomes_of(game: Game, games: Mapping[int, Rows], bots: Mapping[Side, str]) -> Outcomes:
    """What games played on from a position came to."""
    ended = {index: rows for index, rows in games.items() if rows[0].result != "void"}
    sides = []
    for place, setup in enumerate(game.scenario.sides):
        rows = [found[place] for found in ended.values()]
        losses: Counter[str] = Counter()
        for row in rows:
            losses.update(row.losses)
        sides.append(
            SideOutcome(
                side=setup.id,
                team=setup.team,
                bot=bots[setup.id],
                value=value_of(games, setup.team),
                wins=sum(row.result == "win" for row in rows),
                draws=sum(row.result == "draw" for row in rows),
                score=spread_of([row.score for row in rows]),
                losses={kind: lost / len(rows) for kind, lost in sorted(losses.items())},
            )
        )
    firsts = [rows[0] for rows in games.values()]
    return Outcomes(
        games=len(games),
        void=len(games) - len(ended),
        sides=tuple(sides),
        reasons=dict(sorted(Counter(row.reason for row in firsts).items(), key=lambda pair: (-pair[1], pair[0]))),
        rounds=spread_of([rows[0].rounds for rows in ended.values()]),
        errors=errors_of(games),
    )


def spread_of(numbers: Sequence[float]) -> Spread | None:
    """How numbers are spread; None if there are none.

    >>> spread_of([1, 2, 3, 4, 5]).middle
    3.0
    """
    if not numbers:
        return None
    if len(numbers) == 1:
        only = float(numbers[0])
        return Spread(only, only, only, only, only, only)
    low, middle, high = quantiles(numbers, n=4, method="inclusive")
    return Spread(float(mean(numbers)), float(min(numbers)), low, middle, high, float(max(numbers)))
