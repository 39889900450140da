"""What is not installed is said in one line, with the command that installs it."""

import sys

import pytest

from game.api import BroodfallError
from game.cli.extras import need


def test_what_is_there_is_not_imported_by_asking():
    need("this", extra="lab")
    assert "this" not in sys.modules


@pytest.mark.parametrize(
    ("libraries", "line"),
    [
        (("nolars",), "nolars is not installed (pip install 'broodfall[lab]')"),
        (("json", "nolars", "noarrow"), "nolars, noarrow are not installed (pip install 'broodfall[lab]')"),
    ],
)
def test_what_is_missing_is_named_with_its_extra(libraries, line):
    with pytest.raises(BroodfallError) as refused:
        need(*libraries, extra="lab")
    assert str(refused.value) == line
