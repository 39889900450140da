"""Listed moves and judged moves are the same thing: every end that some legal way reaches is listed, and no other."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from game.api import SeededDice
from game.core.types import door_of, door_step
from game.rules.skirmish.actions import GiveOrder, Move
from game.rules.skirmish.moving.judging import has_open_corners
from tests.support.reference import _human
from tests.support.table import Table

SLOW = {"walker": _human("walker", mov=(3, 3)), "suit": _human("suit", mov=(3, 3), type="TAG", size=2)}
SIGNS = "......,=#+/~"


def scene(seed: int, kind: str, *, hung: bool = False) -> Table:
    """A small board full of everything, a mover in its middle and a few others around it.

    ``hung``: every door hangs between two walls, as in a house; else most stand at open corners.
    """
    random = Random(seed)
    rows = [[random.choice(SIGNS) for _ in range(8)] for _ in range(8)]
    if hung:
        rows = [[sign if sign not in "+/" else "." for sign in row] for row in rows]
        for x, y in random.sample([(x, y) for x in (1, 4, 6) for y in (1, 2, 6)], 6):
            rows[y][x - 1], rows[y][x], rows[y][x + 1] = "#", random.choice("+/"), "#"
    size = 2 if kind == "suit" else 1
    for y in range(3, 3 + size):
        for x in range(3, 3 + size):
            rows[y][x] = "."
    rows[3][3] = "M"
    free = [(x, y) for x in range(8) for y in range(8) if not (3 <= x < 5 and 3 <= y < 5) and rows[y][x] not in "#+/"]
    for letter, (x, y) in zip("ghN", random.sample(free, 3), strict=True):
        rows[y][x] = letter
    table = Table(["".join(row) for row in rows], kinds=SLOW, M=kind, g="gaunt", h="gaunt", N="marine")
    assert not (hung and has_open_corners(table.board))
    return table.set(sealed=random.getrandbits(len(table.board.doors)) & ~table.board.initial_doors)


def ways(table: Table, path: tuple[int, ...], cell: int) -> Iterator[tuple[int, ...]]:
    """Every legal way that goes on from ``path``, door work included."""
    onward = [*table.board.neighbours(cell), *(door_step(door.id) for door in table.board.doors)]
    for step in onward:
        if step < 0 and any(step == done for done in path):
            continue
        longer = (*path, step)
        code = table.code(Move(longer))
        if code == "":
            yield longer
        if code in ("", "NOT_LEAVING"):
            yield from ways(table, longer, cell if step < 0 else step)


def end_of(table: Table, path: tuple[int, ...]) -> int:
    cells = [step for step in path if step >= 0]
    return cells[-1] if cells else table.unit("M").cell


@pytest.mark.rule("MV-1", "MV-2", "BD-3", "BD-4", "BD-11")
@pytest.mark.parametrize("hung", [False, True], ids=["open corners", "in walls"])
@pytest.mark.parametrize(
    ("kind", "seed"),
    [("walker", seed) for seed in (*range(12), 205, 221, 228)]
    + [("suit", seed) for seed in (*range(14, 22), 219, 234)],
)
def test_a_walker_is_offered_every_end_and_only_legal_ways(kind: str, seed: int, hung: bool) -> None:
    table = scene(seed, kind, hung=hung)
    table.orders().act(GiveOrder(table.id("M")))
    listed = [move for move in table.options() if isinstance(move, Move) and not move.last]
    assert all(table.code(move) == "" for move in listed)
    walked = {move.path[-1] for move in listed if move.path and move.path[-1] >= 0}
    legal = {end_of(table, path) for path in ways(table, (), table.unit("M").cell)}
    assert walked == legal - {table.unit("M").cell}


@pytest.mark.rule("MV-1", "BD-3")
@pytest.mark.parametrize("seed", range(24, 60))
def test_what_a_move_cost_is_what_its_steps_cost(seed: int) -> None:
    table = scene(seed, "walker")
    table.orders().act(GiveOrder(table.id("M")))
    for move in [move for move in table.options() if isinstance(move, Move) and move.path]:
        after, events = table.game.apply(table.state, move, SeededDice(1))
        spent = sum(getattr(event, "cost", 0) for event in events)
        doors = sum(1 for step in move.path if step < 0)
        assert spent + doors <= 3
        assert after.units[table.id("M")].cell == end_of(table, move.path)
        worked = [door_of(step) for step in move.path if step < 0]
        assert all((after.doors ^ table.state.doors) >> door & 1 for door in worked)
