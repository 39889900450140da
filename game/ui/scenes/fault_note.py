"""What went wrong, on any screen: a sentence for the player, and for authors of files the whole line as its tip."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.ui.widgets.plain import Panel, Text

if TYPE_CHECKING:
    from game.api import BroodfallError
    from game.ui.scenes.scene import Scene
    from game.ui.widgets.base import Widget


def fault_high(scene: Scene, error: BroodfallError | OSError, wide: int, *, size: int = 0) -> int:
    """How high the note of an error is at some width."""
    return Text.needs(scene.labels.fault(error), size or scene.metrics.small, wide)


def fault_note(scene: Scene, error: BroodfallError | OSError, rect: pygame.Rect, *, size: int = 0) -> Text:
    """The note of an error."""
    said = scene.labels.fault(error)
    whole = " ".join(str(error).split())
    return Text(
        rect=rect, name="fault", text=said, size=size or scene.metrics.small, colour=scene.theme.bad, wrap=True,
        tip="" if whole == said else whole,
    )  # fmt: skip


def fault_panel(scene: Scene, error: BroodfallError | OSError, room: pygame.Rect) -> list[Widget]:
    """The note of an error on a panel of its own, at the top of some room."""
    metrics = scene.metrics
    note = pygame.Rect(0, 0, min(metrics.px(520), room.width - 4 * metrics.pad), 0)
    note.height = fault_high(scene, error, note.width, size=metrics.normal)
    note.midtop = room.centerx, room.y + metrics.px(20)
    panel = Panel(rect=note.inflate(metrics.px(24), metrics.px(20)))
    return [panel, fault_note(scene, error, note, size=metrics.normal)]
