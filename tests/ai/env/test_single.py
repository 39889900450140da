"""The Gymnasium environment: Gymnasium's own checker as it is published, vectors of it, and its episodes."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from ai.env import BroodfallEnv, env_id
from game.api import DataError, list_scenarios

CULVERT = "ai.env:Broodfall/Culvert-v0"


def first_legal(mask) -> int:
    return int(np.argmax(mask))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("parameters", [{}, {"observation": "spatial", "side": "hive", "shaping": "strength"}])
def test_gymnasium_check_env(parameters):
    check_env(gymnasium.make(CULVERT, render_mode="rgb_array", **parameters).unwrapped)


def test_every_mission_has_a_name():
    for meta in list_scenarios():
        assert gymnasium.spec(env_id(meta.id)).kwargs == {"scenario": meta.id}
    made = gymnasium.make("Broodfall/Mission-v0", scenario="switchyard").unwrapped
    assert isinstance(made, BroodfallEnv)
    assert made.side == "wardens"


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_a_vector_of_them_plays(mode):
    table = gymnasium.make_vec(CULVERT, num_envs=2, vectorization_mode=mode)
    try:
        seen, info = table.reset(seed=3)
        single = gymnasium.make(CULVERT)
        alone, own = single.reset(seed=4)
        assert (seen[1] == alone).all()
        for _ in range(12):
            chosen = np.array([first_legal(mask) for mask in info["action_mask"]])
            assert chosen[1] == first_legal(own["action_mask"])
            seen, rewards, *_, info = table.step(chosen)
            alone, _, _, _, own = single.step(chosen[1])
            assert (seen[1] == alone).all()
            assert rewards.shape == (2,)
    finally:
        table.close()


def test_an_illegal_action_loses_the_episode():
    table = BroodfallEnv("culvert")
    _, info = table.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, cut, info = table.step(wrong)
    assert (reward, over, cut, info["illegal"]) == (-1.0, True, False, True)
    assert not info["action_mask"].any()


def test_an_episode_ends_with_the_game():
    table = BroodfallEnv("switchyard", side="outriders", opponent={"wardens": "marines:line"})
    chance = np.random.default_rng(2)
    _, info = table.reset(seed=2)
    over, rewards = False, []
    while not over:
        assert (table.action_masks() == info["action_mask"].astype(bool)).all()
        _, reward, over, cut, info = table.step(int(chance.choice(np.flatnonzero(info["action_mask"]))))
        assert not cut
        rewards.append(reward)
    outcome = table.game_table.state.outcome
    assert outcome is not None
    assert rewards[-1] == (0.0 if not outcome.winner else 1.0 if outcome.winner == "outriders" else -1.0)
    assert not any(rewards[:-1])
    assert "illegal" not in info


def test_shaped_rewards_sum_up_to_the_end_and_the_first_potential():
    """Without discount all that shaping adds over an episode is minus the potential at its beginning."""
    sums = {}
    for shaping in (None, "strength"):
        table = BroodfallEnv("switchyard", shaping=shaping, weight=0.5)
        chance = np.random.default_rng(7)
        _, info = table.reset(seed=7)
        first = table._rewards._before
        over, total = False, 0.0
        while not over:
            _, reward, over, _, info = table.step(int(chance.choice(np.flatnonzero(info["action_mask"]))))
            total += reward
        sums[shaping] = (total, first)
    assert sums["strength"][0] == pytest.approx(sums[None][0] - 0.5 * sums["strength"][1])


def test_a_potential_may_be_a_function_of_the_view():
    table = BroodfallEnv("switchyard", shaping=lambda view: len(view.own) / 10, gamma=0.9)
    table.reset(seed=1)
    own = len(table.seat.view.own)
    _, reward, *_ = table.step(first_legal(table.action_masks()))
    assert reward == pytest.approx(0.9 * own / 10 - own / 10)


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"opponent": {}}, "expected a bot for each of hive"),
        ({"opponent": "marines:lime"}, "marines:line"),
        ({"opponent": "marines:line"}, "side hive: expected a bot that plays hive sides, found marines:line"),
        ({"side": "nobody"}, 'side "nobody": expected a side of the mission .marines, hive.'),
        ({"render_mode": "human"}, "expected ansi or rgb_array"),
    ],
)
def test_a_wrong_parameter_is_a_line(parameters, said):
    with pytest.raises(DataError, match=said):
        BroodfallEnv("culvert", **parameters)
