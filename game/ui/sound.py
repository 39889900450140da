"""Sounds, from `assets/sounds`. Where there is no device or no file, there is silence, and one line says so."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pygame

from game.io.resources import assets_dir

OF_EVENTS: Final = {
    "unit_moved": "step",
    "unit_placed": "place",
    "unit_arrived": "place",
    "unit_removed": "death",
    "unit_wounded": "wound",
    "marker_wounded": "hit",
    "dice_rolled": "dice",
    "attack_resolved": "shot",
    "save_made": "save",
    "door_opened": "door",
    "door_closed": "door",
    "door_held": "hit",
    "door_destroyed": "burst",
    "spore_burst": "burst",
    "template_placed": "burst",
    "gas_spread": "slash",
    "marker_placed": "place",
    "marker_removed": "burst",
    "form_changed": "place",
    "turn_began": "turn",
    "hive_mind_acts": "turn",
    "game_ended": "end",
}
"""The sound of each type of event, by its tag."""
CLICK: Final = "click"


class Sounds:
    """Plays sounds; the device is opened for the first one."""

    def __init__(self, volume: int) -> None:
        """``volume``: 0 to 100."""
        self.volume = volume
        self._open: bool | None = None
        self._made: dict[str, pygame.mixer.Sound | None] = {}

    def play(self, name: str) -> bool:
        """Play a sound; False where there is none to be heard."""
        if not self.volume or not self._device():
            return False
        if name not in self._made:
            self._made[name] = _read(name)
        sound = self._made[name]
        if sound is None:
            return False
        sound.set_volume(self.volume / 100)
        sound.play()
        return True

    def of_event(self, tag: str) -> bool:
        """Play the sound of a type of event."""
        name = OF_EVENTS.get(tag)
        return self.play(name) if name is not None else False

    def _device(self) -> bool:
        if self._open is None:
            try:
                with _libraries_silent():
                    pygame.mixer.init(frequency=22050, size=-16, channels=1, buffer=512)
                self._open = True
            except pygame.error as error:
                self._open = False
                _say(str(error))
        return self._open


@contextmanager
def _libraries_silent() -> Iterator[None]:
    """What the system's own libraries write about a device that is missing is lost: one line of ours says it."""
    try:
        kept = os.dup(2)
    except OSError:
        # There is nothing that could be written to.
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def _read(name: str) -> pygame.mixer.Sound | None:
    """The sound of a file; None if there is none that can be played, which is said."""
    try:
        return pygame.mixer.Sound(io.BytesIO(assets_dir().joinpath("sounds", f"{name}.wav").read_bytes()))
    except (OSError, pygame.error) as error:
        _say(f"{name}: {error.strerror if isinstance(error, OSError) else error}")
        return None


def _say(why: str) -> None:
    print(f"broodfall: no sound: {why}", file=sys.stderr)
