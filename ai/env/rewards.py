"""Rewards: the end of the game, and what may be added on the way there without changing which play is best."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from game.api import DataError, Side, State, View, nearest

Potential: TypeAlias = Callable[[View], float]
"""How good a side's position looks to itself, from -1 to 1; it may read nothing but the view."""

WIN: Final = 1.0
LOSS: Final = -1.0
DRAW: Final = 0.0

_OUT: Final = ("unconscious", "incapacitated")


def outcome_reward(state: State, team: str) -> float:
    """1 for the winning team, -1 for the others, 0 for a draw and while the game goes on."""
    if state.outcome is None or not state.outcome.winner:
        return DRAW
    return WIN if state.outcome.winner == team else LOSS


def strength(view: View) -> float:
    """The own team's fit points against the foes', as ``(own - foes) / (own + foes)``; those who left safely count.

    A unit counts its cost, less the share of its wounds that it has lost.
    """
    game = view.game
    team = game.teams[view.side]
    own = foes = 0.0
    for unit in view.state.units.values():
        kind = game.kinds[unit.kind]
        if any(state in _OUT for state in unit.states):
            continue
        most = max(1, kind.profiles[unit.form].w)
        value = kind.cost * max(0, most - unit.wounds) / most
        if game.teams[unit.side] == team:
            own += value
        else:
            foes += value
    for gone in view.state.gone.values():
        if gone.reason == "safe":
            value = float(game.kinds[gone.unit.kind].cost)
            if game.teams[gone.unit.side] == team:
                own += value
            else:
                foes += value
    total = own + foes
    return (own - foes) / total if total else 0.0


POTENTIALS: Final[dict[str, Potential]] = {"strength": strength}


class Rewards:
    """The rewards of one side.

    With a potential P and a weight w, each reward has ``w * (gamma * P(after) - P(before))`` added, P being 0 at the
    end; whoever plays best for one plays best for the other, if the learner discounts by the same ``gamma``.
    """

    def __init__(self, side: Side, *, shaping: str | Potential | None, weight: float, gamma: float) -> None:
        """``shaping`` names a potential, or is one; None adds nothing. Raises DataError for an unknown name."""
        if isinstance(shaping, str):
            if shaping not in POTENTIALS:
                expected = nearest(shaping, POTENTIALS)
                raise DataError(f"expected {expected}, found no potential of that name", place=f'shaping "{shaping}"')
            shaping = POTENTIALS[shaping]
        self.side = side
        self.potential = shaping
        self.weight = weight
        self.gamma = gamma
        self._before = 0.0

    def begin(self, view: View | None) -> None:
        """Take note of where the game begins; the view is only needed with shaping."""
        self._before = self.potential(view) if self.potential is not None and view is not None else 0.0

    def after(self, state: State, team: str, view: View | None) -> float:
        """The reward of what happened since the last call."""
        reward = outcome_reward(state, team)
        if self.potential is None or view is None:
            return reward
        now = 0.0 if state.outcome is not None else self.potential(view)
        reward += self.weight * (self.gamma * now - self._before)
        self._before = now
        return reward
