"""Where to make a stand: the place with the fewest blind corners and the narrowest front (missions to survive)."""

from __future__ import annotations

from ai.marines.picture import Picture
from game.api import Board, Cell, Mask, geometry, setup

CLOSE = 7
"""Steps that a creature comes in a turn: unseen cells within them are where it starts from."""
AROUND = 10
"""A place is looked for within so many steps of the deployment zone."""
CORE = 2
"""Steps around its middle that the squad stands in."""
FRONT = 0.5
"""What a cell of the front counts against a blind one."""
MOST = 60
"""Middles that are weighed, evenly spread."""


def stronghold(picture: Picture) -> tuple[Cell, ...]:
    """The cells to stand on, near the deployment zone, as the doors stand; none where there is no such zone."""
    board, doors = picture.board, picture.state.doors
    zone = board.zones.get(setup.deploy_zone(picture.ctx, picture.side), ())
    if not zone:
        return ()
    key = (board, doors, picture.state.murk, picture.side)
    found = picture.atlas.strongholds.get(key)
    if found is None:
        found = picture.atlas.strongholds[key] = _best(board, zone, doors, picture.state.murk)
    return found


def _best(board: Board, zone: tuple[Cell, ...], doors: Mask, murk: Mask) -> tuple[Cell, ...]:
    start = sorted(zone)[len(zone) // 2]
    near = geometry.field(board, (start,), doors, limit=AROUND)
    middles = [cell for cell, steps in enumerate(near) if steps <= AROUND and cell not in board.door_at]
    step = max(1, len(middles) // MOST)
    ranked = [(_weakness(board, cell, doors, murk), near[cell], cell) for cell in middles[::step]]
    *_, middle = min(ranked)
    around = geometry.field(board, (middle,), doors, limit=CORE)
    return tuple(cell for cell, steps in enumerate(around) if steps <= CORE)


def _weakness(board: Board, cell: Cell, doors: Mask, murk: Mask) -> float:
    """Blind cells within a creature's move, and the width of the front at that distance."""
    steps = geometry.field(board, (cell,), doors, limit=CLOSE)
    seen = geometry.visible(board, cell, doors, murk)
    blind = sum(1 for other, far in enumerate(steps) if far <= CLOSE and not seen >> other & 1)
    front = sum(1 for far in steps if far == CLOSE)
    return blind + FRONT * front
