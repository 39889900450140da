"""How each shared fact changes the table: one reducer for each event type, and nothing else writes states."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from game.core.draft import Draft
from game.core.events import (
    AgendaChanged,
    CloudEnded,
    CloudPlaced,
    CountersCleared,
    DiceRolled,
    DoorClosed,
    DoorDamaged,
    DoorDestroyed,
    DoorHeld,
    DoorOpened,
    DoorsReset,
    DoorUnsealed,
    EffectEnded,
    EffectStarted,
    GameEnded,
    MarkerCounted,
    MarkerMoved,
    MarkerPlaced,
    MarkerRemoved,
    MarkerWounded,
    ModuleStateSet,
    PhaseBegan,
    PolicySet,
    PoolChanged,
    RoundBegan,
    SideCounted,
    StateGained,
    StateLost,
    TurnBegan,
    TurnEnded,
    UnitArrived,
    UnitCounted,
    UnitMoved,
    UnitPlaced,
    UnitRemoved,
    UnitResized,
    UnitWounded,
)
from game.core.state import Event, Gone
from game.core.types import WAITING_IDS, Side

Reducer = Callable[[Draft, Any], None]


def counted(counters: tuple[tuple[str, int], ...], name: str, value: int) -> tuple[tuple[str, int], ...]:
    """``counters`` with ``name`` at ``value``, sorted by name; zero means absent."""
    rest = [pair for pair in counters if pair[0] != name]
    if value:
        rest.append((name, value))
        rest.sort()
    return tuple(rest)


def log_only(_draft: Draft, _event: Event) -> None:
    """Facts for the log only."""


def _agenda(draft: Draft, event: AgendaChanged) -> None:
    draft.agenda = event.agenda


def _round(draft: Draft, event: RoundBegan) -> None:
    draft.round = event.round


def _turn(draft: Draft, event: TurnBegan) -> None:
    draft.turn = event.side


def _turn_over(draft: Draft, _event: TurnEnded) -> None:
    draft.turn = ""
    draft.phase = ""


def _phase(draft: Draft, event: PhaseBegan) -> None:
    draft.phase = event.phase


def _unit_placed(draft: Draft, event: UnitPlaced) -> None:
    draft.put_unit(event.unit)
    _taken(draft, event.unit.id)


def _taken(draft: Draft, number: int) -> None:
    """An id was given: the next one follows it, unless it is out of the common row; ids in use are passed over."""
    if number < draft.next_id or (number >= WAITING_IDS and number != draft.next_id):
        return
    number += 1
    while number >= WAITING_IDS and (number in draft.units or number in draft.gone or number in draft.markers):
        number += 1
    draft.next_id = number


def _unit_moved(draft: Draft, event: UnitMoved) -> None:
    draft.change_unit(event.unit, cell=event.path[-1])


def _unit_arrived(draft: Draft, event: UnitArrived) -> None:
    draft.change_unit(event.unit, cell=event.cell)


def _unit_removed(draft: Draft, event: UnitRemoved) -> None:
    unit = draft.units[event.unit]
    draft.drop_unit(unit.id, Gone(unit, event.reason, draft.round, unit.cell, event.by))


def _unit_resized(draft: Draft, event: UnitResized) -> None:
    draft.change_unit(event.unit, cell=event.cell, size=event.size)


def _unit_wounded(draft: Draft, event: UnitWounded) -> None:
    unit = draft.units[event.unit]
    draft.put_unit(replace(unit, wounds=max(0, unit.wounds + event.amount)))


def _state_gained(draft: Draft, event: StateGained) -> None:
    unit = draft.units[event.unit]
    if event.state not in unit.states:
        draft.put_unit(replace(unit, states=tuple(sorted((*unit.states, event.state)))))


def _state_lost(draft: Draft, event: StateLost) -> None:
    unit = draft.units[event.unit]
    draft.put_unit(replace(unit, states=tuple(name for name in unit.states if name != event.state)))


def _policy(draft: Draft, event: PolicySet) -> None:
    draft.change_unit(event.unit, policy=event.policy)


def _unit_counted(draft: Draft, event: UnitCounted) -> None:
    unit = draft.units[event.unit]
    draft.put_unit(replace(unit, counters=counted(unit.counters, event.name, event.value)))


def _side_counted(draft: Draft, event: SideCounted) -> None:
    side = draft.sides[event.side]
    draft.put_side(replace(side, counters=counted(side.counters, event.name, event.value)))


def _marker_counted(draft: Draft, event: MarkerCounted) -> None:
    marker = draft.markers[event.marker]
    draft.put_marker(replace(marker, counters=counted(marker.counters, event.name, event.value)))


def _counters_cleared(draft: Draft, event: CountersCleared) -> None:
    names = event.names
    for unit in list(draft.units.values()):
        if unit.counters and (not event.side or unit.side == event.side):
            kept = tuple(pair for pair in unit.counters if pair[0] not in names)
            if len(kept) != len(unit.counters):
                draft.put_unit(replace(unit, counters=kept))


def _pool(draft: Draft, event: PoolChanged) -> None:
    draft.put_side(replace(draft.sides[event.side], pool=event.pool))


def _effect_started(draft: Draft, event: EffectStarted) -> None:
    draft.effects = (*draft.effects, event.effect)


def _effect_ended(draft: Draft, event: EffectEnded) -> None:
    effects = list(draft.effects)
    effects.remove(event.effect)
    draft.effects = tuple(effects)


def _door_worked(draft: Draft, door: int, side: Side) -> None:
    if side:
        state = draft.sides[side]
        draft.put_side(replace(state, worked=state.worked | 1 << door))


def _door_opened(draft: Draft, event: DoorOpened) -> None:
    draft.doors |= 1 << event.door
    _door_worked(draft, event.door, event.side)


def _door_closed(draft: Draft, event: DoorClosed) -> None:
    draft.doors &= ~(1 << event.door)
    _door_worked(draft, event.door, event.side)


def _door_unsealed(draft: Draft, event: DoorUnsealed) -> None:
    draft.sealed &= ~(1 << event.door)


def _door_damaged(draft: Draft, event: DoorDamaged) -> None:
    draft.put_door_wounds(event.door, draft.door_wounds.get(event.door, 0) + event.amount)


def _door_destroyed(draft: Draft, event: DoorDestroyed) -> None:
    bit = 1 << event.door
    draft.doors |= bit
    draft.broken |= bit
    draft.sealed &= ~bit


def _doors_reset(draft: Draft, event: DoorsReset) -> None:
    draft.put_side(replace(draft.sides[event.side], worked=0))


def _marker_placed(draft: Draft, event: MarkerPlaced) -> None:
    draft.put_marker(event.marker)
    _taken(draft, event.marker.id)


def _marker_moved(draft: Draft, event: MarkerMoved) -> None:
    draft.put_marker(replace(draft.markers[event.marker], cell=event.cell, carrier=event.carrier))


def _marker_wounded(draft: Draft, event: MarkerWounded) -> None:
    marker = draft.markers[event.marker]
    draft.put_marker(replace(marker, wounds=marker.wounds + event.amount))


def _marker_removed(draft: Draft, event: MarkerRemoved) -> None:
    draft.drop_marker(event.marker)


def _cloud_placed(draft: Draft, event: CloudPlaced) -> None:
    draft.set_clouds((*draft.clouds, event.cloud))
    _taken(draft, event.cloud.id)


def _cloud_ended(draft: Draft, event: CloudEnded) -> None:
    draft.set_clouds(tuple(cloud for cloud in draft.clouds if cloud.id != event.cloud))


def _module_state(draft: Draft, event: ModuleStateSet) -> None:
    draft.put_ext(event.module, event.value)


def _game_ended(draft: Draft, event: GameEnded) -> None:
    draft.outcome = event.outcome
    draft.agenda = ()


REDUCERS: dict[type[Event], Reducer] = {
    DiceRolled: log_only,
    DoorHeld: log_only,
    AgendaChanged: _agenda,
    RoundBegan: _round,
    TurnBegan: _turn,
    TurnEnded: _turn_over,
    PhaseBegan: _phase,
    UnitPlaced: _unit_placed,
    UnitMoved: _unit_moved,
    UnitArrived: _unit_arrived,
    UnitRemoved: _unit_removed,
    UnitResized: _unit_resized,
    UnitWounded: _unit_wounded,
    StateGained: _state_gained,
    StateLost: _state_lost,
    PolicySet: _policy,
    UnitCounted: _unit_counted,
    SideCounted: _side_counted,
    MarkerCounted: _marker_counted,
    CountersCleared: _counters_cleared,
    PoolChanged: _pool,
    EffectStarted: _effect_started,
    EffectEnded: _effect_ended,
    DoorOpened: _door_opened,
    DoorClosed: _door_closed,
    DoorUnsealed: _door_unsealed,
    DoorDamaged: _door_damaged,
    DoorDestroyed: _door_destroyed,
    DoorsReset: _doors_reset,
    MarkerPlaced: _marker_placed,
    MarkerMoved: _marker_moved,
    MarkerWounded: _marker_wounded,
    MarkerRemoved: _marker_removed,
    CloudPlaced: _cloud_placed,
    CloudEnded: _cloud_ended,
    ModuleStateSet: _module_state,
    GameEnded: _game_ended,
}
