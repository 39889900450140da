"""Random games over all rule systems together: every module's invariants hold after each step, whoever decides.

Each example is one game. Its first decisions are drawn one by one, so that a failure shrinks to a short beginning;
the rest is played by dice, fairly or by kind of answer.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.api import Game, SeededDice, State
from tests.contract.arenas import ARENAS
from tests.contract.choosing import by_kind
from tests.contract.games import game_of

LEAST = 20_000
"""Decisions that the examples come to together."""
LONGEST = 2_000
"""Decisions after which a game counts as stuck; the arenas end long before."""
GAMES = st.sampled_from([*ARENAS, "siege", "duel"])
OPENING = st.lists(st.integers(0, 1 << 12), max_size=24)


def sound(game: Game, state: State, number: int) -> None:
    """No invariant is broken, and the game goes on or is over."""
    assert game.problems(state) == [], f"decision {number}"
    assert (state.outcome is not None) == (game.waiting(state) is None), f"decision {number}"


def played(game: Game, opening: Sequence[int], seed: int, *, lively: bool) -> int:
    """Play a game to its end; the number of its decisions."""
    dice = SeededDice(seed)
    chance = dice.fork("choice")
    by_dice = by_kind(seed)
    state, _ = game.begin(game.initial(), dice)
    number = 0
    sound(game, state, number)
    while state.outcome is None:
        options = game.options(state)
        if number < len(opening):
            action = options[opening[number] % len(options)]
        elif lively:
            action = by_dice(game, state, number)
        else:
            action = options[chance.roll("choice", len(options)) - 1]
        state, _ = game.apply(state, action, dice)
        number += 1
        sound(game, state, number)
        assert number < LONGEST, "the game does not end"
    return number


@pytest.mark.rule("MS-3", "RL-7")
def test_games_over_all_systems_stay_sound():
    decisions = 0

    @settings(max_examples=130, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(name=GAMES, opening=OPENING, seed=st.integers(0, 1 << 32), lively=st.booleans())
    def play(name: str, opening: list[int], seed: int, lively: bool) -> None:
        nonlocal decisions
        decisions += played(game_of(name), opening, seed, lively=lively)

    play()
    assert decisions >= LEAST


def test_a_broken_invariant_is_noticed(monkeypatch: pytest.MonkeyPatch):
    game = game_of("feud")
    monkeypatch.setattr(game, "problems", lambda state: ["broken"] if state.round == 2 else [])
    with pytest.raises(AssertionError, match="decision"):
        played(game, [], 1, lively=True)
