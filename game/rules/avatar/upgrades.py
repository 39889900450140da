"""Discarding upgrades (AV-23): what any action or ability that takes an upgrade away goes through."""

from __future__ import annotations

from game.core.state import Unit
from game.core.tx import Ctx, Tx
from game.core.types import UnitId
from game.rules.avatar.crews import is_avatar
from game.rules.avatar.events import UpgradeDiscarded


def discardable(ctx: Ctx, unit: Unit) -> tuple[str, ...]:
    """The upgrades that can be taken off a unit: all but avatar upgrades. A manifestation card is none (AV-06)."""
    known = ctx.game.upgrades
    return tuple(name for name in unit.upgrades if name not in known or not is_avatar(known[name]))


def discard_upgrade(tx: Tx, unit_id: UnitId, upgrade: str, *, by: UnitId = 0) -> bool:
    """Take an upgrade off a unit, if it has it and it can go; tells whether it went."""
    unit = tx.state.units.get(unit_id)
    if unit is None or upgrade not in discardable(tx, unit):
        return False
    tx.emit(UpgradeDiscarded(unit_id, upgrade, by))
    return True
