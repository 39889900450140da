"""Worker processes that play games, and what becomes of a game whose worker hangs, ends or is killed."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from pathlib import Path
from pickle import PicklingError, UnpicklingError
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Generic, Self, TypeVar
from weakref import finalize

from game.api import BroodfallError, Side
from game.sim.match import no_answer, no_end
from game.sim.results import LOST, TIMEOUT
from game.sim.watch import Halt, Watch

if TYPE_CHECKING:
    from game.sim.batch import Table, Work

R = TypeVar("R")

GRACE: Final = 0.5
"""Seconds beyond a limit after which a worker that says nothing is killed; it has its own clock for what comes back."""
READY_TIME: Final = 60.0
"""Seconds a bot may take to be made where moves are on a clock, unless a move may take longer."""
STARTS: Final = 3
"""Workers that may end, one after the other, before they came to play; then something else is wrong."""
_TICK: Final = 0.05
_END_TIME: Final = 5.0

_BETWEEN, _ASKED, _MAKING = 0.0, 1.0, 2.0
_CALLS, _PHASE, _SIDE, _BEGAN, _GAME = range(5)


class WorkerLost(BroodfallError):
    """Worker processes end before they play anything; what was finished is kept."""


class Beat(Watch):
    """A watch that the process which started this one can read, even when this one hangs or has ended."""

    __slots__ = ("_cells", "_numbers")

    def __init__(self, cells: Any, sides: Sequence[Side], halt: Halt | None) -> None:
        super().__init__(halt)
        self._cells = cells
        self._numbers = {side: number for number, side in enumerate(sides)}

    def enter(self, side: Side, *, making: bool = False) -> None:
        """A bot is about to be called."""
        super().enter(side)
        cells = self._cells
        cells[_BEGAN] = monotonic()
        cells[_SIDE] = self._numbers[side]
        cells[_CALLS] = self.calls
        cells[_PHASE] = _MAKING if making else _ASKED

    def leave(self) -> None:
        """The call came back."""
        self.keep_to_one()
        self._cells[_PHASE] = _BETWEEN
        super().leave()


# --- in the worker -----------------------------------------------------------------------------------------------


def _serve(pipe: Connection, cells: Any) -> None:
    """Play what is asked for until nobody asks any more."""
    # A Ctrl-C goes to the whole group of processes; the parent alone decides what becomes of the batch.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)  # what a bot starts is in this group, too, and ends with it
    with suppress(OSError):  # where memory runs out, a worker is to go and not the batch
        Path("/proc/self/oom_score_adj").write_text("1000")
    Thread(target=_end_with_parent, daemon=True).start()
    with suppress(OSError):  # where there is no standard error, nobody hears what a bot prints
        os.dup2(2, 1)
    from game.sim.batch import Table

    tables: dict[Work[Any], Table[Any]] = {}
    while True:
        try:
            work, index, halt = pipe.recv()
        except (EOFError, OSError):
            _end()
        answer: Any
        try:
            if work not in tables:
                tables[work] = Table(work)
            table = tables[work]
            cells[_GAME] = monotonic()
            answer = table.play(index, Beat(cells, table.sides, halt), clocked=halt is None)
        except Exception as error:  # nothing a bot does comes here; whoever asked is told
            answer = error
        cells[_GAME] = 0.0
        try:
            pipe.send(answer)
        except (PicklingError, TypeError, AttributeError):
            pipe.send(BroodfallError(f"{type(answer).__name__}: {answer}"))
        except OSError:
            _end()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        _end()


def _end() -> None:
    """End at once, with whatever a bot started."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)


# --- in the process that asks ------------------------------------------------------------------------------------


@dataclass(slots=True)
class Job(Generic[R]):
    """A game to be played: for the first time, again after its worker was lost, or to where it is known to fail."""

    work: Work[R]
    index: int
    again: bool = False
    halt: Halt | None = None


class Worker(Generic[R]):
    """One process, and the game it plays."""

    def __init__(self) -> None:
        # "spawn" works the same everywhere, and copies no threads or locks of this process.
        context = get_context("spawn")
        self._cells = context.RawArray("d", 5)
        self._pipe, far = context.Pipe()
        self._process = context.Process(target=_serve, args=(far, self._cells), name="broodfall worker")
        self._process.start()
        far.close()
        self.job: Job[R] | None = None
        self.end = finalize(self, _kill, self._process, self._pipe)

    @property
    def signs(self) -> tuple[Connection, int]:
        """What becomes ready when there is something to `hear`."""
        return self._pipe, self._process.sentinel

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid or 0

    @property
    def began(self) -> bool:
        """Whether the game itself has begun."""
        return bool(self._cells[_GAME])

    def give(self, job: Job[R]) -> bool:
        """Let it play; False if it has ended meanwhile."""
        self._cells[:] = [0.0] * len(self._cells)
        try:
            self._pipe.send((job.work, job.index, job.halt))
        except OSError:
            return False
        self.job = job
        return True

    def hear(self) -> R | Exception | None:
        """What became of its game or an error; None while it goes on. Raises EOFError if it will never end."""
        ended = not self._process.is_alive()
        try:
            if self._pipe.poll():
                answer: R | Exception = self._pipe.recv()
                return answer
        except (OSError, UnpicklingError):
            raise EOFError from None
        if ended:
            raise EOFError
        return None

    def overdue(self, job: Job[R]) -> str:
        """What to say of the game if its clock has run out, else nothing."""
        budget, cells, now = job.work.budget, self._cells, monotonic()
        phase, waited, game = cells[_PHASE], now - cells[_BEGAN], cells[_GAME]
        if budget.move_time is not None:
            if phase == _ASKED and waited > budget.move_time + GRACE:
                return no_answer(budget.move_time)
            ready = max(READY_TIME, budget.move_time)
            if phase == _MAKING and waited > ready:
                return f"not ready within {ready:g} s"
        if budget.game_time is not None and game:
            allowed = budget.game_time if job.halt is None else 2 * budget.game_time
            if now - game > allowed + GRACE:
                return no_end(budget.game_time)
        return ""

    def place(self, reason: str, error: str) -> tuple[Halt, int]:
        """Where its game is, for playing it again to there, and the number of the side that was called last."""
        cells = self._cells
        return Halt(int(cells[_CALLS]), cells[_PHASE] != _BETWEEN, reason, error), int(cells[_SIDE])

    def how_it_ended(self) -> str:
        """In words, after `hear` has said that it ended."""
        self._process.join(_END_TIME)
        code = self._process.exitcode
        if code is not None and code < 0:
            return f"its process was ended by signal {-code}"
        return f"its process ended with exit code {code}"


def _kill(process: Any, pipe: Connection) -> None:
    pipe.close()
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):  # not there yet, or no longer
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.join(_END_TIME)


class Crew(Generic[R]):
    """Workers on this machine, which are given games and hand out what became of each as soon as it is over.

    A game whose worker ends while it is played is played once more by a fresh worker, for it may have been somebody
    from outside who killed it. If that worker ends, too, the game is spoilt (``worker_lost``); if a clock runs out, at
    once (``timeout``). What is known of such a game up to there is found by playing it once more to that very call.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._todo: deque[Job[R]] = deque()
        self._workers: list[Worker[R]] = []
        self._tables: dict[Work[R], Table[R]] = {}
        self._false_starts = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    @property
    def processes(self) -> tuple[int, ...]:
        """The workers there are, by their process numbers."""
        return tuple(worker.pid for worker in self._workers)

    def give(self, work: Work[R], index: int) -> None:
        """One more game to play. Raises DataError, here and not in every worker, if something is wrong with it."""
        self._table(work)
        self._todo.append(Job(work, index))

    def finished(self) -> Iterator[tuple[Work[R], int, R]]:
        """Play what was given; each game is handed out once it is over.

        Raises:
            DataError: a bot is not what it should be.
            WorkerLost: workers end before they play.
        """
        while self._todo or any(worker.job for worker in self._workers):
            self._hand_out()
            yield from self._heard()

    def abandon(self) -> None:
        """Forget what was given and is not over yet."""
        self._todo.clear()
        for worker in [worker for worker in self._workers if worker.job]:
            self._dismiss(worker)

    def close(self) -> None:
        """Stop all workers at once."""
        self._todo.clear()
        for worker in list(self._workers):
            self._dismiss(worker)

    def _table(self, work: Work[R]) -> Table[R]:
        from game.sim.batch import Table

        if work not in self._tables:
            self._tables[work] = Table(work)
        return self._tables[work]

    def _dismiss(self, worker: Worker[R]) -> None:
        self._workers.remove(worker)
        worker.end()

    def _hand_out(self) -> None:
        for worker in list(self._workers):
            if self._todo and worker.job is None:
                job = self._todo.popleft()
                if not worker.give(job):
                    self._todo.appendleft(job)
                    self._dismiss(worker)
        while self._todo and len(self._workers) < self._jobs:
            worker = Worker[R]()
            self._workers.append(worker)
            job = self._todo.popleft()
            if not worker.give(job):
                self._todo.appendleft(job)
                self._false_start(worker)

    def _heard(self) -> Iterator[tuple[Work[R], int, R]]:
        busy = [(worker, worker.job) for worker in self._workers if worker.job is not None]
        clocked = any(job.work.budget.clocked for _, job in busy)
        wait([sign for worker, _ in busy for sign in worker.signs], timeout=_TICK if clocked else None)
        for worker, job in busy:
            try:
                answer = worker.hear()
            except EOFError:
                yield from self._lost(worker, job)
                continue
            if isinstance(answer, Exception):
                worker.job = None
                raise answer
            if answer is not None:
                worker.job = None
                self._false_starts = 0
                yield job.work, job.index, answer
            elif clocked and (said := worker.overdue(job)):
                yield from self._spoilt(worker, job, TIMEOUT, said)

    def _lost(self, worker: Worker[R], job: Job[R]) -> Iterator[tuple[Work[R], int, R]]:
        if not worker.began:
            self._todo.appendleft(job)
            self._false_start(worker)
        elif not job.again and job.halt is None:
            self._dismiss(worker)
            self._todo.appendleft(Job(job.work, job.index, again=True))
        else:
            yield from self._spoilt(worker, job, LOST, worker.how_it_ended())

    def _spoilt(self, worker: Worker[R], job: Job[R], reason: str, said: str) -> Iterator[tuple[Work[R], int, R]]:
        halt, number = worker.place(reason, said)
        self._dismiss(worker)
        if job.halt is None and halt.calls:
            self._todo.appendleft(Job(job.work, job.index, halt=halt))
            return
        # It does not go the same way twice, so no more is known of it than that it failed.
        yield job.work, job.index, self._table(job.work).blank(job.index, job.halt or halt, number)

    def _false_start(self, worker: Worker[R]) -> None:
        self._dismiss(worker)
        self._false_starts += 1
        if self._false_starts >= STARTS:
            raise WorkerLost("worker processes end before they play; finished games are kept")
