"""The ground, drawn once for a zoom in square pieces and kept: floor, walls, heights, zones."""

from __future__ import annotations

from typing import Final

import pygame

from game.api import Board, Terrain
from game.ui.art import Art
from game.ui.board.camera import Camera
from game.ui.board.relief import AROUND, HIGH, LOW, NONE, draw_depth, draw_face, face_height, shade
from game.ui.theme import Colour, Theme

PIECE: Final = 512
"""About how wide a piece is in pixels."""
KEPT: Final = 64
"""Pieces kept; those not shown lately go first."""
_DECK: Final = (0, 0, 0, 1, 0, 4, 0, 3, 0, 1, 0, 0, 2, 0, 5, 0)
"""Which floor plates lie how often."""
_TONES: Final = (0, 5, 0, -5, 3, -3)
"""How much lighter deck plates of two by two cells are than the floor."""
_SEAM: Final = 9
_RIM: Final[Colour] = (150, 166, 182)
_SHADOW: Final = 36
_HAZARD: Final[Colour] = (214, 168, 44)
_STEP: Final[Colour] = (178, 194, 208)
_PLAIN: Final[Colour] = (34, 40, 47)
_GRID: Final[Colour] = (92, 104, 116)
_BLACK: Final[Colour] = (0, 0, 0)
_WHITE: Final[Colour] = (255, 255, 255)
"""Floor, grid, walls and rims of a theme that is stark."""


def scatter(x: int, y: int) -> int:
    """A number that looks random and is the same for a cell in every game."""
    value = (x * 374761393 + y * 668265263) & 0xFFFFFFFF
    value = (value ^ (value >> 13)) * 1274126177 & 0xFFFFFFFF
    return value >> 16


def plate_at(x: int, y: int) -> tuple[int, int]:
    """The deck plate that a cell lies on; each row of plates is shifted against the one before."""
    row = y // 2
    return (x + row % 2) // 2, row


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
        if self._theme.stark:
            self._plain(surface, "" if name.startswith("floor") else name, kind, at, px)
        else:
            surface.blit(self._art.picture(name, px), at)
        if kind not in (Terrain.WALL, Terrain.PIT) and not self._theme.stark:
            self._plate(surface, x, y, at, px)
        level = self.board.heights[cell]
        if level and kind not in (Terrain.WALL, Terrain.PIT):
            surface.fill((15 * level, 16 * level, 17 * level), (*at, px, px), pygame.BLEND_RGB_ADD)
        if kind in (Terrain.WALL, Terrain.PIT):
            return
        for zone, cells in self.board.zones.items():
            if zone in _ZONES and self.board.zone_mask(zone) >> cell & 1:
                self._zone(surface, _ZONES[zone], at, px)
            elif zone.startswith("objective") and self.board.zone_mask(zone) >> cell & 1 and cells:
                self._zone(surface, "zone_hold", at, px)

    def _plain(self, surface: pygame.Surface, name: str, kind: Terrain, at: tuple[int, int], px: int) -> None:
        """Nothing but what matters: black where nobody goes, else a dark cell of a grid with what lies there."""
        if kind in (Terrain.WALL, Terrain.PIT):
            surface.fill(_BLACK, (*at, px, px))
            return
        surface.fill(_PLAIN, (*at, px, px))
        if name:
            picture = self._art.picture(name, px).copy()
            picture.fill((36, 36, 36, 0), special_flags=pygame.BLEND_RGBA_ADD)
            surface.blit(picture, at)
        line = max(1, px // 32)
        surface.fill(_GRID, (at[0] + px - line, at[1], line, px))
        surface.fill(_GRID, (at[0], at[1] + px - line, px, line))

    def _plate(self, surface: pygame.Surface, x: int, y: int, at: tuple[int, int], px: int) -> None:
        """The deck is of plates of two by two cells, none quite like the next."""
        column, row = plate_at(x, y)
        tone = _TONES[scatter(column, row) % len(_TONES)]
        if tone:
            how = pygame.BLEND_RGB_ADD if tone > 0 else pygame.BLEND_RGB_SUB
            surface.fill((abs(tone),) * 3, (*at, px, px), how)
        seam = max(1, px // 28)
        if plate_at(x + 1, y) != (column, row):
            surface.fill((_SEAM,) * 3, (at[0] + px - seam, at[1], seam, px), pygame.BLEND_RGB_SUB)
        if plate_at(x, y + 1) != (column, row):
            surface.fill((_SEAM,) * 3, (at[0], at[1] + px - seam, px, seam), pygame.BLEND_RGB_SUB)

    def _zone(self, surface: pygame.Surface, name: str, at: tuple[int, int], px: int) -> None:
        surface.blit(self._art.picture(name, px), at)

    def _stands_out(self, x: int, y: int, level: int) -> int:
        """How high a neighbour stands out over a floor; what is beyond the board does not."""
        if not self.board.inside(x, y):
            return NONE
        if self._kind(x, y) is Terrain.WALL:
            return HIGH
        return LOW if self.board.heights[y * self.board.width + x] > level else NONE

    def _edges(self, surface: pygame.Surface, x: int, y: int, at: tuple[int, int], px: int) -> None:
        """Light and shade, the faces and rims of walls, pits and ledges."""
        kind = self._kind(x, y)
        if kind is Terrain.WALL:
            self._wall(surface, x, y, at, px)
        elif kind is Terrain.PIT:
            self._brink(surface, x, y, at, px)
        else:
            level = self.board.heights[y * self.board.width + x]
            around = tuple(self._stands_out(x + dx, y + dy, level) for dx, dy in AROUND)
            if any(around) and not self._theme.stark:
                surface.blit(shade(around, px), at, special_flags=pygame.BLEND_RGB_SUB)
            if level:
                self._ledge(surface, x, y, at, px)

    def _open(self, x: int, y: int) -> bool:
        return self.board.inside(x, y) and self._kind(x, y) is not Terrain.WALL

    def _wall(self, surface: pygame.Surface, x: int, y: int, at: tuple[int, int], px: int) -> None:
        """A wall's top, lit towards open ground, its bright rim, and its face where that looks south."""
        left, top = at
        rim = max(2, round(px / 12)) if self._theme.stark else max(1, round(px / 20))
        colour = _WHITE if self._theme.stark else _RIM
        ways = {(dx, dy): self._open(x + dx, y + dy) for dx, dy in AROUND}
        if not any(ways.values()):
            return
        low, face = top + px, 0 if self._theme.stark else face_height(px)
        if not self._theme.stark:
            around = tuple(LOW if ways[way] else NONE for way in AROUND)
            surface.blit(shade(around, px), at, special_flags=pygame.BLEND_RGB_ADD)
        if ways[0, 1]:
            if face:
                draw_face(surface, left, low, px)
            low -= face
            surface.fill(colour, (left, low - rim, px, rim))
        if ways[0, -1]:
            surface.fill(colour, (left, top, px, rim))
        # Beside a face the rim goes on down to where the neighbour's begins, and no further.
        for dx, edge in ((-1, left), (1, left + px - rim)):
            if ways[dx, 0]:
                surface.fill(colour, (edge, top, rim, low - top))
        for dx, dy in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
            if ways[dx, dy] and not ways[dx, 0] and not ways[0, dy]:
                edge = left + (px - rim if dx > 0 else 0)
                if dy < 0:
                    surface.fill(colour, (edge, top, rim, rim))
                else:
                    surface.fill(colour, (edge, top + px - face - rim, rim, face + rim))

    def _ledge(self, surface: pygame.Surface, x: int, y: int, at: tuple[int, int], px: int) -> None:
        """The edge of higher ground: a light line, and towards the south its face."""
        left, top = at
        rim = max(1, round(px / 24))
        level = self.board.heights[y * self.board.width + x]
        for dx, dy, box in (
            (0, -1, (left, top, px, rim)),
            (-1, 0, (left, top, rim, px)),
            (1, 0, (left + px - rim, top, rim, px)),
            (0, 1, (left, top + px - 3 * rim, px, rim)),
        ):
            if not self._open(x + dx, y + dy):
                continue
            if self.board.heights[(y + dy) * self.board.width + x + dx] < level:
                if dy > 0:
                    surface.fill((_SHADOW,) * 3, (left, top + px - 3 * rim, px, 3 * rim), pygame.BLEND_RGB_SUB)
                surface.fill(_STEP, box)

    def _brink(self, surface: pygame.Surface, x: int, y: int, at: tuple[int, int], px: int) -> None:
        """The edge of a pit: a lit line to the ground, broken like a warning, and the dark wall below it."""
        left, top = at
        rim = max(1, px // 14)
        for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0)):
            if not self.board.inside(x + dx, y + dy) or self._kind(x + dx, y + dy) is Terrain.PIT:
                continue
            if dy < 0:
                draw_depth(surface, left, top, px)
            dash = max(1, px // 4)
            for start in range(0, px, dash * 2):
                long = min(dash, px - start)
                if dy:
                    surface.fill(_HAZARD, (left + start, top if dy < 0 else top + px - rim, long, rim))
                else:
                    surface.fill(_HAZARD, (left if dx < 0 else left + px - rim, top + start, rim, long))


_ZONES: Final = {"exit": "zone_exit", "drop": "zone_deploy"}
"""Zones that are drawn on the floor."""
