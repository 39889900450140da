"""Games of random players for the tests of the environments: every decision, with the seat that is asked."""

from __future__ import annotations

from collections.abc import Iterator

from ai.env.seats import Seat
from game.api import Game, Options, SeededDice, State, open_game


def moments(
    scenario: str | Game, *, seed: str = "env", most: int = 10_000, observation: str = "flat"
) -> Iterator[tuple[State, Seat, Options]]:
    """The decisions of one game, up to ``most``; the seat has looked at the state."""
    game, start = (scenario, None) if isinstance(scenario, Game) else open_game(scenario)[:2]
    seats = {side.id: Seat(game, side.id, start=start, observation=observation) for side in game.scenario.sides}
    dice, chance = SeededDice(seed), SeededDice(f"{seed}/players")
    state, _ = game.begin(game.initial() if start is None else start, dice)
    for _ in range(most):
        side = game.to_act(state)
        if side is None:
            return
        options = game.options(state)
        seats[side].look(state, asked=True)
        yield state, seats[side], options
        state, _ = game.apply(state, options[chance.roll("choice", len(options)) - 1], dice)
