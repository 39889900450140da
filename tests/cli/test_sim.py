"""`broodfall sim` and `export`: limits, tables, alarms, and what a batch leaves when it is killed."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from game.sim.codebook import table
from game.sim.results import RowWriter
from game.sim.tables import read_table
from tests.text.table import ROOMS

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = [sys.executable, "-c", "from game.app import main; main()"]
BOTS = ("--marines", "random", "--hive", "random", "--plain")


@pytest.fixture
def rooms(tmp_path) -> str:
    path = tmp_path / "rooms.toml"
    path.write_text(ROOMS, encoding="utf-8")
    return str(path)


def rows(path: Path):
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for row in found:
        row["seconds"] = 0
    return found


# --- tables ------------------------------------------------------------------------------------------------------


def test_tables_are_written_beside_the_log_and_hold_the_same(said, rooms, tmp_path):
    log, flat, packed = tmp_path / "a.jsonl", tmp_path / "a.csv", tmp_path / "a.parquet"
    line = ("sim", rooms, *BOTS, "-n", "3", "--out", str(log), "--csv", str(flat), "--parquet", str(packed))
    assert said(*line)[0] == 0
    assert read_table(flat) == read_table(packed) == read_table(log)
    assert len(read_table(log)) == 6
    code, _, complaint = said("sim", rooms, *BOTS, "-n", "1", "--csv", str(flat))
    assert (code, complaint) == (
        2,
        f"broodfall: {flat}: expected a new file (--resume and --overwrite replace it)\n",
    )


def test_a_log_is_exported_afterwards(said, rooms, tmp_path):
    log, flat, packed = tmp_path / "a.jsonl", tmp_path / "a.csv", tmp_path / "a.parquet"
    said("sim", rooms, *BOTS, "-n", "2", "--out", str(log))
    assert said("export", str(log), str(packed))[:2] == (0, f"4 rows in {packed}\n")
    assert said("export", str(packed), str(flat))[0] == 0
    assert read_table(flat) == read_table(log)
    with flat.open(encoding="utf-8", newline="") as stream:
        assert [row["side"] for row in csv.DictReader(stream)] == ["marines", "hive"] * 2
    assert said("export", str(log), str(flat))[0] == 2
    assert said("export", str(log), str(flat), "--overwrite")[0] == 0


def test_the_codebook_is_told(said):
    assert said("export", "--codebook") == (0, table(), "")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("export", "export: expected a file of results and the table to write"),
        ("export nowhere.jsonl a.csv", "nowhere.jsonl: expected results of a batch, found no such file or directory"),
        ("sim culvert --csv a.parquet", '--csv: expected a name that ends in .csv, found "a.parquet"'),
        ("sim culvert --parquet a.csv", '--parquet: expected a name that ends in .parquet, found "a.csv"'),
        ("sim culvert --engine rye", '--engine: expected "ray", found "rye"'),
        ("sim culvert --address auto", "--address: expected --engine ray with the address of a cluster"),
        ("sim culvert --move-time 0", "--move-time"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(said, tmp_path, monkeypatch, line, message):
    monkeypatch.chdir(tmp_path)
    code, output, complaint = said(*line.split())
    assert (code, output) == (2, "")
    assert message in complaint
    assert complaint.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("line", "library", "extra"),
    [("--parquet a.parquet", "pyarrow", "lab"), ("--engine ray", "ray", "ray")],
)
def test_a_missing_extra_is_named(said, monkeypatch, line, library, extra):
    monkeypatch.setattr("game.cli.extras.find_spec", lambda _name: None)
    code, _, complaint = said("sim", "culvert", "-n", "1", *line.split())
    assert (code, complaint) == (2, f"broodfall: {library} is not installed (pip install 'broodfall[{extra}]')\n")


# --- limits ------------------------------------------------------------------------------------------------------


def test_limits_are_in_the_rows_and_in_the_command_that_plays_it_again(said, rooms, tmp_path):
    log = tmp_path / "a.jsonl"
    limits = ("--cap", "4000", "--move-imagines", "5", "--game-imagines", "60")
    code, output, _ = said("sim", rooms, *BOTS, "-n", "1", "--out", str(log), *limits)
    assert code == 0
    assert {row["limits"] for row in rows(log)} == {"cap=4000,move_imagines=5,game_imagines=60"}
    assert f"--seed 1 {' '.join(limits)} --jobs 1" in output
    assert said("sim", rooms, *BOTS, "-n", "2", "--out", str(log), *limits, "--resume", "--jobs", "2")[0] == 0
    code, _, complaint = said("sim", rooms, *BOTS, "-n", "2", "--out", str(log), "--resume")
    assert code == 2
    assert 'expected limits "cap=50000" as in this batch, found "cap=4000,' in complaint


def test_spoilt_games_are_summed_up_by_reason_and_side(said, rooms):
    code, output, _ = said("sim", rooms, *BOTS, "-n", "2", "--cap", "3")
    assert code == 1
    assert "Ends: action_cap 2." in output
    assert "Spoilt: 2 of 2 games (action_cap of marines 2)." in output


def test_a_clock_stops_what_hangs(said, rooms):
    seats = ("--seat", "marines=tests.sim.zoo/moody(after=1,mood=hang)", "--hive", "random", "--plain")
    code, output, _ = said("sim", rooms, *seats, "-n", "1", "--move-time", "0.3")
    assert code == 1
    assert "timeout, marines: no answer within 0.3 s" in output


def test_a_bot_that_takes_its_process_down_leaves_the_batch(said, rooms):
    seats = ("--seat", "marines=tests.sim.zoo/moody(after=1)", "--hive", "random", "--plain")
    code, output, _ = said("sim", rooms, *seats, "-n", "1", "--isolate")
    assert code == 1
    assert "worker_lost, marines: its process ended with exit code 3" in output


# --- passive sides -----------------------------------------------------------------------------------------------


def test_a_side_that_lets_rounds_pass_is_an_alarm(said, rooms):
    passive = ("sim", rooms, "--marines", "passive", "--hive", "passive", "--plain", "-n", "1")
    code, output, _ = said(*passive)
    assert code == 0
    for side in ("marines", "hive"):
        assert f"{side}: attacked nobody in 1 of 1 games, longest pause 3 rounds." in output
    code, output, _ = said(*passive, "--max-passive", "2")
    assert code == 1
    assert "passive, marines: attacked nobody in 3 rounds in a row" in output
    assert said(*passive, "--max-passive", "3")[0] == 0


# --- killed batches ----------------------------------------------------------------------------------------------


def start(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*PROGRAM, *arguments],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def wait_for_lines(path: Path, count: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and (not path.exists() or path.read_bytes().count(b"\n") < count):
        time.sleep(0.02)


def children(pid: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(words[1]) == pid and words[0] != "Z":
            found.append(int(stat.parent.name))
    return found


def runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up there")
@pytest.mark.parametrize(("before", "after"), [("1", "2"), ("2", "1")])
def test_a_batch_that_was_killed_loses_no_finished_game_and_goes_on(said, rooms, tmp_path, before, after):
    path, whole = tmp_path / "out.jsonl", tmp_path / "whole.jsonl"
    line = ("sim", rooms, *BOTS, "-n", "24", "--out", str(path))
    process = start(*line, "--jobs", before)
    try:
        wait_for_lines(path, 8)
        workers = [pid for pid in children(process.pid) if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text()]
    finally:
        process.kill()
        process.wait()
    deadline = time.monotonic() + 20
    while any(map(runs, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(runs, workers))
    written = path.read_bytes()
    finished = [json.loads(row)["digest"] for row in written[: written.rfind(b"\n")].splitlines()]
    assert len(finished) >= 8
    path.write_bytes(written + b'{"torn')
    assert said(*line, "--jobs", after, "--resume")[0] == 0
    assert said("sim", rooms, *BOTS, "-n", "24", "--out", str(whole))[0] == 0
    assert rows(path) == rows(whole)
    assert set(finished) <= {row["digest"] for row in rows(path)}


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up there")
def test_a_worker_that_was_killed_costs_no_game(said, rooms, tmp_path):
    path, whole = tmp_path / "out.jsonl", tmp_path / "whole.jsonl"
    process = start("sim", rooms, *BOTS, "-n", "24", "--out", str(path), "--jobs", "2")
    try:
        wait_for_lines(path, 8)
        workers = [pid for pid in children(process.pid) if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text()]
        os.kill(workers[0], signal.SIGKILL)
        assert process.wait(timeout=60) == 0
    finally:
        process.kill()
    assert said("sim", rooms, *BOTS, "-n", "24", "--out", str(whole))[0] == 0
    assert rows(path) == rows(whole)


@pytest.mark.skipif(sys.platform == "win32", reason="files are locked elsewhere")
@pytest.mark.parametrize("how", ["--resume", "--overwrite"])
def test_a_file_that_another_batch_writes_to_is_left_alone(said, rooms, tmp_path, how):
    path = tmp_path / "out.jsonl"
    assert said("sim", rooms, *BOTS, "-n", "2", "--out", str(path))[0] == 0
    before = path.read_bytes()
    with RowWriter(path):
        code, _, error = said("sim", rooms, *BOTS, "-n", "4", "--out", str(path), how)
    assert (code, error.count("\n")) == (2, 1)
    assert "expected a file that no other batch writes to, found one in use" in error
    assert path.read_bytes() == before
    assert said("sim", rooms, *BOTS, "-n", "4", "--out", str(path), "--resume")[0] == 0
    assert len(rows(path)) == 8


def test_no_device_is_taken_away(said, rooms):
    code, _, error = said("sim", rooms, *BOTS, "-n", "1", "--out", os.devnull, "--overwrite")
    assert code == 2
    assert "expected a file to write to, found something else" in error
    assert Path(os.devnull).exists()
