"""The hive's picture of the troopers: who stands where, what each sees and is worth, and the ways to him.

A front stays true as long as no trooper moves or changes and no door does, so it serves a whole hive turn.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ai.hive import mission
from ai.hive.settings import CAUGHT, DOOR_TOLL, LANE_AHEAD, LURE, NOWHERE
from game.api import (
    Board,
    Cell,
    Ctx,
    Mask,
    Profile,
    State,
    Terrain,
    Unit,
    UnitId,
    View,
    Weapon,
    geometry,
    moves,
    names,
    queries,
)

SURE_CLASSES = ("synapse", "monstrous", "gargantuan")
"""Classes of xenos that open a door without a die (HM-09, HM-A19)."""
LESSER = "lesser"

UNARMED: tuple[Weapon, ...] = ()


class Foe(NamedTuple):
    """A fit trooper: what he is, what he sees, and what taking him out is worth."""

    id: UnitId
    unit: Unit
    profile: Profile
    cost: int
    worth: float
    sight: Mask
    guns: tuple[Weapon, ...]
    blades: tuple[Weapon, ...]
    stirs: bool
    """May he act in his next turn?"""
    lane: tuple[Cell, ...]
    """The cells he is likely to walk over next."""
    path: Mask
    """The part of it that he may walk before the hive moves again, as a set."""


def front_key(view: View) -> tuple[object, ...]:
    """What a front depends on."""
    state = view.state
    kinds = view.game.side_kinds
    troopers = tuple(
        (u.id, u.kind, u.form, u.cell, u.wounds, u.states)
        for u in state.units.values()
        if u.cell >= 0 and kinds[u.side] == "human"
    )
    markers = tuple((m.id, m.cell, m.carrier, m.counters) for m in state.markers.values())
    return troopers, state.doors, state.sealed, state.murk, markers, state.round, len(state.effects)


class Front:
    """Everything about the troopers that many decisions share."""

    def __init__(self, view: View) -> None:
        ctx = view.ctx
        self.game = view.game
        self.board: Board = view.board
        self.state: State = view.state
        self.doors = view.state.doors
        self.murk = view.state.murk
        self.nests = moves.nest_cells(ctx)
        self.shut = self.board.all_doors & ~(self.doors | view.state.sealed)
        self.narrow = narrow_cells(self.board)
        self.goals = mission.goals(view)
        self.foes: tuple[Foe, ...] = tuple(self._foe(ctx, unit) for unit in queries.troopers(ctx))
        self.by_id = {foe.id: foe for foe in self.foes}
        self.seen = 0
        """Cells in the sight of a trooper who can shoot."""
        for foe in self.foes:
            if foe.guns:
                self.seen |= foe.sight
        self._peek: Mask | None = None
        self._watch: Mask | None = None
        self._touch: dict[int, Mask] = {}
        self._pull: dict[tuple[int, str], list[int]] = {}
        self._ways: dict[tuple[int, str], list[list[int]]] = {}

    def _foe(self, ctx: Ctx, unit: Unit) -> Foe:
        profile = queries.profile_of(ctx, unit)
        weapons = [ctx.game.weapons[name] for name in profile.weapons]
        cost = max(queries.kind_of(ctx, unit).cost, 8)
        stirs = names.STUNNED not in unit.states and names.IMMOBILE.isdisjoint(unit.states)
        lane = mission.lane(self.board, self.doors, self.shut, self.goals, unit.cell) if stirs else ()
        return Foe(
            unit.id,
            unit,
            profile,
            cost,
            cost * mission.importance(self.goals, ctx, unit),
            queries.sight_mask(ctx, unit),
            tuple(w for w in weapons if w.use != "cc" and w.damage > 0),
            tuple(w for w in weapons if w.use != "bs"),
            stirs,
            lane,
            geometry.mask_of(lane[:LANE_AHEAD]),
        )

    @property
    def watched(self) -> Mask:
        """Cells that come into sight on some trooper's likely way before he is beside them."""
        if self._watch is None:
            found = 0
            board, doors = self.board, self.doors
            for foe in self.foes:
                if foe.guns:
                    for cell in foe.lane[1:LANE_AHEAD:2]:
                        seen = geometry.visible_from(board, cell, foe.unit.size, doors, self.murk)
                        found |= seen & ~near_cells(board, cell, CAUGHT)
            self._watch = found
        return self._watch

    @property
    def peeked(self) -> Mask:
        """Cells that some trooper sees after one move of his own, those he sees now included."""
        if self._peek is None:
            found = self.seen
            board, doors = self.board, self.doors
            for foe in self.foes:
                if not foe.guns or not foe.stirs:
                    continue
                steps = geometry.reach(board, foe.unit.cell, foe.profile.mov[0], doors, size=foe.unit.size)
                for cell, points in steps.cost.items():
                    # What lies between is seen from the rim, or nearly: every other ring is enough.
                    if points and points % 2 == 0:
                        found |= geometry.visible_from(board, cell, foe.unit.size, doors, self.murk)
            self._peek = found
        return self._peek

    def touching(self, size: int) -> Mask:
        """Anchors at which a footprint of that size is in contact with a fit trooper."""
        found = self._touch.get(size)
        if found is None:
            found = 0
            for foe in self.foes:
                found |= contact_anchors(self.board, foe.unit.cell, foe.unit.size, size, self.doors)
            self._touch[size] = found
        return found

    def touched_from(self, anchor: Cell, size: int) -> list[Foe]:
        """The fit troopers that a footprint there would touch, by id."""
        near = self.board.contact_mask(anchor, size, self.doors)
        mask = self.board.footprint_mask
        return [foe for foe in self.foes if near & mask(foe.unit.cell, foe.unit.size)]

    def opens(self, ctx: Ctx, unit: Unit, profile: Profile) -> Mask:
        """The closed doors that a xeno counts on opening; one that must roll a six counts on none."""
        return moves.openable_doors(ctx, unit) if profile.type in SURE_CLASSES else 0

    # -- ways ------------------------------------------------------------------------------------------------

    def ways(self, size: int, kind: str) -> list[list[int]]:
        """For each foe, the walking distance to contact with him from every anchor (units ignored)."""
        key = (size, self._gait(kind))
        found = self._ways.get(key)
        if found is None:
            found = self._ways[key] = [self._way(foe, size, key[1]) for foe in self.foes]
        return found

    def _gait(self, kind: str) -> str:
        return kind if kind in (LESSER, "swarm") else "sure"

    def _way(self, foe: Foe, size: int, gait: str) -> list[int]:
        board, doors, unit = self.board, self.doors, foe.unit
        if gait == "sure":
            return to_contact(board, unit.cell, unit.size, size, doors, self.shut, self.nests)
        plain = to_contact(board, unit.cell, unit.size, size, doors, 0, self.nests)
        if gait != LESSER or not self.shut:
            return plain
        through = to_contact(board, unit.cell, unit.size, size, doors, self.shut, self.nests)
        return [min(a, b + DOOR_TOLL) for a, b in zip(plain, through, strict=True)]

    def pull(self, size: int, kind: str) -> list[int]:
        """Walking distance to contact with the trooper who draws most, where he stands or where his way leads."""
        key = (size, self._gait(kind))
        found = self._pull.get(key)
        if found is None:
            ways = self.ways(size, kind)
            if not ways:
                found = self._to_goals(size)
            else:
                least = min(foe.worth for foe in self.foes)
                shifted = [[d - int(LURE * (f.worth - least)) for d in w] for f, w in zip(self.foes, ways, strict=True)]
                ahead = self._ahead(size, key[1])
                if ahead is not None:
                    shifted.append(ahead)
                found = [max(0, min(d, NOWHERE)) for d in map(min, *shifted, shifted[0])]
            self._pull[key] = found
        return found

    def _ahead(self, size: int, gait: str) -> list[int] | None:
        """Walking distance to the troopers' likely ways."""
        cells = sorted({cell for foe in self.foes for cell in foe.lane[3:LANE_AHEAD]})
        if not cells:
            return None
        openable = self.shut if gait == "sure" else 0
        return geometry.field(self.board, cells, self.doors, size=size, blocked=self.nests, door_extra=openable)

    def _to_goals(self, size: int) -> list[int]:
        """With nobody fit in sight the hive gathers at what the troopers came for."""
        cells = self.goals.cells or tuple(cell for foe in self.state.units.values() if (cell := foe.cell) >= 0)
        way = geometry.field(self.board, cells, self.doors, size=size, blocked=self.nests, door_extra=self.shut)
        return [min(d, NOWHERE) for d in way]


@lru_cache(maxsize=256)
def to_contact(
    board: Board, anchor: Cell, target_size: int, size: int, doors: Mask, openable: Mask, nests: Mask
) -> list[int]:
    """Walking distance from every anchor of a footprint to contact with a unit, units ignored (BD-6)."""
    open_doors = doors | openable
    ends = geometry.touching_anchors(board, board.footprint_mask(anchor, target_size), size, open_doors)
    return geometry.field(board, ends, doors, size=size, blocked=nests, door_extra=openable)


@lru_cache(maxsize=1024)
def contact_anchors(board: Board, anchor: Cell, target_size: int, size: int, doors: Mask) -> Mask:
    """Anchors at which a footprint touches a unit."""
    return geometry.contact_anchors(board, board.footprint_mask(anchor, target_size), size, doors)


@lru_cache(maxsize=4096)
def near_cells(board: Board, cell: Cell, reach: int) -> Mask:
    """The cells within ``reach`` of a cell, as a set."""
    width = board.width
    x, y = cell % width, cell // width
    left, right = max(0, x - reach), min(width, x + reach + 1)
    row = ((1 << (right - left)) - 1) << left
    found = 0
    for line in range(max(0, y - reach), min(board.height, y + reach + 1)):
        found |= row << (line * width)
    return found


@lru_cache(maxsize=16)
def narrow_cells(board: Board) -> Mask:
    """Cells that one unit on them shuts to all others: doorways, and places with walls on two opposite sides."""
    found = 0
    width = board.width
    for cell, kind in enumerate(board.terrain):
        if kind in _SOLID:
            continue
        x = cell % width
        beside = [
            side < 0 or side >= board.size or board.terrain[side] in _SOLID
            for side in (cell - width, cell + width, cell - 1 if x else -1, cell + 1 if x < width - 1 else -1)
        ]
        if (beside[0] and beside[1]) or (beside[2] and beside[3]):
            found |= 1 << cell
    return found


_SOLID = (Terrain.WALL, Terrain.PIT)
