"""Where a seat begins to look at a board that is too large to be played on as a whole: near its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from game.api import NO_CELL, Game, State, setup
from game.ui.board.camera import LEVELS, Camera

PLAYABLE: Final = 25
"""Pixels a cell from which on a board is comfortable to play on."""
_NEAR: Final = 10
"""Cells around the middle of the view that are surely in it."""


def look_home(camera: Camera, game: Game, state: State, side: str) -> None:
    """Where the whole board would be too small to play on, begin near the side's own."""
    home = home_of(game, state, side)
    if camera.px < PLAYABLE and home is not None:
        x, y = home
        camera.zoom(LEVELS.index(PLAYABLE) - LEVELS.index(camera.px))
        camera.centre(x + 0.5, y + 0.5, glide=False)


def home_of(game: Game, state: State, side: str) -> tuple[float, float] | None:
    """The middle of a side's units; before there are any, of where they will be set up; else of a swarm's markers.

    Where these are scattered, the middle of most of them. A swarm that has nothing yet has no home: None.
    """
    board = game.board
    own = [unit.cell for unit in state.units.values() if unit.side == side and unit.cell != NO_CELL]
    cells = own or list(board.zones.get(setup.deploy_zone(game.public.ctx(state), side), ()))
    if not cells and game.side_kinds[side] == "hive":
        cells = [marker.cell for marker in state.markers.values() if marker.kind in ("nest", "infestation")]
    if not cells:
        return None
    spots = [board.xy(cell) for cell in cells]
    x, y = _middle(spots)
    if any(_far(spot, (x, y)) for spot in spots):
        centre = max(spots, key=lambda spot: (sum(not _far(other, spot) for other in spots), -spot[1], -spot[0]))
        x, y = _middle([spot for spot in spots if not _far(spot, centre)])
    return x, y


def _middle(spots: Iterable[tuple[float, float]]) -> tuple[float, float]:
    xs, ys = zip(*spots, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _far(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) > _NEAR
