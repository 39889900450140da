"""How fast clips are played: own doing at one speed, that of others at another. What is shown is what applies now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import pygame

from game.api import NO_CELL, Game, State
from game.ui import lettering
from game.ui.clips.presenter import SPEEDS
from game.ui.widgets.slider import Slider

if TYPE_CHECKING:
    from game.ui.labels import Labels
    from game.ui.scenes.scene import Scene
    from game.ui.settings import Settings

Pace: TypeAlias = Literal["speed_own", "speed_other"]
"""The setting that says how fast something is played."""
_BAR: Final = ("bar_speed_own", "bar_speed_other")


def speed_names(labels: Labels) -> list[str]:
    """What each speed is called."""
    return [labels("speed_instant") if not speed else f"{speed:g}×" for speed in SPEEDS]


def speed_of(settings: Settings, pace: Pace) -> float:
    """How fast it is played; 0 shows at once what came of it."""
    return 0.0 if settings.still else float(getattr(settings, pace))


def place_of(settings: Settings, pace: Pace) -> int:
    """Which of the speeds is set."""
    speed = getattr(settings, pace)
    return SPEEDS.index(speed) if speed in SPEEDS else 1


def faster(settings: Settings, pace: Pace, steps: int) -> None:
    """Some speeds up or down, as far as there are any."""
    wanted = min(max(place_of(settings, pace) + steps, 0), len(SPEEDS) - 1)
    setattr(settings, pace, SPEEDS[wanted])


def speed_slider(scene: Scene, room: pygame.Rect, pace: Pace, *, named: str = "") -> Slider:
    """A slider at the right end of a room, as wide as it must be.

    ``named``: the label that it has where it is not called after whose speed it is.
    """
    metrics, labels, settings, keys = scene.metrics, scene.labels, scene.window.settings, scene.window.keys

    def change(index: int) -> None:
        setattr(settings, pace, SPEEDS[index])
        scene.refresh()

    keyed = f"{keys.shown('slower')} {keys.shown('faster')}"
    shown = {key: [labels(key, speed=said) for said in speed_names(labels)] for key in ((named,) if named else _BAR)}
    wide = max(lettering.width(said, metrics.small) for values in shown.values() for said in values) + metrics.px(16)
    key = named or f"bar_{pace}"
    return Slider(
        rect=pygame.Rect(room.right - wide, room.y, wide, room.height), name="speed", label="", size=metrics.small,
        values=shown[key], index=place_of(settings, pace), change=change, wraps=False,
        tip=f"{labels(f'{key}_tip')} ({keyed})",
    )  # fmt: skip


def gone_of_hive(game: Game, state: State) -> tuple[int, int] | None:
    """In a turn of the hive: which of its xenos goes now, of how many; None before the first and in other turns."""
    if game.side_kinds.get(state.turn) != "hive":
        return None
    xenos = [unit for unit in state.units.values() if unit.side == state.turn and unit.cell != NO_CELL]
    gone = sum(1 for unit in xenos if unit.count("acted"))
    return (gone, len(xenos)) if gone else None
