"""What sides may choose about the forms of their units."""

from __future__ import annotations

from game.core.state import Action
from game.core.types import Cell


class Shift(Action, frozen=True):
    """(Auto): take on another form before a skill with the label Movement, which must follow (TR-33 to TR-35)."""

    form: int


class RollForm(Action, frozen=True):
    """(WIP): make the roll for the second form (TR-38)."""


class Grow(Action, frozen=True):
    """Stand on the larger footprint whose anchor is ``cell`` (X-36).

    As an answer to the first skill of an order it hatches a seed there; a skill with the label Movement must follow.
    """

    cell: Cell
