"""One game in play: seats that are asked from outside, and bots at the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from ai.player import Player, read_spec
from game.api import DataError, Game, Options, SeededDice, Side, State, Task, open_game

ACTION_CAP: Final = 20_000
"""Answers of all seats together after which a game is cut off, unless it is said otherwise."""
SEEDS: Final = 1 << 31
"""Where no seed is given, the seed of the game is drawn below this."""


class GameTable:
    """Plays a mission up to each decision of the seats that are asked from outside.

    ``bots`` are the specs of those who sit at the other seats. ``answered`` names kinds of decisions, such as
    ``Deployment`` or ``React``, that a bot answers in the place of whoever is asked. ``forced`` steps over decisions
    with one option.
    """

    def __init__(
        self,
        scenario: str | Path | Game,
        *,
        bots: Mapping[Side, str] | None = None,
        answered: Mapping[str, str] | None = None,
        forced: bool = True,
        cap: int = ACTION_CAP,
    ) -> None:
        """Open the mission. Raises DataError for an unknown mission, side, bot or decision."""
        self.start: State | None = None
        if isinstance(scenario, Game):
            self.game = scenario
        else:
            opened = open_game(scenario)
            self.game, self.start = opened.game, opened.start
        sides = [side.id for side in self.game.scenario.sides]
        self.bots = dict(bots or {})
        for side, spec in self.bots.items():
            check_side(self.game, side)
            kind, bot = self.game.side_kinds[side], read_spec(spec).kind
            if kind not in bot.seats:
                raise DataError(f"expected a bot that plays {kind} sides, found {bot.name}", place=f"side {side}")
        self.seats: tuple[Side, ...] = tuple(side for side in sides if side not in self.bots)
        self.answered = dict(answered or {})
        known = {task.__name__ for task in self.game.rulebook.decisions}
        for name, spec in self.answered.items():
            if name not in known:
                raise DataError(f"expected a decision of the rules ({', '.join(sorted(known))})", place=f'"{name}"')
            read_spec(spec)
        self.forced = forced
        self.cap = cap
        self.state: State = self.game.initial()
        self.side: Side | None = None
        self.options: Options | None = None
        self.made = 0
        self._dice = SeededDice(0)
        self._players: dict[Side, Player] = {}
        self._stand_ins: dict[tuple[str, Side], Player] = {}
        self._listeners: list[tuple[Side, Player]] = []

    @property
    def over(self) -> bool:
        """Did the game end by the rules?"""
        return self.state.outcome is not None

    @property
    def cut_off(self) -> bool:
        """Did it come to the cap instead?"""
        return not self.over and self.made >= self.cap

    @property
    def task(self) -> Task | None:
        """The decision that waits."""
        return self.game.waiting(self.state)

    def reset(self, seed: int | str) -> None:
        """Begin a game that ``seed`` determines, and play it to the first decision of a seat."""
        self._dice = SeededDice(seed)
        self._players = {side: self._bot(spec, f"bot/{side}") for side, spec in self.bots.items()}
        self._stand_ins = {}
        self._listeners = [(side, bot) for side, bot in self._players.items() if getattr(bot, "listens", True)]
        self.made = 0
        start = self.game.initial() if self.start is None else self.start
        self.state, events = self.game.begin(start, self._dice)
        self._tell(events)
        self._advance()

    def step(self, index: int) -> None:
        """Answer with the option of that place, and play on to the next decision of a seat."""
        if self.options is None:
            raise IndexError("the game is over")
        self._apply(self.options[index])
        self._advance()

    def _advance(self) -> None:
        game = self.game
        while self.state.outcome is None and self.made < self.cap:
            side = game.to_act(self.state)
            if side is None:
                break
            options = game.options(self.state)
            player = self._players.get(side)
            if player is None and self.answered:
                player = self._stand_in(side)
            if player is None:
                if not self.forced or len(options) != 1:
                    self.side, self.options = side, options
                    return
                self._apply(options[0])
            else:
                self._apply(player.decide(game.view(self.state, side), options))
        self.side = self.options = None

    def _apply(self, action: Any) -> None:
        self.state, events = self.game.apply(self.state, action, self._dice)
        self.made += 1
        if self._listeners:
            self._tell(events)

    def _tell(self, events: Sequence[Any]) -> None:
        for side, player in self._listeners:
            player.observe(self.game.redacted_events(self.state, events, side))

    def _bot(self, spec: str, label: str) -> Player:
        return read_spec(spec).make(self._dice.fork(label))

    def _stand_in(self, side: Side) -> Player | None:
        name = type(self.task).__name__
        spec = self.answered.get(name)
        if spec is None:
            return None
        found = self._stand_ins.get((spec, side))
        if found is None:
            found = self._stand_ins[spec, side] = self._bot(spec, f"stand-in/{side}/{spec}")
            if getattr(found, "listens", True):
                self._listeners.append((side, found))
        return found


def check_side(game: Game, side: Side) -> None:
    """Raises DataError for what is no side of the mission."""
    sides = [setup.id for setup in game.scenario.sides]
    if side not in sides:
        raise DataError(f"expected a side of the mission ({', '.join(sides)})", place=f'side "{side}"')
