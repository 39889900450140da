"""``broodfall report`` on the command line."""

import json

import msgspec
import pytest

from game.app import run
from game.sim.results import read_rows
from game.sim.tables import write_table
from tests.sim.report.rows import batch, game


@pytest.fixture
def results(tmp_path):
    file = tmp_path / "games.jsonl"
    rows = [msgspec.structs.replace(row, scenario="culvert") for row in batch()]
    file.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
    return file


def test_a_report_is_a_page_with_pictures_and_numbers(results, tmp_path, capsys):
    out = tmp_path / "report"
    assert run(["report", str(results), "--out", str(out), "--plain", "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert "won 50% of 4 games" in said
    assert said.splitlines()[-1] == str(out / "report.html")
    page = (out / "report.html").read_text(encoding="utf-8")
    assert "Headwater: what 4 games tell" in page
    assert "The board is not drawn" not in page
    told = json.loads((out / "report.json").read_text(encoding="utf-8"))
    assert told["command"] == f"broodfall report {results} --out {out} --lang en"


def test_the_language_is_chosen(results, tmp_path, capsys):
    assert run(["report", str(results), "--out", str(tmp_path / "r"), "--plain", "--language", "es"]) == 0
    assert "ganó el 50\N{NO-BREAK SPACE}% de 4 partidas" in capsys.readouterr().out
    page = (tmp_path / "r" / "report.html").read_text(encoding="utf-8")
    assert "colmena" in page
    assert "una vez de cada veinte" in page


def test_too_passive_a_side_is_a_negative_verdict(results, tmp_path, capsys):
    assert (
        run(["report", str(results), "--out", str(tmp_path / "r"), "--plain", "--lang", "en", "--max-passive", "0.5"])
        == 1
    )
    assert capsys.readouterr().out.startswith("Alarm: marines (marines:line) was quiet in 64% of its rounds")


def test_bad_input_is_one_line(tmp_path, capsys):
    (tmp_path / "x.jsonl").write_text("{}\n")
    assert run(["report", str(tmp_path / "x.jsonl"), "--out", str(tmp_path / "r")]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "x.jsonl: line 1: expected a row of results" in said


def test_a_folder_that_cannot_be_written_to_is_one_line(results, capsys):
    assert run(["report", str(results), "--out", str(results)]) == 2
    assert "expected a folder to write to, found" in capsys.readouterr().err


def test_without_the_library_for_pictures_one_line_says_how_to_get_it(results, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("game.cli.extras.find_spec", lambda _name: None)
    assert run(["report", str(results), "--out", str(tmp_path / "r")]) == 2
    assert capsys.readouterr().err == "broodfall: matplotlib is not installed (pip install 'broodfall[lab]')\n"


def test_spoilt_games_are_told_first(tmp_path, capsys):
    file = tmp_path / "games.jsonl"
    rows = [*batch(), *game(9, "void", None, None, fault="hive", error="KeyError")]
    file.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
    assert run(["report", str(file), "--out", str(tmp_path / "r"), "--plain", "--lang", "en"]) == 0
    assert capsys.readouterr().out.startswith("1 of 5 games were spoilt and count for nothing: crash 1.\n")


def test_a_table_tells_the_same_as_the_log(results, tmp_path):
    table = tmp_path / "games.csv"
    write_table(read_rows(results), table)
    for file, name in ((results, "log"), (table, "table")):
        assert run(["report", str(file), "--out", str(tmp_path / name), "--plain", "--lang", "en"]) == 0
    log, flat = (json.loads((tmp_path / name / "report.json").read_text(encoding="utf-8")) for name in ("log", "table"))
    assert log["match_ups"] == flat["match_ups"]
