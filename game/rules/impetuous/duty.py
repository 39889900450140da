"""The ranked duty of movement: contact, else full MOV towards the enemy's zone, else Idle (IM-22 to IM-33)."""

from __future__ import annotations

from dataclasses import dataclass

from game.board import Gait, Mask, Terrain, cells_of
from game.core.refusal import Refusal, refuse
from game.core.state import Unit
from game.core.tx import Ctx
from game.core.types import Cell, Path
from game.rules.impetuous.names import IMPETUOUS
from game.rules.impetuous.routes import Routes, gaps, routes
from game.rules.impetuous.zone import Far, distances, within
from game.rules.skirmish.leaps import entire_points, landings
from game.rules.skirmish.moves import blocked_cells, halts, holding, movement_points, openable_doors, walk_refusal
from game.rules.skirmish.moving.judging import Walk
from game.rules.skirmish.tasks import running_order

CONTACT, ADVANCE, ZONE, IDLE = "contact", "advance", "zone", "idle"
"""The options in their order: reach an enemy (IM-24); head for the zone (IM-25); move about in it (IM-30); nothing
of that (IM-29)."""


@dataclass(frozen=True, slots=True)
class Duty:
    """The first option that a unit can take with one movement, and where that may end.

    Attributes:
        option: ``contact``, ``advance``, ``zone`` or ``idle``.
        ends: The anchors where the movement may end, by points, then cell; none for ``idle``.
        full: The points that ``advance`` asks for, the largest spend of an end nearer to the zone (IM-A6); else 0.
        here: The distance of the start from the zone (IM-A5).
        far: That distance for every anchor.
        open: All walks that the unit could take, were it free.
        legal: Those that never lead farther from the zone than the start (IM-26), or out of it (IM-30).
    """

    option: str
    ends: tuple[Cell, ...]
    full: int
    here: int
    far: Far
    open: Routes
    legal: Routes

    def path(self, end: Cell) -> Path:
        """The cheapest legal route to one of the ends."""
        return self.legal.path(end)


def duty(ctx: Ctx, unit: Unit, points: int, *, climb: bool = False) -> Duty:
    """What ``unit`` must do with a Move (or Climb) of so many points, begun where it stands."""
    key = ("duty", unit.id, unit.cell, unit.size, unit.form, points, climb)
    found: Duty | None = ctx.memo.get(key)
    if found is None:
        found = ctx.memo[key] = _duty(ctx, unit, points, climb=climb)
    return found


def _duty(ctx: Ctx, unit: Unit, points: int, *, climb: bool) -> Duty:
    far = distances(ctx, unit)
    here = far[unit.cell]
    free = routes(ctx, unit, points, climb=climb)
    if free.touching:
        return Duty(CONTACT, _listed(free, free.touching), 0, here, far, free, free)
    barred = (1 << ctx.board.size) - 1 & ~within(far, here)
    legal = routes(ctx, unit, points, climb=climb, barred=barred) if barred & free.cells else free
    if here == 0:
        about = legal.cells & ~(1 << unit.cell)
        return Duty(ZONE if about else IDLE, _listed(legal, about), 0, here, far, free, legal)
    nearer = legal.cells & within(far, here - 1)
    for spend in range(len(legal.rings) - 1, 0, -1):
        fullest = legal.rings[spend] & nearer
        if fullest:
            ends = fullest & far.at(far.nearest(fullest))
            ends |= _held_up(ctx, unit, far, legal, nearer, points, climb=climb)
            return Duty(ADVANCE, _listed(legal, ends), spend, here, far, free, legal)
    return Duty(IDLE, (), 0, here, far, free, legal)


def _listed(found: Routes, ends: Mask) -> tuple[Cell, ...]:
    return tuple([cell for ring in found.rings for cell in cells_of(ring & ends)])


def _held_up(ctx: Ctx, unit: Unit, far: Far, legal: Routes, nearer: Mask, points: int, *, climb: bool) -> Mask:
    """The ends in special terrain or before a gap whose next nearer step cannot be paid, or is none (IM-32, IM-33)."""
    board, state = ctx.board, ctx.state
    beyond = gaps(board, unit.size, climb=climb)
    before_gaps = 0
    for _, anchors in beyond:
        before_gaps |= anchors
    candidates = nearer & (legal.special | before_gaps)
    if not candidates:
        return 0
    gait = Gait.CLIMB if climb else Gait.WALK
    table = board.step_table(state.doors, openable=openable_doors(ctx, unit), size=unit.size, gait=gait).ahead
    taken = board.anchors_over(blocked_cells(ctx, unit), unit.size)
    found = 0
    for cell in cells_of(candidates):
        left, away = points - legal.spend(cell), far[cell]
        ways = legal.after(ctx, unit, cell, left, climb=climb) if legal.tried else table.row(cell)
        goes_on = any(cost <= left and not taken >> onward & 1 and far[onward] < away for onward, cost in ways)
        gap = any(anchors >> cell & 1 and far[cell + shift] < away for shift, anchors in beyond)
        if not goes_on and (gap or legal.special >> cell & 1):
            found |= 1 << cell
    return found


# -- verdicts -------------------------------------------------------------------------------------------------------


def points_now(ctx: Ctx, unit: Unit) -> int:
    """The MOV value of the unit's next Move: MOV a, or MOV b for the second of its impetuous order (D-I24)."""
    order = running_order(ctx)
    second = order is not None and order.kind == IMPETUOUS and order.actor == unit.id and bool(order.skills)
    return movement_points(ctx, unit, int(second), prone=False)


def why_not(ctx: Ctx, unit: Unit, cell: Cell, points: int | None = None, *, climb: bool = False) -> Refusal | None:
    """The clause that keeps an impetuous Move of ``unit`` from ending at ``cell``; None for a legal end.

    ``points`` are those of the unit's next Move unless given.
    """
    found = duty(ctx, unit, points_now(ctx, unit) if points is None else points, climb=climb)
    if cell in found.ends:
        return None
    if cell == unit.cell:
        return _stay(found, cell)
    if not 0 <= cell < ctx.board.size or not found.open.cells >> cell & 1:
        return _unreachable(ctx, unit, cell)
    if found.option == CONTACT:
        return refuse("CONTACT_POSSIBLE", "IM-23", cell=cell)
    away = found.far[cell]
    if found.here == 0:
        return refuse("LEAVES_ZONE", "IM-30", cell=cell)
    if away > found.here or not found.legal.cells >> cell & 1:
        return refuse("DOUBLES_BACK", "IM-26", cell=cell)
    if away == found.here:
        return refuse("NOT_NEARER", "IM-25", cell=cell)
    if found.legal.spend(cell) < found.full:
        return refuse("NOT_FULL_MOV", "IM-22", cell=cell, points=found.full)
    return refuse("NOT_NEAREST", "IM-28", cell=cell)


def _stay(found: Duty, cell: Cell) -> Refusal | None:
    """Staying is legal only where nothing else is (IM-29); a Move in the zone has at least one step (MV-1)."""
    if found.option == IDLE:
        return None
    if found.option == CONTACT:
        return refuse("CONTACT_POSSIBLE", "IM-23", cell=cell)
    if found.option == ZONE:
        return refuse("NO_STEP_TAKEN", "MV-1")
    return refuse("NOT_FULL_MOV", "IM-22", cell=cell, points=found.full)


def _unreachable(ctx: Ctx, unit: Unit, cell: Cell) -> Refusal:
    """Why the unit could not walk there if it were free to."""
    board, state = ctx.board, ctx.state
    under = board.footprint(cell, unit.size) if 0 <= cell < board.size else ()
    ground = [board.terrain[part] for part in under]
    if not under or Terrain.WALL in ground:
        return refuse("NO_SUCH_STEP", "BD-3", cell=cell)
    if Terrain.PIT in ground:
        return refuse("NEEDS_JUMP", "BD-2", cell=cell)
    if blocked_cells(ctx, unit) & board.footprint_mask(cell, unit.size):
        return refuse("OCCUPIED", "BD-5", cell=cell)
    shut = [board.door_at[part] for part in under if board.is_shut(part, state.doors)]
    if shut and not openable_doors(ctx, unit) >> shut[0] & 1:
        return refuse("SEALED" if state.sealed >> shut[0] & 1 else "DOOR_CLOSED", "BD-11", door=shut[0], cell=cell)
    return refuse("OUT_OF_REACH", "MV-1", cell=cell)


def walk_bar(ctx: Ctx, unit: Unit, path: Path, points: int, *, climb: bool = False) -> Refusal | None:
    """Why an impetuous Move (or Climb) may not lead along ``path``, or None: its route, then its end."""
    found = duty(ctx, unit, points, climb=climb)
    if not path and not climb:
        return _stay(found, unit.cell)
    refusal = walk_refusal(ctx, unit, path, points, climb=climb)
    if refusal is not None:
        return refusal
    steps = [step for step in path if step >= 0]
    end = steps[-1] if steps else unit.cell
    walked = _walked(ctx, unit, path, climb=climb)
    if found.option == CONTACT:
        if not walked.halted():
            return refuse("CONTACT_POSSIBLE", "IM-23", cell=end)
    else:
        for step in steps:
            if found.far[step] > found.here:
                return refuse("DOUBLES_BACK", "IM-26", cell=step) if found.here else _out(step)
    refusal = why_not(ctx, unit, end, points, climb=climb)
    if refusal is None and end == unit.cell:
        return refuse("NOT_NEARER", "IM-29", cell=end)
    if refusal is None or refusal.code != "NOT_FULL_MOV" or end == unit.cell:
        return refusal
    return refuse("NOT_NEAREST", "IM-28", cell=end) if walked.spent >= found.full else refusal


def _out(cell: Cell) -> Refusal:
    return refuse("LEAVES_ZONE", "IM-30", cell=cell)


def _walked(ctx: Ctx, unit: Unit, path: Path, *, climb: bool) -> Walk:
    """A path that was judged, walked to its end."""
    walk = Walk(ctx, unit, holding(ctx, unit))
    for step in path:
        walk.take(step, climb=climb)
    return walk


# -- jumps ----------------------------------------------------------------------------------------------------------


def jump_ends(ctx: Ctx, unit: Unit) -> tuple[Cell, ...]:
    """Where an impetuous Jump may land: contact first, else the nearest of each direction's farthest (IM-A10)."""
    key = ("jump duty", unit.id, unit.cell, unit.size, unit.form)
    found: tuple[Cell, ...] | None = ctx.memo.get(key)
    if found is None:
        found = ctx.memo[key] = _jump_ends(ctx, unit)
    return found


def _jump_ends(ctx: Ctx, unit: Unit) -> tuple[Cell, ...]:
    ways = landings(ctx, unit)
    touching = halts(ctx, unit, ctx.state.doors)
    contact = tuple(cell for cell in ways if touching >> cell & 1)
    if contact:
        return contact
    far = distances(ctx, unit)
    here = far[unit.cell]
    legal = {cell: flown for cell, flown in ways.items() if all(far[passed] <= here for passed in flown)}
    if here == 0:
        return tuple(legal)
    farthest: dict[Cell, Cell] = {}
    for cell, flown in legal.items():
        if far[cell] < here and len(flown) > len(legal.get(farthest.get(flown[0], -1), ())):
            farthest[flown[0]] = cell
    least = min((far[cell] for cell in farthest.values()), default=0)
    return tuple(sorted(cell for cell in farthest.values() if far[cell] == least))


def jump_bar(ctx: Ctx, unit: Unit, cell: Cell) -> Refusal | None:
    """Why an impetuous Jump that is possible may not land on ``cell``, or None."""
    ends = jump_ends(ctx, unit)
    if cell in ends:
        return None
    if any(halts(ctx, unit, ctx.state.doors) >> end & 1 for end in ends):
        return refuse("CONTACT_POSSIBLE", "IM-23", cell=cell)
    far = distances(ctx, unit)
    here = far[unit.cell]
    if any(far[passed] > here for passed in landings(ctx, unit)[cell]):
        return refuse("DOUBLES_BACK", "IM-26", cell=cell) if here else _out(cell)
    if far[cell] >= here:
        return refuse("NOT_NEARER", "IM-25", cell=cell)
    way = landings(ctx, unit)[cell][0]
    short = any(landings(ctx, unit)[end][0] == way for end in ends)
    return refuse("NOT_FULL_MOV", "IM-22", cell=cell, points=entire_points(ctx, unit)) if short else _farther(cell)


def _farther(cell: Cell) -> Refusal:
    return refuse("NOT_NEAREST", "IM-28", cell=cell)
