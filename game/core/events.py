"""The facts every rule system shares, complete enough to fold and to draw (reducers.py folds them)."""

from __future__ import annotations

from typing import Any

from game.core.state import Cloud, Effect, Event, Marker, Outcome, Task, Unit
from game.core.types import Cell, Path, Side, UnitId


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
