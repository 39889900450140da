"""The board as a side sees it, in characters and in pixels. Nothing here needs a display."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from game.api import NO_CELL, DataError, Terrain, Unit, View

TERRAIN: Final = {
    Terrain.FLOOR: ".",
    Terrain.WALL: "#",
    Terrain.DOOR: "+",
    Terrain.DIFFICULT: ",",
    Terrain.BARRICADE: "=",
    Terrain.PIT: "~",
}
OPEN_DOOR: Final = "/"
MARKERS: Final = {"nest": "%", "infestation": "*", "console": "&", "item": "!", "mine": "^", "charge": "^"}
_OTHER: Final = "@"
_NUMBERS: Final = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

MODES: Final = ("ansi", "rgb_array")
"""The ways in which environments can be drawn: a text, or pixels."""
CELL: Final = 8
"""Pixels a side of a cell."""
_COLOURS: Final[dict[str, tuple[int, int, int]]] = {
    ".": (46, 48, 54),
    "#": (14, 15, 18),
    "+": (150, 110, 60),
    "/": (90, 70, 45),
    ",": (72, 64, 50),
    "=": (96, 96, 88),
    "~": (24, 30, 52),
    "own": (86, 190, 120),
    "ally": (90, 150, 210),
    "foe": (214, 84, 74),
    "down": (110, 110, 110),
    "marker": (222, 196, 84),
}


def _signs(view: View) -> list[str]:
    board, state = view.board, view.state
    signs = [TERRAIN[kind] for kind in board.terrain]
    for door in board.doors:
        if state.doors >> door.id & 1:
            for cell in door.cells:
                signs[cell] = OPEN_DOOR
    for marker in state.markers.values():
        if marker.cell != NO_CELL and not marker.carrier:
            signs[marker.cell] = MARKERS.get(marker.kind, _OTHER)
    return signs


def check_mode(mode: str | None) -> None:
    """Raises DataError for a way to draw that there is not."""
    if mode is not None and mode not in MODES:
        raise DataError(f"expected {' or '.join(MODES)}, found {mode!r}", place="render_mode")


def as_text(view: View) -> str:
    """A character a cell: own units by slot (1 to 9, A to Z), others by the first letter of their kind.

    A foe's letter is small, an ally's a capital. The first line says the round, whose turn it is and what is asked.
    """
    board, state = view.board, view.state
    signs = _signs(view)
    own = 0
    for unit in sorted(state.units.values(), key=lambda unit: unit.id):
        sign = _letter(view, unit)
        if unit.side == view.side:
            sign = _NUMBERS[own] if own < len(_NUMBERS) else _OTHER
            own += 1
        if unit.cell != NO_CELL:
            for cell in board.footprint(unit.cell, unit.size):
                signs[cell] = sign
    task = view.game.waiting(state)
    asked = "over" if task is None else f"{view.game.to_act(state)}: {type(task).__name__}"
    rows = ["".join(signs[y * board.width : (y + 1) * board.width]) for y in range(board.height)]
    return "\n".join((f"round {state.round}, turn of {state.turn or 'nobody'}, {asked}", *rows))


def as_pixels(view: View) -> npt.NDArray[np.uint8]:
    """The same in colours, ``CELL`` pixels a cell."""
    board, state = view.board, view.state
    colours = [_COLOURS.get(sign, _COLOURS["marker"]) for sign in _signs(view)]
    teams = view.game.teams
    for unit in state.units.values():
        if unit.cell == NO_CELL:
            continue
        party = "own" if unit.side == view.side else "ally" if teams[unit.side] == teams[view.side] else "foe"
        if "unconscious" in unit.states or "incapacitated" in unit.states:
            party = "down"
        for cell in board.footprint(unit.cell, unit.size):
            colours[cell] = _COLOURS[party]
    grid = np.array(colours, dtype=np.uint8).reshape(board.height, board.width, 3)
    return grid.repeat(CELL, axis=0).repeat(CELL, axis=1)


def _letter(view: View, unit: Unit) -> str:
    letter = unit.kind[0]
    return letter.upper() if view.game.teams[unit.side] == view.game.teams[view.side] else letter.lower()
