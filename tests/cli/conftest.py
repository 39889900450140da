"""What the tests of the command line share."""

from collections.abc import Callable, Iterator

import pytest

from game.app import run
from game.io.outside import admitted, dismiss


@pytest.fixture
def said(capsys, monkeypatch, tmp_path) -> Iterator[Callable[..., tuple[int, str, str]]]:
    """Run a command line: its exit code, what it said, and what it complained of.

    Afterwards no rule system from outside is admitted any more.
    """
    monkeypatch.setenv("BROODFALL_SAVES", str(tmp_path / "saves"))
    monkeypatch.setenv("BROODFALL_LANG", "en")
    monkeypatch.setenv("COLUMNS", "200")

    def call(*arguments: str) -> tuple[int, str, str]:
        code = run(arguments)
        output = capsys.readouterr()
        return code, output.out, output.err

    yield call
    for name in admitted():
        dismiss(name)
