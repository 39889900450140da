"""Play every shipped mission many times with the default bots and write docs/balance.md from what came of it.

What the window shows of a mission where it is chosen is written beside it, into game/ui/play/measured.toml.

    python tools/balance.py [MISSION ...] [-n 1000] [--jobs 2] [--out balance] [--write]

Results are kept as one JSON-lines file a mission in --out, one finished game after the other: an interrupted run
goes on where it stopped, and games beyond -n that are there already count too. The file of a mission whose map,
roster or bots have changed since must be removed by hand. Without --write the table is only printed. The exit code is
1 when a mission's interval is not within the bounds.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from game.api import Scenario, list_scenarios, load_scenario  # noqa: E402
from game.sim.results import finished_games  # noqa: E402
from game.sim.summary import Rate, Summary, summarise, wilson  # noqa: E402
from game.ui.play.measured import FILE, Measured, measured_missions, measured_text  # noqa: E402

LEAST, MOST = 0.35, 0.65
"""The bounds in which the interval of the marines' win rate is to lie."""
NO_DICE = "none"
"""What stands for the swarm dice of a mission without a hive."""

HEAD = """# Balance

How often the marines win each mission when the default bots play both sides (`marines:line` against
`hive:cunning`), with the 95 % Wilson interval of the games played. A draw counts for nobody. Between marines
(no swarm dice) the share is that of the side named first in the games that either won. Made by

```
python tools/balance.py -n {games} --jobs 2 --write
```

| Mission | Swarm dice | Games | Marines win | Interval | Rounds (mean) | Decisions | Ends |
|---|---|---|---|---|---|---|---|
"""


def missions(wanted: Sequence[str]) -> list[str]:
    """The missions asked for, or all that are shipped."""
    return list(wanted) or [meta.id for meta in list_scenarios()]


def play(mission: str, games: int, jobs: int, out: Path) -> Path:
    """Play what is missing of a mission's games; the file that holds them all."""
    file = out / f"{mission}.jsonl"
    command = [
        sys.executable,
        "-c",
        "from game.app import main; main()",
        "sim",
        mission,
        "-n",
        str(games),
        "--seed",
        "balance",
    ]
    command += ["--jobs", str(jobs), "--out", str(file), "--plain"]
    if file.exists():
        command.append("--resume")
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode > 1:  # 1 is a batch with faulty games, which the summary counts
        raise SystemExit(done.stderr.strip().splitlines()[-1])
    return file


def has_hive(scenario: Scenario) -> bool:
    """Is there a hive to play against?"""
    return any(side.kind == "hive" for side in scenario.sides)


def marines_rate(scenario: Scenario, summary: Summary) -> Rate:
    """How often the marines win; between marines, how often the first team wins the games that are won."""
    teams = {side.id: side.team for side in scenario.sides if side.kind == "human"}
    first = next(side for side in summary.sides if side.side in teams)
    if has_hive(scenario):
        return first.wins
    others = {side.team: side.wins.count for side in summary.sides if side.team != first.team}
    return wilson(first.wins.count, first.wins.count + sum(others.values()))


def row(mission: str, scenario: Scenario, summary: Summary) -> str:
    """One line of the table."""
    from game.rules.hive.dice import swarm_dice

    marines = marines_rate(scenario, summary)
    dice = swarm_dice(level=scenario.level, mission=scenario.mission) if has_hive(scenario) else NO_DICE
    ends = ", ".join(f"{reason} {count}" for reason, count in sorted(summary.reasons.items()))
    return (
        f"| {mission} | {dice} | {summary.games} | {marines.share:.1%} | {marines.low:.1%} to {marines.high:.1%} "
        f"| {summary.rounds_mean:.1f} | {summary.decisions_mean:.0f} | {ends} |"
    )


def measured(scenario: Scenario, summary: Summary) -> Measured:
    """What the window shows of a mission where it is chosen."""
    rate = marines_rate(scenario, summary)
    marines = {setup.id for setup in scenario.sides if setup.kind == "human"}
    side = next(side.side for side in summary.sides if side.side in marines)
    low, high = round(1000 * rate.low), round(1000 * rate.high)
    return Measured(side, rate.count, rate.of, low, high, round(10 * summary.rounds_mean))


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("missions", nargs="*", metavar="MISSION")
    parser.add_argument("-n", "--games", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=ROOT / "balance")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args(arguments)
    given.out.mkdir(parents=True, exist_ok=True)
    rows: list[str] = []
    outside: list[str] = []
    found = dict(measured_missions())
    for mission in missions(given.missions):
        file = play(mission, given.games, given.jobs, given.out)
        scenario = load_scenario(mission).game.scenario
        summary = summarise(finished_games(file, len(scenario.sides)))
        rows.append(row(mission, scenario, summary))
        print(rows[-1], flush=True)
        found[mission] = measured(scenario, summary)
        marines = marines_rate(scenario, summary)
        if marines.low < LEAST or marines.high > MOST or summary.void:
            outside.append(mission)
    if given.write:
        text = HEAD.format(games=given.games) + "\n".join(rows) + "\n"
        (ROOT / "docs" / "balance.md").write_text(text, encoding="utf-8")
        (ROOT / "game" / "ui" / "play" / FILE).write_text(measured_text(found), encoding="utf-8")
    if outside:
        print("outside the bounds or with faults: " + ", ".join(outside), file=sys.stderr)
    return 1 if outside else 0


if __name__ == "__main__":
    raise SystemExit(main())
