"""`shrink`, `study`, `what-if` and `curve`: what they answer, and that bad input is one line and exit code 2."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from game.api import read_bundle
from game.io.outside import dismiss
from tests.sim import faulty
from tests.sim.duel import DUEL, saved

BOTS = ("--seat", "red=random", "--seat", "blue=random")


@pytest.fixture
def duel(tmp_path) -> str:
    path = tmp_path / "duel.toml"
    path.write_text(DUEL, encoding="utf-8")
    return str(path)


@pytest.fixture
def save(tmp_path) -> str:
    return str(saved(tmp_path / "duel.jsonl"))


# --- failures ----------------------------------------------------------------------------------------------------


def test_a_spoilt_game_is_kept_beside_the_results_and_shrinks_to_a_test(said, duel, tmp_path, monkeypatch):
    monkeypatch.setattr(faulty, "MENDED", [False])
    out = tmp_path / "games.jsonl"
    code, output, _ = said(
        "sim", duel, "-n", "5", "--seat", "red=tests.sim.faulty/desperate", "--seat", "blue=random", "-o", str(out)
    )
    assert code == 1
    assert "`broodfall shrink FILE` makes a small test of one" in output
    bundles = sorted((tmp_path / "games-failures").iterdir())
    assert len(bundles) == 3
    assert read_bundle(bundles[0]).failure.kind == "illegal"
    test = tmp_path / "test_small.py"
    code, output, _ = said("shrink", str(bundles[0]), "--out", str(test))
    assert code == 0
    assert f"{test} fails now, with AssertionError" in output
    assert "Before: 7 x 4 cells, 4 units, 0 actions." in output
    code, _, complaint = said("shrink", str(bundles[0]), "--out", str(test))
    assert (code, complaint.count("\n")) == (2, 1)
    assert "--overwrite" in complaint
    found = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test)], capture_output=True, text=True
    )
    assert found.returncode == 1
    assert "1 failed" in found.stdout
    faulty.MENDED[0] = True
    code, output, _ = said("shrink", str(bundles[0]), "--out", str(test), "--overwrite")
    assert code == 1
    assert "expected the failure of the bundle, found no failure" in output


def test_without_a_file_spoilt_games_are_kept_where_it_is_said(said, duel, tmp_path, monkeypatch):
    monkeypatch.setattr(faulty, "MENDED", [False])
    folder = tmp_path / "kept"
    spec = "tests.sim.faulty/desperate"
    code, _, _ = said("sim", duel, "-n", "1", "--seat", f"red={spec}", "--bundles", str(folder))
    assert code == 1
    assert len(list(folder.iterdir())) == 1


def test_broken_invariants_are_looked_for_when_it_is_asked(said, duel, tmp_path, monkeypatch):
    monkeypatch.setattr(faulty, "MENDED", [False])
    soft = "tests.sim.faulty:SOFT"
    line = ("sim", duel, "-n", "6", *BOTS, "--module", soft, "--bundles", str(tmp_path / "kept"))
    try:
        assert said(*line)[0] == 0
        code, output, _ = said(*line, "--check")
    finally:
        dismiss(soft)
    assert code == 1
    assert "is wounded" in output
    bundle = next(iter(sorted((tmp_path / "kept").iterdir())))
    assert read_bundle(bundle).modules == (soft,)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("shrink nowhere.toml", "nowhere.toml"),
        ("shrink {duel}", "broodfall: expected broodfall = "),
        ("study nowhere.toml", "nowhere"),
        ("study {duel} --at 3", "--at: expected a saved game"),
        ("study {save} --at 9999", "--at: expected 0 to"),
        ("study {save}", "expected a table where a decision waits, found the end of a game"),
        ("study {duel} --bot randon", 'expected "random"'),
        ("what-if {save}", "Missing option '--at'"),
        ("what-if {save} --at 9999", "--at: expected 0 to"),
        ("what-if {save} --at 0 --do fly", "--do, column 1: expected"),
        ("what-if {duel} --at 0", "this is not a save"),
        ("curve {save} --team green", '--team: expected "red" or "blue"'),
        ("curve {duel}", "this is not a save"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(said, duel, save, line, message):
    code, _, complaint = said(*line.format(duel=duel, save=save).split())
    assert code == 2
    assert message in complaint
    assert complaint.count("\n") == 1


# --- studies -----------------------------------------------------------------------------------------------------


def test_a_study_shows_outcomes_choices_and_options(said, duel, tmp_path):
    file = tmp_path / "study.json"
    line = ("study", duel, "-n", "3", *BOTS, "--bot", "random", "--options", "2", "--json", str(file), "--plain")
    code, output, _ = said(*line)
    assert code == 0
    assert "First choice of random for red" in output
    assert "chance, among" in output
    assert "What comes of first actions, for red" in output
    result = json.loads(file.read_text())
    assert result["outcomes"]["games"] == 3
    assert len(result["tried"]) == 2
    assert result["command"] in output
    assert all(choice["reasons"]["chosen"] == choice["action"] == choice["text"] for choice in result["choices"])
    assert said(*line)[1] == output
    assert json.loads(file.read_text()) == result


def test_a_point_of_a_save_can_be_studied(said, save):
    code, output, _ = said("study", save, "--at", "0", "-n", "2", *BOTS)
    assert code == 0
    assert "2 games played on" in output


def test_what_if_shows_the_ways_on_beside_the_truth(said, save, tmp_path):
    file = tmp_path / "fork.json"
    code, output, _ = said(
        "what-if", save, "--at", "0", "--do", "end_turn", "-n", "3", *BOTS, "--json", str(file), "--plain"
    )
    assert code == 0
    for wanted in ("the bots choose", "as played: ", "instead: end_turn", "In truth: ", "smaller lead for red"):
        assert wanted in output
    forks = json.loads(file.read_text())["forks"]
    assert [fork["name"] for fork in forks] == ["bots", "played", "instead"]


def test_a_curve_is_told_drawn_and_written(said, save, tmp_path):
    file, picture = tmp_path / "curve.json", tmp_path / "curve.png"
    code, output, _ = said(
        "curve", save, "-n", "3", *BOTS, "--turnings", "1", "--json", str(file), "--png", str(picture)
    )
    assert code == 0
    assert "The chance of red, 3 games from each point" in output
    assert "Without luck: " in output
    assert picture.read_bytes().startswith(b"\x89PNG")
    result = json.loads(file.read_text())
    assert result["points"][0]["actions"] == 0
    assert result["luck"]["low"] <= result["luck"]["mean"] <= result["luck"]["high"]


# --- bots that fail ----------------------------------------------------------------------------------------------


FAILING = """
class Quits:
    def decide(self, view, options):
        raise SystemExit(4)

class Answers:
    def decide(self, view, options):
        return None
"""


@pytest.mark.parametrize(
    ("bot", "first", "spoilt"),
    [
        ("Quits", "SystemExit: 4 in failing.decide line 4", "red: SystemExit: 4 in failing.decide line 4"),
        ("Answers", "AnswerIllegal: expected an action, found NoneType", "red: NOT_NOW [OR-4] action=NoneType"),
    ],
)
def test_a_bot_that_fails_spoils_games_and_no_study(said, duel, save, tmp_path, monkeypatch, bot, first, spoilt):
    (tmp_path / "failing.py").write_text(FAILING, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    seats = ("--seat", f"red=failing:{bot}", "--seat", "blue=random", "-n", "2", "--plain")
    code, output, _ = said("study", duel, *seats)
    assert code == 1
    assert f"failing:{bot} fails at its first choice for red: {first}" in output
    assert spoilt in output
    assert "(spoilt 2 games)" in output
    code, output, _ = said("what-if", save, "--at", "0", *seats)
    assert code == 1
    assert spoilt in output
    assert "value" not in output.splitlines()[2]
    assert "smaller lead" not in output
    code, output, _ = said("curve", save, *seats, "--seat", f"blue=failing:{bot}")
    assert code == 1
    assert spoilt in output
    assert "Turning point" not in output
    assert "No stretch changed the chance by much." not in output


def test_a_test_that_cannot_be_written_is_told_before_anything_is_tried(said, tmp_path, monkeypatch, duel):
    monkeypatch.setattr(faulty, "MENDED", [False])
    out = tmp_path / "games.jsonl"
    said("sim", duel, "-n", "5", "--seat", "red=tests.sim.faulty/desperate", "--seat", "blue=random", "-o", str(out))
    bundle = min((tmp_path / "games-failures").iterdir())
    code, output, complaint = said("shrink", str(bundle), "--out", str(tmp_path / "nowhere" / "test_it.py"))
    assert (code, output) == (2, "")
    assert complaint.endswith("test_it.py: expected a file to write to, found no such folder\n")
