"""The settings: every change is seen at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import pygame

from game.io.text import LANGUAGES
from game.ui.clips.presenter import SPEEDS
from game.ui.labels import LANGUAGE_NAMES
from game.ui.play.keeping import MODES
from game.ui.scenes.clip_bar import speed_names
from game.ui.scenes.scene import Scene
from game.ui.settings import PATIENCE, SCALES, VOLUMES
from game.ui.theme import PALETTES, THEMES
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button, Chooser
from game.ui.widgets.flow import Column, columns
from game.ui.widgets.plain import Panel, Text
from game.ui.widgets.slider import Slider

_CONFIRM: Final = ("final", "always", "never")


class SettingsScene(Scene):
    """Language, sizes, colours, speeds."""

    over = True

    def compose(self) -> Sequence[Widget]:
        """A row for each setting."""
        metrics, labels, rect = self.metrics, self.labels, self.window.rect
        rows = self._rows()
        high = metrics.px(72) + (metrics.line + metrics.px(6)) * (len(rows) + 1)
        box = pygame.Rect(0, 0, min(metrics.px(660), rect.width - metrics.px(24)), min(high, rect.height - 16))
        box.center = rect.center
        gap = metrics.px(6)
        room = box.height - 2 * metrics.pad - metrics.px(34) - gap * (len(rows) + 2)
        line = min(metrics.line, room // (len(rows) + 1))
        column = Column(box, gap=gap, pad=metrics.pad)
        widgets: list[Widget] = [
            Panel(rect=box),
            Text(rect=column.take(metrics.px(34)), text=labels("settings_title"), size=metrics.large),
        ]
        for key, values, index, change in rows:
            if key in ("speed_own", "speed_other"):
                widgets.append(
                    Slider(
                        rect=column.take(line), name=f"set_{key}", label=labels(f"set_{key}"), values=values,
                        index=index, change=change, wraps=False, size=metrics.normal,
                    )
                )  # fmt: skip
                continue
            widgets.append(
                Chooser(
                    rect=column.take(line), name=f"set_{key}", label=labels(f"set_{key}"), values=values, index=index,
                    change=change, tip=labels(f"set_{key}_tip") if labels.has(f"set_{key}_tip") else "",
                )
            )  # fmt: skip
        row = column.take(line)
        low, keys = columns(row, 2, metrics.gap)
        widgets.append(Button(rect=keys, name="keys", label=labels("set_keys"), act=self._keys))
        widgets.append(
            Button(
                rect=low, name="back", label=labels("back"), act=self.cancel, key_name=self.window.keys.shown("cancel")
            )
        )
        return widgets

    def _keys(self) -> None:
        from game.ui.scenes.key_settings import KeysScene

        self.window.open(KeysScene(self.window))

    def _rows(self) -> list[tuple[str, Sequence[str], int, Callable[[int], None]]]:
        labels, settings = self.labels, self.window.settings
        speeds = speed_names(labels)
        off_on = [labels("off"), labels("on")]
        volumes = [f"{volume} %" for volume in VOLUMES]
        palettes = [palette.name for palette in PALETTES]
        themes = list(THEMES)
        return [
            self._row("language", [LANGUAGE_NAMES[code] for code in LANGUAGES], LANGUAGES),
            self._row("scale", [self._scale(scale) for scale in SCALES], SCALES),
            self._row("palette", [labels(f"palette_{name}") for name in palettes], palettes),
            self._row("theme", [labels(f"theme_{name}") for name in themes], themes),
            self._row("still", off_on, (False, True)),
            self._row("speed_own", speeds, SPEEDS),
            self._row("speed_other", speeds, SPEEDS),
            self._row("volume", volumes, VOLUMES),
            self._row("clicks", volumes, VOLUMES),
            self._row("shade", off_on, (False, True)),
            self._row("confirm", [labels(f"confirm_{name}") for name in _CONFIRM], _CONFIRM),
            self._row("autosave", [labels(f"autosave_{name}") for name in MODES], MODES),
            self._helper("human"),
            self._helper("hive"),
            self._row(
                "patience",
                [labels("seconds", count=count) if count else labels("forever") for count in PATIENCE],
                PATIENCE,
            ),
            ("fullscreen", off_on, int(settings.fullscreen), lambda _index: self.window.toggle_fullscreen()),
        ]

    def _scale(self, wanted: float) -> str:
        """A scale; what there is room for where that is less."""
        said = f"{round(100 * wanted)} %" if wanted else self.labels("scale_suits")
        room = self.window.scale_for(wanted)
        return (
            said if not wanted or room >= wanted else f"{said} ({self.labels('scale_room', scale=round(100 * room))})"
        )

    def _helper(self, kind: str) -> tuple[str, Sequence[str], int, Callable[[int], None]]:
        """The bot that finishes a turn, among those that play that kind of side."""
        specs = [bot.name for bot in self.window.services.bots if kind in bot.seats]
        usual = self.window.services.usual(kind)
        values = ["", *[spec for spec in specs if spec != usual]]
        shown = [self.labels.bot(spec or usual) for spec in values]
        return self._row(f"helper_{kind}", shown, values)

    def _row(
        self, key: str, shown: Sequence[str], values: Sequence[Any]
    ) -> tuple[str, Sequence[str], int, Callable[[int], None]]:
        now = getattr(self.window.settings, key)
        index = list(values).index(now) if now in values else 0

        def change(wanted: int) -> None:
            setattr(self.window.settings, key, values[wanted])
            self.window.refresh()
            self.window.keep_settings()

        return key, shown, index, change
