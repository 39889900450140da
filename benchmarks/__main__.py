"""``python -m benchmarks``: measure the engine and print what it reached, beside its goals.

    python -m benchmarks                       # everything, some minutes; also: make bench
    python -m benchmarks --quick --only games  # a look
    python -m benchmarks --json figures.json   # for keeping

Times are processor times of one process; ratios are medians of ratios made round by round, so they hold on a busy
machine, where single figures do not.
"""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import msgspec

from benchmarks import bots, engine, env, fields, games, hive_turn, lab, memory, window
from benchmarks.rounds import FULL, QUICK, Result, Span

SECTIONS: Final[dict[str, Callable[[Span], list[Result]]]] = {
    "fields": fields.run,
    "games": games.run,
    "hive_turn": hive_turn.run,
    "engine": engine.run,
    "bots": bots.run,
    "env": env.run,
    "memory": memory.run,
    "window": window.run,
    "lab": lab.measure,
}


def line(result: Result) -> str:
    """A result as a line of the report."""
    goal = f"{'at least' if result.least else 'at most'} {result.limit:g}" if result.limit else ""
    value = f"{result.value:,.0f}" if result.value >= 1000 else f"{result.value:.3g}" if result.unit else ""
    return f"  {result.name:44} {value:>9} {result.unit:14} {result.verdict:5} {goal:14} {result.note}".rstrip()


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; 1 if a goal was missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure the engine against its goals.")
    parser.add_argument("--quick", action="store_true", help="short rounds: a look, not a figure")
    parser.add_argument("--only", action="append", choices=SECTIONS, metavar="NAME", help=", ".join(SECTIONS))
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results to a file, too")
    asked = parser.parse_args(arguments)
    span = QUICK if asked.quick else FULL
    print(f"Python {platform.python_version()}, one core, {'quick' if asked.quick else 'full'}", flush=True)
    found: dict[str, list[Result]] = {}
    for name in asked.only or SECTIONS:
        print(name, flush=True)
        found[name] = SECTIONS[name](span)
        for result in found[name]:
            print(line(result), flush=True)
    if asked.json:
        asked.json.write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")
    return int(any(result.verdict == "SHORT" for results in found.values() for result in results))


if __name__ == "__main__":
    sys.exit(main())
