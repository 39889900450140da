"""Cases INF: what a seat may know."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.api import Action, Ctx, State, combat
from game.api import actions as skirmish
from tests.cases.scene import path
from tests.support.table import Table

YARD = "########\n#R.#..B#\n#..#...#\n#......#\n########"
HIDDEN: dict[str, Any] = {"kind": "scout", "side": "blue", "states": ("camouflaged",), "policy": "hold"}
OTHER: dict[str, Any] = {**HIDDEN, "kind": "heavy", "counters": (("orders", 1),), "wounds": 1}


def duel(rows: str = YARD, **blue: Any) -> Table:
    """Red at his first skill; blue's trooper as given."""
    table = Table(rows, sides=("red", "blue"), R={"kind": "marine", "side": "red", "policy": "hold"}, B=blue)
    table.orders("red").act(skirmish.GiveOrder(table.id("R")))
    return table


def knowledge(table: Table, side: str = "red") -> dict[str, Any]:
    """Everything a seat can ask: units and counts, options and verdicts, odds, refusals for a look at each unit."""
    view = table.game.view(table.state, side)
    ctx = Ctx(view.game, view.state)
    options = list(view.options())
    asked: list[Action] = [skirmish.Shoot("rifle", (2,)), skirmish.Discover(2), skirmish.Fight("knife", 2)]
    task = view.game.waiting(view.state)
    assert task is not None
    return {
        "units": [(unit, view.board.xy(unit.cell)) for unit in (*view.own, *view.foes)],
        "options": options,
        "refusals": [str(view.verdict(action).refusal) for action in asked],
        "odds": [combat.forecast(ctx, task, action) for action in options],
        "counters": [(side.pool, side.counters) for side in view.state.sides.values()],
        "next": view.state.next_id,
    }


@pytest.mark.rule("HI-1", "HI-2", "ST-10")
def test_inf_01_a_marker_looks_the_same_whatever_it_is():
    """Two humans with secrets: the views of the other seat are equal, and so is the log it is shown."""
    assert knowledge(duel(**HIDDEN)) == knowledge(duel(**OTHER))
    assert knowledge(duel(**HIDDEN), "blue") != knowledge(duel(**OTHER), "blue"), "blue knows its own"


@pytest.mark.rule("HI-1")
def test_inf_02_a_troop_off_the_board_is_as_if_it_were_not_there():
    """No list, count, id, option or refusal tells of a trooper that waits beside the board."""
    with_jumper, without = duel(**HIDDEN), duel(**HIDDEN)
    waiting = replace(with_jumper.unit("B"), id=3, kind="jumper", cell=-1, states=("waiting",))
    with_jumper.set(units={**with_jumper.state.units, 3: waiting}, next_id=4)
    assert knowledge(with_jumper) == knowledge(without)
    assert with_jumper.code(skirmish.Discover(3)) == without.code(skirmish.Discover(3))


@pytest.mark.rule("HI-2")
def test_inf_02_what_happens_to_a_hidden_trooper_is_not_told():
    table = duel(**HIDDEN)
    seen = table.game.redacted_events(table.state, table.events, "red")
    assert all("scout" not in repr(event) for event in seen)
    moved = Table(YARD, sides=("red", "blue"), R={"kind": "marine", "side": "red"}, B=HIDDEN).orders("blue")
    moved.act(skirmish.GiveOrder(moved.id("B")))
    events = moved.act(skirmish.Move(path(moved, (6, 2))))
    shown = moved.game.redacted_events(moved.state, events, "red")
    assert all("scout" not in repr(event) for event in shown)
    assert any(type(event).__name__ == "UnitMoved" for event in shown), "a marker is seen to move (ST-10)"


def reach_of(state: State, table: Table) -> list[Action]:
    return list(table.game.view(state, "red").options())


@pytest.mark.rule("HI-2", "BD-5")
def test_inf_03_reach_and_ways_do_not_bend_round_what_is_unknown():
    """What waits off board or under another identity changes no preview; creatures and markers stand in plain view."""
    rows = "########\n#R.....#\n####.###\n####.B##\n########"
    assert reach_of(duel(rows, **HIDDEN).state, duel(rows, **HIDDEN)) == reach_of(
        duel(rows, **OTHER).state, duel(rows, **OTHER)
    )
    ambush = duel(rows, **HIDDEN)
    assert knowledge(ambush)["options"] == list(ambush.game.options(ambush.state))
