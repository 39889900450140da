"""A position as nested values that can be cut down: units away, walls up, rows and columns out."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, Final

from game.api import DataError, Game, TaskLines, action_codec, position_of, toml_lines

Document = dict[str, Any]
"""The values of a position file, every unit in ``units`` and none in its drawing."""

WALL: Final = "#"
FLOOR: Final = "."
_DOORS: Final = "+/"
_PLACED: Final = ("units", "markers", "gone")
_BOXED: Final = ("clouds",)


class Unreachable(Exception):
    """Something stands on a row or column that was cut out."""


def document_of(text: str) -> Document:
    """The values of a position's text; units that are drawn become entries of their own."""
    found: Document = tomllib.loads(text)
    legend = found.pop("legend", {})
    rows = found["board"].strip("\n").split("\n")
    units: list[dict[str, Any]] = []
    seen: dict[str, int] = {}
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            if sign in legend:
                entry = deepcopy(legend[sign])
                ids = entry.get("ids")
                if isinstance(ids, list):
                    entry["ids"] = ids[seen.get(sign, 0)]
                seen[sign] = seen.get(sign, 0) + 1
                units.append({"at": [x, y], **entry})
    found["board"] = "\n".join("".join(FLOOR if sign in legend else sign for sign in row) for row in rows)
    if units or "units" in found:
        found["units"] = [*units, *found.get("units", [])]
    return found


def text_of(document: Document) -> str:
    """A document as the text of a position file."""
    return toml_lines(document)


def drawing_of(text: str) -> list[str]:
    """The lines of the board that a position draws, units included."""
    return rows_of(tomllib.loads(text))


def rows_of(document: Document, key: str = "board") -> list[str]:
    """The lines of a drawing."""
    lines: list[str] = document[key].strip("\n").split("\n")
    return lines


def size_of(document: Document) -> tuple[int, int]:
    """Width and height of the board."""
    rows = rows_of(document)
    return len(rows[0]), len(rows)


def drawn(document: Document, signs: Mapping[tuple[int, int], str]) -> Document:
    """The document with other signs on some cells; doors that are gone from the drawing lose their entries."""
    rows = [list(row) for row in rows_of(document)]
    for (x, y), sign in signs.items():
        rows[y][x] = sign
    found = {**document, "board": "\n".join("".join(row) for row in rows)}
    if "doors" in document:
        found["doors"] = [
            door for door in document["doors"] if all(rows[y][x] in _DOORS for x, y in _cells(door["at"]))
        ]
        if not found["doors"]:
            del found["doors"]
    return found


def _cells(at: Sequence[Any]) -> Sequence[Sequence[int]]:
    return at if at and isinstance(at[0], list) else [at]


def occupied(document: Document) -> set[tuple[int, int]]:
    """The anchors of everything that stands on the board."""
    return {tuple(entry["at"]) for key in _PLACED for entry in document.get(key, ()) if "at" in entry}


class Cut:
    """Rows and columns that stay. As a grid of the notation it tells the new coordinates of the old board's cells."""

    def __init__(self, game: Game, columns: Sequence[int], rows: Sequence[int]) -> None:
        self._board = game.board
        self._x = {old: new for new, old in enumerate(columns)}
        self._y = {old: new for new, old in enumerate(rows)}

    def at(self, x: int, y: int) -> list[int]:
        """New coordinates of old ones. Raises Unreachable."""
        if x not in self._x or y not in self._y:
            raise Unreachable
        return [self._x[x], self._y[y]]

    def has(self, x: int, y: int) -> bool:
        """Whether a place stays."""
        return x in self._x and y in self._y

    def xy(self, cell: int) -> tuple[int, int]:
        """The new coordinates of a cell, or those of the nearest one that stays: what a line tells of a walk that lies
        behind seldom matters, and whether it does is tried.
        """
        x, y = self._board.xy(cell)
        return self._x[_nearest(self._x, x)], self._y[_nearest(self._y, y)]

    def cell(self, x: int, y: int) -> int:
        """Never asked: nothing is read with this grid."""
        raise Unreachable


def _nearest(kept: Mapping[int, int], place: int) -> int:
    return place if place in kept else min(kept, key=lambda other: (abs(other - place), other))


def cut(
    document: Document, actions: Sequence[str], game: Game, columns: Sequence[int], rows: Sequence[int]
) -> tuple[Document, tuple[str, ...]]:
    """The document and its actions on these columns and rows alone. Raises Unreachable if something stands there."""
    grid = Cut(game, columns, rows)
    found: Document = {**document}
    for key in ("board", "heights"):
        if key in document:
            lines = rows_of(document, key)
            found[key] = "\n".join("".join(lines[y][x] for x in columns) for y in rows)
    for key in _PLACED:
        if key in document:
            found[key] = [_moved(entry, grid, must=key != "gone") for entry in document[key]]
    for key in _BOXED:
        if key in document:
            found[key] = [{**entry, "cells": _boxes(entry["cells"], grid)} for entry in document[key]]
    if "zones" in document:
        zones = {name: _boxes(boxes, grid) for name, boxes in document["zones"].items()}
        found["zones"] = {name: boxes for name, boxes in zones.items() if boxes}
    if "doors" in document:
        kept = [door for door in document["doors"] if all(grid.has(*place) for place in _cells(door["at"]))]
        found["doors"] = [{**door, "at": [grid.at(*place) for place in _cells(door["at"])]} for door in kept]
    lines_of = TaskLines(game, grid=grid)
    plain = TaskLines(game)
    if "agenda" in document:
        found["agenda"] = [lines_of.task(plain.parse_task(line, file="", place="")) for line in document["agenda"]]
    if "memory" in document:
        found["memory"] = {
            name: lines_of.memory(plain.parse_memory(line, file="", place=""))
            for name, line in document["memory"].items()
        }
    codec = action_codec(game.rulebook)
    moved = tuple(codec.text(codec.parse(text, game.board, file="", place=""), grid) for text in actions)
    return found, moved


def _moved(entry: Mapping[str, Any], grid: Cut, *, must: bool) -> dict[str, Any]:
    if "at" not in entry:
        return dict(entry)
    if not must and not grid.has(*entry["at"]):
        return {key: value for key, value in entry.items() if key != "at"}
    return {**entry, "at": grid.at(*entry["at"])}


def _boxes(boxes: Sequence[Sequence[int]], grid: Cut) -> list[list[int]]:
    """The cells of boxes that stay, each as a box of its own."""
    found = []
    for box in boxes:
        x, y, x2, y2 = box if len(box) > 2 else (*box, *box)
        found += [grid.at(a, b) for b in range(y, y2 + 1) for a in range(x, x2 + 1) if grid.has(a, b)]
    return found


def without(document: Document, path: Sequence[str | int]) -> Document:
    """The document without the value at a path of keys and places."""
    found = dict(document)
    inner: Any = found
    for key in path[:-1]:
        inner[key] = dict(inner[key]) if isinstance(inner[key], dict) else list(inner[key])
        inner = inner[key]
    del inner[path[-1]]
    return found


def paths(document: Mapping[str, Any]) -> Iterator[tuple[str | int, ...]]:
    """Every value that might be left out, the outermost first; what a position cannot do without is not among them."""
    for key, value in document.items():
        if key in ("board", "sides", "units"):
            continue
        yield (key,)
        if isinstance(value, dict):
            yield from ((key, name) for name in value)
    for side, values in document.get("sides", {}).items():
        yield ("sides", side)
        yield from (("sides", side, name) for name in values if name not in ("kind", "team"))
    for place, unit in reversed(list(enumerate(document.get("units", ())))):
        yield from (("units", place, name) for name in unit if name not in ("kind", "at", "ids", "side"))


def game_of(text: str, *, modules: Sequence[str], rosters: Mapping[str, str]) -> Game | None:
    """The game of a position's text; None if it is not sound."""
    try:
        return position_of(text, outside=modules, rosters=rosters).game
    except DataError:
        return None


Keep = Callable[[list[Any]], bool]


def least(items: Sequence[Any], still: Keep) -> list[Any]:
    """The items without those that can be left out, the largest parts first; ``still`` says whether it can be
    done with fewer. No single one of those that are left can be left out alone.

    >>> least(range(20), lambda kept: {3, 17} <= set(kept))
    [3, 17]
    """
    kept = list(items)
    if kept and still([]):
        return []
    size = (len(kept) + 1) // 2
    while kept and size:
        place, shorter = 0, False
        while place < len(kept):
            fewer = kept[:place] + kept[place + size :]
            if len(fewer) < len(kept) and still(fewer):
                kept, shorter = fewer, True
            else:
                place += size
        if size == 1 and not shorter:
            break
        size = size // 2 if size > 1 else 1
    return kept
