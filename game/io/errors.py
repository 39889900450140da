"""How a fault in a file is worded: one line, what was expected there and what was found.

Text from a file is untrusted: it is shortened and its control characters are escaped, so that a message stays
one line and prints on every terminal.
"""

import errno
from pathlib import Path
from typing import Final, Literal

from game.core.errors import DataError, nearest

__all__ = ["DataError", "Kind", "fault", "nearest", "quoted"]

Kind = Literal[
    "in_use",
    "changed_outside",
    "exists",
    "disk_full",
    "write_protected",
    "no_folder",
    "no_writing",
    "not_found",
    "part_not_found",
    "read_protected",
    "no_reading",
    "no_file",
    "too_large",
    "no_text",
    "empty_save",
    "save_cut",
    "no_save",
    "seat_record",
    "newer_save",
    "older_save",
    "other_rules",
    "damaged",
    "other_play",
    "no_mission",
    "mission_changed",
    "board_changed",
    "no_module",
    "unknown_mission",
    "installation",
    "no_saves_folder",
    "unknown_bot",
    "bot_failed",
    "bots_gone",
]
"""What may go wrong for a player; `game.text` has a sentence for each in each language (see `BroodfallError.kind`)."""
_WRITING: Final[dict[int, Kind]] = {
    errno.EEXIST: "exists",
    errno.ENOSPC: "disk_full",
    errno.EDQUOT: "disk_full",
    errno.EACCES: "write_protected",
    errno.EPERM: "write_protected",
    errno.EROFS: "write_protected",
    errno.ENOENT: "no_folder",
    errno.ENOTDIR: "no_folder",
}
_READING: Final[dict[int, Kind]] = {
    errno.EACCES: "read_protected",
    errno.EPERM: "read_protected",
    errno.ENOENT: "not_found",
    errno.ENOTDIR: "not_found",
    errno.EISDIR: "no_file",
}

_SHOWN = 100
"""Characters of a file's own text that a message repeats."""


def printable(text: str) -> str:
    """The text on one line: what does not print is written as an escape."""
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode("ascii") for letter in text
    )


def quoted(value: object) -> str:
    """A value of a file as a message shows it: text in quotes, shortened and escaped."""
    if isinstance(value, str):
        shown = value if len(value) <= _SHOWN else value[:_SHOWN] + "..."
        return f'"{printable(shown)}"'
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    return printable(str(value)[:_SHOWN])


def reading_kind(error: OSError) -> Kind:
    """What kept a file from being read."""
    return _READING.get(error.errno or 0, "no_reading")


def fault(
    expected: str, found: str, *, file: str | Path, place: str, kind: Kind | None = None, **values: object
) -> DataError:
    """The error `file: place: expected ..., found ...`.

    Args:
        expected: what the reader needs there, in words.
        found: what the file holds instead; use `quoted` for text of the file.
        file: the file at fault.
        place: a line, key path or object inside it.
        kind: what it is for a player; None for what only authors of files meet.
        values: what the sentence about that kind mentions, beside the file.
    """
    shown = printable(str(file))
    told = {"file": shown, **{name: printable(str(value)) for name, value in values.items()}} if kind else None
    message = f"expected {expected}, found {found}"
    return DataError(message, file=shown, place=place, kind=kind or "", values=told)


def unwritable(path: Path, error: OSError) -> DataError:
    """The error of a file that could not be written."""
    reason = (error.strerror or "an error").lower()
    kind = _WRITING.get(error.errno or 0, "no_writing")
    return fault("a file that can be written", reason, file=path, place="file", kind=kind, reason=reason)
