"""The page that explains the columns explains exactly those that are written."""

import re
from pathlib import Path

from game.sim.results import FAULTS, FORMAT, Row

PAGE = (Path(__file__).parents[2] / "docs" / "simulation.md").read_text(encoding="utf-8")


def test_every_column_is_explained_once():
    table = PAGE.partition("| Column | Holds |")[2]
    explained = [name for line in table.splitlines() for name in re.findall(r"`(\w+)`", line.partition(" | ")[0])]
    assert explained == list(Row.__struct_fields__)


def test_the_page_is_of_the_format_that_is_written():
    assert f"Format {FORMAT}." in PAGE
    assert all(f"`{reason}`" in PAGE for reason in FAULTS)
