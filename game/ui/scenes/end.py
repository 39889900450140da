"""The end of a match: who won and why, the score, how the dice fell, how the sides fared round by round."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.api import BroodfallError, DataError, Event
from game.text.naming import Naming
from game.ui import lettering
from game.ui.play.losses import losses
from game.ui.play.luck import Ledger, edge, ledgers
from game.ui.play.match import Match
from game.ui.play.start import begin
from game.ui.scenes.fault_note import fault_high, fault_note
from game.ui.scenes.scene import Scene
from game.ui.widgets.base import Painter, Widget
from game.ui.widgets.controls import Button
from game.ui.widgets.flow import Column, columns
from game.ui.widgets.plain import Drawing, Panel, Text
from game.ui.window import Window


class EndScene(Scene):
    """Result, and what next."""

    over = True

    def __init__(self, window: Window, match: Match, viewer: str) -> None:
        super().__init__(window)
        self._match = match
        self._viewer = viewer
        self._problem: BroodfallError | OSError | None = None

    def compose(self) -> Sequence[Widget]:
        """The result over a timeline of losses."""
        metrics, labels, theme = self.metrics, self.labels, self.theme
        words, match = labels.words, self._match
        game, state = match.game, match.session.state
        outcome = state.outcome
        assert outcome is not None  # the scene opens when the match is over
        naming = Naming(game, state, words)
        winners = [naming.side(side) for side, team in game.teams.items() if team == outcome.winner]
        box = pygame.Rect(0, 0, min(metrics.px(680), self.window.rect.width - 40), 0)
        box.height = min(metrics.px(540), self.window.rect.height - 40)
        box.center = self.window.rect.center
        column = Column(box, gap=metrics.px(10), pad=metrics.px(22))
        head = words.say("winner", team=" + ".join(winners)) if winners else words.say("draw")
        mine = game.teams[self._viewer] == outcome.winner
        colour = theme.good if mine else theme.bad if winners else theme.text
        why = words.say(
            "over", round_count=words.say("rounds", rounds=outcome.round), reason=words.of("ends", outcome.reason)
        )
        widgets: list[Widget] = [
            Panel(rect=box),
            Text(rect=column.take(metrics.px(42)), text=head, size=metrics.px(30), colour=colour, align="centre"),
            Text(rect=column.take(Text.needs(why, metrics.normal, column.rest.width)), text=why, size=metrics.normal,
                 colour=theme.dim, align="centre", wrap=True),
        ]  # fmt: skip
        if outcome.scores:
            scores = ", ".join(f"{naming.side(side)} {score}" for side, score in outcome.scores)
            widgets.append(
                Text(rect=column.take(metrics.px(24)), text=words.say("score", scores=scores), size=metrics.normal,
                     align="centre")
            )  # fmt: skip
        low = column.take_low(metrics.px(40))
        if self._problem is not None:
            note = column.take_low(fault_high(self, self._problem, column.rest.width))
            widgets.append(fault_note(self, self._problem, note))
        buttons = [("again", self._again), ("look", self.window.back), ("leave", self.window.home)]
        if match.saver is not None and match.saver.saved:
            buttons.insert(1, ("watch", self._watch))
        elif match.saver is not None:
            buttons.insert(1, ("save", self._save))
        for rect, (name, act) in zip(columns(low, len(buttons), metrics.gap), buttons, strict=True):
            widgets.append(Button(rect=rect, name=f"end_{name}", label=labels(f"end_{name}"), act=act, align="centre"))
        counted = ledgers(self._told(), self._side_of)
        if counted:
            said = self._adjusted(counted, outcome.winner)
            rect = column.take(metrics.px(26))
            rect = rect.inflate(min(0, lettering.width(said, metrics.px(18)) + 4 - rect.width), 0)
            widgets.append(
                Text(rect=rect, text=said, size=metrics.px(18), colour=theme.accent, name="luck", middle=True,
                     tip=labels("luck_tip"))
            )  # fmt: skip
        for side, ledger in counted.items():
            said = self._luck(naming.side(side).capitalize(), ledger)
            high = Text.needs(said, metrics.small, column.rest.width)
            widgets.append(Text(rect=column.take(high), text=said, size=metrics.small, wrap=True))
        told = labels("losses")
        high = Text.needs(told, metrics.small, column.rest.width)
        widgets.append(Text(rect=column.take(high), text=told, size=metrics.small, colour=theme.dim, wrap=True))
        widgets.append(Drawing(rect=column.rest, paint=self._losses))
        return widgets

    def _told(self) -> list[tuple[Event, ...]]:
        session = self._match.session
        return [session.opening, *[entry.events for entry in session.log]]

    def _side_of(self, unit: int) -> str:
        """Whose a unit is or was; empty for what is none."""
        state = self._match.session.state
        gone = state.gone.get(unit)
        found = state.units.get(unit) or (gone.unit if gone is not None else None)
        return found.side if found is not None else ""

    def _adjusted(self, counted: dict[str, Ledger], winner: str) -> str:
        """The result beside how the dice fell: for the side that is looked from."""
        labels, game = self.labels, self._match.game
        team = game.teams[self._viewer]
        luck = edge(counted, [side for side in counted if game.teams[side] == team])
        result = "won" if winner == team else "lost" if winner else "drew"
        amount = f"{abs(luck):.1f}"
        key = "even" if amount == "0.0" else "lucky" if luck > 0 else "unlucky"
        return labels(f"luck_{key}", result=labels(f"luck_{result}"), amount=amount)

    def _luck(self, side: str, ledger: Ledger) -> str:
        """What a side's dice came to beside what was to be expected."""
        labels = self.labels
        parts = [
            labels(f"luck_{group}", seen=luck.seen, dice=luck.dice, expected=f"{luck.expected:.1f}")
            for group, luck in sorted(ledger.of.items())
        ]
        amount = f"{abs(ledger.gain):.1f}"
        gain = labels(
            "luck_even_of" if amount == "0.0" else "luck_more" if ledger.gain > 0 else "luck_less", amount=amount
        )
        return labels("luck_of", side=side, gain=gain, parts=", ".join(parts))

    def _losses(self, painter: Painter, rect: pygame.Rect) -> None:
        """For each side and round what it lost, as a row of bars."""
        metrics, theme = painter.metrics, painter.theme
        match = self._match
        state, game = match.session.state, match.game
        rounds = max(1, state.round)
        lost = losses(state, self._told(), game.side_kinds)
        most = max(1, *(sum(both) for it in lost.values() for both in zip(it.dead, it.down, strict=True)))
        rows = len(lost)
        high = max(1, rect.height // rows)
        from game.ui.board.tokens import side_colours

        colours = side_colours(game, self.window.palette)
        naming = Naming(game, state, self.labels.words)
        head = metrics.px(110)
        for row, (side, it) in enumerate(lost.items()):
            top = rect.y + row * high
            name = lettering.line(
                lettering.fitted(naming.side(side).capitalize(), metrics.small, head - 8), metrics.small, theme.text
            )
            painter.target.blit(name, (rect.x, top + high // 2 - name.get_height() // 2))
            step = (rect.width - head) / rounds
            base = top + high - metrics.px(16)
            for number in range(1, rounds + 1):
                x = rect.x + head + (number - 1) * step
                each = (high - metrics.px(30)) / most
                wide, low = max(2, round(step) - 4), base
                for count, hollow in ((it.dead[number], False), (it.down[number], True)):
                    bar = pygame.Rect(round(x) + 2, low - round(each * count), wide, round(each * count))
                    if count:
                        pygame.draw.rect(painter.target, colours[side].body, bar, 2 if hollow else 0)
                    low = bar.y
                counts = [str(it.dead[number])] if it.dead[number] or not it.down[number] else []
                counts += [f"({it.down[number]})"] if it.down[number] else []
                if low < base:
                    said = lettering.line(" ".join(counts), metrics.px(12), theme.text)
                    painter.target.blit(said, said.get_rect(midbottom=(bar.centerx, low)))
                if row == rows - 1:
                    said = lettering.line(str(number), metrics.px(12), theme.faint)
                    painter.target.blit(said, said.get_rect(midtop=(bar.centerx, base + 2)))
            pygame.draw.line(painter.target, theme.edge, (rect.x + head, base), (rect.right, base))

    def _watch(self) -> None:
        """The match once more, as a film."""
        from game.ui.play.film import Film
        from game.ui.scenes.replay import ReplayScene

        path = self._match.saver.path if self._match.saver is not None else None
        assert path is not None  # the button is there only for a match that was saved
        try:
            film = Film(path)
        except BroodfallError as error:
            self._problem = error
            return
        self.window.open(ReplayScene(self.window, film))

    def _save(self) -> None:
        """Keep the match as a replay."""
        saver = self._match.saver
        if saver is not None and not saver.save():
            self._problem = saver.problem

    def _again(self) -> None:
        """The same mission and seats with another seed."""
        from game.ui.scenes.play import PlayScene

        window, match = self.window, self._match
        try:
            fresh = begin(
                window.services,
                match.scenario,
                match.seats,
                window.services.fresh_seed(),
                language=self.labels.language,
                autosave=window.settings.autosave,
            )
        except (DataError, OSError) as error:
            self._problem = error
            return
        window.home()
        window.open(PlayScene(window, fresh))
