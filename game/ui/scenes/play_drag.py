"""A swarm die under the pointer: lifted from where it lies, shown where it may go, dropped."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import pygame

from game.ui.play.spending import dice_for, face_of
from game.ui.scenes.play_tray import Die, Place, draw_die, plans_of
from game.ui.widgets.base import Painter

if TYPE_CHECKING:
    from game.ui.scenes.play import PlayScene

_FAR: Final = 6
"""Pixels that a press must move to lift a die; less is a click."""
_SIDE: Final = 40


class DragDice:
    """The die that the pointer holds, if it holds one (``face`` is 0 else)."""

    def __init__(self, scene: PlayScene) -> None:
        self._scene = scene
        self.face = 0
        self.source = ""
        self.lifted = False
        self._down = (0, 0)
        self._at = (0, 0)

    def take(self, at: tuple[int, int]) -> bool:
        """The pointer was pressed; True if there is a die under it that may be dragged."""
        found = self._scene.stage.at(at)
        if not isinstance(found, Die) or not found.here:
            return False
        self.face, self.source, self.lifted = found.face, found.source, False
        self._down = self._at = at
        return True

    def move(self, at: tuple[int, int]) -> None:
        """The pointer moved while it holds a die."""
        self._at = at
        if not self.lifted and max(abs(at[0] - self._down[0]), abs(at[1] - self._down[1])) >= _FAR:
            self.lifted = True
            self._scene.stage.let_go()
            self._scene.stage.silent = True
        self._scene.refresh()

    def drop(self, at: tuple[int, int]) -> bool:
        """The pointer was let go: lay the die down there. False if it was never lifted, so that this is a click."""
        scene = self._scene
        place = self._place(at)
        face, source, lifted = self.face, self.source, self.lifted
        self.let_go()
        if not lifted:
            return False
        plans = plans_of(scene)
        if plans is not None and place is not None:
            changed = plans.dropped(scene.spending or Counter(), face, source, place.item)
            if changed is not None:
                scene.spending, scene.told_off = changed, ""
            elif place.item and place.item != source:
                scene.told_off = self._why_not(place.item, face)
        return True

    def let_go(self) -> None:
        """Hold nothing."""
        self.face, self.source, self.lifted = 0, "", False
        self._scene.stage.silent = False
        self._scene.refresh()

    def may_drop(self, item: str) -> bool:
        """Whether the die may be laid on an item."""
        plans = plans_of(self._scene)
        plan = self._scene.spending or Counter()
        return plans is not None and plans.dropped(plan, self.face, self.source, item) is not None

    def _place(self, at: tuple[int, int]) -> Place | None:
        widgets = self._scene.stage.widgets
        return next((it for it in reversed(widgets) if isinstance(it, Place) and it.rect.collidepoint(at)), None)

    def _why_not(self, item: str, face: int) -> str:
        labels = self._scene.labels
        name = labels.words.texts.name("swarm", item)
        name = name[:1].upper() + name[1:]
        if face_of(item) != face:
            return labels("die_wrong", name=name, face=face_of(item), count=dice_for(item))
        return labels("die_enough", name=name)

    def draw(self, painter: Painter) -> None:
        """The die at the pointer, and what dropping it there would mean."""
        if not self.lifted:
            return
        place = self._place(self._at)
        side = painter.metrics.px(_SIDE)
        rect = pygame.Rect(0, 0, side, side)
        rect.center = self._at
        if place is not None and (place.item or self.source):
            good = place.item == self.source or not place.item or self.may_drop(place.item)
            colour = painter.theme.good if good else painter.theme.bad
            pygame.draw.rect(painter.target, colour, place.rect, 3, border_radius=painter.metrics.px(6))
        draw_die(painter, rect, self.face)
