"""A zoom that is seen to happen: the last picture grows or shrinks about the pointer, then the crisp one is drawn."""

from __future__ import annotations

from typing import Final

import pygame

from game.ui.board.camera import Camera

TIME: Final = 0.13
"""Seconds that a step takes."""


class Zooming:
    """Zooms a camera, and for a moment draws the old picture on its way to the new size."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._old: pygame.Surface | None = None
        self._from = 1
        self._about = (0, 0)
        self._left = 0.0

    @property
    def moving(self) -> bool:
        """Whether a zoom is under way."""
        return self._old is not None

    def step(self, steps: int, about: tuple[int, int] | None, picture: pygame.Surface) -> bool:
        """Zoom so many steps about a point; ``picture`` is the window as it was drawn last. True if it changed."""
        camera = self._camera
        before, old = camera.px, picture.subsurface(camera.port).copy()
        if not camera.zoom(steps, about):
            return False
        inside = about is not None and camera.port.collidepoint(about)
        if not camera.still:
            self._old, self._from, self._left = old, before, TIME
            self._about = about if inside and about is not None else camera.port.center
        return True

    def tick(self, seconds: float) -> bool:
        """Let time pass. True while a zoom is under way, and once when it ends."""
        if self._old is None:
            return False
        self._left -= seconds
        if self._left <= 0:
            self._old = None
        return True

    def draw(self, target: pygame.Surface) -> bool:
        """Draw the moment in the camera's port. False if nothing is under way: then the table is to be drawn."""
        if self._old is None:
            return False
        port, share = self._camera.port, 1 - max(0.0, self._left) / TIME
        eased = 1 - (1 - share) ** 2
        times = 1 + (self._camera.px / self._from - 1) * eased
        # Of the old picture only what will still be in view is enlarged.
        x, y = self._about[0] - port.x, self._about[1] - port.y
        part = pygame.Rect(
            round(x - x / times), round(y - y / times), round(port.width / times), round(port.height / times)
        ).clip(self._old.get_rect())
        if part.width < 1 or part.height < 1:
            return False
        scaled = pygame.transform.scale(
            self._old.subsurface(part), (max(1, round(part.width * times)), max(1, round(part.height * times)))
        )
        clip = target.get_clip()
        target.set_clip(port)
        target.fill((0, 0, 0), port)
        target.blit(scaled, (port.x + round(x + (part.x - x) * times), port.y + round(y + (part.y - y) * times)))
        target.set_clip(clip)
        return True
