"""What the tests of the impetuous rules share: impetuous kinds, boards with the enemy's zone, the phase under way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from game.api import Action, Objective, Path, impetuous
from game.rules.skirmish.actions import GiveOrder, Move
from game.rules.skirmish.tasks import (
    DeclareFirst,
    DeclareSecond,
    Order,
    OrdersPhase,
    OrdersStart,
    StatesPhase,
    TurnStart,
)
from tests.support.reference import _human
from tests.support.table import OPEN, Table

LATER = Objective("survive", n=99)
"""An objective that nobody meets here."""
MAD = {
    kind.id: kind
    for kind in (
        _human("mad", skills=("impetuous",)),
        _human("mad6", skills=("impetuous",), mov=(6, 2)),
        _human("raging", skills=("impetuous", "berserk"), weapons=("sword", "rifle")),
        _human("mad_scout", skills=("camouflage", "impetuous")),
        _human("mad_jumper", skills=("airborne", "impetuous")),
        _human("mad_psyker", skills=("impetuous", "psyker")),
        _human("mad_tag", skills=("impetuous",), type="TAG", size=2, s=7, machine=True, arm=8, w=3),
    )
}
"""Impetuous kinds: the reference marine, MOV 4-4, with the skill."""


def east(rows: Sequence[str], first: int = 20) -> list[tuple[int, int]]:
    """The cells from column ``first`` on."""
    return [(x, y) for y in range(len(rows)) for x in range(first, len(rows[0]))]


def field(rows: str | Sequence[str] = OPEN, *, zone: Sequence[tuple[int, int]] | None = None, **given: Any) -> Table:
    """A table with the hive's zone at x >= 20 and units put on it: ``field(M=("mad", 0, 5), g=("gaunt", 9, 5))``."""
    lines = rows.splitlines() if isinstance(rows, str) else list(rows)
    grid = [list(line) for line in lines]
    options = {name: value for name, value in given.items() if len(name) > 1}
    legend: dict[str, Any] = {}
    for letter, (kind, x, y) in ((name, value) for name, value in given.items() if len(name) == 1):
        grid[y][x] = letter
        legend[letter] = kind
    kinds = {**MAD, **options.pop("kinds", {})}
    zones = {"deploy:hive": east(lines) if zone is None else zone, **options.pop("zones", {})}
    drawn = ["".join(line) for line in grid]
    return Table(drawn, zones=zones, kinds=kinds, objective=LATER, **{"rounds": 12, **options}, **legend)


def phase(table: Table, side: str = "marines", *, tokens: bool = True) -> Table:
    """The Impetuous phase of ``side`` as it begins, a token beside each impetuous trooper."""
    if tokens:
        for unit in list(table.state.units.values()):
            if "impetuous" in table.game.kinds[unit.kind].profiles[unit.form].skills and unit.side == side:
                counters = tuple(sorted((*unit.counters, ("impetuous", 1))))
                table.set(units={**table.state.units, unit.id: replace(unit, counters=counters)})
    rest = (OrdersStart(side), OrdersPhase(side), StatesPhase(side))
    table.agenda(impetuous.ImpetuousStart(side), *rest, turn=side, phase="tactical")
    table.run()
    return table


def turn(table: Table, side: str = "marines", **dice: Sequence[int]) -> Table:
    """A whole turn of ``side`` from its start."""
    table.agenda(TurnStart(side), turn=side)
    table.run(**dice)
    return table


def activated(table: Table, letter: str = "M") -> Table:
    """The phase, and that trooper activated in it."""
    phase(table)
    table.act(GiveOrder(table.id(letter), "impetuous"))
    return table


def declaring(table: Table, letter: str = "M") -> Table:
    """An impetuous order of that trooper that waits for its first skill, even where there is only one way."""
    unit = table.unit(letter)
    order = Order(unit.id, unit.side, "impetuous", stage=2, trail=(unit.cell,) if unit.cell >= 0 else ())
    rest = (OrdersStart(unit.side), OrdersPhase(unit.side), StatesPhase(unit.side))
    return table.agenda(DeclareFirst(unit.id), order, *rest, turn=unit.side, phase="impetuous")


A = TypeVar("A", bound=Action)


def listed(table: Table, kind: type[A]) -> list[A]:
    """The actions of one type that are listed."""
    return [action for action in table.options() if isinstance(action, kind)]


def end_of(table: Table, path: Path, letter: str = "M") -> tuple[int, int]:
    """Where a path ends."""
    return table.board.xy(next((step for step in reversed(path) if step >= 0), table.unit(letter).cell))


def ends(table: Table, letter: str = "M") -> set[tuple[int, int]]:
    """Where the Moves listed end."""
    return {end_of(table, move.path, letter) for move in listed(table, Move)}


def path(table: Table, *cells: tuple[int, int]) -> Path:
    """A path through these cells."""
    return tuple(table.at(x, y) for x, y in cells)


def straight(table: Table, letter: str, x: int, y: int) -> Path:
    """The path to a cell that goes diagonally first, then along a line."""
    at = table.xy(letter)
    found: list[tuple[int, int]] = []
    while at != (x, y):
        at = at[0] + (x > at[0]) - (x < at[0]), at[1] + (y > at[1]) - (y < at[1])
        found.append(at)
    return path(table, *found)


def code(table: Table, x: int, y: int, letter: str = "M") -> str:
    """The code that refuses a Move straight to a cell; empty for a legal one."""
    return table.code(Move(straight(table, letter, x, y)))


def why(table: Table, x: int, y: int, letter: str = "M") -> str:
    """The code with which the duty rules a cell out; empty for a legal end."""
    refusal = impetuous.why_not(table.game.ctx(table.state), table.unit(letter), table.at(x, y))
    return "" if refusal is None else refusal.code


def second(table: Table) -> bool:
    """Does the order wait for its second skill?"""
    return isinstance(table.waiting, DeclareSecond)
