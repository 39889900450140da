"""A film as an animated picture, made bit by bit so that the window goes on answering. Needs Pillow."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import pygame

from game.ui.board.camera import Camera
from game.ui.board.table import STRIP, Marks, Table
from game.ui.play.film import Film

PX: Final = 16
"""Pixels a cell."""
MOST: Final = 240
"""Frames; of a longer film only some actions are shown."""
PAUSE: Final = 220
"""Milliseconds that a frame lasts."""
LAST: Final = 2500
_COLOURS: Final = 96


def can_export() -> bool:
    """Whether Pillow is there."""
    return find_spec("PIL") is not None


class GifExport:
    """Draws the table after one action after another, as ``seat`` sees it (all, if empty)."""

    def __init__(self, film: Film, table: Table, seat: str, path: Path) -> None:
        self.path = path
        self._film = film
        self._table = table
        self._seat = seat
        every = max(1, -(-len(film.scenes) // MOST))
        self._places = list(range(0, len(film.scenes), every))
        if self._places[-1] != len(film.scenes) - 1:
            self._places.append(len(film.scenes) - 1)
        self._frames: list[Any] = []
        board = film.game.board
        self._surface = pygame.Surface((board.width * PX, board.height * PX))
        port = pygame.Rect(-STRIP, -STRIP, board.width * PX + STRIP, board.height * PX + STRIP)
        self._camera = Camera(board.width, board.height, port, still=True)
        self._camera.px = PX
        # The corner of the board at the corner of the picture; what keeps a camera in bounds is left out.
        self._camera.x = (port.width / 2 - STRIP) / PX
        self._camera.y = (port.height / 2 - STRIP) / PX

    @property
    def progress(self) -> float:
        """How much is drawn, 0 to 1."""
        return len(self._frames) / len(self._places)

    def draw(self, frames: int) -> bool:
        """Draw some more frames. True when the file is written. Raises OSError."""
        image = import_module("PIL.Image")
        for place in self._places[len(self._frames) : len(self._frames) + frames]:
            state = self._film.scenes[place].after
            shown = self._film.game.redacted(state, self._seat) if self._seat else state
            self._table.draw(self._surface, self._camera, shown, self._seat, Marks())
            drawn = image.frombytes("RGB", self._surface.get_size(), pygame.image.tobytes(self._surface, "RGB"))
            self._frames.append(drawn.quantize(_COLOURS))
        if len(self._frames) < len(self._places):
            return False
        pauses = [PAUSE] * (len(self._frames) - 1) + [LAST]
        self._frames[0].save(
            self.path, save_all=True, append_images=self._frames[1:], duration=pauses, loop=0, optimize=False
        )
        return True
