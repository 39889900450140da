"""What might have come of a saved game from one point on: bots play it on many times, beside how it went."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from game.api import DataError, Side, action_codec
from game.sim.history import History
from game.sim.playouts import Gain, Plan, Point, Progress, Source, Stopped, gain_over, lead_for, play_on
from game.sim.results import Rows
from game.sim.study import Outcomes, outcomes_of

BOTS: Final = "bots"
PLAYED: Final = "played"
INSTEAD: Final = "instead"


class Fork(Struct, frozen=True):
    """One way on: ``name`` says whether the bots choose at once (``bots``), or after the action that was ``played``, or
    after another one ``instead``, whose text is ``action``. ``gain`` is how much better it is for the team to act than
    what was played (or than the bots' choice, where nothing was), when the same dice fall.
    """

    name: str
    action: str
    outcomes: Outcomes
    gain: Gain | None


class Real(Struct, frozen=True):
    """How the game went in truth: who won (empty: drawn, or not over), why and when it ended, the scores by side, and
    of the games that the bots played on how large a share ended with a smaller lead for the team to act, and how large
    a one with the same.
    """

    over: bool
    winner: str
    reason: str
    rounds: int
    scores: dict[Side, int]
    below: float
    same: float


class WhatIf(Struct, frozen=True):
    """A point of a saved game played on. ``whole`` is False when a person stopped it."""

    at: int
    side: Side
    team: str
    forks: tuple[Fork, ...]
    real: Real
    whole: bool


def what_if(
    history: History,
    at: int,
    source: Source,
    plan: Plan,
    *,
    instead: str = "",
    jobs: int = 1,
    progress: Progress = lambda _done, _all: None,
) -> WhatIf:
    """Play a saved game on from after ``at`` actions, which ``source`` opens.

    ``instead`` is an action in the notation of saves that is tried beside the one that was played.

    Raises:
        DataError: the game has no such point, or the action is not allowed there.
    """
    game = history.game
    if not 0 <= at < len(history.states):
        raise DataError(f"expected 0 to {len(history.states) - 1} actions, found {at}", place="--at")
    state = history.states[at]
    side = game.to_act(state)
    if side is None:
        raise DataError("expected a point before the end of the game, found its end", place="--at")
    if instead:
        verdict = game.verdict(state, action_codec(game.rulebook).parse(instead, game.board, place="--do"))
        if not verdict:
            raise DataError(f"expected an action that is allowed, found {instead}: {verdict.refusal}", place="--do")
    named = [(BOTS, "")]
    named += [(PLAYED, history.text(at))] if at < len(history.entries) else []
    named += [(INSTEAD, instead)] if instead else []
    points = [Point(source=source, script=(text,) if text else (), ahead=at) for _, text in named]
    whole = True
    try:
        played = play_on(points, plan, jobs=jobs, progress=progress)
    except Stopped as stopped:
        played, whole = stopped.played, False
    team = game.teams[side]
    measure = played[1] if at < len(history.entries) else played[0]
    bots = dict(plan.seats)
    forks = tuple(
        Fork(name, text, outcomes_of(game, games, bots), gain_over(games, measure, team))
        for (name, text), games in zip(named, played, strict=True)
    )
    return WhatIf(at, side, team, forks, _real(history, played[0], team), whole)


def _real(history: History, games: Mapping[int, Rows], team: str) -> Real:
    outcome, teams = history.last.outcome, history.game.teams
    if outcome is None:
        return Real(False, "", "", history.last.round, {}, 0.0, 0.0)
    lead = sum(score if teams[side] == team else -score for side, score in outcome.scores)
    leads = [found for rows in games.values() if (found := lead_for(rows, team)) is not None]
    of = len(leads) or 1
    return Real(
        over=True,
        winner=outcome.winner,
        reason=outcome.reason,
        rounds=history.last.round,
        scores=dict(outcome.scores),
        below=sum(other < lead for other in leads) / of,
        same=sum(other == lead for other in leads) / of,
    )
