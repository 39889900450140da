"""The examples of docs/files.md are files that the game reads."""

from __future__ import annotations

import shutil
from pathlib import Path

from game.io.position import parse_position
from game.io.roster import parse_roster
from game.io.scenario import read_scenario, shipped_folder
from tests.arch.source import ROOT, code_blocks
from tests.support.rosters import used_names

SCENARIO, ROSTER, POSITION = (text for language, text in code_blocks(ROOT / "docs" / "files.md") if language == "toml")


def test_the_scenario_is_read(tmp_path: Path):
    for source in shipped_folder().iterdir():
        if source.suffix in {".tmx", ".tsx", ".png"}:
            shutil.copy(source, tmp_path)
    path = tmp_path / "example.toml"
    path.write_text(SCENARIO, encoding="utf-8")
    assert [str(fault) for fault in read_scenario(path).faults] == []


def test_the_roster_is_read():
    roster, faults = parse_roster(ROSTER, used_names(ROSTER), file="example.toml")
    assert [str(fault) for fault in faults] == []
    assert list(roster.kinds) == ["guard"]


def test_the_position_is_read():
    position, faults = parse_position(POSITION, file="example.toml")
    assert [str(fault) for fault in faults] == []
    assert position is not None
    assert [unit.wounds for unit in position.state.units.values()] == [1, 0, 1, 0]
