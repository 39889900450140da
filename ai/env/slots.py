"""Which unit and which marker stands in which slot: by slots a fixed set of numbers can speak of any table.

Everything here is worked out from a view alone, and from this one view: no slot depends on what was seen before.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from game.api import NO_CELL, Game, Side, Unit, View

ALLIES: Final = 16
"""Slots for units of other sides of the own team."""
FOES: Final = 128
"""Slots for units of other teams."""
MARKERS: Final = 32
"""Slots for markers."""
LEAST_OWN: Final = 1

Ints = npt.NDArray[np.int64]


def own_slots(game: Game, side: Side) -> int:
    """How many slots a side has for its own units.

    A human side has one for each unit of its force, the hive one for each xeno that may be on the board (UN-3a).
    """
    if game.side_kinds[side] == "hive":
        return int(game.rules.get("max_xenos", FOES))
    force = next(setup.force for setup in game.scenario.sides if setup.id == side)
    return max(LEAST_OWN, len(force))


class Slots:
    """The units and markers that one side knows of at one moment, by slot.

    ``own`` of a human side are in the order of their numbers, and those that are gone keep their place (None), so
    that a slot means the same trooper all game long. ``own`` of the hive, ``allies`` and ``foes`` are sorted by
    distance, nearest first, then by number: from the unit that is asked where there is one on the board, else from
    the nearest unit of the other party. ``markers`` are in the order of their numbers. Lists may be longer than the
    slots there are.
    """

    __slots__ = ("_markers", "_places", "allies", "foes", "gaps", "marker_list", "own")

    def __init__(self, view: View, asked: Unit | None) -> None:
        """``asked`` is the unit whose decision waits, if it is one unit's."""
        state, side = view.state, view.side
        teams, kinds = view.game.teams, view.game.side_kinds
        team = teams[side]
        own: list[Unit] = []
        allies: list[Unit] = []
        foes: list[Unit] = []
        for unit in state.units.values():
            if unit.side == side:
                own.append(unit)
            elif teams[unit.side] == team:
                allies.append(unit)
            else:
                foes.append(unit)
        width = view.board.width
        self.gaps: dict[int, int] = {}
        centre = [asked] if asked is not None and asked.cell != NO_CELL else None
        self.foes = _nearest(foes, centre or own, width, self.gaps)
        self.allies = _nearest(allies, centre or own, width, self.gaps)
        self.own: list[Unit | None]
        if kinds[side] == "hive":
            self.own = list(_nearest(own, centre or foes, width, self.gaps))
        else:
            known = {unit.id: unit for unit in own}
            ids = sorted([*known, *(number for number, gone in state.gone.items() if gone.unit.side == side)])
            self.own = [known.get(number) for number in ids]
        self.marker_list = [state.markers[number] for number in sorted(state.markers)]
        self._places: dict[int, tuple[int, int]] | None = None
        self._markers: dict[int, int] | None = None

    def place(self, unit_id: int) -> tuple[int, int] | None:
        """The party (0 own, 1 allies, 2 foes) and the slot of a unit, or None for one that nobody knows of."""
        if self._places is None:
            places = {unit.id: (0, slot) for slot, unit in enumerate(self.own) if unit is not None}
            places.update((unit.id, (1, slot)) for slot, unit in enumerate(self.allies))
            places.update((unit.id, (2, slot)) for slot, unit in enumerate(self.foes))
            self._places = places
        return self._places.get(unit_id)

    def marker(self, marker_id: int) -> int | None:
        """The slot of a marker, or None."""
        if self._markers is None:
            self._markers = {marker.id: slot for slot, marker in enumerate(self.marker_list)}
        return self._markers.get(marker_id)


def _nearest(units: list[Unit], centre: list[Unit], width: int, gaps: dict[int, int]) -> list[Unit]:
    """``units`` by their distance to the nearest of ``centre``, then by number; those off the board come last."""
    units.sort(key=_number)
    from_cells = [unit.cell for unit in centre if unit.cell != NO_CELL]
    if len(units) < 2 or not from_cells:
        return units
    cells: Ints = np.array([unit.cell for unit in units], dtype=np.int64)
    spots: Ints = np.array(from_cells, dtype=np.int64)
    across = np.abs(cells[:, None] % width - spots % width)
    along = np.abs(cells[:, None] // width - spots // width)
    apart = np.maximum(across, along).min(axis=1)
    apart[cells == NO_CELL] = _FAR
    order = np.argsort(apart, kind="stable")
    for unit, gap in zip(units, apart.tolist(), strict=True):
        gaps[unit.id] = gap
    return [units[place] for place in order.tolist()]


_FAR: Final = 1 << 20


def _number(unit: Unit) -> int:
    return unit.id
