"""The observation preset ``flat``: one row of numbers from 0 to 1."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ai.env.features import ACTING, ASKED, DISTANCE, MARKER, UNIT, Floats, Rows
from ai.env.moments import Situation
from ai.env.slots import Slots
from game.api import Game, Unit, View, tasks

OWN: Final = 32
"""Own units that are shown, by slot."""
ALLIES: Final = 8
FOES: Final = 32
MARKERS: Final = 16


class Flat:
    """Makes the rows of one seat. ``names`` says what each number is; the layout is the same for all seats."""

    def __init__(self, game: Game) -> None:
        self.situation = Situation(game)
        self.rows = Rows(game)
        self._head = len(self.situation.names)
        self._units = OWN + ALLIES + FOES
        self._marks = self._head + self._units * len(UNIT)
        self.size = self._marks + MARKERS * len(MARKER)
        self.shape: tuple[int, ...] = (self.size,)
        self._far = max(game.board.width, game.board.height)

    @property
    def names(self) -> list[str]:
        """What each number of the observation is."""
        found = list(self.situation.names)
        for party, count in (("own", OWN), ("ally", ALLIES), ("foe", FOES)):
            found += [f"{party}_{slot}_{feature}" for slot in range(count) for feature in UNIT]
        found += [f"marker_{slot}_{feature}" for slot in range(MARKERS) for feature in MARKER]
        return found

    def observe(self, view: View, slots: Slots, task: Any) -> Floats:
        """The observation. ``task`` is the decision that waits for this seat, None if none does."""
        found = np.zeros(self.size, dtype=np.float32)
        order = tasks.running_order(view.ctx)
        own = sum(1 for unit in slots.own if unit is not None)
        found[: self._head] = self.situation.values(view, task, order, own, len(slots.foes))
        table = found[self._head : self._marks].reshape(self._units, len(UNIT))
        asked = getattr(task, "actor", 0) or getattr(task, "unit", 0)
        acting = order.actor if order is not None else 0
        gaps = slots.gaps
        at = 0
        for party, count in ((slots.own, OWN), (slots.allies, ALLIES), (slots.foes, FOES)):
            self._fill(table, at, party[:count], gaps)
            at += count
        for number, column in ((asked, ASKED), (acting, ACTING)):
            row = self._row(slots, number)
            if row >= 0:
                table[row, column] = 1.0
        marks = found[self._marks :].reshape(MARKERS, len(MARKER))
        for slot, marker in enumerate(slots.marker_list[:MARKERS]):
            marks[slot] = self.rows.marker(marker)
        return found

    def _fill(self, table: Floats, at: int, units: Any, gaps: dict[int, int]) -> None:
        row = self.rows.unit
        far = self._far
        unit: Unit | None
        for slot, unit in enumerate(units, start=at):
            if unit is not None:
                table[slot] = row(unit)
                gap = gaps.get(unit.id, 0)
                if gap:
                    table[slot, DISTANCE] = min(1.0, gap / far)

    def _row(self, slots: Slots, number: int) -> int:
        found = slots.place(number) if number else None
        if found is None:
            return -1
        party, slot = found
        if slot >= (OWN, ALLIES, FOES)[party]:
            return -1
        return (0, OWN, OWN + ALLIES)[party] + slot
