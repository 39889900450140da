"""One walk, step by step: what each costs, what bars it, and where contact ends it (MV-1, MV-2, BD-3, BD-11)."""

from __future__ import annotations

from functools import lru_cache

from game.board import Board, Mask, Terrain
from game.core.refusal import Refusal, refuse
from game.core.state import Unit
from game.core.tx import Ctx
from game.core.types import Cell, Path, UnitId, door_of, door_step
from game.rules.skirmish.moving.ground import access_doors, blocked_cells, closable_doors, halts, openable_doors
from game.rules.skirmish.queries import door_rule


class Walk:
    """One walk being judged: where the mover is, how the doors stand, what it has spent."""

    __slots__ = ("at", "barred", "blocked", "ctx", "doors", "free", "held", "spent", "unit", "worked")

    def __init__(self, ctx: Ctx, unit: Unit, held: tuple[UnitId, ...], *, barred: Mask = 0) -> None:
        """Begin where the unit stands; ``held`` are those that engage it, ``barred`` are anchors it keeps off."""
        self.ctx = ctx
        self.barred = barred
        self.unit = unit
        self.held = held
        self.at = unit.cell
        self.doors = ctx.state.doors
        self.blocked = blocked_cells(ctx, unit)
        self.spent = 0
        self.worked = 0
        self.free = not held

    def refusal(self, path: Path, points: int, *, climb: bool) -> Refusal | None:
        """Why the whole path cannot be walked, or None; it ends at the first contact (MV-2)."""
        last = len(path) - 1
        for index, step in enumerate(path):
            refusal = self.take(step, climb=climb)
            if refusal is not None:
                return refusal
            if self.spent > points:
                return refuse("TOO_FAR", "MV-1", points=points)
            if self.halted() and index != last:
                return refuse("STOPS_IN_CONTACT", "MV-2", cell=self.at)
        if self.held and not self.free:
            return refuse("NOT_LEAVING", "OR-6", unit=self.unit.id)
        return None

    def take(self, step: int, *, climb: bool) -> Refusal | None:
        """Take one step, or work one door: the mover is where it leads, unless that is refused."""
        return self._work(door_of(step)) if step < 0 else self._enter(step, climb=climb)

    def copy(self) -> Walk:
        """A walk that goes on from here by itself."""
        other = Walk.__new__(Walk)
        for name in Walk.__slots__:
            setattr(other, name, getattr(self, name))
        return other

    def halted(self) -> bool:
        """Does contact end the walk here? Enemies it started in contact with count once it has left them."""
        ctx, unit = self.ctx, self.unit
        if not self.held:
            return bool(halts(ctx, unit, self.doors) >> self.at & 1)
        if halts(ctx, unit, self.doors, self.held) >> self.at & 1:
            self.free = self.free or not self._touches_held()
            return True
        touching = self._touches_held()
        if touching and self.free:
            self.free = False
            return True
        self.free = self.free or not touching
        return False

    def _touches_held(self) -> bool:
        board, units = self.ctx.board, self.ctx.state.units
        near = board.contact_mask(self.at, self.unit.size, self.doors)
        return any(near & board.footprint_mask(units[i].cell, units[i].size) for i in self.held)

    def _enter(self, cell: Cell, *, climb: bool) -> Refusal | None:
        board, size = self.ctx.board, self.unit.size
        if cell >= board.size:
            return refuse("NO_SUCH_STEP", "BD-3", cell=cell)
        cost = board.step_cost(self.at, cell, self.doors, size=size, climb=climb)
        if cost is None:
            if any(board.is_shut(c, self.doors) for c in board.footprint(cell, size)):
                return refuse("DOOR_CLOSED", "BD-11", cell=cell)
            if any(board.terrain[c] is Terrain.PIT for c in board.footprint(cell, size)):
                return refuse("NEEDS_JUMP", "BD-2", cell=cell)
            return refuse("NO_SUCH_STEP", "BD-3", cell=cell)
        if self.blocked & board.footprint_mask(cell, size):
            return refuse("OCCUPIED", "BD-5", cell=cell)
        if self.barred >> cell & 1:
            return refuse("NO_SUCH_STEP", "BD-3", cell=cell)
        self.at = cell
        self.spent += cost
        return None

    def _work(self, door: int) -> Refusal | None:
        ctx, board, unit = self.ctx, self.ctx.board, self.unit
        if door >= len(board.doors):
            return refuse("NO_SUCH_DOOR", "BD-11", door=door)
        bit = 1 << door
        if not access_doors(ctx, self.at, unit.size) & bit:
            return refuse("NOT_AT_DOOR", "BD-11", door=door)
        if (self.worked | ctx.state.sides[unit.side].worked) & bit:
            return refuse("DOOR_WORKED", "BD-11", door=door)
        if not self.doors & bit:
            if ctx.state.sealed & bit:
                return refuse("SEALED", "BD-11", door=door)
            if not openable_doors(ctx, unit) & bit:
                return refuse("CANNOT_OPEN", "BD-11", door=door)
            if self.worked and not door_rule(ctx, unit).sure:
                return refuse("CANNOT_OPEN", "HM-A6", door=door)
        elif not closable_doors(ctx, unit) & bit or self._on_leaf(door):
            return refuse("CANNOT_CLOSE", "BD-11", door=door)
        self.doors ^= bit
        self.worked |= bit
        self.spent += 1
        return None

    def _on_leaf(self, door: int) -> bool:
        under = self.ctx.board.footprint(self.at, self.unit.size)
        return any(cell in under for cell in self.ctx.board.doors[door].cells)


@lru_cache(maxsize=16)
def has_open_corners(board: Board) -> bool:
    """Is there a door round whose corner one could step or touch, were it open?

    In a wall there is none. Elsewhere a door may be worked for the sake of a diagonal beside it, which no search
    over cells alone finds (BD-3).
    """
    closed = (Terrain.WALL, Terrain.PIT)
    for door in board.doors:
        for leaf in door.cells:
            x, y = board.xy(leaf)
            for dx, dy in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
                if board.inside(x + dx, y + dy):
                    ends = board.cell(x + dx, y), board.cell(x, y + dy)
                    if all(board.terrain[end] not in closed and end not in door.cells for end in ends):
                        return True
    return False


def every_walk(start: Walk, points: int, *, climb: bool) -> list[Path]:
    """The cheapest walk to each end but the start, and to each end that works a door last, by trying every step.

    By rising cost, then cell, walks that end in a step first; of equal ones the first in the order of cells (C-8).
    """
    board = start.ctx.board
    tries = [door_step(door.id) for door in board.doors]
    found: dict[tuple[Cell, int], tuple[int, Path]] = {}
    settled: set[tuple[Cell, Mask, bool]] = set()
    waiting: list[list[tuple[Walk, Path]]] = [[] for _ in range(points + 1)]
    waiting[0].append((start, ()))
    for spent, reached in enumerate(waiting):
        for walk, path in reached:
            halted = bool(path) and walk.halted()
            if path and walk.free:
                last = path[-1]
                found.setdefault((walk.at, -1 if last >= 0 else door_of(last)), (spent, path))
            key = (walk.at, walk.doors, walk.free)
            if halted or key in settled:
                continue
            settled.add(key)
            for step in (*board.neighbours(walk.at), *tries):
                onward = walk.copy()
                if onward.take(step, climb=climb) is None and onward.spent <= points:
                    waiting[onward.spent].append((onward, (*path, step)))
    found.pop((start.at, -1), None)
    order = sorted(found.items(), key=lambda item: (item[0][1] >= 0, item[1][0], item[0]))
    return [path for _, (_, path) in order]
