"""Hands on a replay: the board as in a match, the line of time, and a key for everything."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import pygame

from game.api import NO_CELL
from game.ui.scenes.books import codex, legend
from game.ui.scenes.play_hover import subject_of
from game.ui.scenes.pushing import WAYS, push

if TYPE_CHECKING:
    from game.ui.scenes.replay import ReplayScene

_DRAG: Final = 6
"""Pixels that a press must move to be a drag."""


class ReplayHands:
    """What pointer and keys do to a replay."""

    def __init__(self, scene: ReplayScene) -> None:
        self._scene = scene
        self._held: set[str] = set()
        self._down: tuple[int, int] | None = None
        self._dragging = ""

    @property
    def moving(self) -> bool:
        """Whether a key pushes the board."""
        return bool(self._held)

    def tick(self, seconds: float) -> bool:
        """Push the board."""
        pushed = push(self._scene.camera, self._held, seconds)
        if pushed:
            self._point(self._scene.stage.pointer)
        return pushed

    def take(self, event: pygame.event.Event) -> bool:
        """Take an event. True if the picture changed, or something was done."""
        scene = self._scene
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        if event.type == pygame.KEYUP:
            command = scene.window.keys.command(event)
            self._held.discard(command)
            return command in WAYS
        if event.type == pygame.MOUSEWHEEL and self._on_board(scene.stage.pointer):
            return scene.camera.zoom(1 if event.y > 0 else -1, scene.stage.pointer)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if scene.line.collidepoint(event.pos):
                self._dragging = "line"
                self._scrub(event.pos[0])
                return True
            if self._on_board(event.pos):
                self._dragging, self._down = "board", event.pos
                return True
        if event.type == pygame.MOUSEBUTTONUP and self._dragging:
            clicked, self._dragging, self._down = self._down, "", None
            if clicked is not None:
                self._select(event.pos)
            return True
        return event.type == pygame.MOUSEMOTION and self._moved(event)

    def _on_board(self, point: tuple[int, int]) -> bool:
        return self._scene.camera.port.collidepoint(point) and not self._scene.stage.covers(point)

    def _moved(self, event: pygame.event.Event) -> bool:
        scene = self._scene
        scene.stage.handle(event)
        if self._dragging == "line" and any(event.buttons):
            self._scrub(event.pos[0])
            return True
        if self._dragging == "board" and any(event.buttons):
            if self._down is not None:
                far = max(abs(event.pos[0] - self._down[0]), abs(event.pos[1] - self._down[1]))
                if far < _DRAG:
                    return False
                self._down = None
            scene.camera.pan(-event.rel[0], -event.rel[1])
            return True
        self._point(event.pos)
        scene.refresh()
        return True

    def _point(self, at: tuple[int, int]) -> None:
        scene = self._scene
        spot = scene.camera.cell(at) if self._on_board(at) else None
        cell = scene.game.board.cell(*spot) if spot is not None else NO_CELL
        if cell != scene.cursor:
            scene.cursor = cell
            scene.refresh()

    def _select(self, at: tuple[int, int]) -> None:
        """A unit that was clicked stays on the card."""
        scene = self._scene
        self._point(at)
        unit = scene.unit_at(scene.cursor) if scene.cursor != NO_CELL else None
        scene.selected = unit.id if unit is not None else 0
        scene.refresh()

    def _scrub(self, x: int) -> None:
        self._scene.running = False
        self._scene.go(self._scene.place_at(x))

    def _key(self, event: pygame.event.Event) -> bool:
        scene = self._scene
        command = scene.window.keys.command(event)
        if event.key in (pygame.K_HOME, pygame.K_END):
            scene.running = False
            scene.go(0 if event.key == pygame.K_HOME else len(scene.film.scenes) - 1)
            return True
        if command in WAYS:
            self._held.add(command)
            return True
        does = self._does().get(command)
        if does is None:
            return False
        does()
        scene.refresh()
        return True

    def _does(self) -> dict[str, Callable[[], object]]:
        scene = self._scene
        window, camera = scene.window, scene.camera
        return {
            "skip": scene.play,
            "pause": scene.play,
            "step": scene.forward,
            "cursor_right": scene.forward,
            "cursor_left": scene.back,
            "earlier": lambda: scene.jump(-1),
            "later": lambda: scene.jump(1),
            "round_back": lambda: scene.jump(-1, rounds=True),
            "round_on": lambda: scene.jump(1, rounds=True),
            "zoom_in": lambda: camera.zoom(1),
            "zoom_out": lambda: camera.zoom(-1),
            "fit": camera.fit,
            "centre": scene.centre,
            "faster": scene.faster,
            "slower": lambda: scene.faster(-1),
            "why": scene.why,
            "codex": lambda: window.open(codex(window, about=subject_of(scene, scene.words()))),
            "legend": lambda: window.open(legend(window)),
            "film_seat": lambda: scene.take_seat(scene.seats.index(scene.seat) + 1),
            "film_picture": scene.picture,
            "film_animation": scene.animation,
            "film_from_here": scene.play_from_here,
        }
