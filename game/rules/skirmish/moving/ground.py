"""What a mover finds in its way: units and nests, contact that ends a walk (MV-2), and doors (BD-11)."""

from __future__ import annotations

from functools import lru_cache

from game.board import Board, Mask, Terrain, cells_of, mask_of
from game.core.events import DoorClosed, DoorOpened
from game.core.state import Unit
from game.core.tx import Ctx, Tx
from game.core.types import Cell, UnitId
from game.rules.skirmish import names
from game.rules.skirmish.queries import (
    DoorRule,
    can_engage,
    door_rule,
    foes_of,
    is_hive,
    is_marker,
    is_null,
    profile_of,
)

HUMAN_TYPES = ("LI", "MI", "HI", "TAG", "REM", "Vehicle", "SK", "WB")
"""Troop types of the human sides (UN-2)."""


def nest_cells(ctx: Ctx) -> Mask:
    """The cells of the nests, which nobody enters (BD-5)."""
    mask = 0
    for marker in ctx.state.markers.values():
        if marker.kind == names.NEST:
            mask |= 1 << marker.cell
    return mask


def blocked_cells(ctx: Ctx, unit: Unit) -> Mask:
    """The cells that ``unit`` cannot enter, whatever they are made of: other units and nests (BD-5)."""
    return ctx.state.occupied & ~ctx.board.footprint_mask(unit.cell, unit.size) | nest_cells(ctx)


@lru_cache(maxsize=16)
def _never_stood_on(board: Board) -> Mask:
    return mask_of(cell for cell, terrain in enumerate(board.terrain) if terrain in (Terrain.WALL, Terrain.PIT))


def solid_cells(ctx: Ctx) -> Mask:
    """Walls, pits and the leaves of closed doors: nobody stands there."""
    found = _never_stood_on(ctx.board)
    for door, (leaves, _) in enumerate(door_masks(ctx.board)):
        if not ctx.state.doors >> door & 1:
            found |= leaves
    return found


def meets_contact(ctx: Ctx, unit: Unit) -> bool:
    """Can contact end a walk of this unit? Not one of a marker, a spore or a unit that is down (ST-7, ST-10)."""
    return not (is_marker(unit) or is_null(unit) or profile_of(ctx, unit).type == "spore")


def halting_foes(ctx: Ctx, unit: Unit) -> list[Unit]:
    """The enemies with whom contact ends a walk of ``unit``, by id (MV-2).

    Those that engage; for a xeno also Camouflaged markers, which it finds out (ST-10).
    """
    if not meets_contact(ctx, unit):
        return []
    key = ("halting", unit.side)
    found: list[Unit] | None = ctx.memo.get(key)
    if found is None:
        hive = is_hive(ctx, unit)
        found = ctx.memo[key] = [
            foe for foe in foes_of(ctx, unit.side) if can_engage(ctx, foe) or (hive and is_marker(foe))
        ]
    return found


def halts(ctx: Ctx, unit: Unit, doors: Mask, without: tuple[UnitId, ...] = ()) -> Mask:
    """The anchors at which contact with an enemy ends a walk of ``unit``, but for the enemies ``without``."""
    if not meets_contact(ctx, unit):
        return 0
    key = ("halts", unit.side, unit.size, doors, without)  # the same for every unit of a side that meets contact
    found: int | None = ctx.memo.get(key)
    if found is None:
        contact = ctx.board.contacts.mask
        near = 0
        for foe in halting_foes(ctx, unit):
            if foe.id not in without:
                near |= contact(foe.cell, foe.size, doors)
        found = near if unit.size == 1 else ctx.board.anchors_over(near, unit.size)
        ctx.memo[key] = found
    return found


def holding(ctx: Ctx, unit: Unit) -> tuple[UnitId, ...]:
    """The enemies that engage ``unit`` where it stands, as ids (ST-7)."""
    near = ctx.board.contact_mask(unit.cell, unit.size, ctx.state.doors) & ctx.state.occupied
    if not near or not meets_contact(ctx, unit):
        return ()
    key = ("holding", unit.side, near)
    held: tuple[UnitId, ...] | None = ctx.memo.get(key)
    if held is None:
        at, units, teams = ctx.state.at, ctx.state.units, ctx.game.teams
        team = teams[unit.side]
        found = {at[cell] for cell in cells_of(near)}
        held = tuple(sorted(i for i in found if teams[units[i].side] != team and can_engage(ctx, units[i])))
        ctx.memo[key] = held
    return held


# -- doors ------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def door_masks(board: Board) -> tuple[tuple[Mask, Mask], ...]:
    """For each door its leaves and the cells it is worked from, as bit sets (BD-11).

    Whoever stands in the open doorway of another door beside it works it from there, too.
    """
    masks = []
    for door in board.doors:
        leaves = mask_of(door.cells)
        beside = mask_of(near for leaf in door.cells for near in board.neighbours(leaf))
        masks.append((leaves, mask_of(door.access) | (beside & board.door_cells & ~leaves)))
    return tuple(masks)


def access_doors(ctx: Ctx, anchor: Cell, size: int) -> Mask:
    """The doors that a unit standing at ``anchor`` can work (BD-11)."""
    mask = 0
    under = ctx.board.footprint_mask(anchor, size)
    for door, (_, access) in enumerate(door_masks(ctx.board)):
        if access & under:
            mask |= 1 << door
    return mask


def openable_doors(ctx: Ctx, unit: Unit) -> Mask:
    """The closed doors that ``unit`` may work on its way, by the rule for its type or class."""
    if not ctx.board.doors:
        return 0
    return door_rule(ctx, unit).openable(ctx, unit)


def closable_doors(ctx: Ctx, unit: Unit) -> Mask:
    """The open doors that ``unit`` may close: whole, not worked this turn, nothing on a leaf (BD-11)."""
    state, board = ctx.state, ctx.board
    doors = state.doors & ~state.broken & ~state.sides[unit.side].worked
    if not doors or not door_rule(ctx, unit).closes:
        return 0
    taken = state.occupied & ~board.footprint_mask(unit.cell, unit.size)
    for marker in state.markers.values():
        if not marker.carrier:
            taken |= 1 << marker.cell
    masks = door_masks(board)
    for door in cells_of(doors):
        if taken & masks[door][0]:
            doors ^= 1 << door
    return doors


def trooper_openable(ctx: Ctx, unit: Unit) -> Mask:
    """A trooper opens any closed door that is not sealed and that its side has not worked this turn (BD-11)."""
    state = ctx.state
    return ctx.board.all_doors & ~state.doors & ~state.sealed & ~state.sides[unit.side].worked


def open_door(tx: Tx, unit: Unit, door: int) -> bool:
    """Open a door without a die."""
    tx.emit(DoorOpened(door, unit.id, unit.side))
    return True


def close_door(tx: Tx, unit: Unit, door: int) -> None:
    """Close a door."""
    tx.emit(DoorClosed(door, unit.id, unit.side))


TROOPER_DOORS = DoorRule(trooper_openable, open_door, sure=True, closes=True)
"""How every human troop type deals with doors."""
