"""Where the games of a batch are played: by worker processes of this machine, or on the nodes of a Ray cluster."""

from __future__ import annotations

import os
import socket
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

import game
from game.api import RULES_VERSION, BroodfallError, DataError, nearest
from game.sim.workers import STARTS, Crew, WorkerLost

if TYPE_CHECKING:
    from game.sim.batch import Table, Work
    from game.sim.results import Rows

LOCAL: Final = "local"
RAY: Final = "ray"
ENGINES: Final = (LOCAL, RAY)
_PATIENCE: Final = 5.0


class Engine(Protocol):
    """Workers that play games. Which ones they are makes no difference to the rows, but for the seconds."""

    def give(self, batch: Work[Rows], index: int) -> None:
        """One more game to play. Raises DataError if something is wrong with the batch."""
        ...

    def finished(self) -> Iterator[tuple[Work[Rows], int, Rows]]:
        """Play what was given; each game is handed out once it is over."""
        ...

    def abandon(self) -> None:
        """Forget what was given and is not over yet."""
        ...

    def close(self) -> None:
        """Stop all workers at once."""
        ...


@contextmanager
def engine_of(name: str, *, jobs: int, address: str | None = None) -> Iterator[Engine | None]:
    """The engine of that name, which ends with the block; None is the local one, which `run` starts as it needs it.

    Raises:
        DataError: there is no such engine, or no cluster at the address.
        ModuleNotFoundError: Ray is not installed.
    """
    if name not in ENGINES:
        raise DataError(f'expected {nearest(name, ENGINES)}, found "{name}"', place="--engine")
    if name == LOCAL:
        if address is not None:
            raise DataError("expected --engine ray with the address of a cluster", place="--address")
        yield None
        return
    crew = RayCrew(jobs, address)
    try:
        yield crew
    finally:
        crew.close()


def _check_reachable(address: str | None) -> None:
    """Raises DataError if nobody listens at ``host:port``; Ray itself would try for minutes."""
    host, _, port = (address or "").rpartition(":")
    if not host or host.startswith("ray:") or not port.isdigit():
        return
    try:
        socket.create_connection((host, int(port)), timeout=_PATIENCE).close()
    except (OSError, OverflowError):
        raise DataError(
            f"expected a Ray cluster that is running, found nobody at {address}", place="--address"
        ) from None


class RayWorker:
    """What runs on a node: it stands beside a worker process there as this process does beside one of its own."""

    def __init__(self, paths: Sequence[str]) -> None:
        sys.path.extend(path for path in paths if path not in sys.path and Path(path).is_dir())
        self._crew: Crew[Rows] = Crew(1)

    def versions(self) -> tuple[str, str]:
        """Those of the package and of the rules, which must be the same everywhere."""
        return game.__version__, RULES_VERSION

    def play(self, batch: Work[Rows], index: int) -> Rows:
        """The rows of a game."""
        self._crew.give(batch, index)
        ((_, _, rows),) = self._crew.finished()
        return rows


@dataclass(slots=True)
class _Hand:
    """An actor, what it is waited for, and the game it plays; none while it starts."""

    actor: Any
    waiting: Any
    job: tuple[Work[Rows], int] | None = None


class RayCrew:
    """Workers on a Ray cluster. One that is lost with its node is replaced, and its game is played on another."""

    def __init__(self, jobs: int, address: str | None) -> None:
        import ray

        self._ray = ray
        self._jobs = jobs
        self._todo: deque[tuple[Work[Rows], int]] = deque()
        self._hands: list[_Hand] = []
        self._idle: list[Any] = []
        self._tables: dict[Work[Rows], Table[Rows]] = {}
        self._lost = 0
        self._mine = not ray.is_initialized()
        if self._mine:
            self._join(address)
        self._make = ray.remote(num_cpus=1, max_restarts=0)(RayWorker)

    def _join(self, address: str | None) -> None:
        _check_reachable(address)
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        try:
            if address is None:
                self._ray.init("local", num_cpus=self._jobs, include_dashboard=False, **quiet)
            else:
                self._ray.init(address=address, **quiet)
        except (ConnectionError, ValueError, RuntimeError) as error:
            reason = str(error).strip().splitlines()[0][:200] if str(error).strip() else type(error).__name__
            hint = "one that asks for a token needs RAY_AUTH_MODE=token"
            raise DataError(f"expected a Ray cluster that is running ({hint}): {reason}", place="--address") from None

    @property
    def actors(self) -> tuple[Any, ...]:
        """The workers there are, those that play first."""
        return (*(hand.actor for hand in self._hands), *self._idle)

    def give(self, batch: Work[Rows], index: int) -> None:
        """One more game to play. Raises DataError if something is wrong with the batch."""
        from game.sim.batch import Table

        if batch not in self._tables:
            self._tables[batch] = Table(batch)
        self._todo.append((batch, index))

    def finished(self) -> Iterator[tuple[Work[Rows], int, Rows]]:
        """Play what was given; each game is handed out once it is over.

        Raises:
            DataError: a bot is not what it should be, or a node has another version of this package.
            WorkerLost: workers are lost before they play.
        """
        while self._todo or any(hand.job for hand in self._hands):
            self._hand_out()
            done, _ = self._ray.wait([hand.waiting for hand in self._hands])
            for hand in [hand for hand in self._hands if hand.waiting in done]:
                yield from self._heard(hand)

    def abandon(self) -> None:
        """Forget what was given and is not over yet."""
        self._todo.clear()
        for hand in self._hands:
            self._ray.kill(hand.actor)
        self._hands.clear()

    def close(self) -> None:
        """Stop all workers at once, and leave the cluster."""
        self.abandon()
        for actor in self._idle:
            self._ray.kill(actor)
        self._idle.clear()
        if self._mine:
            self._ray.shutdown()

    def _hand_out(self) -> None:
        while self._todo and self._idle:
            actor, job = self._idle.pop(), self._todo.popleft()
            self._hands.append(_Hand(actor, actor.play.remote(*job), job))
        starting = sum(1 for hand in self._hands if hand.job is None)
        while starting < len(self._todo) and len(self._hands) < self._jobs:
            self._hands.append(self._started())
            starting += 1

    def _started(self) -> _Hand:
        actor: Any = self._make.remote([path for path in sys.path if path])
        return _Hand(actor, actor.versions.remote())

    def _heard(self, hand: _Hand) -> Iterator[tuple[Work[Rows], int, Rows]]:
        errors = self._ray.exceptions
        self._hands.remove(hand)
        try:
            answer = self._ray.get(hand.waiting)
        except errors.RayTaskError as error:  # what the worker raised, which is what it would have raised here
            cause = error.cause if isinstance(error.cause, Exception) else BroodfallError(str(error))
            raise cause from None
        except (errors.RayActorError, errors.RaySystemError) as error:
            self._lost += 1
            if hand.job is not None:
                self._todo.appendleft(hand.job)
            if self._lost >= STARTS:
                reason = str(error).strip().splitlines()[0]
                raise WorkerLost(f"workers are lost before they play ({reason}); finished games are kept") from None
            return
        self._idle.append(hand.actor)
        if hand.job is None:
            mine = (game.__version__, RULES_VERSION)
            if answer != mine:
                raise DataError(
                    f"expected broodfall {mine[0]} with rules {mine[1]} on every node, "
                    f"found {answer[0]} with rules {answer[1]}",
                    place="--engine ray",
                )
            return
        self._lost = 0
        yield *hand.job, answer
