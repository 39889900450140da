"""Where the games of a batch are played: by worker processes of this machine, or on the nodes of a Ray cluster."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from game.sim.batch import Batch
    from game.sim.results import Rows


class Engine(Protocol):
    """Workers that play games. Which ones they are makes no difference to the rows, but for the seconds."""

    def give(self, batch: Batch, index: int) -> None:
        """One more game to play. Raises DataError if something is wrong with the batch."""
        ...

    def finished(self) -> Iterator[tuple[Batch, int, Rows]]:
        """Play what was given; each game is handed out once it is over."""
        ...

    def abandon(self) -> None:
        """Forget what was given and is not over yet."""
        ...

    def close(self) -> None:
        """Stop all workers at once."""
        ...
