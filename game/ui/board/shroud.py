"""What a seat's own units do not see now lies in shade."""

from __future__ import annotations

import pygame

from game.ui.board.camera import Camera
from game.ui.theme import Theme

_CLEAR = b"\0\0\0\0"


class Shroud:
    """A shade over every cell that is not in a bit set; drawn again only when the set or the camera change."""

    def __init__(self, columns: int, rows: int, theme: Theme) -> None:
        self._size = (columns, rows)
        # The shade's bytes must be none of the two digits that they are written in place of.
        self._shade = bytes((*theme.void, min(theme.shroud, 255)))
        self._seen: int | None = None
        self._small: pygame.Surface | None = None
        self._drawn: pygame.Surface | None = None
        self._for: tuple[int, ...] = ()

    def put(self, seen: int | None) -> None:
        """The cells that are seen; None lifts the shade everywhere."""
        if seen != self._seen:
            self._seen = seen
            self._small = self._drawn = None

    def draw(self, target: pygame.Surface, camera: Camera) -> None:
        """Lay the shade over what the camera shows."""
        if self._seen is None:
            return
        view, px = camera.blocks(), camera.px
        if not view.width or not view.height:
            return
        if self._small is None:
            columns, rows = self._size
            digits = format(self._seen, f"0{columns * rows}b")[::-1].encode()
            pixels = b"".join((self._shade, _CLEAR)[digit - 48] for digit in digits)
            small = pygame.image.frombytes(pixels, self._size, "RGBA")
            # In the display's own order of bytes a blit is twenty times faster.
            self._small = small.convert_alpha() if pygame.display.get_surface() else small
        key = (px, view.x, view.y, view.width, view.height)
        if self._drawn is None or self._for != key:
            part = self._small.subsurface(view)
            self._drawn = pygame.transform.scale(part, (view.width * px, view.height * px))
            self._for = key
        target.blit(self._drawn, camera.screen(view.left, view.top))
