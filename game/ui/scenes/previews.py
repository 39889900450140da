"""A mission's board as a picture, with what the mission puts on it at the start."""

from __future__ import annotations

from functools import lru_cache

import pygame
from msgspec.structs import replace

from game.api import Game, Marker, State, Unit, load_scenario
from game.ui.art import Art
from game.ui.board.camera import Camera
from game.ui.board.layers import Tint
from game.ui.board.table import STRIP, Marks, Table
from game.ui.theme import Palette, Theme

_ZONES = {"deploy": "info", "objective": "accent", "exit": "good"}


@lru_cache(maxsize=64)
def game_of(scenario: str) -> Game:
    """The game of a mission, loaded once. Raises DataError."""
    return load_scenario(scenario).game


@lru_cache(maxsize=64)
def start_of(scenario: str) -> State:
    """The table with the units and markers that the mission itself places, before set-up."""
    game = game_of(scenario)
    units: dict[int, Unit] = {}
    number = 0
    for side in game.scenario.sides:
        for recruit in side.force:
            number += 1
            known = game.kinds.get(recruit.kind)
            # What hides, and what waits off the board, is no part of what everybody may look up (HI-1).
            if recruit.cell < 0 or recruit.hidden or recruit.reserve or known is None:
                continue
            size = known.profiles[recruit.form].size
            units[number] = Unit(number, recruit.kind, side.id, recruit.cell, size, recruit.form)
    markers = {
        1000 + index: Marker(1000 + index, marker.kind, marker.cell, name=marker.name)
        for index, marker in enumerate(game.scenario.markers)
    }
    return game.indexed(replace(game.empty(), units=units, markers=markers))


@lru_cache(maxsize=48)
def preview(scenario: str, wide: int, high: int, theme: Theme, palette: Palette) -> pygame.Surface:
    """The board of a mission, as large as it goes into ``wide`` x ``high`` pixels: ways in, ways out, objectives."""
    game = game_of(scenario)
    board = game.board
    surface = pygame.Surface((wide, high))
    surface.fill(theme.void)
    # The strips of coordinates are drawn beyond the picture's edge: nobody needs them here.
    port = pygame.Rect(-STRIP, -STRIP, wide + STRIP, high + STRIP)
    camera = Camera(board.width, board.height, port, still=True)
    tints: dict[int, Tint] = {}
    for zone, cells in board.zones.items():
        colour = _ZONES.get(zone.partition(":")[0])
        if colour is not None:
            tints |= dict.fromkeys(cells, (*getattr(theme, colour), 84))
    table = Table(game, Art(), theme, palette, {})
    table.shaded = False
    table.draw(surface, camera, start_of(scenario), "", Marks(tints=tints))
    return surface
