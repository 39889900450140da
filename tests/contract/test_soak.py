"""The soak run plays what it is told to, says what it did, and keeps what failed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.io.position import read_position
from tests.contract.moment import Moment
from tools import soak


def run(monkeypatch: pytest.MonkeyPatch, folder: Path, *arguments: str) -> int:
    monkeypatch.setattr("sys.argv", ["soak", *arguments, "--keep", str(folder)])
    return soak.main()


def test_it_plays_as_many_decisions_as_it_is_told(monkeypatch, capsys, tmp_path: Path):
    assert run(monkeypatch, tmp_path, "feud", "triangle", "--decisions", "500", "--every", "0", "--no-bots") == 0
    said = capsys.readouterr().out.splitlines()
    games, decisions = (int(said[-1].split()[index]) for index in (0, 2))
    assert 500 <= decisions < 1000
    assert games >= 2
    assert said[-1].endswith(", 0 problems")
    assert not list(tmp_path.iterdir())


def test_it_keeps_the_table_at_which_something_failed(monkeypatch, capsys, tmp_path: Path):
    def late(m: Moment) -> Iterator[str]:
        if m.state.round == 2:
            yield "it is too late"

    monkeypatch.setattr(soak, "sound", late)
    assert run(monkeypatch, tmp_path, "feud", "-n", "1", "--every", "0") == 1
    said = capsys.readouterr().out
    assert "it is too late" in said
    kept = tmp_path / "feud-0.toml"
    assert f"broodfall try {kept} shows the table of feud 0" in said
    assert "it is too late" in kept.read_text(encoding="utf-8")
    assert read_position(kept).state.round == 2


def test_an_unknown_game_is_refused(monkeypatch, capsys, tmp_path: Path):
    with pytest.raises(SystemExit):
        run(monkeypatch, tmp_path, "fued")
    assert "found fued" in capsys.readouterr().err
