"""The scenes of the cases: tables of one or two units, and what many of them ask."""

from __future__ import annotations

from typing import Any

import pytest

from game.api import Action, IllegalAction, Objective, ScriptedDice
from game.api import actions as skirmish
from game.rules.hive.tasks import HiveMove, MovePhase
from game.rules.skirmish.tasks import StartRound
from tests.support.table import Table

FOREVER = Objective("survive", n=99)
"""A goal that nobody meets, so that a scene goes on with one side alone on the board."""


def scene(rows: str, **options: Any) -> Table:
    """A table with M a marine that holds his fire, S a swarm, G a gaunt, W a warrior, L a creature of 2x2 cells."""
    legend: dict[str, Any] = {
        "M": {"kind": "marine", "policy": "hold"},
        "N": {"kind": "marine", "policy": "hold"},
        "S": "swarm",
        "G": "gaunt",
        "W": "warrior",
        "L": "crusher",
    }
    named = {letter: kind for letter, kind in legend.items() if letter in rows}
    given = {"objective": FOREVER, "hive_objective": FOREVER, "level": 3, "rounds": 99, **named, **options}
    return Table(rows, **given)


def ordered(table: Table, letter: str = "M") -> Table:
    """The unit has been given an order and declares."""
    table.orders().act(skirmish.GiveOrder(table.id(letter)))
    return table


def activated(table: Table) -> Table:
    """The hive's creatures move, up to its first decision; nothing comes after their activations."""
    table.agenda(MovePhase("hive"), turn="hive")
    table.run()
    return table


def marched(table: Table) -> Table:
    """Spores and swarms have made the moves that are no option (HM-A29)."""
    activated(table)
    if isinstance(table.waiting, HiveMove):
        table.act(skirmish.Pass())
    return table


def rounds(table: Table) -> Table:
    """A whole game from this table on."""
    return table.agenda(StartRound(1), turn="", phase="")


def path(table: Table, *cells: tuple[int, int]) -> tuple[int, ...]:
    """Cells as a path."""
    return tuple(table.at(x, y) for x, y in cells)


def refused(table: Table, action: Action) -> str:
    """The code with which an action is refused; nothing changes, no die falls."""
    before, dice = table.game.digest(table.state), ScriptedDice()
    code = table.code(action)
    if code:
        with pytest.raises(IllegalAction, match=code):
            table.game.apply(table.state, action, dice)
    assert table.game.digest(table.state) == before
    assert dice.position() == ()
    return code


def ways(table: Table, kind: type[Action] = skirmish.Move) -> list[Any]:
    """The listed walks that go somewhere, the plain ones: no change of stance, no door worked at the end."""
    found: list[Any] = [option for option in table.options(kind) if getattr(option, "path", ())]
    return [option for option in found if option.path[-1] >= 0 and not getattr(option, "last", "")]


def way_to(table: Table, x: int, y: int) -> Any:
    """The listed walk to a cell."""
    return next(option for option in ways(table) if option.path[-1] == table.at(x, y))


def ends(table: Table, kind: type[Action] = skirmish.Move) -> set[tuple[int, int]]:
    """Where the listed walks end."""
    return {table.board.xy(option.path[-1]) for option in ways(table, kind)}
