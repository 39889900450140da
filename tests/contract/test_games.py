"""Whole games of random choices, held to every contract as they go: each shipped scenario, and the small games."""

import pytest

from game.api import SeededDice
from tests.contract.afflictions import afflicted
from tests.contract.arenas import ARENAS
from tests.contract.checks import SELDOM, walk
from tests.contract.choosing import by_kind
from tests.contract.games import NAMES, SHIPPED, SMALL, game_of
from tests.contract.loaded import LoadedDice

OFTEN = dict.fromkeys(SHIPPED, 6) | dict.fromkeys(SMALL, 2) | dict.fromkeys(ARENAS, 2)
"""At each how many decisions the checks are made; the soak run makes them at every one."""


@pytest.mark.rule("MS-3", "RL-6", "HI-2")
@pytest.mark.parametrize("name", NAMES)
def test_a_game_keeps_every_contract(name: str):
    played = walk(game_of(name), seed=f"contract {name}", every=OFTEN[name], rare=401)
    assert played.problems == ()
    assert played.state.outcome is not None


@pytest.mark.parametrize("name", [*SMALL, *ARENAS])
def test_a_position_holds_any_moment_of_a_small_game(name: str):
    played = walk(game_of(name), seed=f"stored {name}", checks=(), seldom=SELDOM, rare=17)
    assert played.problems == ()


@pytest.mark.rule("MS-3", "RL-6", "HI-2", "IM-09", "TR-08", "AV-43", "EM-03")
@pytest.mark.parametrize("name", ARENAS)
def test_a_lively_game_keeps_every_contract(name: str):
    """What is offered once among a hundred moves comes up as often as these: rolls, shifts, sacrifices, mines."""
    choose = by_kind(f"lively {name}")
    played = walk(game_of(name), seed=f"lively {name}", every=2, rare=401, choose=choose)
    assert played.problems == ()
    assert played.state.outcome is not None


@pytest.mark.rule("ST-2", "ST-3", "ST-4", "ST-5", "ST-6")
@pytest.mark.parametrize("name", ["duel", "siege", "haunted", "menagerie", "feud"])
def test_a_game_goes_on_whatever_states_its_units_are_in(name: str):
    game = game_of(name)
    for number in range(4):
        struck = afflicted(game, f"{name} {number}", 30)
        played = walk(game, seed=number, every=6, rare=101, state=struck, limit=120)
        assert played.problems == ()
        assert played.actions > 20


@pytest.mark.rule("HM-39", "HM-52", "HM-63")
@pytest.mark.parametrize("name", ["siege", "haunted", "allies"])
def test_a_game_keeps_every_contract_under_dice_that_seldom_fall(name: str):
    dice = LoadedDice(SeededDice(f"loaded {name}"))
    played = walk(game_of(name), seed=f"loaded {name}", every=OFTEN[name], rare=101, dice=dice)
    assert played.problems == ()
    assert played.state.outcome is not None
