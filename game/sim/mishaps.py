"""What a bot raised: whether it is a mishap at all, and how it is told in one line."""

from __future__ import annotations

from signal import SIG_IGN, SIGINT, getsignal
from typing import Final

from game.api import AnswerMissing

LONGEST: Final = 300
"""Letters that are kept of what an error says."""


def is_stop(error: BaseException) -> bool:
    """Whether an error is a person's Ctrl-C. Where that is ignored, as in workers, it is a bot's own doing."""
    return isinstance(error, KeyboardInterrupt) and getsignal(SIGINT) is not SIG_IGN


def words_of(error: BaseException) -> str:
    r"""What an error says, in one line that can be printed and written anywhere, whoever made the error.

    >>> words_of(ValueError("two" + chr(10) + "lines, " + chr(0xD800)))
    'two lines, \\ud800'
    """
    try:
        said = f"{error}"
    except Exception as worse:
        said = f"(no text: {type(worse).__name__})"
    return printable(" ".join(said.split())[:LONGEST])


def printable(text: str) -> str:
    """The same text, with codes in place of letters that nobody sees or no file takes."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


def fault_in(error: BaseException) -> str:
    """What went wrong and where, for a row: the error and the innermost place of it.

    What is wrong with a program is in no place of this one.
    """
    if isinstance(error, AnswerMissing):
        return words_of(error)
    trace = error.__traceback__
    place = ""
    while trace is not None:
        code = trace.tb_frame.f_code
        place = f" in {trace.tb_frame.f_globals.get('__name__', '?')}.{code.co_name} line {trace.tb_lineno}"
        trace = trace.tb_next
    return f"{type(error).__name__}: {words_of(error)}".rstrip() + place
