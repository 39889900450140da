"""What the numbers of a bot look like on the board: colours of cells, short figures, the cells of an action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from game.api import NO_CELL, State
from game.ui.board.layers import Tint
from game.ui.theme import Colour, mix

_ALPHA: Final = 118


def cells_of(action: Any) -> tuple[int, ...]:
    """The cells that an action names, in their order; doors on a way are left out."""
    path = getattr(action, "path", None)
    if path:
        return tuple(step for step in path if step >= 0)
    cell = getattr(action, "cell", NO_CELL)
    return (cell,) if isinstance(cell, int) and cell >= 0 else ()


def spot_of(action: Any, before: State) -> int:
    """Where an action is seen on the board: its last cell, what it aims at, or whose it is; `NO_CELL` for nowhere."""
    named = (*cells_of(action), getattr(action, "at", NO_CELL))
    cells = [cell for cell in named if isinstance(cell, int) and cell >= 0]
    if cells:
        return cells[-1]
    targets = [*(getattr(action, "targets", None) or ()), getattr(action, "target", 0), getattr(action, "unit", 0)]
    found = [before.units.get(name) or before.markers.get(name) for name in targets if isinstance(name, int)]
    return next((thing.cell for thing in found if thing is not None and thing.cell >= 0), NO_CELL)


def tints_of(values: Mapping[int, float], *, good: bool, theme_good: Colour, theme_bad: Colour) -> dict[int, Tint]:
    """A colour for each cell: from bad to good, or stronger with more where less is better."""
    least, most = min(values.values()), max(values.values())
    if not good:
        least = min(0.0, least)  # what there should be little of is at its best where there is nothing of it
    if most == least:
        least = most - 1.0  # one number everywhere is there or not: it has its full colour
    span = most - least
    found: dict[int, Tint] = {}
    for cell, value in values.items():
        share = round(8 * (value - least) / span) / 8
        colour = mix(theme_bad, theme_good, share if good else 1.0 - share)
        found[cell] = (*colour, _ALPHA)
    return found


def figure(value: float) -> str:
    """A number as it is written into a cell."""
    return f"{value:.0f}" if value == int(value) else f"{value:.1f}"
