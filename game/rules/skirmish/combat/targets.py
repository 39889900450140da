"""What a unit may attack, and from which of its weapons: sight, range, contact, doors and nests (AT-1, AT-3, BD-11)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from game.board import visible_from
from game.core.game import Game
from game.core.profile import Weapon
from game.core.refusal import Refusal, refuse
from game.core.state import NO_CELL, Marker, Unit
from game.core.tx import Ctx
from game.core.types import Cell, UnitId
from game.rules.skirmish import names
from game.rules.skirmish.combat.ammo import is_damaging, is_harmful
from game.rules.skirmish.combat.blasts import CIRCLE, CONE, blast_cells, markers_in, middle_of
from game.rules.skirmish.combat.modifiers import band_of
from game.rules.skirmish.moving.ground import access_doors
from game.rules.skirmish.queries import (
    are_foes,
    arms_of,
    foes_of,
    friends_of,
    is_hive,
    is_marker,
    profile_of,
    sight_mask,
    touching_foes,
    weapon_bar,
)

BREACH: Final = "breach"
"""Trait of weapons that may attack a door (BD-11)."""
DOOR_BREAKERS: Final = frozenset({"monstrous", "gargantuan"})
"""Classes that may attack a door with anything (BD-11)."""
CONE_REACH: Final = 8
"""No cell of a cone is farther away than this (AT-5)."""


class Mark(NamedTuple):
    """Something in sight that can be shot at: a unit or nest, where it is, and how far."""

    id: int
    cell: Cell
    size: int
    distance: int


def weapons_for(ctx: Ctx, unit: Unit, use: str) -> tuple[Weapon, ...]:
    """The weapons of a unit for BS (``bs``) or CC Attacks (``cc``), as the profile lists them."""
    return _usable(ctx.game, arms_of(ctx, unit), use)


@lru_cache(maxsize=512)
def _usable(game: Game, arms: tuple[str, ...], use: str) -> tuple[Weapon, ...]:
    own = [game.weapons[name] for name in arms]
    return tuple(weapon for weapon in own if weapon.use in (use, "both") and weapon_bar(game, weapon) is None)


def weapon_refusal(ctx: Ctx, unit: Unit, name: str, use: str) -> Refusal | None:
    """Why this weapon cannot make the attack, or None."""
    if name not in arms_of(ctx, unit) or ctx.game.weapons[name].use not in (use, "both"):
        return refuse("NO_SUCH_WEAPON", "AT-1" if use == "bs" else "AT-3", weapon=name)
    return weapon_bar(ctx.game, ctx.game.weapons[name])


def in_range(weapon: Weapon, distance: int) -> bool:
    """Does the last range band reach that far (AT-1)?"""
    return band_of(weapon, distance) is not None


def nests(ctx: Ctx, unit: Unit) -> list[Marker]:
    """Nests that this unit may attack: the hive spares its own (D-H7)."""
    if is_hive(ctx, unit):
        return []
    return [m for _, m in sorted(ctx.state.markers.items()) if m.kind == names.NEST]


def marks_of(ctx: Ctx, unit: Unit) -> list[Mark]:
    """Enemies in line of sight that are no hidden markers, then nests in sight, each by id (AT-1, ST-10, D-H7)."""
    key = ("marks", unit.id)
    found: list[Mark] | None = ctx.memo.get(key)
    if found is None:
        board, state = ctx.board, ctx.state
        mask = sight_mask(ctx, unit) | board.contact_mask(unit.cell, unit.size, state.doors)
        found = [
            Mark(foe.id, foe.cell, foe.size, board.range(unit.cell, unit.size, foe.cell, foe.size))
            for foe in foes_of(ctx, unit.side)
            if board.footprint_mask(foe.cell, foe.size) & mask and not is_marker(foe)
        ]
        found += [
            Mark(nest.id, nest.cell, 1, board.range(unit.cell, unit.size, nest.cell, 1))
            for nest in nests(ctx, unit)
            if mask >> nest.cell & 1
        ]
        ctx.memo[key] = found
    return found


def target_refusal(ctx: Ctx, unit: Unit, weapon: Weapon, target: int) -> Refusal | None:
    """Why a unit or nest cannot be shot at with this weapon, or None."""
    for mark in marks_of(ctx, unit):
        if mark.id == target:
            if in_range(weapon, mark.distance):
                return None
            return refuse("OUT_OF_RANGE", "AT-1", weapon=weapon.id, distance=mark.distance)
    return _why_no_mark(ctx, unit, target)


def _why_no_mark(ctx: Ctx, unit: Unit, target: int) -> Refusal:
    other = ctx.state.units.get(target)
    if other is None:
        marker = ctx.state.markers.get(target)
        if marker is None or marker.kind != names.NEST or is_hive(ctx, unit):
            return refuse("NO_SUCH_TARGET", "AT-1", target=target)
        return refuse("NO_LOS", "AT-1", target=target)
    if other.cell == NO_CELL or not are_foes(ctx, unit.side, other.side):
        return refuse("NO_SUCH_TARGET", "AT-1", target=target)
    if is_marker(other):
        return refuse("NOT_DISCOVERED", "ST-10", unit=target)
    return refuse("NO_LOS", "AT-1", target=target)


# -- templates ----------------------------------------------------------------------------------------


def aim_refusal(ctx: Ctx, unit: Unit, weapon: Weapon, aim: Cell) -> Refusal | None:
    """Why a template weapon cannot be aimed at a cell, or None (AT-1, AT-5)."""
    board = ctx.board
    if not 0 <= aim < board.size:
        return refuse("NO_SUCH_AIM", "AT-5", cell=aim)
    if weapon.template == CIRCLE:
        if board.blocks_sight(aim, ctx.state.doors):
            return refuse("NO_SUCH_AIM", "AT-5", cell=aim)
        if not sight_mask(ctx, unit) >> aim & 1:
            return refuse("NO_LOS", "AT-1", target=aim)
        distance = board.range(unit.cell, unit.size, aim, 1)
        if not in_range(weapon, distance):
            return refuse("OUT_OF_RANGE", "AT-1", weapon=weapon.id, distance=distance)
    cells = blast_cells(ctx, weapon, unit.cell, unit.size, aim)
    if not cells:
        return refuse("NO_SUCH_AIM", "AT-5", cell=aim)
    if is_harmful(ctx, weapon.ammo) and not catches_enemy(ctx, unit, weapon, cells):
        return refuse("EMPTY_TEMPLATE", "AT-5", cell=aim)
    return None


def catches_enemy(ctx: Ctx, unit: Unit, weapon: Weapon, cells: int) -> bool:
    """Does a template cover an enemy that may be attacked, or, for a damaging round, a nest or infestation?"""
    occupied = cells & ctx.state.occupied
    if occupied:
        footprint_mask = ctx.board.footprint_mask
        for foe in foes_of(ctx, unit.side):
            if occupied & footprint_mask(foe.cell, foe.size) and not is_marker(foe):
                return True
    return not is_hive(ctx, unit) and is_damaging(ctx, weapon.ammo) and bool(markers_in(ctx, cells))


def aims(ctx: Ctx, unit: Unit, weapon: Weapon) -> list[Cell]:
    """Cells worth aiming a template weapon at: enemies and nests in sight; for smoke also oneself and friends."""
    places = [
        mark.cell if weapon.template == CONE else middle_of(ctx, unit, mark.cell, mark.size)
        for mark in marks_of(ctx, unit)
        if weapon.template != CONE or mark.distance <= CONE_REACH
    ]
    if not is_harmful(ctx, weapon.ammo):
        seen = sight_mask(ctx, unit)
        places += [friend.cell for friend in friends_of(ctx, unit.side) if seen >> friend.cell & 1]
    return [aim for aim in dict.fromkeys(places) if aim_refusal(ctx, unit, weapon, aim) is None]


def reaction_aim(ctx: Ctx, unit: Unit, weapon: Weapon, mover: Unit, cell: Cell, doors: int) -> bool:
    """Can a reaction reach the acting unit on this cell of its walk: range, or a template that covers it?"""
    distance = ctx.board.range(unit.cell, unit.size, cell, mover.size)
    if weapon.template == CONE:
        under = ctx.board.footprint_mask(cell, mover.size)
        near = distance <= CONE_REACH
        return near and bool(blast_cells(ctx, weapon, unit.cell, unit.size, cell, doors=doors) & under)
    return in_range(weapon, distance)


# -- close combat and doors -----------------------------------------------------------------------------


def melee_targets(ctx: Ctx, unit: Unit) -> list[UnitId]:
    """Enemies in contact that are no markers, then nests in contact, each by id (AT-3, D-H7)."""
    found = [foe.id for foe in touching_foes(ctx, unit) if not is_marker(foe)]
    spots = nests(ctx, unit)
    if spots:
        near = ctx.board.contact_mask(unit.cell, unit.size, ctx.state.doors)
        found += [nest.id for nest in spots if near >> nest.cell & 1]
    return found


def breaks_doors(ctx: Ctx, unit: Unit, weapon: Weapon) -> bool:
    """May this unit attack a door with this weapon (BD-11)?"""
    return BREACH in weapon.traits or profile_of(ctx, unit).type in DOOR_BREAKERS


def shut_doors(ctx: Ctx) -> list[int]:
    """Closed doors that can be destroyed, by id."""
    state = ctx.state
    return [door.id for door in ctx.board.doors if not door.solid and not (state.doors | state.broken) >> door.id & 1]


def door_refusal(ctx: Ctx, unit: Unit, weapon: Weapon, door: int, *, melee: bool) -> Refusal | None:
    """Why a door cannot be attacked so, or None: by whom, and from where (BD-11)."""
    if not 0 <= door < len(ctx.board.doors):
        return refuse("NO_SUCH_DOOR", "BD-11", door=door)
    made = ctx.board.doors[door]
    if made.solid or ctx.state.broken >> door & 1:
        return refuse("DOOR_HOLDS", "BD-11", door=door)
    if not breaks_doors(ctx, unit, weapon):
        return refuse("CANNOT_BREACH", "BD-11", weapon=weapon.id)
    if not is_damaging(ctx, weapon.ammo):
        return refuse("CANNOT_BREACH", "AM-3", weapon=weapon.id)
    board = ctx.board
    if melee:
        if not access_doors(ctx, unit.cell, unit.size) >> door & 1:
            return refuse("NOT_AT_DOOR", "BD-11", door=door)
        return None
    seen = visible_from(board, unit.cell, unit.size, ctx.state.doors, ctx.state.murk)
    leaves = [leaf for leaf in made.cells if seen >> leaf & 1]
    if not leaves:
        return refuse("NO_LOS", "AT-1", target=f"door {door}")
    distance = min(board.range(unit.cell, unit.size, leaf, 1) for leaf in leaves)
    if not in_range(weapon, distance):
        return refuse("OUT_OF_RANGE", "AT-1", weapon=weapon.id, distance=distance)
    return None
