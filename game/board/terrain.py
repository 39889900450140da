"""Terrain, doors and the constants of the grid (RULES BD-1, BD-2, BD-11)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final, TypeAlias

Cell: TypeAlias = int
"""A cell as one number, ``y * width + x``; y grows downwards (BD-1)."""

Mask: TypeAlias = int
"""A set of cells (bit = cell) or of doors (bit = door id) as one integer."""

NO_CELL: Final = -1
"""The cell of something that is not on the board."""

UNREACHED: Final = 1_000_000_000
"""Distance of a cell from which no target can be reached; larger than any walk.

Below 2**30 on purpose: comparing larger integers makes a field a sixth slower.
"""

MIN_SIDE: Final = 8
"""Least cells on a side of a board that is played on (BD-1)."""

MAX_SIDE: Final = 256
"""Most cells on a side of a board (BD-1)."""

MAX_HEIGHT: Final = 3
"""Greatest height of a cell (BD-2)."""

MAX_FOOTPRINT: Final = 3
"""Greatest side of a footprint (BD-4)."""


class Terrain(IntEnum):
    """What a cell is made of (BD-2)."""

    FLOOR = 0
    WALL = 1
    DOOR = 2
    DIFFICULT = 3
    BARRICADE = 4
    PIT = 5


MOVE_COST: Final[dict[Terrain, int]] = {
    Terrain.FLOOR: 1,
    Terrain.DOOR: 1,
    Terrain.DIFFICULT: 2,
    Terrain.BARRICADE: 2,
}
"""Movement points for entering a cell (BD-2); terrain that is missing here is never entered by Move."""


class Gait(IntEnum):
    """A way of counting steps; each has its own table of what a step costs."""

    WALK = 0
    """Move (BD-3, BD-4)."""
    CLIMB = 1
    """Climb: heights that differ by 2 or 3 are a step too, at 2 points a level (MV-4)."""
    ROUGH = 2
    """A measure, no move: into a pit, or over a ledge, a step counts 2 (IM-A5)."""
    CROSS = 3
    """A measure, no move: steps to the four orthogonal neighbours only, each counting 1 (HM-A4)."""


CLIMB_COST: Final = 2
"""Movement points for each level of a Climb step (MV-4)."""

ROUGH_COST: Final = 2
"""What a step into a pit or over a ledge counts when a way is measured (IM-A5)."""

OCTANTS: Final[tuple[tuple[int, int], ...]] = (
    (0, -1),
    (1, -1),
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
)
"""The directions of a d8, the face 1 first: N, NE, E, SE, S, SW, W, NW (C-12)."""


@dataclass(frozen=True, slots=True)
class Door:
    """A door of the map: leaves side by side that work together (BD-11).

    Attributes:
        id: Place of the door in ``Board.doors`` and its bit in a door mask.
        name: What the map calls it; empty if it has no name.
        cells: The leaves, sorted.
        sealed: Closed to all but an engineer, a D-charge or an attack.
        solid: Cannot be attacked.
        open: Whether it stands open when the game begins.
        structure: Structure points of the door.
        armour: Armour of the door.
        access: Cells it is worked from, sorted; ``Board.build`` fills them in.
    """

    id: int
    name: str
    cells: tuple[Cell, ...]
    sealed: bool = False
    solid: bool = False
    open: bool = False
    structure: int = 2
    armour: int = 4
    access: tuple[Cell, ...] = ()
