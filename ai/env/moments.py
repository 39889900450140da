"""What a decision is about, as numbers: which decision waits, whose turn it is, and what is left to spend."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ai.env.roll import FOE, OWN, Roll
from ai.env.rows import Floats
from game.api import Game, Side, State, actions, tasks

FACES: Final = (2, 3, 4, 5, 6)
"""Faces of swarm dice that can be spent (HM-25)."""
SKILLS: Final = ("moved", "attacked", "other")
"""Kinds of skills of the running order that are told apart."""
_KIND: Final[dict[type, str]] = {
    **dict.fromkeys((actions.Move, actions.Jump, actions.Climb, actions.Drop), "moved"),
    **dict.fromkeys((actions.Shoot, actions.Fight, actions.Berserk), "attacked"),
}
NO_DECISION: Final = "none"
_POOL: Final = 20
_DICE: Final = 4
_LEFT: Final = 8
_UNITS: Final = 120
_ROUNDS: Final = 20


def running_order(state: State) -> tasks.Order | None:
    """The innermost order that is being carried out, as far as it can be seen."""
    for task in reversed(state.agenda):
        if isinstance(task, tasks.Order):
            return task
    return None


class Situation:
    """The numbers of a seat's moment, and their names."""

    def __init__(self, game: Game, side: Side) -> None:
        self.side = side
        self.decisions = (NO_DECISION, *sorted(task.__name__ for task in game.rulebook.decisions))
        """The kinds of decisions there are in this game; the first stands for none of this seat."""
        self._place = {task: self.decisions.index(task.__name__) for task in game.rulebook.decisions}
        doors = len(game.board.doors)
        self.names: tuple[str, ...] = (
            *(f"decision_{name}" for name in self.decisions),
            "round",
            "own_turn",
            "pool",
            "own_units",
            "foe_units",
            "window",
            "skills",
            *SKILLS,
            "left",
            *(f"dice_{face}" for face in FACES),
            *(f"door_{door}" for door in range(doors)),
        )
        self._first = len(self.decisions)
        self._doors_at = len(self.names) - doors
        self._doors: dict[int, Floats] = {}
        self._count = doors
        self._rounds = game.scenario.last_round or _ROUNDS

    def fill(self, found: Floats, state: State, roll: Roll, task: Any, order: tasks.Order | None) -> None:
        """Write the numbers, each from 0 to 1, to the head of a row of zeros. ``task`` waits for this seat, or None."""
        found[0 if task is None else self._place.get(type(task), 0)] = 1.0
        found[self._first : self._doors_at] = self.values(state, roll, task, order)
        if self._count:
            known = self._doors.get(state.doors)
            if known is None:
                known = self._doors[state.doors] = np.array(
                    [state.doors >> door & 1 for door in range(self._count)], dtype=np.float32
                )
            found[self._doors_at : self._doors_at + self._count] = known

    def values(self, state: State, roll: Roll, task: Any, order: tasks.Order | None) -> list[float]:
        """The numbers between those of the decisions and those of the doors."""
        skills = order.skills if order is not None else ()
        kind = _KIND.get(type(skills[-1].action), "other") if skills else ""
        pool = getattr(task, "pool", ())
        return [
            min(1.0, state.round / self._rounds),
            float(state.turn == self.side),
            min(1.0, state.sides[self.side].pool / _POOL),
            min(1.0, roll.present[OWN] / _UNITS),
            min(1.0, roll.present[FOE] / _UNITS),
            getattr(task, "window", 0) / 2,
            min(1.0, len(skills) / 2),
            *[float(kind == name) for name in SKILLS],
            min(1.0, getattr(task, "left", 0) / _LEFT),
            *([min(1.0, pool.count(face) / _DICE) for face in FACES] if pool else _NO_DICE),
        ]


_NO_DICE: Final = (0.0,) * len(FACES)
