"""Names for the plain values that everything else is made of."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

Cell = Annotated[int, "cell"]
"""A board cell as a flat index, ``y * width + x``."""

Path = Annotated[tuple[int, ...], "path"]
"""Steps of a walk: an element >= 0 is the cell entered, ``-(i + 1)`` means "work door i" on the way."""

UnitId = int
Side = str

WAITING_IDS = 1001
"""From here on ids are those of units that wait off board when a game begins; what comes later is numbered from
below, so that its ids do not tell how many wait (HI-1)."""


@lru_cache(maxsize=512)
def snake(name: str) -> str:
    """The tag of a type: ``UnitMoved`` becomes ``unit_moved``."""
    return "".join("_" + c.lower() if c.isupper() else c for c in name).lstrip("_")


def door_step(door: int) -> int:
    """The path element that works door ``door``."""
    return -(door + 1)


def door_of(step: int) -> int:
    """The door that a negative path element works."""
    return -step - 1
