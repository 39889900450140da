"""Colours laid over cells: one small picture with a pixel a cell, enlarged; and the outlines of areas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import pygame

from game.ui import lettering
from game.ui.board.camera import Camera
from game.ui.theme import Colour, mix

Tint = tuple[int, int, int, int]
_STARK: Final = 170
"""How strong colours are in percent where they are to be stark."""
LEAST_FIGURES: Final = 25
"""Pixels a cell from which on cells bear figures."""


class Tints:
    """Cells of a board with a colour each; drawn again only when the cells or the camera change."""

    def __init__(self, columns: int, rows: int, *, stark: bool = False) -> None:
        """``stark``: stronger colours, thicker lines."""
        self._stark = stark
        self._columns = columns
        self._rows = rows
        self._given: Mapping[int, Tint] = {}
        self._cells: dict[int, Tint] = {}
        self._outlines: tuple[tuple[frozenset[int], Colour], ...] = ()
        self._figures: Mapping[int, str] = {}
        self._small: pygame.Surface | None = None
        self._drawn: pygame.Surface | None = None
        self._for: tuple[int, ...] = ()

    def put(
        self,
        cells: Mapping[int, Tint],
        outlines: Iterable[tuple[frozenset[int], Colour]] = (),
        figures: Mapping[int, str] | None = None,
    ) -> None:
        """Colour these cells and no others; ``outlines`` draw a line around areas, ``figures`` stand in corners."""
        lines, written = tuple(outlines), figures or {}
        # Thousands of cells that are the same object as before are not compared one by one.
        same = cells is self._given or cells == self._cells
        if same and lines == self._outlines and written == self._figures:
            return
        self._given = cells
        self._cells, self._outlines, self._figures = dict(cells), lines, written
        self._small = self._drawn = None

    def draw(self, target: pygame.Surface, camera: Camera) -> None:
        """Lay the colours over what the camera shows."""
        if not self._cells and not self._outlines:
            return
        view = camera.blocks()
        key = (camera.px, view.x, view.y, view.width, view.height)
        if self._drawn is None or self._for != key:
            self._drawn, self._for = self._enlarged(camera), key
        if view.width and view.height:
            target.blit(self._drawn, camera.screen(view.left, view.top))

    def _enlarged(self, camera: Camera) -> pygame.Surface:
        view, px = camera.blocks(), camera.px
        if self._small is None:
            self._small = pygame.Surface((self._columns, self._rows), pygame.SRCALPHA)
            for cell, tint in self._cells.items():
                if self._stark:
                    tint = (*tint[:3], min(255, tint[3] * _STARK // 100))
                self._small.set_at((cell % self._columns, cell // self._columns), tint)
        part = self._small.subsurface(view)
        drawn = pygame.transform.scale(part, (view.width * px, view.height * px))
        for area, colour in self._outlines:
            self._outline(drawn, area, colour, view, px)
        if px >= LEAST_FIGURES:
            self._write(drawn, view, px)
        return drawn

    def _write(self, surface: pygame.Surface, view: pygame.Rect, px: int) -> None:
        """The figure of each cell in its lower right corner, in the cell's own colour, but paler."""
        size, edge = max(11, px * 28 // 100), max(2, px // 12)
        for cell, text in self._figures.items():
            x, y = cell % self._columns, cell // self._columns
            if view.collidepoint(x, y):
                pale = mix(self._cells.get(cell, (255, 255, 255, 0))[:3], (255, 255, 255), 0.45)
                said = lettering.line(text, size, pale)
                right, low = (x - view.left + 1) * px - edge, (y - view.top + 1) * px - edge // 2
                surface.blit(said, said.get_rect(bottomright=(right, low)))

    def _outline(
        self, surface: pygame.Surface, area: frozenset[int], colour: Colour, view: pygame.Rect, px: int
    ) -> None:
        thick = max(2, px // 10) if self._stark else max(1, px // 16)
        for cell in area:
            x, y = cell % self._columns, cell // self._columns
            if not view.collidepoint(x, y):
                continue
            left, top = (x - view.left) * px, (y - view.top) * px
            if y == 0 or cell - self._columns not in area:
                surface.fill(colour, (left, top, px, thick))
            if cell + self._columns not in area:
                surface.fill(colour, (left, top + px - thick, px, thick))
            if x == 0 or cell - 1 not in area:
                surface.fill(colour, (left, top, thick, px))
            if x == self._columns - 1 or cell + 1 not in area:
                surface.fill(colour, (left + px - thick, top, thick, px))


def cells_in(mask: int) -> list[int]:
    """The cells of a bit set, rising."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
