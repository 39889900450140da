"""The knobs of the human side's player. All are weights or counts; none of them is a bonus in the game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """How one player weighs things. Values are in points of a roster's cost unless they say otherwise.

    Args:
        caution: How much the danger of a cell counts (1: as the odds say).
        haste: How much each step towards the objective counts.
        cohesion: How much it counts to stay together and in the officer's reach.
        lanes: How much it counts to see what no comrade sees.
        width: How many cells in reach are weighed in full for each trooper.
    """

    caution: float = 1.0
    haste: float = 1.0
    cohesion: float = 1.0
    lanes: float = 1.0
    width: int = 8


STEP: float = 0.7
"""What a step towards the objective is worth while there is time enough."""
RUSH: tuple[float, ...] = (4.0, 2.8, 1.9, 1.4, 1.1)
"""By how much a step is worth more with so many spare turns; beyond the last one: 1."""
STRIDE: int = 9
"""Steps that a trooper makes in one order of two Moves."""
LANE_CELL: float = 0.035
"""A cell near the squad that nobody else sees."""
LANE_CELLS: int = 60
"""More cells than this are not counted for one trooper."""
NEAR: int = 9
"""Steps around the squad within which an unseen cell is a danger: newcomers come from there."""
LEAD: int = 5
"""Steps that a trooper may be ahead of the middle of the squad."""
REAR_LEAD: int = 1
"""The same for those who are missed most: officers, medics, psykers."""
LAG: int = 6
"""Steps that one may be behind it."""
AHEAD: float = 0.9
"""The part of a step's worth that is lost with each step farther ahead: nobody is helped by a lone runner."""
BEHIND: float = 0.4
"""The part that each step farther behind costs besides."""
UNLINKED: float = 1.5
"""Out of the officer's reach (OR-6)."""
COMPANY: tuple[int, ...] = (5, 8, 12, 16)
"""Cells within which a trooper wants two comrades: close by, in call, not too far, not out of the world."""
ALONE: float = 1.8
"""For each of these within which there are none."""
CROWD: float = 0.5
"""For each comrade beside, beyond two, while something on the table throws templates."""
DOORWAY: float = 0.6
"""Standing in a doorway: it cannot be shut, and others cannot pass."""
WATCH: float = 0.5
"""What may be shot in the enemy's turn counts half of what is shot now."""
REACTION_KILL: float = 0.35
"""Chance that one reaction shot stops a charging creature, where it is not worked out."""
LEAST: float = 0.25
"""An order that promises less is not given."""
NEST_WORTH: float = 36.0
"""A nest brings forth some 24 points of creatures each turn."""
MARKER_WORTH: float = 5.0
"""An infestation marker."""
UNKNOWN_WORTH: float = 12.0
"""A unit whose points are not known."""
