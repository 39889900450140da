"""Write the golden games anew: ``python -m tests.golden.make [SCENARIO ...]``.

Do so when a change of the rules is meant to change them, and read the difference before it is committed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from game.api import list_scenarios
from tests.golden.transcript import fresh

FOLDER = Path(__file__).parent
SEED = 11
BOTS = {"human": "marines:line", "hive": "hive:cunning"}


def path_of(scenario: str) -> Path:
    """The file of a scenario's golden game."""
    return FOLDER / f"{scenario}.txt"


def main(scenarios: list[str]) -> None:
    """Write the transcripts of some scenarios, or of all that ship."""
    for scenario in scenarios or [meta.id for meta in list_scenarios()]:
        text = fresh(scenario, SEED, BOTS)
        path_of(scenario).write_text(text, encoding="utf-8")
        print(f"{path_of(scenario).name}: {text.count(chr(10))} lines")


if __name__ == "__main__":
    main(sys.argv[1:])
