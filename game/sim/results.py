"""What a batch writes down: one row for each side of each game, as JSON lines, and how such files are read again."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, Self

import msgspec
from msgspec import Struct

from game.api import END_REASONS, DataError
from game.sim.tracks import Tracks

FORMAT: Final = 2
"""Changes whenever a column comes, goes or changes its meaning. Older formats are read; what they lack is empty."""

CAPPED: Final = "action_cap"
CRASHED: Final = "crash"
ILLEGAL: Final = "illegal"
TIMEOUT: Final = "timeout"
OVERSPENT: Final = "budget"
LOST: Final = "worker_lost"
FAULTS: Final = (CAPPED, CRASHED, ILLEGAL, TIMEOUT, OVERSPENT, LOST)
"""End reasons of games that the rules did not end: never ended, bot failed, answer not allowed, clock, imagined too
much, took its process with it."""
REASONS: Final = (*END_REASONS, *FAULTS)
"""Every reason there is: first the rules' own closed list (MS-3)."""


class Row(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One side of one game. ``docs/simulation.md`` explains every column."""

    format: int = FORMAT
    game: int
    seed: str
    scenario: str
    rules: str
    side: str
    team: str
    bot: str
    winner: str
    result: str
    reason: str
    rounds: int
    score: int
    decisions: int
    forced: int
    actions: dict[str, int]
    dice: int
    dice_by_purpose: dict[str, tuple[int, int]]
    losses: dict[str, int]
    down: dict[str, int]
    safe: dict[str, int]
    kills: dict[str, int]
    seconds: float
    thinking: tuple[float, float, float] | None = None
    imagined: int | None = None
    imagined_most: int | None = None
    limits: str = ""
    digest: str
    fault: str = ""
    error: str = ""
    tracks: Tracks | None = None


Rows = tuple[Row, ...]
"""The rows of one game: one for each side, in the scenario's order."""

_ENCODE = msgspec.json.Encoder(order="deterministic").encode
_DECODE = msgspec.json.Decoder(Row).decode


class _Header(Struct):
    format: int = 0


_SAVED = b'{"broodfall":'
"""How the first line of a saved game begins."""
_DECODE_FORMAT = msgspec.json.Decoder(_Header).decode


class RowWriter:
    """Appends rows to a file so that a game, once written, survives whatever happens next."""

    def __init__(self, path: Path) -> None:
        try:
            self._stream: BinaryIO = path.open("ab")
        except OSError as error:
            raise DataError(
                f"expected a file to write to, found {(error.strerror or 'an error').lower()}", file=str(path)
            ) from None
        _lock(path, self._stream)

    def write(self, rows: Rows) -> None:
        """Add one game."""
        self._stream.write(b"".join(_ENCODE(row) + b"\n" for row in rows))
        self._stream.flush()
        os.fsync(self._stream.fileno())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stream.close()


def take_away(path: Path) -> None:
    """Make room for a new file of results. Raises DataError for what is no file, or one that a batch writes to now."""
    if not path.is_file():  # no device or pipe is taken away
        raise DataError("expected a file to write to, found something else", file=str(path))
    _check_unused(path)
    path.unlink()


def _check_unused(path: Path) -> None:
    if path.is_file():
        with path.open("rb") as stream:
            _lock(path, stream)


def _lock(path: Path, stream: BinaryIO) -> None:
    """Keep other batches from this file until the stream is closed, where the system knows such locks."""
    if sys.platform == "win32":
        return
    import fcntl

    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        stream.close()
        raise DataError("expected a file that no other batch writes to, found one in use", file=str(path)) from None
    except OSError:
        return  # a file system without locks


def read_rows(path: Path, *, repair: bool = False) -> list[Row]:
    """Every row of a file.

    Args:
        path: the file that a batch wrote.
        repair: cut off a last line that was being written when the batch was killed, in the file too.

    Raises:
        DataError: the file cannot be read, or a line is no row; it names the line.
    """
    if repair:
        _check_unused(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DataError(
            f"expected results of a batch, found {(error.strerror or 'an error').lower()}", file=str(path)
        ) from None
    whole, newline, torn = data.rpartition(b"\n")
    if torn and not repair:
        raise DataError("expected the end of a row, found the end of the file", file=str(path), place="last line")
    if torn:
        os.truncate(path, len(whole + newline))
    rows: list[Row] = []
    for number, line in enumerate(whole.splitlines(), 1):
        place = f"line {number}"
        try:
            row = _DECODE(line)
        except msgspec.DecodeError as error:
            _check_format(_format_of(line), path, place)
            wrong = ", found a saved game" if line.startswith(_SAVED) else f": {error}"
            raise DataError(f"expected a row of results{wrong}", file=str(path), place=place) from None
        _check_format(row.format, path, place)
        rows.append(row)
    return rows


def _format_of(line: bytes) -> int:
    try:
        return _DECODE_FORMAT(line).format
    except msgspec.DecodeError:
        return 0


def _check_format(found: int, path: Path, place: str) -> None:
    if found > FORMAT:
        raise DataError(
            f"expected format 1 to {FORMAT}, found format {found} of a later version", file=str(path), place=place
        )


def finished_games(path: Path, sides: int, *, repair: bool = False) -> list[Rows]:
    """The games of a file that are all there, by index; with ``repair`` the others are taken out of the file.

    Raises:
        DataError: as `read_rows`, and for a game that is there twice.
    """
    games: dict[int, list[Row]] = {}
    for row in read_rows(path, repair=repair):
        games.setdefault(row.game, []).append(row)
    whole = [tuple(rows) for _, rows in sorted(games.items()) if len(rows) == sides]
    for index, found in games.items():
        if len({row.side for row in found}) < len(found):
            raise DataError("expected each side of a game once", file=str(path), place=f"game {index}")
    if repair and len(whole) < len(games):
        rewrite(path, whole)
    return whole


def settle(path: Path, sides: int) -> None:
    """Put the games of a file in order; a running log holds them in the order in which they finished."""
    numbers = [row.game for row in read_rows(path)]
    if numbers != sorted(numbers):
        rewrite(path, finished_games(path, sides))


def rewrite(path: Path, games: Iterable[Sequence[Row]]) -> None:
    """Put these games in the place of all that a file holds; whatever happens, it holds the one or the other."""
    fresh = path.with_name(path.name + ".new")
    with fresh.open("wb") as stream:
        stream.writelines(_ENCODE(row) + b"\n" for rows in games for row in rows)
        stream.flush()
        os.fsync(stream.fileno())
    fresh.replace(path)
