"""What troopers' fire costs a xeno: in reaction to a walk, and in their next turn where it came to stand."""

from __future__ import annotations

from collections.abc import Iterable

from ai.hive.front import Foe, Front
from ai.hive.settings import IN_MELEE, ORDER_KILLS, PEEKED, WATCHED
from ai.odds import Pool, harm, points_left
from game.api import Cell, Ctx, Profile, Unit, UnitId, Weapon, geometry, names, queries

COVER = -3
"""A covered target is harder to hit (AT-1)."""
CONE_REACH = 8
"""No cell of a cone is farther away (AT-5)."""


class Fire:
    """Threats under one front; every single shot is worked out once."""

    def __init__(self, front: Front) -> None:
        self.front = front
        self._shots: dict[tuple[UnitId, str, int, int, Cell, bool], float] = {}
        self._stands: dict[tuple[str, int, int, Cell, frozenset[UnitId], float], float] = {}

    # -- single shots ------------------------------------------------------------------------------------------

    def shot(self, ctx: Ctx, foe: Foe, xeno: Unit, profile: Profile, cell: Cell, *, active: bool) -> float:
        """The share of a xeno that one shot, or one order's burst, takes on average when it stands on ``cell``."""
        key = (foe.id, xeno.kind, xeno.form, xeno.wounds, cell, active)
        found = self._shots.get(key)
        if found is None:
            found = self._shots[key] = self._shot(ctx, foe, xeno, profile, cell, active)
        return found

    def _shot(self, ctx: Ctx, foe: Foe, xeno: Unit, profile: Profile, cell: Cell, active: bool) -> float:
        board, unit = self.front.board, foe.unit
        distance = board.range(unit.cell, unit.size, cell, xeno.size)
        covered = self.covered(foe, xeno, cell)
        left = points_left(profile, xeno)
        dodge: Pool = (1, profile.ph) if active else (0, 0)
        best = 0.0
        for gun in foe.guns:
            value = foe.profile.bs + (COVER if covered else 0)
            sure = gun.template == "cone"
            if sure:
                if distance > CONE_REACH:
                    continue
            else:
                band = _band(gun, distance)
                if band is None:
                    continue
                value += band
            dice = gun.burst if active and not gun.template else 1
            hit = harm(ctx, gun, profile, left, (dice, value), dodge, covered=covered, sure=sure)
            best = max(best, 0.5 * hit.kill + 0.5 * hit.wounds / left)
        return best

    def covered(self, foe: Foe, xeno: Unit, cell: Cell) -> bool:
        """Would a xeno on a cell be in cover from a trooper (BD-10)?"""
        front, unit = self.front, foe.unit
        return geometry.cover(front.board, unit.cell, unit.size, cell, xeno.size, front.doors, front.murk)

    # -- a walk ------------------------------------------------------------------------------------------------

    def guns(self, ctx: Ctx) -> list[tuple[Foe, int]]:
        """The troopers who may still shoot in reaction, with the shots they have left (OR-5a)."""
        found: list[tuple[Foe, int]] | None = ctx.memo.get("ai.guns")
        if found is None:
            found = []
            limit = ctx.rules["overwatch"]
            for foe in self.front.foes:
                unit = ctx.state.units.get(foe.id)
                if unit is None or not foe.guns or not foe.stirs:
                    continue
                left = limit - unit.count(names.OVERWATCH)
                if left < 1 or queries.is_marker(unit) or queries.has_effect(ctx, unit, names.WARP_SHADOW):
                    continue
                if not queries.is_engaged(ctx, unit):
                    found.append((foe, left))
            ctx.memo["ai.guns"] = found
        return found

    def on_walk(
        self, ctx: Ctx, xeno: Unit, profile: Profile, cells: Iterable[Cell]
    ) -> tuple[float, list[tuple[Foe, float]]]:
        """Chance-like share lost to reactions along a walk (its start included), and each shot it draws."""
        board, size = self.front.board, xeno.size
        walked = tuple(cells)
        under = 0
        for cell in walked:
            under |= board.footprint_mask(cell, size)
        drawn: list[tuple[Foe, float]] = []
        kept = 1.0
        for foe, _ in self.guns(ctx):
            if not foe.sight & under:
                continue
            near = board.contact_mask(foe.unit.cell, foe.unit.size, self.front.doors)
            worst = 0.0
            for cell in walked:
                mask = board.footprint_mask(cell, size)
                if foe.sight & mask and not near & mask:
                    worst = max(worst, self.shot(ctx, foe, xeno, profile, cell, active=False))
            if worst > 0.0:
                drawn.append((foe, worst))
                kept *= 1.0 - worst
        return 1.0 - kept, drawn

    # -- the troopers' turn --------------------------------------------------------------------------------------

    def share(self, ctx: Ctx, crowd: int) -> float:
        """How much of their fire one xeno among ``crowd`` draws: their orders only go so far."""
        orders = sum(1 for foe in self.front.foes if foe.guns and foe.stirs)
        return round(min(1.0, orders * ORDER_KILLS * 1.4 / max(1, crowd)), 2)

    def standing(self, ctx: Ctx, xeno: Unit, profile: Profile, cell: Cell, share: float, *, melee: bool) -> float:
        """Share lost in the troopers' next turn to those who can shoot at ``cell``."""
        front = self.front
        mask = 1 << cell if xeno.size == 1 else front.board.footprint_mask(cell, xeno.size)
        if not front.seen & mask:
            if melee:
                return 0.0
            if front.watched & mask:
                return WATCHED * share
            return PEEKED * share if front.peeked & mask else 0.0
        held = self._held(ctx)
        key = (xeno.kind, xeno.form, xeno.wounds, cell, held, share)
        found = self._stands.get(key)
        if found is None:
            found = self._stands[key] = self._standing(ctx, xeno, profile, cell, share, held)
        return found * IN_MELEE if melee else found

    def _standing(
        self, ctx: Ctx, xeno: Unit, profile: Profile, cell: Cell, share: float, held: frozenset[UnitId]
    ) -> float:
        kept = 1.0
        for foe in self._shooters(xeno, cell, held):
            kept *= 1.0 - min(1.0, share * self.shot(ctx, foe, xeno, profile, cell, active=True))
        return 1.0 - kept

    def _shooters(self, xeno: Unit, cell: Cell, held: frozenset[UnitId]) -> list[Foe]:
        board = self.front.board
        mask = board.footprint_mask(cell, xeno.size)
        near = board.contact_mask(cell, xeno.size, self.front.doors)
        return [
            foe
            for foe in self.front.foes
            if foe.guns and foe.stirs and foe.id not in held and foe.sight & mask
            if not near & board.footprint_mask(foe.unit.cell, foe.unit.size)
        ]

    def shooters(self, ctx: Ctx, xeno: Unit, profile: Profile, cell: Cell) -> list[bool]:
        """For each trooper whose fire at a xeno on a cell counts whether it finds cover in the way."""
        return [
            self.covered(foe, xeno, cell)
            for foe in self._shooters(xeno, cell, self._held(ctx))
            if self.shot(ctx, foe, xeno, profile, cell, active=True) > 0
        ]

    def _held(self, ctx: Ctx) -> frozenset[UnitId]:
        """The troopers who are engaged now and shoot at nobody."""
        found: frozenset[UnitId] | None = ctx.memo.get("ai.held")
        if found is None:
            units = ctx.state.units
            found = frozenset(
                foe.id for foe in self.front.foes if foe.id not in units or queries.is_engaged(ctx, units[foe.id])
            )
            ctx.memo["ai.held"] = found
        return found


def _band(gun: Weapon, distance: int) -> int | None:
    for reach, modifier in gun.bands:
        if distance <= reach:
            return modifier
    return None
