"""Boards drawn as text, for tests and positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from textwrap import dedent
from typing import Final

from game.board.board import Board
from game.board.terrain import Cell, Door, Terrain

_SIGNS: Final = {
    "#": Terrain.WALL,
    ".": Terrain.FLOOR,
    "+": Terrain.DOOR,
    "/": Terrain.DOOR,
    ",": Terrain.DIFFICULT,
    "=": Terrain.BARRICADE,
    "~": Terrain.PIT,
}


def from_ascii(
    rows: str | Sequence[str],
    *,
    heights: str | Sequence[str] | None = None,
    doors: Iterable[Door] = (),
    zones: Mapping[str, Iterable[Cell]] | None = None,
    name: str = "",
    min_side: int = 1,
) -> Board:
    """The board that a drawing shows.

    ``#`` wall, ``.`` floor, ``+`` closed door, ``/`` open door, ``,`` difficult, ``=`` barricade, ``~`` pit,
    ``0`` to ``3`` floor of that height. Letters, ``@``, ``*`` and ``^`` mark places (``marks``) on floor.

    Args:
        rows: The drawing, as lines of one length or as one text of such lines.
        heights: A second drawing of digits, ``.`` for 0, for heights under other signs.
        doors: Doors with particulars; the others are taken from the drawing.
        zones: Cells of each named zone.
        name: What the board is called.
        min_side: The least side allowed.

    Raises:
        ValueError: The lines differ in length, or a sign is not known.
    """
    lines = _lines(rows)
    width = len(lines[0]) if lines else 0
    terrain: list[Terrain] = []
    levels: list[int] = []
    for y, text in enumerate(lines):
        if len(text) != width:
            raise ValueError(f"row {y}: expected {width} cells as in row 0, found {len(text)}")
        for x, sign in enumerate(text):
            if sign not in _SIGNS and not _is_mark(sign) and sign not in "0123":
                raise ValueError(f"({x}, {y}): expected one of {''.join(_SIGNS)}, 0 to 3 or a letter, found {sign!r}")
            terrain.append(_SIGNS.get(sign, Terrain.FLOOR))
            levels.append(int(sign) if sign in "0123" else 0)
    if heights is not None:
        digits = "".join(_lines(heights)).replace(".", "0")
        if len(digits) != len(levels) or not digits.isdigit():
            raise ValueError(f"heights: expected {len(levels)} digits or dots")
        levels = [int(digit) for digit in digits]
    named = list(doors)
    board = Board.build(width, len(lines), terrain, levels, named, zones, name, min_side=min_side)
    drawn = "".join(lines)
    hung = [
        door if number < len(named) else replace(door, open=drawn[door.cells[0]] == "/")
        for number, door in enumerate(board.doors)
    ]
    return Board.build(width, len(lines), terrain, levels, hung, zones, name, min_side=min_side)


def marks(rows: str | Sequence[str]) -> dict[str, tuple[Cell, ...]]:
    """Where the letters and marks of a drawing stand, each with its cells in rising order."""
    found: dict[str, list[Cell]] = {}
    for cell, sign in enumerate("".join(_lines(rows))):
        if _is_mark(sign):
            found.setdefault(sign, []).append(cell)
    return {sign: tuple(cells) for sign, cells in sorted(found.items())}


def _is_mark(sign: str) -> bool:
    return sign.isalpha() or sign in "@*^"


def _lines(rows: str | Sequence[str]) -> list[str]:
    if isinstance(rows, str):
        return dedent(rows).strip().splitlines()
    return list(rows)
