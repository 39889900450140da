"""The ground, drawn once for a zoom in square pieces and kept: floor, walls, heights, zones."""

from __future__ import annotations

from typing import Final

import pygame

from game.api import Board, Terrain
from game.ui.art import Art
from game.ui.board.camera import Camera
from game.ui.theme import Colour, Theme

PIECE: Final = 512
"""About how wide a piece is in pixels."""
KEPT: Final = 64
"""Pieces kept; those not shown lately go first."""
_DECK: Final = (0, 0, 0, 1, 0, 4, 0, 3, 0, 1, 0, 0, 2, 0, 5, 0)
"""Which floor plates lie how often."""
_RIM: Final[Colour] = (138, 154, 170)
_SHADOW: Final = 36
_HAZARD: Final[Colour] = (214, 168, 44)
_STEP: Final[Colour] = (205, 220, 232)


def scatter(x: int, y: int) -> int:
    """A number that looks random and is the same for a cell in every game."""
    value = (x * 374761393 + y * 668265263) & 0xFFFFFFFF
    value = (value ^ (value >> 13)) * 1274126177 & 0xFFFFFFFF
    return value >> 16


class Ground:
    """Draws the part of a board that never changes in play."""

    def __init__(self, board: Board, art: Art, theme: Theme) -> None:
        self.board = board
        self._art = art
        self._theme = theme
        self._pieces: dict[tuple[int, int, int], pygame.Surface] = {}

    def draw(self, target: pygame.Surface, camera: Camera) -> None:
        """Draw what the camera shows."""
        frame, px = camera.frame, camera.px
        span = self.span(px)
        cells = camera.cells()
        for row in range(cells.top // span, -(-cells.bottom // span)):
            for column in range(cells.left // span, -(-cells.right // span)):
                piece = self._piece(column, row, px)
                at = (column * span * px - frame.left + camera.port.x, row * span * px - frame.top + camera.port.y)
                target.blit(piece, at)

    @staticmethod
    def span(px: int) -> int:
        """How many cells a piece is wide."""
        return max(4, PIECE // px)

    def _piece(self, column: int, row: int, px: int) -> pygame.Surface:
        key = (px, column, row)
        found = self._pieces.pop(key, None)
        if found is None:
            found = self._drawn(column, row, px)
        self._pieces[key] = found
        if len(self._pieces) > KEPT:
            del self._pieces[next(iter(self._pieces))]
        return found

    def _drawn(self, column: int, row: int, px: int) -> pygame.Surface:
        span = self.span(px)
        left, top = column * span, row * span
        right, low = min(self.board.width, left + span), min(self.board.height, top + span)
        surface = pygame.Surface(((right - left) * px, (low - top) * px))
        surface.fill(self._theme.void)
        if pygame.display.get_surface():
            surface = surface.convert()
        for y in range(top, low):
            for x in range(left, right):
                self._cell(surface, x, y, ((x - left) * px, (y - top) * px), px)
        # Rims and shadows fall over neighbours, so they come after every tile; one cell more on each side is asked.
        for y in range(max(0, top - 1), min(self.board.height, low + 1)):
            for x in range(max(0, left - 1), min(self.board.width, right + 1)):
                self._edges(surface, x, y, ((x - left) * px, (y - top) * px), px)
        return surface

    def _kind(self, x: int, y: int) -> Terrain:
        if not self.board.inside(x, y):
            return Terrain.WALL
        return self.board.terrain[y * self.board.width + x]

    def _cell(self, surface: pygame.Surface, x: int, y: int, at: tuple[int, int], px: int) -> None:
        cell = y * self.board.width + x
        kind = self.board.terrain[cell]
        chance = scatter(x, y)
        if kind is Terrain.WALL:
            name = f"wall_{(x + y) % 2}"
        elif kind is Terrain.DIFFICULT:
            name = f"difficult_{chance % 3}"
        elif kind is Terrain.BARRICADE:
            name = "barricade"
        elif kind is Terrain.PIT:
            name = "pit"
        else:
            name = f"floor_{_DECK[chance % len(_DECK)]}"
        surface.blit(self._art.picture(name, px), at)
        level = self.board.heights[cell]
        if level and kind is not Terrain.WALL:
            surface.fill((15 * level, 16 * level, 17 * level), (*at, px, px), pygame.BLEND_RGB_ADD)
        if kind in (Terrain.WALL, Terrain.PIT):
            return
        for zone, cells in self.board.zones.items():
            if zone in _ZONES and self.board.zone_mask(zone) >> cell & 1:
                self._zone(surface, _ZONES[zone], at, px)
            elif zone.startswith("objective") and self.board.zone_mask(zone) >> cell & 1 and cells:
                self._zone(surface, "zone_hold", at, px)

    def _zone(self, surface: pygame.Surface, name: str, at: tuple[int, int], px: int) -> None:
        surface.blit(self._art.picture(name, px), at)

    def _edges(self, surface: pygame.Surface, x: int, y: int, at: tuple[int, int], px: int) -> None:
        """A wall's bright rim towards open ground and its shadow to the south-east; steps between heights."""
        left, top = at
        rim = max(1, px // 12)
        if self._kind(x, y) is Terrain.WALL:
            shade = max(1, px // 6)
            if self._kind(x, y + 1) is not Terrain.WALL:
                surface.fill((_SHADOW,) * 3, (left, top + px, px, shade), pygame.BLEND_RGB_SUB)
            if self._kind(x + 1, y) is not Terrain.WALL:
                surface.fill((_SHADOW // 2,) * 3, (left + px, top, shade // 2 or 1, px), pygame.BLEND_RGB_SUB)
            for dx, dy, box in (
                (0, -1, (left, top, px, rim)),
                (0, 1, (left, top + px - rim, px, rim)),
                (-1, 0, (left, top, rim, px)),
                (1, 0, (left + px - rim, top, rim, px)),
            ):
                if self.board.inside(x + dx, y + dy) and self._kind(x + dx, y + dy) is not Terrain.WALL:
                    surface.fill(_RIM, box)
            for dx, dy in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
                sides = self._kind(x + dx, y) is Terrain.WALL and self._kind(x, y + dy) is Terrain.WALL
                if sides and self._kind(x + dx, y + dy) is not Terrain.WALL:
                    corner = (left + (px - rim if dx > 0 else 0), top + (px - rim if dy > 0 else 0), rim, rim)
                    surface.fill(_RIM, corner)
            return
        if self._kind(x, y) is Terrain.PIT:
            self._brink(surface, x, y, at, px)
            return
        level = self.board.heights[y * self.board.width + x]
        if not level:
            return
        for dx, dy, box in (
            (0, -1, (left, top, px, rim)),
            (0, 1, (left, top + px - rim, px, rim)),
            (-1, 0, (left, top, rim, px)),
            (1, 0, (left + px - rim, top, rim, px)),
        ):
            if not self.board.inside(x + dx, y + dy) or self._kind(x + dx, y + dy) is Terrain.WALL:
                continue
            if self.board.heights[(y + dy) * self.board.width + x + dx] < level:
                surface.fill(_STEP, box)
                if dy > 0:
                    surface.fill((_SHADOW,) * 3, (left, top + px, px, max(1, px // 7)), pygame.BLEND_RGB_SUB)

    def _brink(self, surface: pygame.Surface, x: int, y: int, at: tuple[int, int], px: int) -> None:
        """The edge of a pit: a lit line to the ground, broken like a warning, and the dark wall below it."""
        left, top = at
        rim = max(1, px // 11)
        for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0)):
            if not self.board.inside(x + dx, y + dy) or self._kind(x + dx, y + dy) is Terrain.PIT:
                continue
            if dy < 0:
                surface.fill((24, 30, 37), (left, top, px, max(2, px // 4)))
            dash = max(1, px // 4)
            for start in range(0, px, dash * 2):
                long = min(dash, px - start)
                if dy:
                    surface.fill(_HAZARD, (left + start, top if dy < 0 else top + px - rim, long, rim))
                else:
                    surface.fill(_HAZARD, (left if dx < 0 else left + px - rim, top + start, rim, long))


_ZONES: Final = {"exit": "zone_exit", "drop": "zone_deploy"}
"""Zones that are drawn on the floor."""
