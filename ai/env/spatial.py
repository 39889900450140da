"""The observation preset ``spatial``: planes of the board, one channel for each thing."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ai.env.encoding import cells_of
from ai.env.features import MARKER_KINDS, UNIT, Floats, Rows
from ai.env.moments import Situation
from ai.env.slots import Slots
from game.api import NO_CELL, Game, Terrain, Unit, View, tasks

GROUND: Final[tuple[str, ...]] = ("wall", "difficult", "barricade", "pit", "height", "exit", "objective")
"""Channels of what never changes."""
DOORS: Final[tuple[str, ...]] = ("door_closed", "door_open", "door_sealed", "murk")
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
PARTIES: Final = ("own", "ally", "foe")
DECISIONS: Final[dict[str, tuple[str, ...]]] = {
    "deploy": ("Deployment", "CardChoice", "Stray"),
    "orders": ("OrdersPhase", "CommandStep", "ImpetuousPhase", "HiveMove"),
    "first": ("DeclareFirst", "XenoMove", "WithdrawMove"),
    "second": ("DeclareSecond", "XenoAttack", "WithdrawFire"),
    "react": ("React", "DodgeMove", "GutsRoll"),
    "place": ("Reinforcement", "NestPlace", "MarkerChoice", "AvatarPlace", "Growth"),
    "spend": ("DiceChoice", "NestChoice"),
}
"""Groups of decisions, each with a channel that is 1 everywhere while one of them waits."""
OTHER: Final = "other_decision"
WHOLE: Final = ("round", "own_turn", "pool", "foe_pool")
"""Numbers of `moments.Situation` that fill a channel."""

_MAX_HEIGHT: Final = 3


class Spatial:
    """Makes the planes of one seat, ``channels x height x width``."""

    def __init__(self, game: Game) -> None:
        self.rows = Rows(game)
        self.situation = Situation(game)
        board = game.board
        self.names: list[str] = [
            *GROUND,
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
        self.shape: tuple[int, ...] = (len(self.names), board.height, board.width)
        place = {name: number for number, name in enumerate(self.names)}
        self._place = place
        self._units = place["own_present"]
        self._group = {task: place[group] for group, tasks_ in DECISIONS.items() for task in tasks_}
        self._columns = np.array([UNIT.index(feature) for feature in SHOWN])
        self._whole = [self.situation.names.index(name) for name in WHOLE]
        self._ground = self._static(game)

    def observe(self, view: View, slots: Slots, task: Any) -> Floats:
        """The observation. ``task`` is the decision that waits for this seat, None if none does."""
        planes = self._ground.copy()
        state, place, size = view.state, self._place, view.board.size
        for door in view.board.doors:
            opened = state.doors >> door.id & 1
            name = "door_open" if opened else "door_sealed" if state.sealed >> door.id & 1 else "door_closed"
            planes[place[name], list(door.cells)] = 1.0
        if state.murk:
            planes[place["murk"], cells_of(state.murk, size)] = 1.0
        order = tasks.running_order(view.ctx)
        for party, units in enumerate((slots.own, slots.allies, slots.foes)):
            self._draw(planes, view, units, self._units + party * len(SHOWN))
        asked = getattr(task, "actor", 0) or getattr(task, "unit", 0)
        for number, name in ((asked, "asked"), (order.actor if order is not None else 0, "acting")):
            unit = state.units.get(number)
            if unit is not None and unit.cell != NO_CELL:
                planes[place[name], list(view.board.footprint(unit.cell, unit.size))] = 1.0
        for marker in slots.marker_list:
            if marker.cell != NO_CELL and not marker.carrier and marker.kind in place:
                planes[place[marker.kind], marker.cell] = 1.0
                planes[place["marker_used"], marker.cell] = float(any(count for _, count in marker.counters))
        if task is not None:
            planes[self._group.get(type(task).__name__, place[OTHER])] = 1.0
        own = sum(1 for unit in slots.own if unit is not None)
        values = self.situation.values(view, task, order, own, len(slots.foes))
        for name, source in zip(WHOLE, self._whole, strict=True):
            planes[place[name]] = values[source]
        return planes.reshape(self.shape)

    def _draw(self, planes: Floats, view: View, units: Any, first: int) -> None:
        board, columns = view.board, self._columns
        last = first + len(columns)
        unit: Unit | None
        for unit in units:
            if unit is None or unit.cell == NO_CELL:
                continue
            values = self.rows.unit(unit)[columns]
            if unit.size == 1:
                planes[first:last, unit.cell] = values
            else:
                for cell in board.footprint(unit.cell, unit.size):
                    planes[first:last, cell] = values

    def _static(self, game: Game) -> Floats:
        board = game.board
        planes = np.zeros((len(self.names), board.size), dtype=np.float32)
        kinds = {
            Terrain.WALL: "wall",
            Terrain.DIFFICULT: "difficult",
            Terrain.BARRICADE: "barricade",
            Terrain.PIT: "pit",
        }
        for cell, terrain in enumerate(board.terrain):
            if terrain in kinds:
                planes[self._place[kinds[terrain]], cell] = 1.0
            planes[self._place["height"], cell] = board.heights[cell] / _MAX_HEIGHT
        for zone, cells in board.zones.items():
            if zone == "exit":
                planes[self._place["exit"], list(cells)] = 1.0
            elif zone.startswith("objective"):
                planes[self._place["objective"], list(cells)] = 1.0
        return planes
