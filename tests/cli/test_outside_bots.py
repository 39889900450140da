"""Bots from outside at every command that seats bots, and the honesty test."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game.api import SeededDice, Session, open_game
from game.io.saves import SaveWriter
from tests.arch.source import ROOT
from tests.text.table import ROOMS

Said = Callable[..., tuple[int, str, str]]

TINY = "examples.bots.tiny:Tiny"
PYTHON = f"exec:'{sys.executable}' '{ROOT / 'examples/bots/python_stdio.py'}'"
NODE = f"exec:node '{ROOT / 'examples/bots/node_stdio.mjs'}'"


@pytest.fixture
def rooms(tmp_path) -> str:
    """A small scenario."""
    path = tmp_path / "rooms.toml"
    path.write_text(ROOMS, "utf-8")
    return str(path)


@pytest.mark.parametrize(
    "spec",
    [TINY, PYTHON, pytest.param(NODE, marks=pytest.mark.skipif(shutil.which("node") is None, reason="no Node here"))],
    ids=["tiny", "python", "node"],
)
def test_the_examples_play_both_sides_to_the_end(said: Said, rooms: str, tmp_path: Path, spec: str):
    out = tmp_path / "games.jsonl"
    code, _, complaint = said(
        "sim", rooms, "-n", "2", "--marines", spec, "--hive", spec, "--plain", "--out", str(out)
    )  # fmt: skip
    assert code == 0, complaint
    text = out.read_text()
    assert text.count('"reason":"crash"') == text.count('"reason":"illegal"') == 0


def test_an_outside_bot_plays_the_same_in_any_number_of_workers(said: Said, rooms: str):
    def told(*more: str) -> list[str]:
        code, output, _ = said("sim", rooms, "-n", "3", "--marines", TINY, "--hive", PYTHON, "--plain", *more)
        assert code == 0
        return [line for line in output.splitlines() if not line.startswith(("Length", "Again"))]

    assert told() == told("--jobs", "2")


@pytest.mark.parametrize("command", [("sim", "-n", "1"), ("play", "--text")])
@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("examples.bots.tini:Tiny", "none called examples.bots.tini (there is examples.bots.tiny)"),
        ("examples.bots.tiny:Tini", 'expected "Tiny" in examples.bots.tiny, found no Tini'),
        ("examples.bots.tiny:Tiny(depth=2)", 'expected no parameters as name=value, found "depth=2"'),
        ("exec:no_such_program_here", "expected a program, found none called no_such_program_here"),
        ("", 'bot "": expected a bot such as "random" or "hive:cunning(patience=3)"'),
    ],
)
def test_whatever_is_wrong_is_one_line(said: Said, rooms: str, command: tuple[str, ...], spec: str, complaint: str):
    code, _, error = said(command[0], rooms, *command[1:], "--marines", spec)
    assert code == 2
    assert complaint in error
    assert error.count("\n") == 1


def test_a_program_plays_in_text_and_what_it_does_wrong_is_said(said: Said, rooms: str, tmp_path: Path):
    code, output, _ = said("play", rooms, "--marines", PYTHON, "--hive", "passive", "--no-save", "--plain")
    assert code == 0
    assert "over" in output.lower() or "won" in output.lower()
    bad = tmp_path / "bad.py"
    bad.write_text("print('hello')")
    code, output, _ = said(
        "play", rooms, "--marines", f"exec:'{sys.executable}' '{bad}'", "--hive", "passive", "--plain"
    )
    assert code == 1
    assert "expected its hello as a line of JSON, found 'hello'" in output


def saved(rooms: str, path: Path, spec: str) -> Path:
    """A game just begun in which a bot has the marines."""
    opened = open_game(rooms)
    session = Session(opened.game, SeededDice(1), opened.start)
    seats = {side: spec if kind == "human" else "passive" for side, kind in opened.game.side_kinds.items()}
    SaveWriter.create(path, session, scenario=opened.scenario, position=opened.position, seats=seats)
    return path


@pytest.mark.parametrize("spec", [TINY, PYTHON, "tests.sim.zoo/runner"])
def test_a_saved_game_starts_no_code_by_itself(said: Said, rooms: str, tmp_path: Path, spec: str):
    path = saved(rooms, tmp_path / "game.bfs", spec)
    code, _, error = said("play", "--load", str(path), "--plain")
    assert code == 2
    assert "(a file starts no code by itself)" in error
    assert error.count("\n") == 1


def test_the_window_seats_a_bot_it_knows_instead(rooms: str, tmp_path: Path):
    from game.ui.play.start import resume
    from tests.ui.support import services

    path = saved(rooms, tmp_path / "game.bfs", PYTHON)
    match = resume(services(), path, language="en")
    assert set(match.seats.values()) == {"marines:line", "passive"}


def test_honesty_says_how_often_it_chose_the_same(said: Said, rooms: str):
    code, output, _ = said("honesty", TINY, "--on", rooms, "--plain")
    assert code == 0
    assert f"{TINY} chose the same at all" in output
    assert "other dice" in output


def test_honesty_finds_a_bot_that_peeks_and_keeps_the_positions(said: Said, rooms: str, tmp_path: Path):
    keep = tmp_path / "kept"
    code, output, _ = said(
        "honesty", "tests.contract.test_honesty:ByFrames", "--on", rooms, "--plain", "--out", str(keep)
    )  # fmt: skip
    assert code == 1
    assert "its choice hangs on what it cannot see" in output
    files = sorted(keep.iterdir())
    assert [file.name.rpartition("-")[2] for file in files][:2] == ["true.toml", "twin.toml"]
    assert said("check", str(files[0]))[0] == 0


@pytest.mark.parametrize("bot", ["tests.contract.test_honesty:ByFrames", TINY])
def test_honesty_is_the_same_with_any_number_of_jobs(said: Said, rooms: str, tmp_path: Path, bot: str):
    def told(jobs: str) -> tuple[int, list[str], dict[str, Any]]:
        file = tmp_path / "honesty.json"
        words = ("honesty", bot, "--on", rooms, "-n", "2", "--jobs", jobs, "--json", str(file), "--out", str(tmp_path))
        code, output, complaint = said(*words, "--plain")
        assert "Traceback" not in complaint
        found = json.loads(file.read_text("utf-8"))
        assert found.pop("command").endswith(f"--jobs {jobs}")
        return code, [line for line in output.splitlines() if not line.startswith("Again")], found

    alone = told("1")
    assert alone == told("2")
    kept = [game["difference"] for game in alone[2]["games"]]
    assert len(kept) == 4
    assert all((found is None) == (bot == TINY) for found in kept)
    assert all(Path(file).is_file() for found in kept if found for file in found["files"])


FATAL = """
import os, time

class Ends:
    def decide(self, view, options):
        os._exit(3)

class Hangs:
    def decide(self, view, options):
        time.sleep(300)

class Raises:
    def __init__(self):
        self.told = 0

    def decide(self, view, options):
        return options[0]

    def observe(self, events):
        self.told += 1
        if self.told == 3:
            raise SystemExit("enough")
"""


@pytest.mark.parametrize(
    ("bot", "more", "failed"),
    [
        ("Ends", ("--isolate",), "its process ended with exit code 3"),
        ("Hangs", ("--move-time", "0.2"), "no answer within 0.2 s"),
        ("Raises", (), "marines: fails: SystemExit: enough in fatal.observe line "),
    ],
)
def test_honesty_outlives_a_bot_that_fails(
    said: Said,
    rooms: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    bot: str,
    more: tuple[str, ...],
    failed: str,
):
    (tmp_path / "fatal.py").write_text(FATAL, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    code, output, _ = said("honesty", f"fatal:{bot}", "--on", rooms, "--plain", *more)
    assert code == 1
    assert failed in output
    assert "chose the same" not in output


def test_honesty_refuses_a_mission_that_a_bot_does_not_play(said: Said):
    code, _, error = said("honesty", "hive:instinct", "--on", "depot")
    assert code == 2
    assert error.strip() == "broodfall: --on: expected a mission with a side that hive:instinct plays (hive)"


def test_a_program_does_not_disturb_what_a_command_prints(rooms: str):
    loud = f"exec:'{sys.executable}' -c 'import sys; sys.stderr.write(\"noise\\n\"); sys.exit(3)'"
    words = [
        sys.executable,
        "-c",
        "from game.app import main; main()",
        "sim",
        rooms,
        "-n",
        "1",
        "--marines",
        loud,
        "--plain",
    ]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 1
    assert 'with exit code 3, saying "noise"' in ran.stdout
    assert "noise" not in ran.stderr


def test_an_installed_package_offers_a_bot_everywhere_and_a_broken_one_harms_nobody(rooms: str, tmp_path: Path):
    site = tmp_path / "site"
    info = site / "my_bots-1.0.dist-info"
    info.mkdir(parents=True)
    (site / "my_bots.py").write_text((ROOT / "examples/bots/tiny.py").read_text("utf-8"), "utf-8")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-bots\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[broodfall.bots]\ntiny = my_bots:Tiny\nlost = my_bots.lost:Bot\n")

    def broodfall(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", "from game.app import main; main()", *words, "--plain"]
        env = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{site}", "BROODFALL_LANG": "en"}
        return subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=120)

    listed = broodfall("bots")
    assert listed.returncode == 0
    assert "tiny:" in listed.stdout
    assert listed.stderr.count("\n") == 1
    assert listed.stderr.startswith("broodfall: warning: bot lost: expected my_bots.lost:Bot to be importable: ")
    played = broodfall("sim", rooms, "-n", "2", "--marines", "tiny", "--hive", "random", "--jobs", "2")
    assert played.returncode == 0
    assert "marines: bot tiny" in played.stdout


ANSWERS = """
import json, sys
for text in sys.stdin:
    line = json.loads(text)
    if line["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1, "name": "wrong", "events": False}), flush=True)
    elif line["type"] == "decide":
        answer = 0 if line["number"] <= int(sys.argv[1]) else 99999
        print(json.dumps({"type": "answer", "index": answer}), flush=True)
    elif line["type"] == "quit":
        break
"""


@pytest.mark.parametrize("good", [0, 3])
def test_a_program_that_answers_what_is_no_option_is_kept_as_a_bundle_and_shrinks(
    said: Said, rooms: str, tmp_path: Path, good: int
):
    (tmp_path / "answers.py").write_text(ANSWERS, "utf-8")
    spec = f"exec:'{sys.executable}' '{tmp_path / 'answers.py'}' {good}"
    out = tmp_path / "games.jsonl"
    code, output, _ = said(
        "sim", rooms, "-n", "1", "--marines", spec, "--hive", "passive", "--plain", "--out", str(out)
    )  # fmt: skip
    assert code == 1
    assert "illegal, marines: expected an index from 0 to" in output
    (bundle,) = (tmp_path / "games-failures").iterdir()
    words = ("shrink", str(bundle), "--out", str(tmp_path / "test_it.py"), "--seconds", "20", "--plain")
    code, output, complaint = said(*words)
    assert (code, output) == (2, "")
    assert complaint.endswith("(a file starts no program by itself)\n")
    assert said(*words, "--seat", "nobody=random")[0] == 2
    code, output, _ = said(*words, "--seat", f"marines={spec}")
    assert "illegal of marines: expected an index from 0 to" in output
    assert ("AnswerIllegal" in output) == (code == 0)


def test_what_is_wrong_with_a_program_is_told_without_a_place_in_the_game(said: Said, rooms: str):
    _, output, _ = said("sim", rooms, "-n", "1", "--marines", "exec:true", "--hive", "passive", "--plain")
    assert "crash, marines: ended before its hello with exit code 0\n" in output


def test_a_bot_that_fails_in_the_terminal_is_named_with_the_place(
    said: Said, rooms: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "clumsy.py").write_text(
        "class Clumsy:\n    def decide(self, view, options):\n        print('thinking')\n        raise KeyError('oh')\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    code, output, complaint = said("play", rooms, "--marines", "clumsy:Clumsy", "--hive", "passive", "--plain")
    assert code == 1
    assert "(clumsy:Clumsy: KeyError: 'oh' in clumsy.decide line 4)" in output
    assert "thinking" not in output
    assert complaint == "thinking\n"
