"""Rule systems from outside the package: only what a person names is loaded, and whatever needs one says so."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from game.api import RULES_VERSION, SeededDice, Session, open_game
from game.io.outside import dismiss
from game.io.position_text import write_position
from game.io.saves import SaveWriter
from tests.arch.source import ROOT
from tests.text.table import ROOMS

QUARRY = "examples.quarry:QUARRY"
NEEDED = f"expected --module {QUARRY} (a file loads no code by itself), found no such option"
HUNT = f'modules = ["{QUARRY}"]\n{ROOMS}'
BROKEN = {
    "no_such_file:IT": "no_such_file:IT: expected Python that can be imported, found ModuleNotFoundError: ",
    "raises:IT": "raises:IT: expected Python that can be imported, found ZeroDivisionError: division by zero",
    "empty:IT": "empty:IT: expected a Module (game.api.Module), found nothing of that name",
    "number:IT": "number:IT: expected a Module (game.api.Module), found a int",
    "empty": '--module: expected package.module:NAME, found "empty"',
    "../empty:IT": '--module: expected package.module:NAME, found "../empty:IT"',
    "clash:IT": "modules: expected rule systems that fit together, found modules base and other both define",
    "mute.system:IT": "texts.toml: es: expected a table, found nothing",
}
SOURCES = {
    "raises.py": "1 / 0",
    "empty.py": "",
    "number.py": "IT = 7",
    "clash.py": "from game.api import Module, Switch\nIT = Module('other', switches={'overwatch': Switch(1, 'OR-5')})",
    "mute/system.py": "from game.api import Module\nIT = Module('mute')",
    "mute/texts.toml": "[en.refusals]\nNO = 'No'\n",
}

Said = Callable[..., tuple[int, str, str]]


@pytest.fixture
def hunt(tmp_path: Path) -> str:
    """A position that needs the quarry."""
    path = tmp_path / "hunt.toml"
    path.write_text(HUNT, encoding="utf-8")
    return str(path)


def test_a_position_that_needs_a_system_says_which_option_it_takes(said: Said, hunt: str):
    for command in (("try", hunt), ("play", hunt), ("sim", hunt, "-n", "1")):
        code, output, complaint = said(*command)
        assert (code, output) == (2, "")
        assert complaint == f"broodfall: {hunt}: modules[0]: {NEEDED}\n"
    assert said("check", hunt)[:2] == (1, f"{hunt}: modules[0]: {NEEDED}\n")
    assert said("check", hunt, "--module", QUARRY)[0] == 0


def test_opening_a_file_imports_nothing(tmp_path: Path):
    """Not even what could be imported, and lies beside the file."""
    (tmp_path / "trap.py").write_text("raise SystemExit('loaded')\n", encoding="utf-8")
    (tmp_path / "trap.toml").write_text(f'modules = ["trap:IT"]\n{ROOMS}', encoding="utf-8")
    code = "from game.app import main; main()"
    ran = subprocess.run(
        [sys.executable, "-c", code, "try", "trap.toml"],
        cwd=tmp_path,
        env={"PYTHONPATH": f"{ROOT}:{tmp_path}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ran.returncode == 2
    assert "expected --module trap:IT" in ran.stderr
    assert "loaded" not in ran.stderr


def test_with_the_option_its_actions_can_be_typed_and_are_told(said: Said, hunt: str):
    code, output, _ = said("try", hunt, "--module", QUARRY, "--do", "quarry 2")
    assert code == 1
    assert "None of your troopers sees" in output
    opened = hunt.replace("hunt", "open")
    Path(opened).write_text(HUNT.replace("+", "."), encoding="utf-8")
    code, output, _ = said("try", opened, "--module", QUARRY, "--do", "quarry 2", "--plain")
    assert (code, output.splitlines()) == (0, ["name_quarry unit=2:", "  Raker 2 is the quarry."])
    code, output, _ = said("try", opened, "--module", QUARRY, "--do", "presa 2", "--plain", "--lang", "es")
    assert (code, output.splitlines()[1:]) == (0, ["  Rasgador 2 es la presa."])


def test_it_can_be_put_on_top_of_any_mission(said: Said):
    code, output, _ = said("sim", "culvert", "-n", "2", "--marines", "random", "--hive", "random", "--module", QUARRY)
    assert code == 0
    assert f"--module {QUARRY}" in output.splitlines()[-1]


def test_workers_load_it_too(said: Said):
    bots = ("--marines", "random", "--hive", "random", "--plain")
    alone = said("sim", "culvert", "-n", "2", *bots, "--module", QUARRY)[1].splitlines()
    shared = said("sim", "culvert", "-n", "2", *bots, "--module", QUARRY, "--jobs", "2")[1].splitlines()
    assert alone[1:4] == shared[1:4]


def test_its_clauses_can_be_looked_up(said: Said):
    assert said("rules", "QU-2")[0] == 2
    code, output, _ = said("rules", "QU-2", "--plain", "--module", QUARRY)
    assert (code, output) == (0, "QU-2: Whom a side hunts is known to its own team only.\n")


# --- saves -------------------------------------------------------------------------------------------------------


def saved(tmp_path: Path) -> Path:
    """A game with the quarry, some actions long."""
    opened = open_game("culvert")
    session = Session(opened.game, SeededDice(5), opened.start)
    writer = SaveWriter.create(tmp_path / "hunt.jsonl", session, scenario=opened.scenario)
    for _ in range(30):
        session.act(session.game.options(session.state)[0])
    writer.close()
    return tmp_path / "hunt.jsonl"


def test_a_save_remembers_its_systems_and_asks_for_them(said: Said, tmp_path: Path):
    said("try", "culvert", "--module", QUARRY)
    path = saved(tmp_path)
    for command in (("replay", str(path), "--verify"), ("replay", str(path), "--verify", "--module", QUARRY)):
        assert said(*command)[0] == 0
    dismiss(QUARRY)
    code, output, complaint = said("replay", str(path), "--verify")
    assert (code, output, complaint) == (2, "", f"broodfall: {path}: line 1: modules: {NEEDED}\n")
    code, _, complaint = said("play", "--load", str(path), "--text")
    assert (code, complaint) == (2, f"broodfall: {path}: line 1: modules: {NEEDED}\n")
    assert said("check", str(path)) == (1, f"{path}: line 1: modules: {NEEDED}\n", "")


def test_a_save_without_it_is_played_without_it(said: Said, tmp_path: Path):
    path = saved(tmp_path)
    assert b"modules" not in path.read_bytes().splitlines()[0]
    assert said("replay", str(path), "--verify", "--module", QUARRY)[0] == 0


def test_a_position_remembers_its_systems(said: Said, hunt: str, tmp_path: Path):
    said("try", hunt, "--module", QUARRY)
    opened = open_game(hunt)
    assert opened.start is not None
    text = write_position(opened.game, opened.start)
    assert text.splitlines()[1] == f'modules = ["{QUARRY}"]' or f'modules = ["{QUARRY}"]' in text
    (tmp_path / "again.toml").write_text(text, encoding="utf-8")
    again = open_game(tmp_path / "again.toml")
    assert again.start == opened.start
    assert again.game.scenario.outside == (QUARRY,)


# --- bad names ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "message"), BROKEN.items(), ids=list(BROKEN))
def test_what_is_no_rule_system_is_refused_in_one_line(
    said: Said, monkeypatch, tmp_path: Path, name: str, message: str
):
    for file, source in SOURCES.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(source, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    code, output, complaint = said("try", "culvert", "--module", name)
    assert (code, output) == (2, "")
    assert complaint.count("\n") == 1
    assert message in complaint
    for module in [
        known for known in sys.modules if known.split(".")[0] in ("raises", "empty", "number", "clash", "mute")
    ]:
        monkeypatch.delitem(sys.modules, module)


def test_a_batch_is_not_resumed_under_other_rules(said: Said, tmp_path: Path):
    batch = ("sim", "culvert", "-n", "2", "--marines", "random", "--hive", "random", "--out", str(tmp_path / "a.jsonl"))
    assert said(*batch)[0] == 0
    code, _, complaint = said(*batch, "--resume", "--module", QUARRY)
    assert code == 2
    assert f'expected rules "{RULES_VERSION}+{QUARRY}" as in this batch, found "{RULES_VERSION}"' in complaint
