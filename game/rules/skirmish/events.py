"""Facts of the base rules beyond those of the kernel; most are for the log and the screen only."""

from __future__ import annotations

from game.core.state import Action, Event, Unit
from game.core.types import Cell, UnitId


class OrderGiven(Event, frozen=True):
    """An order was spent (or a free activation began); hooks "an order is spent" listen here (IM-09)."""

    unit: UnitId
    kind: str


class SkillDeclared(Event, frozen=True):
    """The acting unit declared a skill (OR-4 steps 2 and 4)."""

    unit: UnitId
    action: Action


class ReactionDeclared(Event, frozen=True):
    """A unit declared its reaction (OR-5); Pass is not logged."""

    unit: UnitId
    action: Action


class OrderEnded(Event, frozen=True):
    """An order or activation is over, saves and guts included (OR-4 step 9)."""

    unit: UnitId
    kind: str


class CommandIssued(Event, frozen=True):
    """An officer's command reached ``members`` (OR-6)."""

    officer: UnitId
    command: str
    members: tuple[UnitId, ...]


class AttackResolved(Event, frozen=True):
    """What an attack came to: surviving hits and criticals against one target (unit, marker, or door)."""

    attacker: UnitId
    weapon: str
    target: int
    hits: int
    crits: int
    door: int = -1


class SaveMade(Event, frozen=True):
    """A saving roll: ``face`` against damage and protection, and whether it held (RL-5)."""

    unit: int
    attribute: str
    face: int
    damage: int
    protection: int
    saved: bool


class GutsTaken(Event, frozen=True):
    """A guts roll was passed or failed, and what followed: stay, withdraw, cover, prone, nothing (ST-8)."""

    unit: UnitId
    passed: bool
    result: str


class TemplatePlaced(Event, frozen=True):
    """A template weapon covered ``cells`` (bit set) for this order."""

    unit: UnitId
    weapon: str
    at: Cell
    cells: int


class MarkerDiscovered(Event, frozen=True):
    """A Camouflaged marker was found out or gave itself away (ST-10): ``shown`` is what it turned out to be."""

    unit: UnitId
    shown: Unit
    by: UnitId = 0


class CardDrawn(Event, frozen=True):
    """The event card of the round (MS-4)."""

    card: str


class Progress(Event, frozen=True):
    """The no-progress count of MS-5 now reads ``idle`` rounds."""

    idle: int
