"""The observation preset ``flat``: one row of numbers from 0 to 1."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ai.env.moments import Situation, running_order
from ai.env.roll import ALLY, FAR, FOE, NOBODY, OWN, Gaps, Ints, Roll, Slots
from ai.env.rows import ACTING, ASKED, DISTANCE, MARKER, UNIT, Floats
from game.api import Game, Side, View

SHOWN: Final = {OWN: 32, ALLY: 8, FOE: 32}
"""How many units of each party are shown, by slot."""
PARTIES: Final = ("own", "ally", "foe")
MARKERS: Final = 16


class Flat:
    """Makes the observations of one seat. The layout is the same for every seat of a mission."""

    def __init__(self, game: Game, side: Side) -> None:
        self.situation = Situation(game, side)
        self._head = len(self.situation.names)
        self._count = sum(SHOWN.values())
        self._marks = self._head + self._count * len(UNIT)
        self.shape: tuple[int, ...] = (self._marks + MARKERS * len(MARKER),)
        longer = max(game.board.width, game.board.height)
        self._shares: Floats = np.minimum(np.arange(FAR + 1) / longer, 1.0).astype(np.float32)
        self._shown: Ints = np.zeros(self._count, dtype=np.int64)

    @property
    def names(self) -> list[str]:
        """What each number of the observation is."""
        found = list(self.situation.names)
        for party, count in SHOWN.items():
            found += [f"{PARTIES[party]}_{slot}_{feature}" for slot in range(count) for feature in UNIT]
        found += [f"marker_{slot}_{feature}" for slot in range(MARKERS) for feature in MARKER]
        return found

    def observe(self, view: View, roll: Roll, slots: Slots, task: Any) -> Floats:
        """The observation. ``task`` is the decision that waits for this seat, None if none does."""
        found: Floats = np.zeros(self.shape, dtype=np.float32)
        order = running_order(view.state)
        self.situation.fill(found, view.state, roll, task, order)
        shown = self._shown
        shown.fill(NOBODY)
        table = found[self._head : self._marks].reshape(self._count, len(UNIT))
        far: list[tuple[int, int, Gaps]] = []
        first = 0
        for party, count in SHOWN.items():
            rows, gaps = slots.rows[party], slots.apart[party]
            if len(rows):
                last = first + min(len(rows), count)
                shown[first:last] = rows[:count]
                if gaps is not None:
                    far.append((first, last, gaps[:count]))
            first += count
        asked = getattr(task, "actor", 0) or getattr(task, "unit", 0)
        flags = ((roll.row_of(asked), ASKED), (roll.row_of(order.actor) if order is not None else NOBODY, ACTING))
        for row, column in flags:
            roll.rows[row, column] = row != NOBODY
        roll.rows.take(shown, axis=0, out=table, mode="clip")
        for row, column in flags:
            roll.rows[row, column] = 0.0
        for first, last, gaps in far:
            table[first:last, DISTANCE] = self._shares.take(gaps)
        marks = roll.marks[:MARKERS]
        if len(marks):
            found[self._marks : self._marks + marks.size] = marks.ravel()
        return found
