"""Each invariant notices a state that breaks it, and says what is wrong."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from game.api import NO_CELL, Ctx, Gone, Outcome, State, Task
from game.core.state import Cloud, Effect, Marker
from game.rules.skirmish.soundness import INVARIANTS
from game.rules.skirmish.tasks import DeclareFirst, OrdersPhase
from tests.support.table import Table

ROWS = """
M.g..#..
....T...
.......+
........
........
........
........
........
"""
MARINE, GAUNT, TAG = 1, 2, 3


def table() -> Table:
    return Table(ROWS, M="marine", g="gaunt", T="tag", sides=("marines", "hive"), level=3).orders()


def unit(state: State, number: int, **fields: Any) -> State:
    return replace(state, units={**state.units, number: replace(state.units[number], **fields)})


def side(state: State, **fields: Any) -> State:
    return replace(state, sides={**state.sides, "marines": replace(state.sides["marines"], **fields)})


def marker(state: State, **fields: Any) -> State:
    made = replace(Marker(9, "nest", 40), **fields)
    return replace(state, markers={9: made}, next_id=10)


class Unheard(Task, frozen=True):
    """A task of no module."""


BREAKS: list[tuple[str, Callable[[State], State], str]] = [
    ("its own id", lambda s: replace(s, units={**s.units, 7: s.units[1]}), "kept under 7"),
    ("ids given", lambda s: replace(s, next_id=2), "the next id being 2"),
    ("an id twice", lambda s: replace(s, gone={1: Gone(s.units[1], "killed", 1, 0)}), "given twice"),
    ("kinds", lambda s: unit(s, 1, kind="nobody"), "is unknown"),
    ("sides of units", lambda s: unit(s, 1, side="nobody"), "is unknown"),
    ("forms", lambda s: unit(s, 1, form=3), "has no form 3"),
    ("sizes", lambda s: unit(s, 1, size=5), "covers 5 cells"),
    ("gone ids", lambda s: replace(s, gone={5: Gone(replace(s.units[1], id=4), "killed", 1, 0)}), "kept under 5"),
    ("walls", lambda s: unit(s, 1, cell=5), "stands where nobody can"),
    ("closed doors", lambda s: unit(s, 1, cell=23), "stands where nobody can"),
    ("the board", lambda s: unit(s, 1, cell=64), "stands off the board"),
    ("footprints", lambda s: unit(s, 3, cell=63), "stands off the board"),
    ("shared cells", lambda s: unit(s, 1, cell=2), "stands on another unit"),
    ("shared footprints", lambda s: unit(s, 1, cell=21), "stands on another unit"),
    ("nests", lambda s: unit(marker(s), 1, cell=40), "stands on another unit or a nest"),
    ("waiting on the board", lambda s: unit(s, 1, states=("waiting",)), "waits beside it"),
    ("off the board", lambda s: unit(s, 1, cell=NO_CELL), "does not wait there"),
    ("negative wounds", lambda s: unit(s, 1, wounds=-1), "has -1 wounds"),
    ("dead troopers", lambda s: unit(s, 1, wounds=3, states=("unconscious",)), "is still there"),
    ("dead xenos", lambda s: unit(s, 2, wounds=1), "is still there"),
    ("standing at nothing", lambda s: unit(s, 1, wounds=2), "is still up"),
    ("states in order", lambda s: unit(s, 1, states=("stunned", "isolated")), "has the states"),
    ("states once", lambda s: unit(s, 1, states=("prone", "prone")), "has the states"),
    ("hidden and down", lambda s: unit(s, 1, states=("camouflaged", "incapacitated")), "still hidden"),
    ("counters in order", lambda s: unit(s, 1, counters=(("b", 1), ("a", 1))), "counts ['b', 'a']"),
    ("counters of nothing", lambda s: unit(s, 1, counters=(("a", 0),)), "counts 0 for a"),
    ("counters below nothing", lambda s: side(s, counters=(("a", -1),)), "counts -1 for a"),
    ("counters of markers", lambda s: marker(s, counters=(("a", -1),)), "counts -1 for a"),
    ("orders of the pool", lambda s: unit(s, 1, counters=(("orders", 3),)), "(OR-2)"),
    ("sides", lambda s: replace(s, sides={"marines": s.sides["marines"]}), "the sides are"),
    ("pools", lambda s: side(s, pool=-1), "-1 orders in its pool"),
    ("worked doors", lambda s: side(s, worked=1 << 5), "worked doors that do not exist"),
    ("turns", lambda s: replace(s, turn="nobody"), "the turn of nobody"),
    ("doors", lambda s: replace(s, doors=1 << 5), "doors names doors that do not exist"),
    ("destroyed doors", lambda s: replace(s, broken=1), "a destroyed door is closed"),
    ("sealed doors", lambda s: replace(s, sealed=1, doors=1), "a sealed door is open"),
    ("damaged doors", lambda s: replace(s, door_wounds={3: 1}), "door 3 is damaged"),
    ("spent doors", lambda s: replace(s, door_wounds={0: 2}), "door 0 has lost 2 points"),
    ("ids of markers", lambda s: replace(marker(s), next_id=5), "marker 9 is kept under 9"),
    ("bearers", lambda s: marker(s, kind="item", carrier=8), "carried by 8"),
    ("places of markers", lambda s: marker(s, cell=NO_CELL), "marker 9 lies off the board"),
    ("spent nests", lambda s: marker(s, wounds=3), "has lost 3 points"),
    ("clouds", lambda s: replace(s, clouds=(Cloud(9, "smoke", 1 << 70, "states"),)), "cells off the board"),
    ("sides of effects", lambda s: replace(s, effects=(Effect("brace", "nobody"),)), "lies on nobody"),
    ("units of effects", lambda s: replace(s, effects=(Effect("brace", "marines", 8),)), "lies on unit 8"),
    ("ended games", lambda s: replace(s, outcome=Outcome("hive", "objective", 1)), "something still waits"),
    ("winners", lambda s: replace(s, agenda=(), outcome=Outcome("nobody", "objective", 1)), "the winner is nobody"),
    ("tasks", lambda s: replace(s, agenda=(Unheard(), *s.agenda)), "what to do about Unheard"),
    ("units of tasks", lambda s: replace(s, agenda=(*s.agenda, DeclareFirst(8))), "asks unit 8"),
    ("orders of tasks", lambda s: replace(s, agenda=(*s.agenda, DeclareFirst(1))), "no order runs"),
    ("sides of tasks", lambda s: replace(s, agenda=(OrdersPhase("nobody"),)), "asks nobody"),
]


def test_a_plain_table_is_sound():
    plain = table()
    assert plain.game.problems(plain.state) == []
    assert plain.game.problems(plain.game.initial()) == []
    assert plain.game.problems(plain.game.empty()) == []


@pytest.mark.parametrize(("change", "said"), [entry[1:] for entry in BREAKS], ids=[entry[0] for entry in BREAKS])
def test_a_broken_state_is_told(change: Callable[[State], State], said: str):
    plain = table()
    broken = plain.game.problems(change(plain.state))
    assert any(said in problem for problem in broken), broken


def test_more_xenos_than_the_limit_are_told():
    crowd = Table(["gg......"] + ["........"] * 7, g="gaunt", rules={"max_xenos": 1})
    assert "2 xenos are on the board, the limit being 1" in crowd.game.problems(crowd.state)


def test_indexes_that_do_not_fit_are_told():
    plain = table()
    assert plain.game.problems(replace(plain.state, occupied=0)) == [
        "derived indexes differ from the units they are derived from"
    ]


def test_every_invariant_is_broken_above():
    noticed = set()
    for _, change, _ in BREAKS:
        plain = table()
        ctx = Ctx(plain.game, change(plain.state))
        noticed.add(next(invariant for invariant in INVARIANTS if list(invariant(ctx))))
    assert noticed == set(INVARIANTS)
