"""The examples of docs/files.md are files that the game reads."""

from __future__ import annotations

import shutil
from pathlib import Path

from game.io.position import parse_position
from game.io.roster import parse_roster, shipped_roster
from game.io.scenario import read_scenario, shipped_folder
from game.rules.compose import rulebook_for
from tests.arch.source import ROOT, code_blocks
from tests.support.rosters import used_names

SCENARIO, CREW, CARDS, ROSTER, UPGRADES, POSITION = (
    text for language, text in code_blocks(ROOT / "docs" / "files.md") if language == "toml"
)
RIVALS = """
map = "depot.tmx"
rounds = 7
minutes = 30
[title]
en = "Two crews"
es = "Dos bandas"
[description]
en = "One against the other."
es = "Una contra otra."
[sides.red.objective]
kind = "eliminate"
[sides.red]
deploy = "deploy:wardens"
[sides.blue]
deploy = "deploy:outriders"
[sides.blue.objective]
kind = "eliminate"
[[sides.blue.force]]
kind = "rifle"
"""
"""What the example of a crew is part of."""


def faults_of(text: str, folder: Path) -> list[str]:
    """What is wrong with a scenario beside the shipped maps."""
    for source in shipped_folder().iterdir():
        if source.suffix in {".tmx", ".tsx", ".png"}:
            shutil.copy(source, folder)
    path = folder / "example.toml"
    path.write_text(text, encoding="utf-8")
    return [str(fault) for fault in read_scenario(path).faults]


def test_the_scenario_is_read(tmp_path: Path):
    assert faults_of(SCENARIO, tmp_path) == []


def test_the_crew_is_read(tmp_path: Path):
    crew = CREW.replace("[sides.red]\n", "")
    assert crew != CREW
    rivals = RIVALS.replace("[sides.red]\n", "[sides.red]\n" + crew.split("[[", 1)[0])
    assert faults_of(rivals + "[[" + crew.split("[[", 1)[1], tmp_path) == []


def test_cards_and_events_are_read(tmp_path: Path):
    assert faults_of(SCENARIO + CARDS, tmp_path) == []


def test_the_roster_is_read():
    roster, faults = parse_roster(ROSTER, used_names(ROSTER), file="example.toml")
    assert [str(fault) for fault in faults] == []
    assert list(roster.kinds) == ["guard"]


def test_the_upgrades_are_read():
    text = ROSTER + UPGRADES
    roster, faults = parse_roster(text, used_names(text), file="example.toml", base=shipped_roster(rulebook_for(())))
    assert [str(fault) for fault in faults] == []
    assert len(roster.upgrades) == UPGRADES.count("[upgrades.") - UPGRADES.count(".front]") - UPGRADES.count(".back]")


def test_the_position_is_read():
    position, faults = parse_position(POSITION, file="example.toml")
    assert [str(fault) for fault in faults] == []
    assert position is not None
    assert [unit.wounds for unit in position.state.units.values()] == [1, 0, 1, 0]
