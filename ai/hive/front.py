"""The hive's picture of the troopers: who stands where, what each sees and is worth, and the ways to him.

A front stays true as long as no trooper moves or changes and no door does, so it serves a whole hive turn.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ai.hive import mission
from ai.hive.settings import CAUGHT, DOOR_TOLL, LANE_AHEAD, LANE_SKIPPED, NOWHERE, SEEN_TOLL
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
SURE = "sure"
"""How a class deals with doors: sure openers are all alike."""


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
    drawn: Mask
    """The part of that which draws xenos: not the first steps, where they would come too late."""


def front_key(view: View) -> tuple[object, ...]:
    """What a front depends on."""
    state = view.state
    kinds = view.game.side_kinds
    troopers = tuple(
        (u.id, u.kind, u.form, u.cell, u.size, u.wounds, u.states, u.upgrades)
        for u in state.units.values()
        if u.cell >= 0 and kinds[u.side] == "human"
    )
    markers = tuple((m.id, m.cell, m.carrier, m.counters) for m in state.markers.values())
    cards = state.ext.get("avatar")
    return troopers, state.doors, state.sealed, state.murk, markers, state.round, len(state.effects), cards


class Note(NamedTuple):
    """A xeno of some kind on some cell: distance to contact, to where it is drawn, and in whose way it stands."""

    away: int
    pull: int
    blocks: tuple[UnitId, ...]


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
        self.blasts = any(gun.template for foe in self.foes for gun in foe.guns)
        """Has anybody grenades or flames?"""
        self.seen = 0
        """Cells in the sight of a trooper who can shoot."""
        for foe in self.foes:
            if foe.guns:
                self.seen |= foe.sight
        self._peek: Mask | None = None
        self._watch: Mask | None = None
        self._touch: dict[int, Mask] = {}
        self._pull: dict[tuple[int, str], list[int]] = {}
        self._contact: dict[tuple[int, str], list[int]] = {}
        self._stealth: dict[tuple[int, str, int, bool], list[int]] = {}
        self.noted: dict[tuple[str, int, Cell], Note] = {}
        """What is known of a xeno of some kind on some cell."""

    def _foe(self, ctx: Ctx, unit: Unit) -> Foe:
        profile = queries.profile_of(ctx, unit)
        weapons = [ctx.game.weapons[name] for name in queries.arms_of(ctx, unit)]
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
            geometry.mask_of(lane[LANE_SKIPPED:LANE_AHEAD]),
        )

    @property
    def watched(self) -> Mask:
        """Cells that come into sight on some trooper's likely way before he is beside them."""
        if self._watch is None:
            found = 0
            for foe in self.foes:
                if foe.guns:
                    found |= self._watched_by(foe)
            self._watch = found
        return self._watch

    def _watched_by(self, foe: Foe) -> Mask:
        """What a trooper sees along his likely way, the doors on it open before him."""
        board, doors, found = self.board, self.doors, 0
        lane = foe.lane[:LANE_AHEAD]
        for place, cell in enumerate(lane):
            ahead = lane[place + 1] if place + 1 < len(lane) else cell
            door = board.door_at.get(ahead)
            opens = door is not None and not doors >> door & 1
            if door is not None:
                doors |= 1 << door
            if place % 2 or opens:
                seen = geometry.visible_from(board, cell, foe.unit.size, doors, self.murk)
                found |= seen & ~near_cells(board, cell, CAUGHT)
        return found

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
                for door in geometry.cells_of(self.shut):
                    for cell in board.doors[door].access:
                        if steps.cost.get(cell, foe.profile.mov[0]) < foe.profile.mov[0]:
                            found |= geometry.visible_from(board, cell, 1, doors | 1 << door, self.murk)
                            break
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

    def note(self, unit: Unit, profile: Profile) -> Note:
        """What is known of a xeno where it stands."""
        key = (unit.kind, unit.size, unit.cell)
        found = self.noted.get(key)
        if found is None:
            near = self.board.contact_mask(unit.cell, unit.size, self.doors)
            found = self.noted[key] = Note(
                self.contact(unit.size, profile.type)[unit.cell] if self.foes else NOWHERE,
                self.pull(unit.size, profile.type)[unit.cell],
                tuple(foe.id for foe in self.foes if foe.path & near),
            )
        return found

    def opens(self, ctx: Ctx, unit: Unit, profile: Profile) -> Mask:
        """The closed doors that a xeno counts on opening; one that must roll a six counts on none."""
        return moves.openable_doors(ctx, unit) if profile.type in SURE_CLASSES else 0

    # -- ways ------------------------------------------------------------------------------------------------

    def contact(self, size: int, kind: str) -> list[int]:
        """Walking distance to contact with the nearest fit trooper, from every anchor (units ignored)."""
        key = (size, _gait(kind))
        found = self._contact.get(key)
        if found is None:
            found = self._contact[key] = self._field(size, key[1], 0)
        return found

    def pull(self, size: int, kind: str) -> list[int]:
        """The same to where a trooper stands or will soon come by: what the hive is drawn to."""
        key = (size, _gait(kind))
        found = self._pull.get(key)
        if found is None:
            lanes = 0
            for foe in self.foes:
                lanes |= foe.drawn
            if lanes or not self.foes:
                found = self._field(size, key[1], lanes)
            else:
                found = self.contact(size, kind)
            self._pull[key] = found
        return found

    def stealth(self, size: int, kind: str, move: int, *, hunting: bool) -> list[int]:
        """The distance that draws a xeno: unseen ways to where it can charge from count less than the open way."""
        key = (size, _gait(kind), move, hunting)
        found = self._stealth.get(key)
        if found is None:
            open_way = self.contact(size, kind) if hunting else self.pull(size, kind)
            seen = self.board.anchors_over(self.seen, size)
            ends = geometry.mask_up_to(move, open_way) & ~seen
            found = open_way
            if ends and self.seen:
                hidden = ways(self.board, ends, size, self.doors, self.shut, self.nests | self.seen, key[1])
                found = [
                    a if a <= move else min(a + SEEN_TOLL, b + move, NOWHERE)
                    for a, b in zip(open_way, hidden, strict=True)
                ]
            self._stealth[key] = found
        return found

    def _field(self, size: int, gait: str, lanes: Mask) -> list[int]:
        ends = lanes
        for foe in self.foes:
            ends |= contact_anchors(
                self.board, foe.unit.cell, foe.unit.size, size, self.doors | (self.shut if gait == SURE else 0)
            )
        if not ends:
            goal = self.goals.cells or tuple(u.cell for u in self.state.units.values() if u.cell >= 0)
            ends = geometry.mask_of(goal)
        return ways(self.board, ends, size, self.doors, self.shut, self.nests, gait)


def _gait(kind: str) -> str:
    return kind if kind in (LESSER, "swarm") else SURE


@lru_cache(maxsize=64)
def ways(board: Board, ends: Mask, size: int, doors: Mask, shut: Mask, nests: Mask, gait: str) -> list[int]:
    """Walking distance from every anchor to the nearest of ``ends``, by how the walker deals with closed doors.

    A sure opener pays a point for a door, a lesser creature counts the tries it will take, a swarm never opens any.
    """
    cells = geometry.cells_of(ends)

    def field(opening: Mask) -> list[int]:
        return geometry.field(
            board, cells, doors, size=size, blocked=nests, door_extra=opening, limit=NOWHERE, beyond=NOWHERE
        )

    if gait == SURE:
        return field(shut)
    found = field(0)
    if gait == LESSER and shut:
        found = [a if a <= b + DOOR_TOLL else b + DOOR_TOLL for a, b in zip(found, field(shut), strict=True)]
    return found


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
