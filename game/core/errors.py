"""The kernel's errors. A refusal of the rules is not among them: see :class:`game.core.refusal.Refusal`."""

from __future__ import annotations


class BroodfallError(Exception):
    """Base of every error this package raises on purpose."""


class DataError(BroodfallError):
    """A file or text is not what it should be; ``str()`` is one line: file, place, what was expected."""

    def __init__(self, message: str, *, file: str = "", place: str = "") -> None:
        self.file = file
        self.place = place
        self.message = message
        super().__init__(": ".join(part for part in (file, place, message) if part))


class CompositionError(BroodfallError):
    """Two rule modules clash, or one needs what no other gives; raised when a scenario loads."""


class ReplayMismatch(BroodfallError):
    """A replay went another way than recorded; names the first differing line."""
