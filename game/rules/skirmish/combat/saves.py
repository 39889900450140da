"""Saving rolls and what failing them does to units, nests and doors (RL-5, AM-1 to AM-3, D-H7, BD-11)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from game.core.contest import Outcome, save_fails, success
from game.core.events import DoorDamaged, DoorDestroyed, MarkerRemoved, MarkerWounded
from game.core.profile import Profile
from game.core.state import Marker, Unit
from game.core.tx import Ctx, Tx
from game.core.types import UnitId, door_step
from game.rules.skirmish import names
from game.rules.skirmish.combat.ammo import ARM, Saves, halved, is_damaging, is_harmful, saves_against
from game.rules.skirmish.combat.modifiers import BS
from game.rules.skirmish.combat.wounds import DEAD, UP, Toll, gain, points_left, suffer, toll
from game.rules.skirmish.events import SaveMade
from game.rules.skirmish.moving.trail import reveal
from game.rules.skirmish.queries import is_hive, profile_of

COVER_SAVE: Final = 3
"""What cover adds to ARM or BTS against BS Attacks, after any halving (RL-5)."""
NEST_STRUCTURE: Final = 3
NEST_ARMOUR: Final = 2
"""A nest's STR and ARM; its BTS is 0 and non-lethal rounds do nothing to it (D-H7)."""


class Blow(Struct, frozen=True):
    """A hit before its saves: damage, ammunition, kind of attack (``bs``, ``cc`` or neither) and who did it."""

    damage: int
    ammo: tuple[str, ...] = ("n",)
    kind: str = BS
    by: UnitId = 0


def protection(saves: Saves, attribute: int, kind: str, *, covered: bool) -> int:
    """What protects against a hit: the attribute, halved or not, and cover against BS Attacks (RL-5)."""
    value = halved(attribute) if saves.halved else attribute
    return value + COVER_SAVE if covered and kind == BS else value


def roll_value(profile: Profile, saves: Saves) -> int:
    """The success value of a roll in place of a save (PARA)."""
    return int(getattr(profile, saves.attribute)) + saves.modifier


def strike(tx: Tx, target: int, hits: int, crits: int, blow: Blow, *, covered: bool = False) -> bool:
    """Hits and criticals on a unit or marker: saves, then wounds, then states. True if a unit had to save."""
    if hits + crits < 1:
        return False
    unit = tx.state.units.get(target)
    if unit is not None:
        return _strike_unit(tx, unit, hits, crits, blow, covered=covered)
    marker = tx.state.markers.get(target)
    if marker is not None:
        _strike_marker(tx, marker, hits, crits, blow, covered=covered)
    return False


def _strike_unit(tx: Tx, unit: Unit, hits: int, crits: int, blow: Blow, *, covered: bool) -> bool:
    if is_harmful(tx, blow.ammo):
        reveal(tx, unit.id, by=blow.by, why="hit")
    profile = profile_of(tx, unit)
    cost = Toll(0, UP)
    states: list[str] = []
    left = points_left(tx, unit)
    asked = False
    for saves in saves_against(tx.game, blow.ammo):
        number = saves.number(hits, crits)
        if number < 1:
            continue
        asked = True
        if saves.is_roll:
            failed = _roll_instead(tx, unit.id, roll_value(profile, saves), number, saves)
        else:
            guard = protection(saves, getattr(profile, saves.attribute), blow.kind, covered=covered)
            failed = _roll_saves(tx, unit.id, saves.attribute, number, blow.damage, guard)
        if failed:
            if saves.wounds:
                rest = left - cost.wounds
                cost = cost.plus(toll(rest, failed, wounds=saves.wounds, shock=saves.shock, xeno=is_hive(tx, unit)))
            states.extend(state for made in saves.states for state in made(tx, unit) if state not in states)
    suffer(tx, unit.id, cost, blow.by)
    if cost.fate != DEAD:
        for state in states:
            gain(tx, unit.id, state, by=blow.by)
    return asked


def _roll_saves(tx: Tx, target: int, attribute: str, number: int, damage: int, guard: int) -> int:
    """Roll saves of a unit, marker or door (as a negative number); how many failed (RL-5, EM-A1)."""
    style = tx.rules["save_style"]
    failed = 0
    faces = tx.roll("save", number, unit=target, target=damage - guard)
    for face in faces:
        fails = save_fails(face, damage, guard, style=style)
        failed += fails
        tx.emit(SaveMade(target, attribute, face, damage, guard, not fails))
    return failed


def _roll_instead(tx: Tx, target: int, value: int, number: int, saves: Saves) -> int:
    """Roll an attribute in place of saves; how many failed. Below 1 it fails without a die (RL-1)."""
    if value < 1:
        return number
    failed = 0
    for face in tx.roll("save", number, unit=target, target=value):
        fails = success(face, value) is Outcome.MISS
        failed += fails
        tx.emit(SaveMade(target, saves.attribute, face, -saves.modifier, value - saves.modifier, not fails))
    return failed


def lethal_saves(ctx: Ctx, ammo: tuple[str, ...]) -> list[Saves]:
    """The saves that things without a will have to make: only those that cost structure count."""
    return [saves for saves in saves_against(ctx.game, ammo) if saves.wounds and not saves.is_roll]


def _strike_marker(tx: Tx, marker: Marker, hits: int, crits: int, blow: Blow, *, covered: bool) -> None:
    """A nest saves on its ARM and is removed at 0; what breaks, an infestation marker, just goes (D-H7, D-H8)."""
    if not is_damaging(tx, blow.ammo):
        return
    reason = tx.game.rulebook.tables[names.BREAKABLE].get(marker.kind)
    if reason is not None:
        tx.emit(MarkerRemoved(marker.id, reason, blow.by))
    elif marker.kind == names.NEST:
        lost = _structure_lost(tx, marker.id, NEST_STRUCTURE - marker.wounds, NEST_ARMOUR, hits, crits, blow, covered)
        if lost:
            tx.emit(MarkerWounded(marker.id, lost, blow.by))
            if marker.wounds + lost >= NEST_STRUCTURE:
                tx.emit(MarkerRemoved(marker.id, "destroyed", blow.by))


def _structure_lost(
    tx: Tx, target: int, left: int, armour: int, hits: int, crits: int, blow: Blow, covered: bool
) -> int:
    lost = 0
    for saves in lethal_saves(tx, blow.ammo):
        attribute = armour if saves.attribute == ARM else 0
        guard = protection(saves, attribute, blow.kind, covered=covered)
        failed = _roll_saves(tx, target, saves.attribute, saves.number(hits, crits), blow.damage, guard)
        lost += toll(left - lost, failed, wounds=saves.wounds, shock=saves.shock, xeno=True).wounds
    return min(lost, left)


def strike_door(tx: Tx, door: int, hits: int, crits: int, blow: Blow) -> None:
    """Hits on a door: ARM saves, structure lost, destroyed at 0 and then floor (BD-11)."""
    made = tx.board.doors[door]
    left = made.structure - tx.state.door_wounds.get(door, 0)
    if hits + crits < 1 or made.solid or tx.state.broken >> door & 1:
        return
    lost = _structure_lost(tx, door_step(door), left, made.armour, hits, crits, blow, covered=False)
    if lost:
        tx.emit(DoorDamaged(door, lost, blow.by))
        if lost >= left:
            tx.emit(DoorDestroyed(door, blow.by))


def hit_unit(
    tx: Tx,
    target: int,
    damage: int,
    ammo: tuple[str, ...] = ("n",),
    *,
    by: UnitId = 0,
    crit: bool = False,
    covered: bool = False,
    kind: str = BS,
) -> bool:
    """One hit outside any roll to hit (a spore's burst, a mine): saves and effects on a unit or nest.

    True if a unit had to save, which calls for a guts roll (ST-8).
    """
    return strike(tx, target, 0 if crit else 1, 1 if crit else 0, Blow(damage, ammo, kind, by), covered=covered)
