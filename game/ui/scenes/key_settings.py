"""The keys: choose a command, then press the key it is to have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.ui.keys import DEFAULTS, Keys, name_of
from game.ui.scenes.scene import Scene
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button
from game.ui.widgets.flow import Column, columns
from game.ui.widgets.plain import Panel, Text
from game.ui.window import Window

_FIXED: Final = frozenset({"confirm", "cancel"})
"""Commands whose keys stay: without them nobody finds back."""
_ALONE: Final = frozenset(
    {pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT, pygame.K_LMETA}
)


class KeysScene(Scene):
    """Every command with its key."""

    over = True

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.asked = ""
        self.note = ""

    def compose(self) -> Sequence[Widget]:
        """Three columns of commands."""
        metrics, labels, keys = self.metrics, self.labels, self.window.keys
        box = self.window.rect.inflate(-2 * metrics.px(16), -2 * metrics.px(16))
        column = Column(box, gap=metrics.px(6), pad=metrics.pad)
        widgets: list[Widget] = [
            Panel(rect=box),
            Text(rect=column.take(metrics.px(30)), text=labels("set_keys"), size=metrics.large),
        ]
        low = column.take_low(metrics.line)
        back, usual = columns(low, 2, metrics.gap)
        note = column.take_low(metrics.px(24))
        said = labels("press_key", command=labels.command(self.asked)) if self.asked else self.note
        widgets.append(Text(rect=note, text=said, size=metrics.normal, colour=self.theme.accent))
        commands = [command for command in DEFAULTS if command not in _FIXED]
        rows = -(-len(commands) // 3)
        gap = metrics.px(4)
        high = min(metrics.px(36), (column.rest.height - gap * rows) // rows)
        for place, room in enumerate(columns(column.rest, 3, metrics.gap)):
            for row, command in enumerate(commands[place * rows : (place + 1) * rows]):
                rect = pygame.Rect(room.x, room.y + row * (high + gap), room.width, high)
                widgets.append(
                    Button(
                        rect=rect,
                        name=f"key_{command}",
                        label=labels.command(command),
                        key_name=keys.shown(command),
                        act=lambda command=command: self._ask(command),  # type: ignore[misc]
                        chosen=command == self.asked,
                        size=metrics.small,
                    )
                )
        widgets.append(
            Button(rect=back, name="back", label=labels("back"), act=self.cancel, key_name=keys.shown("cancel"))
        )
        widgets.append(Button(rect=usual, name="usual", label=labels("usual_keys"), act=self._usual))
        return widgets

    def _ask(self, command: str) -> None:
        self.asked, self.note = command, ""

    def _usual(self) -> None:
        self._set({})

    def _set(self, keys: dict[str, str]) -> None:
        self.window.settings.keys = keys
        self.window.refresh()
        self.window.keep_settings()

    def handle(self, event: pygame.event.Event) -> bool:
        """While a key is asked for, the next one is taken; Esc takes none."""
        if not self.asked or event.type != pygame.KEYDOWN or event.key in _ALONE:
            return super().handle(event)
        name, command, self.asked = name_of(event), self.asked, ""
        other = self.window.keys.clashes(command, name)
        if event.key == pygame.K_ESCAPE or event.unicode.isdecimal():
            self.note = ""
        elif other:
            self.note = self.labels("key_taken", command=self.labels.command(other))
        else:
            changed = dict(self.window.settings.keys) | {command: name}
            self._set({key: value for key, value in changed.items() if Keys().of.get(key) != value})
        self.refresh()
        return True
