"""Playing a save again: step by step, to any action and back, every die and digest compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NoReturn

from msgspec import Struct

from game.core.dice import SeededDice, parse_seed
from game.core.errors import ReplayMismatch
from game.core.game import Game
from game.core.notation import Codec
from game.core.refusal import IllegalAction
from game.core.rulebook import Rulebook
from game.core.session import Session
from game.core.state import Action, Event, State
from game.io.deciders import Decider
from game.io.errors import Kind, fault, printable, quoted
from game.io.save_format import Header, Line, Rolls, SaveFile, digests, read_save, rolls_of

Opener = Callable[[Header, Path], tuple[Game, State | None]]
"""Finds the game that a header names, and the state it started from if that is not the scenario's own."""


class Play(Struct, frozen=True):
    """One action of a save, for lists: its number, who acted, and what was done in text notation."""

    n: int
    side: str
    text: str


@cache
def _codec(types: tuple[type[Action], ...]) -> Codec[Action]:
    return Codec(types)


def action_codec(rulebook: Rulebook) -> Codec[Action]:
    """How the actions of a rulebook are written and read."""
    return _codec(rulebook.action_types)


class Replay:
    """A save being played again. ``session`` stands after ``position`` lines; it is never shared with a match."""

    def __init__(self, path: Path, save: SaveFile, game: Game, start: State | None) -> None:
        self.path = path
        self.save = save
        self.game = game
        self._start = start
        self.session: Session
        self.position = 0
        self.deciders: list[Decider] = []
        """Who decided each action of the session's log; after those whoever decided what can be done again."""
        self.restart()

    def __len__(self) -> int:
        return len(self.save.lines)

    @property
    def complete(self) -> bool:
        """Whether the game was played to its end."""
        return bool(self.save.lines) and bool(self.save.lines[-1].line.end)

    @property
    def note(self) -> str:
        """What a reader should know: a torn last line, or a game that stops before its end."""
        torn = self.save.torn
        parts = [f"line {torn} was cut off while it was written; it is left out"] if torn else []
        if not self.complete:
            parts.append("incomplete: the save stops before the end of the game")
        return "; ".join(parts)

    @property
    def seats(self) -> Mapping[str, str]:
        """Who sat where in the end."""
        return MappingProxyType(self.save.seats)

    def plays(self) -> list[Play]:
        """Every action of the save, those that were taken back later included."""
        return [Play(line.n, line.side, line.do) for _, line in self.save.lines if line.do]

    def restart(self) -> None:
        """Go back to before the first action, with new dice."""
        seed = _seed(self.path, self.save.header)
        self.session = Session(self.game, SeededDice(seed), self._start)
        self.position = 0
        self.deciders, self._sitting = [], self.save.header.seats
        found = self.game.digest(self.session.start)
        if found != self.save.header.start_digest:
            self._differs(1, "the start of the game", self.save.header.start_digest, found)

    def step(self) -> tuple[Event, ...]:
        """Play the next line. Raises ReplayMismatch where it goes another way; the session is then as before it."""
        number, line = self.save.lines[self.position]
        events: tuple[Event, ...] = ()
        if line.do:
            events = self._act(number, line)
        elif line.undo:
            self._undo(number, line)
        elif line.seats:
            self._sitting = line.seats
        else:
            self._compare(number, line)
        self.position += 1
        return events

    def goto(self, position: int) -> None:
        """Stand after the first ``position`` lines, forwards or backwards."""
        if not 0 <= position <= len(self):
            raise IndexError(f"position {position} of a replay of {len(self)} lines")
        if position < self.position:
            self.restart()
        while self.position < position:
            self.step()

    def finish(self) -> None:
        """Play to the last line."""
        self.goto(len(self))

    def _act(self, number: int, line: Line) -> tuple[Event, ...]:
        session = self.session
        if line.n != len(session.log) + 1:
            self._differs(number, "the number of the action", str(line.n), str(len(session.log) + 1))
        if session.to_act != line.side:
            self._differs(number, f"command {line.n}: the side to act", line.side, session.to_act or "nobody")
        action = action_codec(self.game.rulebook).parse(
            line.do, self.game.board, file=printable(str(self.path)), place=f"line {number}"
        )
        try:
            events = session.act(action)
        except IllegalAction as error:
            raise self._mismatch(number, f"command {line.n} ({line.do}) is refused: {error}") from None
        rolled = rolls_of(events)
        if rolled != line.dice:
            position = self.position
            self.restart()
            self.goto(position)
            self._differs(number, f"command {line.n} ({line.do}): the dice", dice_text(line.dice), dice_text(rolled))
        by = Decider(line.by, stood_in=True) if line.by else Decider(self._sitting.get(line.side, ""))
        self.deciders[line.n - 1 :] = [by]
        return events

    def _undo(self, number: int, line: Line) -> None:
        if line.n != len(self.session.log):
            self._differs(number, "the action taken back", str(line.n), str(len(self.session.log)))
        try:
            self.session.undo()
        except IllegalAction as error:
            raise self._mismatch(number, f"taking back command {line.n} is refused: {error}") from None

    def _compare(self, number: int, line: Line) -> None:
        session = self.session
        if line.n != len(session.log):
            self._differs(number, "the number of actions so far", str(line.n), str(len(session.log)))
        outcome = session.state.outcome
        reason = outcome.reason if outcome is not None else ""
        if line.end != reason:
            self._differs(number, "the end of the game", line.end or "none", reason or "none")
        if session.digest() != line.digest:
            self._differs(number, f"the digest after command {line.n}", line.digest, session.digest())

    def _differs(self, number: int, what: str, recorded: str, found: str) -> NoReturn:
        raise self._mismatch(number, f"{what}: recorded {recorded}, played {found}")

    def _mismatch(self, number: int, message: str) -> ReplayMismatch:
        file, kind = printable(str(self.path)), "other_play"
        said = {"file": file, "line": str(number)}
        return ReplayMismatch(f"{file}: line {number}: {message}", kind=kind, values=said)


def dice_text(rolls: Rolls) -> str:
    """Dice for people: ``bs d20 3 7, save d20 15``.

    >>> dice_text((("bs", 20, (3, 7)), ("save", 20, (15,))))
    'bs d20 3 7, save d20 15'
    """
    return ", ".join(f"{purpose} d{sides} {' '.join(map(str, faces))}" for purpose, sides, faces in rolls) or "none"


def _seed(path: Path, header: Header) -> int | str:
    try:
        return parse_seed(header.seed)
    except ValueError:
        found = quoted(header.seed)
        raise fault("a seed such as int:7", found, file=path, place="line 1: seed", kind="damaged", line=1) from None


def open_replay(path: Path, opener: Opener) -> Replay:
    """A save to be played again, standing before its first action.

    Raises:
        DataError: the file is damaged, or what it plays on is missing or not what it was.
        ReplayMismatch: the game starts another way than recorded.
    """
    save = read_save(path)
    game, start = opener(save.header, path)
    header = save.header
    kinds: tuple[Kind, ...] = ("mission_changed", "board_changed")
    for what, kind, recorded, found in zip(
        ("scenario", "board"), kinds, (header.scenario_digest, header.board_digest), digests(game), strict=True
    ):
        if recorded != found:
            expected = f"the {what} as it was when the save was made"
            mission = Path(header.scenario).stem or path.stem
            raise fault(expected, "a changed one", file=path, place="line 1", kind=kind, mission=mission)
    return Replay(path, save, game, start)
