"""What manifestation events do (AV-08, AV-53, D-A12): the records of :mod:`game.rules.avatar.cards` interpreted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from game.board import reach
from game.core.contest import Outcome, success
from game.core.events import EffectStarted, PoolChanged, UnitMoved, UnitWounded
from game.core.refusal import Refusal, refuse
from game.core.rulebook import Offer
from game.core.state import Action, Effect, Unit
from game.core.tx import Ctx, Tx
from game.core.types import Path, UnitId
from game.rules.avatar import cards
from game.rules.avatar.actions import AimEvent
from game.rules.avatar.cards import ManifestationEvent, event_of
from game.rules.avatar.push import push_away
from game.rules.avatar.tasks import EventTarget
from game.rules.avatar.upgrades import discard_upgrade, discardable
from game.rules.skirmish import names
from game.rules.skirmish.combat import Attempt, call_guts, gain, hit_unit, lose, success_value
from game.rules.skirmish.deciding import pass_offer
from game.rules.skirmish.deck import EXTRA_ORDERS
from game.rules.skirmish.declare import open_to
from game.rules.skirmish.moving.ground import blocked_cells, halts, holding
from game.rules.skirmish.moving.plan import path_bar
from game.rules.skirmish.queries import foes_of, friends_of, is_marker, range_between

KEPT: Final = frozenset({names.UNCONSCIOUS, names.CAMOUFLAGED, names.WAITING})
"""States that no event takes away: a wound, a disguise and a place off the board are behind them."""


def concerned(ctx: Ctx, unit: Unit, event: ManifestationEvent) -> list[Unit]:
    """Whom an event may concern, measured from the avatar's own footprint (AV-53), by id. No enemy marker (ST-10)."""
    if event.aim == cards.SELF:
        return [unit]
    if event.aim in (cards.FOE, cards.FOES):
        found = [foe for foe in foes_of(ctx, unit.side) if not is_marker(foe)]
    else:
        found = [friend for friend in friends_of(ctx, unit.side) if friend.id != unit.id]
    return [other for other in found if range_between(ctx, unit, other) <= event.within]


def aims_of(ctx: Ctx, unit: Unit, event: ManifestationEvent) -> list[AimEvent]:
    """The targets to choose from, in the order of ids; empty when there is nothing to choose, or nobody it concerns."""
    others = concerned(ctx, unit, event)
    if event.effect == cards.SHED:
        return [AimEvent(other.id, name=state) for other in others for state in other.states if state not in KEPT]
    if event.effect == cards.STRIP:
        return [AimEvent(other.id, name=upgrade) for other in others for upgrade in discardable(ctx, other)]
    if event.effect == cards.MOVE:
        return [AimEvent(other.id, cell) for other in others for cell in moves_of(ctx, other, event.amount)]
    if event.aim in (cards.FOE, cards.FRIEND):
        return [AimEvent(other.id) for other in others]
    return []


def moves_of(ctx: Ctx, unit: Unit, cells: int) -> dict[int, Path]:
    """Where a unit that is told to move can go, each with its cheapest way; no door is worked, contact ends it."""
    if open_to(ctx, unit, "move") is not None or holding(ctx, unit):
        return {}
    doors = ctx.state.doors
    ways = reach(
        ctx.board,
        unit.cell,
        cells,
        doors,
        size=unit.size,
        blocked=blocked_cells(ctx, unit),
        stops=halts(ctx, unit, doors),
    )
    paths = {cell: ways.path(cell) for cell in ways.cost if cell != unit.cell}
    return {cell: path for cell, path in paths.items() if path_bar(ctx, unit, path) is None}


def happen(tx: Tx, unit_id: UnitId, event: ManifestationEvent) -> None:
    """An event was chosen: ask whom it concerns where there is a choice, else carry it out on all it concerns."""
    unit = tx.state.units[unit_id]
    if event.aim in (cards.FOES, cards.FRIENDS, cards.SELF) and event.effect not in (cards.SHED, cards.STRIP):
        _carry_out(tx, unit_id, event, [AimEvent(other.id) for other in concerned(tx, unit, event)])
        return
    aims = aims_of(tx, unit, event)
    if len(aims) == 1 and event.effect != cards.MOVE:
        _carry_out(tx, unit_id, event, aims)
    elif aims:
        tx.push(EventTarget(unit_id, event.id))


def _carry_out(tx: Tx, unit_id: UnitId, event: ManifestationEvent, aims: Sequence[AimEvent]) -> None:
    EFFECTS[event.effect](tx, unit_id, event, aims)


# -- effects: (tx, the avatar, the event, whom it concerns) ---------------------------------------------------------


def _shed(tx: Tx, _unit: UnitId, _event: ManifestationEvent, aims: Sequence[AimEvent]) -> None:
    for aim in aims:
        lose(tx, aim.target, aim.name, "manifest")


def _hit(tx: Tx, unit_id: UnitId, event: ManifestationEvent, aims: Sequence[AimEvent]) -> None:
    """Saves, wounds and guts rolls as for any hit; the avatar gets the kill (D-A13)."""
    cells = list(tx.board.footprint(tx.state.units[unit_id].cell, tx.state.units[unit_id].size))
    saved = [a.target for a in aims if hit_unit(tx, a.target, event.amount, event.ammo, by=unit_id, kind="")]
    call_guts(tx, dict.fromkeys(saved, cells))


def _heal(tx: Tx, _unit: UnitId, event: ManifestationEvent, aims: Sequence[AimEvent]) -> None:
    """Wounds less; one who lay Unconscious is brought round by it."""
    for aim in aims:
        wounds = tx.state.units[aim.target].wounds
        if wounds:
            tx.emit(UnitWounded(aim.target, -min(wounds, event.amount)))
            lose(tx, aim.target, names.UNCONSCIOUS, "healed")


def _move(tx: Tx, _unit: UnitId, event: ManifestationEvent, aims: Sequence[AimEvent]) -> None:
    for aim in aims:
        path = moves_of(tx, tx.state.units[aim.target], event.amount)[aim.cell]
        tx.emit(UnitMoved(aim.target, path, "event", len(path)))


def _orders(tx: Tx, unit_id: UnitId, event: ManifestationEvent, _aims: Sequence[AimEvent]) -> None:
    """In its own Orders phase the side's pool grows at once, else at the next order count (OR-1)."""
    side = tx.state.units[unit_id].side
    if tx.state.turn == side:
        tx.emit(PoolChanged(side, tx.state.sides[side].pool + event.amount))
    else:
        tx.emit(EffectStarted(Effect(EXTRA_ORDERS, side, expires=f"states:{side}", value=event.amount)))


def _check(tx: Tx, _unit: UnitId, event: ManifestationEvent, aims: Sequence[AimEvent]) -> None:
    """Each of them rolls on an attribute, below 1 without a die (RL-1); who fails takes on the state."""
    for aim in aims:
        value = success_value(tx, Attempt(aim.target, "event", event.attribute)).value
        passed = value >= 1 and success(tx.roll("wip", unit=aim.target, target=value)[0], value) is not Outcome.MISS
        if not passed:
            gain(tx, aim.target, event.state)


def _push(tx: Tx, unit_id: UnitId, event: ManifestationEvent, aims: Sequence[AimEvent]) -> None:
    push_away(tx, unit_id, [tx.state.units[aim.target] for aim in aims], event.amount)


def _strip(tx: Tx, unit_id: UnitId, _event: ManifestationEvent, aims: Sequence[AimEvent]) -> None:
    for aim in aims:
        discard_upgrade(tx, aim.target, aim.name, by=unit_id)


EFFECTS: Final[dict[str, Callable[[Tx, UnitId, ManifestationEvent, Sequence[AimEvent]], None]]] = {
    cards.SHED: _shed,
    cards.HIT: _hit,
    cards.HEAL: _heal,
    cards.MOVE: _move,
    cards.ORDERS: _orders,
    cards.CHECK: _check,
    cards.PUSH: _push,
    cards.STRIP: _strip,
}


# -- the choice -----------------------------------------------------------------------------------------------------


def _options(ctx: Ctx, task: EventTarget) -> Sequence[Action]:
    event = event_of(ctx, task.event)
    return [] if event is None else aims_of(ctx, ctx.state.units[task.unit], event)


def _verdict(ctx: Ctx, task: EventTarget, action: AimEvent) -> Refusal | None:
    if action in _options(ctx, task):
        return None
    return refuse("NOT_AN_AIM", "AV-53", unit=action.target, event=task.event)


def _aim(tx: Tx, task: EventTarget, action: AimEvent) -> None:
    tx.pop()
    event = event_of(tx, task.event)
    if event is not None:
        _carry_out(tx, task.unit, event, [action])


TARGET_OFFERS = (Offer(EventTarget, AimEvent, _options, _verdict, _aim), pass_offer(EventTarget))
