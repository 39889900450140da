"""Whole games of random choices, held to every contract as they go: each shipped scenario, and the small games."""

import pytest

from tests.contract.checks import SELDOM, walk
from tests.contract.games import NAMES, SHIPPED, SMALL, game_of

OFTEN = dict.fromkeys(SHIPPED, 6) | dict.fromkeys(SMALL, 2)
"""At each how many decisions the checks are made; the soak run makes them at every one."""


@pytest.mark.rule("MS-3", "RL-6", "HI-2")
@pytest.mark.parametrize("name", NAMES)
def test_a_game_keeps_every_contract(name: str):
    played = walk(game_of(name), seed=f"contract {name}", every=OFTEN[name], rare=401)
    assert played.problems == ()
    assert played.state.outcome is not None


@pytest.mark.parametrize("name", SMALL)
def test_a_position_holds_any_moment_of_a_small_game(name: str):
    played = walk(game_of(name), seed=f"stored {name}", checks=(), seldom=SELDOM, rare=17)
    assert played.problems == ()
