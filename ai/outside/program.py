"""A program as a bot: it is asked over its standard input and answers on its standard output, a line of JSON each.

One process plays one game: nothing it remembers can pass from one game to another, so the same seed plays the same
games with any number of workers.
"""

from __future__ import annotations

import shlex
import shutil
import sys
import weakref
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

import msgspec

from ai.kinds import BotKind, Parameter, Player, Reasons, Term
from ai.outside import protocol as say
from ai.outside.link import GRACE, Link, ProgramFailed, ProgramSlow
from ai.outside.wire import Wire, codec
from game.api import (
    RULES_VERSION,
    Action,
    AnswerIllegal,
    DataError,
    Dice,
    Event,
    View,
    alike,
    events,
)

SEED_FACES: Final = 1 << 31
"""Seeds for programs are below this, so that every language holds them."""

SHOWN: Final = 60
"""Characters of a wrong line that a message shows."""

PARAMETERS: Final = (
    Parameter(
        "seconds",
        60.0,
        en="time for a decision, by the clock",
        es="tiempo para una decisión, según el reloj",
        least=0.01,
        most=86_400.0,
    ),
    Parameter(
        "start",
        30.0,
        en="time for its first line, by the clock",
        es="tiempo para su primera línea, según el reloj",
        least=0.01,
        most=86_400.0,
    ),
    Parameter("log", "", en="a file to which all lines are added", es="un fichero al que se añaden todas las líneas"),
)

_ENCODE: Final = msgspec.json.Encoder(order="deterministic").encode
_DECODE: Final = msgspec.json.Decoder(say.FromProgram).decode


def program_bot(command: str, place: str) -> BotKind:
    """The bot of a command line. Raises DataError, one line, when there is no such program."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise DataError(f"expected a command line, found {str(error).lower()}", place=place) from None
    if not words:
        raise DataError("expected a command after exec:", place=place)
    words[0] = _program(words[0], place)
    return BotKind(
        f"exec:{command}",
        _maker(words),
        en="A program of its own.",
        es="Un programa aparte.",
        parameters=PARAMETERS,
    )


def _program(name: str, place: str) -> str:
    found = shutil.which(name)
    if found is None and name in ("python", "python3"):
        found = sys.executable
    if found is not None:
        return found
    file = Path(name)
    if file.is_file():
        raise DataError(f"expected a program that may be run, found {name}, which may not", place=place)
    near = ""
    if file.parent.is_dir():
        names = sorted(other.name for other in file.parent.iterdir() if other.is_file())
        hint = alike(file.name, names)
        near = f' (there is "{hint}")' if hint else ""
    raise DataError(f"expected a program, found none called {name}{near}", place=place)


def _maker(words: Sequence[str]) -> Callable[..., Player]:
    def make(dice: Dice, *, seconds: float, start: float, log: str) -> Player:
        file = Path(log) if log else None
        if file is not None:
            _check_log(file)
        return Program(words, dice, seconds=seconds, start=start, log=file)

    return make


def _check_log(file: Path) -> None:
    """A log that cannot be written is told before the game; what goes wrong with it later must not spoil one."""
    try:
        file.open("a", encoding="utf-8").close()
    except OSError as error:
        found = (error.strerror or "an error").lower()
        raise DataError(f"expected a file to write the log to, found {found}", file=str(file)) from None


class Program:
    """A player that asks a program. The program starts with the first decision and ends with the game."""

    def __init__(
        self, words: Sequence[str], dice: Dice, *, seconds: float, start: float, log: Path | None = None
    ) -> None:
        self._words, self._dice, self._log = words, dice, log
        self._seconds, self._start = seconds, start
        # Drawn before any decision, and so the same when a game is taken up again.
        self._seed = dice.roll("game", SEED_FACES) - 1
        self._link: Link | None = None
        self._wire: Wire | None = None
        self._listening = True
        self._heard: list[Event] = []
        self._number = 0
        self._reasons: Reasons | None = None

    def observe(self, told: Sequence[Event]) -> None:
        """Keep what happened until the next question; at the end of the game say so, and end the program."""
        if self._listening:
            self._heard.extend(event for event in told if not isinstance(event, events.AgendaChanged))
        for event in told:
            if isinstance(event, events.GameEnded):
                self._over(event)

    def decide(self, view: View, options: Sequence[Action]) -> Action:
        """Ask the program.

        Raises:
            ProgramSlow: it took too long (an `AnswerLate`).
            ProgramFailed: it ended, or said what is no answer.
            AnswerIllegal: it answered what is not among the options.
        """
        try:
            return self._asked(view, options)
        except BaseException as error:
            self._close(str(error), grace=0 if isinstance(error, ProgramSlow) else GRACE)
            raise

    def explain(self) -> Reasons | None:
        """What the program gave as its reasons."""
        return self._reasons

    def close(self) -> None:
        """End the program, if it runs."""
        self._close("", grace=GRACE)

    def _close(self, complaint: str, *, grace: float) -> None:
        link, self._link = self._link, None
        if link is not None:
            if complaint:
                link.send(_ENCODE(say.Error(message=complaint)))
            link.send(_ENCODE(say.Quit()))
            link.close(grace=grace)

    # --- one question ------------------------------------------------------------------------------------------------

    def _asked(self, view: View, options: Sequence[Action]) -> Action:
        link = self._link or self._begun(view)
        wire = self._wire or Wire(view.board)
        if self._listening and self._heard:
            link.send(_ENCODE(wire.events(self._heard)))
        self._heard.clear()
        self._number += 1
        listed = list(options)
        seed = self._dice.roll("question", SEED_FACES) - 1
        link.send(_ENCODE(wire.question(view, listed, number=self._number, seed=seed)))
        said = self._said(link, self._seconds, f"answer to question {self._number}")
        if not isinstance(said, say.Answer):
            raise ProgramFailed(f"expected an answer to question {self._number}, found {_name(said)}")
        if said.number is not None and said.number != self._number:
            raise ProgramFailed(f"expected an answer to question {self._number}, found one to {said.number}")
        action = self._chosen(said, view, listed)
        self._reasons = _reasons(action, said.why, listed)
        return action

    def _begun(self, view: View) -> Link:
        self.close()
        link = Link(self._words, log=self._log)
        self._link, self._number = link, 0
        # Whatever becomes of the game, the program ends when nobody can ask it any more.
        weakref.finalize(self, link.close, grace=0)
        link.send(_ENCODE(say.Hello(engine="broodfall", version=_version(), rules=RULES_VERSION)))
        said = self._said(link, self._start, "hello")
        if not isinstance(said, say.Greeting):
            raise ProgramFailed(f"expected hello, found {_name(said)}")
        if said.protocol != say.PROTOCOL:
            raise ProgramFailed(f"expected protocol {say.PROTOCOL}, found {said.protocol}")
        kind = view.game.side_kinds[view.side]
        if kind not in said.seats:
            raise ProgramFailed(f"expected a bot that plays {kind} sides, found one for {', '.join(said.seats) or '-'}")
        self._listening = said.events
        self._wire = Wire(view.board)
        link.send(_ENCODE(self._wire.start(view, self._seed)))
        return link

    def _said(self, link: Link, seconds: float, what: str) -> say.FromProgram:
        line = link.receive(seconds, what=what)
        try:
            said: say.FromProgram = _DECODE(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            shown = line[:SHOWN].decode("utf-8", "replace")
            raise ProgramFailed(f"expected its {what} as a line of JSON, found {shown!a}: {error}") from None
        if isinstance(said, say.Error):
            raise ProgramFailed(f"gives up: {' '.join(said.message.split())}")
        return said

    def _chosen(self, said: say.Answer, view: View, options: Sequence[Action]) -> Action:
        if (said.index is None) == (said.text is None):
            raise ProgramFailed("expected an answer with either an index or a text")
        if said.index is not None:
            if not 0 <= said.index < len(options):
                raise AnswerIllegal(f"expected an index from 0 to {len(options) - 1}, found {said.index}")
            return options[said.index]
        try:
            action = codec(view).parse(said.text or "", view.board, place="answer")
        except DataError as error:
            raise AnswerIllegal(str(error)) from None
        refusal = view.verdict(action).refusal
        if refusal is not None:
            raise AnswerIllegal(f"{said.text}: {refusal}")
        return action

    def _over(self, event: events.GameEnded) -> None:
        link = self._link
        if link is not None:
            if self._listening and self._heard and self._wire is not None:
                link.send(_ENCODE(self._wire.events(self._heard)))
            outcome = event.outcome
            scores = dict(outcome.scores)
            over = say.Over(winner=outcome.winner, reason=outcome.reason, round=outcome.round, scores=scores)
            link.send(_ENCODE(over))
        self._heard.clear()
        self.close()


def _reasons(action: Action, why: say.Why | None, options: Sequence[Action]) -> Reasons:
    if why is None:
        return Reasons(action)
    inside = why.rejected is not None and 0 <= why.rejected < len(options)
    return Reasons(
        action,
        score=why.score,
        terms=tuple(Term(name, value) for name, value in why.terms.items()),
        rejected=options[why.rejected] if inside and why.rejected is not None else None,
        rejected_score=why.rejected_score,
        rejected_terms=tuple(Term(name, value) for name, value in why.rejected_terms.items()),
    )


def _name(said: msgspec.Struct) -> str:
    return f'"{said.__struct_config__.tag}"'


def _version() -> str:
    try:
        return version("broodfall")
    except PackageNotFoundError:
        return ""
