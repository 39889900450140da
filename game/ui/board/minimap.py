"""The board in small: where everyone is, and what the camera shows."""

from __future__ import annotations

import pygame

from game.api import NO_CELL, Board, State, Terrain
from game.ui.board.camera import Camera
from game.ui.theme import SideColours, Theme

_COLOURS = {
    Terrain.FLOOR: (70, 82, 95),
    Terrain.WALL: (18, 22, 27),
    Terrain.DOOR: (150, 160, 172),
    Terrain.DIFFICULT: (110, 102, 84),
    Terrain.BARRICADE: (150, 124, 60),
    Terrain.PIT: (8, 9, 12),
}


class Minimap:
    """Draws a board in small; a click on it is a place."""

    def __init__(self, board: Board, theme: Theme) -> None:
        self._board = board
        self._theme = theme
        self._small = pygame.Surface((board.width, board.height))
        for cell, kind in enumerate(board.terrain):
            red, green, blue = _COLOURS[kind]
            lift = board.heights[cell] * 18
            self._small.set_at(board.xy(cell), (min(255, red + lift), min(255, green + lift), min(255, blue + lift)))
        self._scaled: pygame.Surface | None = None
        self._rect = pygame.Rect(0, 0, 0, 0)

    def place(self, room: pygame.Rect) -> pygame.Rect:
        """Take as much of ``room`` as the board's shape allows, in its middle; answers with what was taken."""
        share = min(room.width / self._board.width, room.height / self._board.height)
        size = (max(1, int(self._board.width * share)), max(1, int(self._board.height * share)))
        rect = pygame.Rect((0, 0), size)
        rect.center = room.center
        if self._scaled is None or self._scaled.get_size() != size:
            self._scaled = pygame.transform.scale(self._small, size)
        self._rect = rect
        return rect

    def draw(
        self, target: pygame.Surface, state: State, colours: dict[str, SideColours], camera: Camera | None = None
    ) -> None:
        """Draw it where it was placed."""
        if self._scaled is None:
            return
        target.blit(self._scaled, self._rect)
        share = self._rect.width / self._board.width
        dot = max(2, round(share))
        for marker in state.markers.values():
            if marker.cell != NO_CELL and not marker.carrier:
                x, y = self._board.xy(marker.cell)
                target.fill(
                    self._theme.accent, (self._rect.x + int(x * share), self._rect.y + int(y * share), dot, dot)
                )
        for unit in state.units.values():
            if unit.cell != NO_CELL:
                x, y = self._board.xy(unit.cell)
                side = max(dot, round(share * unit.size))
                at = (self._rect.x + int(x * share), self._rect.y + int(y * share), side, side)
                target.fill(colours[unit.side].body, at)
        if camera is not None:
            frame = camera.frame
            shown = pygame.Rect(
                self._rect.x + frame.left / frame.px * share,
                self._rect.y + frame.top / frame.px * share,
                frame.width / frame.px * share,
                frame.height / frame.px * share,
            ).clip(self._rect)
            pygame.draw.rect(target, self._theme.focus, shown, 1)
        pygame.draw.rect(target, self._theme.edge, self._rect.inflate(2, 2), 1)

    def point(self, at: tuple[int, int]) -> tuple[float, float] | None:
        """The point of the board under a point of the window; None beside the map."""
        if not self._rect.collidepoint(at):
            return None
        share = self._rect.width / self._board.width
        return (at[0] - self._rect.x) / share, (at[1] - self._rect.y) / share
