"""Measure what a rule system is worth in the missions made for it: the same games with it and without it.

    python tools/worth.py [MISSION ...] [-n 200] [--jobs 2] [--write]

Each pair of batches has the same seeds and bots; only the troops that bring the system are changed for plain ones of
about the same points. With --write the table goes to docs/worth.md.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from game.sim.results import finished_games  # noqa: E402
from game.sim.summary import Rate, summarise  # noqa: E402

MAPS = ROOT / "maps"
HEAD = """# What the rule systems are worth

How often a side wins the missions made for a rule system, with the troops that bring it and with plain troops of about
the same points in their places; the same bots and seeds for both, 95 % Wilson intervals. Made by

```
python tools/worth.py -n {games} --write
```

| Mission | Rule system | Side | With | Interval | Without | Interval | Without means |
|---|---|---|---|---|---|---|---|
"""


class Study(NamedTuple):
    """What to compare in a mission: changes are pairs of texts in its scenario file, each of which must occur."""

    system: str
    side: str
    without: str
    changes: tuple[tuple[str, str], ...]


STUDIES: dict[str, Study] = {
    "depot": Study(
        "avatars",
        "wardens",
        "no avatar upgrade for the marshal",
        (('upgrades = [\'wrath_unbound\']\ncard = "choose"\n', ""),),
    ),
    "switchyard": Study(
        "electromagnetic weapons",
        "wardens",
        "veterans for jammers",
        (('kind = "jammer"', 'kind = "veteran"'),),
    ),
    "chapel": Study(
        "impetuous troopers",
        "marines",
        "line troopers for firebrands",
        (('kind = "zealot"', 'kind = "rifle"'),),
    ),
    "hothouse": Study(
        "transmutation",
        "marines",
        "veterans from the gate for sleepers, fury and adept",
        (
            ('kind = "sleeper"', 'kind = "veteran"\ncount = 2'),
            ("hidden = true\n", ""),
            ('kind = "fury"', 'kind = "veteran"'),
            ('kind = "adept"', 'kind = "veteran"'),
        ),
    ),
}


def changed(mission: str, study: Study, folder: Path) -> Path:
    """The scenario without the system, in a folder of its own with its map."""
    text = (MAPS / f"{mission}.toml").read_text(encoding="utf-8")
    for old, new in study.changes:
        if old not in text:
            raise SystemExit(f"maps/{mission}.toml: expected {old!r}, found no such text")
        text = text.replace(old, new)
    if mission == "hothouse":
        text = "\n".join(line for line in text.splitlines() if not line.startswith("at = [[9, 12]"))
    for file in (MAPS / f"{mission}.tmx", MAPS / "broodfall.tsx", MAPS / "broodfall.png"):
        shutil.copy(file, folder)
    made = folder / f"{mission}.toml"
    made.write_text(text, encoding="utf-8")
    return made


def win_rate(scenario: str, side: str, games: int, jobs: int, out: Path) -> Rate:
    """How often the side won so many games."""
    command = [sys.executable, "-c", "from game.app import main; main()", "sim", scenario, "-n", str(games)]
    command += ["--seed", "worth", "--jobs", str(jobs), "--out", str(out), "--plain"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        raise SystemExit(done.stderr.strip().splitlines()[-1])
    sides = len(out.read_text(encoding="utf-8").splitlines()) // games
    return next(found.wins for found in summarise(finished_games(out, sides)).sides if found.side == side)


def row(mission: str, study: Study, games: int, jobs: int) -> str:
    """One line of the table."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        rates = [
            win_rate(scenario, study.side, games, jobs, folder / f"{number}.jsonl")
            for number, scenario in enumerate((mission, str(changed(mission, study, folder))))
        ]
    shown = " | ".join(f"{rate.share:.1%} | {rate.low:.1%} to {rate.high:.1%}" for rate in rates)
    return f"| {mission} | {study.system} | {study.side} | {shown} | {study.without} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("missions", nargs="*", metavar="MISSION", choices=[[], *STUDIES], default=[])
    parser.add_argument("-n", "--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args(arguments)
    rows = []
    for mission in given.missions or STUDIES:
        rows.append(row(mission, STUDIES[mission], given.games, given.jobs))
        print(rows[-1], flush=True)
    if given.write:
        text = HEAD.format(games=given.games) + "\n".join(rows) + "\n"
        (ROOT / "docs" / "worth.md").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
