"""Where a side's goals take its units, and how far that is (MS-2)."""

from __future__ import annotations

from functools import lru_cache

from game.api import Board, Cell, Ctx, Marker, Objective, Side, Unit, geometry, names, objectives, queries

FAR = geometry.UNREACHED
"""The distance of whoever has no goal to walk to, or no way there."""
_KINDS = {"console": names.CONSOLE, "nests": names.NEST}
_KILLS = frozenset({"eliminate", "overrun"})


@lru_cache(maxsize=128)
def _ways(board: Board, cells: tuple[Cell, ...]) -> geometry.Distances:
    """Path distances to some cells with all doors open, pits and ledges as IM-A5 counts them."""
    return geometry.Distances(board, cells, board.all_doors, gait=geometry.Gait.ROUGH)


class Aims:
    """The open goals of a side as cells; ``fights`` when enemies are what it is about, ``holds`` zones to be kept."""

    def __init__(self, ctx: Ctx, side: Side) -> None:
        self.ctx = ctx
        self.side = side
        goal = objectives.side_objective(ctx, side)
        memory = ctx.state.ext["missions"]
        self.open: list[Objective] = [
            part
            for part in (objectives.leaves(goal) if goal is not None else ())
            if not objectives.TESTS[part.kind](ctx, memory, side, part, part.kind not in ("survive", "keep"))
        ]
        hive = ctx.game.side_kinds[side] == "hive"
        self.fights = hive or any(part.kind in _KILLS for part in self.open)
        self.holds = [part.zone for part in self.open if part.kind == "hold"]
        self._common = self._cells(hive)
        self._items = [part for part in self.open if part.kind == "carry"]

    @property
    def walks(self) -> bool:
        """Is there anything on the board to walk to?"""
        return bool(self._common or self._items)

    def _cells(self, hive: bool) -> tuple[Cell, ...]:
        board, found = self.ctx.board, set[Cell]()
        consoles_left = any(part.kind == "console" for part in self.open)
        for part in self.open:
            if part.kind == "hold" or (part.kind == "exit" and not consoles_left):
                found |= set(board.zones.get(part.zone or "exit", ()))
            elif part.kind in _KINDS:
                found |= {marker.cell for marker in self._wanted(part, _KINDS[part.kind])}
        if self.fights:
            kinds = {part.target for part in self.open if part.kind == "eliminate"} - {"", "all"}
            for foe in queries.foes_of(self.ctx, self.side):
                named = foe.kind in kinds or queries.profile_of(self.ctx, foe).type in kinds
                if queries.is_fit(foe) and (hive or not kinds or named):
                    found |= set(board.footprint(foe.cell, foe.size))
        return tuple(sorted(found))

    def _wanted(self, part: Objective, kind: str) -> list[Marker]:
        return [
            marker
            for marker in self.ctx.state.markers.values()
            if marker.kind == kind
            and part.target in ("", marker.name)
            and not marker.carrier
            and not dict(marker.counters).get("used")
        ]

    def cells_of(self, unit: Unit) -> tuple[Cell, ...]:
        """The cells that this unit's goals are about."""
        found = set(self._common)
        for part in self._items:
            own = [m for m in self.ctx.state.markers.values() if m.kind == names.ITEM and m.carrier == unit.id]
            if any(part.target in ("", marker.name) for marker in own):
                return tuple(sorted(self.ctx.board.zones.get(part.zone or "exit", ())))
            found |= {marker.cell for marker in self._wanted(part, names.ITEM)}
        return tuple(sorted(found))

    def wants(self, marker: Marker) -> bool:
        """Is something to be done with this marker?"""
        return any(
            marker in self._wanted(part, kind)
            for part in self.open
            for kind in [_KINDS.get(part.kind, names.ITEM if part.kind == "carry" else "")]
        )

    def distance(self, unit: Unit, cell: Cell) -> int:
        """Points from a cell to the nearest thing that the unit's goals are about; ``FAR`` if there is none."""
        cells = self.cells_of(unit)
        if not cells or cell < 0:
            return FAR
        return _ways(self.ctx.board, cells).nearest(self.ctx.board.footprint_mask(cell, unit.size))


def aims_of(ctx: Ctx, side: Side) -> Aims:
    """The aims of a side at a table, worked out once."""
    key = ("card.aims", side)
    found: Aims | None = ctx.memo.get(key)
    if found is None:
        found = ctx.memo[key] = Aims(ctx, side)
    return found
