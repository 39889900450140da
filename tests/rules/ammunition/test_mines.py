"""Mines: laying, setting off, going off, Dodge, disarming (decision 0012)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from game.api import ScriptedDice, Tx
from game.core.events import MarkerPlaced, MarkerRemoved, UnitMoved
from game.core.types import door_step
from game.io.position import position_of
from game.io.position_text import write_position
from game.rules.ammunition.mines import CARRIED, LAID
from game.rules.skirmish import names
from game.rules.skirmish.actions import Dodge, GiveOrder, Move, Pass, Place, Shoot, Step, Use
from game.rules.skirmish.events import AttackResolved, GutsTaken, SaveMade, TemplatePlaced
from game.rules.skirmish.tasks import GutsRoll, React
from tests.rules.combat.scene import blue, declaring, duel, held, of, order, red
from tests.rules.combat.test_forecast import shown
from tests.rules.hive.scene import activate, draw, hive_turn, scene, walk
from tests.support.table import OPEN, Table

MINE = "em_mine"


def mines(table: Table) -> list[tuple[tuple[int, int], str]]:
    """Where the mines lie, and whose they are."""
    return [(table.board.xy(m.cell), m.name) for m in table.state.markers.values() if m.kind == names.MINE]


def laid(table: Table, x: int, y: int, side: str = "blue") -> int:
    """A mine of ``side`` on a cell."""
    return table.marker(names.MINE, x, y, name=side)


def cells(table: Table, *places: tuple[int, int]) -> tuple[int, ...]:
    return tuple(table.at(x, y) for x, y in places)


# --- laying ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OR-3")
def test_a_mine_is_laid_in_contact_and_belongs_to_its_side() -> None:
    table = duel("M.......", M=red("miner"))
    events = order(table, "M", Place(MINE, table.at(1, 1)))
    assert mines(table) == [((1, 1), "red")]
    assert len(of(events, MarkerPlaced)) == 1
    assert table.unit("M").count(LAID) == 1


@pytest.mark.rule("OR-3")
def test_a_mine_lies_on_open_ground_only() -> None:
    """Not on walls, units, markers, other mines, or a door's leaf."""
    table = declaring(duel("#N...", "+M,..", "~*...", M=red("miner"), N=red(), **{"*": red()}), "M")
    laid(table, 2, 2, "red")
    assert table.options(Place) == [Place(MINE, cell) for cell in cells(table, (2, 0), (2, 1))]
    assert table.code(Place(MINE, table.at(3, 1))) == "CANNOT_PLACE"


@pytest.mark.rule("OR-3")
def test_no_mine_is_laid_with_an_enemy_within_two_cells_of_it() -> None:
    table = declaring(duel("M..m....", M=red("miner"), m=held(side="blue")), "M")
    assert table.options(Place) == [Place(MINE, table.at(0, 1))]
    refusal = table.refusal(Place(MINE, table.at(1, 0)))
    assert refusal is not None
    assert (refusal.code, refusal.detail) == ("MINE_NEAR_ENEMY", (("cells", "2"),))


@pytest.mark.rule("OR-3")
def test_a_trooper_has_two_mines() -> None:
    table = declaring(duel("M.......", M=red("miner", counters=((LAID, CARRIED),))), "M")
    assert table.options(Place) == []
    assert table.code(Place(MINE, table.at(1, 1))) == "NO_MINES_LEFT"


@pytest.mark.rule("EM-01")
def test_the_simplified_rules_have_no_mines() -> None:
    table = declaring(duel("M.......", M=red("miner"), rules={"codeone": True}), "M")
    assert table.options(Place) == []
    assert table.code(Place(MINE, table.at(1, 1))) == "NOT_IN_CODEONE"


@pytest.mark.rule("UN-4")
def test_only_who_has_mines_lays_them() -> None:
    table = declaring(duel("M.......", M=red("engineer")), "M")
    assert table.code(Place(MINE, table.at(1, 1))) == "NO_SUCH_GEAR"


@pytest.mark.rule("BD-5")
def test_a_mine_is_in_nobodys_way() -> None:
    table = duel("M.......", M=red())
    laid(table, 1, 0, "red")
    order(table, "M", Move(cells(table, (1, 0))), Pass())
    assert table.xy("M") == (1, 0)
    assert mines(table) == [((1, 0), "red")]


# --- setting off -----------------------------------------------------------------------------------------------------


def crossing(*, mine: tuple[int, int] = (4, 0), **legend: Any) -> Table:
    """M of red walks along row 3 past a mine of blue."""
    table = duel("........", "........", "........", "M.......", M=red(**legend))
    laid(table, *mine)
    return table


@pytest.mark.rule("AT-5", "EM-08")
def test_an_enemy_that_ends_a_step_in_its_reach_sets_it_off_and_walks_on() -> None:
    """The circle around (3,1) reaches (2,3) and (3,3), not (1,3): hit at (2,3), though it ends at (4,3)."""
    table = crossing(mine=(3, 1))
    events = order(table, "M", Move(cells(table, (1, 3), (2, 3), (3, 3), (4, 3))), save=[1, 20], guts=[1])
    assert table.xy("M") == (4, 3)
    assert [e.path for e in of(events, UnitMoved)] == [cells(table, (1, 3), (2, 3), (3, 3), (4, 3))]
    assert table.unit("M").states == (names.ISOLATED,)
    assert mines(table) == []
    assert [e.reason for e in of(events, MarkerRemoved)] == ["set_off"]


@pytest.mark.rule("AT-5")
def test_out_of_its_reach_nothing_happens() -> None:
    table = crossing(mine=(4, 0))
    order(table, "M", Move(cells(table, (1, 3), (2, 3), (3, 3), (4, 3))))
    assert mines(table) == [((4, 0), "blue")]
    assert table.unit("M").states == ()


@pytest.mark.rule("AT-5", "BD-8")
def test_what_the_mine_does_not_see_sets_nothing_off() -> None:
    table = duel("..m.", "####", "M...", M=red(), m=held(side="blue"))
    laid(table, 1, 0)
    order(table, "M", Move(cells(table, (1, 2), (2, 2))))
    assert len(mines(table)) == 1


@pytest.mark.rule("TS-0")
def test_friends_of_its_side_walk_past() -> None:
    table = duel("M.......", M=red())
    laid(table, 2, 0, "red")
    order(table, "M", Move(cells(table, (1, 0), (2, 0), (3, 0))))
    assert mines(table) == [((2, 0), "red")]


@pytest.mark.rule("ST-10")
def test_a_camouflaged_marker_sets_nothing_off() -> None:
    table = crossing(mine=(3, 1), kind="scout", states=(names.CAMOUFLAGED,))
    order(table, "M", Move(cells(table, (1, 3), (2, 3), (3, 3))))
    assert mines(table) == [((3, 1), "blue")]


@pytest.mark.rule("AT-5", "EM-04")
def test_friends_in_the_circle_are_hit_too_each_once() -> None:
    table = duel("........", "..m.....", "........", "M..N....", M=red(), N=red(), m=held(side="blue"))
    laid(table, 3, 1)
    events = order(table, "M", Move(cells(table, (1, 3), (2, 3))), save=[20] * 6, guts=[1, 1, 1])
    assert sorted(e.target for e in of(events, AttackResolved)) == sorted(table.names.values())
    assert [e.face for e in of(events, SaveMade)] == [20] * 6


@pytest.mark.rule("RL-5")
def test_cover_is_no_help_against_a_mine() -> None:
    table = duel("........", "........", "....=...", "M.......", M=red())
    laid(table, 4, 1)
    events = order(table, "M", Move(cells(table, (1, 3), (2, 3), (3, 3), (4, 3))), save=[20, 20], guts=[1])
    assert [s.protection for s in of(events, SaveMade)] == [2, 2]


@pytest.mark.rule("OR-5", "BD-11")
def test_a_door_shut_behind_one_is_no_shelter_from_what_one_set_off() -> None:
    """M looks through the door at the mine, steps back and shuts it: hit where it stood with the door open."""
    table = duel("..#....", "..+....", "M.#....", "..#....", M=red()).door(2, 1, opened=True)
    laid(table, 3, 1)
    door = door_step(table.board.door_at[table.at(2, 1)])
    events = order(table, "M", Move((table.at(1, 1), door)), save=[1, 20], guts=[1])
    assert not table.state.doors
    assert [e.target for e in of(events, AttackResolved)] == [table.id("M")]
    assert table.unit("M").states == (names.ISOLATED,)


@pytest.mark.rule("X-42")
def test_a_push_is_no_step_of_its_own() -> None:
    table = crossing(mine=(3, 1))
    tx = Tx(table.game, table.state, ScriptedDice({}))
    tx.emit(UnitMoved(table.id("M"), cells(table, (1, 3), (2, 3)), "push"))
    table.state, _ = tx.commit()
    assert mines(table) == [((3, 1), "blue")]


@pytest.mark.rule("EM-A9", "AT-5")
def test_creatures_of_the_hive_set_mines_off_and_stop_at_nothing() -> None:
    """The raker runs past the mine to its end and is Isolated with the rolls of its activation."""
    table = scene(draw(OPEN, g=(5, 5), M=(20, 5)))
    table.marker(names.MINE, 8, 6, name="marines")
    hive_turn(table)
    activate(table, "g")
    found = walk(table, (11, 5), save=[13, 20], swarm=[1])
    assert table.xy("g") == (11, 5)
    assert table.unit("g").states == (names.ISOLATED,)
    assert [e.reason for e in of(found, MarkerRemoved)] == ["set_off"]


@pytest.mark.rule("HM-04", "AT-5")
def test_a_drifting_spore_sets_a_mine_off() -> None:
    table = scene(draw(OPEN, s=(10, 10), M=(20, 20)))
    table.marker(names.MINE, 13, 10, name="marines")
    hive_turn(table)
    events = activate(table, "s", hive__drift=[3], save=[13, 20], swarm=[1])
    assert table.xy("s") == (12, 10)
    assert [e.target for e in events if isinstance(e, AttackResolved)] == [table.id("s")]
    assert table.unit("s").states == (names.ISOLATED,)


# --- Dodge -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MV-5", "AT-5")
@pytest.mark.parametrize(("face", "states"), [(10, ()), (11, (names.ISOLATED,))])
def test_the_one_who_set_it_off_may_dodge_as_its_second_skill(face: int, states: tuple[str, ...]) -> None:
    table = crossing(mine=(3, 1))
    save = {} if not states else {"save": [1, 20], "guts": [1]}
    order(table, "M", Move(cells(table, (1, 3), (2, 3))), Dodge(), dodge=[face], **save)
    assert table.unit("M").states == states
    assert mines(table) == []


def blind() -> Table:
    """A wall keeps m from seeing M: only the mine that M sets off lets it react."""
    table = duel("M.....", "##....", "..m...", M=red(), m=blue())
    laid(table, 2, 1)
    table.act(GiveOrder(table.id("M")))
    table.act(Move(cells(table, (1, 0))))
    return table


@pytest.mark.rule("MV-5", "OR-5")
def test_who_stands_in_the_circle_may_dodge_as_a_reaction() -> None:
    table = blind()
    assert table.waiting == React(table.id("m"), 1)
    assert table.options() == [Pass(), Dodge()]
    table.act(Dodge())
    table.act(Pass(), dodge=[10], save=[20, 20])
    table.act(Pass(), guts=[1])
    assert table.unit("m").states == ()


@pytest.mark.rule("MV-5", "OR-4")
def test_the_chance_to_dodge_it_is_gone_with_the_window() -> None:
    table = blind()
    table.act(Pass())
    events = table.play(Dodge(), dodge=[11], save=[20, 20, 1, 20], guts=[1])
    assert table.waiting == GutsRoll(table.id("m"), (table.at(2, 1),))
    assert [e.target for e in of(events, AttackResolved)] == [table.id("M"), table.id("m")]
    assert table.unit("m").states == (names.ISOLATED,)


@pytest.mark.rule("RL-6")
def test_the_forecast_of_a_dodge_counts_the_mine() -> None:
    table = declaring(crossing(mine=(3, 1)), "M")
    table.act(Move(cells(table, (1, 3), (2, 3))))
    odds = shown(table, Dodge())
    assert [line.weapon for line in odds.threats] == [MINE]
    missed = Fraction(1, 2)
    assert dict(odds.threats[0].states) == {names.ISOLATED: missed * (1 - Fraction(9, 20) ** 2)}


# --- at once, outside the rolls ---------------------------------------------------------------------------------------


@pytest.mark.rule("MV-5", "AT-5")
def test_the_move_of_a_dodge_sets_a_mine_off_at_once() -> None:
    table = duel("M.....m....", M=red(), m=blue())
    laid(table, 9, 0, "red")
    events = order(
        table,
        "M",
        Shoot("rifle", (table.id("m"),)),
        Dodge(),
        Step(cells(table, (7, 0))),
        bs=[19, 19, 19],
        dodge=[1],
        save=[1, 20],
        guts=[1],
    )
    assert table.xy("m") == (7, 0)
    assert table.unit("m").states == (names.ISOLATED,)
    assert mines(table) == []
    assert [type(e) for e in events if type(e) in (UnitMoved, TemplatePlaced)] == [UnitMoved, TemplatePlaced]


@pytest.mark.rule("ST-8", "AT-5")
def test_the_way_of_a_failed_guts_roll_sets_a_mine_off_at_once() -> None:
    rows = ["." * 16 for _ in range(16)]
    rows[2] = "..........M....."
    rows[9] = "............#..."
    rows[10] = "..........m....."
    table = duel(*rows, M=red(), m=held(side="blue"))
    laid(table, 13, 11, "red")
    events = order(table, "M", Shoot("rifle", (table.id("m"),)), bs=[1, 20, 20], save=[20, 20, 1], guts=[14, 1])
    assert table.xy("m") == (12, 10)
    assert table.unit("m").states == (names.ISOLATED,)
    assert [e.result for e in of(events, GutsTaken)] == ["withdraw", "stay"]


KEPT = """
board = '''
########
#M.m...#
########
'''
[sides.red]
[sides.blue]
[legend.M]
kind = "jammer"
side = "red"
[legend.m]
kind = "rifle"
side = "blue"
[[markers]]
kind = "mine"
at = [5, 1]
name = "blue"
counters = { tripped_by = 1, tripped_at = 13, tripped_in = 1 }
"""


@pytest.mark.rule("MO-1")
def test_a_mine_and_what_set_it_off_are_kept_in_a_position() -> None:
    position = position_of(KEPT)
    (mine,) = position.state.markers.values()
    assert (mine.kind, mine.name, mine.counters) == (
        "mine",
        "blue",
        (("tripped_at", 13), ("tripped_by", 1), ("tripped_in", 1)),
    )
    again = position_of(write_position(position.game, position.state))
    assert again.state.markers == position.state.markers


# --- getting rid of one ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AT-5")
def test_a_damaging_template_removes_a_mine_and_may_be_aimed_at_it_alone() -> None:
    table = duel("G.......", G=red("grenadier"))
    laid(table, 5, 0)
    events = order(table, "G", Shoot("grenade", at=table.at(5, 0)), bs=[1])
    assert mines(table) == []
    assert [e.reason for e in of(events, MarkerRemoved)] == ["removed"]


@pytest.mark.rule("AM-3")
def test_rounds_that_do_no_damage_leave_mines_alone() -> None:
    table = duel("W.....m.", W=red("warden"), m=held(side="blue"))
    laid(table, 5, 0)
    order(table, "W", Shoot("em_grenade", at=table.at(6, 0)), bs=[1], save=[20, 20], guts=[1])
    assert len(mines(table)) == 1


@pytest.mark.rule("OR-3")
def test_an_engineer_in_contact_removes_a_mine_with_a_wip_roll() -> None:
    table = duel("E.......", E=red("engineer"))
    mine = laid(table, 1, 0)
    assert table.options(GiveOrder) != []
    events = order(table, "E", Use("disarm", mine), wip=[13])
    assert mines(table) == []
    assert of(events, SaveMade) == []


@pytest.mark.rule("OR-3", "AT-5")
def test_an_engineer_who_fails_sets_it_off() -> None:
    table = duel("E.......", E=red("engineer"))
    mine = laid(table, 1, 0)
    order(table, "E", Use("disarm", mine), wip=[14], save=[1, 20], guts=[1])
    assert mines(table) == []
    assert table.unit("E").states == (names.ISOLATED,)


@pytest.mark.rule("OR-3", "AT-5")
@pytest.mark.parametrize(("face", "states"), [(13, ()), (14, (names.ISOLATED,))])
def test_an_engineer_who_comes_up_to_a_mine_disarms_it_before_it_goes_off_or_not_at_all(
    face: int, states: tuple[str, ...]
) -> None:
    table = duel("E.......", E=red("engineer"))
    mine = laid(table, 4, 0)
    more = {"save": [1, 20], "guts": [1]} if states else {}
    order(table, "E", Move(cells(table, (1, 0), (2, 0), (3, 0))), Use("disarm", mine), wip=[face], **more)
    assert mines(table) == []
    assert table.unit("E").states == states


@pytest.mark.rule("OR-3")
def test_nobody_else_disarms_and_nobody_disarms_a_friends() -> None:
    table = declaring(duel("M.......", M=red()), "M")
    mine = laid(table, 1, 0)
    assert table.code(Use("disarm", mine)) == "NOTHING_TO_USE"
    table = declaring(duel("E.......", E=red("engineer")), "E")
    mine = laid(table, 1, 0, "red")
    assert table.code(Use("disarm", mine)) == "NOTHING_TO_USE"


@pytest.mark.rule("AT-5")
def test_a_mine_set_off_and_destroyed_in_one_order_still_goes_off() -> None:
    """All rolls of an order are simultaneous (RL-3): m's grenade answers M's step."""
    table = duel("M.......G", M=red(), G=blue("grenadier"))
    laid(table, 3, 1)
    table.act(GiveOrder(table.id("M")))
    table.act(Move(cells(table, (1, 0), (2, 0))))
    table.act(Shoot("grenade", at=table.at(2, 0)))
    events = table.act(Pass(), bs=[1], save=[20, 1, 20], guts=[1])
    assert table.unit("M").states == (names.ISOLATED,)
    assert sorted(e.weapon for e in of(events, AttackResolved)) == [MINE, "grenade", "grenade"]
    assert mines(table) == []
