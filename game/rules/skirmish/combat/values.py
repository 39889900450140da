"""Success values: an attribute and its modifiers, one by one, so that a screen can say where each point is from."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from game.core.contest import success_value as bounded_value
from game.core.state import NO_CELL
from game.core.tx import Ctx
from game.core.types import Cell, UnitId
from game.rules.skirmish import names
from game.rules.skirmish.queries import profile_of

DAMAGE: Final = "combat.damage"
"""Extension point ``(ctx, order, unit_id, weapon) -> int``: points of damage more (or less) for an attack of
``unit_id`` in ``order`` (HM-30)."""


class Modifier(Struct, frozen=True):
    """One reason why a success value is not the bare attribute: its name, its points and its clause."""

    name: str
    value: int
    clause: str


class Attempt(Struct, frozen=True):
    """A roll that a unit is about to make.

    ``skill`` is the tag of the declared action (``shoot``, ``fight``, ``berserk``, ``dodge``, ``reset``,
    ``discover`` ...) or ``guts``; ``attribute`` the profile's attribute it is rolled on. ``cell`` is the anchor the
    unit stands on for this roll, ``target_cell`` the anchor of what it is aimed at (-1: where they stand now).
    ``detail`` is the state that a Reset would end. ``doors`` are the open doors of the moment of the attack, ``low``
    whether its target lay prone then (-1: as they are now). A saving roll is no attempt: it has no success value.
    """

    unit: UnitId
    skill: str
    attribute: str
    weapon: str = ""
    target: int = 0
    door: int = -1
    cell: Cell = NO_CELL
    target_cell: Cell = NO_CELL
    reaction: bool = False
    detail: str = ""
    doors: int = -1
    low: int = -1


class SuccessValue(Struct, frozen=True):
    """What a d20 must not exceed (RL-1): ``base`` of ``attribute`` and the modifiers that led to ``value``."""

    attribute: str
    base: int
    modifiers: tuple[Modifier, ...]
    value: int

    def without(self, name: str) -> int:
        """The value as it would be without the modifiers of one name (AT-2)."""
        return bounded_value(self.base, *[m.value for m in self.modifiers if m.name != name])

    def has(self, name: str) -> bool:
        """True when a modifier of that name is part of it."""
        return any(modifier.name == name for modifier in self.modifiers)


def success_value(ctx: Ctx, attempt: Attempt) -> SuccessValue:
    """The success value of an attempt: every module's modifiers, their sum kept within -12 to +12 (RL-1)."""
    base: int = getattr(profile_of(ctx, ctx.state.units[attempt.unit]), attempt.attribute)
    found: list[Modifier] = []
    for contribution in ctx.game.rulebook.points[names.MODIFIERS]:
        found.extend(contribution(ctx, attempt))
    return SuccessValue(
        attempt.attribute, base, tuple(found), bounded_value(base, *[modifier.value for modifier in found])
    )
