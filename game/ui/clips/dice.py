"""Dice on the screen: they tumble and land on the faces that were logged."""

from __future__ import annotations

from typing import Final

import pygame

from game.text.words import Words
from game.ui import lettering
from game.ui.clips.presenter import LANDED, Presenter
from game.ui.widgets.base import Painter

_MOST: Final = 12
"""Dice that are drawn; of more, the first."""
_INK: Final = (14, 18, 23)


def draw_dice(painter: Painter, port: pygame.Rect, presenter: Presenter, words: Words) -> None:
    """The dice of the clip that is played, or of the last one, at the lower edge of the board."""
    dice = presenter.dice
    if dice is None:
        return
    running = presenter.clip is not None and presenter.clip.dice is dice
    share = presenter.share if running else 1.0
    metrics, theme = painter.metrics, painter.theme
    side, gap = metrics.px(44), metrics.px(8)
    faces = dice.faces[:_MOST]
    said = words.of("purposes", dice.purpose)
    wide = max(len(faces) * (side + gap) - gap, lettering.width(said, metrics.normal)) + 2 * metrics.pad
    box = pygame.Rect(0, 0, wide, side + lettering.height(metrics.normal) + metrics.px(22))
    box.midbottom = (port.centerx, port.bottom - metrics.px(12))
    ground = pygame.Surface(box.size, pygame.SRCALPHA)
    pygame.draw.rect(ground, (*theme.panel, 225), ground.get_rect(), border_radius=metrics.px(8))
    pygame.draw.rect(ground, (*theme.edge, 255), ground.get_rect(), 1, border_radius=metrics.px(8))
    painter.target.blit(ground, box)
    title = lettering.line(said, metrics.normal, theme.dim)
    painter.target.blit(title, title.get_rect(midtop=(box.centerx, box.y + metrics.px(6))))
    left = box.centerx - (len(faces) * (side + gap) - gap) // 2
    top = box.bottom - side - metrics.px(9)
    for index, face in enumerate(faces):
        landed = LANDED * (0.6 + 0.4 * (index + 1) / len(faces))
        rolling = share < landed
        hop = round(metrics.px(10) * abs(1 - 2 * (share / landed % 0.5) / 0.5)) if rolling else 0
        shown = (face + round((landed - share) * 40) * 7 + index) % dice.sides + 1 if rolling else face
        picture = painter.art.picture("die_6" if dice.sides == 6 else "die_20", side)
        at = picture.get_rect(topleft=(left + index * (side + gap), top - hop))
        painter.target.blit(picture, at)
        number = lettering.line(str(shown), metrics.px(20), _INK)
        painter.target.blit(number, number.get_rect(center=(at.centerx, at.centery + 1)))


def draw_banner(painter: Painter, port: pygame.Rect, presenter: Presenter) -> None:
    """A heading across the board while its clip lasts."""
    if not presenter.banner or presenter.clip is None:
        return
    metrics, theme = painter.metrics, painter.theme
    share = presenter.share
    alpha = round(255 * min(1.0, share * 6, (1 - share) * 6))
    lines = lettering.wrapped(presenter.banner, metrics.px(30), port.width - 2 * metrics.px(40))
    step = lettering.height(metrics.px(30))
    band = pygame.Surface((port.width, step * len(lines) + metrics.px(22)), pygame.SRCALPHA)
    band.fill((*theme.back, 205))
    band.fill((*theme.accent, 255), (0, 0, port.width, 2))
    band.fill((*theme.accent, 255), (0, band.get_height() - 2, port.width, 2))
    for index, said in enumerate(lines):
        drawn = lettering.line(said, metrics.px(30), theme.text)
        band.blit(drawn, drawn.get_rect(midtop=(port.width // 2, metrics.px(12) + index * step)))
    band.set_alpha(alpha)
    painter.target.blit(band, band.get_rect(center=(port.centerx, port.y + port.height // 3)))
