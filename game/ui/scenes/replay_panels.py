"""What lies around the board of a replay: buttons, the line of time, and why an action cannot be asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from game.io.errors import quoted
from game.text.naming import Naming
from game.ui import lettering
from game.ui.play.film import Film
from game.ui.play.whys import Whys
from game.ui.widgets.base import Painter, Widget
from game.ui.widgets.controls import Button, Chooser

if TYPE_CHECKING:
    from game.ui.scenes.replay import ReplayScene

WHY_WIDE: Final = 124
"""The width of the button that asks why, in pixels at scale 1."""


def buttons(scene: ReplayScene, row: pygame.Rect) -> list[Widget]:
    """Steps and speed, the seat that watches, and what else can be done with a film."""
    metrics, labels, keys = scene.metrics, scene.labels, scene.window.keys
    each, gap = row.height, metrics.px(5)
    left = row.x
    widgets: list[Widget] = []
    speed = scene.window.settings.speed_other
    for name, icon, act, tip in (
        ("back_one", "icon_undo", scene.back, keys.shown("cursor_left")),
        ("play", "icon_pause" if scene.running else "icon_play", scene.play, keys.shown("skip")),
        ("forward", "icon_step", scene.forward, keys.shown("cursor_right")),
    ):
        rect = pygame.Rect(left, row.y, each, each)
        widgets.append(Button(rect=rect, name=name, label="", icon=icon, act=act, tip=tip))
        left += each + gap
    rect = pygame.Rect(left, row.y, metrics.px(84), each)
    named = labels("speed_instant") if not speed else f"{speed:g}×"
    widgets.append(Button(rect=rect, name="speed", label=named, act=scene.faster, align="centre", size=metrics.small))
    left = rect.right + gap
    naming = Naming(scene.game, scene.game.empty(), labels.words)
    seats = [labels("all_seats"), *[naming.side(side).capitalize() for side in scene.game.side_kinds]]
    rect = pygame.Rect(left, row.y, metrics.px(186), each)
    index = ["", *scene.game.side_kinds].index(scene.seat)
    widgets.append(Chooser(rect=rect, name="seat", label="", values=seats, index=index, change=scene.take_seat))
    right = row.right
    for name, act, wide in (
        ("leave", scene.window.back, 110),
        ("picture", scene.picture, 110),
        ("animation", scene.animation, 80),
        ("from_here", scene.play_from_here, 220),
    ):
        rect = pygame.Rect(right - metrics.px(wide), row.y, metrics.px(wide), each)
        text = labels(f"film_{name}")
        widgets.append(Button(rect=rect, name=name, label=text, act=act, align="centre", size=metrics.small))
        right = rect.x - gap
    return widgets


def obstacle_of(scene: ReplayScene, whys: Whys) -> str:
    """Why nobody can be asked about the action that is shown; empty if a bot can be."""
    if not scene.place:
        return scene.labels("why_opening")
    what = whys.obstacle(scene.seat, scene.place)
    if not what:
        return ""
    by = whys.decider(scene.place)
    naming = Naming(scene.game, scene.game.empty(), scene.labels.words)
    return scene.labels(
        f"why_{what}",
        bot=quoted(by.spec if by is not None else ""),
        side=naming.side(scene.film.scenes[scene.place].side),
        seat=naming.side(scene.seat) if scene.seat else "",
    )


def timeline(painter: Painter, rect: pygame.Rect, film: Film, place: int) -> None:
    """A line with a mark for each round and a knob for this moment."""
    theme, metrics = painter.theme, painter.metrics
    last = max(1, len(film.scenes) - 1)
    y = rect.y + metrics.px(7)
    pygame.draw.line(painter.target, theme.edge, (rect.x, y), (rect.right, y), metrics.px(4))
    x = rect.x + rect.width * place // last
    pygame.draw.line(painter.target, theme.accent, (rect.x, y), (x, y), metrics.px(4))
    free = rect.x
    for number, first in film.rounds().items():
        at = rect.x + rect.width * first // last
        pygame.draw.line(painter.target, theme.dim, (at, y - metrics.px(5)), (at, y + metrics.px(5)), 2)
        said = lettering.line(str(number), metrics.px(11), theme.dim)
        if at >= free and number:
            painter.target.blit(said, said.get_rect(midtop=(at, y + metrics.px(5))))
            free = at + said.get_width() + metrics.px(6)
    pygame.draw.circle(painter.target, theme.text, (x, y), metrics.px(7))
