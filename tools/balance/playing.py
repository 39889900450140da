"""Plays a batch of the sheet, or goes on with it, and sums it up."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from game.api import Scenario, load_scenario
from game.sim.results import finished_games
from game.sim.summary import Rate, Summary, summarise, wilson
from tools.balance.variants import CUNNING, LINE, Variant, has_hive, scenario_of

ROOT = Path(__file__).resolve().parents[2]
SEED = "balance"
"""The same for all batches: what is compared was played with the same dice, as far as they go."""


def played(variant: Variant, games: int, jobs: int, out: Path) -> Summary:
    """The games of a variant summed up, after what is missing of them was played.

    Raises SystemExit with the one line of `broodfall sim` if that cannot play it.
    """
    scenario = load_scenario(variant.mission).game.scenario
    file = out / f"{variant.id}.jsonl"
    if not file.exists() or len(finished_games(file, len(scenario.sides), repair=True)) < games:
        _play(variant, scenario, games, jobs, file)
    return summarise(finished_games(file, len(scenario.sides)))


def _play(variant: Variant, scenario: Scenario, games: int, jobs: int, file: Path) -> None:
    marines, hive = variant.bots or (LINE, CUNNING if has_hive(scenario) else LINE)
    if has_hive(scenario):
        seats = ["--marines", marines, "--hive", hive]
    else:
        seats = [
            part
            for side, bot in zip(scenario.sides, (marines, hive), strict=True)
            for part in ("--seat", f"{side.id}={bot}")
        ]
    command = [sys.executable, "-c", "from game.app import main; main()", "sim", scenario_of(variant, file.parent)]
    command += ["-n", str(games), "--seed", SEED, *seats, "--jobs", str(jobs), "--out", str(file), "--plain"]
    if file.exists():
        command.append("--resume")
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode > 1:  # 1 is a batch with spoilt games, which the summary counts
        raise SystemExit(done.stderr.strip().splitlines()[-1])


def first_rate(scenario: Scenario, summary: Summary) -> Rate:
    """How often the marines win; between marines, how often the first team wins the games that are won."""
    teams = {side.id: side.team for side in scenario.sides if side.kind == "human"}
    first = next(side for side in summary.sides if side.side in teams)
    if has_hive(scenario):
        return first.wins
    others = {side.team: side.wins.count for side in summary.sides if side.team != first.team}
    return wilson(first.wins.count, first.wins.count + sum(others.values()))
