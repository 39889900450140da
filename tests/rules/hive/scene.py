"""What the tests of the hive's turn share: boards with units drawn on them, and the hive's turn under way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.api import Action, Event, Objective, Task
from game.rules.hive.actions import ActivateXeno, SpendSwarmDice
from game.rules.hive.tasks import DicePhase, HiveTurn, PlacePhase
from game.rules.skirmish.actions import Move
from tests.support.table import OPEN, Table

HOLD = {"kind": "marine", "policy": "hold"}
"""A marine who does not react, where reactions are not the point."""

LATER = Objective("survive", n=99)
"""An objective that nobody meets here: the scenes go on with one side alone on the board."""


def draw(rows: str, **places: Any) -> list[str]:
    """``rows`` with letters put on cells: ``draw(OPEN, g=(5, 5), M=[(1, 1), (2, 2)])``."""
    grid = [list(row) for row in rows.splitlines()]
    for letter, given in places.items():
        cells: list[tuple[int, int]] = [given] if isinstance(given, tuple) else given
        for x, y in cells:
            grid[y][x] = letter
    return ["".join(row) for row in grid]


LEGEND: dict[str, Any] = {
    "M": HOLD,
    "N": HOLD,
    "A": {"kind": "auspex", "policy": "hold"},
    "P": {"kind": "psyker", "policy": "hold"},
    "g": "gaunt",
    "h": "gaunt",
    "s": "spore",
    "w": "swarm",
    "v": "swarm",
    "y": "warrior",
    "c": "crusher",
    "t": "tunneller",
}


def scene(rows: str | Sequence[str], **options: Any) -> Table:
    """A table with the usual letters: M, N marines that hold, A an auspex, P a psyker, g gaunt, s spore, w swarm."""
    drawn = rows if isinstance(rows, str) else "\n".join(rows)
    letters = {letter: kind for letter, kind in LEGEND.items() if letter in drawn}
    given = {key: value for key, value in options.items() if len(key) == 1}
    rest = {key: value for key, value in options.items() if len(key) > 1}
    endless = {"objective": LATER, "hive_objective": LATER}
    return Table(drawn, **{**endless, **rest}, **{**letters, **given})


def hive_turn(table: Table, **dice: Sequence[int]) -> list[Event]:
    """Start the hive's turn; nothing comes after it."""
    return begin(table, HiveTurn("hive"), dice=dice)


def begin(table: Table, *tasks: Task, dice: Mapping[str, Sequence[int]] | None = None) -> list[Event]:
    """Run some tasks of the hive's turn up to the first decision."""
    table.agenda(*tasks, turn="hive")
    return table.run(**{purpose.replace("__", "."): faces for purpose, faces in (dice or {}).items()})


def rolled(*faces: int, rows: str | Sequence[str] = OPEN, **options: Any) -> Table:
    """A table whose hive has just rolled these swarm dice; nothing comes after their use."""
    table = scene(rows, level=4 - len(faces), **options)
    begin(table, DicePhase("hive"), PlacePhase("hive"), dice={"swarm": faces})
    return table


def spend(table: Table, *plan: str, **dice: Sequence[int]) -> list[Event]:
    """Choose a plan for the swarm dice."""
    return table.act(SpendSwarmDice(plan), {purpose.replace("__", "."): faces for purpose, faces in dice.items()})


def waiting(table: Table) -> Any:
    """The decision that waits, for reading its fields."""
    return table.waiting


def listed(table: Table, kind: type[Action]) -> list[Any]:
    """The listed options of one type, for reading their fields."""
    return list(table.options(kind))


def of_kind(events: Sequence[Event], kind: type[Event]) -> list[Any]:
    """The events of one type, for reading their fields."""
    return [event for event in events if isinstance(event, kind)]


def activate(table: Table, letter: str, **dice: list[int]) -> list[Event]:
    """Let a xeno have its turn."""
    return table.act(ActivateXeno(table.id(letter)), {purpose.replace("__", "."): f for purpose, f in dice.items()})


def walk(table: Table, *cells: tuple[int, int], **dice: list[int]) -> list[Event]:
    """Go straight to the listed destination by the cheapest walk that the options give."""
    (x, y) = cells[-1]
    found = [move for move in listed(table, Move) if move.path[-1] == table.at(x, y)]
    return table.act(found[0], {purpose.replace("__", "."): f for purpose, f in dice.items()})
