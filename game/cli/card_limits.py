"""The limits that a report card is held against: from the command line and from a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from game.core.errors import DataError, nearest


def read_limits(given: Sequence[str], file: Path | None) -> dict[str, float]:
    """The highest rate of each kind; what is given on the command line goes before the file.

    Raises DataError, one line, for an unknown kind, or a rate that is none.
    """
    found = {} if file is None else _from_file(file)
    for text in given:
        kind, equals, rate = text.partition("=")
        try:
            value = float(rate)
        except ValueError:
            value = -1.0
        if not equals:
            raise DataError(f'expected KIND=RATE, found "{text}"', place="--max")
        found[_kind(kind.strip(), place="--max")] = _rate(value, rate, place="--max")
    return found


def _from_file(file: Path) -> dict[str, float]:
    from game.io.toml import parse_toml, read_text

    root = parse_toml(read_text(file, what="thresholds"), file=str(file))
    table = root.get("max")
    others = [key for key in root if key != "max"]
    if others or not isinstance(table, dict):
        wrong = f'"{others[0]}"' if others else "none"
        raise DataError(f"expected a table [max] and nothing else, found {wrong}", file=str(file), place="file")
    found = {}
    for kind, rate in table.items():
        place = f"max.{kind}"
        value = float(rate) if isinstance(rate, int | float) and not isinstance(rate, bool) else -1.0
        found[_kind(kind, file=str(file), place=place)] = _rate(value, rate, file=str(file), place=place)
    return found


def _kind(kind: str, *, place: str, file: str = "") -> str:
    from game.sim.card.kinds import KINDS

    if kind not in KINDS:
        raise DataError(f'expected {nearest(kind, KINDS)}, found "{kind}"', file=file, place=place)
    return kind


def _rate(value: float, shown: object, *, place: str, file: str = "") -> float:
    if not 0.0 <= value <= 1.0:
        raise DataError(f'expected a rate from 0 to 1, found "{shown}"', file=file, place=place)
    return value
