"""Cases ENV: what a learner or another program may rely on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from game.api import IllegalAction, SeededDice, Session
from tests.contract.checks import walk
from tests.contract.games import SMALL, game_of
from tests.contract.moment import Moment
from tests.contract.samples import stranger

ACTIONS = 150


def each_action(m: Moment) -> Iterator[str]:
    """Every listed action, and strangers, judged by the options and tried on a copy of the dice."""
    game, options = m.game, m.game.options(m.state)
    tried = [*m.sample(4), *(stranger(game, m.state, m.seen, m.chance) for _ in range(4))]
    for action in tried:
        try:
            game.apply(m.state, action, m.dice.copy())
            accepted = True
        except IllegalAction:
            accepted = False
        if (action in options) != accepted:
            yield f"{action}: on offer {action in options}, accepted {accepted}"
    if not tried and m.state.outcome is None:
        yield "nothing to do"


@pytest.mark.parametrize("name", SMALL)
def test_env_01_an_action_is_on_offer_exactly_when_it_is_accepted(name: str):
    for seed in range(2):
        played = walk(game_of(name), seed=f"env 01 {seed}", checks=[each_action], seldom=(), every=2, limit=ACTIONS)
        assert played.problems == ()


@pytest.mark.rule("MS-3", "TS-1")
def test_env_02_nobody_else_has_options_and_nobody_has_any_after_the_end():
    session, chance = Session(game_of("siege"), SeededDice(2)), SeededDice(3)
    while not session.over:
        options = session.game.options(session.state)
        others = [side for side in session.game.teams if side != session.to_act]
        before = session.digest()
        for side in others:
            assert len(session.game.options(session.state, side)) == 0
            assert len(session.view(side).options()) == 0
            with pytest.raises(IllegalAction, match="NOT_YOUR_DECISION"):
                session.act(options[0], side)
        assert session.digest() == before
        session.act(options[chance.roll("choice", len(options)) - 1])
    assert list(session.game.options(session.state)) == []
    assert [len(session.game.options(session.state, side)) for side in session.game.teams] == [0, 0]


@pytest.mark.parametrize("name", ["aec", "single"])
def test_env_03_a_seed_resets_everything_and_unseeded_games_go_on_from_it(name: str):
    environments = pytest.importorskip("ai.env", reason="learning environments are an extra")

    def made() -> Any:
        if name == "aec":
            return environments.aec_env("relay", bots={"hive": "hive:instinct"})
        return environments.BroodfallEnv("relay", opponent="hive:instinct")

    def played(table: Any, seed: int | None) -> list[Any]:
        """What is seen and given in a game of fifty answers, and how the dice stand after them."""
        found: list[Any] = []
        begun = table.reset(seed=seed)
        seen, info = (None, {}) if begun is None else begun
        for number in range(50):
            if begun is None:
                last, reward, over, cut, info = table.last()
                seen = last["observation"]
                found.append(reward)
                if over or cut:
                    break
            found.append(seen.tobytes())
            legal = info["action_mask"].nonzero()[0]
            step = table.step(int(legal[number * 7919 % len(legal)]))
            if step is not None:
                seen, reward, over, cut, info = step
                found.append(reward)
                if over or cut:
                    break
        inner = table.game_table
        return [*found, table.game_seed, inner.game.digest(inner.state), inner._dice.position()]

    table = made()
    first = played(table, 7)
    follows = [played(table, None), played(table, None)]
    assert played(table, 7) == played(made(), 7) == first
    assert played(table, 8) != first
    assert follows[0] != follows[1]
    assert first not in follows
    played(table, 7)
    assert [played(table, None), played(table, None)] == follows


def test_env_06_a_copy_shares_nothing():
    """Play on a copy of state and dice leaves both as they were; the same actions from them lead to the same place."""
    game, dice, chance = game_of("hold"), SeededDice(9), SeededDice(1)
    state = walk(game, seed=9, checks=(), seldom=(), limit=40).state
    before, position = game.digest(state), dice.position()

    def go_on(chance: SeededDice) -> str:
        now, own = state, dice.copy()
        for _ in range(50):
            options = game.options(now)
            if not options:
                break
            now, _ = game.apply(now, options[chance.roll("choice", len(options)) - 1], own)
        return game.digest(now)

    first = go_on(chance.copy())
    assert (game.digest(state), dice.position()) == (before, position)
    assert go_on(chance.copy()) == first
    assert first != before
