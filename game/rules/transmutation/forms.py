"""Questions about the forms of a unit. Nothing here changes anything."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from game.core.profile import Profile
from game.core.state import NO_CELL, Unit
from game.core.tx import Ctx
from game.rules.skirmish import names
from game.rules.skirmish.queries import has_skill, is_fit, is_marker, kind_of, may_be_prone, profile_of, state_bar
from game.rules.transmutation.parse import AUTO, ESCAPE, HATCHING, WIP, WOUNDS, Condition, parse

TRANSMUTED: Final = "TRANSMUTED"
SEED_EMBRYO: Final = "SEED_EMBRYO"
"""Tokens (TR-07, TR-21)."""
MARKER_SILHOUETTE: Final = 2
"""Every Camouflaged marker has it, whatever it hides (TR-23)."""
FIRST: Final = 0
"""The profile that all but (Auto) begin on (D-T2)."""
SECOND: Final = 1


def condition_of(ctx: Ctx, unit: Unit) -> Condition | None:
    """When this unit changes form; None for one that never does."""
    bracket = ctx.game.kinds[unit.kind].transmutation
    return parse(bracket) if bracket else None


def is_seed(ctx: Ctx, unit: Unit) -> bool:
    """A unit with (Hatching) that has not hatched yet (D-T6)."""
    if unit.form != FIRST or not ctx.game.kinds[unit.kind].transmutation:
        return False
    found = condition_of(ctx, unit)
    return found is not None and found.kind == HATCHING


def counts_wounds(ctx: Ctx, unit: Unit) -> bool:
    """Does it carry the wounds of its (X), on its first profile (TR-16, TR-A2)?"""
    if not unit.wounds or unit.form != FIRST or not ctx.game.kinds[unit.kind].transmutation:
        return False
    found = condition_of(ctx, unit)
    return found is not None and found.kind in (WOUNDS, ESCAPE) and unit.wounds >= found.wounds


def is_due(ctx: Ctx, unit: Unit) -> bool:
    """Does it change form because of its wounds: enough of them, and it stands (TR-16, TR-A4)?"""
    return counts_wounds(ctx, unit) and is_fit(unit)


def first_due(ctx: Ctx) -> Unit | None:
    """Of the units that change form because of their wounds the one with the lowest id."""
    found = None
    for unit in ctx.state.units.values():
        if unit.wounds and (found is None or unit.id < found.id) and is_due(ctx, unit):
            found = unit
    return found


def may_roll(ctx: Ctx, unit: Unit) -> bool:
    """Could it roll for its second form now: (WIP), on its first, fit, and no Camouflaged marker (TR-38)?"""
    if unit.form != FIRST or not ctx.game.kinds[unit.kind].transmutation:
        return False
    found = condition_of(ctx, unit)
    return found is not None and found.kind == WIP and is_fit(unit) and not is_marker(unit)


def is_auto(ctx: Ctx, unit: Unit) -> bool:
    """May it choose among its profiles (TR-33)?"""
    found = condition_of(ctx, unit)
    return found is not None and found.kind == AUTO


def deployable(ctx: Ctx, unit: Unit) -> tuple[int, ...]:
    """The profiles on which it may deploy: all with (Auto), else the first (TR-12, TR-20, TR-32, TR-37)."""
    if not ctx.game.kinds[unit.kind].transmutation:
        return ()
    return tuple(range(len(kind_of(ctx, unit).profiles))) if is_auto(ctx, unit) else (FIRST,)


def may_hide(ctx: Ctx, unit: Unit) -> bool:
    """Does the profile in force allow a marker state (TR-A6)?"""
    return has_skill(ctx, unit, names.CAMOUFLAGE) and state_bar(ctx, unit, names.CAMOUFLAGED) is None


def kept_states(ctx: Ctx, unit: Unit, *, hatched: bool = False) -> tuple[str, ...]:
    """The states that stay with the profile in force; everything the ruling does not name stays (TR-11, TR-A6)."""
    lost = []
    if names.PRONE in unit.states and not may_be_prone(ctx, unit):
        lost.append(names.PRONE)
    if is_marker(unit) and (hatched or not may_hide(ctx, unit)):
        lost.append(names.CAMOUFLAGED)
    return tuple(state for state in unit.states if state not in lost) if lost else unit.states


def as_form(ctx: Ctx, unit: Unit, form: int, *, hatched: bool = False) -> Unit:
    """The unit as another of its profiles, where it stands and in its present footprint."""
    changed = replace(unit, form=form)
    return replace(changed, states=kept_states(ctx, changed, hatched=hatched))


def figure_of(ctx: Ctx, unit: Unit) -> str:
    """The figure that stands for the unit now; empty where a token or marker does (TR-06, TR-07, TR-21, TR-22)."""
    if is_marker(unit) or unit.cell == NO_CELL or is_seed(ctx, unit):
        return ""
    kind = kind_of(ctx, unit)
    own = profile_of(ctx, unit).figure
    return own or kind.profiles[FIRST].figure or kind.figure


def silhouette_of(ctx: Ctx, unit: Unit) -> int:
    """Its silhouette now; that of a marker is always 2 (TR-23)."""
    return MARKER_SILHOUETTE if is_marker(unit) else profile_of(ctx, unit).s


def tokens(ctx: Ctx, unit: Unit) -> Iterable[str]:
    """The token that shows a seed, or a form without a figure of its own; a point of TOKENS (TR-07, TR-21)."""
    if not ctx.game.kinds[unit.kind].transmutation or is_marker(unit):
        return ()
    if is_seed(ctx, unit):
        return (SEED_EMBRYO,)
    profile: Profile = profile_of(ctx, unit)
    return () if unit.form == FIRST or profile.figure else (profile.token or TRANSMUTED,)
