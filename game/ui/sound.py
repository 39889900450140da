"""Sounds, from `assets/sounds`. Where there is no device or no file, there is silence, and one line says so."""

from __future__ import annotations

import io
import sys
from typing import Final

import pygame

from game.io.resources import assets_dir
from game.ui.silence import silent_libraries

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

    def __init__(self, volume: int, clicks: int) -> None:
        """How loud the game and the buttons are, 0 to 100."""
        self.volume, self.clicks = volume, clicks
        self._open: bool | None = None
        self._made: dict[str, pygame.mixer.Sound | None] = {}

    def play(self, name: str) -> bool:
        """Play a sound; False where there is none to be heard."""
        volume = self.clicks if name == CLICK else self.volume
        if not volume or not self._device():
            return False
        if name not in self._made:
            self._made[name] = _read(name)
        sound = self._made[name]
        if sound is None:
            return False
        sound.set_volume(volume / 100)
        sound.play()
        return True

    def of_event(self, tag: str) -> bool:
        """Play the sound of a type of event."""
        name = OF_EVENTS.get(tag)
        return self.play(name) if name is not None else False

    def _device(self) -> bool:
        if self._open is None:
            try:
                with silent_libraries():
                    pygame.mixer.init(frequency=22050, size=-16, channels=1, buffer=512)
                self._open = True
            except pygame.error as error:
                self._open = False
                _say(str(error))
        return self._open


def _read(name: str) -> pygame.mixer.Sound | None:
    """The sound of a file; None if there is none that can be played, which is said."""
    try:
        return pygame.mixer.Sound(io.BytesIO(assets_dir().joinpath("sounds", f"{name}.wav").read_bytes()))
    except (OSError, pygame.error) as error:
        _say(f"{name}: {error.strerror if isinstance(error, OSError) else error}")
        return None


def _say(why: str) -> None:
    print(f"broodfall: no sound: {why}", file=sys.stderr)
