"""Steps 6 to 8 of an order: roll everything, carry out what is left, call for Dodge moves and guts rolls (OR-4)."""

from __future__ import annotations

from game.core.events import CloudPlaced
from game.core.state import Cloud
from game.core.tx import Tx
from game.core.types import Cell, UnitId
from game.rules.skirmish.combat.ammo import cloud_of
from game.rules.skirmish.combat.events import Dodged, FriendHit
from game.rules.skirmish.combat.guts import call_guts
from game.rules.skirmish.combat.plans import Attack, plan_order
from game.rules.skirmish.combat.rolls import Hit, Outcomes, cast
from game.rules.skirmish.combat.saves import Blow, strike, strike_door
from game.rules.skirmish.combat.tasks import DodgeDue
from game.rules.skirmish.combat.wounds import lose
from game.rules.skirmish.events import AttackResolved, TemplatePlaced
from game.rules.skirmish.tasks import Order
from game.rules.skirmish.turns import STATES_TOKEN


def resolve(tx: Tx, order: Order) -> None:
    """Roll the order's attacks, Dodges and Resets and carry out what comes of them (OR-4 steps 6 to 8).

    Nothing takes effect before all dice are read, so a unit that is removed still had its roll (RL-3). States that
    a roll ended go before new ones come (D-I8). Afterwards the agenda asks for the moves of successful Dodges and
    then for guts rolls; the order itself must lie beneath.
    """
    plan = plan_order(tx, order)
    outcomes = cast(tx, plan)
    for unit, state in outcomes.shaken:
        lose(tx, unit, state, "reset" if unit not in outcomes.dodged else "dodge")
    threats = _carry_out(tx, outcomes)
    call_guts(tx, threats)
    tx.push(*[DodgeDue(unit) for unit in outcomes.dodged])
    for unit in outcomes.dodged:
        if unit in tx.state.units:
            tx.emit(Dodged(unit, unit != order.actor))


def _carry_out(tx: Tx, outcomes: Outcomes) -> dict[UnitId, list[Cell]]:
    """Templates, hits and clouds in the order of the rolls; the cells from which each unit had to save."""
    for attack in outcomes.landed:
        tx.emit(TemplatePlaced(attack.unit, attack.weapon.id, attack.aims[0].cell, attack.cells))
    from_cells = {
        attack.unit: _footprint(tx, attack) for attack in (hit.attack for hit in outcomes.hits if hit.hits or hit.crits)
    }
    threats: dict[UnitId, list[Cell]] = {}
    for hit in outcomes.hits:
        if _take_effect(tx, hit):
            threats.setdefault(hit.target, []).extend(from_cells[hit.attack.unit])
    for attack in outcomes.landed:
        _leave_cloud(tx, attack)
    return threats


def _footprint(tx: Tx, attack: Attack) -> tuple[Cell, ...]:
    """The cells that the attacker attacked from; one for what is no unit."""
    unit = tx.state.units.get(attack.unit)
    return tx.board.footprint(attack.cell, 1 if unit is None else unit.size)


def _take_effect(tx: Tx, hit: Hit) -> bool:
    """One attack against one target: the log line, then saves and effects. True if a unit had to save."""
    attack = hit.attack
    if hit.stray:
        tx.emit(FriendHit(attack.unit, attack.weapon.id, hit.target))
    tx.emit(AttackResolved(attack.unit, attack.weapon.id, hit.target, hit.hits, hit.crits, hit.door))
    blow = Blow(attack.damage, attack.weapon.ammo, attack.mode, attack.unit)
    if hit.door >= 0:
        strike_door(tx, hit.door, hit.hits, hit.crits, blow)
        return False
    return strike(tx, hit.target, hit.hits, hit.crits, blow, covered=hit.covered)


def _leave_cloud(tx: Tx, attack: Attack) -> None:
    """Smoke and Eclipse stay as a zero-visibility zone until the next human States phase (AM-1, X-09)."""
    kind = cloud_of(tx, attack.weapon.ammo)
    if kind:
        tx.emit(CloudPlaced(Cloud(tx.state.next_id, kind, attack.cells, STATES_TOKEN)))
