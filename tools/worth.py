"""Measure what a rule system is worth in the missions made for it: the same games with it and without it.

    python tools/worth.py [MISSION ...] [-n 200] [--jobs 2] [--write]

Each pair of batches has the same seeds and bots; only the system is taken from the troops that bring it. With --write
the table goes to docs/worth.md.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from game.sim.results import finished_games  # noqa: E402
from game.sim.summary import Rate, summarise  # noqa: E402

MAPS = ROOT / "maps"
DATA = ROOT / "game" / "rules" / "data"
NAMING = ("id", "token", "figure", "aliases", "profiles", "transmutation")
"""Keys of a unit or form that a plain unit does without."""
HEAD = """# What the rule systems are worth

How often a side wins the missions made for a rule system, with the system and with it taken from the
troops that bring it; the same bots and seeds for both, 95 % Wilson intervals. Made by

```
python tools/worth.py -n {games} --write
```

| Mission | Rule system | Side | With | Interval | Without | Interval | Without means |
|---|---|---|---|---|---|---|---|
"""


class Study(NamedTuple):
    """What to compare in a mission.

    ``changes`` are pairs of texts in its scenario file, each of which must occur; ``plain`` are the units that take the
    places of others: shipped ones with some keys replaced, or one of their forms as all that they are.
    """

    system: str
    side: str
    without: str
    changes: tuple[tuple[str, str], ...] = ()
    plain: tuple[Plain, ...] = ()


class Plain(NamedTuple):
    """A shipped unit as a plain one: only the form of that number, with these keys in place of its own."""

    kind: str
    form: int = 0
    keys: Mapping[str, Any] = {}


STUDIES: dict[str, Study] = {
    "depot": Study(
        "avatars",
        "wardens",
        "the marshal has no avatar upgrade",
        changes=(("upgrades = ['wrath_unbound']\ncard = \"choose\"\n", ""),),
    ),
    "switchyard": Study(
        "electromagnetic weapons",
        "wardens",
        "the jammers have combi rifles, ordinary grenades and no mines",
        plain=(Plain("jammer", keys={"equipment": [], "weapons": ["combi_rifle", "grenade", "pistol", "knife"]}),),
    ),
    "chapel": Study(
        "impetuous troopers",
        "marines",
        "the firebrands are as others are: no phase of their own, no duty to run",
        plain=(Plain("zealot", keys={"skills": ["berserk", "courage"]}),),
    ),
    "hothouse": Study(
        "transmutation",
        "marines",
        "sleepers come awake through the gate, fury and adept stay on their first forms",
        changes=(("at = [[12, 13], [16, 11]]\nhidden = true\n", "count = 2\n"),),
        plain=(Plain("sleeper", 1), Plain("fury"), Plain("adept")),
    ),
}


def changed(mission: str, study: Study, folder: Path) -> Path:
    """The scenario without the system, in a folder of its own with its map and the plain units."""
    text = (MAPS / f"{mission}.toml").read_text(encoding="utf-8")
    pairs = [*study.changes, *((f'kind = "{plain.kind}"', f'kind = "plain_{plain.kind}"') for plain in study.plain)]
    for old, new in pairs:
        if old not in text:
            raise SystemExit(f"maps/{mission}.toml: expected {old!r}, found no such text")
        text = text.replace(old, new)
    for file in (MAPS / f"{mission}.tmx", MAPS / "broodfall.tsx", MAPS / "broodfall.png"):
        shutil.copy(file, folder)
    if study.plain:
        (folder / "plain.toml").write_text("\n".join(map(roster_of, study.plain)), encoding="utf-8")
        text = text.replace("\n[title]", '\nrosters = ["plain.toml"]\n\n[title]', 1)
    made = folder / f"{mission}.toml"
    made.write_text(text, encoding="utf-8")
    return made


def roster_of(plain: Plain) -> str:
    """A plain unit as a table of a roster."""
    units = tomllib.loads((DATA / "roster_human.toml").read_text(encoding="utf-8"))["units"]
    unit = units[plain.kind]
    forms = unit.get("profiles")
    whole = {key: unit[key] for key in ("faction", "cost", "order") if key in unit}
    body = {key: value for key, value in (forms[plain.form] if forms else unit).items() if key not in NAMING}
    lines = [f"{key} = {json.dumps(value)}" for key, value in {**body, **whole, **plain.keys}.items()]
    return "\n".join([f"[units.plain_{plain.kind}]", *lines, ""])


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
