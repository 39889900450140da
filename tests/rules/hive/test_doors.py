"""How each class deals with doors (HM-09 to HM-13, HM-A6, HM-A19, X-21, X-33)."""

import pytest

from game.core.events import DiceRolled, DoorHeld, DoorOpened
from game.rules.hive.tasks import Catharsis
from game.rules.skirmish import names
from game.rules.skirmish.actions import Move
from tests.rules.hive.scene import activate, begin, draw, hive_turn, listed, of_kind, scene, walk
from tests.support.table import DOOR


@pytest.mark.rule("HM-09")
def test_a_synaptic_creature_opens_a_door_for_one_point():
    table = scene(draw(DOOR, y=(8, 5)))
    hive_turn(table)
    activate(table, "y")
    ends = {table.board.xy(move.path[-1]) for move in listed(table, Move) if move.path[-1] >= 0}
    assert (13, 5) in ends
    assert (14, 5) not in ends
    far = Move((table.at(9, 5), -1, *[table.at(x, 5) for x in range(10, 15)]))
    assert table.code(far) == "TOO_FAR"
    walk(table, (13, 5), swarm=[1])
    assert table.xy("y") == (13, 5)
    assert table.state.doors == 1


@pytest.mark.rule("HM-10")
def test_a_lesser_creature_need_not_try_the_door():
    table = scene(draw(DOOR, g=(9, 5)))
    hive_turn(table)
    activate(table, "g")
    events = walk(table, (5, 5), swarm=[1])
    assert [roll.purpose for roll in of_kind(events, DiceRolled)] == ["swarm"]
    assert table.xy("g") == (5, 5)


@pytest.mark.rule("HM-11", "HM-12", "HM-A6")
@pytest.mark.parametrize("face", [5, 1])
def test_on_five_or_less_it_stays_beside_the_closed_door(face: int):
    table = scene(draw(DOOR, g=(8, 5)))
    hive_turn(table)
    activate(table, "g")
    events = walk(table, (13, 5), hive__door=[face], swarm=[1])
    assert table.xy("g") == (9, 5)
    assert table.state.doors == 0
    assert len(of_kind(events, DoorHeld)) == 1


@pytest.mark.rule("HM-11", "HM-13")
def test_on_a_six_it_opens_the_door_and_goes_on():
    table = scene(draw(DOOR, g=(8, 5)))
    hive_turn(table)
    activate(table, "g")
    events = walk(table, (13, 5), hive__door=[6], swarm=[1])
    assert table.xy("g") == (13, 5)
    assert len(of_kind(events, DoorOpened)) == 1


@pytest.mark.rule("HM-A6")
def test_each_creature_tries_once_and_others_may_try_the_same_door():
    table = scene(draw(DOOR, g=(9, 5), h=(9, 4)))
    hive_turn(table)
    activate(table, "g")
    table.act(Move((-1,)), {"hive.door": [2]})
    activate(table, "h")
    events = table.act(Move((-1,)), {"hive.door": [6], "swarm": [1]})
    assert len(of_kind(events, DoorOpened)) == 1
    assert table.unit("g").count("door_tried") == 1


@pytest.mark.rule("HM-A6")
def test_an_attempt_needs_a_point():
    table = scene(draw(DOOR, g=(3, 5)))
    hive_turn(table)
    activate(table, "g")
    assert table.code(Move((*[table.at(x, 5) for x in range(4, 10)], -1))) == "TOO_FAR"


TWO_DOORS = "\n".join(["#" * 8] * 3 + ["...+.+.."] + ["#" * 8] * 4)
"""A corridor with doors at (3,3) and (5,3)."""


@pytest.mark.rule("HM-A6")
def test_no_move_leads_through_two_doors_that_it_would_have_to_try():
    table = scene(draw(TWO_DOORS, g=(2, 3)))
    hive_turn(table)
    activate(table, "g")
    doors = [[step for step in move.path if step < 0] for move in listed(table, Move)]
    assert max(len(tried) for tried in doors) == 1
    assert {table.board.xy(move.path[-1]) for move in listed(table, Move) if move.path[-1] >= 0} == {
        *[(x, 3) for x in (0, 1, 3, 4)]
    }
    both = Move((-1, table.at(3, 3), table.at(4, 3), -2, table.at(5, 3)))
    assert table.code(both) == "CANNOT_OPEN"
    walk(table, (4, 3), hive__door=[6], swarm=[1])
    assert table.xy("g") == (4, 3)


@pytest.mark.rule("HM-09", "HM-A6")
def test_a_synaptic_creature_goes_through_two_doors_in_one_move():
    table = scene(draw(TWO_DOORS, y=(2, 3)))
    hive_turn(table)
    activate(table, "y")
    walk(table, (6, 3), swarm=[1])
    assert table.xy("y") == (6, 3)


@pytest.mark.rule("HM-A6")
def test_either_of_two_doors_may_be_tried_and_each_end_has_its_cheapest_way():
    rows = "\n".join(["########"] * 2 + ["#......#"] + ["##+##+##"] + ["#......#"] + ["########"] * 3)
    table = scene(draw(rows, g=(3, 2)))
    hive_turn(table)
    activate(table, "g")
    found = {table.board.xy(move.path[-1]): move.path for move in listed(table, Move) if move.path[-1] >= 0}
    assert [step for step in found[(2, 4)] if step < 0] == [-1]
    assert [step for step in found[(5, 4)] if step < 0] == [-2]
    assert len(found) == 6 - 1 + 2 + 6
    works = [move.path for move in listed(table, Move) if len(move.path) > 1 and move.path[-1] < 0]
    ends = {(table.board.xy(path[-2]), path[-1]) for path in works}
    assert ends >= {((2, 2), -1), ((5, 2), -2)}
    assert all(y == 2 for (_, y), _ in ends)


@pytest.mark.rule("X-21", "HM-A6")
def test_an_isolated_synaptic_creature_neither_tries_twice_nor_closes():
    table = scene(draw(TWO_DOORS, y=(2, 3))).change("y", states=(names.ISOLATED,))
    hive_turn(table)
    activate(table, "y")
    both = Move((-1, table.at(3, 3), table.at(4, 3), -2, table.at(5, 3)))
    assert table.code(both) == "CANNOT_OPEN"
    table.door(3, 3, opened=True)
    assert table.code(Move((-1,))) == "CANNOT_CLOSE"


@pytest.mark.rule("HM-A1", "HM-A6")
def test_catharsis_tries_one_door_and_stops_before_the_next():
    table = scene(draw(TWO_DOORS, g=(2, 3), M=(7, 3)))
    begin(table, Catharsis("hive"), dice={"hive.door": [6]})
    assert table.xy("g") == (4, 3)
    assert table.state.doors == 1
    synaptic = scene(draw(TWO_DOORS, y=(1, 3), M=(7, 3)))
    begin(synaptic, Catharsis("hive"))
    assert synaptic.xy("y") == (5, 3)


@pytest.mark.rule("X-21")
def test_an_isolated_synaptic_creature_tries_doors_like_a_lesser_one():
    table = scene(draw(DOOR, y=(9, 5))).change("y", states=(names.ISOLATED,))
    hive_turn(table)
    activate(table, "y")
    table.act(Move((-1,)), {"hive.door": [3], "swarm": [1]})
    assert table.state.doors == 0


@pytest.mark.rule("HM-A19", "X-33", "BD-11")
def test_a_monstrous_creature_opens_doors_but_passes_only_wide_ones():
    narrow = scene(draw(DOOR, c=(8, 5)))
    hive_turn(narrow)
    activate(narrow, "c")
    assert all(narrow.board.xy(move.path[-1])[0] < 10 for move in listed(narrow, Move) if move.path[-1] >= 0)
    narrow.act(Move((-1,)), swarm=[1])
    assert narrow.state.doors == 1
    rows = DOOR.splitlines()
    rows[6] = rows[6].replace("#", "+")
    wide = scene(draw("\n".join(rows), c=(8, 5)))
    hive_turn(wide)
    activate(wide, "c")
    assert wide.at(10, 5) in {move.path[-1] for move in listed(wide, Move)}
