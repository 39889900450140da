"""The rows of a game: what is written down of it for each side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from game.api import RULES_VERSION, Action, Game, Side, State, seed_text
from game.sim.match import Played, side_of
from game.sim.results import Row, Rows

_DOWN: Final = ("unconscious", "incapacitated")
_SAFE: Final = "safe"


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
        if gone.by and side_of(state, gone.by) == side and teams[gone.unit.side] != teams[side]
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
