"""What a check found: one line each, an error or a warning."""

from __future__ import annotations

from msgspec import Struct

from game.core.errors import DataError


class Problem(Struct, frozen=True):
    """Something wrong with a file. A ``warning`` does not keep it from being played."""

    file: str
    place: str
    message: str
    warning: bool = False

    def __str__(self) -> str:
        mark = "warning: " if self.warning else ""
        return ": ".join(part for part in (self.file, self.place, mark + self.message) if part)


def problem_of(error: DataError) -> Problem:
    """A fault of a file as a problem."""
    return Problem(error.file, error.place, error.message)
