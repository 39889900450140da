"""The example of a learning agent: what it learns on, and the agent as a bot. The learning itself is `make train`."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from ai.env import BroodfallEnv
from ai.env.game_table import GameTable
from ai.player import read_spec
from examples.training import agent, train_ppo
from game.api import DataError, SeededDice

BREACH = Path(train_ppo.HERE) / "breach.toml"


def last_of(_seen, action_masks, deterministic=True):
    """A network that always likes the highest number best."""
    return np.flatnonzero(action_masks)[-1], None


@pytest.fixture
def network(monkeypatch):
    """A trained model without a library."""
    table = BroodfallEnv(BREACH).seat.table.saved()
    model = SimpleNamespace(predict=last_of, broodfall={"observation": "flat", "table": table})
    monkeypatch.setattr(agent, "load_model", lambda file: model)
    return model


def test_the_hall_is_a_game_of_a_few_dozen_decisions():
    env = BroodfallEnv(BREACH, opponent="hive:cunning")
    assert env.side == "marines"
    assert env.seat.table.own == 3
    _, info = env.reset(seed=1)
    over, steps = False, 0
    while not over:
        _, _, over, cut, info = env.step(int(np.argmax(info["action_mask"])))
        assert not cut
        steps += 1
    assert steps < 200


@pytest.mark.usefixtures("network")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_agent_plays_as_a_bot_what_it_plays_in_the_environment(seed):
    """A bot is given the public game and a view; it comes to the same numbers as the environment."""
    env = BroodfallEnv(BREACH, opponent="hive:instinct")
    seen, info = env.reset(seed=seed)
    over = False
    while not over:
        seen, _, over, _, info = env.step(last_of(seen, info["action_mask"])[0])
    table = GameTable(BREACH, bots={"marines": "examples.training.agent:PPO(file=x.zip)", "hive": "hive:instinct"})
    table.reset(seed)
    assert table.game.digest(table.state) == env.game_table.game.digest(env.game_table.state)


@pytest.mark.usefixtures("network")
def test_an_agent_of_another_board_says_so():
    table = GameTable("culvert", bots={"marines": "examples.training.agent:PPO(file=x.zip)", "hive": "random"})
    with pytest.raises(DataError, match="expected a table for a board of 24x24"):
        table.reset(1)


@pytest.mark.skipif(find_spec("sb3_contrib") is not None, reason="the extra is installed")
def test_without_the_extra_it_is_a_line(capsys):
    with pytest.raises(DataError, match=r"sb3_contrib is not installed \(pip install 'broodfall\[train\]'\)"):
        read_spec("examples.training.agent:PPO(file=ppo.zip)").make(SeededDice(1))
    assert train_ppo.main([]) == 2
    assert "not installed (pip install 'broodfall[train]')" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nowhere",), 'expected "bastion"'),
        (("--side", "nobody"), 'side "nobody": expected a side of the mission (marines, hive)'),
        (("--opponent", "marines:line"), "expected a bot that plays hive sides"),
        (("--out", "no/such/folder/ppo.zip"), "--out: expected a file to write to"),
        (("--steps", "0"), "--steps and --games: expected at least 1"),
    ],
)
def test_bad_input_is_told_before_anything_is_learned(words, said, capsys):
    if said.startswith("--"):
        with pytest.raises(SystemExit, match="2"):
            train_ppo.main(words)
    else:
        assert train_ppo.main(words) == 2
    assert said in capsys.readouterr().err


def test_a_policy_is_judged_on_the_same_games():
    def make() -> BroodfallEnv:
        return BroodfallEnv(BREACH, opponent="passive")

    rate = train_ppo.judged(make, lambda seen, mask: int(np.argmax(mask)), 3)
    assert rate.of == 3
    assert rate == train_ppo.judged(make, lambda seen, mask: int(np.argmax(mask)), 3)
    assert "3" in train_ppo.told("first", rate)
