"""What a player chose, kept in the platform's own folder. A file that cannot be read is as good as none."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from game.io.text import LANGUAGES, Language
from game.ui.play.keeping import Autosave

SCALES: Final = (0.0, 1.0, 1.25, 1.5, 1.75, 2.0)
"""Interface scales that can be chosen; 0: one that suits the window."""
VOLUMES: Final = (0, 20, 40, 60, 80, 100)
PATIENCE: Final = (5, 10, 20, 60, 0)
"""Seconds that a bot may think about a decision before the player is asked; 0: as long as it takes."""
FILE: Final = "window.json"


class Settings(msgspec.Struct, kw_only=True):
    """Everything that can be set. The only mutable struct of the window."""

    language: Language = "en"
    scale: float = 0.0
    palette: str = "standard"
    theme: str = "foundry"
    still: bool = False
    """Reduced motion: nothing glides, clips only show what came of them."""
    speed_own: float = 1.0
    speed_other: float = 1.0
    shade: bool = True
    """Whether what one's own units do not see lies in shade."""
    confirm: Literal["final", "always", "never"] = "final"
    """When an action is asked about again: before what cannot be taken back, always, never."""
    autosave: Autosave = "action"
    """When matches are saved by themselves: after every action, at every turn and when they are left, never."""
    helper_human: str = ""
    """The bot that finishes a person's turn as marines; empty for the usual one."""
    helper_hive: str = ""
    """The bot that finishes a person's turn as the hive; empty for the usual one."""
    patience: int = 20
    """Seconds of a bot's thought after which the player is asked how to go on; 0 waits for as long as it takes."""
    fullscreen: bool = False
    volume: int = 60
    """How loud the game is, in percent."""
    clicks: int = 40
    """How loud buttons are, in percent."""
    keys: dict[str, str] = {}
    """Keys that were changed, by command."""

    def helper(self, kind: str) -> str:
        """The bot that finishes a person's turn as a kind of side; empty for the usual one."""
        return self.helper_hive if kind == "hive" else self.helper_human


def settings_path() -> Path:
    """Where the settings are; ``BROODFALL_SETTINGS`` names another file."""
    named = os.environ.get("BROODFALL_SETTINGS")
    if named:
        return Path(named).expanduser()
    from platformdirs import user_config_path

    return user_config_path("broodfall", appauthor=False) / FILE


def load_settings(path: Path, *, language: Language = "en") -> Settings:
    """The settings of a file; the usual one, and ``language``, in place of each that cannot be read."""
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=dict[str, Any])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        kept = {}
    found = Settings(language=language)
    for field in msgspec.structs.fields(Settings):
        if field.name in kept:
            with suppress(msgspec.ValidationError):
                setattr(found, field.name, msgspec.convert(kept[field.name], field.type))
    found.scale = min(SCALES, key=lambda scale: abs(scale - found.scale))
    if found.language not in LANGUAGES:
        found.language = language
    return found


def save_settings(settings: Settings, path: Path) -> bool:
    """Keep the settings; False if they could not be written, which is no reason to stop a game."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.format(msgspec.json.encode(settings)) + b"\n")
    except OSError:
        return False
    return True
