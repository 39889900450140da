"""Walks are what they were said to be: the way shown is the way gone, and it costs what it was said to cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from game.api import Board, Ctx, Event, Unit, moves, queries
from game.api import actions as skirmish
from game.core.events import DoorClosed, DoorHeld, DoorOpened, UnitMoved
from tests.contract.checks import walk
from tests.contract.games import game_of
from tests.contract.moment import Moment

WALKS = (skirmish.Move, skirmish.Climb)
"""Actions with a path that is walked as it was declared."""


def paths(m: Moment) -> Iterator[tuple[Unit, Any, Sequence[Event]]]:
    """Some of the walks on offer with their mover, and what happens when each is made."""
    task = m.game.waiting(m.state)
    actor = getattr(task, "actor", 0)
    listed = [option for option in m.game.options(m.state) if isinstance(option, WALKS) and option.path]
    for _ in range(min(3, len(listed))):
        action = listed[m.chance.roll("walk", len(listed)) - 1]
        yield m.state.units[actor], action, m.game.apply(m.state, action, m.dice.copy())[1]


def steps_of(unit: Unit, path: Sequence[int], events: Sequence[Event]) -> list[UnitMoved]:
    """The moves of a unit that belong to a declared path: as many cells as it has, unless it was cut short."""
    wanted = sum(1 for step in path if step >= 0)
    found: list[UnitMoved] = []
    for event in events:
        if isinstance(event, UnitMoved) and event.unit == unit.id and event.how in ("move", "climb") and wanted > 0:
            found.append(event)
            wanted -= len(event.path)
    return found


def price(board: Board, unit: Unit, path: Sequence[int], *, climb: bool) -> int:
    """What a walk costs, added up cell by cell from the terrain (BD-2, BD-3, BD-4, MV-4); door work costs 1 each."""
    total, at = 0, unit.cell
    for step in path:
        if step < 0:
            total += 1
            continue
        before, after = board.footprint(at, unit.size), board.footprint(step, unit.size)
        entered = max(board.cost(cell) for cell in after if cell not in before)
        levels = [abs(board.heights[a] - board.heights[b]) for a, b in zip(before, after, strict=True)]
        ledge = max(levels)
        total += 2 * ledge if climb and ledge >= 2 else entered + (1 if ledge == 1 else 0)
        at = step
    return total


def wrong(m: Moment) -> Iterator[str]:
    """Listed walks that are not gone as they were shown, or not charged as they were priced."""
    ctx = Ctx(m.game, m.state)
    for unit, action, events in paths(m):
        done = steps_of(unit, action.path, events)
        gone = [cell for event in done for cell in event.path]
        shown = [step for step in action.path if step >= 0]
        if gone != shown:
            held = any(isinstance(event, DoorHeld) and event.by == unit.id for event in events)
            if not (held and shown[: len(gone)] == gone):
                yield f"{action}: shown {shown}, gone {gone}"
            continue
        tried = (DoorOpened, DoorClosed, DoorHeld)
        worked = [event for event in events if isinstance(event, tried) and event.by == unit.id]
        climb = isinstance(action, skirmish.Climb)
        charged = sum(event.cost for event in done) + sum(1 for step in action.path if step < 0)
        if charged != price(m.game.board, unit, action.path, climb=climb):
            yield f"{action}: charged {charged}, worth {price(m.game.board, unit, action.path, climb=climb)}"
        if sum(1 for step in action.path if step < 0) > len(worked):
            yield f"{action}: a door was to be worked, and was not"
        if not climb and gone and action.path[-1] >= 0 and not queries.is_engaged(ctx, unit):
            stance = names_prone(unit) and getattr(action, "first", "") != "stand"
            points = moves.movement_points(ctx, unit, moves.which_move(ctx), prone=stance)
            cost = moves.walk_reach(ctx, unit, points).cost.get(gone[-1])
            if cost != charged:
                yield f"{action}: the reach says {cost}, charged {charged}"
            if charged > points:
                yield f"{action}: charged {charged} of {points} points"


def names_prone(unit: Unit) -> bool:
    """Does it lie on the ground?"""
    return "prone" in unit.states


@pytest.mark.rule("MV-1", "BD-3", "BD-4")
@pytest.mark.parametrize("name", ["duel", "siege", "allies", "culvert", "terraces", "foundry"])
def test_the_way_shown_is_the_way_gone_and_costs_what_it_should(name: str):
    played = walk(game_of(name), seed=f"walks {name}", checks=[wrong], seldom=(), limit=450)
    assert played.problems == ()


def test_a_wrong_price_is_noticed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tests.property.test_walks.price", lambda *_given, **_more: 99)
    played = walk(game_of("duel"), seed="walks duel", checks=[wrong], seldom=())
    assert "worth 99" in played.problems[0]
