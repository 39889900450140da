"""``broodfall compare`` and ``broodfall tournament``: verdicts, exit codes, files, and going on after a stop."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import game.sim.series
from tests.text.table import ROOMS

CHEAT = "tests.sim.zoo/cheat"
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def rooms(tmp_path) -> str:
    path = tmp_path / "rooms.toml"
    path.write_text(ROOMS, encoding="utf-8")
    return str(path)


@contextmanager
def stopped_after(count: int) -> Iterator[None]:
    """A person stops the games after so many of them."""
    whole = game.sim.series.arrivals

    def stopped(*arguments, **options) -> Iterator:
        for number, played in enumerate(whole(*arguments, **options)):
            if number == count:
                raise KeyboardInterrupt
            yield played

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("game.sim.series.arrivals", stopped)
        yield


# --- bad input ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("compare random", "Missing argument 'B'"),
        ("compare random randon", 'bot "randon": expected "random"'),
        ("compare marines:line hive:cunning", "expected two bots that can play the same seat"),
        ("compare marines:line hive:cunning --on relay", "relay: expected bots that can play the same seat"),
        ("compare marines:line random --on relay --opponent marines:line", "relay: expected bots that can play"),
        ("compare random passive --on relya", '"relay"'),
        ("compare random passive --on relay --on relay", "relay: expected each mission once"),
        ("compare random passive --elo0 5 --elo1 5", "--elo1: expected --elo0 below --elo1"),
        ("compare random passive --alpha 0", "--alpha: expected a chance"),
        ("compare random passive --pairs 0", "--pairs"),
        ("compare random passive --resume", "--resume: expected --out"),
        ("tournament", "Missing argument 'BOT...'"),
        ("tournament random random", 'bot "random": expected each bot once'),
        ("tournament hive:cunning --on depot", "depot: expected a mission that one of the bots can play"),
        ("tournament random --resume", "--resume: expected --out"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(said, line: str, message: str):
    code, output, complaint = said(*line.split())
    assert (code, output) == (2, "")
    assert complaint.startswith("broodfall: ")
    assert complaint.count("\n") == 1
    assert message in complaint


def test_a_missing_library_is_told_before_anything_is_played(said, monkeypatch, rooms):
    monkeypatch.setattr("game.cli.extras.find_spec", lambda name: None)
    code, output, complaint = said("tournament", "random", "--on", rooms, "--openskill")
    assert (code, output) == (2, "")
    assert complaint == "broodfall: openskill is not installed (pip install 'broodfall[lab]')\n"


# --- compare -----------------------------------------------------------------------------------------------------


def compare(said, *words: str):
    return said("compare", *words, "--plain", "--elo1", "400", "--opponent", "random")


def test_the_better_bot_is_accepted_and_the_spoilt_games_are_told(said, rooms, tmp_path):
    path = tmp_path / "result.json"
    code, output, _ = compare(said, "random", CHEAT, "--on", rooms, "--json", str(path))
    assert code == 0
    assert f"Accepted: random is better than {CHEAT}." in output
    assert f"Spoilt games: {CHEAT} 12." in output
    result = json.loads(path.read_text(encoding="utf-8"))
    assert (result["format"], result["verdict"], result["pairs"]) == (1, "accepted", 12)
    assert result["total"]["margins"] == {"0.0": 6, "1.0": 6}
    assert result["total"]["difference"]["high"] is None
    assert output.splitlines()[-1] == f"Again: {result['command']}"


def test_the_worse_bot_is_rejected(said, rooms):
    code, output, _ = compare(said, CHEAT, "random", "--on", rooms)
    assert code == 1
    assert "Rejected: tests.sim.zoo/cheat is not better than random by 400 Elo." in output


@pytest.mark.parametrize(
    ("one", "two", "elo0", "elo1", "verdict"),
    [
        ("random", CHEAT, "-400", "0", f"Accepted: random is not worse than {CHEAT} by 400 Elo."),
        ("random", CHEAT, "50", "400", f"Accepted: random is better than {CHEAT} by more than 50 Elo."),
        (CHEAT, "random", "-400", "0", f"Rejected: {CHEAT} is worse than random."),
        (CHEAT, "random", "-400", "-50", f"Rejected: {CHEAT} is worse than random by more than 50 Elo."),
    ],
)
def test_the_verdict_says_what_was_asked(said, rooms, one: str, two: str, elo0: str, elo1: str, verdict: str):
    words = ("compare", one, two, "--on", rooms, "--opponent", "passive", "--elo0", elo0, "--elo1", elo1)
    assert verdict in said(*words, "--alpha", "0.2", "--beta", "0.2", "--plain")[1]


def test_a_bot_and_itself_cannot_be_told_apart(said, rooms):
    code, output, _ = compare(said, "random", "random", "--on", rooms)
    assert code == 3
    assert "Both games of every pair went exactly alike." in output
    assert "Undecided: the games do not tell random from random." in output
    assert "+0.00 after 20 pairs (of up to 20)" in output


def test_the_command_that_is_told_gives_the_same_result(said, rooms):
    code, output, _ = compare(said, "random", CHEAT, "--on", rooms, "--seed", "7", "--move-imagines", "5")
    again = output.splitlines()[-1].removeprefix("Again: broodfall ").split()
    assert "--move-imagines" in again
    assert said(*again, "--plain")[:2] == (code, output)


def test_a_comparison_that_was_stopped_goes_on(said, rooms, tmp_path):
    path = tmp_path / "games.jsonl"
    words = ("random", CHEAT, "--on", rooms)
    whole = compare(said, *words)[1]
    with stopped_after(5):
        code, output, _ = compare(said, *words, "--out", str(path))
    assert code == 3
    assert "Stopped before there was a verdict." in output
    assert path.read_bytes().count(b"\n") == 10
    assert compare(said, *words, "--out", str(path))[0] == 2
    assert compare(said, *words, "--out", str(path), "--resume")[1] == whole
    size = path.stat().st_size
    assert compare(said, *words, "--out", str(path), "--resume")[1] == whole
    assert path.stat().st_size == size
    code, _, complaint = compare(said, *words, "--out", str(path), "--resume", "--seed", "2")
    assert code == 2
    assert "expected seed" in complaint
    assert path.stat().st_size == size


def test_a_table_is_drawn_on_a_terminal(said, rooms):
    code, output, _ = said("compare", "random", "passive", "--on", rooms, "--pairs", "2", "--opponent", "random")
    assert code == 3
    assert "ahead : alike : behind" in output


# --- tournament --------------------------------------------------------------------------------------------------


def test_a_tournament_is_told_and_written(said, rooms, tmp_path):
    files = {name: tmp_path / f"result.{name}" for name in ("json", "csv", "md", "jsonl")}
    code, output, _ = said(
        *("tournament", CHEAT, "--on", rooms, "-n", "2", "--plain", "--openskill"),
        *("--json", str(files["json"]), "--csv", str(files["csv"]), "--markdown", str(files["md"])),
        *("--out", str(files["jsonl"])),
    )
    assert code == 1
    assert f"{CHEAT}: does not beat passive" in output
    result = json.loads(files["json"].read_text(encoding="utf-8"))
    assert (result["games"], result["of"], result["stopped"]) == (12, 12, False)
    assert {skill["kind"] for skill in result["skills"]} == {"human", "hive"}
    with files["csv"].open(encoding="utf-8", newline="") as stream:
        lines = list(csv.DictReader(stream))
    assert sum(int(line["games"]) for line in lines) == 12
    assert files["md"].read_text(encoding="utf-8").startswith("# Tournament\n")
    assert result["command"] in output
    seeds = {json.loads(line)["seed"] for line in files["jsonl"].read_text(encoding="utf-8").splitlines()}
    assert len(seeds) == 12


def test_a_sound_tournament_is_good(said, rooms):
    code, output, _ = said("tournament", "random", "--on", rooms, "-n", "1", "--plain")
    assert code == 0
    assert output.startswith("3 pairings, 3 games.\n")


def test_a_tournament_that_was_stopped_goes_on(said, rooms, tmp_path):
    path = tmp_path / "games.jsonl"
    words = ("tournament", "passive", "--on", rooms, "-n", "3", "--plain")
    whole = said(*words)
    with stopped_after(4):
        code, output, _ = said(*words, "--out", str(path))
    assert code == 1
    assert "Stopped after 4 of 12 games." in output
    assert said(*words, "--out", str(path), "--resume")[:2] == whole[:2]


def test_what_cannot_be_written_is_one_line(said, rooms, tmp_path):
    code, _, complaint = said("tournament", "random", "--on", rooms, "-n", "1", "--csv", str(tmp_path))
    assert code == 2
    assert complaint == f"broodfall: {tmp_path}: expected a file to write to, found a folder\n"


# --- as a process ------------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
def test_ctrl_c_keeps_the_games_that_are_finished(rooms, tmp_path):
    path = tmp_path / "games.jsonl"
    words = ["compare", "random", "passive", "--on", rooms, "--opponent", "random", "--plain", "--jobs", "2"]
    process = subprocess.Popen(
        [sys.executable, "-c", "from game.app import main; main()", *words, "--out", str(path)],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not (path.exists() and path.stat().st_size) and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    output, complaint = process.communicate(timeout=60)
    assert (process.returncode, complaint) == (3, "")
    assert "Stopped before there was a verdict." in output
    lines = path.read_bytes().splitlines()
    assert len(lines) >= 2
    assert len(lines) % 2 == 0
    assert all(json.loads(line)["result"] in ("win", "loss", "draw") for line in lines)
