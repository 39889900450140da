"""What the other sides may not know (HI-1, HI-2): markers' identities, troops off board, numbers that would tell.

Points and orders of another team's sides are such numbers: they count those who are hidden, too.
"""

from __future__ import annotations

from collections.abc import Container, Mapping

from msgspec.structs import replace

from game.core.events import (
    AgendaChanged,
    DiceRolled,
    PolicySet,
    PoolChanged,
    SideCounted,
    StateGained,
    StateLost,
    UnitArrived,
    UnitCounted,
    UnitPlaced,
    UnitRemoved,
    UnitWounded,
)
from game.core.game import Game
from game.core.profile import Profile, UnitKind
from game.core.rulebook import Module
from game.core.state import NO_CELL, Event, Gone, State, Task, Unit
from game.core.types import WAITING_IDS, Side, UnitId
from game.rules.skirmish import names
from game.rules.skirmish.events import MarkerDiscovered, OrderEnded, OrderGiven
from game.rules.skirmish.tasks import Order

UNKNOWN = "unknown"
UNKNOWN_KIND = UnitKind(UNKNOWN, "human", (Profile(UNKNOWN, "LI", (0, 0), 0, 0, 0, 0),))
"""What a Camouflaged marker is to those who have not found it out: silhouette 2, one cell, no attributes."""

HIDDEN_SIDE_COUNTERS = ("points", "led")
POOL = "pool"
PRIVATE_ORDERS = ("own", "lieutenant")
"""Kinds of orders that tell what a marker is: it passes for one of the pool."""
_OWN_BUSINESS = (UnitCounted, PolicySet, StateGained, StateLost, UnitWounded)


def _hidden(game: Game, unit: Unit, team: str) -> bool:
    """Is this unit's identity or existence secret from ``team``?"""
    if unit.cell != NO_CELL and not (unit.states and names.CAMOUFLAGED in unit.states):
        return False
    return game.teams[unit.side] != team and game.side_kinds[unit.side] == "human"


def _left_unseen(game: Game, gone: Gone, team: str) -> bool:
    """Did a unit of another team leave the game without ever having been on the board?"""
    return gone.cell == NO_CELL and _hidden(game, gone.unit, team)


def masked(unit: Unit) -> Unit:
    """A Camouflaged marker as the other side sees it."""
    return Unit(id=unit.id, kind=UNKNOWN, side=unit.side, cell=unit.cell, states=(names.CAMOUFLAGED,))


def redact(game: Game, state: State, side: Side) -> State:
    """``state`` without the secrets of other teams; the same object when there are none."""
    team = game.teams[side]
    hidden = [u for u in state.units.values() if (u.states or u.cell == NO_CELL) and _hidden(game, u, team)]
    telling = [
        s
        for s in state.sides.values()
        if s.team != team and (s.pool or (s.counters and any(name in HIDDEN_SIDE_COUNTERS for name, _ in s.counters)))
    ]
    unseen = [gone.unit.id for gone in state.gone.values() if _left_unseen(game, gone, team)]
    if not hidden and not telling and not unseen:
        return state
    units, gone, agenda = state.units, state.gone, state.agenda
    if hidden:
        units = dict(units)
        agenda = _passed_off(agenda, {unit.id for unit in hidden})
    for unit in hidden:
        if unit.cell == NO_CELL:
            del units[unit.id]
        else:
            units[unit.id] = masked(unit)
    sides = dict(state.sides)
    for other in telling:
        kept = tuple(pair for pair in other.counters if pair[0] not in HIDDEN_SIDE_COUNTERS)
        sides[other.id] = replace(other, pool=0, counters=kept)
    if unseen:
        gone = {number: left for number, left in gone.items() if number not in unseen}
    next_id = _next_id(units, gone, state)
    return replace(state, units=units, gone=gone, sides=sides, next_id=next_id, agenda=agenda)


def _next_id(units: Mapping[UnitId, Unit], gone: Mapping[UnitId, Gone], state: State) -> int:
    """The id after all those that are known in the common row; who came from off board has one beyond it."""
    last = state.next_id - 1
    if last < WAITING_IDS and (last in units or last in gone or last in state.markers):
        return state.next_id  # nothing in the row is newer, and most of what is there is known
    ids = (*units, *gone, *state.markers, *(cloud.id for cloud in state.clouds))
    return max(filter(WAITING_IDS.__gt__, ids), default=0) + 1


def _passed_off(agenda: tuple[Task, ...], hidden: Container[UnitId]) -> tuple[Task, ...]:
    """An agenda on which the orders of hidden units are orders like any other."""
    return tuple(
        replace(task, kind=POOL) if isinstance(task, Order) and _is_private(task.kind, task.actor, hidden) else task
        for task in agenda
    )


def _is_private(kind: str, unit: UnitId, hidden: Container[UnitId]) -> bool:
    return kind in PRIVATE_ORDERS and unit in hidden


def _is_secret(game: Game, state: State, unit_id: UnitId, team: str) -> bool:
    unit = state.units.get(unit_id)
    return unit is not None and _hidden(game, unit, team)


def is_secret(game: Game, state: State, unit_id: UnitId, side: Side) -> bool:
    """Is it unknown to ``side`` what, or that, this unit is? For the redactions of rule systems."""
    return _is_secret(game, state, unit_id, game.teams[side])


def _unit_of(event: Event) -> UnitId:
    return event.unit if isinstance(event, _OWN_BUSINESS) else 0


def redact_event(game: Game, state: State, event: Event, side: Side) -> Event | None:
    """``event`` as ``side`` may see it: a hidden unit's own business is dropped, its appearance masked."""
    team = game.teams[side]
    if isinstance(event, UnitPlaced):
        if not _hidden(game, event.unit, team):
            return event
        return None if event.unit.cell == NO_CELL else UnitPlaced(masked(event.unit))
    if isinstance(event, SideCounted):
        return None if event.name in HIDDEN_SIDE_COUNTERS and game.teams[event.side] != team else event
    if isinstance(event, PoolChanged):
        return event if game.teams[event.side] == team else None
    if isinstance(event, UnitRemoved):
        left = state.gone.get(event.unit)
        return None if left is not None and _left_unseen(game, left, team) else event
    if isinstance(event, UnitArrived):
        return _appearance(game, state, event.unit, team) or event
    if isinstance(event, StateGained) and event.state == names.CAMOUFLAGED:
        return _appearance(game, state, event.unit, team) or event
    if isinstance(event, AgendaChanged):
        hidden = {task.actor for task in event.agenda if isinstance(task, Order)}
        hidden = {unit for unit in hidden if _is_secret(game, state, unit, team)}
        return AgendaChanged(_passed_off(event.agenda, hidden)) if hidden else event
    if isinstance(event, OrderGiven | OrderEnded):
        secret = event.kind in PRIVATE_ORDERS and _is_secret(game, state, event.unit, team)
        return replace(event, kind=POOL) if secret else event
    if isinstance(event, DiceRolled):
        unit = state.units.get(event.unit)
        unseen = unit is not None and unit.cell == NO_CELL and _hidden(game, unit, team)
        return replace(event, unit=0, target=0) if unseen else event
    return None if _is_secret(game, state, _unit_of(event), team) else event


def _appearance(game: Game, state: State, unit_id: UnitId, team: str) -> UnitPlaced | None:
    """How a unit that arrived or hid now looks to another team; None for the team's own."""
    gone = state.gone.get(unit_id)
    unit = state.units[unit_id] if gone is None else gone.unit
    if game.teams[unit.side] == team:
        return None
    return UnitPlaced(masked(unit) if _hidden(game, unit, team) else unit)


SECRETS = Module(
    name="secrets",
    requires=("base",),
    reveals=(MarkerDiscovered,),
    redactions=(redact,),
    redact_events=(redact_event,),
)
