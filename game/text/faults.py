"""What went wrong, told to players in their language: which file, what is wrong with it, what they can do.

What only authors of maps, missions and rosters meet is told in a frame of that language around the English line.
"""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Final

from game.core.errors import BroodfallError, DataError
from game.core.refusal import IllegalAction
from game.io.errors import printable, reading_kind
from game.text.words import Words

_FILES: Final = ("file", "part")
"""Values that are the paths of files."""
_LINE: Final = re.compile(r"line (\d+)")
_SYNTAX: Final = re.compile(r"\(at line (\d+)")
"""Where a place, or a message about the syntax of a file, tells its line."""


def told(error: BroodfallError | OSError, words: Words, *, paths: bool = False) -> str:
    """An error in a sentence or two, on one line; files by their names alone unless ``paths``."""
    return " ".join(_told(error, words, paths=paths).split())


def remarks(words: Words, *, torn: int, complete: bool) -> str:
    """What a reader of a save should know: a torn last line (its number; 0: none), a game that stops too soon."""
    parts = [words.say("torn", line=torn)] if torn else []
    return " ".join([*parts, *([] if complete else [words.say("incomplete")])])


def _told(error: BroodfallError | OSError, words: Words, *, paths: bool) -> str:
    if isinstance(error, OSError):
        if error.filename is None:
            return error.strerror or str(error)
        part, reason = printable(str(error.filename)), (error.strerror or "").lower()
        return words.of("faults", reading_kind(error), part=_named(part, paths=paths), reason=reason)
    if isinstance(error, IllegalAction):
        return words.of("faults", "refused", refusal=words.texts.refusal(error.refusal))
    if words.has("faults", error.kind):
        values = {key: _named(said, paths=paths) if key in _FILES else said for key, said in error.values.items()}
        return words.of("faults", error.kind, **values)
    if not isinstance(error, DataError) or not error.file:
        return str(error)
    file = _named(error.file, paths=paths)
    line = _LINE.fullmatch(error.place) or _SYNTAX.search(error.message)
    if line is not None:
        return words.of("faults", "fault_in_line", file=file, line=line[1], message=error.message)
    if error.place in ("", "file", "syntax"):
        return words.of("faults", "fault", file=file, message=error.message)
    return words.of("faults", "fault_at", file=file, place=error.place, message=error.message)


def _named(path: str, *, paths: bool) -> str:
    return path if paths else PurePath(path).name or path
