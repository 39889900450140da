"""Who made each action of a match: the player at the seat, or somebody in that player's place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple


class Decider(NamedTuple):
    """Who made an action: the spec of the player at the seat, or (``stood_in``) of a bot in that player's place.

    The spec is ``human`` for a person, and empty where nobody wrote down who sat there.
    """

    spec: str
    stood_in: bool = False


class Deciders:
    """Who made each action of a match that is played; `of` is what a save asks when it writes one."""

    def __init__(self, known: Sequence[Decider | None] = ()) -> None:
        """``known``: who made those so far, and those that were taken back and can be done again."""
        self._by = list(known)
        self._now: tuple[int, Decider] | None = None

    @contextmanager
    def deciding(self, number: int, by: Decider) -> Iterator[None]:
        """Action ``number`` is being carried out: from now on it is known who made it, unless it is refused."""
        self._now = number, by
        try:
            yield
            self._by += [None] * (number - 1 - len(self._by))
            # What was taken back before can be done again, by the same; after another action it never can.
            self._by[number - 1 :] = [by]
        finally:
            self._now = None

    def of(self, number: int) -> Decider | None:
        """Who made an action; None where that is not known."""
        if self._now is not None and self._now[0] == number:
            return self._now[1]
        return self._by[number - 1] if 0 < number <= len(self._by) else None
