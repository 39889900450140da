"""The modifiers of the base rules, as contributions to the point ``skirmish.modifiers``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from game.board import cover
from game.core.profile import Weapon
from game.core.state import NO_CELL, Unit
from game.core.tx import Ctx
from game.core.types import Cell
from game.rules.skirmish import names
from game.rules.skirmish.combat.contacts import melee_friends
from game.rules.skirmish.combat.values import Attempt, Modifier
from game.rules.skirmish.queries import can_engage

COVER: Final = Modifier("cover", -3, "AT-1")
PRONE_FAR: Final = Modifier("prone_target", -3, "MV-6")
PRONE_RANGE: Final = 8
"""Beyond this many cells a prone target is harder to hit (MV-6)."""
MELEE: Final = "melee"
"""Name of the modifier that alone can turn a die against a friend (AT-2)."""
MELEE_FRIEND: Final = -6
MOST_HELP: Final = 3
"""Further friends in contact with the target count up to this many (AT-3)."""
CHARGE: Final = Modifier("berserk", 6, "AT-4")
PRONE_FIGHT: Final = Modifier("prone", -3, "MV-6")
PRONE_DODGE: Final = Modifier("prone", -3, "MV-5")
PINNED_DODGE: Final = Modifier(names.IMMOBILIZED_A, -6, "ST-5")
RESETS: Final = {
    names.ISOLATED: Modifier(names.ISOLATED, -9, "ST-4"),
    names.IMMOBILIZED_B: Modifier(names.IMMOBILIZED_B, -3, "ST-5"),
}
"""What each state that Reset ends takes off the roll (EM-A8)."""
DAZED: Final = Modifier(names.STUNNED, -3, "ST-6")

BS, CC = "bs", "cc"


def band_of(weapon: Weapon, distance: int) -> int | None:
    """The modifier of a weapon's range band, or None beyond the last one (AT-1). A cone has no bands."""
    for reach, modifier in weapon.bands:
        if distance <= reach:
            return modifier
    return None


def aimed_size(ctx: Ctx, attempt: Attempt) -> int:
    """Side of the footprint of what is aimed at: a unit's, else one cell."""
    target = ctx.state.units.get(attempt.target)
    return target.size if target is not None else 1


def distance_to(ctx: Ctx, unit: Unit, attempt: Attempt) -> int:
    """Range of a shot in cells, from the cell of the attempt to its target's (BD-6)."""
    cell = attempt.cell if attempt.cell != NO_CELL else unit.cell
    return ctx.board.range(cell, unit.size, attempt.target_cell, aimed_size(ctx, attempt))


def shooting(ctx: Ctx, attempt: Attempt) -> Iterable[Modifier]:
    """Range band, cover, a prone target far away, friends in the way (AT-1, AT-2, MV-6)."""
    if attempt.attribute != BS or attempt.target_cell == NO_CELL:
        return ()
    shooter = ctx.state.units[attempt.unit]
    found = []
    distance = distance_to(ctx, shooter, attempt)
    band = band_of(ctx.game.weapons[attempt.weapon], distance)
    if band:
        found.append(Modifier("range", band, "AT-1"))
    target = ctx.state.units.get(attempt.target)
    size = aimed_size(ctx, attempt)
    if attempt.target and is_covered(ctx, shooter, attempt.cell, attempt.target_cell, size, doors=attempt.doors):
        found.append(COVER)
    if target is not None:
        if distance > PRONE_RANGE and (names.PRONE in target.states if attempt.low < 0 else attempt.low):
            found.append(PRONE_FAR)
        friends = melee_friends(ctx, shooter, target, attempt.target_cell, doors=attempt.doors)
        if friends:
            found.append(Modifier(MELEE, MELEE_FRIEND * len(friends), "AT-2"))
    return found


def is_covered(ctx: Ctx, shooter: Unit, cell: Cell, target_cell: Cell, size: int, *, doors: int = -1) -> bool:
    """Partial cover of a target from a shooter standing on ``cell`` (BD-10)."""
    at = cell if cell != NO_CELL else shooter.cell
    open_doors = ctx.state.doors if doors < 0 else doors
    return cover(ctx.board, at, shooter.size, target_cell, size, open_doors, ctx.state.murk)


def fighting(ctx: Ctx, attempt: Attempt) -> Iterable[Modifier]:
    """Further friends around the target, the rush of Berserk, lying down (AT-3, AT-4, MV-6)."""
    if attempt.attribute != CC:
        return ()
    fighter = ctx.state.units[attempt.unit]
    found = []
    mask = _contact(ctx, attempt)
    if mask:
        teams = ctx.game.teams
        team = teams[fighter.side]
        at = ctx.state.at
        helpers = set()
        mask &= ctx.state.occupied
        while mask:
            low = mask & -mask
            mask ^= low
            helper = ctx.state.units[at[low.bit_length() - 1]]
            if helper.id not in (fighter.id, attempt.target) and teams[helper.side] == team and can_engage(ctx, helper):
                helpers.add(helper.id)
        if helpers:
            found.append(Modifier("friends", min(len(helpers), MOST_HELP), "AT-3"))
    if attempt.skill == "berserk":
        found.append(CHARGE)
    if names.PRONE in fighter.states:
        found.append(PRONE_FIGHT)
    return found


def _contact(ctx: Ctx, attempt: Attempt) -> int:
    """The cells around the target of a blow; none around a door."""
    if attempt.target_cell == NO_CELL or attempt.door >= 0:
        return 0
    return ctx.board.contact_mask(attempt.target_cell, aimed_size(ctx, attempt), ctx.state.doors)


def evading(ctx: Ctx, attempt: Attempt) -> Iterable[Modifier]:
    """Dodge lying down or pinned (MV-5, ST-5), and what a Reset has to shake off (ST-4, ST-5)."""
    if attempt.skill == "dodge":
        states = ctx.state.units[attempt.unit].states
        if states:
            return [
                modifier
                for state, modifier in ((names.PRONE, PRONE_DODGE), (names.IMMOBILIZED_A, PINNED_DODGE))
                if state in states
            ]
    elif attempt.skill == "reset" and attempt.detail in RESETS:
        return (RESETS[attempt.detail],)
    return ()


def condition(ctx: Ctx, attempt: Attempt) -> Iterable[Modifier]:
    """Stunned: every roll but saves (ST-6)."""
    return (DAZED,) if names.STUNNED in ctx.state.units[attempt.unit].states else ()


def commanded(ctx: Ctx, attempt: Attempt) -> Iterable[Modifier]:
    """The officer's Steady on shots and Brace on reactions (OR-6)."""
    found: list[Modifier] = []
    for effect in ctx.state.effects:
        if effect.unit != attempt.unit:
            continue
        if (effect.name == names.STEADY and attempt.attribute == BS) or (
            effect.name == names.BRACE and attempt.reaction
        ):
            found.append(Modifier(effect.name, effect.value, "OR-6"))
    return found


MODIFIERS: Final = (shooting, fighting, evading, condition, commanded)
"""Every contribution of the base rules, in the order in which they are shown."""
