"""How a game went, for whoever wants to play it again to where it failed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from game.api import Action, BroodfallError, Side, State

DEAD_ENDS: Final = ("the game is not over, but no decision waits", "a decision without options")
"""What is said of a state from which the game cannot go on."""


@dataclass(slots=True)
class Course:
    """How a game went: what it takes to play it again to where it failed.

    ``opening`` is the state at the first decision, before which the dice stood at ``dice``; None when it came to no
    decision. ``log`` holds every answer that was carried out or, as the last one, failed in being carried out;
    ``raised`` is the error that spoilt the game, if one did.
    """

    opening: State | None = None
    dice: tuple[tuple[str, int], ...] = ()
    log: list[tuple[Side, Action]] = field(default_factory=list)
    raised: BaseException | None = None


class InvariantBroken(BroodfallError):
    """A state is not as states must be, or a decision waits for nobody; what is wrong, in the rules' own words."""
