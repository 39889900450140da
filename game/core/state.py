"""The table as an immutable value: units, markers, doors, sides, and what is still to be done.

A :class:`State` holds no dice, no history, no players. The three index fields at its end
(``at``, ``occupied``, ``murk``) are derived from the others, kept up to date by the one writer
(:class:`game.core.draft.Draft`), left out of the digest and checked by an invariant.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from game.core.types import Cell, Side, UnitId, snake

NO_CELL = -1
"""The cell of a unit that waits off the board."""


class Task(Struct, frozen=True, tag=snake):
    """Something still to be done; tasks wait on the agenda, the last one first."""


class Action(Struct, frozen=True, tag=snake):
    """What a side chooses; one type for each kind of order, with a one-line text form."""


class Event(Struct, frozen=True, tag=snake):
    """What happened, complete enough to fold into a state and to draw; the only writer of states."""


class Unit(Struct, frozen=True):
    """A trooper or a xeno. Wounds and states sit here, so every form (profile) shares them (TR-08, TR-10).

    ``upgrades`` are the ids of the upgrade cards attached to it, which every side may read (AV-09).
    """

    id: UnitId
    kind: str
    side: Side
    cell: Cell = NO_CELL
    size: int = 1
    form: int = 0
    wounds: int = 0
    states: tuple[str, ...] = ()
    group: int = 0
    policy: str = "ask"
    counters: tuple[tuple[str, int], ...] = ()
    upgrades: tuple[str, ...] = ()

    def count(self, name: str) -> int:
        """How often ``name`` was counted on this unit (0 if never)."""
        for key, value in self.counters:
            if key == name:
                return value
        return 0


class Gone(Struct, frozen=True):
    """A unit that left the game: why (``killed``, ``safe``, ``sacrificed``, ``burst``), where and by whom."""

    unit: Unit
    reason: str
    round: int
    cell: Cell
    by: UnitId = 0


class Marker(Struct, frozen=True):
    """A thing on a cell that is no unit: ``nest``, ``infestation``, ``console``, ``item``."""

    id: int
    kind: str
    cell: Cell
    wounds: int = 0
    name: str = ""
    carrier: UnitId = 0
    counters: tuple[tuple[str, int], ...] = ()


class Cloud(Struct, frozen=True):
    """A template that stays: a zero-visibility zone over ``cells`` (bit set), until ``expires``."""

    id: int
    kind: str
    cells: int
    expires: str


class Effect(Struct, frozen=True):
    """A named effect on a unit (``unit`` > 0) or on a whole side, until the moment named by ``expires``."""

    name: str
    side: Side
    unit: UnitId = 0
    expires: str = ""
    value: int = 0


class SideState(Struct, frozen=True):
    """One player: team, order pool, doors worked this turn (bit mask), and counters."""

    id: Side
    team: str
    kind: str
    pool: int = 0
    worked: int = 0
    counters: tuple[tuple[str, int], ...] = ()

    def count(self, name: str) -> int:
        """How often ``name`` was counted on this side (0 if never)."""
        for key, value in self.counters:
            if key == name:
                return value
        return 0


class Outcome(Struct, frozen=True):
    """How the game ended: winning team or ``""`` for a draw, a reason of the closed list, scores by side."""

    winner: str
    reason: str
    round: int
    scores: tuple[tuple[Side, int], ...] = ()


class State(Struct, frozen=True):
    """Everything the rules know at one moment."""

    round: int
    turn: Side
    phase: str
    units: dict[UnitId, Unit]
    gone: dict[UnitId, Gone]
    markers: dict[int, Marker]
    sides: dict[Side, SideState]
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
    # Derived indexes, never encoded:
    at: dict[Cell, UnitId]
    occupied: int
    murk: int


INDEXES = ("at", "occupied", "murk")
FIELDS = State.__struct_fields__
CONTENT = tuple(name for name in FIELDS if name not in INDEXES)
