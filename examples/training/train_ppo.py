"""Train an agent for a few minutes, and say whether it beats random play in the same seat.

    python -m examples.training.train_ppo                     # also: make train
    python -m examples.training.train_ppo culvert --steps 400000 --opponent hive:instinct
    broodfall sim examples/training/breach.toml -n 100 --marines 'examples.training.agent:PPO(file=ppo.zip)'

Exit code 0 if the trained agent's win rate lies above that of random play beyond both 95 % intervals, else 1.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from ai.env import BroodfallEnv
from examples.training.agent import KEPT
from game.api import DataError
from game.sim.summary import Rate, wilson

HERE = Path(__file__).parent
FIRST_SEED = 1_000_000
"""Games are judged on seeds from here on, which no training game has."""

GAMMA = 0.995
"""How much a reward one decision later is worth."""

Policy = Callable[[Any, Any], int]


def judged(make: Callable[[], BroodfallEnv], policy: Policy, games: int) -> Rate:
    """How many of some games a policy wins, always the same games."""
    env = make()
    wins = 0
    for game in range(games):
        seen, info = env.reset(seed=FIRST_SEED + game)
        over = env.game_table.over
        while not over:
            seen, _, ended, cut, info = env.step(policy(seen, info["action_mask"]))
            over = ended or cut
        outcome = env.game_table.state.outcome
        wins += outcome is not None and outcome.winner == env.seat.team
    return wilson(wins, games)


def told(name: str, rate: Rate) -> str:
    """A win rate with its interval."""
    return f"{name:28} {rate.count}/{rate.of} won, {rate.share:.1%} ({rate.low:.1%} to {rate.high:.1%})"


def read(arguments: Sequence[str] | None) -> argparse.Namespace:
    """What is asked for on the command line."""
    parser = argparse.ArgumentParser(prog="python -m examples.training.train_ppo", description=__doc__.splitlines()[0])
    parser.add_argument("scenario", nargs="?", default=str(HERE / "breach.toml"), help="a mission or position")
    parser.add_argument("--side", default="", help="the seat that learns; the first human side if left out")
    parser.add_argument("--opponent", default="hive:cunning", help="the bot of all other seats")
    parser.add_argument("--steps", type=int, default=60_000, help="decisions to learn from")
    parser.add_argument("--games", type=int, default=200, help="games of each judgement")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("ppo.zip"), help="where the agent is kept")
    asked = parser.parse_args(arguments)
    if asked.steps < 1 or asked.games < 1:
        parser.error("--steps and --games: expected at least 1")
    if asked.out.is_dir() or not asked.out.parent.is_dir():
        parser.error(f"--out: expected a file to write to, found {asked.out}")
    return asked


def learner(env: BroodfallEnv, seed: int) -> Any:
    """A small network that has not learned anything yet."""
    import torch
    from sb3_contrib import MaskablePPO

    torch.set_num_threads(1)
    return MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=1024,
        batch_size=256,
        n_epochs=6,
        gamma=GAMMA,
        learning_rate=5e-4,
        ent_coef=0.005,
        policy_kwargs={"net_arch": [128, 128]},
        seed=seed,
        device="cpu",
    )


def better_than_chance(asked: argparse.Namespace) -> bool:
    """Judge random play, train, judge again; whether the agent is better. Raises DataError, or ImportError."""

    def make(**more: Any) -> BroodfallEnv:
        return BroodfallEnv(asked.scenario, side=asked.side, opponent=asked.opponent, **more)

    chance = np.random.default_rng(asked.seed)

    def at_random(_seen: Any, mask: Any) -> int:
        return int(chance.choice(np.flatnonzero(mask)))

    def learned(seen: Any, mask: Any) -> int:
        return int(model.predict(seen, action_masks=mask, deterministic=True)[0])

    env = make(shaping="strength", weight=1.0, gamma=GAMMA)
    model = learner(env, asked.seed)
    setattr(model, KEPT, {"observation": "flat", "table": env.seat.table.saved(), "scenario": asked.scenario})
    print(f"{asked.scenario}: {env.side} against {asked.opponent}, {env.seat.table.size} actions", flush=True)
    random_play = judged(make, at_random, asked.games)
    print(told("random play", random_play), flush=True)
    print(told("before training", judged(make, learned, asked.games)), flush=True)
    began = perf_counter()
    model.learn(asked.steps)
    print(f"learned from {model.num_timesteps} decisions in {perf_counter() - began:.0f} s", flush=True)
    model.save(asked.out)
    trained = judged(make, learned, asked.games)
    print(told("after training", trained))
    better = trained.low > random_play.high
    print(f"verdict: {'beats' if better else 'does not beat'} random play; kept in {asked.out}")
    return better


def main(arguments: Sequence[str] | None = None) -> int:
    """Train and tell: 0 if the agent beats random play, 1 if not, 2 for bad input, which is told in one line."""
    asked = read(arguments)
    try:
        return 0 if better_than_chance(asked) else 1
    except ImportError as error:
        print(f"{error.name} is not installed (pip install 'broodfall[train]')", file=sys.stderr)
    except DataError as error:
        print(error, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
