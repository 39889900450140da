"""Keeping a match in a file: after every action, at every turn, or only when the player says so. No pygame here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, Literal, TypeAlias

from game.api import BroodfallError, DataError, Session
from game.io.deciders import Decider
from game.io.saves import SaveWriter

Autosave: TypeAlias = Literal["action", "turn", "off"]
MODES: Final[tuple[Autosave, ...]] = ("action", "turn", "off")
"""When a match is saved by itself. Closing it saves it in the first two; with ``off`` nothing is saved unasked."""


class Keeper:
    """The save of one match, if and as far as there is one. What goes wrong is told by ``problem``, never raised."""

    def __init__(
        self,
        session: Session,
        free: Callable[[], Path],
        *,
        scenario: str = "",
        position: str = "",
        seats: Mapping[str, str],
        mode: Autosave = "action",
        writer: SaveWriter | None = None,
    ) -> None:
        """``free`` answers with a new file when one is needed; ``writer`` goes on with a match that has one.

        Raises DataError if the match is to be saved and cannot be.
        """
        self._session = session
        self._free = free
        self._about = {"scenario": scenario, "position": position}
        self._seats = dict(seats)
        self._writer = writer
        self.whose: Callable[[int], Decider | None] = lambda _number: None
        """Who decided an action, by its number; the match says so."""
        if writer is not None:
            writer.whose = self._whose
        self._path = writer.path if writer is not None else None
        self._kept = len(session.log) if writer is not None else -1
        self._problem: BroodfallError | OSError | None = None
        self.mode: Autosave = mode
        if mode == "off":
            self._let_go()
        else:
            self._begin()

    @property
    def path(self) -> Path | None:
        """The file; None while there is none."""
        return self._path

    @property
    def problem(self) -> BroodfallError | OSError | None:
        """Why the match is no longer saved; None while it is, or while it is not to be."""
        return self._problem or (self._writer.problem if self._writer is not None else None)

    @property
    def saved(self) -> bool:
        """Whether the whole match so far is, or on closing will be, in the file."""
        if self._writer is not None:
            return not self._writer.problem
        return self._kept == len(self._session.log)

    def take_mode(self, mode: Autosave) -> None:
        """Save more or less often from now on. A match that becomes saved is so from its beginning."""
        if mode == self.mode:
            return
        self.mode = mode
        if mode == "off":
            self._let_go()
        elif self._writer is None:
            self.save()
        else:
            self._writer.hold = mode == "turn"

    def save(self) -> bool:
        """Save the whole match as it stands now, anew where that is needed; True if it is saved."""
        if self._writer is not None and not self._writer.problem:
            self._writer.flush()
            return self.saved
        try:
            self._close_writer()
            self._begin()
        except (DataError, OSError) as error:
            self._problem = error
            return False
        self._problem = None
        if self.mode == "off":
            self._let_go()
        return True

    def reseat(self, seats: Mapping[str, str]) -> None:
        """Other players have the seats from now on."""
        self._seats = dict(seats)
        if self._writer is not None:
            self._writer.reseat(seats)
        else:
            # With nothing saved unasked, what was kept does not know of it.
            self._kept = -1

    def close(self) -> None:
        """The match is left: what is to be saved is written."""
        self._close_writer()

    def _whose(self, number: int) -> Decider | None:
        return self.whose(number)

    def _begin(self) -> None:
        if self._writer is None:
            fresh = self._path is None
            self._path = self._free() if self._path is None else self._path
            self._writer = SaveWriter.create(
                self._path, self._session, seats=self._seats, overwrite=not fresh, whose=self._whose, **self._about
            )
        self._writer.hold = self.mode == "turn"

    def _let_go(self) -> None:
        if self._writer is not None:
            self._kept = len(self._session.log)
            self._close_writer()

    def _close_writer(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None
