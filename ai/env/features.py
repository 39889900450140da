"""What is known of one unit or marker as a row of numbers, kept until that unit or marker changes."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from game.api import NO_CELL, Game, Marker, Profile, Unit

Floats = npt.NDArray[np.float32]

STATES: Final = (
    "prone",
    "camouflaged",
    "unconscious",
    "incapacitated",
    "isolated",
    "immobilized_a",
    "immobilized_b",
    "stunned",
    "intoxicated",
    "waiting",
)
POLICIES: Final = ("ask", "shoot", "dodge", "hold")
UNIT: Final[tuple[str, ...]] = (
    "present",
    "on_board",
    "x",
    "y",
    "size",
    "asked",
    "acting",
    "distance",
    "wounds",
    "form",
    "mov",
    "cc",
    "bs",
    "ph",
    "wip",
    "arm",
    "bts",
    "w",
    "cost",
    "ranged",
    "lieutenant",
    "orders",
    "acted",
    "overwatch",
    *STATES,
    *(f"policy_{name}" for name in POLICIES),
)
"""The features of a unit's row, each from 0 to 1."""
ASKED: Final = UNIT.index("asked")
ACTING: Final = UNIT.index("acting")
DISTANCE: Final = UNIT.index("distance")
_DYNAMIC: Final = UNIT.index("wounds")

MARKER_KINDS: Final = ("nest", "infestation", "console", "item", "mine", "charge")
MARKER: Final[tuple[str, ...]] = ("present", "x", "y", "carried", "wounds", "used", *MARKER_KINDS)
"""The features of a marker's row, each from 0 to 1."""

_MOV, _ATTRIBUTE, _ARMOUR, _W, _COST, _COUNT, _SIZE, _FORMS = 10, 25, 15, 6, 100, 5, 4, 3
"""What divides each kind of value; larger values count as 1."""


class Rows:
    """The rows of the units and markers of one seat's views, made anew only for those that changed."""

    def __init__(self, game: Game) -> None:
        self.game = game
        board = game.board
        self._across = max(1, board.width - 1)
        self._down = max(1, board.height - 1)
        self._width = board.width
        self._profiles: dict[tuple[str, int], list[float]] = {}
        self._units: dict[int, tuple[Unit, Floats]] = {}
        self._markers: dict[int, tuple[Marker, Floats]] = {}

    def unit(self, unit: Unit) -> Floats:
        """The row of a unit; ``asked``, ``acting`` and ``distance`` are left to the reader."""
        known = self._units.get(unit.id)
        if known is not None and known[0] is unit:
            return known[1]
        row = np.array(self._unit(unit), dtype=np.float32)
        self._units[unit.id] = (unit, row)
        return row

    def marker(self, marker: Marker) -> Floats:
        """The row of a marker."""
        known = self._markers.get(marker.id)
        if known is not None and known[0] is marker:
            return known[1]
        on_board = marker.cell != NO_CELL
        y, x = divmod(marker.cell, self._width) if on_board else (0, 0)
        values = [
            1.0,
            x / self._across,
            y / self._down,
            float(bool(marker.carrier)),
            min(1.0, marker.wounds / _W),
            float(any(count for _, count in marker.counters)),
            *(float(marker.kind == kind) for kind in MARKER_KINDS),
        ]
        row = np.array(values, dtype=np.float32)
        self._markers[marker.id] = (marker, row)
        return row

    def _unit(self, unit: Unit) -> list[float]:
        on_board = unit.cell != NO_CELL
        y, x = divmod(unit.cell, self._width) if on_board else (0, 0)
        states = unit.states
        counters = dict(unit.counters)
        return [
            1.0,
            float(on_board),
            x / self._across,
            y / self._down,
            min(1.0, unit.size / _SIZE),
            0.0,
            0.0,
            0.0,
            min(1.0, unit.wounds / _W),
            min(1.0, unit.form / _FORMS),
            *self._profile(unit),
            float("lieutenant" in counters),
            min(1.0, counters.get("orders", 0) / _COUNT),
            float("acted" in counters),
            min(1.0, counters.get("overwatch", 0) / _COUNT),
            *(float(name in states) for name in STATES),
            *(float(unit.policy == name) for name in POLICIES),
        ]

    def _profile(self, unit: Unit) -> list[float]:
        key = (unit.kind, unit.form)
        found = self._profiles.get(key)
        if found is None:
            kind = self.game.kinds[unit.kind]
            found = self._profiles[key] = _of_profile(kind.profiles[unit.form], kind.cost, self.game)
        return found


def _of_profile(profile: Profile, cost: int, game: Game) -> list[float]:
    ranged = any(game.weapons[name].use in ("bs", "both") for name in profile.weapons if name in game.weapons)
    return [
        _share(profile.mov[0], _MOV),
        _share(profile.cc, _ATTRIBUTE),
        _share(profile.bs, _ATTRIBUTE),
        _share(profile.ph, _ATTRIBUTE),
        _share(profile.wip, _ATTRIBUTE),
        _share(profile.arm, _ARMOUR),
        _share(profile.bts, _ARMOUR),
        _share(profile.w, _W),
        _share(cost, _COST),
        float(ranged),
    ]


def _share(value: int, of: int) -> float:
    return min(1.0, max(0.0, value / of))
