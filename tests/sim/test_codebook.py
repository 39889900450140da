"""Real exports hold what the codebook says, and the same in each format; the page tells the codebook."""

import ast
import csv
import json
import re
from pathlib import Path
from typing import get_args, get_type_hints

import msgspec
import polars
import pyarrow.parquet
import pytest

from game.api import END_REASONS, DataError
from game.sim.batch import Batch, run
from game.sim.budget import Budget
from game.sim.codebook import COLUMNS, KINDS, table
from game.sim.results import FAULTS, FORMAT, REASONS, Row, RowWriter, read_rows
from game.sim.tables import read_table, schema, write_table

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "simulation.md").read_text(encoding="utf-8")

PYTHON = {
    "whole": int,
    "decimal": float,
    "text": str,
    "counts": dict[str, int],
    "dice": dict[str, tuple[int, int]],
    "times": tuple[float, float, float],
}


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    """Games of two missions, timed and not, one of which is spoilt; and a row that an old version wrote."""
    real = Batch(scenario="relay", seats=(("marines", "random"), ("hive", "random")), games=1, timed=True)
    race = Batch(
        scenario="race",
        seats=(("marines", "tests.sim.zoo/runner(nerve=4)"), ("hive", "random")),
        games=3,
        budget=Budget(move_imagines=9),
        open_game="tests.sim.toy:open_game",
    )
    games = [*run(real), *run(race)]
    found = [row for game in games for row in game]
    assert {row.reason for row in found} >= {"crash"}
    return [*found, msgspec.structs.replace(found[0], imagined=None, tracks=None, format=1, limits="")]


@pytest.fixture(scope="module")
def log(rows, tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("exports") / "games.jsonl"
    with RowWriter(path) as writer:
        writer.write(tuple(rows))
    return path


# --- the codebook ------------------------------------------------------------------------------------------------


def test_every_column_is_in_the_codebook_once_and_in_order():
    assert [column.name for column in COLUMNS] == list(Row.__struct_fields__)


def test_kinds_are_those_of_the_rows():
    hints = get_type_hints(Row)
    for column in COLUMNS:
        kinds = get_args(hints[column.name]) if column.empty else (hints[column.name],)
        assert (type(None) in kinds) == column.empty, column.name
        if column.kind != "tracks":
            assert PYTHON[column.kind] in kinds, column.name


def test_every_meaning_is_one_sentence_of_its_own():
    meanings = [column.meaning for column in COLUMNS]
    assert len(set(meanings)) == len(meanings)
    assert not [text for text in meanings if text.endswith(".") or "|" in text]


def test_every_column_came_with_a_format_there_was():
    assert {column.since for column in COLUMNS} == set(range(1, FORMAT + 1))


def test_what_came_later_may_be_missing_from_older_files():
    fields = {field.name: field for field in msgspec.structs.fields(Row)}
    assert not [column.name for column in COLUMNS if column.since > 1 and fields[column.name].required]


def test_the_page_holds_the_codebook():
    assert table() in PAGE


# --- why games end -----------------------------------------------------------------------------------------------


@pytest.mark.rule("MS-3")
def test_reasons_are_the_rules_own_and_the_faults():
    assert (*END_REASONS, *FAULTS) == REASONS
    assert len(set(REASONS)) == len(REASONS)


def reasons_given(path: Path) -> set[str]:
    """What a module of the rules gives as the reason of an end: passed on to what ends the game, or set before."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id="_end" | "_finish" | "Outcome"), args=arguments):
                found.update(
                    text.value
                    for part in arguments
                    for text in ast.walk(part)
                    if isinstance(text, ast.Constant) and isinstance(text.value, str) and text.value
                )
            case ast.Assign(targets=[ast.Name(id="reason")], value=ast.Constant(value=str(reason))):
                found.add(reason)
    return found


@pytest.mark.rule("MS-3")
def test_the_rules_give_the_listed_reasons_and_no_others():
    rules = ROOT / "game" / "rules"
    enders = {path for path in rules.rglob("*.py") if "GameEnded(" in path.read_text(encoding="utf-8")}
    assert enders == {rules / "skirmish" / "missions.py"}
    assert set().union(*map(reasons_given, enders)) == set(END_REASONS)


def test_the_page_lists_every_reason():
    listed = re.findall(r"^\| `(\w+)` \|", PAGE.partition("| Reason |")[2], flags=re.MULTILINE)
    assert tuple(listed[: len(REASONS)]) == REASONS


# --- exports -----------------------------------------------------------------------------------------------------


def test_the_log_holds_the_columns_in_order(log):
    for line in log.read_text(encoding="utf-8").splitlines():
        assert set(json.loads(line)) == {column.name for column in COLUMNS}


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_an_export_holds_the_same_rows(log, tmp_path, suffix):
    rows = read_rows(log)
    path = tmp_path / f"games{suffix}"
    write_table(rows, path)
    assert read_table(path) == rows
    assert [found.name for found in tmp_path.iterdir()] == [path.name]


def test_every_cell_of_the_csv_is_that_of_the_log(log, tmp_path):
    path = tmp_path / "games.csv"
    write_table(read_rows(log), path)
    with path.open(encoding="utf-8", newline="") as stream:
        found = list(csv.DictReader(stream))
    wanted = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert len(found) == len(wanted)
    for cells, record in zip(found, wanted, strict=True):
        assert list(cells) == [column.name for column in COLUMNS]
        for column in COLUMNS:
            cell, value = cells[column.name], record[column.name]
            if value is None:
                assert cell == ""
            elif column.kind == "text":
                assert cell == value
            else:
                assert json.loads(cell) == value, column.name


def test_every_value_of_the_parquet_is_that_of_the_log(log, tmp_path):
    path = tmp_path / "games.parquet"
    write_table(read_rows(log), path)
    found = pyarrow.parquet.read_table(path)
    assert found.schema.equals(schema())
    wanted = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    for record, row in zip(found.to_pylist(), wanted, strict=True):
        for column in COLUMNS:
            assert plain(column.kind, record[column.name]) == row[column.name], column.name


def plain(kind, value):
    if value is None:
        return None
    match kind:
        case "counts":
            return dict(value)
        case "dice":
            return {name: [pair["dice"], pair["faces"]] for name, pair in value}
        case "times":
            return [value["median"], value["p95"], value["longest"]]
        case "tracks":
            return json.loads(value)
    return value


def test_others_read_the_parquet_too(log, tmp_path):
    rows = read_rows(log)
    path = tmp_path / "games.parquet"
    write_table(rows, path)
    frame = polars.read_parquet(path)
    assert frame.columns == [column.name for column in COLUMNS]
    assert frame["decisions"].to_list() == [row.decisions for row in rows]
    assert frame["imagined"].null_count() == 1


def test_a_parquet_tells_what_its_columns_mean(log, tmp_path):
    path = tmp_path / "games.parquet"
    write_table(read_rows(log), path)
    found = pyarrow.parquet.read_schema(path)
    assert found.metadata[b"broodfall.format"] == str(FORMAT).encode()
    for column in COLUMNS:
        told = found.field(column.name).metadata
        assert (told[b"meaning"], told[b"unit"]) == (column.meaning.encode(), column.unit.encode())


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_no_games_are_an_empty_table_with_all_columns(tmp_path, suffix):
    path = tmp_path / f"none{suffix}"
    write_table([], path)
    assert read_table(path) == []
    assert len(KINDS) > 1


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.csv", "game,colour\n1,red\n", f'a.csv: expected the columns of format {FORMAT}, found "colour"'),
        ("a.csv", "game,seed\n1\n", "a.csv: row 1: expected 2 cells, found 1"),
        ("a.csv", "game,seed\none,7\n", 'a.csv: row 1: expected whole for game, found "one"'),
        ("a.csv", "game,seed\n1,7\n", "a.csv: row 1: expected a row of results: Object missing required field"),
        ("a.parquet", "game,seed\n1,7\n", "a.parquet: expected a Parquet file of results, found something else"),
    ],
)
def test_what_is_no_export_is_said_in_a_line(tmp_path, name, text, message):
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(DataError) as refused:
        read_table(path)
    assert message in str(refused.value)


@pytest.mark.parametrize("name", ["games.xlsx", "games"])
def test_other_formats_are_refused(tmp_path, name):
    with pytest.raises(DataError, match=r"expected a name that ends in \.csv or \.parquet"):
        write_table([], tmp_path / name)


# --- other versions ----------------------------------------------------------------------------------------------


def test_rows_of_the_first_format_are_read(log, tmp_path):
    old = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    for record in old:
        record["format"] = 1
        for column in COLUMNS:
            if column.since > 1:
                del record[column.name]
    path = tmp_path / "old.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in old))
    rows = read_rows(path)
    assert {(row.format, row.imagined, row.tracks, row.limits) for row in rows} == {(1, None, None, "")}
    assert [row.digest for row in rows] == [row.digest for row in read_rows(log)]


@pytest.mark.parametrize("extra", [{}, {"colour": "red"}])
def test_rows_of_a_later_format_are_refused_in_a_line(log, tmp_path, extra):
    record = json.loads(log.read_text(encoding="utf-8").splitlines()[0]) | {"format": FORMAT + 1} | extra
    path = tmp_path / "new.jsonl"
    path.write_text(json.dumps(record) + "\n")
    with pytest.raises(DataError) as refused:
        read_rows(path)
    wanted = f"line 1: expected format 1 to {FORMAT}, found format {FORMAT + 1} of a later version"
    assert str(refused.value).endswith(wanted)
