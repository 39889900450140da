"""Each case that applies is proved somewhere, by a test that names it."""

from __future__ import annotations

import re

from tests.arch.source import ROOT, python_files

CASES = {
    "MOV": (1, 2, 4, 5, 7, 8, 9, 12, 14, 15),
    "LOS": (1, 2, 4, 5, 6, 7, 8, 12),
    "SPN": (1, 2, 4),
    "RNG": (1, 2, 3, 6),
    "SAV": (1, 2, 4, 5, 6, 8),
    "REP": (1, 3),
    "UND": (1, 2),
    "INF": (1, 2, 3),
    "TMX": (1, 3, 5, 7, 9, 10, 12, 13, 15, 17),
    "UI": (1, 2, 3, 6),
    "ENV": (1, 2, 3, 6),
    "END": (1, 2),
}
"""The families and numbers of the collected failures of other games that this engine can have."""
NAMED = re.compile(r"\b(?:test_)?(MOV|LOS|SPN|RNG|SAV|REP|UND|INF|TMX|UI|ENV|END)[-_](\d\d)", re.IGNORECASE)


def test_every_case_is_named_by_a_test():
    wanted = {(family, number) for family, numbers in CASES.items() for number in numbers}
    named = {
        (family.upper(), int(number))
        for path in python_files("tests")
        if path.name.startswith("test_") and path != ROOT / "tests" / "cases" / "test_index.py"
        for family, number in NAMED.findall(path.read_text(encoding="utf-8"))
    }
    assert sorted(wanted - named) == []
