"""How many enemies could attack a unit where it stands in their next turn, by the board alone: reach and sight."""

from __future__ import annotations

from typing import NamedTuple

from game.api import Cell, Ctx, Mask, Unit, geometry, moves, names, queries, weapons_for

HIDDEN_SHARE = 0.5
"""What one who shoots at a target in cover counts; one who has it in the open counts 1."""


class Foe(NamedTuple):
    """An enemy: the anchors it can walk to, the cells it sees, and how far its guns carry (0: it has none)."""

    unit: Unit
    reach: Mask
    sight: Mask
    range: int


class Danger:
    """The enemies of one unit at one table, the unit itself taken away, or standing ``at`` a cell."""

    def __init__(self, ctx: Ctx, unit: Unit, *, at: Cell = -1) -> None:
        self.ctx = ctx
        self.unit = unit
        board, state = ctx.board, ctx.state
        own = 0
        for friend in queries.friends_of(ctx, unit.side):
            if friend.id != unit.id:
                own |= board.footprint_mask(friend.cell, friend.size)
        if at >= 0:
            own |= board.footprint_mask(at, unit.size)
        self._own = own | moves.nest_cells(ctx)
        self._contacts: dict[tuple[Cell, int], Mask] = {}
        self.foes = [self._foe(foe) for foe in queries.foes_of(ctx, unit.side) if self._acts(foe)]
        self._doors = state.doors

    def _acts(self, foe: Unit) -> bool:
        held = any(state in names.IMMOBILE for state in foe.states)
        return queries.is_fit(foe) and not queries.is_marker(foe) and not held

    def _foe(self, foe: Unit) -> Foe:
        ctx, board = self.ctx, self.ctx.board
        profile = queries.profile_of(ctx, foe)
        hive, engaged = queries.is_hive(ctx, foe), bool(queries.engaged_with(ctx, foe))
        reach = 1 << foe.cell if hive and profile.type != "spore" else 0
        if reach and not engaged:
            sure = queries.door_rule(ctx, foe).sure
            opens = moves.openable_doors(ctx, foe) if sure else 0
            near = geometry.contact_anchors(board, self._own, foe.size, ctx.state.doors | opens)
            reach = geometry.reach(
                board,
                foe.cell,
                profile.mov[0],
                ctx.state.doors,
                size=foe.size,
                blocked=self._own,
                stops=near,
                openable=opens,
            ).cells
        guns = [w for w in weapons_for(ctx, foe, "bs") if w.damage]
        shoots = guns and not engaged
        far = max((8 if w.template == "cone" else w.bands[-1][0] if w.bands else 8) for w in guns) if shoots else 0
        return Foe(foe, reach, queries.sight_mask(ctx, foe) if shoots else 0, far)

    def _beside(self, cell: Cell, size: int) -> Mask:
        """The anchors from which an enemy of that size touches the unit at a cell."""
        found = self._contacts.get((cell, size))
        if found is None:
            under = self.ctx.board.footprint_mask(cell, self.unit.size)
            found = geometry.contact_anchors(self.ctx.board, under, size, self.ctx.state.doors)
            self._contacts[cell, size] = found
        return found

    def at(self, cell: Cell) -> tuple[int, float]:
        """How many enemies could attack the unit on a cell, and how much that counts, cover taken off."""
        board, state = self.ctx.board, self.ctx.state
        under = board.footprint_mask(cell, self.unit.size)
        number, weight = 0, 0.0
        for foe in self.foes:
            if foe.reach & self._beside(cell, foe.unit.size):
                number += 1
                weight += 1.0
            elif foe.sight & under:
                away = board.range(foe.unit.cell, foe.unit.size, cell, self.unit.size)
                if away <= foe.range:
                    number += 1
                    covered = geometry.cover(
                        board, foe.unit.cell, foe.unit.size, cell, self.unit.size, state.doors, state.murk
                    )
                    weight += HIDDEN_SHARE if covered else 1.0
        return number, weight

    @property
    def ground(self) -> Mask:
        """The cells on which an enemy could be after its walk."""
        found = 0
        for foe in self.foes:
            found |= foe.reach | self.ctx.board.footprint_mask(foe.unit.cell, foe.unit.size)
        return found

    def strikes(self, other: Unit) -> int:
        """How many enemies could come into contact with a friend."""
        under = self.ctx.board.footprint_mask(other.cell, other.size)
        return sum(
            1
            for foe in self.foes
            if foe.reach & geometry.contact_anchors(self.ctx.board, under, foe.unit.size, self._doors)
        )


def danger_of(ctx: Ctx, unit: Unit) -> Danger:
    """The danger of a unit at a table, worked out once."""
    key = ("card.danger", unit.id, unit.cell, unit.size)
    found: Danger | None = ctx.memo.get(key)
    if found is None:
        found = ctx.memo[key] = Danger(ctx, unit)
    return found
