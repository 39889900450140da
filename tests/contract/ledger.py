"""A second, plain reading of the kernel's events: what they say, without the reducers that carry it out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from game.api import Event, State
from game.core import events as facts

Row = dict[str, Any]


Reading = Callable[["Ledger", Any], None]
OWN: dict[type[Event], Reading] = {}
"""How the own events of rule systems are entered; each system's tests add theirs."""


class Ledger:
    """The table as the events tell it: unit rows, door rows, side rows, marker rows, and the rest by name."""

    def __init__(self, state: State) -> None:
        self.rows = entries(state)

    def hear(self, event: Event) -> None:
        """Enter one event; those that change nothing on the table are left out."""
        rows = self.rows
        own = OWN.get(type(event))
        if own is not None:
            own(self, event)
            return
        match event:
            case facts.UnitPlaced(unit=unit):
                self._enter("unit", unit.id, _unit_row(unit))
            case facts.UnitMoved(unit=unit, path=path):
                rows["unit", unit, "cell"] = path[-1]
            case facts.UnitArrived(unit=unit, cell=cell):
                rows["unit", unit, "cell"] = cell
            case facts.UnitResized(unit=unit, cell=cell, size=size):
                self._enter("unit", unit, {"cell": cell, "size": size})
            case facts.UnitRemoved(unit=unit, reason=reason, by=by):
                rows["gone", unit, "reason"] = reason
                rows["gone", unit, "by"] = by
                self._strike("unit", unit)
            case facts.UnitWounded(unit=unit, amount=amount):
                rows["unit", unit, "wounds"] = max(0, rows["unit", unit, "wounds"] + amount)
            case facts.StateGained(unit=unit, state=state):
                rows["unit", unit, "states"] = rows["unit", unit, "states"] | {state}
            case facts.StateLost(unit=unit, state=state):
                rows["unit", unit, "states"] = rows["unit", unit, "states"] - {state}
            case facts.PolicySet(unit=unit, policy=policy):
                rows["unit", unit, "policy"] = policy
            case facts.UnitCounted(unit=unit, name=name, value=value):
                self._count("unit", unit, name, value)
            case facts.SideCounted(side=side, name=name, value=value):
                self._count("side", side, name, value)
            case facts.MarkerCounted(marker=marker, name=name, value=value):
                self._count("marker", marker, name, value)
            case facts.CountersCleared(names=names, side=side):
                for kind, key, name in list(rows):
                    theirs = kind == "unit" and (not side or rows["unit", key, "side"] == side)
                    if theirs and name.startswith("#") and name[1:] in names:
                        del rows[kind, key, name]
            case facts.PoolChanged(side=side, pool=pool):
                rows["side", side, "pool"] = pool
            case _:
                self._hear_of_things(event)

    def _hear_of_things(self, event: Event) -> None:
        rows = self.rows
        match event:
            case facts.DoorOpened(door=door):
                rows["door", door, "open"] = True
            case facts.DoorClosed(door=door):
                rows["door", door, "open"] = False
            case facts.DoorUnsealed(door=door):
                rows["door", door, "sealed"] = False
            case facts.DoorDestroyed(door=door):
                self._enter("door", door, {"open": True, "broken": True, "sealed": False})
            case facts.DoorDamaged(door=door, amount=amount):
                rows["door", door, "wounds"] = rows.get(("door", door, "wounds"), 0) + amount
            case facts.MarkerPlaced(marker=marker):
                self._enter("marker", marker.id, _marker_row(marker))
            case facts.MarkerMoved(marker=number, cell=cell, carrier=carrier):
                self._enter("marker", number, {"cell": cell, "carrier": carrier})
            case facts.MarkerWounded(marker=number, amount=amount):
                rows["marker", number, "wounds"] += amount
            case facts.MarkerRemoved(marker=number):
                self._strike("marker", number)
            case facts.CloudPlaced(cloud=cloud):
                rows["cloud", cloud.id, "cells"] = cloud.cells
            case facts.CloudEnded(cloud=number):
                self._strike("cloud", number)
            case facts.EffectStarted(effect=effect):
                rows["effect", effect, "times"] = rows.get(("effect", effect, "times"), 0) + 1
            case facts.EffectEnded(effect=effect):
                rows["effect", effect, "times"] -= 1
                if not rows["effect", effect, "times"]:
                    self._strike("effect", effect)
            case facts.RoundBegan(round=number):
                rows["table", "", "round"] = number
            case facts.TurnBegan(side=side):
                rows["table", "", "turn"] = side
            case facts.TurnEnded():
                self._enter("table", "", {"turn": "", "phase": ""})
            case facts.PhaseBegan(phase=phase):
                rows["table", "", "phase"] = phase
            case facts.ModuleStateSet(module=module, value=value):
                rows["module", module, "value"] = value
            case facts.GameEnded(outcome=outcome):
                self._enter("table", "", {"outcome": outcome, "agenda": ()})
            case facts.AgendaChanged(agenda=agenda):
                rows["table", "", "agenda"] = agenda

    def differences(self, state: State) -> Iterator[str]:
        """Where the table is not as the events tell it; nothing, no and zero are one."""
        found = entries(state)
        for place in {**self.rows, **found}:
            said, there = self.rows.get(place), found.get(place)
            if said != there and (said or there):
                yield f"events say that {' '.join(map(str, place))} is {said}, and it is {there}"

    def _enter(self, kind: str, key: Any, row: Row) -> None:
        for name, value in row.items():
            self.rows[kind, key, name] = value

    def _strike(self, kind: str, key: Any) -> None:
        for place in [place for place in self.rows if place[:2] == (kind, key)]:
            del self.rows[place]

    def _count(self, kind: str, key: Any, name: str, value: int) -> None:
        if value:
            self.rows[kind, key, f"#{name}"] = value
        else:
            self.rows.pop((kind, key, f"#{name}"), None)


def entries(state: State) -> dict[tuple[str, Any, str], Any]:
    """A state as the rows of a ledger."""
    found: dict[tuple[str, Any, str], Any] = {}
    for name in ("round", "turn", "phase", "agenda", "outcome"):
        found["table", "", name] = getattr(state, name)
    for unit in state.units.values():
        found.update({("unit", unit.id, name): value for name, value in _unit_row(unit).items()})
    for gone in state.gone.values():
        found["gone", gone.unit.id, "reason"] = gone.reason
        found["gone", gone.unit.id, "by"] = gone.by
    for marker in state.markers.values():
        found.update({("marker", marker.id, name): value for name, value in _marker_row(marker).items()})
    for side in state.sides.values():
        found["side", side.id, "pool"] = side.pool
        found.update({("side", side.id, f"#{name}"): value for name, value in side.counters})
    for cloud in state.clouds:
        found["cloud", cloud.id, "cells"] = cloud.cells
    for effect in state.effects:
        found["effect", effect, "times"] = state.effects.count(effect)
    for module, value in state.ext.items():
        found["module", module, "value"] = value
    found.update({("door", door, "wounds"): wounds for door, wounds in state.door_wounds.items()})
    for door in range(max(state.doors, state.broken, state.sealed).bit_length()):
        for name, mask in (("open", state.doors), ("broken", state.broken), ("sealed", state.sealed)):
            found["door", door, name] = bool(mask >> door & 1)
    return found


def _unit_row(unit: Any) -> Row:
    plain = ("kind", "side", "cell", "size", "form", "wounds", "policy", "upgrades")
    row = {name: getattr(unit, name) for name in plain}
    return {**row, "states": frozenset(unit.states), **{f"#{name}": value for name, value in unit.counters}}


def _marker_row(marker: Any) -> Row:
    row = {name: getattr(marker, name) for name in ("kind", "cell", "wounds", "name", "carrier")}
    return {**row, **{f"#{name}": value for name, value in marker.counters}}
