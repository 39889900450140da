"""Where on the board the window looks, and how large. Zooms are whole pixels a cell, so every step is crisp."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import Final

import pygame

LEVELS: Final = (6, 8, 11, 13, 16, 19, 22, 25, 29, 32, 38, 43, 48, 57, 64, 80, 96, 112, 128)
"""Pixels a cell. Multiples of 4 that are none of 16 are left out: opaque tiles of those sizes are copied 10 to 40
times slower."""
GLIDE: Final = 0.14
"""Seconds that a zoom or a jump takes."""
EDGE: Final = 26
"""Pixels that the strips of coordinates need."""
MARGIN: Final = 2.0
"""Cells of nothing that may be seen beyond the edge of the board."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What a camera shows at one moment: a hashable key for whatever is drawn for it."""

    px: int
    left: int
    top: int
    width: int
    height: int


class Camera:
    """Looks at a board of ``columns`` x ``rows`` cells through a rectangle of the window."""

    def __init__(self, columns: int, rows: int, port: pygame.Rect, *, still: bool = False) -> None:
        """``still``: no gliding (reduced motion)."""
        self.columns = columns
        self.rows = rows
        self.port = port.copy()
        self.still = still
        self.px = LEVELS[0]
        self.x = columns / 2
        self.y = rows / 2
        self._from: tuple[float, float] | None = None
        self._to: tuple[float, float] | None = None
        self._spent = 0.0
        self._fitted = True
        """Whether the whole board is looked at, whatever the size of the port."""
        self.fit()

    # --- where things are ----------------------------------------------------------------------------------------

    @property
    def frame(self) -> Frame:
        """What is shown now, in whole pixels of the board at this zoom."""
        left = round(self.x * self.px - self.port.width / 2)
        top = round(self.y * self.px - self.port.height / 2)
        return Frame(self.px, left, top, self.port.width, self.port.height)

    def screen(self, x: float, y: float) -> tuple[int, int]:
        """Where the point of the board at ``x``, ``y`` (in cells) is in the window."""
        frame = self.frame
        return round(x * self.px) - frame.left + self.port.x, round(y * self.px) - frame.top + self.port.y

    def rect(self, x: float, y: float, size: int = 1) -> pygame.Rect:
        """A footprint in the window."""
        return pygame.Rect(*self.screen(x, y), self.px * size, self.px * size)

    def board(self, point: tuple[int, int]) -> tuple[float, float]:
        """The point of the board under a point of the window, in cells."""
        frame = self.frame
        return (point[0] - self.port.x + frame.left) / self.px, (point[1] - self.port.y + frame.top) / self.px

    def cell(self, point: tuple[int, int]) -> tuple[int, int] | None:
        """Column and row under a point of the window; None outside the board or the port."""
        if not self.port.collidepoint(point):
            return None
        x, y = self.board(point)
        if 0 <= x < self.columns and 0 <= y < self.rows:
            return int(x), int(y)
        return None

    def cells(self) -> pygame.Rect:
        """The columns and rows that are at least partly in view."""
        frame = self.frame
        left, top = max(0, frame.left // self.px), max(0, frame.top // self.px)
        right = min(self.columns, -(-(frame.left + frame.width) // self.px))
        low = min(self.rows, -(-(frame.top + frame.height) // self.px))
        return pygame.Rect(left, top, max(0, right - left), max(0, low - top))

    @property
    def whole(self) -> bool:
        """Whether all of the board is in view."""
        return self.columns * self.px <= self.port.width and self.rows * self.px <= self.port.height

    def blocks(self, step: int = 8) -> pygame.Rect:
        """The cells in view and some around them, in whole blocks: the same while the camera moves a little."""
        view = self.cells()
        left, top = view.left // step * step, view.top // step * step
        right, low = min(self.columns, -(-view.right // step) * step), min(self.rows, -(-view.bottom // step) * step)
        return pygame.Rect(left, top, max(0, right - left), max(0, low - top))

    # --- moving --------------------------------------------------------------------------------------------------

    def resize(self, port: pygame.Rect) -> None:
        """Look through another rectangle at the same place; at the whole board if that is what was looked at."""
        fitted = self._fitted and self.px == self._fitting()
        self.port = port.copy()
        if fitted:
            self.px = self._fitting()
        self._hold()

    def _fitting(self) -> int:
        """The zoom at which the whole board is as large as it goes."""
        room = min((self.port.width - EDGE) / self.columns, (self.port.height - EDGE) / self.rows)
        return max((level for level in LEVELS if level <= room), default=LEVELS[0])

    def fit(self) -> None:
        """The whole board, as large as it goes."""
        self.px = self._fitting()
        # A little to the lower right, so that the strips of coordinates hide nothing.
        self.x, self.y = self.columns / 2 - EDGE / 4 / self.px, self.rows / 2 - EDGE / 4 / self.px
        self._to = None
        self._fitted = True

    def zoom(self, steps: int, about: tuple[int, int] | None = None) -> bool:
        """So many zoom steps in (or out, below 0), keeping the point ``about`` of the window where it is."""
        place = bisect_left(LEVELS, self.px)
        wanted = LEVELS[min(max(place + steps, 0), len(LEVELS) - 1)]
        if wanted == self.px:
            return False
        point = about if about is not None and self.port.collidepoint(about) else self.port.center
        x, y = self.board(point)
        self.px = wanted
        self.x = x - (point[0] - self.port.centerx) / wanted
        self.y = y - (point[1] - self.port.centery) / wanted
        self._to = None
        self._fitted = self.px == self._fitting()
        self._hold()
        return True

    def pan(self, dx: float, dy: float) -> None:
        """Move by so many pixels."""
        self._to = None
        self.x += dx / self.px
        self.y += dy / self.px
        self._hold()

    def centre(self, x: float, y: float, *, glide: bool = True) -> None:
        """Look at a point of the board, given in cells."""
        if glide and not self.still:
            self._from, self._to, self._spent = (self.x, self.y), (x, y), 0.0
        else:
            self._to = None
            self.x, self.y = x, y
            self._hold()

    def show(self, x: float, y: float) -> None:
        """Move only if a point is near the border of what is shown, or beyond."""
        px, py = self.screen(x, y)
        if not self.port.inflate(-self.px * 3, -self.px * 3).collidepoint(px, py):
            self.centre(x, y)

    @property
    def moving(self) -> bool:
        """True while it glides."""
        return self._to is not None

    def tick(self, seconds: float) -> bool:
        """Let time pass; True if what is shown changed."""
        if self._to is None or self._from is None:
            return False
        self._spent += seconds
        share = min(1.0, self._spent / GLIDE)
        eased = 1 - (1 - share) ** 3
        self.x = self._from[0] + (self._to[0] - self._from[0]) * eased
        self.y = self._from[1] + (self._to[1] - self._from[1]) * eased
        if share >= 1:
            self._to = None
        self._hold()
        return True

    def _hold(self) -> None:
        """Keep the board in view: centred where all of it fits, else with little beyond its edges."""
        self.x = _held(self.x, self.columns, self.port.width, self.px)
        self.y = _held(self.y, self.rows, self.port.height, self.px)


def _held(at: float, size: int, pixels: int, px: int) -> float:
    shown = pixels / px
    if shown >= size:
        return size / 2 - EDGE / 4 / px
    half = shown / 2
    return min(max(at, half - MARGIN), size + MARGIN - half)
