"""Play every shipped mission many times and write docs/balance.md with its pictures from what came of it.

What the window shows of a mission where it is chosen is written beside it, into game/ui/play/measured.toml.

    python -m tools.balance [MISSION ...] [-n 1000] [--dice 0] [--bots 0] [--switches 0] [--on MISSION ...] [--write]

The missions are played as they ship, and with --dice, --bots and --switches so many games also with each other number
of swarm dice, between weaker bots, and (the missions given with --on) with each switch of their rules set otherwise.
Results are kept as one JSON-lines file a batch in --out, one finished game after the other: an interrupted run goes on
where it stopped, and games beyond those asked for that are there already count too. The file of a mission whose map,
roster or bots have changed since must be removed by hand. Without --write the page is only printed. The exit code is 1
when a mission's interval is not within the bounds, or a game was spoilt.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from game.api import Game, list_scenarios, load_scenario
from game.ui.play.measured import FILE, Measured, measured_missions, measured_text
from tools.balance.pictures import draw
from tools.balance.playing import ROOT, played
from tools.balance.sheet import Found, outside, sheet
from tools.balance.variants import BASE, Variant, by_dice, by_level, by_switch

LEAST, MOST = 0.35, 0.65
"""The bounds in which the interval of the marines' win rate is to lie."""
QUICK = ("culvert", "ductworks", "chapel", "switchyard")
"""Missions whose switches are measured if nothing else is said: of each kind one that is soon over."""


def batches(mission: str, game: Game, given: argparse.Namespace) -> Iterator[tuple[Variant, int]]:
    """What is to be played of a mission, and how often."""
    yield Variant(mission), given.games
    if given.dice:
        yield from ((variant, given.dice) for variant in by_dice(mission, game.scenario))
    if given.bots:
        yield from ((variant, given.bots) for variant in by_level(mission, game.scenario))
    if given.switches and mission in (given.on or QUICK):
        yield from ((variant, given.switches) for variant in by_switch(mission, game))


def measured(found: Found) -> Measured:
    """What the window shows of a mission where it is chosen."""
    rate, summary = found.rate(), found.summaries[BASE]
    marines = {setup.id for setup in found.scenario.sides if setup.kind == "human"}
    side = next(side.side for side in summary.sides if side.side in marines)
    low, high = round(1000 * rate.low), round(1000 * rate.high)
    return Measured(side, rate.count, rate.of, low, high, round(10 * summary.rounds_mean))


def parser() -> argparse.ArgumentParser:
    """What can be asked for."""
    made = argparse.ArgumentParser(
        prog="python -m tools.balance", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("missions", nargs="*", metavar="MISSION")
    made.add_argument("-n", "--games", type=int, default=1000)
    for name in ("dice", "bots", "switches"):
        made.add_argument(f"--{name}", type=int, default=0, metavar="GAMES")
    made.add_argument("--on", action="append", metavar="MISSION")
    made.add_argument("--jobs", type=int, default=2)
    made.add_argument("--out", type=Path, default=ROOT / "balance")
    made.add_argument("--write", action="store_true")
    return made


def command_of(given: argparse.Namespace) -> str:
    """The command that makes the page again."""
    parts = ["python -m tools.balance", *given.missions, f"-n {given.games}"]
    parts += [f"--{name} {count}" for name in ("dice", "bots", "switches") if (count := getattr(given, name))]
    parts += [f"--on {name}" for name in given.on or ()]
    return " ".join([*parts, f"--jobs {given.jobs}", "--write"])


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print, and write if asked to."""
    given = parser().parse_args(arguments)
    given.out.mkdir(parents=True, exist_ok=True)
    found: dict[str, Found] = {}
    for mission in sorted(given.missions) or [meta.id for meta in list_scenarios()]:
        game = load_scenario(mission).game
        summaries = {}
        for variant, games in batches(mission, game, given):
            summaries[variant.name] = played(variant, games, given.jobs, given.out)
            print(f"{variant.id}: {summaries[variant.name].games} games", file=sys.stderr, flush=True)
        found[mission] = Found(game, summaries)
    counts = {name: getattr(given, name) for name in ("dice", "bots", "switches")}
    page = sheet(found, command_of(given), counts)
    print(page)
    if given.write:
        docs = ROOT / "docs"
        (docs / "balance.md").write_text(page, encoding="utf-8")
        draw(found, docs / "images", least=LEAST, most=MOST, dice=bool(given.dice))
        known = {**measured_missions(), **{mission: measured(one) for mission, one in found.items()}}
        (ROOT / "game" / "ui" / "play" / FILE).write_text(measured_text(known), encoding="utf-8")
    unfit = outside(found, LEAST, MOST)
    if unfit:
        print("outside the bounds or with spoilt games: " + ", ".join(unfit), file=sys.stderr)
    return 1 if unfit else 0


if __name__ == "__main__":
    raise SystemExit(main())
