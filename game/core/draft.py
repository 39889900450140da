"""The working copy of a state inside one transaction: containers are copied on their first change."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from msgspec.structs import astuple, replace

from game.core.state import (
    CONTENT,
    FIELDS,
    NO_CELL,
    Cloud,
    Effect,
    Gone,
    Marker,
    Outcome,
    SideState,
    State,
    Task,
    Unit,
)

if TYPE_CHECKING:
    from game.board import Board


class Draft:
    """Reads like a :class:`State`, is written by reducers only, and freezes back into one."""

    __slots__ = (*FIELDS, "_base", "_own", "board")

    round: int
    turn: str
    phase: str
    units: dict[int, Unit]
    gone: dict[int, Gone]
    markers: dict[int, Marker]
    sides: dict[str, SideState]
    effects: tuple[Effect, ...]
    clouds: tuple[Cloud, ...]
    doors: int
    broken: int
    sealed: int
    door_wounds: dict[int, int]
    next_id: int
    agenda: tuple[Task, ...]
    ext: dict[str, Any]
    outcome: Outcome | None
    at: dict[int, int]
    occupied: int
    murk: int

    def __init__(self, state: State, board: Board) -> None:
        self.board = board
        self._base = state
        self._own: set[str] = set()
        (
            self.round,
            self.turn,
            self.phase,
            self.units,
            self.gone,
            self.markers,
            self.sides,
            self.effects,
            self.clouds,
            self.doors,
            self.broken,
            self.sealed,
            self.door_wounds,
            self.next_id,
            self.agenda,
            self.ext,
            self.outcome,
            self.at,
            self.occupied,
            self.murk,
        ) = astuple(state)

    def freeze(self) -> State:
        """The new state; containers nobody changed are shared with the old one."""
        return State(*_fields(self))

    def _owned(self, name: str) -> Any:
        container = getattr(self, name)
        if name not in self._own:
            container = container.copy()
            setattr(self, name, container)
            self._own.add(name)
        return container

    def put_unit(self, unit: Unit) -> None:
        """Write a unit, keeping the occupancy indexes in step with its cell and footprint."""
        old = self.units.get(unit.id)
        if old is None or old.cell != unit.cell or old.size != unit.size:
            if old is not None:
                self._lift(old)
            self._set_down(unit)
        self._owned("units")[unit.id] = unit

    def change_unit(self, unit: int, **fields: Any) -> None:
        """Replace fields of a unit."""
        self.put_unit(replace(self.units[unit], **fields))

    def drop_unit(self, unit: int, gone: Gone) -> None:
        """Take a unit off the table for good and remember how."""
        self._lift(self.units[unit])
        del self._owned("units")[unit]
        self._owned("gone")[unit] = gone

    def _lift(self, unit: Unit) -> None:
        if unit.cell == NO_CELL:
            return
        at = self._owned("at")
        for cell in self.board.footprint(unit.cell, unit.size):
            del at[cell]
        self.occupied &= ~self.board.footprint_mask(unit.cell, unit.size)

    def _set_down(self, unit: Unit) -> None:
        if unit.cell == NO_CELL:
            return
        at = self._owned("at")
        for cell in self.board.footprint(unit.cell, unit.size):
            at[cell] = unit.id
        self.occupied |= self.board.footprint_mask(unit.cell, unit.size)

    def put_marker(self, marker: Marker) -> None:
        """Write a marker."""
        self._owned("markers")[marker.id] = marker

    def drop_marker(self, marker: int) -> None:
        """Remove a marker."""
        del self._owned("markers")[marker]

    def put_side(self, side: SideState) -> None:
        """Write a side's state."""
        self._owned("sides")[side.id] = side

    def put_ext(self, module: str, value: Any) -> None:
        """Write a module's own part of the state."""
        self._owned("ext")[module] = value

    def put_door_wounds(self, door: int, wounds: int) -> None:
        """Write the structure a door has lost."""
        self._owned("door_wounds")[door] = wounds

    def set_clouds(self, clouds: tuple[Cloud, ...]) -> None:
        """Write the standing templates and the murk they make."""
        self.clouds = clouds
        murk = 0
        for cloud in clouds:
            murk |= cloud.cells
        self.murk = murk


_fields: Callable[[Draft], tuple[Any, ...]] = attrgetter(*FIELDS)


def with_indexes(state: State, board: Board) -> State:
    """``state`` with its derived indexes made anew from the rest (used when a state is decoded or built)."""
    at: dict[int, int] = {}
    occupied = 0
    for unit in state.units.values():
        if unit.cell == NO_CELL:
            continue
        for cell in board.footprint(unit.cell, unit.size):
            at[cell] = unit.id
        occupied |= board.footprint_mask(unit.cell, unit.size)
    murk = 0
    for cloud in state.clouds:
        murk |= cloud.cells
    return replace(state, at=at, occupied=occupied, murk=murk)


def content(state: State) -> dict[str, Any]:
    """The fields that count, without the derived indexes."""
    return {name: getattr(state, name) for name in CONTENT}
