"""The two faces of an upgrade: which one counts, what it gives, and the figure and base that go with it."""

from __future__ import annotations

from typing import Final

from game.core.profile import Upgrade, UpgradeFace
from game.core.refusal import Refusal, refuse
from game.core.state import Unit
from game.core.tx import Ctx
from game.rules.avatar.crews import is_avatar
from game.rules.avatar.state import UP, record_of
from game.rules.avatar.tasks import FlipDue
from game.rules.skirmish import names
from game.rules.skirmish.queries import Grant, kind_of, profile_of

BASES: Final = {30: 1, 40: 1, 50: 2}
"""Cells a side of a base of so many millimetres (D-A7)."""
HIDE: Final = "hide"
PRE, MANIFESTED = "pre", "manifested"


def upgrades_of(ctx: Ctx, unit: Unit) -> list[Upgrade]:
    """The upgrade cards attached to a unit, in their order; public (AV-09). A manifestation card is none (AV-06)."""
    known = ctx.game.upgrades
    return [known[name] for name in unit.upgrades if name in known]


def avatar_upgrade(ctx: Ctx, unit: Unit) -> Upgrade | None:
    """The unit's avatar upgrade, or None (AV-13, AV-14)."""
    for upgrade in upgrades_of(ctx, unit):
        if is_avatar(upgrade):
            return upgrade
    return None


def is_avatar_master(ctx: Ctx, unit: Unit) -> bool:
    """Is this a Master with an avatar upgrade?"""
    return bool(unit.upgrades) and unit.count(names.MASTER) > 0 and avatar_upgrade(ctx, unit) is not None


def is_manifested(ctx: Ctx, unit: Unit) -> bool:
    """Does the unit's avatar upgrade show its back (AV-20)?"""
    record = record_of(ctx, unit.id) if unit.upgrades else None
    return record is not None and record.manifested


def stands(ctx: Ctx, unit: Unit) -> bool:
    """Does the avatar's figure stand for the unit: from step 3 of the manifestation on (AV-25, AV-49)?"""
    record = record_of(ctx, unit.id) if unit.upgrades else None
    if record is None or record.face != UP:
        return False
    return record.manifested or any(isinstance(task, FlipDue) and task.unit == unit.id for task in ctx.tasks)


def may_manifest(ctx: Ctx, unit: Unit) -> bool:
    """Can there still be an avatar? Everybody knows that much, and no more (AV-11, AV-A12)."""
    return is_avatar_master(ctx, unit) and not is_manifested(ctx, unit)


def sides_of(upgrade: Upgrade) -> tuple[str, ...]:
    """The names of an upgrade's faces: one with rules on both has a pre and a manifested side (AV-15, AV-16)."""
    return (PRE,) if upgrade.back is None else (PRE, MANIFESTED)


def side_up(ctx: Ctx, unit: Unit, upgrade: Upgrade) -> str:
    """The name of the face that is up."""
    return MANIFESTED if upgrade.back is not None and is_manifested(ctx, unit) else PRE


def face_up(ctx: Ctx, unit: Unit, upgrade: Upgrade) -> UpgradeFace:
    """The face that is up; the other one is wholly ignored (AV-18, AV-22)."""
    if upgrade.back is not None and side_up(ctx, unit, upgrade) == MANIFESTED:
        return upgrade.back
    return upgrade.front


def abilities(ctx: Ctx, unit: Unit) -> Grant:
    """What the faces that are up give their bearer (AV-17, AV-21, D-A15); contributed to ABILITIES."""
    faces = [face_up(ctx, unit, upgrade) for upgrade in upgrades_of(ctx, unit)]
    return Grant(
        tuple(name for face in faces for name in face.skills),
        tuple(name for face in faces for name in face.equipment),
        tuple(name for face in faces for name in face.weapons),
    )


def avatar_size(unit: Unit, upgrade: Upgrade) -> int:
    """Cells a side of the avatar's base; the Master's own where the card names none (AV-26)."""
    base = upgrade.back.base if upgrade.back is not None else 0
    return BASES.get(base, unit.size)


def base_size(ctx: Ctx, unit: Unit) -> int:
    """Cells a side of a standing avatar's base, 0 for none; contributed to FOOTPRINT (X-45)."""
    if not unit.upgrades or not stands(ctx, unit):
        return 0
    upgrade = avatar_upgrade(ctx, unit)
    return 0 if upgrade is None or upgrade.back is None else BASES.get(upgrade.back.base, 0)


def too_big_to_hide(ctx: Ctx, unit: Unit, skill: str) -> Refusal | None:
    """A marker covers one cell (ST-10): no avatar on a larger base becomes one; contributed to SKILL_BARS."""
    if skill == HIDE and base_size(ctx, unit) > 1:
        return refuse("TOO_BIG_TO_HIDE", "ST-10", unit=unit.id)
    return None


def figure_of(ctx: Ctx, unit: Unit) -> str:
    """The one figure that stands for a unit: the avatar's, another upgrade's, the form's, or the kind's (AV-25)."""
    upright = stands(ctx, unit)
    faces = [upgrade.back if upright and upgrade.back else upgrade.front for upgrade in upgrades_of(ctx, unit)]
    of_upgrades = next((face.figure for face in faces if face.figure), "")
    return of_upgrades or profile_of(ctx, unit).figure or kind_of(ctx, unit).figure
