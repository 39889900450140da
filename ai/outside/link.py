"""The line to a program: lines out, lines in with a time limit, and no process left when it is cut."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE
from typing import IO, Final

from game.api import AnswerLate, AnswerMissing

KEEPER: Final = Path(__file__).with_name("keeper.py")
LONGEST: Final = 1 << 20
"""Bytes of the longest line a program may say."""
AHEAD: Final = 64
"""Lines kept that nobody asked for; a program that says more waits."""
HEARD: Final = 400
"""Characters of what it said last on standard error that are kept for a message."""
GRACE: Final = 1.0
"""Seconds a program has to end by itself."""


class ProgramFailed(AnswerMissing):
    """A program ended, or said what it should not."""


class ProgramSlow(ProgramFailed, AnswerLate):
    """A program did not answer in time."""


class Link:
    """A running program. Three threads carry its streams, so that neither it nor the game waits for a full pipe."""

    def __init__(self, command: Sequence[str], *, log: Path | None = None) -> None:
        """Start the program; raises ProgramFailed if that cannot be done."""
        self._log = log
        self._heard = ""
        self._lifeline = -1
        self._lines: queue.Queue[bytes | None] = queue.Queue(AHEAD)
        self._out: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._cut = threading.Event()
        try:
            self._process = self._started(list(command))
        except OSError as error:
            raise ProgramFailed(f"cannot be started: {(error.strerror or str(error)).lower()}") from None
        self._threads = [
            threading.Thread(target=work, daemon=True, name=f"program-{work.__name__}")
            for work in (self._read, self._write, self._hear)
        ]
        for thread in self._threads:
            thread.start()

    def _started(self, command: list[str]) -> subprocess.Popen[bytes]:
        if sys.platform == "win32":
            return subprocess.Popen(command, bufsize=0, stdin=PIPE, stdout=PIPE, stderr=PIPE)
        keep, self._lifeline = os.pipe()
        try:
            return subprocess.Popen(
                [sys.executable, "-I", "-S", str(KEEPER), str(keep), *command],
                bufsize=0,
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                pass_fds=(keep,),
                # A Ctrl-C in the terminal is for the game alone.
                start_new_session=True,
            )
        except OSError:
            os.close(self._lifeline)
            raise
        finally:
            os.close(keep)

    # --- the three streams ---------------------------------------------------------------------------------------

    def _read(self) -> None:
        stream, rest = _open(self._process.stdout), b""
        while data := _some(stream):
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self._offer(line)
            if len(rest) > LONGEST:
                break
        if rest:
            self._offer(rest)
        self._offer(None)

    def _offer(self, line: bytes | None) -> None:
        while not self._cut.is_set():
            with suppress(queue.Full):
                self._lines.put(line, timeout=0.1)
                return

    def _write(self) -> None:
        stream = _open(self._process.stdin)
        # A program that ended is noticed where its answer is missed.
        with suppress(OSError, ValueError):
            while (data := self._out.get()) is not None:
                view = memoryview(data)
                while view:
                    view = view[stream.write(view) :]
        with suppress(OSError):
            stream.close()

    def _hear(self) -> None:
        stream = _open(self._process.stderr)
        while data := _some(stream):
            text = data.decode("utf-8", "replace")
            self._note("!", text)
            self._heard = (self._heard + text)[-HEARD:]

    # --- lines ---------------------------------------------------------------------------------------------------

    def send(self, line: bytes) -> None:
        """Say a line; never waits."""
        self._note(">", line.decode())
        self._out.put(line + b"\n")

    def receive(self, seconds: float, *, what: str) -> bytes:
        """The next line. Raises ProgramSlow after so many seconds, ProgramFailed when there will be none."""
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise ProgramSlow(f"no {what} within {seconds:g} s") from None
        if line is None:
            raise ProgramFailed(f"ended before its {what}{self._ending()}")
        self._note("<", line[:LONGEST].decode("utf-8", "replace"))
        if len(line) > LONGEST:
            raise ProgramFailed(f"said a line of more than {LONGEST} bytes instead of its {what}")
        return line

    def _ending(self) -> str:
        """How the program ended, and its last words."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        self._threads[2].join(GRACE)
        code = self._process.returncode
        said = self._heard.strip().splitlines()
        how = "" if code is None else f" with exit code {code}"
        return how + (f', saying "{" ".join(said[-1].split())}"' if said else "")

    def _note(self, mark: str, text: str) -> None:
        if self._log is not None:
            with suppress(OSError), self._log.open("a", encoding="utf-8") as stream:
                stream.writelines(f"{self._process.pid} {mark} {line}\n" for line in text.splitlines())

    # --- the end -------------------------------------------------------------------------------------------------

    def close(self, *, grace: float = GRACE) -> None:
        """Close its input, wait ``grace`` seconds for it to end, then end it and all that it started. Only once."""
        if self._cut.is_set():
            return
        self._out.put(None)
        if grace > 0:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(grace)
        self._cut.set()
        if self._lifeline >= 0:
            os.close(self._lifeline)
            self._lifeline = -1
        else:
            self._process.kill()
        try:
            self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for thread in self._threads:
            thread.join(GRACE)
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()


def _open(stream: IO[bytes] | None) -> IO[bytes]:
    """A stream that was asked for as a pipe."""
    if stream is None:
        raise AssertionError("the program has no pipes")
    return stream


def _some(stream: IO[bytes]) -> bytes:
    """What there is to read; nothing at the end."""
    try:
        return stream.read(1 << 16) or b""
    except (OSError, ValueError):
        return b""
