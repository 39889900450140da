"""Who would touch whom at another cell: attacks are resolved where units stood, not where they ended (AT-1, OR-5)."""

from __future__ import annotations

from game.board import cells_of
from game.core.state import Unit
from game.core.tx import Ctx
from game.core.types import Cell
from game.rules.skirmish.queries import can_engage, is_marker, is_null, profile_of


def touching_at(ctx: Ctx, unit: Unit, cell: Cell, *, doors: int = -1) -> list[Unit]:
    """The units that ``unit`` would touch if its anchor were ``cell`` (BD-7), by id; ``doors`` -1: as they stand."""
    opened = ctx.state.doors if doors < 0 else doors
    mask = ctx.board.contact_mask(cell, unit.size, opened) & ctx.state.occupied
    if not mask:
        return []
    at = ctx.state.at
    ids = {at[touched] for touched in cells_of(mask)}
    ids.discard(unit.id)
    return [ctx.state.units[i] for i in sorted(ids)]


def melee_friends(ctx: Ctx, shooter: Unit, target: Unit, cell: Cell, *, doors: int = -1) -> list[Unit]:
    """Friends of ``shooter`` who fight ``target`` hand to hand while it stands on ``cell`` (AT-2), by id."""
    if is_null(target) or is_marker(target) or profile_of(ctx, target).type == "spore":
        return []
    teams = ctx.game.teams
    team = teams[shooter.side]
    if teams[target.side] == team:
        return []
    return [
        other
        for other in touching_at(ctx, target, cell, doors=doors)
        if other.id != shooter.id and teams[other.side] == team and can_engage(ctx, other)
    ]
