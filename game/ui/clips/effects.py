"""The small drawings of clips: a piece that walks, grows or fades, shots, bursts, symbols over a piece."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pygame

from game.ui import lettering
from game.ui.art import has_picture
from game.ui.board.layers import cells_in
from game.ui.board.table import Pose
from game.ui.clips.clip import Paint, Posing, Stagecraft

_TRACER: Final = (255, 232, 150)
_MISS: Final = (150, 160, 170)


def _eased(share: float) -> float:
    return share * share * (3 - 2 * share)


def walk(unit: int, way: list[tuple[int, int]]) -> Posing:
    """A piece that goes from cell to cell at an even pace."""

    def poses(share: float) -> dict[int, Pose]:
        at = min(max(share, 0.0), 1.0) * (len(way) - 1)
        index = min(int(at), len(way) - 2)
        part = at - index
        (x0, y0), (x1, y1) = way[index], way[index + 1]
        return {unit: Pose(x0 + (x1 - x0) * part, y0 + (y1 - y0) * part)}

    return poses


def grow(unit: int, at: tuple[int, int]) -> Posing:
    """A piece that comes up on its cell."""
    return lambda share: {unit: Pose(*at, alpha=min(1.0, share * 1.5), swell=0.4 + 0.6 * _eased(share))}


def fade(unit: int, at: tuple[int, int]) -> Posing:
    """A piece that goes."""
    return lambda share: {unit: Pose(*at, alpha=1 - share, swell=1 + 0.15 * share)}


def symbol(thing: int, name: str) -> Paint:
    """A picture that rises over a piece."""

    def paint(craft: Stagecraft, share: float) -> None:
        middle = craft.middle(thing)
        if middle is None or not has_picture(name):
            return
        side = max(14, round(craft.camera.px * 0.7))
        picture = craft.art.picture(name, side)
        if share > 0.7:
            picture = picture.copy()
            picture.set_alpha(round(255 * (1 - share) / 0.3))
        rise = round(side * 0.5 * _eased(min(1.0, share * 2)))
        craft.target.blit(picture, picture.get_rect(center=(middle[0], middle[1] - rise)))

    return paint


def floating(thing: int, text: str, *, good: bool) -> Paint:
    """A short text that rises from a piece."""

    def paint(craft: Stagecraft, share: float) -> None:
        middle = craft.middle(thing)
        if middle is None:
            return
        colour = craft.theme.good if good else craft.theme.bad
        drawn = lettering.outlined(text, max(16, round(craft.camera.px * 0.7)), colour, (8, 11, 15))
        drawn.set_alpha(255 if share < 0.6 else round(255 * (1 - share) / 0.4))
        craft.target.blit(drawn, drawn.get_rect(center=(middle[0], middle[1] - round(craft.camera.px * 0.8 * share))))

    return paint


def shot(attacker: int, target: int, hits: int, *, door: int) -> Paint:
    """A tracer from one piece to another, or a slash between neighbours."""

    def paint(craft: Stagecraft, share: float) -> None:
        end = craft.middle(target)
        if end is None and door >= 0:
            x, y = craft.game.board.xy(craft.game.board.doors[door].cells[0])
            end = craft.camera.screen(x + 0.5, y + 0.5)
        start = craft.middle(attacker) or end
        if start is None or end is None:
            return
        px = craft.camera.px
        far = max(abs(start[0] - end[0]), abs(start[1] - end[1])) > px * 1.6
        if far and share < 0.5:
            head = min(1.0, share / 0.4)
            tail = max(0.0, head - 0.35)
            a = (start[0] + (end[0] - start[0]) * tail, start[1] + (end[1] - start[1]) * tail)
            b = (start[0] + (end[0] - start[0]) * head, start[1] + (end[1] - start[1]) * head)
            pygame.draw.line(craft.target, _TRACER if hits else _MISS, a, b, max(2, px // 9))
        name = "icon_blast" if hits else ""
        if not far:
            name = "icon_slash"
        if name and (share > 0.35 or not far):
            side = max(12, round(px * (0.5 + 0.5 * share)))
            picture = craft.art.picture(name, side)
            if not hits:
                picture = picture.copy()
                picture.set_alpha(130)
            craft.target.blit(picture, picture.get_rect(center=end))

    return paint


def flash(cells: Iterable[int]) -> Paint:
    """Cells that light up and fade."""
    lit = tuple(cells)

    def paint(craft: Stagecraft, share: float) -> None:
        px = craft.camera.px
        glow = pygame.Surface((px, px), pygame.SRCALPHA)
        glow.fill((*craft.theme.accent, round(150 * (1 - share))))
        for cell in lit:
            if cell >= 0:
                craft.target.blit(glow, craft.camera.screen(*craft.game.board.xy(cell)))

    return paint


def area(mask: int, *, gas: bool) -> Paint:
    """A template that spreads."""
    lit = cells_in(mask)

    def paint(craft: Stagecraft, share: float) -> None:
        px = craft.camera.px
        picture = craft.art.picture("cloud_gas", px) if gas else None
        glow = pygame.Surface((px, px), pygame.SRCALPHA)
        glow.fill((255, 140, 50, round(190 * (1 - share))))
        for cell in lit:
            craft.target.blit(picture or glow, craft.camera.screen(*craft.game.board.xy(cell)))

    return paint


def burst(cell: int) -> Paint:
    """Something goes to pieces on a cell."""

    def paint(craft: Stagecraft, share: float) -> None:
        if cell < 0:
            return
        x, y = craft.game.board.xy(cell)
        side = max(10, round(craft.camera.px * (0.6 + 1.2 * share)))
        picture = craft.art.picture("icon_blast", side - side % 2).copy()
        picture.set_alpha(round(255 * (1 - share * 0.8)))
        craft.target.blit(picture, picture.get_rect(center=craft.camera.screen(x + 0.5, y + 0.5)))

    return paint
