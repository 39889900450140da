"""Templates and clouds: the cells that a circle, a cone or gas covers (AT-5, HM-A15)."""

from __future__ import annotations

from functools import lru_cache
from math import gcd, isqrt
from typing import Final

from game.board.board import Board
from game.board.sight import Offset, visible
from game.board.terrain import Cell, Gait, Mask

CIRCLE_REACH2: Final = 5
"""Square of the circle's radius: 21 cells (AT-5, TR-A9)."""

_CONE_SPAN: Final = 9  # no cell of a cone lies farther from its origin along x or y


def circle(board: Board, centre: Cell, doors: Mask, *, reach2: int = CIRCLE_REACH2, murk: Mask = 0) -> Mask:
    """The cells of a circular template that its centre sees (AT-5).

    Args:
        board: The board.
        centre: The cell in the middle.
        doors: The doors that are open or destroyed.
        reach2: Square of the radius, in cells.
        murk: The zero-visibility cells there are before this template's own.
    """
    return _placed(board, centre, _disc(reach2)) & visible(board, centre, doors, murk)


def cone(board: Board, origin: Cell, aim: Cell, doors: Mask, *, murk: Mask = 0) -> Mask:
    """The cells of a teardrop from ``origin`` towards ``aim`` that the origin sees (AT-5).

    Raises:
        ValueError: The aim is the origin, so there is no direction.
    """
    (x, y), (ax, ay) = board.xy(origin), board.xy(aim)
    dx, dy = ax - x, ay - y
    step = gcd(dx, dy)
    if step == 0:
        raise ValueError(f"cone: expected an aim other than its origin {(x, y)} (AT-5)")
    return _placed(board, origin, _teardrop(dx // step, dy // step)) & visible(board, origin, doors, murk)


def flood(board: Board, start: Cell, steps: int, doors: Mask) -> Mask:
    """The cells within a number of steps of ``start``, dear ones counting as one step too (HM-A15)."""
    rows = board.steps(doors, gait=Gait.WALK)
    covered = 1 << start
    edge = [start]
    for _ in range(steps):
        fresh: list[Cell] = []
        for cell in edge:
            for other, _ in rows[cell]:
                if not covered >> other & 1:
                    covered |= 1 << other
                    fresh.append(other)
        edge = fresh
    return covered


def _placed(board: Board, centre: Cell, offsets: tuple[Offset, ...]) -> Mask:
    """Cells on the board at these offsets from a cell."""
    x, y = board.xy(centre)
    mask = 0
    for dx, dy in offsets:
        if board.inside(x + dx, y + dy):
            mask |= 1 << centre + dy * board.width + dx
    return mask


@lru_cache(maxsize=64)
def _disc(reach2: int) -> tuple[Offset, ...]:
    """Offsets no farther than a radius from the middle."""
    span = range(-isqrt(reach2), isqrt(reach2) + 1)
    return tuple((dx, dy) for dy in span for dx in span if dx * dx + dy * dy <= reach2)


@lru_cache(maxsize=1024)
def _teardrop(ax: int, ay: int) -> tuple[Offset, ...]:
    """Offsets of a cone along (ax, ay): 8 cells long, half a cell wide at its tip, 3 at its end (AT-5)."""
    span = range(-_CONE_SPAN, _CONE_SPAN + 1)
    length2 = ax * ax + ay * ay
    return tuple((x, y) for y in span for x in span if _in_teardrop(ax, ay, x, y, length2))


def _in_teardrop(ax: int, ay: int, x: int, y: int, length2: int) -> bool:
    along = ax * x + ay * y
    excess = 8 * abs(ax * y - ay * x) - along
    return along > 0 and along * along <= 64 * length2 and (excess <= 0 or excess * excess <= 16 * length2)
