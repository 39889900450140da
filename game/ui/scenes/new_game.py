"""A new match: a mission with its board, who plays each side, the seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.api import BroodfallError, DataError, Game, hive_dice, list_scenarios
from game.io.meta import Meta
from game.text.naming import Naming
from game.ui.play.bots import HUMAN
from game.ui.play.measured import measured_missions
from game.ui.play.start import begin
from game.ui.scenes.fault_note import fault_high, fault_note
from game.ui.scenes.previews import game_of, preview
from game.ui.scenes.scene import Scene
from game.ui.theme import Colour
from game.ui.widgets.base import Painter, Widget
from game.ui.widgets.controls import Button, Chooser
from game.ui.widgets.flow import Column, split
from game.ui.widgets.plain import Drawing, Panel, Text
from game.ui.window import Window

_MOST_DIGITS: Final = 12


class NewGameScene(Scene):
    """Choose a mission and begin."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.missions = list_scenarios()
        self.index = next((n for n, meta in enumerate(self.missions) if meta.id == "culvert"), 0)
        self.seats: dict[str, str] = {}
        self.seed = str(window.services.fresh_seed())
        self.problem: BroodfallError | OSError | None = None
        self.first = f"mission_{self.missions[self.index].id}"
        self._usual()

    @property
    def game(self) -> Game:
        """The game of the mission that is chosen."""
        return game_of(self.missions[self.index].id)

    def _usual(self) -> None:
        """A person for the first side of marines, bots for everyone else."""
        self.seats = {}
        for side, kind in self.game.side_kinds.items():
            person = kind == "human" and HUMAN not in self.seats.values()
            self.seats[side] = HUMAN if person else self.window.services.usual(kind)

    # --- widgets -------------------------------------------------------------------------------------------------

    def compose(self) -> Sequence[Widget]:
        """Missions at the left; board, words and seats of the chosen one at the right."""
        metrics, labels, rect = self.metrics, self.labels, self.window.rect
        room = rect.inflate(-2 * metrics.pad, -2 * metrics.pad)
        left, right = split(room, min(metrics.px(330), room.width * 2 // 5), metrics.pad)
        column = Column(left, gap=metrics.px(5))
        widgets: list[Widget] = [
            Text(rect=column.take(metrics.px(34)), text=labels("new_title"), size=metrics.large),
        ]
        low = column.take_low(metrics.line)
        back = Button(
            rect=low, name="back", label=labels("back"), act=self.cancel, key_name=self.window.keys.shown("cancel")
        )
        each = min(metrics.px(66), (column.rest.height - metrics.px(5) * len(self.missions)) // len(self.missions))
        for number, meta in enumerate(self.missions):
            note = labels("minutes", minutes=meta.minutes) if meta.minutes else ""
            widgets.append(
                Button(
                    rect=column.take(each),
                    name=f"mission_{meta.id}",
                    label=meta.title[labels.language],
                    note=note if each >= metrics.px(46) else "",
                    act=lambda number=number: self._pick(number),  # type: ignore[misc]
                    chosen=number == self.index,
                )
            )
        return [*widgets, *self._mission(right), back]

    def _mission(self, room: pygame.Rect) -> list[Widget]:
        metrics, labels, theme = self.metrics, self.labels, self.theme
        meta = self.missions[self.index]
        column = Column(room, gap=metrics.gap, pad=metrics.pad)
        widgets: list[Widget] = [Panel(rect=room)]
        low = column.take_low(metrics.px(42))
        start = pygame.Rect(low.right - min(metrics.px(220), low.width // 2), low.y, 0, low.height)
        start.width = low.right - start.x
        widgets.append(
            Button(
                rect=start, name="start", label=labels("start"), act=self._start, tone="go", align="centre",
                size=metrics.px(18),
            )
        )  # fmt: skip
        seed = pygame.Rect(low.x, low.y, start.x - low.x - metrics.gap, low.height)
        widgets.append(
            Button(
                rect=seed, name="seed", label=labels("seed", seed=self.seed), act=self._new_seed, tip=labels("seed_tip")
            )
        )
        game = self.game
        for side in reversed(list(game.side_kinds)):
            row = column.take_low(metrics.line)
            widgets.append(self._seat(row, side))
        said = self._facts(meta.id)
        facts = column.take_low(Text.needs(said, metrics.small, column.rest.width))
        widgets.append(Text(rect=facts, text=said, size=metrics.small, colour=theme.dim, wrap=True))
        words = self._about(meta)
        about = column.take_low(Text.needs(words, metrics.normal, column.rest.width))
        widgets.append(Text(rect=about, text=words, size=metrics.normal, wrap=True))
        widgets.append(
            Text(rect=column.take_low(metrics.px(28)), text=meta.title[labels.language], size=metrics.large,
                 colour=theme.accent)
        )  # fmt: skip
        if self.problem is not None:
            note = column.take_low(fault_high(self, self.problem, column.rest.width))
            widgets.append(fault_note(self, self.problem, note))

        def paint(painter: Painter, rect: pygame.Rect) -> None:
            shown = preview(meta.id, rect.width, rect.height, self.theme, self.window.palette)
            painter.target.blit(shown, rect)

        widgets.insert(1, Drawing(rect=column.rest, paint=paint))
        return widgets

    def _about(self, meta: Meta) -> str:
        """What the mission asks of the one person who plays; the description for several, or none."""
        people = [side for side, spec in self.seats.items() if spec == HUMAN]
        language = self.labels.language
        return meta.briefing(people[0], language) if len(people) == 1 else meta.description[language]

    def _facts(self, mission: str) -> str:
        """Size of the board, kind of mission, rounds, swarm dice; how it went between bots, where that was measured."""
        labels, game = self.labels, self.game
        scenario, board = game.scenario, game.board
        parts = [labels("fact_board", width=board.width, height=board.height)]
        if scenario.mission:
            parts.append(labels.words.texts.name("missions", scenario.mission))
        else:
            goals = [side.objective.kind for side in scenario.sides if side.objective is not None]
            parts.append(" / ".join(labels(f"task_{kind}") for kind in dict.fromkeys(goals)))
        if scenario.last_round:
            parts.append(labels("fact_rounds", rounds=scenario.last_round))
        if "hive" in game.side_kinds.values() and (scenario.mission or scenario.level is not None):
            dice = hive_dice.swarm_dice(level=scenario.level, mission=scenario.mission)
            parts.append(labels("fact_dice", dice=dice))
        said = " · ".join(parts)
        found = measured_missions().get(mission)
        if found is None or found.side not in game.side_kinds:
            return said
        side = Naming(game, game.empty(), labels.words).side(found.side).capitalize()
        bounds = {"low": (found.low + 5) // 10, "high": (found.high + 5) // 10, "share": found.share}
        return f"{said}\n" + labels("measured", side=side, games=found.of, rounds=f"{found.rounds / 10:.1f}", **bounds)

    def _seat(self, row: pygame.Rect, side: str) -> Chooser:
        labels, game = self.labels, self.game
        kind = game.side_kinds[side]
        bots = [bot for bot in self.window.services.bots if kind in bot.seats]
        specs = [HUMAN, *[bot.name for bot in bots]]
        names = [labels("person"), *[labels("bot", name=labels.bot(bot.name)) for bot in bots]]
        now = specs.index(self.seats[side]) if self.seats[side] in specs else 0
        tips = {bot.name: bot.says[labels.language] for bot in bots}

        def change(wanted: int) -> None:
            self.seats[side] = specs[wanted]

        return Chooser(
            rect=row,
            name=f"seat_{side}",
            label=Naming(game, game.empty(), labels.words).side(side).capitalize(),
            values=names,
            index=now,
            change=change,
            tip=tips.get(self.seats[side], ""),
            colour=self._side_colour(side),
        )

    def _side_colour(self, side: str) -> Colour:
        kinds = self.game.side_kinds
        same = [other for other, kind in kinds.items() if kind == kinds[side]]
        return self.window.palette.side(kinds[side], same.index(side)).body

    # --- acting --------------------------------------------------------------------------------------------------

    def _pick(self, number: int) -> None:
        if number == self.index:
            return
        try:
            game_of(self.missions[number].id)
        except DataError as error:
            self.problem = error
            return
        self.index, self.problem = number, None
        self._usual()

    def _new_seed(self) -> None:
        self.seed = str(self.window.services.fresh_seed())

    def handle(self, event: pygame.event.Event) -> bool:
        """Digits and Backspace write the seed."""
        if event.type == pygame.KEYDOWN:
            if event.key == pygame.K_BACKSPACE:
                self.seed = self.seed[:-1]
            elif event.unicode.isdecimal() and len(self.seed) < _MOST_DIGITS:
                self.seed = (self.seed + event.unicode).lstrip("0") or "0"
            else:
                return super().handle(event)
            self.refresh()
            return True
        return super().handle(event)

    def _start(self) -> None:
        from game.ui.scenes.play import PlayScene

        meta = self.missions[self.index]
        seed = int(self.seed) if self.seed else self.window.services.fresh_seed()
        try:
            match = begin(
                self.window.services, meta.id, self.seats, seed, language=self.labels.language,
                autosave=self.window.settings.autosave,
            )  # fmt: skip
        except (DataError, OSError) as error:
            self.problem = error
            return
        self.window.replace(PlayScene(self.window, match))
