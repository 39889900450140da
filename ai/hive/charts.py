"""The numbers behind a decision of the hive, cell by cell, for whoever wants to see them. It decides nothing."""

from __future__ import annotations

from ai.hive.fire import Fire
from ai.hive.front import LESSER, Front
from ai.hive.muster import Muster
from ai.hive.settings import NOWHERE
from ai.kinds import Field
from game.api import NO_CELL, Cell, Mask, UnitId, View, geometry, moves, queries


def charts(view: View, front: Front, fire: Fire, muster: Muster, actor: UnitId) -> list[Field]:
    """Who sees each cell and how far it is to the troopers; for a xeno that acts what draws it, what fire there costs
    and by how many it is shot at past cover.
    """
    seen = _counted([foe.sight for foe in front.foes if foe.guns])
    found = [Field("seen", seen)] if seen else []
    peeked = front.peeked & ~front.seen
    if peeked:
        found.append(Field("peeked", dict.fromkeys(geometry.cells_of(peeked), 1.0)))
    unit = view.state.units.get(actor)
    if unit is None or unit.cell == NO_CELL:
        return [*found, Field("contact", _near(front.contact(1, LESSER)))]
    unit = queries.as_mover(view.ctx, unit)
    profile = queries.profile_of(view.ctx, unit)
    found.append(Field("contact", _near(front.contact(unit.size, profile.type)), actor))
    drawn = muster.away(unit, profile)
    found.append(Field("drawn", _near(drawn), actor))
    walk = moves.walk_reach(
        view.ctx, unit, moves.movement_points(view.ctx, unit, 0), openable=front.opens(view.ctx, unit, profile)
    )
    share = fire.share(view.ctx, muster.ranks.crowd)
    cells = sorted({unit.cell, *walk.cost})
    lost = {cell: round(100 * fire.standing(view.ctx, unit, profile, cell, share, melee=False), 1) for cell in cells}
    found.append(Field("exposed", lost, actor))
    shooters = {cell: fire.shooters(view.ctx, unit, profile, cell) for cell in cells}
    bare = {cell: float(finds.count(False)) for cell, finds in shooters.items() if finds}
    return [*found, Field("bare", bare, actor)] if bare else found


def _near(distances: list[int]) -> dict[Cell, float]:
    return {cell: float(far) for cell, far in enumerate(distances) if far < NOWHERE}


def _counted(masks: list[Mask]) -> dict[Cell, float]:
    """How many of some sets hold each cell that is in any."""
    found: dict[Cell, float] = {}
    for mask in masks:
        for cell in geometry.cells_of(mask):
            found[cell] = found.get(cell, 0.0) + 1.0
    return found
