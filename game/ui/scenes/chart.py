"""One decision of a bot on the board as it stood: what it did, the best that it left, and the numbers it used."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

import pygame

from game.api import NO_CELL, Action, BroodfallError
from game.text.naming import Naming
from game.text.phrases import Phrases
from game.ui import lettering
from game.ui.board.camera import LEVELS, Camera
from game.ui.board.table import STRIP, Marks, Table
from game.ui.board.tokens import initials
from game.ui.play.bots import Answer
from game.ui.play.whys import Step, Whys
from game.ui.scenes.books import reasons_of
from game.ui.scenes.chart_marks import cells_of, figure, spot_of, tints_of
from game.ui.scenes.scene import Scene
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button, Scroll
from game.ui.widgets.flow import Column
from game.ui.widgets.plain import Panel, Text
from game.ui.window import Window

_NEAR: Final = 38
"""Pixels a cell at which the decision is shown first: numbers can be read."""
_LEAST_PX: Final = 24
"""Pixels a cell from which on numbers are written into cells."""
_POLL: Final = 0.05
_PAUSE: Final = 0.1
"""Seconds for which a decision is looked at before it is asked about: whoever runs past many asks about none."""
_ROWS: Final = 6
"""So many fields are listed one under the other; more than that side by side."""
_LONG: Final = 3
"""Seconds after which it is told that an answer takes its time."""
_LEFT_OUT: Final = (235, 240, 246)
STEPS: Final[tuple[Step, Step]] = (-1, 1)


class ChartScene(Scene):
    """Asks the bot once more and shows what it says, field by field."""

    def __init__(
        self, window: Window, whys: Whys, viewer: str, number: int, *, follow: Callable[[int], None] | None = None
    ) -> None:
        """``number``: the action that is asked about; `Whys.may_ask` says whether it may be, by that ``viewer``.

        ``follow`` hears which other action is asked about from here.
        """
        super().__init__(window)
        self.whys = whys
        self.game = whys.game
        self.viewer = viewer
        self.chosen = 0
        self._wanted: str | None = None
        """The field that is shown first if there is one of that name; empty for none, None for whichever is first."""
        self._follow = follow
        self._down = False
        self.camera = Camera(self.game.board.width, self.game.board.height, self._port(), still=window.settings.still)
        self._dress()
        self._ask(number)
        self._inquire()

    def _ask(self, number: int) -> None:
        whys, viewer = self.whys, self.viewer
        moment = whys.moment(number)
        assert moment.action is not None  # only the opening has none, and no bot made that
        self.number = number
        self.side = moment.side
        self.action: Action = moment.action
        self.before = whys.seen(viewer, number - 1)
        self.answer: Answer | None = None
        self._waited, self._due = 0.0, False
        self._offset = 0
        self._beside = {step: whys.neighbour(viewer, number, step) for step in STEPS}
        self._look()

    def _inquire(self) -> None:
        try:
            self.whys.inquire(self.number)
        except BroodfallError as error:
            self.answer = Answer(problem=error)

    # --- what is known -------------------------------------------------------------------------------------------

    @property
    def fields(self) -> tuple[Any, ...]:
        """The fields that the bot showed."""
        return tuple(field for field in self.answer.fields if field.values) if self.answer is not None else ()

    @property
    def field(self) -> Any:
        """The field that is shown; None for none."""
        return self.fields[self.chosen] if self.chosen < len(self.fields) else None

    @property
    def _actor(self) -> int:
        action = self.action
        unit = getattr(action, "unit", 0) or next((field.unit for field in self.fields if field.unit), 0)
        return int(unit)

    def _look(self) -> None:
        """Begin where the decision was made."""
        unit = self.before.units.get(self._actor)
        spots = [cell for cell in cells_of(self.action) if cell >= 0]
        cell = unit.cell if unit is not None and unit.cell != NO_CELL else spots[-1] if spots else NO_CELL
        if cell == NO_CELL:
            return
        x, y = self.game.board.xy(cell)
        self.camera.zoom(max(0, LEVELS.index(_NEAR) - LEVELS.index(self.camera.px)))
        self.camera.centre(x + 0.5, y + 0.5, glide=False)

    def tick(self, seconds: float) -> bool:
        """See `Scene`."""
        changed = self.camera.tick(seconds)
        if self.answer is None:
            second, self._waited = int(self._waited), self._waited + seconds
            if int(self._waited) != second:
                self.refresh()
                changed = True
            if self._due and self._waited >= _PAUSE:
                self._due = False
                self._inquire()
            try:
                self.answer = self.whys.told()
            except BroodfallError as error:
                self.answer = Answer(problem=error)
            if self.answer is not None:
                names = [field.name for field in self.fields]
                wanted = self._wanted or ""
                self.chosen = names.index(wanted) if wanted in names else len(names) if self._wanted == "" else 0
                self._look()
                self.refresh()
                changed = True
        return changed

    def wait(self) -> float | None:
        """See `Scene`."""
        return 0.0 if self.camera.moving else _POLL if self.answer is None else None

    def leave(self) -> None:
        """See `Scene`; nobody waits for an answer any more."""
        self.whys.drop()

    # --- hands ---------------------------------------------------------------------------------------------------

    def pick(self, number: int) -> None:
        """Show a field, or none after the last."""
        self.chosen = number
        self._wanted = self.field.name if self.field is not None else ""
        self.refresh()

    def step(self, by: Step) -> None:
        """Ask about the decision before or after, if there is one."""
        number = self._beside[by]
        if number is not None:
            self.whys.drop()
            self._ask(number)
            self._due = True
            if self._follow is not None:
                self._follow(number)
        self.refresh()

    def handle(self, event: pygame.event.Event) -> bool:
        """Left and right go to other decisions, digits pick a field, the wheel zooms, dragging moves the board."""
        self.settle()
        if event.type == pygame.KEYDOWN and self._key(event):
            return True
        on_board = self.camera.port.collidepoint(self.stage.pointer)
        if event.type == pygame.MOUSEWHEEL and on_board:
            return self.camera.zoom(1 if event.y > 0 else -1, self.stage.pointer)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._down = self.camera.port.collidepoint(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._down = False
        elif event.type == pygame.MOUSEMOTION and self._down and any(event.buttons):
            self.camera.pan(-event.rel[0], -event.rel[1])
            return True
        return super().handle(event)

    def _key(self, event: pygame.event.Event) -> bool:
        if event.unicode.isdecimal() and 0 < int(event.unicode) <= len(self.fields) + 1:
            self.pick(int(event.unicode) - 1)
            return True
        command = self.window.keys.command(event)
        if command in ("cursor_left", "cursor_right"):
            self.step(-1 if command == "cursor_left" else 1)
            return True
        steps = {"pan_up": (0, -1), "pan_down": (0, 1), "pan_left": (-1, 0), "pan_right": (1, 0)}
        if command in steps:
            dx, dy = steps[command]
            self.camera.pan(dx * self.camera.px * 2, dy * self.camera.px * 2)
        elif command in ("zoom_in", "zoom_out"):
            self.camera.zoom(1 if command == "zoom_in" else -1)
        elif command == "fit":
            self.camera.fit()
        else:
            return False
        return True

    # --- widgets -------------------------------------------------------------------------------------------------

    def _port(self) -> pygame.Rect:
        rect = self.window.rect
        return pygame.Rect(0, 0, rect.width - self._wide(), rect.height)

    def _wide(self) -> int:
        return min(self.metrics.px(360), self.window.rect.width * 2 // 5)

    def _dress(self) -> None:
        texts = self.labels.words.texts
        names = {kind.id: texts.unit(kind.id) for kind in self.game.kinds.values() if kind.faction == "hive"}
        self.table = Table(self.game, self.window.art, self.theme, self.window.palette, initials(names))
        self.table.shaded = False
        self.table.scale = self.metrics.scale

    def refresh(self) -> None:
        """See `Scene`."""
        super().refresh()
        if hasattr(self, "table"):
            self._dress()
            if self._port() != self.camera.port:
                self.camera.resize(self._port())

    def compose(self) -> Sequence[Widget]:
        """See `Scene`."""
        metrics, labels, theme, rect = self.metrics, self.labels, self.theme, self.window.rect
        side = pygame.Rect(rect.width - self._wide(), 0, self._wide(), rect.height)
        column = Column(side, gap=metrics.gap, pad=metrics.pad)
        low = column.take_low(metrics.line)
        beside = column.take_low(metrics.px(28))
        naming = Naming(self.game, self.before, labels.words)
        what = Phrases(self.game, self.before, labels.words).action(self.action)
        title = f"{naming.side(self.side).capitalize()}: {what}"
        high = Text.needs(title, metrics.large, column.rest.width)
        widgets: list[Widget] = [
            Panel(rect=side, round=0),
            Text(rect=column.take(high), text=title, size=metrics.large, colour=theme.accent, wrap=True),
        ]
        if self.fields:
            widgets += self._choice(column, naming)
        lines = [(line, theme.text) for line in self._reasons()]

        def scrolled(offset: int) -> None:
            self._offset = offset

        widgets.append(
            Scroll(
                rect=column.rest, name="reasons", lines=lines, size=metrics.small, from_top=True, scrolled=scrolled,
                offset=min(self._offset, max(0, len(lines) - 1)),
            )
        )  # fmt: skip
        back = Button(
            rect=low, name="back", label=labels("back"), act=self.cancel, key_name=self.window.keys.shown("cancel")
        )
        return [*widgets, *self._others(beside), back]

    def _others(self, rect: pygame.Rect) -> list[Widget]:
        """Buttons that lead to the decisions before and after."""
        keys, labels, gap = self.window.keys, self.labels, self.metrics.gap
        found: list[Widget] = []
        for by, name in zip(STEPS, ("earlier", "later"), strict=True):
            half = pygame.Rect(rect.x, rect.y, (rect.width - gap) // 2, rect.height)
            if by > 0:
                half.right = rect.right
            found.append(
                Button(
                    rect=half, name=name, label=labels(f"chart_{name}"), act=partial(self.step, by),
                    enabled=self._beside[by] is not None, size=self.metrics.small,
                    key_name=keys.shown("cursor_left" if by < 0 else "cursor_right"),
                )
            )  # fmt: skip
        return found

    def _choice(self, column: Column, naming: Naming) -> list[Widget]:
        """A button for each field, and what the one that is shown means."""
        metrics, labels, theme = self.metrics, self.labels, self.theme
        widgets: list[Widget] = [
            Text(rect=column.take(metrics.px(18)), text=labels("chart_numbers"), size=metrics.small, colour=theme.dim)
        ]
        named = [*[self._name(field.name) for field in self.fields], labels("chart_off")]
        beside = 2 if len(named) > _ROWS else 1
        line, gap = metrics.px(28), metrics.px(4)
        lines = -(-len(named) // beside)
        room = column.take(lines * (line + gap) - gap)
        wide = (room.width - (beside - 1) * gap) // beside
        for number, name in enumerate(named):
            across, down = divmod(number, lines)
            rect = pygame.Rect(room.x + across * (wide + gap), room.y + down * (line + gap), wide, line)
            widgets.append(
                Button(
                    rect=rect, name=f"field_{number}", label=name, act=partial(self.pick, number),
                    chosen=number == self.chosen, key_name=str(number + 1) if number < 9 else "", size=metrics.small,
                )
            )  # fmt: skip
        field = self.field
        if field is None:
            return widgets
        about = f"field_{field.name}_about"
        parts = [labels(about)] if labels.has(about) else []
        unit = self.before.units.get(field.unit)
        if unit is not None:
            parts.append(f"({labels('chart_for', unit=naming.unit(unit))})")
        parts.append("· " + labels("chart_least", least=figure(min(field.values.values())),
                                   most=figure(max(field.values.values()))))  # fmt: skip
        text = " ".join(parts)
        high = Text.needs(text, metrics.small, column.rest.width)
        widgets.append(Text(rect=column.take(high), text=text, size=metrics.small, colour=theme.info, wrap=True))
        return widgets

    def _name(self, name: str) -> str:
        """What a field is called; a bot from elsewhere may have names of its own."""
        return self.labels(f"field_{name}") if self.labels.has(f"field_{name}") else name.replace("_", " ")

    def _reasons(self) -> list[str]:
        labels, answer = self.labels, self.answer
        phrases = Phrases(self.game, self.before, labels.words)
        if answer is None:
            seconds = int(self._waited)
            return [labels("chart_asks"), *([labels("chart_waits", seconds=seconds)] if seconds >= _LONG else [])]
        if answer.problem:
            return [labels("chart_failed", problem=labels.fault(answer.problem))]
        lines = []
        if answer.action is not None and answer.action != self.action:
            lines.append(labels("chart_other", what=phrases.action(answer.action)))
        lines += reasons_of(answer.reasons, phrases, labels)
        marked = [labels("chart_line")] if cells_of(self.action) else []
        marked += [labels("chart_left")] if self._rejected() is not None else []
        if marked:
            lines += ["", " ".join(marked)]
        return lines if self.fields else [*lines, "", labels("chart_none")]

    def _rejected(self) -> Action | None:
        """The best thing that the bot left, where that can be drawn."""
        left = getattr(self.answer.reasons, "rejected", None) if self.answer is not None else None
        return left if left is not None and spot_of(left, self.before) != NO_CELL else None

    # --- picture -------------------------------------------------------------------------------------------------

    def draw(self, target: pygame.Surface) -> None:
        """See `Scene`."""
        self.settle()
        target.fill(self.theme.back)
        marks = Marks(selected=self._actor)
        field = self.field
        if field is not None:
            marks.tints = tints_of(field.values, good=field.good, theme_good=self.theme.good, theme_bad=self.theme.bad)
        marks.path = cells_of(self.action)
        unit = self.before.units.get(self._actor)
        marks.path_size = unit.size if unit is not None else 1
        if unit is not None and marks.path:
            marks.path = (unit.cell, *marks.path)
        self.table.draw(target, self.camera, self.before, self.viewer, marks)
        clip = target.get_clip()
        strip = round(STRIP * self.metrics.scale)
        port = self.camera.port
        target.set_clip((port.x + strip, port.y + strip, port.width - strip, port.height - strip))
        self._left_out(target)
        if field is not None and self.camera.px >= _LEAST_PX:
            self._numbers(target, field.values)
        target.set_clip(clip)
        self.stage.draw(self.window.painter)

    def _left_out(self, target: pygame.Surface) -> None:
        """Where the best rejected option ends, or what it aims at."""
        left = self._rejected()
        if left is not None:
            x, y = self.camera.screen(*self.game.board.xy(spot_of(left, self.before)))
            rect = pygame.Rect(x, y, self.camera.px, self.camera.px)
            pygame.draw.rect(target, _LEFT_OUT, rect.inflate(-4, -4), max(2, self.camera.px // 14), border_radius=4)

    def _numbers(self, target: pygame.Surface, values: Mapping[int, float]) -> None:
        view, px, board = self.camera.cells(), self.camera.px, self.game.board
        size = max(11, min(round(13 * self.metrics.scale), px * 2 // 5))
        for cell, value in values.items():
            x, y = board.xy(cell)
            if view.collidepoint(x, y):
                said = lettering.outlined(figure(value), size, (255, 255, 255), (8, 11, 15))
                at = self.camera.screen(x + 0.5, y + 1)
                target.blit(said, said.get_rect(midbottom=(at[0], at[1] - 1)))
