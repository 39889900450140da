"""Steps a second of the learning environment, against those of PettingZoo's chess in the same run."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from benchmarks.rounds import Result, Span, Work, interleaved, ratio

MISSION = "culvert"
"""The mission on which the goal is measured: the environment's own default."""
LARGER = "concourse"
"""The standard mission of the other figures, for comparison."""
LEAST_TIMES_CHESS = 3
STEPS = 20
"""Steps between two looks at the clock."""


def stepping(env: Any) -> Work:
    """Random legal play as work: each step is answered from the mask, and each game is begun with another seed."""
    import numpy as np

    chance = np.random.default_rng(1)
    seed = 0
    env.reset(seed=seed)

    def some() -> int:
        nonlocal seed
        for _ in range(STEPS):
            seen, _, over, cut, _ = env.last()
            if over or cut:
                seed += 1
                env.reset(seed=seed)
                seen, *_ = env.last()
            legal = np.flatnonzero(seen["action_mask"])
            env.step(int(legal[chance.integers(len(legal))]))
        return STEPS

    return some


def chess() -> Work | None:
    """PettingZoo's chess as it comes; None if it is not installed (extra ``bench``)."""
    if find_spec("chess") is None or find_spec("pygame") is None:
        return None
    from pettingzoo.classic import chess_v6

    return stepping(chess_v6.env())


def run(span: Span) -> list[Result]:
    """Both presets on the default mission, the flat one on the standard one, and chess, in turns."""
    if any(find_spec(name) is None for name in ("numpy", "gymnasium", "pettingzoo")):
        return [Result("environment", 0, "", note="not installed: pip install broodfall[env]")]
    from ai.env import env

    candidates: dict[str, Work] = {
        f"{MISSION}, flat": stepping(env(MISSION)),
        f"{MISSION}, spatial": stepping(env(MISSION, observation="spatial")),
        f"{LARGER}, flat": stepping(env(LARGER)),
    }
    other = chess()
    if other is not None:
        candidates["PettingZoo chess_v6"] = other
    found = interleaved(candidates, span)
    lines = [Result(name, 1 / sorted(times)[len(times) // 2], "steps/s") for name, times in found.items()]
    if other is None:
        lines.append(Result("PettingZoo chess_v6", 0, "", note="not installed: pip install broodfall[bench]"))
        return lines
    yardstick = found["PettingZoo chess_v6"]
    share = ratio(yardstick, found[f"{MISSION}, flat"])
    lines.append(Result(f"{MISSION}, flat, to chess_v6", share, "x", LEAST_TIMES_CHESS, True))
    for name in (f"{MISSION}, spatial", f"{LARGER}, flat"):
        lines.append(Result(f"{name}, to chess_v6", ratio(yardstick, found[name]), "x"))
    return lines
