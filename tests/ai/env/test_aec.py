"""The PettingZoo environment: PettingZoo's own tests as they are published, and what it promises beyond them."""

from __future__ import annotations

import time
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test

from ai.env import aec_env, env, raw_env
from game.api import DataError

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def answer(seen, chance) -> int:
    return int(chance.choice(np.flatnonzero(seen["action_mask"])))


def play(table, seed, *, most=100_000):
    """A game of random players; what was seen on the way."""
    chance = np.random.default_rng(seed)
    table.reset(seed=seed)
    trail = []
    for agent in table.agent_iter(most):
        seen, reward, over, cut, _ = table.last()
        trail.append((agent, reward, over, cut))
        table.step(None if over or cut else answer(seen, chance))
    return trail


@pytest.mark.parametrize(
    ("mission", "parameters"),
    [
        ("culvert", {}),
        ("culvert", {"observation": "spatial", "shaping": "strength"}),
        ("switchyard", {"bots": {"outriders": "random"}}),
        ("viaduct", {"bots": {"hive": "random"}, "forced": False}),
    ],
)
def test_pettingzoo_api_test(mission, parameters):
    api_test(env(mission, **parameters), num_cycles=60)
    api_test(raw_env(mission, **parameters), num_cycles=30)


def test_pettingzoo_seed_test():
    seed_test(lambda: env("culvert"), num_cycles=60)
    seed_test(lambda: env("depot", observation="spatial"), num_cycles=20)


def test_pettingzoo_performance_benchmark_runs(monkeypatch, capsys):
    """It runs for five seconds of the clock; here the clock goes faster."""
    real = time.time
    start = real()
    monkeypatch.setattr(time, "time", lambda: start + (real() - start) * 10)
    performance_benchmark(env("switchyard"))
    assert "turns per second" in capsys.readouterr().out


def test_both_seats_may_be_agents_or_one_of_them():
    assert env("culvert").possible_agents == ["marines", "hive"]
    assert env("culvert", bots={"hive": "random"}).possible_agents == ["marines"]
    assert env("viaduct", bots={"hive": "random"}).possible_agents == ["first", "second"]
    assert aec_env is env


def test_a_game_ends_with_1_for_the_winner_and_minus_1_for_the_others():
    trail = play(env("switchyard"), 3)
    last = [(agent, reward) for agent, reward, over, _ in trail if over]
    assert sorted(reward for _, reward in last) in ([-1.0, 1.0], [0.0, 0.0])
    assert all(reward == 0.0 for _, reward, over, _ in trail if not over)


def test_the_seed_determines_the_game():
    assert play(env("switchyard"), 11) == play(env("switchyard"), 11)
    table = env("switchyard")
    table.reset(seed=4)
    first = table.game_table.state
    table.reset()
    follows = table.game_seed
    table.reset(seed=4)
    assert table.game_table.game.digest(table.game_table.state) == table.game_table.game.digest(first)
    table.reset()
    assert table.game_seed == follows


def test_the_mask_is_in_the_observation_and_in_the_infos_of_whoever_is_asked():
    table = env("culvert")
    table.reset(seed=1)
    seen, *_, info = table.last()
    assert (seen["action_mask"] == info["action_mask"]).all()
    other = next(agent for agent in table.agents if agent != table.agent_selection)
    assert not table.observe(other)["action_mask"].any()
    assert "action_mask" not in table.infos[other]


def test_an_illegal_action_loses_the_game_or_is_refused():
    for make in (env, raw_env):
        table = make("culvert")
        table.reset(seed=1)
        agent = table.agent_selection
        wrong = int(np.flatnonzero(table.last()[0]["action_mask"] == 0)[0])
        if make is raw_env:
            with pytest.raises(ValueError, match=f"action {wrong} of {agent} is not among the options"):
                table.step(wrong)
            continue
        table.step(wrong)
        assert table.rewards == {"marines": -1.0, "hive": 0.0}
        assert all(table.terminations.values())
        assert table.infos[agent]["illegal"]


def test_an_action_that_is_none_of_the_table_is_refused_by_both():
    table = env("culvert")
    table.reset(seed=1)
    for wrong in (-1, table.action_space("marines").n):
        with pytest.raises(ValueError, match="is not among the options"):
            table.step(wrong)


def test_nothing_is_answered_before_a_game_or_after_it():
    table = env("switchyard")
    with pytest.raises(RuntimeError, match="call reset"):
        table.step(0)
    play(table, 2)
    with pytest.raises(RuntimeError, match="call reset"):
        table.step(0)


def test_a_game_is_cut_off_at_the_cap():
    trail = play(env("culvert", cap=30), 5)
    assert [cut for *_, cut in trail].count(True) == 2
    assert not any(over for _, _, over, _ in trail)


def test_a_bot_may_answer_some_decisions_for_an_agent():
    table = env("culvert", bots={"hive": "random"}, answered={"Deployment": "marines:line"})
    table.reset(seed=1)
    assert type(table.game_table.task).__name__ != "Deployment"
    assert all(unit.cell >= 0 for unit in table.game_table.state.units.values() if unit.side == "marines")


def test_the_board_is_rendered_for_whoever_is_asked():
    table = env("culvert", render_mode="ansi")
    table.reset(seed=1)
    rows = table.render().splitlines()
    board = table.game_table.game.board
    assert rows[0] == "round 0, turn of nobody, marines: Deployment"
    assert [len(row) for row in rows[1:]] == [board.width] * board.height
    assert "g" in "".join(rows[1:])
    pixels = env("culvert", render_mode="rgb_array")
    pixels.reset(seed=1)
    picture = pixels.render()
    assert picture.dtype == np.uint8
    assert picture.shape == (board.height * 8, board.width * 8, 3)


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"bots": {"nobody": "random"}}, "expected a side of the mission"),
        ({"bots": {"hive": "randon"}}, "random"),
        ({"bots": {"hive": "marines:line"}}, "side hive: expected a bot that plays hive sides, found marines:line"),
        ({"bots": {"hive": "random", "marines": "random"}}, "expected a side that no bot plays"),
        ({"answered": {"Deploy": "random"}}, "expected a decision of the rules"),
        ({"render_mode": "human"}, "expected ansi or rgb_array"),
        ({"illegal": "ignore"}, "expected raise or lose"),
        ({"shaping": "luck"}, "found no potential of that name"),
    ],
)
def test_a_wrong_parameter_is_a_line(parameters, said):
    with pytest.raises(DataError, match=said):
        env("culvert", **parameters)


def test_warnings_of_the_api_test_are_about_names_and_shapes_only():
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        api_test(env("culvert"), num_cycles=20)
    assert not [str(one.message) for one in told if "zeros" in str(one.message) or "range" in str(one.message)]
