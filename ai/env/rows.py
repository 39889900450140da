"""What is known of one unit or marker, as a row of numbers from 0 to 1."""

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
COUNTERS: Final = ("lieutenant", "orders", "acted", "overwatch")
PROFILE: Final = ("mov", "cc", "bs", "ph", "wip", "arm", "bts", "w", "cost", "ranged")
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
    *PROFILE,
    *COUNTERS,
    *STATES,
    *(f"policy_{name}" for name in POLICIES),
)
"""The features of a unit."""
ASKED: Final = UNIT.index("asked")
ACTING: Final = UNIT.index("acting")
DISTANCE: Final = UNIT.index("distance")

MARKER_KINDS: Final = ("nest", "infestation", "console", "item", "mine", "charge")
MARKER: Final[tuple[str, ...]] = ("present", "x", "y", "carried", "wounds", "used", *MARKER_KINDS)
"""The features of a marker."""

_PLACE: Final = slice(UNIT.index("on_board"), UNIT.index("size"))
_KEPT: Final = 4096
_MOV: Final = 10
_ATTRIBUTE: Final = 25
_ARMOUR: Final = 15
_WOUNDS: Final = 6
_COST: Final = 100
_COUNT: Final = 5
_SIZE: Final = 4
_FORMS: Final = 3
"""By this each kind of value is divided; larger values count as 1."""


class RowMaker:
    """Makes the rows of a game's units and markers."""

    def __init__(self, game: Game) -> None:
        self.game = game
        board = game.board
        self._across = max(1, board.width - 1)
        self._down = max(1, board.height - 1)
        self._width = board.width
        self._places: Floats = np.zeros((board.size + 1, 3), dtype=np.float32)
        """``on_board``, ``x`` and ``y`` by cell; the last row is for whoever is off the board, whose cell is -1."""
        ys, xs = np.divmod(np.arange(board.size), board.width)
        self._places[:-1] = np.stack((np.ones(board.size), xs / self._across, ys / self._down), axis=1)
        self._profiles: dict[tuple[str, int], list[float]] = {}
        self._known: dict[tuple[object, ...], Floats] = {}

    def write(self, unit: Unit, row: Floats) -> None:
        """Write the row of a unit; ``asked``, ``acting`` and ``distance`` are for the moment to fill in."""
        key = (unit.kind, unit.form, unit.size, unit.wounds, unit.states, unit.counters, unit.policy)
        known = self._known.get(key)
        if known is None:
            if len(self._known) > _KEPT:
                self._known.clear()
            known = self._known[key] = np.array(self._standing(unit), dtype=np.float32)
        row[:] = known
        row[_PLACE] = self._places[unit.cell]

    def _standing(self, unit: Unit) -> list[float]:
        """The row of a unit, wherever it stands."""
        states, policy = unit.states, unit.policy
        counters = dict(unit.counters)
        return [
            1.0,
            0.0,
            0.0,
            0.0,
            min(1.0, unit.size / _SIZE),
            0.0,
            0.0,
            0.0,
            min(1.0, unit.wounds / _WOUNDS),
            min(1.0, unit.form / _FORMS),
            *self._profile(unit),
            *[min(1.0, counters.get(name, 0) / _COUNT) for name in COUNTERS],
            *[float(name in states) for name in STATES],
            *[float(policy == name) for name in POLICIES],
        ]

    def marker(self, marker: Marker) -> list[float]:
        """The row of a marker."""
        y, x = divmod(marker.cell, self._width) if marker.cell != NO_CELL else (0, 0)
        return [
            1.0,
            x / self._across,
            y / self._down,
            float(bool(marker.carrier)),
            min(1.0, marker.wounds / _WOUNDS),
            float(any(count for _, count in marker.counters)),
            *[float(marker.kind == kind) for kind in MARKER_KINDS],
        ]

    def _profile(self, unit: Unit) -> list[float]:
        key = (unit.kind, unit.form)
        found = self._profiles.get(key)
        if found is None:
            kind = self.game.kinds[unit.kind]
            found = self._profiles[key] = _of_profile(kind.profiles[unit.form], kind.cost, self.game)
        return found


def _of_profile(profile: Profile, cost: int, game: Game) -> list[float]:
    weapons = [game.weapons[name] for name in profile.weapons if name in game.weapons]
    return [
        _share(profile.mov[0], _MOV),
        _share(profile.cc, _ATTRIBUTE),
        _share(profile.bs, _ATTRIBUTE),
        _share(profile.ph, _ATTRIBUTE),
        _share(profile.wip, _ATTRIBUTE),
        _share(profile.arm, _ARMOUR),
        _share(profile.bts, _ARMOUR),
        _share(profile.w, _WOUNDS),
        _share(cost, _COST),
        float(any(weapon.use in ("bs", "both") for weapon in weapons)),
    ]


def _share(value: int, of: int) -> float:
    return min(1.0, max(0.0, value / of))
