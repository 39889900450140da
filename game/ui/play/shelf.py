"""The saved matches of a folder, with what a list says of them; broken ones are listed, too. No pygame here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from game.api import BroodfallError
from game.io.save_format import Header, read_header
from game.io.saves import SUFFIX

_TAIL: Final = 4096
"""Bytes at the end of a save that hold its last line."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A save: its header, or why it cannot be read; whether it was played to its end; when it was written
    (seconds of the file's clock).
    """

    path: Path
    header: Header | None
    problem: BroodfallError | OSError | None
    over: bool
    written: float


def shelf(folder: Path) -> list[Saved]:
    """The saves of a folder, those written last first. Files that vanish meanwhile are left out."""
    found: list[tuple[int, str, Saved]] = []
    for path in folder.glob(f"*{SUFFIX}"):
        try:
            stat = path.stat()
        except OSError:
            continue
        found.append((stat.st_mtime_ns, path.name, _read(path, stat.st_mtime_ns, stat.st_size)))
    return [saved for _, _, saved in sorted(found, key=lambda row: row[:2], reverse=True)]


@lru_cache(maxsize=1024)
def _read(path: Path, written: int, size: int) -> Saved:
    """What a file of that age and size holds."""
    try:
        header = read_header(path)
        with path.open("rb") as stream:
            stream.seek(max(0, size - _TAIL))
            last = stream.read().rstrip(b"\n").rpartition(b"\n")[2]
    except (BroodfallError, OSError) as error:
        return Saved(path, None, error.with_traceback(None), False, written / 1e9)
    return Saved(path, header, None, b'"end":"' in last, written / 1e9)
