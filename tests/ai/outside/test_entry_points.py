"""Bots that installed packages offer."""

from importlib.metadata import EntryPoint

import pytest

from ai.outside import entry_points
from ai.player import known_bots, make_bot, read_spec
from game.api import DataError, SeededDice
from tests.sim.toy import Runner

GROUP = "broodfall.bots"


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch):
    points = [
        EntryPoint("sprinter", "tests.sim.toy:Runner", GROUP),
        EntryPoint("broken", "tests.nowhere:Bot", GROUP),
        EntryPoint("number", "tests.cli.test_cli:__name__", GROUP),
        EntryPoint("random", "tests.sim.toy:Runner", GROUP),
    ]
    monkeypatch.setattr(entry_points, "entry_points", lambda group: [p for p in points if p.group == group])
    monkeypatch.setattr(entry_points, "_TOLD", set())


def test_an_offered_bot_is_known_by_its_name(installed: None):
    assert isinstance(make_bot("sprinter(nerve=3)", SeededDice(1)), Runner)
    assert [kind.name for kind in known_bots()][-1] == "sprinter"
    assert type(make_bot("random", SeededDice(1))).__name__ == "RandomBot"


def test_broken_ones_are_a_line_each_and_nobody_else_suffers(installed: None, capsys: pytest.CaptureFixture[str]):
    assert {"random", "hive:cunning", "sprinter"} <= {kind.name for kind in known_bots()}
    known_bots()
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 3
    assert all(line.startswith("broodfall: warning: bot ") for line in said)
    assert "tests.nowhere:Bot to be importable: ModuleNotFoundError" in said[0]
    assert "there is already a bot of that name" in said[2]


def test_asking_for_a_broken_one_is_an_error_in_one_line(installed: None):
    with pytest.raises(DataError, match=r'^bot "broken": expected tests.nowhere:Bot to be importable'):
        read_spec("broken")
    with pytest.raises(DataError, match=r'^bot "sprintr": expected "sprinter", found no bot of that name$'):
        read_spec("sprintr")
