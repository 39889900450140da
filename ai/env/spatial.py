"""The observation preset ``spatial``: planes of the board, one channel for each thing."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ai.env.encoding import cells_of
from ai.env.flat import PARTIES
from ai.env.moments import Situation, running_order
from ai.env.roll import NOBODY, Roll, Slots
from ai.env.rows import MARKER_KINDS, UNIT, Floats
from game.api import NO_CELL, Game, Side, Terrain, View

GROUND: Final = {
    Terrain.WALL: "wall",
    Terrain.DIFFICULT: "difficult",
    Terrain.BARRICADE: "barricade",
    Terrain.PIT: "pit",
}
STILL: Final = (*GROUND.values(), "height", "exit", "objective")
"""Channels of what never changes."""
DOORS: Final = ("door_closed", "door_open", "door_sealed", "murk")
SHOWN: Final[tuple[str, ...]] = (
    "present",
    "wounds",
    "w",
    "mov",
    "cc",
    "bs",
    "arm",
    "cost",
    "ranged",
    "prone",
    "camouflaged",
    "unconscious",
    "stunned",
)
"""The features of units that have a channel for each party."""
DECISIONS: Final[dict[str, tuple[str, ...]]] = {
    "asked_to_deploy": ("Deployment", "CardChoice", "Stray"),
    "asked_to_order": ("OrdersPhase", "CommandStep", "ImpetuousPhase", "HiveMove"),
    "asked_first": ("DeclareFirst", "XenoMove", "WithdrawMove"),
    "asked_second": ("DeclareSecond", "XenoAttack", "WithdrawFire"),
    "asked_to_react": ("React", "DodgeMove", "GutsRoll"),
    "asked_to_place": ("Reinforcement", "NestPlace", "MarkerChoice", "AvatarPlace", "Growth"),
    "asked_to_spend": ("DiceChoice", "NestChoice"),
}
"""Groups of decisions, each with a channel that is 1 everywhere while one of them waits for this seat."""
OTHER: Final = "asked_other"
WHOLE: Final = ("round", "own_turn", "pool")
"""The first numbers of `moments.Situation` after its decisions; each fills a channel."""

_MAX_HEIGHT: Final = 3


class Spatial:
    """Makes the observations of one seat, ``channels x height x width``; the same channels for every seat."""

    def __init__(self, game: Game, side: Side) -> None:
        self.situation = Situation(game, side)
        board = game.board
        self.names: list[str] = [
            *STILL,
            *DOORS,
            *(f"{party}_{feature}" for party in PARTIES for feature in SHOWN),
            "asked",
            "acting",
            *MARKER_KINDS,
            "marker_used",
            *DECISIONS,
            OTHER,
            *WHOLE,
        ]
        """What each channel shows."""
        self.shape: tuple[int, ...] = (len(self.names), board.height, board.width)
        self._place = {name: number for number, name in enumerate(self.names)}
        self._group = {task: self._place[group] for group, named in DECISIONS.items() for task in named}
        self._columns = np.array([UNIT.index(feature) for feature in SHOWN])
        self._still = self._static(game)

    def observe(self, view: View, roll: Roll, slots: Slots, task: Any) -> Floats:
        """The observation. ``task`` is the decision that waits for this seat, None if none does."""
        planes = self._still.copy()
        state, place, board = view.state, self._place, view.board
        for door in board.doors:
            opened, sealed = state.doors >> door.id & 1, state.sealed >> door.id & 1
            name = "door_open" if opened else "door_sealed" if sealed else "door_closed"
            planes[place[name], list(door.cells)] = 1.0
        if state.murk:
            planes[place["murk"], cells_of(state.murk, board.size)] = 1.0
        for party, name in enumerate(PARTIES):
            self._draw(planes, view, roll, roll.ids[party], place[f"{name}_present"])
        order = running_order(state)
        asked = getattr(task, "actor", 0) or getattr(task, "unit", 0)
        for number, name in ((asked, "asked"), (order.actor if order is not None else 0, "acting")):
            unit = state.units.get(number)
            if unit is not None and unit.cell != NO_CELL:
                planes[place[name], list(board.footprint(unit.cell, unit.size))] = 1.0
        for marker in roll.markers:
            if marker.cell != NO_CELL and not marker.carrier and marker.kind in place:
                planes[place[marker.kind], marker.cell] = 1.0
                planes[place["marker_used"], marker.cell] = float(any(count for _, count in marker.counters))
        if task is not None:
            planes[self._group.get(type(task).__name__, place[OTHER])] = 1.0
        values = self.situation.values(state, roll, task, order)
        for name, value in zip(WHOLE, values, strict=False):
            planes[place[name]] = value
        return planes.reshape(self.shape)

    def _draw(self, planes: Floats, view: View, roll: Roll, ids: list[int], first: int) -> None:
        board, units = view.board, view.state.units
        last = first + len(self._columns)
        for number in ids:
            row = roll.row_of(number)
            if row == NOBODY or units[number].cell == NO_CELL:
                continue
            unit = units[number]
            values = roll.rows[row, self._columns]
            for cell in board.footprint(unit.cell, unit.size):
                planes[first:last, cell] = values

    def _static(self, game: Game) -> Floats:
        board = game.board
        planes: Floats = np.zeros((len(self.names), board.size), dtype=np.float32)
        for cell, terrain in enumerate(board.terrain):
            if terrain in GROUND:
                planes[self._place[GROUND[terrain]], cell] = 1.0
            planes[self._place["height"], cell] = board.heights[cell] / _MAX_HEIGHT
        for zone, cells in board.zones.items():
            name = zone.partition(":")[0]
            if name in ("exit", "objective"):
                planes[self._place[name], list(cells)] = 1.0
        return planes
