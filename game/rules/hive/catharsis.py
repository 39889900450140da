"""Catharsis: a second, forced activation of every xeno (HM-27 to HM-31, HM-A1, HM-A2, X-21)."""

from __future__ import annotations

from typing import Final

from game.board import UNREACHED
from game.core.profile import Weapon
from game.core.refusal import Refusal, refuse
from game.core.state import Task, Unit
from game.core.tx import Ctx, Tx
from game.core.types import UnitId
from game.rules.hive.activation import rank
from game.rules.hive.advance import quarry
from game.rules.hive.names import CATHARSIS_DAMAGE, CATHARSIS_ORDER, SPORE
from game.rules.hive.tasks import Advance, Catharsis, Strike
from game.rules.skirmish import names
from game.rules.skirmish.actions import Fight
from game.rules.skirmish.declare import open_to
from game.rules.skirmish.moves import record
from game.rules.skirmish.orders import start_order
from game.rules.skirmish.queries import is_fit, is_marker, profile_of, touching_foes, units_of
from game.rules.skirmish.tasks import Order, OrderKind, running_order

_BARRED: Final = ("shoot", "reset")
"""Skills that are no reaction to Catharsis (HM-A1)."""


def catharsis(tx: Tx, task: Catharsis) -> None:
    """Activate the xenos one after another: spores, swarms, the rest, each nearest to a trooper first (HM-28)."""
    left = list(task.left) if task.begun else order_of_march(tx, task.side)
    while left:
        unit = tx.state.units.get(left.pop(0))
        if unit is not None and takes_part(unit):
            tx.push(Catharsis(task.side, tuple(left), begun=True))
            start_order(tx, unit.id, CATHARSIS_ORDER, side=task.side)
            return


def takes_part(unit: Unit) -> bool:
    """A xeno on the board that hears the hive: an Isolated one does nothing (X-21)."""
    return unit.cell >= 0 and names.ISOLATED not in unit.states


def order_of_march(ctx: Ctx, side: str) -> list[UnitId]:
    """Every xeno on the board by class, then by distance to the trooper it makes for, then by id."""
    found: list[tuple[int, int, UnitId]] = []
    for unit in units_of(ctx, side):
        if takes_part(unit):
            prey = quarry(ctx, unit)
            found.append((rank(ctx, unit), UNREACHED if prey is None else prey.distance[unit.cell], unit.id))
    return [unit_id for _, _, unit_id in sorted(found)]


def _first(ctx: Ctx, order: Order) -> Task | None:
    """The advance; an engaged xeno attacks where it stands (HM-A1)."""
    unit = ctx.state.units[order.actor]
    return Advance(unit.id) if open_to(ctx, unit, "move") is None else None


def _second(ctx: Ctx, order: Order) -> Task | None:
    """The blow, if it touches anybody."""
    unit = ctx.state.units.get(order.actor)
    if unit is None or profile_of(ctx, unit).type == SPORE:
        return None
    return Strike(unit.id) if victim(ctx, unit) is not None and open_to(ctx, unit, "fight") is None else None


KIND: Final = OrderKind(_first, _second)
"""Row ``catharsis`` of the table of order kinds."""


def victim(ctx: Ctx, xeno: Unit) -> Unit | None:
    """Whom a xeno in Catharsis strikes: one that stands before one that is down, fewest wounds left, lowest id.

    A Camouflaged marker that came to it by itself is not found out by that, so it is no target (ST-10).
    """
    found = [foe for foe in touching_foes(ctx, xeno) if not is_marker(foe)]
    return min(found, key=lambda u: (not is_fit(u), profile_of(ctx, u).w - u.wounds, u.id), default=None)


def best_blade(ctx: Ctx, xeno: Unit) -> Weapon | None:
    """The close combat weapon it strikes with: greatest damage, then greatest burst, then as its card lists them."""
    weapons = [ctx.game.weapons[name] for name in profile_of(ctx, xeno).weapons]
    blades = [weapon for weapon in weapons if weapon.use != "bs"]
    return max(blades, key=lambda weapon: (weapon.damage, weapon.burst), default=None)


def strike(tx: Tx, task: Strike) -> None:
    """Declare the blow (HM-29); with nothing to strike with there is none."""
    unit = tx.state.units.get(task.actor)
    if unit is None:
        return
    target, blade = victim(tx, unit), best_blade(tx, unit)
    if target is not None and blade is not None:
        record(tx, unit.id, Fight(blade.id, target.id))


def harder(_ctx: Ctx, order: Order, unit_id: UnitId, weapon: Weapon) -> int:
    """The blows of Catharsis hit one point harder (HM-30)."""
    return CATHARSIS_DAMAGE if order.kind == CATHARSIS_ORDER and unit_id == order.actor and weapon.use != "bs" else 0


def reaction_bar(ctx: Ctx, unit: Unit, skill: str) -> Refusal | None:
    """Against Catharsis there is CC Attack and Dodge, nothing else (HM-A1)."""
    if skill in _BARRED:
        order = running_order(ctx)
        if order is not None and order.kind == CATHARSIS_ORDER and order.actor != unit.id:
            return refuse("CATHARSIS_REACTION", "HM-A1", skill=skill)
    return None
