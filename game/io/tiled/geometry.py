"""Where an object lies: shapes in pixels, turned about their position."""

from collections.abc import Sequence
from math import cos, radians, sin

Corner = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

ALIGNMENTS: dict[str, Corner] = {
    "topleft": (0.0, 0.0),
    "top": (0.5, 0.0),
    "topright": (1.0, 0.0),
    "left": (0.0, 0.5),
    "center": (0.5, 0.5),
    "right": (1.0, 0.5),
    "bottomleft": (0.0, 1.0),
    "bottom": (0.5, 1.0),
    "bottomright": (1.0, 1.0),
}
"""A tile object's position names this point of it, as a share of its width and height."""

_QUARTERS = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}
"""Cosine and sine of the quarter turns, exact: a turned wall must not slip a cell by rounding."""


def alignment_box(width: float, height: float, alignment: str) -> tuple[Corner, ...]:
    """The corners of a rectangle relative to its position."""
    across, down = ALIGNMENTS[alignment]
    left, top = -across * width, -down * height
    return ((left, top), (left + width, top), (left + width, top + height), (left, top + height))


def turned(corners: Sequence[Corner], rotation: float) -> tuple[Corner, ...]:
    """The corners turned clockwise (y grows downwards) about (0, 0).

    >>> turned([(16.0, -16.0)], 90)
    ((16.0, 16.0),)
    """
    angle = rotation % 360.0
    cosine, sine = _QUARTERS.get(angle) or (cos(radians(angle)), sin(radians(angle)))
    return tuple((x * cosine - y * sine, x * sine + y * cosine) for x, y in corners)


def around(corners: Sequence[Corner], x: float, y: float) -> Box:
    """The smallest upright rectangle around corners that are relative to a position."""
    across = [corner[0] for corner in corners]
    down = [corner[1] for corner in corners]
    return (x + min(across), y + min(down), x + max(across), y + max(down))
