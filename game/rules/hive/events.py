"""Facts of the hive's turn beyond those of the kernel; all are for the log and the screen."""

from __future__ import annotations

from game.core.state import Event
from game.core.types import Cell, Side, UnitId


class NestUsed(Event, frozen=True):
    """A nest brings forth creatures of ``kind`` (HM-15)."""

    nest: int
    kind: str


class SwarmDiceSpent(Event, frozen=True):
    """What the swarm dice buy, and how many dice, ones included, came to nothing (HM-22)."""

    side: Side
    plan: tuple[str, ...]
    idle: int


class HiveMindActs(Event, frozen=True):
    """An effect of the hive mind takes hold: catharsis, warp_field, psychic_howl, warp_shadow (HM-26)."""

    effect: str


class GasSpread(Event, frozen=True):
    """Gas from a marker covers ``cells`` (bit set) (HM-48)."""

    marker: int
    cells: int


class SporeBurst(Event, frozen=True):
    """A spore went off at ``cell`` against ``units`` (HM-A7)."""

    unit: UnitId
    cell: Cell
    units: tuple[UnitId, ...]


class PlacementsLost(Event, frozen=True):
    """Creatures or markers that found no place, or that the hive did not want (HM-A17, HM-55)."""

    side: Side
    item: str
    count: int


class HowlHeard(Event, frozen=True):
    """What the Psychic howl makes of a trooper: ``cornered``, or ``hemmed_in`` with the one free way (HM-34, HM-37)."""

    unit: UnitId
    status: str
    way: Cell
    watchers: tuple[UnitId, ...]
