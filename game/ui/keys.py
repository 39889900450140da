"""Every command of the window and the key that gives it; keys can be changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pygame

DEFAULTS: Final = {
    "confirm": "return",
    "cancel": "escape",
    "next_unit": "tab",
    "previous_unit": "shift+tab",
    "cursor_up": "up",
    "cursor_down": "down",
    "cursor_left": "left",
    "cursor_right": "right",
    "pan_up": "w",
    "pan_down": "s",
    "pan_left": "a",
    "pan_right": "d",
    "zoom_in": "=",
    "zoom_out": "-",
    "fit": "0",
    "centre": "c",
    "undo": "u",
    "redo": "r",
    "pass": "n",
    "end_turn": "e",
    "page": ",",
    "let_bot": "b",
    "let_bot_phase": "m",
    "halt": "x",
    "policy": "p",
    "barred": "i",
    "sight": "v",
    "threat": "t",
    "places": "h",
    "shade": "f",
    "legend": "l",
    "log": "j",
    "why": "y",
    "codex": "f1",
    "skip": "space",
    "pause": "k",
    "step": ".",
    "slower": "[",
    "faster": "]",
    "menu": "f10",
    "fullscreen": "f11",
    "earlier": "page up",
    "later": "page down",
    "round_back": "shift+page up",
    "round_on": "shift+page down",
    "again": "g",
    "film_seat": "o",
    "film_picture": "f2",
    "film_animation": "f3",
    "film_from_here": "q",
}
"""A key for every command: SDL's name of it, ``shift+`` or ``ctrl+`` before it. Digits pick from the list."""
HELD: Final = frozenset({"sight", "threat", "places", "pan_up", "pan_down", "pan_left", "pan_right"})
"""Commands that last as long as their key is down."""
ALSO: Final = {
    "[enter]": "confirm", "ctrl+z": "undo", "ctrl+y": "redo", "ctrl+shift+z": "redo", "+": "zoom_in", "[+]": "zoom_in",
    "[-]": "zoom_out", "shift+=": "zoom_in",
}  # fmt: skip
"""Further keys that always work."""
NAMED: Final = (
    "return", "escape", "tab", "space", "up", "down", "left", "right", "shift", "ctrl", "page up", "page down",
)  # fmt: skip
"""Keys that are called something else in each language."""


def name_of(event: pygame.event.Event) -> str:
    """The name of the key of an event, with what is held beside it."""
    name = pygame.key.name(event.key)
    parts = []
    if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
        parts.append("ctrl")
    if event.mod & pygame.KMOD_SHIFT:
        parts.append("shift")
    return "+".join((*parts, name))


class Keys:
    """Which key gives which command."""

    def __init__(self, changed: Mapping[str, str] | None = None, names: Mapping[str, str] | None = None) -> None:
        """``changed`` are the keys that differ from the usual ones, by command; unknown commands are left out.

        ``names`` say how keys are called in the language of the player.
        """
        self._names = names or {}
        chosen = {command: key for command, key in (changed or {}).items() if command in DEFAULTS}
        self.of: dict[str, str] = DEFAULTS | chosen
        # A key that somebody chose stays theirs, even if a command that came later is usually given by it.
        ordered = sorted(self.of, key=lambda command: command in chosen)
        self._commands = ALSO | {self.of[command]: command for command in ordered}

    def command(self, event: pygame.event.Event) -> str:
        """The command of a key event; empty if it gives none."""
        name = name_of(event)
        found = self._commands.get(name, "")
        if not found and name.startswith("shift+"):
            found = self._commands.get(name.removeprefix("shift+"), "")
        return found

    def shown(self, command: str) -> str:
        """How the key of a command is written on a button."""
        parts = self.of[command].split("+") if self.of[command] != "+" else ["+"]
        return "+".join(self._names.get(part, part.title()) for part in parts)

    def clashes(self, command: str, key: str) -> str:
        """The other command that has this key already; empty if it is free."""
        other = self._commands.get(key, "")
        return other if other != command else ""
