"""What lies behind the title: a moment on one of the boards, half in the dark."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import pygame
from msgspec.structs import replace

from game.api import Unit
from game.ui.art import Art
from game.ui.board.camera import Camera
from game.ui.board.table import STRIP, Marks, Table
from game.ui.scenes.previews import game_of
from game.ui.theme import Palette, Theme

MISSION: Final = "concourse"
_PX: Final = 64
_CENTRE: Final = (13.5, 23.5)
_CAST: Final = (
    ("officer", "marines", 13, 26, 0), ("gunner", "marines", 15, 25, 0), ("burner", "marines", 16, 26, 0),
    ("medic", "marines", 14, 27, 0), ("psyker", "marines", 17, 25, 0), ("breacher", "marines", 14, 22, 1),
    ("gaunt", "hive", 15, 21, 0), ("gaunt", "hive", 13, 21, 0), ("stealer", "hive", 16, 20, 0),
    ("gaunt", "hive", 18, 22, 0), ("warrior", "hive", 17, 20, 1), ("brood_leader", "hive", 16, 19, 0),
    ("mantis", "hive", 19, 20, 0), ("swarm", "hive", 13, 19, 0), ("crusher", "hive", 17, 18, 1),
)  # fmt: skip
"""Kind, side, column, row and wounds of everyone in the picture."""


@lru_cache(maxsize=4)
def title_picture(wide: int, high: int, theme: Theme, palette: Palette) -> pygame.Surface:
    """The picture for a window of a size, with its left side dark for the menu."""
    game = game_of(MISSION)
    board = game.board
    units: dict[int, Unit] = {}
    for number, (kind, side, x, y, wounds) in enumerate(_CAST, 1):
        size = game.kinds[kind].profiles[0].size
        units[number] = Unit(
            number, kind, side, board.cell(x, y), size, wounds=wounds, group=7 if side == "hive" else 0
        )
    state = game.indexed(replace(game.empty(), units=units))
    surface = pygame.Surface((wide, high))
    if pygame.display.get_surface():
        surface = surface.convert()
    camera = Camera(board.width, board.height, pygame.Rect(-STRIP, -STRIP, wide + STRIP, high + STRIP), still=True)
    camera.px = _PX if high <= 1080 else 2 * _PX
    camera.centre(_CENTRE[0] - wide * 0.2 / camera.px, _CENTRE[1], glide=False)
    table = Table(game, Art(), theme, palette, {})
    table.draw(surface, camera, state, "marines", Marks())
    veil = pygame.Surface((wide, 1), pygame.SRCALPHA)
    for x in range(wide):
        share = min(1.0, max(0.0, (x / wide - 0.22) / 0.5))
        veil.set_at((x, 0), (*theme.back, round(250 - 205 * share * share * (3 - 2 * share))))
    surface.blit(pygame.transform.scale(veil, (wide, high)), (0, 0))
    edge = pygame.Surface((1, high), pygame.SRCALPHA)
    for y in range(high):
        share = abs(2 * y / high - 1) ** 3
        edge.set_at((0, y), (*theme.back, round(190 * share)))
    surface.blit(pygame.transform.scale(edge, (wide, high)), (0, 0))
    return surface
