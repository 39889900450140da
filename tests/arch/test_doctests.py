"""The examples in docstrings are true."""

import doctest
import importlib
from pathlib import Path

import pytest

from tests.arch.source import ROOT, name_of, python_files

WITH_EXAMPLES = [path for path in python_files("game", "ai") if ">>> " in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=name_of)
def test_examples_hold(path: Path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    module = importlib.import_module(".".join(part for part in parts if part != "__init__"))
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0
