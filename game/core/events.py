"""The facts every rule system shares, each with the reducer that folds it into the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from game.core.draft import Draft
from game.core.state import Cloud, Effect, Event, Gone, Marker, Outcome, Task, Unit
from game.core.types import Cell, Path, Side, UnitId

Reducer = Callable[[Draft, Any], None]


class DiceRolled(Event, frozen=True):
    """Dice fell: ``faces`` of ``sides``-sided dice for ``purpose``; ``target`` is the number to reach or stay under."""

    purpose: str
    sides: int
    faces: tuple[int, ...]
    unit: UnitId = 0
    target: int = 0


class AgendaChanged(Event, frozen=True):
    """What the table waits for now; closes every transaction that changed it."""

    agenda: tuple[Task, ...]


class RoundBegan(Event, frozen=True):
    """A round started (TS-1)."""

    round: int


class TurnBegan(Event, frozen=True):
    """A side's turn started."""

    side: Side


class TurnEnded(Event, frozen=True):
    """A side's turn ended."""

    side: Side


class PhaseBegan(Event, frozen=True):
    """A phase of the turn started (TS-2; the hive's MOVE, NESTS, DICE, PLACE)."""

    phase: str


class UnitPlaced(Event, frozen=True):
    """A unit came on the table (or, with ``cell`` -1, joined its side's reserve off board)."""

    unit: Unit


class UnitMoved(Event, frozen=True):
    """A unit walked, jumped, drifted, dodged or was pushed along ``path`` (cells entered, in order)."""

    unit: UnitId
    path: Path
    how: str = "move"
    cost: int = 0


class UnitArrived(Event, frozen=True):
    """A unit that waited off board stands at ``cell`` now."""

    unit: UnitId
    cell: Cell


class UnitRemoved(Event, frozen=True):
    """A unit left the table: ``killed``, ``safe``, ``sacrificed``, ``burst``; ``by`` gets the credit (AT-6)."""

    unit: UnitId
    reason: str
    by: UnitId = 0


class UnitResized(Event, frozen=True):
    """A unit's footprint changed: it now covers ``size`` x ``size`` cells from ``cell``."""

    unit: UnitId
    cell: Cell
    size: int


class UnitWounded(Event, frozen=True):
    """A unit lost ``amount`` points of W or STR (negative: healed)."""

    unit: UnitId
    amount: int
    by: UnitId = 0


class StateGained(Event, frozen=True):
    """A unit took on a state of section 9."""

    unit: UnitId
    state: str


class StateLost(Event, frozen=True):
    """A unit lost a state, and why."""

    unit: UnitId
    state: str
    why: str = ""


class PolicySet(Event, frozen=True):
    """A unit's standing reaction policy changed (OR-8)."""

    unit: UnitId
    policy: str


class UnitCounted(Event, frozen=True):
    """A counter of a unit now reads ``value`` (0 removes it)."""

    unit: UnitId
    name: str
    value: int


class SideCounted(Event, frozen=True):
    """A counter of a side now reads ``value`` (0 removes it)."""

    side: Side
    name: str
    value: int


class MarkerCounted(Event, frozen=True):
    """A counter of a marker now reads ``value`` (0 removes it)."""

    marker: int
    name: str
    value: int


class CountersCleared(Event, frozen=True):
    """Counters that last a turn went back to zero on every unit (of ``side``, or of all when empty)."""

    names: tuple[str, ...]
    side: Side = ""


class PoolChanged(Event, frozen=True):
    """A side's order pool now holds ``pool`` orders (OR-1)."""

    side: Side
    pool: int


class EffectStarted(Event, frozen=True):
    """An effect began."""

    effect: Effect


class EffectEnded(Event, frozen=True):
    """An effect ended."""

    effect: Effect


class DoorOpened(Event, frozen=True):
    """A door opened, whoever did it and however (BD-11)."""

    door: int
    by: UnitId = 0
    side: Side = ""


class DoorClosed(Event, frozen=True):
    """A door closed."""

    door: int
    by: UnitId = 0
    side: Side = ""


class DoorHeld(Event, frozen=True):
    """An attempt on a door failed; it stays closed (HM-12)."""

    door: int
    by: UnitId


class DoorUnsealed(Event, frozen=True):
    """A sealed door became an ordinary closed one."""

    door: int
    by: UnitId = 0


class DoorDamaged(Event, frozen=True):
    """A door lost ``amount`` points of structure."""

    door: int
    amount: int
    by: UnitId = 0


class DoorDestroyed(Event, frozen=True):
    """A door is floor from now on (BD-11)."""

    door: int
    by: UnitId = 0


class DoorsReset(Event, frozen=True):
    """A side may work each door again (BD-11: once a turn)."""

    side: Side


class MarkerPlaced(Event, frozen=True):
    """A marker was put on a cell."""

    marker: Marker


class MarkerMoved(Event, frozen=True):
    """An item changed place or carrier (``carrier`` 0: it lies on ``cell``)."""

    marker: int
    cell: Cell
    carrier: UnitId = 0


class MarkerWounded(Event, frozen=True):
    """A marker (a nest) lost points of structure."""

    marker: int
    amount: int
    by: UnitId = 0


class MarkerRemoved(Event, frozen=True):
    """A marker left the table: ``destroyed``, ``removed``."""

    marker: int
    reason: str
    by: UnitId = 0


class CloudPlaced(Event, frozen=True):
    """A zero-visibility zone stands (BD-9)."""

    cloud: Cloud


class CloudEnded(Event, frozen=True):
    """A zero-visibility zone is gone."""

    cloud: int


class ModuleStateSet(Event, frozen=True):
    """A module's own part of the state has a new value."""

    module: str
    value: Any


class GameEnded(Event, frozen=True):
    """The game is over (MS-3)."""

    outcome: Outcome


def counted(counters: tuple[tuple[str, int], ...], name: str, value: int) -> tuple[tuple[str, int], ...]:
    """``counters`` with ``name`` at ``value``, sorted by name; zero means absent."""
    rest = [pair for pair in counters if pair[0] != name]
    if value:
        rest.append((name, value))
        rest.sort()
    return tuple(rest)


def _no_change(_draft: Draft, _event: Event) -> None:
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
    draft.next_id = max(draft.next_id, event.unit.id + 1)


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
    draft.next_id = max(draft.next_id, event.marker.id + 1)


def _marker_moved(draft: Draft, event: MarkerMoved) -> None:
    draft.put_marker(replace(draft.markers[event.marker], cell=event.cell, carrier=event.carrier))


def _marker_wounded(draft: Draft, event: MarkerWounded) -> None:
    marker = draft.markers[event.marker]
    draft.put_marker(replace(marker, wounds=marker.wounds + event.amount))


def _marker_removed(draft: Draft, event: MarkerRemoved) -> None:
    draft.drop_marker(event.marker)


def _cloud_placed(draft: Draft, event: CloudPlaced) -> None:
    draft.set_clouds((*draft.clouds, event.cloud))
    draft.next_id = max(draft.next_id, event.cloud.id + 1)


def _cloud_ended(draft: Draft, event: CloudEnded) -> None:
    draft.set_clouds(tuple(cloud for cloud in draft.clouds if cloud.id != event.cloud))


def _module_state(draft: Draft, event: ModuleStateSet) -> None:
    draft.put_ext(event.module, event.value)


def _game_ended(draft: Draft, event: GameEnded) -> None:
    draft.outcome = event.outcome
    draft.agenda = ()


REDUCERS: dict[type[Event], Reducer] = {
    DiceRolled: _no_change,
    DoorHeld: _no_change,
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
