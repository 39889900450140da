"""Results as flat files: CSV, which needs nothing, and Parquet, which needs the extra ``lab``; and back again.

Both are written from the rows by the codebook. What is nested is, in CSV, the JSON text that it is in the running log;
in Parquet counts and dice are maps, times a record, and tracks the JSON text.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any, Final

import msgspec

from game.api import DataError
from game.sim.codebook import COLUMNS, Column, Kind
from game.sim.results import FORMAT, Row, read_rows

CSV: Final = ".csv"
PARQUET: Final = ".parquet"
LOG: Final = ".jsonl"

_TIMES: Final = ("median", "p95", "longest")
_DICE: Final = ("dice", "faces")
_GROUP: Final = 50_000
"""Rows that are written to a Parquet file at once."""

_JSON = msgspec.json.Encoder(order="deterministic")


def write_table(rows: Sequence[Row], path: Path) -> None:
    """Write rows to a CSV or Parquet file, by the end of its name; a file that is there is replaced as a whole.

    Raises:
        DataError: the name ends otherwise, or the file cannot be written.
        ModuleNotFoundError: Parquet without pyarrow.
    """
    write = _WRITERS.get(path.suffix)
    if write is None:
        raise DataError(f"expected a name that ends in {CSV} or {PARQUET}", file=str(path))
    try:
        with _replacing(path) as fresh:
            write(rows, fresh)
    except OSError as error:
        reason = (error.strerror or "an error").lower()
        raise DataError(f"expected a file to write to, found {reason}", file=str(path)) from None


def read_table(path: Path) -> list[Row]:
    """The rows of a running log, a CSV or a Parquet file, by the end of its name.

    Raises:
        DataError: the file cannot be read, or holds something else.
        ModuleNotFoundError: Parquet without pyarrow.
    """
    read = _READERS.get(path.suffix)
    if read is None:
        return read_rows(path)
    try:
        found = list(read(path))
    except OSError as error:
        reason = (error.strerror or "an error").lower()
        raise DataError(f"expected results of a batch, found {reason}", file=str(path)) from None
    rows: list[Row] = []
    for number, record in enumerate(found, 1):
        try:
            rows.append(msgspec.convert(record, Row))
        except msgspec.ValidationError as error:
            raise DataError(f"expected a row of results: {error}", file=str(path), place=f"row {number}") from None
    return rows


@contextmanager
def _replacing(path: Path) -> Iterator[Path]:
    """A file beside another that takes its place when it is whole and on the disk."""
    fresh = path.with_name(f".{path.name}.new")
    try:
        yield fresh
        with fresh.open("rb") as written:
            os.fsync(written.fileno())
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


# --- CSV ---------------------------------------------------------------------------------------------------------


def _write_csv(rows: Sequence[Row], path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow([column.name for column in COLUMNS])
        for row in rows:
            writer.writerow([_cell(column, getattr(row, column.name)) for column in COLUMNS])


def _cell(column: Column, value: Any) -> str:
    if value is None:
        return ""
    if column.kind in ("whole", "decimal", "text"):
        return str(value)
    return _JSON.encode(value).decode()


def _read_csv(path: Path) -> Iterator[dict[str, Any]]:
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise DataError("expected a CSV file of results, found no text", file=str(path)) from None
    reader = csv.reader(StringIO(text, newline=""))
    header = next(reader, [])
    columns = _columns(header, path)
    for number, cells in enumerate(reader, 1):
        if len(cells) != len(header):
            raise DataError(f"expected {len(header)} cells, found {len(cells)}", file=str(path), place=f"row {number}")
        record: dict[str, Any] = {}
        for column, cell in zip(columns, cells, strict=True):
            try:
                record[column.name] = None if column.empty and not cell else _FROM_CELL[column.kind](cell)
            except (ValueError, msgspec.DecodeError):
                raise DataError(
                    f'expected {column.kind} for {column.name}, found "{cell[:40]}"',
                    file=str(path),
                    place=f"row {number}",
                ) from None
        yield record


def _columns(header: Sequence[str], path: Path) -> list[Column]:
    """The columns of a file by their names. Raises DataError for one that the codebook does not have."""
    known = {column.name: column for column in COLUMNS}
    for name in header:
        if name not in known:
            raise DataError(f'expected the columns of format {FORMAT}, found "{name[:40]}"', file=str(path))
    return [known[name] for name in header]


_FROM_CELL: Final[Mapping[Kind, Callable[[str], Any]]] = {
    "whole": int,
    "decimal": float,
    "text": str,
    "counts": msgspec.json.decode,
    "dice": msgspec.json.decode,
    "times": msgspec.json.decode,
    "tracks": msgspec.json.decode,
}


# --- Parquet -----------------------------------------------------------------------------------------------------


def schema() -> Any:
    """The Arrow schema of the codebook: every field carries its meaning and unit, the whole the format."""
    import pyarrow as pa

    counts = pa.map_(pa.string(), pa.int64())
    kinds: dict[Kind, Any] = {
        "whole": pa.int64(),
        "decimal": pa.float64(),
        "text": pa.string(),
        "counts": counts,
        "dice": pa.map_(pa.string(), pa.struct([(name, pa.int64()) for name in _DICE])),
        "times": pa.struct([(name, pa.float64()) for name in _TIMES]),
        "tracks": pa.string(),
    }
    fields = [
        pa.field(
            column.name,
            kinds[column.kind],
            nullable=column.empty,
            metadata={"meaning": column.meaning, "unit": column.unit, "since": str(column.since)},
        )
        for column in COLUMNS
    ]
    return pa.schema(fields, metadata={"broodfall.format": str(FORMAT)})


def _write_parquet(rows: Sequence[Row], path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    wanted = schema()
    with pq.ParquetWriter(str(path), wanted) as writer:
        for begin in range(0, len(rows), _GROUP) or (0,):
            group = rows[begin : begin + _GROUP]
            arrays = [
                pa.array([_value(column, getattr(row, column.name)) for row in group], wanted.field(column.name).type)
                for column in COLUMNS
            ]
            writer.write_table(pa.Table.from_arrays(arrays, schema=wanted))


def _value(column: Column, value: Any) -> Any:
    if value is None or column.kind in ("whole", "decimal", "text"):
        return value
    if column.kind == "counts":
        return list(value.items())
    if column.kind == "dice":
        return [(name, dict(zip(_DICE, pair, strict=True))) for name, pair in value.items()]
    if column.kind == "times":
        return dict(zip(_TIMES, value, strict=True))
    return _JSON.encode(value).decode()


def _read_parquet(path: Path) -> Iterator[dict[str, Any]]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        found = pq.read_table(str(path))
    except pa.ArrowInvalid:
        raise DataError("expected a Parquet file of results, found something else", file=str(path)) from None
    columns = _columns(found.schema.names, path)
    for record in found.to_pylist():
        for column in columns:
            record[column.name] = _read_value(column, record[column.name])
        yield record


def _read_value(column: Column, value: Any) -> Any:
    if value is None or column.kind in ("whole", "decimal", "text"):
        return value
    if column.kind == "counts":
        return dict(value)
    if column.kind == "dice":
        return {name: tuple(pair[part] for part in _DICE) for name, pair in value}
    if column.kind == "times":
        return tuple(value[name] for name in _TIMES)
    return msgspec.json.decode(value)


_WRITERS: Final[Mapping[str, Callable[[Sequence[Row], Path], None]]] = {CSV: _write_csv, PARQUET: _write_parquet}
_READERS: Final[Mapping[str, Callable[[Path], Iterator[dict[str, Any]]]]] = {CSV: _read_csv, PARQUET: _read_parquet}
