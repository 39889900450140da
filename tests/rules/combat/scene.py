"""Orders played from payment to end, on tables drawn as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.api import Action, Event, ScriptedDice
from game.rules.skirmish.actions import GiveOrder, Pass
from game.rules.skirmish.tasks import GutsRoll, OrdersPhase
from tests.support.table import Table

DUEL = ("red", "blue")
"""Two marine sides."""


def held(kind: str = "marine", **fields: Any) -> dict[str, Any]:
    """A unit that reacts to nothing and rolls its guts without being asked."""
    return {"kind": kind, "policy": "hold", **fields}


def red(kind: str = "marine", **fields: Any) -> dict[str, Any]:
    """One of the acting side in a duel."""
    return held(kind, side="red", **fields)


def blue(kind: str = "marine", **fields: Any) -> dict[str, Any]:
    """One of the other side in a duel; it is asked for its reactions."""
    return {"kind": kind, "side": "blue", **fields}


def field(*rows: str, sides: Sequence[str] = ("marines", "hive"), **legend: Any) -> Table:
    """A table of at least 8 x 8 cells with ``rows`` at its top; the first human side may give orders."""
    width = max(8, *(len(row) for row in rows))
    drawn = [row.ljust(width, ".") for row in rows]
    drawn += ["." * width] * (8 - len(drawn))
    table = Table(drawn, sides=sides, **legend)
    return table.orders(sides[0])


def duel(*rows: str, **legend: Any) -> Table:
    """Marines against marines; it is red's turn."""
    return field(*rows, sides=DUEL, **legend)


def order(table: Table, actor: str, *actions: Action, **dice: Sequence[int]) -> list[Event]:
    """Give ``actor`` an order and play it to its end with exactly these dice.

    Each action answers the first decision that takes it; other decisions are passed, guts rolls rolled.
    """
    scripted = ScriptedDice({purpose.replace("__", "."): list(faces) for purpose, faces in dice.items()})
    found: list[Event] = []
    queue = [GiveOrder(table.id(actor)), *actions]
    while queue or not isinstance(table.waiting, OrdersPhase):
        if table.waiting is None:
            break
        action: Action = Pass()
        if queue and (table.refusal(queue[0]) is None or isinstance(table.waiting, OrdersPhase)):
            action = queue.pop(0)
        elif isinstance(table.waiting, GutsRoll):
            action = table.options()[0]
        before = table.state
        table.state, events = table.game.apply(before, action, scripted)
        assert table.game.fold(before, events) == table.state
        assert table.game.problems(table.state) == []
        found.extend(events)
    assert queue == []
    scripted.assert_spent()
    return found


def declaring(table: Table, letter: str) -> Table:
    """Up to the moment when ``letter`` declares the first skill of an order."""
    table.act(GiveOrder(table.id(letter)))
    return table


def of(events: Sequence[Event], kind: type[Event]) -> list[Any]:
    """The events of one type."""
    return [event for event in events if type(event) is kind]


def is_gone(table: Table, letter: str) -> bool:
    """Was the unit removed?"""
    return table.id(letter) in table.state.gone
