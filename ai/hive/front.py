"""The hive's picture of the troopers: who stands where, what each sees and is worth, and the ways to him.

A front stays true as long as no trooper moves or changes and no door does, so it serves a whole hive turn.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ai.hive import mission
from ai.hive.settings import DOOR_TOLL, LURE, NOWHERE
from game.api import (
    Board,
    Cell,
    Ctx,
    Mask,
    Profile,
    State,
    Unit,
    UnitId,
    View,
    Weapon,
    geometry,
    hive_placement,
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
        self.goals = mission.goals(view)
        self.foes: tuple[Foe, ...] = tuple(self._foe(ctx, unit) for unit in queries.troopers(ctx))
        self.by_id = {foe.id: foe for foe in self.foes}
        self.seen = 0
        """Cells in the sight of a trooper who can shoot."""
        for foe in self.foes:
            if foe.guns:
                self.seen |= foe.sight
        self._peek: Mask | None = None
        self._touch: dict[int, Mask] = {}
        self._pull: dict[tuple[int, str], list[int]] = {}
        self._ways: dict[tuple[int, str], list[list[int]]] = {}

    def _foe(self, ctx: Ctx, unit: Unit) -> Foe:
        profile = queries.profile_of(ctx, unit)
        weapons = [ctx.game.weapons[name] for name in profile.weapons]
        cost = max(queries.kind_of(ctx, unit).cost, 8)
        stirs = names.STUNNED not in unit.states and names.IMMOBILE.isdisjoint(unit.states)
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
        )

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
        """Walking distance to contact with the trooper who draws most: near ones, and those who matter more."""
        key = (size, self._gait(kind))
        found = self._pull.get(key)
        if found is None:
            ways = self.ways(size, kind)
            if not ways:
                found = self._to_goals(size)
            else:
                least = min(foe.worth for foe in self.foes)
                shifted = []
                for foe, way in zip(self.foes, ways, strict=True):
                    bonus = int(LURE * (foe.worth - least))
                    shifted.append([d - bonus for d in way] if bonus else way)
                found = [max(0, min(d, NOWHERE)) for d in map(min, *shifted)] if len(shifted) > 1 else shifted[0]
                found = [min(d, NOWHERE) for d in found]
            self._pull[key] = found
        return found

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


def around(board: Board, unit: Unit, reach: int) -> Mask:
    """The cells within ``reach`` of a unit."""
    return hive_placement.around(board, unit, reach)
