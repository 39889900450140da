"""Where new creatures, markers and nests go, and which creature it is to be."""

from __future__ import annotations

from ai.hive.choice import Choice
from ai.hive.front import SURE_CLASSES, Front, near_cells
from ai.hive.muster import Muster
from ai.hive.settings import (
    APPROACH,
    NEST_NEAR,
    NOWHERE,
    PEEKED,
    READY,
    WATCHED,
    XENO_WORTH,
)
from game.api import (
    NO_CELL,
    Cell,
    Ctx,
    Mask,
    Pass,
    Profile,
    Unit,
    UnitKind,
    geometry,
    hive_actions,
    hive_locations,
    hive_nests,
    hive_placement,
    hive_tasks,
    names,
    queries,
)

TERMS = ("creature", "ready", "approach", "exposed", "intercept", "jam", "clump", "door")
SHORTLIST = 40
"""So many of the best cells on first sight are looked at again for each creature."""
LOOKED_AT = 160
"""So many legal cells are looked at, those nearest to where the hive is drawn."""
GAS_MOST = 6
"""Steps that it spreads at most."""


class Placing:
    """Placements under one front; the ranking of cells serves a whole brood."""

    def __init__(self, front: Front) -> None:
        self.front = front
        self._ranked: dict[str, list[tuple[float, Cell]]] = {}

    # -- creatures -----------------------------------------------------------------------------------------------

    def creatures(self, ctx: Ctx, task: hive_tasks.Reinforcement, muster: Muster) -> list[Choice]:
        """The best cells for the next new creature, for each kind that it may be."""
        grounds = hive_placement.grounds(ctx)
        found: list[Choice] = []
        for name in task.kinds:
            kind = ctx.game.kinds[name]
            found += self._for_kind(kind, grounds.anchors(kind.profiles[0].size), muster, task.side)
        found.append(Choice(0.0, Pass()))
        return found

    def births(self, ctx: Ctx, task: hive_tasks.NestPlace, muster: Muster) -> list[Choice]:
        """The best cells beside a nest for its next creature."""
        kind = ctx.game.kinds[task.kind]
        nest = ctx.state.markers[task.nest]
        cells = geometry.cells_of(hive_nests.birth_cells(ctx, nest))
        found = [self._choice(kind, cell, muster, task.side) for cell in cells]
        found.append(Choice(-1000.0, Pass()))
        return found

    def _for_kind(self, kind: UnitKind, legal: Mask, muster: Muster, side: str) -> list[Choice]:
        ranked = self._ranked.get(kind.id)
        if ranked is None:
            ranked = self._ranked[kind.id] = self._rank(kind, legal)
        found: list[Choice] = []
        for _, cell in ranked:
            if legal >> cell & 1:
                found.append(self._choice(kind, cell, muster, side))
                if len(found) >= SHORTLIST:
                    break
        return found

    def _rank(self, kind: UnitKind, legal: Mask) -> list[tuple[float, Cell]]:
        profile = kind.profiles[0]
        pull = self.front.pull(profile.size, profile.type)
        nearest = sorted(geometry.cells_of(legal), key=lambda cell: (pull[cell], cell))[:LOOKED_AT]
        scored = [(sum(self._place(kind, profile, cell)), cell) for cell in nearest]
        scored.sort(key=lambda pair: (-pair[0], pair[1]))
        return scored

    def _place(self, kind: UnitKind, profile: Profile, cell: Cell) -> tuple[float, float, float]:
        """Readiness to charge, distance, and the danger of being found first."""
        front, cost = self.front, max(kind.cost, 1)
        mov = max(1, pace_of(kind))
        away = front.pull(profile.size, profile.type)[cell]
        contact = front.contact(profile.size, profile.type)[cell] if front.foes else NOWHERE
        ready = READY * cost if contact <= mov else READY * 0.5 * cost if away <= mov else 0.0
        approach = -APPROACH * cost * max(0, away - mov // 2) / mov
        under = front.board.footprint_mask(cell, profile.size)
        risk = WATCHED if front.watched & under else PEEKED if front.peeked & under else 0.0
        return ready, approach, -XENO_WORTH * cost * risk

    def _choice(self, kind: UnitKind, cell: Cell, muster: Muster, side: str) -> Choice:
        profile = kind.profiles[0]
        ready, approach, exposed = self._place(kind, profile, cell)
        there = Unit(0, kind.id, side, NO_CELL, profile.size)
        intercept = muster.intercept(there, cell)
        jam = -muster.jam(there, profile, cell)
        clump = -muster.clump(there, cell, charging=False)
        door = self._door(profile, cell, muster) if muster.ranks.stuck and profile.type in SURE_CLASSES else 0.0
        terms = (float(kind.cost), ready, approach, exposed, intercept, jam, clump, door)
        return Choice(sum(terms), hive_actions.PlaceXeno(kind.id, cell), TERMS, terms)

    def _door(self, profile: Profile, cell: Cell, muster: Muster) -> float:
        """Where one who opens doors stands close to a door that keeps others back."""
        board, near = self.front.board, max(2, profile.mov[0] // 2 + 1)
        return max(
            (
                muster.opening(door)
                for door in geometry.cells_of(self.front.shut)
                if board.range(cell, profile.size, board.doors[door].cells[0], 1) <= near
            ),
            default=0.0,
        )

    # -- markers and nests -----------------------------------------------------------------------------------------

    def markers(self, ctx: Ctx, task: hive_tasks.MarkerChoice) -> list[Choice]:
        """The best cells for an infestation marker or a nest."""
        free = hive_locations.location_cells(ctx)
        if task.kind == names.NEST:
            found = [self._put(self._nest(ctx, cell), cell) for cell in geometry.cells_of(free)]
        else:
            near = 0
            for foe in self.front.foes:
                for cell in (foe.unit.cell, *foe.lane[6:16:3]):
                    near |= near_cells(self.front.board, cell, GAS_MOST)
            found = [self._put(self._infestation(cell), cell) for cell in geometry.cells_of(free & near or free)]
        found.append(Choice(-1000.0, Pass()))
        return found

    def _put(self, score: float, cell: Cell) -> Choice:
        return Choice(score, hive_actions.PlaceMarker(cell), ("place",), (score,))

    def _infestation(self, cell: Cell) -> float:
        """Close to many troopers, and to where they are going, but not under their feet."""
        total = 0.0
        for foe in self.front.foes:
            near = self.front.board.range(foe.unit.cell, foe.unit.size, cell, 1)
            if near <= GAS_MOST + 2 or foe.lane:
                ahead = min((self.front.board.range(step, 1, cell, 1) for step in foe.lane[6:16:3]), default=99)
                away = max(2, min(near, ahead))
                total += foe.worth * max(0.0, GAS_MOST + 1 - away) / GAS_MOST
        return total - (2.0 if self.front.seen >> cell & 1 else 0.0)

    def _nest(self, ctx: Ctx, cell: Cell) -> float:
        """Out of sight, with room around it, near enough for its brood and far enough from the troopers."""
        front = self.front
        away = front.contact(1, "lesser")[cell] if front.foes else NEST_NEAR
        beside = ctx.board.contact_mask(cell, 1, ctx.state.doors)
        room = (beside & ~hive_placement.solid_cells(ctx) & ~hive_placement.taken_cells(ctx)).bit_count()
        score = 2.0 * min(room, 6) - abs(min(away, 60) - NEST_NEAR) * 0.5
        if front.goals.nests:
            score += 0.6 * min(away, 40)
        if front.seen >> cell & 1:
            score -= 12.0
        elif front.watched >> cell & 1 or front.peeked >> cell & 1:
            score -= 5.0
        return score - (3.0 if front.narrow >> cell & 1 else 0.0)


def pace_of(kind: UnitKind) -> int:
    """Cells that a creature moves: a seed moves as what hatches from it (TR-29)."""
    return kind.profiles[-1 if kind.transmutation else 0].mov[0]


def nest_brood(ctx: Ctx, task: hive_tasks.NestChoice, front: Front) -> list[Choice]:
    """Stealers where they can strike soon or room is short, gaunts where many shots must be drawn."""
    nest = ctx.state.markers[task.nest]
    room = hive_nests.birth_cells(ctx, nest).bit_count()
    gaunts = sum(1 for unit in queries.xenos(ctx) if unit.kind == "gaunt")
    thirst = 2 * len(front.foes) - gaunts
    found = []
    for kind, count in hive_nests.NEST_OUTPUT.items():
        if kind in hive_nests.output_kinds(ctx):
            made = min(room, count)
            cost = ctx.game.kinds[kind].cost
            bonus = 0.5 * thirst if kind == "gaunt" else 0.0
            terms = (float(made * cost), bonus)
            found.append(Choice(sum(terms), hive_actions.UseNest(kind), ("creature", "screen"), terms))
    return found or [Choice(0.0, Pass())]
