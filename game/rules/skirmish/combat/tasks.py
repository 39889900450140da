"""What an order still owes after its rolls; each looks again whether it is due when its turn comes."""

from __future__ import annotations

from game.core.state import Task
from game.core.types import Cell, UnitId


class DodgeDue(Task, frozen=True):
    """Ask for the move of a successful Dodge, if there is one to make (MV-5)."""

    unit: UnitId


class GutsDue(Task, frozen=True):
    """A guts roll is due (ST-8); ``threats`` are the cells the unit was attacked from."""

    unit: UnitId
    threats: tuple[Cell, ...]
