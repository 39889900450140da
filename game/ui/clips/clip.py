"""What a clip is: how long one event is played, where pieces are meanwhile, and what is drawn over the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

import pygame

from game.api import NO_CELL, Event, Game, State, Unit
from game.ui.art import Art
from game.ui.board.camera import Camera
from game.ui.board.table import Pose
from game.ui.theme import Theme


@dataclass(frozen=True, slots=True)
class Stagecraft:
    """What clips draw with."""

    target: pygame.Surface
    camera: Camera
    art: Art
    theme: Theme
    game: Game
    state: State

    def middle(self, thing: int) -> tuple[int, int] | None:
        """The centre of a unit or marker in the window; None for one that is not on the board."""
        spot = where(self.state, thing)
        if spot is None:
            return None
        cell, size = spot
        x, y = self.game.board.xy(cell)
        return self.camera.screen(x + size / 2, y + size / 2)


def where(state: State, thing: int) -> tuple[int, int] | None:
    """Anchor and size of a unit, gone unit or marker; None for one that is not on the board."""
    unit: Unit | None = state.units.get(thing)
    if unit is not None:
        return (unit.cell, unit.size) if unit.cell != NO_CELL else None
    gone = state.gone.get(thing)
    if gone is not None and gone.cell != NO_CELL:
        return gone.cell, gone.unit.size
    marker = state.markers.get(thing)
    return (marker.cell, 1) if marker is not None and marker.cell != NO_CELL else None


Paint: TypeAlias = Callable[[Stagecraft, float], None]
"""Draws a clip over the table when a share of its time (0 to 1) is over."""

Posing: TypeAlias = Callable[[float], dict[int, Pose]]
"""Where pieces are when a share of a clip's time is over."""


def unposed(_share: float) -> dict[int, Pose]:
    """Nobody is on the way."""
    return {}


def unpainted(_craft: Stagecraft, _share: float) -> None:
    """Nothing is drawn over the table."""


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice that fall: what for, how many sides, and the faces that were logged."""

    purpose: str
    sides: int
    faces: tuple[int, ...]
    target: int = 0


@dataclass(frozen=True, slots=True)
class Clip:
    """How one event is shown. ``seconds`` 0: not at all, it is only folded.

    ``early``: the event is folded before the clip (what appears must be there), else after it. ``focus`` is a cell
    worth looking at; ``banner`` a heading across the table.
    """

    event: Event
    seconds: float = 0.0
    early: bool = True
    poses: Posing = unposed
    paint: Paint = unpainted
    caption: str = ""
    banner: str = ""
    focus: int = NO_CELL
    dice: Dice | None = None
    about: int = field(default=0)
