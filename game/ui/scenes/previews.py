"""A mission's board as a picture, with who stands on it at the start."""

from __future__ import annotations

from functools import lru_cache

import pygame

from game.api import Board, Game, State, load_scenario
from game.ui.board.minimap import Minimap
from game.ui.board.tokens import side_colours
from game.ui.theme import Palette, Theme


@lru_cache(maxsize=64)
def _loaded(scenario: str) -> Game:
    return load_scenario(scenario).game


def game_of(scenario: str) -> Game:
    """The game of a mission, loaded once. Raises DataError."""
    return _loaded(scenario)


@lru_cache(maxsize=64)
def _start(scenario: str) -> State:
    """The table before set-up, with what the mission puts on it."""
    return game_of(scenario).empty()


@lru_cache(maxsize=128)
def preview(scenario: str, wide: int, high: int, theme: Theme, palette: Palette) -> pygame.Surface:
    """The board of a mission in small, in the middle of ``wide`` x ``high`` pixels."""
    game = game_of(scenario)
    board: Board = game.board
    surface = pygame.Surface((wide, high))
    surface.fill(theme.void)
    small = Minimap(board, theme)
    rect = small.place(surface.get_rect().inflate(-8, -8))
    small.draw(surface, _start(scenario), side_colours(game, palette))
    share = rect.width / board.width
    _zones(surface, game, rect, share, theme)
    _forces(surface, game, rect, share, palette)
    return surface


def _zones(surface: pygame.Surface, game: Game, rect: pygame.Rect, share: float, theme: Theme) -> None:
    """Ways out green, deployment blue, objectives amber."""
    for zone, cells in game.board.zones.items():
        colour = {"exit": theme.good, "deploy": theme.info, "objective": theme.accent}.get(zone.partition(":")[0])
        if colour is None:
            continue
        glow = pygame.Surface((max(1, round(share)), max(1, round(share))), pygame.SRCALPHA)
        glow.fill((*colour, 120))
        for cell in cells:
            x, y = game.board.xy(cell)
            surface.blit(glow, (rect.x + int(x * share), rect.y + int(y * share)))


def _forces(surface: pygame.Surface, game: Game, rect: pygame.Rect, share: float, palette: Palette) -> None:
    """Units that the mission places, and its markers."""
    colours = side_colours(game, palette)
    dot = max(2, round(share))
    for side in game.scenario.sides:
        for recruit in side.force:
            if recruit.cell >= 0:
                x, y = game.board.xy(recruit.cell)
                surface.fill(colours[side.id].body, (rect.x + int(x * share), rect.y + int(y * share), dot, dot))
    for marker in game.scenario.markers:
        x, y = game.board.xy(marker.cell)
        at = (rect.x + int((x + 0.5) * share), rect.y + int((y + 0.5) * share))
        pygame.draw.circle(surface, (255, 225, 77), at, max(3, dot))
