"""What a unit has and cannot use now: greyed below what is possible where there is room, else a line that unfolds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from game.ui import lettering
from game.ui.play.barred import Barred
from game.ui.theme import Colour
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button, Scroll
from game.ui.widgets.flow import Column

if TYPE_CHECKING:
    from game.ui.scenes.play import PlayScene

_FOLD: Final = 24
"""Units of height of the line."""
_LOG: Final = 150
"""Units of height that the log keeps where all reasons are shown at once."""


def fold_height(scene: PlayScene) -> int:
    """Pixels that the line takes; 0 where there is nothing to tell."""
    return scene.metrics.px(_FOLD) + scene.metrics.gap if scene.barred else 0


def barred_rows(scene: PlayScene, column: Column) -> list[Widget]:
    """Each of them greyed with its reason, or the line that unfolds them."""
    found, metrics = scene.barred, scene.metrics
    if not found:
        return []
    highs = [_high(scene, column, row) for row in found]
    if sum(highs) + metrics.gap * len(highs) + metrics.px(_LOG) > column.rest.height:
        return [fold(scene, column.take(metrics.px(_FOLD)))]
    return [
        Button(
            rect=column.take(high), name=f"barred_{number}", label=row.label(scene.labels.words), note=row.why,
            size=metrics.small, act=_nothing, enabled=False,
        )
        for number, (row, high) in enumerate(zip(found, highs, strict=True), 1)
    ]  # fmt: skip


def barred_list(scene: PlayScene, column: Column) -> list[Widget]:
    """All of them in place of what is possible, and the way back."""
    metrics, theme = scene.metrics, scene.theme
    back = fold(scene, column.take(metrics.px(_FOLD)))
    lines: list[tuple[str, Colour]] = []
    for row in scene.barred:
        lines += [(row.label(scene.labels.words), theme.faint), (row.why, theme.dim)]

    def scrolled(offset: int) -> None:
        scene.page = offset

    room = column.rest.width - 2 * metrics.px(8)
    wanted = sum(
        lettering.height(metrics.small) * len(lettering.wrapped(said, metrics.small, room)) for said, _ in lines
    )
    high = min(wanted + metrics.px(8), max(metrics.px(60), column.rest.height - metrics.px(48)))
    return [
        back,
        Scroll(
            rect=column.take(high), name="barred_list", lines=lines, size=metrics.small, scrolled=scrolled,
            offset=min(scene.page, len(lines) - 1), from_top=True,
        ),
    ]  # fmt: skip


def fold(scene: PlayScene, rect: pygame.Rect) -> Button:
    """The line that unfolds them, or folds them up."""
    keys, labels = scene.window.keys, scene.labels
    text = labels("barred_back") if scene.unfolded else labels("barred", count=len(scene.barred))
    return Button(
        rect=rect, name="barred", label=text, act=scene.hands.do_barred,
        key_name=keys.shown("barred"), size=scene.metrics.small, tip=scene.labels("barred_tip"),
    )  # fmt: skip


def _high(scene: PlayScene, column: Column, row: Barred) -> int:
    """Pixels of a greyed row with its reason."""
    metrics = scene.metrics
    room = column.rest.width - 2 * metrics.px(10)
    texts = (row.label(scene.labels.words), row.why)
    lines = sum(len(lettering.wrapped(text, metrics.small, room)) for text in texts)
    return lettering.height(metrics.small) * lines + metrics.px(8)


def _nothing() -> None:
    """A row that is only read."""
