"""Keys and the window's edge push the board: in a match as in a replay."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from game.ui.board.camera import Camera

WAYS: Final = {"pan_up": (0, -1), "pan_down": (0, 1), "pan_left": (-1, 0), "pan_right": (1, 0)}
"""Where each command pushes."""
_PAN: Final = 900
"""Pixels a second."""


def push(camera: Camera, held: Collection[str], seconds: float, edge: tuple[int, int] = (0, 0)) -> bool:
    """Move the view by what is held down and by the ``edge`` at which the pointer is. True if anything pushes."""
    ways = [edge, *(way for command, way in WAYS.items() if command in held)]
    dx, dy = (sum(part) for part in zip(*ways, strict=True))
    if not dx and not dy:
        return False
    camera.pan(dx * _PAN * seconds, dy * _PAN * seconds)
    return True
