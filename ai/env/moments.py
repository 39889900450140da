"""What a decision is about, as numbers: which decision waits, whose turn it is, and what is left to spend."""

from __future__ import annotations

from typing import Any, Final

from game.api import Game, View, actions

FACES: Final = (2, 3, 4, 5, 6)
"""Faces of swarm dice that can be spent (HM-25)."""
SKILLS: Final[dict[str, tuple[type, ...]]] = {
    "moved": (actions.Move, actions.Jump, actions.Climb, actions.Drop),
    "attacked": (actions.Shoot, actions.Fight, actions.Berserk),
}
"""Kinds of skills of the running order that are told apart; others count as ``other``."""
_POOL, _DICE, _LEFT, _UNITS = 20, 4, 8, 120
NO_DECISION: Final = "none"


class Situation:
    """Names and makes the numbers of a seat's moment."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.decisions = (NO_DECISION, *sorted(task.__name__ for task in game.rulebook.decisions))
        """The kinds of decisions there are in this game, by name; the first stands for none of this seat."""
        self._places = {name: place for place, name in enumerate(self.decisions)}
        self.doors = len(game.board.doors)
        self.names: tuple[str, ...] = (
            *(f"decision_{name}" for name in self.decisions),
            "round",
            "own_turn",
            "pool",
            "foe_pool",
            "own_units",
            "foe_units",
            "window",
            "skills",
            *SKILLS,
            "other",
            "left",
            *(f"dice_{face}" for face in FACES),
            *(f"door_{door}" for door in range(self.doors)),
        )
        self._last = game.scenario.last_round or 20
        self._base = len(self.decisions)

    def values(self, view: View, task: Any, order: Any, own: int, foes: int) -> list[float]:
        """The numbers, each from 0 to 1. ``task`` waits for this seat (None: nothing does), in ``order`` or none."""
        state, side = view.state, view.side
        chosen = [0.0] * self._base
        chosen[self._places.get(type(task).__name__, 0) if task is not None else 0] = 1.0
        teams = self.game.teams
        team = teams[side]
        foe_pool = sum(one.pool for one in state.sides.values() if teams[one.id] != team)
        skills = order.skills if order is not None else ()
        last = skills[-1].action if skills else None
        kinds = [float(isinstance(last, types)) for types in SKILLS.values()]
        other = float(last is not None and not any(kinds))
        pool = getattr(task, "pool", ())
        doors = state.doors
        return [
            *chosen,
            min(1.0, state.round / self._last),
            float(state.turn == side),
            min(1.0, state.sides[side].pool / _POOL),
            min(1.0, foe_pool / _POOL),
            min(1.0, own / _UNITS),
            min(1.0, foes / _UNITS),
            getattr(task, "window", 0) / 2,
            min(1.0, len(skills) / 2),
            *kinds,
            other,
            min(1.0, getattr(task, "left", 0) / _LEFT),
            *(min(1.0, pool.count(face) / _DICE) for face in FACES),
            *(float(doors >> door & 1) for door in range(self.doors)),
        ]
