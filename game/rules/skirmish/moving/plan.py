"""Which walks a unit may take: the families that options list, and the judgement of any path (MV-1, MV-2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from game.board import Board, Gait, Mask, Reach, cells_of, ends_of, mask_of, reach, steps_beyond
from game.core.options import Joined, Mapped
from game.core.refusal import Refusal, refuse
from game.core.state import Action, Unit
from game.core.tx import Ctx
from game.core.types import Cell, Path, door_step
from game.rules.skirmish import names
from game.rules.skirmish.moving.ground import (
    access_doors,
    blocked_cells,
    closable_doors,
    door_masks,
    halts,
    holding,
    openable_doors,
)
from game.rules.skirmish.moving.judging import Walk, every_walk, has_open_corners
from game.rules.skirmish.queries import door_rule, has_effect, profile_of

PRONE_SHARE = 2
"""MV-6: while prone MOV is divided by this, rounded up."""

COMMAND_EFFECTS = frozenset({names.ADVANCE, names.STEADY, names.BRACE, names.FALL_BACK, names.RALLY})
"""Effects that never bar a walk."""


def movement_points(ctx: Ctx, unit: Unit, which: int, *, prone: bool | None = None) -> int:
    """Points of the first (``which`` 0, MOV a) or second (1, MOV b) Move of an order (MV-1, MV-6).

    ``prone`` asks for another stance than the unit's own.
    """
    points = profile_of(ctx, unit).mov[min(which, 1)]
    if names.PRONE in unit.states if prone is None else prone:
        points = -(-points // PRONE_SHARE)
    for change in ctx.game.rulebook.points[names.MOVEMENT]:
        points = change(ctx, unit, points, which)
    return max(0, points)


def may_leave(ctx: Ctx, unit: Unit) -> bool:
    """Under Fall Back a unit in contact may leave it by moving (OR-6)."""
    return has_effect(ctx, unit, names.FALL_BACK)


def walk_reach(
    ctx: Ctx, unit: Unit, points: int, *, climb: bool = False, openable: Mask | None = None, barred: Mask = 0
) -> Reach:
    """Everywhere ``unit`` can walk to with ``points``, stopping in contact (MV-2), opening what it may.

    ``barred`` are anchors that it keeps off.
    """
    board, state = ctx.board, ctx.state
    opens = openable_doors(ctx, unit) if openable is None else openable
    held = holding(ctx, unit)
    stops = halts(ctx, unit, state.doors | opens, held)
    if opens and stops >> unit.cell & 1:
        opens &= ~access_doors(ctx, unit.cell, unit.size)
    key = ("reach", unit.id, unit.cell, unit.size, points, stops, opens, climb, barred)
    found: Reach | None = ctx.memo.get(key)
    if found is None:
        found = ctx.memo[key] = reach(
            board,
            unit.cell,
            points,
            state.doors,
            size=unit.size,
            blocked=blocked_cells(ctx, unit),
            stops=stops,
            openable=opens,
            climb=climb,
            barred=barred,
        )
    return found


def walk_reaches(ctx: Ctx, unit: Unit, points: int, *, climb: bool = False) -> list[Reach]:
    """Everywhere ``unit`` can walk to: one reach, but for a mover that tries doors with a die one for each door near.

    Such a mover tries one door a turn, so no walk of its leads through two that are closed (HM-A6).
    """
    opens = 0 if door_rule(ctx, unit).sure else openable_doors(ctx, unit)
    near = opens & _doors_near(ctx.board, unit.size, points)[unit.cell] if opens else 0
    if near.bit_count() < 2:
        return [walk_reach(ctx, unit, points, climb=climb)]
    plain = walk_reach(ctx, unit, points, climb=climb, openable=0)
    beside, going = _anchors_beside(ctx.board, unit.size), plain.within(points - 1)
    return [
        walk_reach(ctx, unit, points, climb=climb, openable=1 << door) if beside[door] & going else plain
        for door in cells_of(near)
    ]


@lru_cache(maxsize=96)
def _doors_near(board: Board, size: int, points: int) -> tuple[Mask, ...]:
    """For each anchor the doors that are worked from some cell no farther away than so many cells."""
    found = [0] * board.size
    for door in board.doors:
        for cell in door.access:
            x, y = board.xy(cell)
            for line in range(max(0, y - points - size + 1), min(board.height - 1, y + points) + 1):
                for column in range(max(0, x - points - size + 1), min(board.width - 1, x + points) + 1):
                    found[board.cell(column, line)] |= 1 << door.id
    return tuple(found)


@lru_cache(maxsize=48)
def _anchors_beside(board: Board, size: int) -> tuple[Mask, ...]:
    """For each door the anchors at which a footprint covers or adjoins a leaf: the door matters at no other."""
    return tuple(
        board.anchors_over(
            mask_of(door.cells) | mask_of(near for leaf in door.cells for near in board.neighbours(leaf)), size
        )
        for door in board.doors
    )


def _cheapest(reaches: Sequence[Reach], to: Cell) -> Reach:
    """The first of some reaches that lead to an anchor at the least cost."""
    return reaches[0] if len(reaches) == 1 else min(reaches, key=lambda one: one.points(1 << to))


def path_in(found: Reach, to: Cell) -> Path:
    """The cheapest walk to ``to`` with its door work in place."""
    steps = found.path(to)
    opened = found.opened_on(steps)
    if not opened:
        return steps
    path: list[int] = []
    for cell in steps:
        path.extend(door_step(door) for entered, door in opened if entered == cell)
        path.append(cell)
    return tuple(path)


def walk_family(
    ctx: Ctx,
    unit: Unit,
    points: int,
    make: Callable[[Path], Action],
    *,
    climb: bool = False,
    work_doors: bool = False,
) -> Sequence[Action]:
    """One action for each destination in reach but the start, by the cheapest walk (MV-1).

    ``climb`` lists only the ends that take a climbing step (MV-4). ``work_doors`` adds walks that end by working
    a door they do not pass: opened and left, or closed behind the mover (BD-11).
    """
    if points <= 0:
        return ()
    if climb and not has_ledges(ctx.board):
        return ()
    if has_open_corners(ctx.board):
        paths = _tried_out(ctx, unit, points, climb=climb)
        return [make(path) for path in paths if work_doors or path[-1] >= 0]
    if climb and not may_climb(ctx, unit, points):
        return ()
    reaches = walk_reaches(ctx, unit, points, climb=climb)
    found = reaches[0]
    if climb and len(reaches) == 1 and not needs_judging(ctx, unit):
        return Mapped(_climbed(ctx, unit, found, points), lambda end: make(path_in(found, end)), make(()))
    ends: Sequence[int] = ends_of(reaches)
    if len(reaches) > 1:
        found = walk_reach(ctx, unit, points, climb=climb, openable=0)
    if work_doors and ctx.board.doors:
        more = _door_ends(ctx, unit, found, points)
        ends = Joined((ends, more)) if more else ends
    if not ends:
        return ()
    size = ctx.board.size

    def path(item: int) -> Path:
        if item < size:
            return path_in(_cheapest(reaches, item), item)
        return (*path_in(found, item % size), door_step(item // size - 1))

    if climb or needs_judging(ctx, unit):
        paths = [path(item) for item in ends]
        return [
            make(p)
            for p in paths
            if walk_refusal(ctx, unit, p, points, climb=climb) is None and not (climb and not climbs(ctx, unit, p))
        ]
    return Mapped(ends, lambda item: make(path(item)), make(()))


@lru_cache(maxsize=48)
def _ledges(board: Board, size: int) -> tuple[tuple[int, int, Mask], ...]:
    """The steps over ledges, as a search takes them, whatever the doors."""
    climbing = board.step_table(board.all_doors, size=size, gait=Gait.CLIMB)
    return steps_beyond(climbing.ahead, board.step_table(board.all_doors, size=size).ahead)


def may_climb(ctx: Ctx, unit: Unit, points: int) -> bool:
    """Is a ledge near enough to be climbed? A quick no, as all ends are in reach on foot then, too."""
    on_foot = walk_reach(ctx, unit, points)
    return any(
        points >= cost and on_foot.within(points - cost) & anchors for cost, _, anchors in _ledges(ctx.board, unit.size)
    )


def _climbed(ctx: Ctx, unit: Unit, found: Reach, points: int) -> Sequence[Cell]:
    """The ends whose walk climbs: dearer on foot or out of reach so; where it is no dearer, the walk itself tells."""
    alike = found.shared(walk_reach(ctx, unit, points))
    listed = found.cells & ~alike
    for end in cells_of(alike & found.touched_by(_ledges(ctx.board, unit.size))):
        if climbs(ctx, unit, path_in(found, end)):
            listed |= 1 << end
    return found.ends_among(listed)


def _tried_out(ctx: Ctx, unit: Unit, points: int, *, climb: bool) -> list[Path]:
    """The walks of a family where doors stand at open corners: each end by trying every step."""
    held = holding(ctx, unit)
    if held and not may_leave(ctx, unit):
        return []
    return [
        path
        for path in every_walk(Walk(ctx, unit, held), points, climb=climb)
        if path_bar(ctx, unit, path) is None and not (climb and not climbs(ctx, unit, path))
    ]


def needs_judging(ctx: Ctx, unit: Unit) -> bool:
    """Must each listed walk be judged one by one? Only where a path bar may apply, or when leaving contact."""
    return may_be_barred(ctx, unit) or bool(holding(ctx, unit))


def _door_ends(ctx: Ctx, unit: Unit, found: Reach, points: int) -> list[int]:
    """Ends that work a door, as ``cell + size * (door + 1)``: from each cell in reach with a point to spare.

    A closed door is worked from this side of it only: a cell dearer than its leaves may lie behind it.
    """
    board = ctx.board
    spare = found.within(points - 1)
    spots = _door_spots(board, unit.size)
    near = 0
    for door, (_, beside) in enumerate(spots):
        if beside & spare:
            near |= 1 << door
    if not near:
        return []
    opens = openable_doors(ctx, unit)
    closes = closable_doors(ctx, unit) if near & ctx.state.doors else 0
    spare &= ~halts(ctx, unit, ctx.state.doors | opens, holding(ctx, unit)) | 1 << unit.cell
    ends: list[int] = []
    for door in cells_of((opens | closes) & near):
        over, beside = spots[door]
        at_hand = beside & spare
        if at_hand and opens >> door & 1:
            at_hand &= found.within(found.points(over) - 1)
        ends.extend(cell + board.size * (door + 1) for cell in cells_of(at_hand))
    return ends


@lru_cache(maxsize=48)
def _door_spots(board: Board, size: int) -> tuple[tuple[Mask, Mask], ...]:
    """For each door the anchors at which a footprint covers it, and those at which it works it without that."""
    spots = []
    for leaves, access in door_masks(board):
        over = board.anchors_over(leaves, size)
        spots.append((over, board.anchors_over(access, size) & ~over))
    return tuple(spots)


@lru_cache(maxsize=16)
def has_ledges(board: Board) -> bool:
    """Are there heights on the board that a step cannot take (D-I13)?"""
    return any(height >= 2 for height in board.heights)


def climbs(ctx: Ctx, unit: Unit, path: Path) -> bool:
    """Does a climbing path take a step that no walk takes?"""
    heights = ctx.board.heights
    at = unit.cell
    for step in path:
        if step >= 0:
            for here, there in zip(
                ctx.board.footprint(at, unit.size), ctx.board.footprint(step, unit.size), strict=True
            ):
                if abs(heights[here] - heights[there]) >= 2:
                    return True
            at = step
    return False


def walk_refusal(
    ctx: Ctx, unit: Unit, path: Path, points: int, *, climb: bool = False, empty: bool = False
) -> Refusal | None:
    """Why ``unit`` may not walk ``path`` with ``points``, or None; ``empty`` allows a walk of no step.

    Walks the path step by step with the doors as they come to stand (BD-3), and ends it in contact (MV-2).
    """
    if not path:
        return None if empty else refuse("NO_STEP_TAKEN", "MV-1")
    held = holding(ctx, unit)
    if held and not may_leave(ctx, unit):
        return refuse("ENGAGED", "ST-7", unit=unit.id)
    refusal = Walk(ctx, unit, held).refusal(path, points, climb=climb)
    return path_bar(ctx, unit, path) if refusal is None else refusal


def may_be_barred(ctx: Ctx, unit: Unit) -> bool:
    """Path bars are about effects on one unit, commands aside: they are asked only while such a one runs."""
    effects = ctx.state.effects
    return bool(effects) and any(e.unit == unit.id and e.name not in COMMAND_EFFECTS for e in effects)


def path_bar(ctx: Ctx, unit: Unit, path: Path) -> Refusal | None:
    """The first reason from any module why ``unit`` may not move along ``path``, however it moves (HM-35)."""
    if may_be_barred(ctx, unit):
        for bar in ctx.game.rulebook.points[names.PATH_BARS]:
            refusal: Refusal | None = bar(ctx, unit, path)
            if refusal is not None:
                return refusal
    return None
