"""One game of each shipped scenario, as it was and as it must stay until somebody means to change it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from game.api import list_scenarios
from tests.golden.make import FOLDER, path_of
from tests.golden.transcript import MOST_LINES, mismatch

SHIPPED = [meta.id for meta in list_scenarios()]
LONGEST_ANSWER = 60
"""Lines that may follow the last action."""


def text_of(scenario: str) -> str:
    return path_of(scenario).read_text(encoding="utf-8")


def test_every_shipped_scenario_has_its_game_and_no_game_is_left_over():
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == SHIPPED


@pytest.mark.parametrize("scenario", SHIPPED)
def test_a_golden_game_goes_as_it_went(scenario: str):
    differs = mismatch(text_of(scenario), file=f"tests/golden/{scenario}.txt")
    assert differs == "", (
        f"{differs}\n(if that is meant: python -m tests.golden.make {scenario}, and read the difference)"
    )


@pytest.mark.parametrize("scenario", SHIPPED)
def test_a_golden_game_stays_readable(scenario: str):
    lines = text_of(scenario).splitlines()
    assert len(lines) <= MOST_LINES + LONGEST_ANSWER
    assert sum(line.startswith("== round") for line in lines) >= 3
    turns = {line.split()[3] for line in lines if line.startswith("== round") and len(line.split()) > 4}
    assert len(turns) >= 2, "both sides had a turn"


def changed(find: str, put: str, text: str) -> str:
    """The text with the first match of a pattern changed."""
    found = re.sub(find, put, text, count=1, flags=re.MULTILINE)
    assert found != text
    return found


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda t: changed(r"seed int:11", "seed int:12", t), r"line \d+: recorded .*, played "),
        (lambda t: changed(r"(== \S+ .*)[0-9a-f]{4}$", r"\1zzzz", t), r"line \d+: recorded '== .*zzzz', played '== "),
        (
            lambda t: changed(r"^( +unit_moved unit=\d+) path=\S+", r"\1 path=0,0", t),
            r"recorded '    unit_moved .*=0,0",
        ),
        (lambda t: changed(r"^ +dice_rolled .*\n", "", t), r"played '    dice_rolled "),
        (lambda t: changed(r"^(\w+)> .*$", r"\1> end_turn", t), r"NOT_NOW"),
        (lambda t: changed(r"^(\w+)> .*$", r"\1> dance", t), r"culvert.txt: line \d+, column 1: expected verb "),
        (lambda t: changed(r"(\n\w+> [^\n]+\n)(?!.*\n\w+> )(.|\n)*", r"\1", t), r"recorded nothing more, played "),
        (lambda t: t + "== round 9\n", r"recorded '== round 9', played nothing more"),
        (lambda _t: "nonsense\n", r"line 1: expected the header of a transcript"),
    ],
)
def test_a_change_is_found_at_its_line(change: Callable[[str], str], said: str):
    assert re.search(said, mismatch(change(text_of("culvert")), file="culvert.txt"))
