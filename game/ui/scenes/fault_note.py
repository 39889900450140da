"""What went wrong, on any screen: a sentence for the player, and for authors of files the whole line as its tip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.widgets.plain import Text

if TYPE_CHECKING:
    import pygame

    from game.api import BroodfallError
    from game.ui.scenes.scene import Scene


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
