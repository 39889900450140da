"""Questions about a table that every part of the rules asks. Nothing here changes anything."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from msgspec import Struct

from game.board import visible_from
from game.core.game import Game
from game.core.profile import Profile, UnitKind, Weapon
from game.core.refusal import Refusal
from game.core.state import NO_CELL, Unit
from game.core.tx import Ctx, Tx
from game.core.types import Side
from game.rules.skirmish import names

_by_id = attrgetter("id")


STATE_TOKENS = {names.IMMOBILIZED_A: "IMM_A", names.IMMOBILIZED_B: "IMM_B"}
"""Tokens whose name is not that of their state (EM-14)."""


class DoorRule(Struct, frozen=True):
    """How a class of unit deals with doors: which closed ones it may work (bit mask), and how.

    ``work`` is called during a walk beside the door and returns True when the door is open afterwards; it emits
    the event. ``sure`` False means that a die decides, once a turn (HM-11, HM-A6). ``closes``: it may close doors,
    too (BD-11). ``instead``: another rule in its place for a unit in some state (X-21).
    """

    openable: Callable[[Ctx, Unit], int]
    work: Callable[[Tx, Unit, int], bool]
    sure: bool = True
    closes: bool = False
    instead: Callable[[Unit], DoorRule | None] | None = None


def kind_of(ctx: Ctx, unit: Unit) -> UnitKind:
    """The unit's kind."""
    return ctx.game.kinds[unit.kind]


def profile_of(ctx: Ctx, unit: Unit) -> Profile:
    """The profile in force (the unit's form)."""
    return ctx.game.kinds[unit.kind].profiles[unit.form]


class Grant(NamedTuple):
    """What upgrades add to the profile in force (D-A15)."""

    skills: tuple[str, ...] = ()
    equipment: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()


def granted(ctx: Ctx, unit: Unit) -> Grant:
    """All that the unit's upgrades give it now, each name once."""
    key = ("granted", unit.id)
    found: Grant | None = ctx.memo.get(key)
    if found is None:
        parts = [ability(ctx, unit) for ability in ctx.game.rulebook.points[names.ABILITIES]]
        found = Grant(*(tuple(dict.fromkeys(name for part in parts for name in part[i])) for i in range(3)))
        ctx.memo[key] = found
    return found


def skills_of(ctx: Ctx, unit: Unit) -> tuple[str, ...]:
    """The skills of the profile in force, then those of upgrades."""
    own = profile_of(ctx, unit).skills
    return tuple(dict.fromkeys((*own, *granted(ctx, unit).skills))) if unit.upgrades else own


def gear_of(ctx: Ctx, unit: Unit) -> tuple[str, ...]:
    """The equipment of the profile in force, then that of upgrades."""
    own = profile_of(ctx, unit).equipment
    return tuple(dict.fromkeys((*own, *granted(ctx, unit).equipment))) if unit.upgrades else own


def arms_of(ctx: Ctx, unit: Unit) -> tuple[str, ...]:
    """The names of the weapons of the profile in force, then of those that upgrades give."""
    own = profile_of(ctx, unit).weapons
    return tuple(dict.fromkeys((*own, *granted(ctx, unit).weapons))) if unit.upgrades else own


def weapon_bar(game: Game, weapon: Weapon) -> Refusal | None:
    """Why nobody may use this weapon in this game, or None: the first reason that a module has."""
    return _weapon_bar(game, weapon.id)


@lru_cache(maxsize=512)
def _weapon_bar(game: Game, weapon: str) -> Refusal | None:
    for bar in game.rulebook.points[names.WEAPON_BARS]:
        refusal: Refusal | None = bar(game, game.weapons[weapon])
        if refusal is not None:
            return refusal
    return None


def has_skill(ctx: Ctx, unit: Unit, skill: str) -> bool:
    """True when the profile in force or an upgrade has the skill."""
    return skill in profile_of(ctx, unit).skills or bool(unit.upgrades and skill in granted(ctx, unit).skills)


def has_gear(ctx: Ctx, unit: Unit, gear: str) -> bool:
    """True when the profile in force or an upgrade has the equipment."""
    return gear in profile_of(ctx, unit).equipment or bool(unit.upgrades and gear in granted(ctx, unit).equipment)


def footprint_of(ctx: Ctx, unit: Unit, form: int = -1) -> int:
    """Cells a side that the unit covers in a form (-1: the one in force); a base given by a rule system wins (X-45)."""
    for base in ctx.game.rulebook.points[names.FOOTPRINT]:
        size: int = base(ctx, unit)
        if size:
            return size
    return kind_of(ctx, unit).profiles[unit.form if form < 0 else form].size


def as_mover(ctx: Ctx, unit: Unit) -> Unit:
    """The unit as a first skill with the label Movement will find it (TR-29)."""
    for becomes in ctx.game.rulebook.points[names.MOVER]:
        unit = becomes(ctx, unit)
    return unit


def tokens_of(ctx: Ctx, unit: Unit) -> tuple[str, ...]:
    """The tokens that lie beside a unit's figure: one for each state, then what rule systems add (D-T3)."""
    more = [token for add in ctx.game.rulebook.points[names.TOKENS] for token in add(ctx, unit)]
    return tuple(dict.fromkeys([STATE_TOKENS.get(state, state.upper()) for state in unit.states] + more))


def is_hive(ctx: Ctx, unit: Unit) -> bool:
    """True for a xeno (D-H21)."""
    return ctx.game.side_kinds[unit.side] == "hive"


NEVER_PRONE = frozenset({"TAG", "Vehicle"})
"""Troop types that are never prone (MV-6)."""


def may_be_prone(ctx: Ctx, unit: Unit) -> bool:
    """Troopers go prone; TAGs and vehicles never do, and xenos have no such stance (MV-6)."""
    profile = profile_of(ctx, unit)
    return not is_hive(ctx, unit) and profile.prone and profile.type not in NEVER_PRONE


def on_board(unit: Unit) -> bool:
    """True when the unit stands on the board."""
    return unit.cell != NO_CELL


def is_null(unit: Unit) -> bool:
    """Unconscious or incapacitated: does not act, react, see or engage."""
    states = unit.states
    return bool(states) and not names.NULL.isdisjoint(states)


def is_fit(unit: Unit) -> bool:
    """On the board, conscious and not incapacitated."""
    return unit.cell != NO_CELL and not is_null(unit)


def is_marker(unit: Unit) -> bool:
    """A Camouflaged marker: sees, is not attacked, never engages (ST-10)."""
    return names.CAMOUFLAGED in unit.states


def are_foes(ctx: Ctx, one: Side, other: Side) -> bool:
    """True when the sides are of different teams (TS-0)."""
    return ctx.game.teams[one] != ctx.game.teams[other]


def foes_of(ctx: Ctx, side: Side) -> list[Unit]:
    """Units on the board of other teams, by id."""
    key = ("foes", side)
    found: list[Unit] | None = ctx.memo.get(key)
    if found is None:
        teams = ctx.game.teams
        team = teams[side]
        found = [u for u in ctx.state.units.values() if u.cell != NO_CELL and teams[u.side] != team]
        found.sort(key=_by_id)
        ctx.memo[key] = found
    return found


def friends_of(ctx: Ctx, side: Side) -> list[Unit]:
    """Units on the board of the same team, by id."""
    key = ("friends", side)
    found: list[Unit] | None = ctx.memo.get(key)
    if found is None:
        teams = ctx.game.teams
        team = teams[side]
        found = [u for u in ctx.state.units.values() if u.cell != NO_CELL and teams[u.side] == team]
        found.sort(key=_by_id)
        ctx.memo[key] = found
    return found


def units_of(ctx: Ctx, side: Side) -> list[Unit]:
    """Every unit of exactly this side, on or off the board, by id."""
    return sorted((u for u in ctx.state.units.values() if u.side == side), key=_by_id)


def troopers(ctx: Ctx) -> list[Unit]:
    """Fit troopers of every human side, by id: the ones whose sight bars placements (HM-65, HM-A20)."""
    key = "troopers"
    found: list[Unit] | None = ctx.memo.get(key)
    if found is None:
        kinds = ctx.game.side_kinds
        found = [u for u in ctx.state.units.values() if kinds[u.side] == "human" and is_fit(u)]
        found.sort(key=_by_id)
        ctx.memo[key] = found
    return found


def xenos(ctx: Ctx) -> list[Unit]:
    """Every unit of the hive on the board, by id."""
    key = "xenos"
    found: list[Unit] | None = ctx.memo.get(key)
    if found is None:
        kinds = ctx.game.side_kinds
        found = [u for u in ctx.state.units.values() if kinds[u.side] == "hive" and u.cell != NO_CELL]
        found.sort(key=_by_id)
        ctx.memo[key] = found
    return found


def can_engage(ctx: Ctx, unit: Unit) -> bool:
    """Counts for engagement (ST-7): not null, not immobilized, no marker, no spore."""
    if unit.cell == NO_CELL:
        return False
    states = unit.states
    if states and (
        not names.NULL.isdisjoint(states) or not names.IMMOBILE.isdisjoint(states) or names.CAMOUFLAGED in states
    ):
        return False
    return profile_of(ctx, unit).type != "spore"


def touching(ctx: Ctx, unit: Unit) -> list[Unit]:
    """Units in contact with ``unit`` (BD-7), by id."""
    key = ("touch", unit.id)
    found: list[Unit] | None = ctx.memo.get(key)
    if found is None:
        mask = ctx.board.contact_mask(unit.cell, unit.size, ctx.state.doors) & ctx.state.occupied
        ids = set()
        at = ctx.state.at
        while mask:
            low = mask & -mask
            ids.add(at[low.bit_length() - 1])
            mask ^= low
        ids.discard(unit.id)
        found = [ctx.state.units[i] for i in sorted(ids)]
        ctx.memo[key] = found
    return found


def touching_foes(ctx: Ctx, unit: Unit) -> list[Unit]:
    """Enemies in contact with ``unit``, whatever their state, by id."""
    teams = ctx.game.teams
    team = teams[unit.side]
    return [other for other in touching(ctx, unit) if teams[other.side] != team]


def engaged_with(ctx: Ctx, unit: Unit) -> list[Unit]:
    """The enemies that engage ``unit`` (ST-7), by id. Empty for a unit that cannot itself be engaged."""
    if unit.cell == NO_CELL or is_marker(unit) or is_null(unit) or profile_of(ctx, unit).type == "spore":
        return []
    return [foe for foe in touching_foes(ctx, unit) if can_engage(ctx, foe)]


def is_engaged(ctx: Ctx, unit: Unit) -> bool:
    """In contact with an enemy that counts (ST-7)."""
    return bool(engaged_with(ctx, unit))


def range_between(ctx: Ctx, one: Unit, other: Unit) -> int:
    """Range in cells between two units on the board (BD-6)."""
    return ctx.board.range(one.cell, one.size, other.cell, other.size)


def sight_mask(ctx: Ctx, unit: Unit) -> int:
    """The cells this unit sees now, as a bit set (BD-8, BD-9); ignores whether it is fit."""
    return visible_from(ctx.board, unit.cell, unit.size, ctx.state.doors, ctx.state.murk)


def sees(ctx: Ctx, one: Unit, other: Unit) -> bool:
    """Line of sight between two units on the board; units in contact always see each other (BD-8, BD-9)."""
    mask = ctx.board.footprint_mask(other.cell, other.size)
    if sight_mask(ctx, one) & mask:
        return True
    return ctx.board.contact(one.cell, one.size, other.cell, other.size, ctx.state.doors)


def has_effect(ctx: Ctx, unit: Unit, name: str) -> bool:
    """True while an effect of that name lies on the unit or its side."""
    for effect in ctx.state.effects:
        if effect.name == name and (effect.unit == unit.id or (effect.unit == 0 and effect.side == unit.side)):
            return True
    return False


def barred(ctx: Ctx, unit: Unit, skill: str) -> Refusal | None:
    """The first reason why ``unit`` may not declare ``skill`` (an action's tag), from every module."""
    for bar in ctx.game.rulebook.points[names.SKILL_BARS]:
        refusal: Refusal | None = bar(ctx, unit, skill)
        if refusal is not None:
            return refusal
    return None


def state_bar(ctx: Ctx, unit: Unit, state: str) -> Refusal | None:
    """The first reason from any module why ``unit`` cannot take on ``state``."""
    for bar in ctx.game.rulebook.points[names.STATE_BARS]:
        refusal: Refusal | None = bar(ctx, unit, state)
        if refusal is not None:
            return refusal
    return None


def door_rule(ctx: Ctx, unit: Unit) -> DoorRule:
    """How this unit deals with doors, by its troop type or class, and its states."""
    rule: DoorRule = ctx.game.rulebook.tables[names.DOOR_RULES][profile_of(ctx, unit).type]
    other = rule.instead(unit) if rule.instead is not None else None
    return rule if other is None else other


def mask_of(cells: Iterable[int]) -> int:
    """The bit set of some cells."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def marker_cells(ctx: Ctx) -> int:
    """The cells of markers that lie on the board: nothing is placed there (BD-5)."""
    return mask_of(m.cell for m in ctx.state.markers.values() if m.carrier == 0 and m.cell >= 0)


def living_points(ctx: Ctx, side: Side) -> int:
    """Points of a side's conscious troopers on the board, those still to arrive and those safely out (ST-9)."""
    total = 0
    for unit in ctx.state.units.values():
        if unit.side == side and not is_null(unit):
            total += kind_of(ctx, unit).cost
    for gone in ctx.state.gone.values():
        if gone.unit.side == side and gone.reason == "safe":
            total += kind_of(ctx, gone.unit).cost
    return total
