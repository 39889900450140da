"""The page on adding a rule system leaves out nothing that can be extended."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest

from game.api import Module, names
from game.rules.compose import rulebook_for
from tests.arch.source import ROOT

BOOK = rulebook_for()
PAGE = (ROOT / "docs" / "adding-a-rule-system.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `([a-z_.]+)` \|", PAGE, re.MULTILINE)


@pytest.mark.parametrize(
    ("what", "known"),
    [
        ("fields of a module", [field.name for field in fields(Module)]),
        ("extension points", list(BOOK.points)),
        ("tables", list(BOOK.tables)),
    ],
)
def test_the_page_lists_them_all(what: str, known: list[str]):
    assert [name for name in known if name not in ROWS] == [], what


def test_the_page_lists_nothing_else():
    named = {value for value in vars(names).values() if isinstance(value, str)}  # tables that no shipped module fills
    known = {*[field.name for field in fields(Module)], *BOOK.points, *BOOK.tables, *named}
    assert [name for name in ROWS if name not in known] == []
    assert len(ROWS) == len(set(ROWS))


def test_every_sequence_is_named():
    assert [name for name in BOOK.sequences if f"`{name}`" not in PAGE] == []
