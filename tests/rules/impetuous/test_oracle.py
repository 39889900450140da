"""The duty against a slow search that tries every step and every door, on boards drawn by lot (IM-A5, IM-A6)."""

from __future__ import annotations

import heapq
from collections.abc import Iterator

import pytest

from game.api import SeededDice, Terrain, impetuous
from game.board import Gait
from game.rules.impetuous.duty import Duty
from game.rules.skirmish.moves import blocked_cells, halts, holding
from game.rules.skirmish.moving.judging import has_open_corners
from tests.rules.impetuous.scene_impetuous import declaring, field
from tests.support.table import Table

GROUND = "........,,,==~~##"
WIDTH, HEIGHT = 16, 9
Place = tuple[int, int, bool]
"""A cell, the doors open there, and whether the way there entered special terrain."""


def drawn(seed: int, *, corners: bool = False) -> Table:
    """A board by lot: rough ground, pits, heights, a friend, now and then an enemy, and doors.

    They stand in a wall, or anywhere, so that one may be opened for the sake of a corner beside it.
    """
    dice = SeededDice(seed)

    def pick(count: int) -> int:
        return dice.roll("lot", count) - 1

    def free() -> tuple[int, int]:
        while True:
            x, y = pick(8), pick(HEIGHT)
            if rows[y][x] == "." and (x, y) not in taken:
                taken.append((x, y))
                return x, y

    rows = ["".join(GROUND[pick(len(GROUND))] for _ in range(WIDTH)) for _ in range(HEIGHT)]
    wall = 4 + pick(4)
    gates = {pick(HEIGHT), pick(HEIGHT)}
    if corners:
        rows = ["".join("+" if pick(9) == 0 else sign for sign in row) for row in rows]
    else:
        rows = [row[:wall] + ("+" if y in gates else "#") + row[wall + 1 :] for y, row in enumerate(rows)]
    heights = "\n".join("".join(str(max(0, pick(8) - 4)) for _ in range(WIDTH)) for _ in range(HEIGHT))
    taken: list[tuple[int, int]] = []
    units = {"M": ("mad", *free()), "F": ("marine", *free())}
    if pick(3) == 0:
        units["g"] = ("gaunt", *free())
    return field(rows, heights=heights, zone=[(x, y) for y in range(HEIGHT) for x in (14, 15)], **units)


def onward(table: Table, cell: int, doors: int) -> Iterator[tuple[int, int, int]]:
    """What a mover can do: step to a free cell, or open a door beside it. Cell, doors and points."""
    board, unit = table.board, table.unit("M")
    for other in board.neighbours(cell):
        cost = board.step_cost(cell, other, doors)
        if cost is not None and not blocked_cells(table.game.ctx(table.state), unit) >> other & 1:
            yield other, doors, cost
    for door in board.doors:
        if cell in door.access and not doors >> door.id & 1:
            yield cell, doors | 1 << door.id, 1


def searched(table: Table, points: int, most: int | None, found: Duty) -> dict[Place, int]:
    """The least points for each place, going nowhere that is farther than ``most`` and on from no contact."""
    ctx, unit = table.game.ctx(table.state), table.unit("M")
    start = (unit.cell, table.state.doors, False)
    least: dict[Place, int] = {}
    heap = [(0, start)]
    while heap:
        spent, place = heapq.heappop(heap)
        if place in least:
            continue
        least[place] = spent
        cell, doors, special = place
        if spent and halts(ctx, unit, doors) >> cell & 1:
            continue
        for other, then, cost in onward(table, cell, doors):
            rough = special or (other != cell and table.board.terrain[other] in (Terrain.DIFFICULT, Terrain.BARRICADE))
            if spent + cost <= points and (most is None or found.far[other] <= most):
                heapq.heappush(heap, (spent + cost, (other, then, rough)))
    return least


def spends(least: dict[Place, int]) -> dict[int, int]:
    """The least points for each cell."""
    found: dict[int, int] = {}
    for (cell, _, _), spent in least.items():
        found[cell] = min(spent, found.get(cell, spent))
    return found


def expected(table: Table, points: int, found: Duty) -> tuple[str, dict[int, int]]:
    """The option and the ends with what they cost, by the letter of the rulings."""
    ctx, unit = table.game.ctx(table.state), table.unit("M")
    free = searched(table, points, None, found)
    touching = {cell for cell, doors, _ in free if cell != unit.cell and halts(ctx, unit, doors) >> cell & 1}
    if touching:
        cost = spends(free)
        return impetuous.CONTACT, {cell: cost[cell] for cell in touching}
    legal = searched(table, points, found.here, found)
    cost = spends(legal)
    if found.here == 0:
        about = {cell: spent for cell, spent in cost.items() if cell != unit.cell}
        return (impetuous.ZONE if about else impetuous.IDLE), about
    nearer = {cell: spent for cell, spent in cost.items() if found.far[cell] < found.here}
    if not nearer:
        return impetuous.IDLE, {}
    full = max(nearer.values())
    nearest = min(found.far[cell] for cell, spent in nearer.items() if spent == full)
    ends = {cell for cell, spent in nearer.items() if spent == full and found.far[cell] == nearest}
    for cell, spent in nearer.items():
        rough = any(at == cell and special and points_ == spent for (at, _, special), points_ in legal.items())
        if (rough or gap_ahead(table, cell, found)) and not goes_on(table, cell, points - spent, legal, spent, found):
            ends.add(cell)
    return impetuous.ADVANCE, {cell: nearer[cell] for cell in ends}


def gap_ahead(table: Table, cell: int, found: Duty) -> bool:
    """Does a pit or a ledge lie on the way towards the zone?"""
    board = table.board
    for other, _ in board.step_table(board.all_doors, gait=Gait.ROUGH).ahead.row(cell):
        pit = board.terrain[other] is Terrain.PIT
        ledge = abs(board.heights[other] - board.heights[cell]) >= 2
        if (pit or ledge) and found.far[other] < found.far[cell]:
            return True
    return False


def goes_on(table: Table, cell: int, left: int, legal: dict[Place, int], spent: int, found: Duty) -> bool:
    """Can one more step towards the zone be paid, a door opened for it included?"""
    for (at, doors, _), points in legal.items():
        if at != cell or points != spent:
            continue
        for other, then, cost in onward(table, cell, doors):
            if other != cell:
                if cost <= left and found.far[other] < found.far[cell]:
                    return True
                continue
            for after, _, more in onward(table, cell, then):
                if after != cell and cost + more <= left and found.far[after] < found.far[cell]:
                    return True
    return False


def judged(table: Table, points: int) -> str:
    """The option that was found, held against the search."""
    ctx, unit = table.game.ctx(table.state), table.unit("M")
    found = impetuous.duty(ctx, unit, points)
    option, ends = expected(table, points, found)
    assert found.option == option
    assert {cell: found.legal.spend(cell) for cell in found.ends} == ends
    for cell in range(table.board.size):
        legal = impetuous.why_not(ctx, unit, cell, points) is None
        assert legal == (cell in ends or (option == impetuous.IDLE and cell == unit.cell)), table.board.xy(cell)
    for end in found.ends:
        assert impetuous.walk_bar(ctx, unit, found.path(end), points) is None, table.board.xy(end)
    return option


@pytest.mark.rule("IM-A5", "IM-A6", "IM-32", "IM-33")
@pytest.mark.parametrize("points", [4, 6])
def test_the_duty_is_what_a_search_step_by_step_finds(points: int):
    options = set()
    for seed in range(60):
        table = declaring(drawn(seed))
        if not holding(table.game.ctx(table.state), table.unit("M")):
            options.add(judged(table, points))
    assert options == {impetuous.ADVANCE, impetuous.CONTACT, impetuous.IDLE}


@pytest.mark.rule("IM-A6", "X-19")
@pytest.mark.parametrize("seed", [4, 15, 25, 31, 52, 77])
def test_doors_at_open_corners_are_opened_for_the_sake_of_a_diagonal(seed: int):
    """At 15 and 25 that alone makes the difference."""
    table = declaring(drawn(seed, corners=True))
    assert has_open_corners(table.board)
    for points in (2, 4, 6):
        judged(table, points)
