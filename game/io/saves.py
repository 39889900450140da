"""Saving a match as it is played, and going on with one: a match killed at any moment resumes at its last action.

A :class:`SaveWriter` listens to a session and writes each entry at once, flushed and synced. A checkpoint with the
session's digest follows wherever round, turn or phase changed, and at the end of the game.

One process plays a save at a time: a second one is refused, and a writer whose file was changed under its hands stops,
so that lines of two matches never mix in one file.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import BinaryIO, NamedTuple

from game.core.dice import SeededDice
from game.core.errors import BroodfallError, DataError
from game.core.session import Entry, Session
from game.core.state import State
from game.core.types import Side
from game.io.deciders import Decider
from game.io.errors import fault, unwritable
from game.io.replay import Opener, action_codec, open_replay
from game.io.save_format import Header, Line, header_for, read_header, rolls_of, sealed

SUFFIX = ".jsonl"
"""The end of the names of saves."""

Whose = Callable[[int], Decider | None]
"""Who decided an action of a match, by its number; None where that is not known."""


def _nobody(_number: int) -> Decider | None:
    return None


class SaveWriter:
    """Writes a session to a file while it is played; ``problem`` tells why it stopped writing, if it had to.

    With ``hold`` lines wait for the next checkpoint, for `flush` or for the end. ``whose`` tells who decided an action;
    where it tells nothing, whoever has the seat.
    """

    def __init__(
        self, path: Path, session: Session, stream: BinaryIO, total: str, seats: Mapping[Side, str], whose: Whose
    ) -> None:
        self.path = path
        self.whose = whose
        self.problem: DataError | None = None
        self.hold = False
        self._held = b""
        self._session = session
        self._stream = stream
        self._sum = total
        self._seats = dict(seats)
        self._moment = _moment(session.state)
        session.listeners.append(self)

    @classmethod
    def create(
        cls,
        path: Path,
        session: Session,
        *,
        scenario: str = "",
        position: str = "",
        seats: Mapping[Side, str] | None = None,
        overwrite: bool = False,
        whose: Whose = _nobody,
    ) -> SaveWriter:
        """Begin a save: the header, and all that the session has played so far.

        Args:
            path: the file; it must not exist unless ``overwrite``.
            session: a match with seeded dice.
            scenario: the name under which the scenario is found again; empty if it started from a position.
            position: the text of the position it started from; empty if it started from the scenario.
            seats: who plays each side now.
            overwrite: replace a file that is there.
            whose: who decided each action, of those to come, too.

        Raises:
            DataError: the file is there already or cannot be written.
            ValueError: the session's dice are not seeded, so the match could not be played again.
        """
        if not isinstance(session.dice, SeededDice):
            raise ValueError("only a match with seeded dice can be saved")
        now = dict(seats or {})
        first = _seats_at_first(session, now, whose)
        header = header_for(
            session.game,
            session.start,
            session.dice.seed,
            scenario=scenario,
            position=position,
            seats=first,
        )
        line, total = sealed(header, "")
        try:
            stream = path.open("r+b" if overwrite and path.exists() else "xb")
        except OSError as error:
            raise unwritable(path, error) from None
        _lock(path, stream)  # before anything is cut off: it may be somebody's match
        try:
            stream.truncate(0)
        except OSError as error:
            stream.close()
            raise unwritable(path, error) from None
        writer = cls(path, session, stream, total, first, whose)
        writer._write(line)
        for number, entry in enumerate(session.log, start=1):
            writer._put_entry(entry, number)
        if writer._seats != now:
            writer.reseat(now)
        if session.log:
            writer._checkpoint()
        _sync_folder(path.parent)
        return writer

    @classmethod
    def resume(
        cls, path: Path, session: Session, *, good: int, total: str, size: int, seats: Mapping[Side, str]
    ) -> SaveWriter:
        """Go on with a save after its first ``good`` bytes; what follows them, up to its ``size``, is cut off.

        ``seats``: who plays each side in the end, as the save says.

        Raises:
            DataError: the file cannot be written, somebody else plays it, or it has grown since it was read.
        """
        try:
            stream = path.open("r+b")
        except OSError as error:
            raise unwritable(path, error) from None
        _lock(path, stream)
        if os.fstat(stream.fileno()).st_size != size:
            stream.close()
            raise _changed(path)
        try:
            stream.truncate(good)
            stream.seek(good)
        except OSError as error:
            raise unwritable(path, error) from None
        return cls(path, session, stream, total, seats, _nobody)

    def __call__(self, session: Session, entry: Entry | None) -> None:
        """Write what just happened: an entry, or that the last one was taken back."""
        if entry is None:
            self._put(Line(n=len(session.log) + 1, undo=True))
            self._moment = _moment(session.state)
            return
        self._put_entry(entry, len(session.log))
        if _moment(session.state) != self._moment:
            self._checkpoint()

    def reseat(self, seats: Mapping[Side, str]) -> None:
        """Write who plays each side from here on."""
        self._seats = dict(seats)
        self._put(Line(n=len(self._session.log), seats=dict(seats)))

    def _put_entry(self, entry: Entry, number: int) -> None:
        by = self.whose(number)
        if by is not None and not by.stood_in and self._seats.get(entry.side) != by.spec:
            # A match whose save begins in the midst of it, or that goes on with another player than the save names.
            self._seats[entry.side] = by.spec
            self._put(Line(n=number - 1, seats=dict(self._seats)))
        stand_in = by.spec if by is not None and by.stood_in else ""
        self._put(_line_of(self._session, entry, number, stand_in))

    def close(self) -> None:
        """Stop writing; the file stays as it is and can be resumed."""
        self.flush()
        if self in self._session.listeners:
            self._session.listeners.remove(self)
        self._stream.close()

    def _checkpoint(self) -> None:
        session = self._session
        self._moment = _moment(session.state)
        outcome = session.state.outcome
        self._put(
            Line(
                n=len(session.log),
                digest=session.digest(),
                end=outcome.reason if outcome else "",
                winner=outcome.winner if outcome else "",
            )
        )
        self.flush()

    def _put(self, line: Line) -> None:
        text, self._sum = sealed(line, self._sum)
        if self.hold:
            self._held += text
        else:
            self._write(text)

    def flush(self) -> None:
        """Write what is held back."""
        if self._held:
            self._write(b"")

    def _write(self, text: bytes) -> None:
        """Write and sync. A full disk must not take the match down: it is noted, and writing stops; so it does when
        somebody else wrote to the file.
        """
        if self.problem:
            return
        text, self._held = self._held + text, b""
        try:
            if os.fstat(self._stream.fileno()).st_size != self._stream.tell():
                self.problem = _changed(self.path)
                return
            self._stream.write(text)
            self._stream.flush()
            os.fsync(self._stream.fileno())
        except OSError as error:
            self.problem = unwritable(self.path, error)


class LoadedSave(NamedTuple):
    """A match taken up again: its session, the writer that goes on with the file, and what a player should know.

    ``seats``: who plays each side now; ``torn``: the number of a last line that was left out, 0 for none; ``states``:
    the table at the opening and after each action of the session's log; ``deciders``: who decided each of them.
    """

    session: Session
    writer: SaveWriter
    header: Header
    seats: Mapping[Side, str]
    torn: int
    states: tuple[State, ...] = ()
    deciders: tuple[Decider, ...] = ()


class Listed(NamedTuple):
    """A file in a list of saves: its header, or why it cannot be read."""

    path: Path
    header: Header | None
    problem: BroodfallError | None


def load_save(path: Path, opener: Opener) -> LoadedSave:
    """Take a match up again at its last completed action. All or nothing: a fault leaves the file untouched.

    Raises:
        DataError: the file is damaged, somebody plays it, or what it plays on is missing or not what it was.
        ReplayMismatch: playing it again went another way than recorded.
    """
    size = path.stat().st_size if path.is_file() else 0
    replay = open_replay(path, opener)
    states = [replay.session.state]

    def hear(session: Session, entry: Entry | None) -> None:
        if entry is None:
            states.pop()
        else:
            states.append(session.state)

    replay.session.listeners.append(hear)
    replay.finish()
    replay.session.listeners.remove(hear)
    writer = SaveWriter.resume(
        path, replay.session, good=replay.save.good, total=replay.save.sum, size=size, seats=replay.seats
    )
    return LoadedSave(
        replay.session,
        writer,
        replay.save.header,
        replay.seats,
        replay.save.torn,
        tuple(states),
        tuple(replay.deciders),
    )


def list_saves(folder: Path) -> list[Listed]:
    """The saves of a folder by name; a broken one is listed with what is wrong with it."""
    found = []
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            found.append(Listed(path, read_header(path), None))
        except BroodfallError as error:
            found.append(Listed(path, None, error))
    return found


def _moment(state: State) -> tuple[int, str, str, bool]:
    return state.round, state.turn, state.phase, state.outcome is not None


def _seats_at_first(session: Session, seats: Mapping[Side, str], whose: Whose) -> dict[Side, str]:
    """Who sat where when the match began."""
    found = dict(seats)
    for number in range(len(session.log), 0, -1):
        by = whose(number)
        if by is not None and not by.stood_in:
            found[session.log[number - 1].side] = by.spec
    return found


def _line_of(session: Session, entry: Entry, number: int, by: str) -> Line:
    game = session.game
    said = action_codec(game.rulebook).text(entry.action, game.board)
    return Line(n=number, side=entry.side, do=said, dice=rolls_of(entry.events), by=by)


def _taken(path: Path) -> DataError:
    return fault("a save that nobody else is playing", "one in use", file=path, place="file", kind="in_use")


def _changed(path: Path) -> DataError:
    expected = "a save that nobody else is playing"
    return fault(expected, "one in use", file=path, place="file", kind="changed_outside")


def _lock(path: Path, stream: BinaryIO) -> None:
    """Keep other processes from playing this save until the stream is closed, where the system knows such locks.

    The lock is the process's: it may take its own match up again, and lets go when it reads the file in between.
    """
    if sys.platform == "win32":
        return
    import fcntl

    try:
        fcntl.lockf(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EAGAIN):
            stream.close()
            raise _taken(path) from None


def _sync_folder(folder: Path) -> None:
    """Make the name of a new file last, where the system lets a folder be synced."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:  # Windows opens no folders
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
