"""A saved match as a film: every action with what it told each seat and the table after it. No pygame here."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from game.api import Action, Game, SeededDice, Session, parse_seed
from game.io.deciders import Decider
from game.io.openers import opener
from game.io.replay import open_replay
from game.io.save_format import Header
from game.io.scenario import SUFFIX, shipped_folder
from game.ui.play.bots import HUMAN
from game.ui.play.thinker import Table
from game.ui.play.whys import Moment


def table_of(header: Header, path: Path) -> Table:
    """How another process finds the game of a save: in the folder where the save lies, or among those of the game."""
    if header.position:
        return Table("", header.position, tuple(header.modules))
    name = header.scenario.removesuffix(SUFFIX) + SUFFIX
    files = [folder / name for folder in (path.resolve().parent, shipped_folder())]
    return Table(str(next((file for file in files if file.is_file()), name)), "", tuple(header.modules))


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a film, from its ``first`` scene on: the round, whose turn it is, and the phase of it."""

    first: int
    round: int
    side: str
    phase: str


class Film:
    """A save that is played again bit by bit, so that a window can go on drawing."""

    def __init__(self, path: Path) -> None:
        """Open a save. Raises DataError or ReplayMismatch."""
        self.path = path
        replay = open_replay(path, opener([path.resolve().parent]))
        self.header = replay.save.header
        self.game: Game = replay.game
        self.torn, self.complete = replay.save.torn, replay.complete
        self._replay = replay
        self._actions: list[tuple[str, Action]] | None = None
        self.deciders: tuple[Decider, ...] = ()
        """Who decided each action; known as soon as the save was read through once."""
        self._session = replay.session
        self.scenes = [Moment(0, "", None, self._session.opening, self._session.state)]

        self._told: dict[tuple[int, str], Moment] = {}
        self._parts: list[Part] = []
        self._parted = 0

    @property
    def total(self) -> int:
        """How many actions there are, as far as is known."""
        return len(self._actions) if self._actions is not None else max(1, len(self._replay))

    @property
    def ready(self) -> bool:
        """Whether all of it can be shown."""
        return self._actions is not None and len(self.scenes) > len(self._actions)

    @property
    def progress(self) -> float:
        """How much of it is read, 0 to 1."""
        if self._actions is None:
            return 0.5 * self._replay.position / max(1, len(self._replay))
        return 0.5 + 0.5 * len(self.scenes) / (len(self._actions) + 1)

    def read(self, steps: int) -> None:
        """Read on for so many steps. Raises ReplayMismatch where the game goes another way than recorded."""
        for _ in range(steps):
            if self._actions is None:
                # First through the whole save, as things that were taken back are still in it; then only what stayed.
                if self._replay.position < len(self._replay):
                    self._replay.step()
                    continue
                self._read_through()
            elif self.ready:
                return
            else:
                number = len(self.scenes)
                side, action = self._actions[number - 1]
                events = self._session.act(action)
                self.scenes.append(Moment(number, side, action, events, self._session.state))

    def _read_through(self) -> None:
        self._actions = [(entry.side, entry.action) for entry in self._replay.session.log]
        self.deciders = tuple(self._replay.deciders)
        self._replay.restart()
        self._session = self._replay.session

    def give_up(self) -> None:
        """Show what could be read: the rest goes another way than recorded."""
        if self._actions is None:
            self._read_through()
        else:
            self._actions = [(scene.side, scene.action) for scene in self.scenes[1:] if scene.action is not None]

    def told(self, number: int, seat: str) -> Moment:
        """An entry as a seat was told it; as it was for no seat."""
        moment = self.scenes[number]
        if not seat:
            return moment
        if (number, seat) not in self._told:
            events = self.game.redacted_events(moment.after, moment.events, seat)
            after = self.game.redacted(moment.after, seat)
            self._told[number, seat] = Moment(number, moment.side, moment.action, events, after)
        return self._told[number, seat]

    def parts(self) -> list[Part]:
        """The rounds, turns and phases of what was read, one after another."""
        for moment in self.scenes[self._parted :]:
            state = moment.after
            last = self._parts[-1] if self._parts else None
            if last is None or (last.round, last.side, last.phase) != (state.round, state.turn, state.phase):
                self._parts.append(Part(moment.number, state.round, state.turn, state.phase))
        self._parted = len(self.scenes)
        return self._parts

    def session_at(self, number: int) -> Session:
        """A match of its own that stands after scene ``number``, dice included."""
        seed = parse_seed(self.header.seed)
        session = Session(self.game, SeededDice(seed), self._replay.session.start)
        for scene in self.scenes[1 : number + 1]:
            assert scene.action is not None  # only the opening has none
            session.act(scene.action)
        return session

    def table(self) -> Table:
        """How another process finds the game."""
        return table_of(self.header, self.path)

    def seats(self) -> dict[str, str]:
        """Who sat where in the end."""
        return {side: self._replay.seats.get(side, HUMAN) for side in self.game.side_kinds}
