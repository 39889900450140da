"""The Psychic howl: cornered, hemmed in, and the free withdrawal (HM-33 to HM-38, HM-A4, HM-A5, X-08, X-52)."""

import pytest

from game.api import Ctx
from game.core.events import DiceRolled, PhaseBegan
from game.core.state import Cloud
from game.rules.hive.events import HiveMindActs, HowlHeard
from game.rules.hive.howl import Plight, plight
from game.rules.hive.names import WATCHED
from game.rules.hive.tasks import MindEffect, WithdrawFire, WithdrawMove
from game.rules.skirmish import names
from game.rules.skirmish.actions import Fight, GiveOrder, Jump, Move, Pass, Shoot, Step
from game.rules.skirmish.events import OrderGiven
from game.rules.skirmish.tasks import DodgeMove, OrdersPhase, StatesPhase, TurnStart
from tests.rules.hive.scene import begin, draw, listed, of_kind, rolled, scene, spend, waiting
from tests.support.table import CORRIDOR, OPEN, Table

ACTORS = {"M": "marine", "g": {"kind": "gaunt", "policy": "hold"}}
"""The marine is asked, the xenos do not react."""


def status(table: Table, letter: str = "M") -> Plight:
    return plight(Ctx(table.game, table.state), table.unit(letter))


def howled(rows: str | list[str], **legend: object) -> Table:
    """The marines' turn after a howl, up to its first decision."""
    table = scene(rows, **{**ACTORS, **legend})
    begin(table, MindEffect("hive", "psychic_howl"))
    table.agenda(TurnStart("marines"), turn="")
    table.run()
    return table


@pytest.mark.rule("HM-33")
def test_three_twos_mean_psychic_howl():
    table = rolled(2, 2, 2, rows=draw(OPEN, M=(5, 5)))
    assert [event.effect for event in of_kind(spend(table, "psychic_howl"), HiveMindActs)] == ["psychic_howl"]


@pytest.mark.rule("HM-34", "HM-A4")
def test_cornered_is_who_sees_xenos_on_every_way():
    table = scene(draw(CORRIDOR, M=(10, 0), g=[(5, 0), (15, 0)]))
    assert status(table).status == names.CORNERED
    assert status(scene(draw(CORRIDOR, M=(10, 0), g=(5, 0)))).status != names.CORNERED
    shut = scene(draw(CORRIDOR, M=(10, 0), g=(5, 0), **{"+": (11, 0)}))
    assert status(shut).status == names.CORNERED


@pytest.mark.rule("HM-37", "HM-A4")
def test_hemmed_in_is_who_sees_them_on_every_way_but_one():
    table = scene(draw(CORRIDOR, M=(10, 0), g=(5, 0)))
    assert status(table)[:2] == (names.HEMMED_IN, table.at(11, 0))
    one = scene(draw(OPEN, M=(10, 10), g=(14, 10)))
    assert status(one).status == ""
    three = scene(draw(OPEN, M=(10, 10), g=[(14, 10), (10, 4), (6, 10)]))
    assert status(three)[:2] == (names.HEMMED_IN, three.at(10, 11))


@pytest.mark.rule("HM-A4")
def test_a_xeno_watches_the_way_by_which_it_would_come_and_ties_go_clockwise():
    table = scene(draw(OPEN, M=(10, 10), g=[(13, 7), (13, 13), (7, 13)]))
    assert status(table)[:2] == (names.HEMMED_IN, table.at(9, 10))
    wall = scene("..#...\n.M#g..\n..#...\n......\n" + "\n".join(["......"] * 4), M=ACTORS["M"])
    assert status(wall).status == ""


@pytest.mark.rule("HM-A4", "X-35")
def test_a_nest_is_no_way():
    table = scene(draw(CORRIDOR, M=(10, 0), g=(5, 0)))
    table.marker(names.NEST, 11, 0)
    assert status(table).status == names.CORNERED


@pytest.mark.rule("HM-A4", "C-10")
def test_a_small_xeno_comes_at_a_large_trooper_by_ways_too_narrow_for_him():
    rows = "##.#####\n##.#####\n##.#####\n#....###\n#.T..###\n#....###\n#....###\n########"
    table = scene(draw(rows, g=(2, 1)), T={"kind": "tag", "policy": "hold"})
    assert status(table, "T") == Plight("", -1, (table.id("g"),))
    table = scene(draw(rows, g=[(2, 1), (4, 4), (2, 6)]), T={"kind": "tag", "policy": "hold"})
    assert status(table, "T") == Plight(names.HEMMED_IN, table.at(1, 4), (1, 2, 3))


@pytest.mark.rule("HM-34")
def test_a_marine_with_a_single_way_is_cornered_by_one_xeno():
    dead_end = scene("M..g....\n#.......\n" + "\n".join(["########"] * 6))
    assert status(dead_end).status == names.CORNERED


@pytest.mark.rule("X-08", "X-30")
def test_those_who_cannot_be_seen_do_not_watch():
    table = scene(draw(CORRIDOR, M=(10, 0), g=[(5, 0), (15, 0)]))
    table.set(clouds=(Cloud(99, "eclipse", 1 << table.at(13, 0), "states"),))
    assert status(table).status == names.HEMMED_IN
    table.set(clouds=(Cloud(99, "eclipse", 1 << table.at(10, 0), "states"),))
    assert status(table).status == ""
    marker = scene(draw(CORRIDOR, M=(10, 0), g=(5, 0))).change("g", states=(names.CAMOUFLAGED,))
    assert status(marker).status == ""


@pytest.mark.rule("HM-34")
def test_one_who_is_down_sees_nobody():
    table = scene(draw(CORRIDOR, M=(10, 0), g=(5, 0))).change("M", states=(names.UNCONSCIOUS,))
    assert status(table).status == ""


@pytest.mark.rule("HM-35", "HM-36")
def test_a_cornered_marine_cannot_move_but_can_shoot():
    table = howled(draw(CORRIDOR, M=(10, 0), g=[(5, 0), (15, 0)]))
    assert [event.status for event in of_kind(table.events, HowlHeard)] == [names.CORNERED]
    table.act(GiveOrder(table.id("M")))
    assert table.code(Move((table.at(11, 0),))) == "HOWL_CORNERED"
    assert [move for move in listed(table, Move) if move.path] == []
    table.act(Shoot("rifle", (table.id("g"),)))
    events = table.act(Pass(), bs=[20, 20, 11], save=[1])
    assert [roll.purpose for roll in of_kind(events, DiceRolled)] == ["bs", "save"]
    assert table.id("g") not in table.state.units


@pytest.mark.rule("HM-A5")
def test_the_status_is_fixed_at_the_start_of_the_turn_and_ends_with_it():
    table = howled(draw(CORRIDOR, M=(10, 0), g=[(5, 0), (15, 0)]))
    table.orders()
    table.act(GiveOrder(table.id("M")))
    table.act(Shoot("rifle", (table.id("g"),)))
    table.act(Pass(), bs=[20, 20, 11], save=[1])
    table.act(GiveOrder(table.id("M")))
    assert table.code(Move((table.at(9, 0),))) == "HOWL_CORNERED"
    table.agenda(StatesPhase("marines"))
    table.run()
    assert table.state.effects == ()


@pytest.mark.rule("HM-38", "HM-A5")
def test_a_hemmed_in_marine_shoots_and_then_withdraws_by_the_free_way():
    table = howled(draw(CORRIDOR, M=(10, 0), g=(5, 0)))
    assert isinstance(waiting(table), WithdrawFire)
    phases = [event.phase for event in of_kind(table.events, PhaseBegan)]
    assert phases == ["tactical", "orders"]
    assert table.options() == [Shoot("rifle", (table.id("g"),))]
    assert table.code(Pass()) == "NOT_NOW"
    table.act(Shoot("rifle", (table.id("g"),)), bs=[20, 20, 20])
    assert table.xy("M") == (14, 0)
    assert isinstance(waiting(table), OrdersPhase)
    assert [event.kind for event in of_kind(table.events, OrderGiven)] == ["withdraw"]
    assert table.state.sides["marines"].pool == 1


@pytest.mark.rule("HM-38")
def test_where_several_ends_are_as_far_the_player_chooses_and_none_leads_nearer():
    table = howled(draw(OPEN, M=(10, 10), g=[(14, 10), (10, 4), (6, 10)]))
    table.act(Shoot("rifle", (table.id("g"),)))
    assert isinstance(waiting(table), WithdrawMove)
    ends = {table.board.xy(move.path[-1]) for move in listed(table, Move)}
    assert (10, 14) in ends
    assert all(y == 14 for _, y in ends)
    assert table.code(Move((table.at(10, 11),))) == "NOT_FREE_WAY"
    table.act(Move(tuple(table.at(10, y) for y in (11, 12, 13, 14))), bs=[20, 20, 20])
    assert table.xy("M") == (10, 14)


@pytest.mark.rule("HM-A5")
def test_afterwards_he_may_act_but_takes_no_step_nearer_to_a_watcher():
    table = howled(draw(CORRIDOR, M=(10, 0), g=(5, 0)))
    table.act(Shoot("rifle", (table.id("g"),)), bs=[20, 20, 20])
    table.act(GiveOrder(table.id("M")))
    assert table.code(Move((table.at(13, 0),))) == "HOWL_NEARER"
    assert table.code(Move((table.at(15, 0),))) == ""


@pytest.mark.rule("HM-A5")
def test_the_fallen_watcher_bars_nothing_any_more():
    table = howled(draw(CORRIDOR, M=(10, 0), g=(5, 0)))
    table.act(Shoot("rifle", (table.id("g"),)), bs=[11, 20, 20], save=[1])
    table.act(GiveOrder(table.id("M")))
    assert table.code(Move((table.at(13, 0),))) == ""


@pytest.mark.rule("HM-A5", "C-10")
def test_a_large_trooper_keeps_off_too_where_it_could_not_follow_the_watcher():
    rows = "##.#####\n##.#####\n##.#####\n#....###\n#....###\n#T...###\n#....###\n########"
    table = scene(draw(rows, g=(2, 1)), T={"kind": "tag"})
    table.effect(names.HEMMED_IN, "marines", unit=table.id("T"), value=table.at(2, 5))
    table.effect(WATCHED, "marines", unit=table.id("T"), value=table.id("g")).orders()
    table.act(GiveOrder(table.id("T")))
    assert table.code(Move((table.at(1, 4),))) == "HOWL_NEARER"
    assert table.code(Move((table.at(2, 5),))) == ""


@pytest.mark.rule("HM-A5", "MV-3")
def test_a_jump_away_from_the_watchers_passes_over_pits():
    table = scene(draw("." * 21 + "\n" + "." * 21, M=(10, 0), g=(5, 0), **{"~": (11, 0)}), M="marine")
    table.effect(names.HEMMED_IN, "marines", unit=table.id("M"), value=table.at(11, 0))
    table.effect(WATCHED, "marines", unit=table.id("M"), value=table.id("g")).orders()
    table.act(GiveOrder(table.id("M")))
    assert table.code(Jump(table.at(12, 0))) == ""
    assert table.code(Jump(table.at(8, 0))) == "NO_JUMP"


@pytest.mark.rule("HM-A5")
def test_an_engaged_hemmed_in_marine_fights_instead():
    table = howled(draw(CORRIDOR, M=(10, 0), g=(9, 0)))
    assert isinstance(waiting(table), WithdrawFire)
    assert table.options() == [Fight("knife", table.id("g"))]
    table.act(Fight("knife", table.id("g")), cc=[20])
    assert isinstance(waiting(table), OrdersPhase)
    assert table.xy("M") == (10, 0)


@pytest.mark.rule("HM-A5")
def test_one_who_cannot_shoot_only_withdraws():
    table = scene(draw(CORRIDOR, M=(10, 0), g=(5, 0)), M="marine").change("M", states=(names.STUNNED,))
    begin(table, MindEffect("hive", "psychic_howl"))
    table.agenda(TurnStart("marines"), turn="")
    table.run()
    assert table.xy("M") == (14, 0)


@pytest.mark.rule("X-52")
def test_the_own_movement_of_a_cornered_marine_is_barred_in_a_dodge_too():
    table = scene(draw(CORRIDOR, M=(10, 0), g=(15, 0)))
    table.effect(names.CORNERED, "marines", unit=table.id("M"), expires="states:marines")
    table.agenda(DodgeMove(table.id("M")), turn="hive")
    assert table.code(Step((table.at(9, 0),))) == "HOWL_CORNERED"


@pytest.mark.rule("HM-A5")
def test_without_a_howl_nothing_is_fixed():
    table = scene(draw(CORRIDOR, M=(10, 0), g=[(5, 0), (15, 0)]))
    table.agenda(TurnStart("marines"), turn="")
    table.run()
    assert table.state.effects == ()


@pytest.mark.rule("X-55", "HM-A5")
def test_each_marine_side_hears_the_howl_at_the_start_of_its_own_turn():
    """Between the two turns the watcher of the second side's trooper falls: he is not hemmed in any more."""
    rows = draw(CORRIDOR + "\n" + "#" * 21 + "\n" + CORRIDOR, M=(10, 0), N=(10, 2), g=(5, 0), h=(5, 2))
    other = {"kind": "marine", "side": "others"}
    sides = {"sides": ("marines", "others", "hive"), "teams": {"marines": "m", "others": "m"}}
    table = scene(rows, **ACTORS, N=other, h=ACTORS["g"], **sides)
    begin(table, MindEffect("hive", "psychic_howl"))
    table.agenda(TurnStart("marines"), turn="")
    table.run()
    assert {effect.unit for effect in table.state.effects if effect.name == names.HEMMED_IN} == {table.id("M")}
    gone = {key: unit for key, unit in table.state.units.items() if key != table.id("h")}
    table.set(units=gone).agenda(TurnStart("others"), turn="")
    table.run()
    assert {effect.unit for effect in table.state.effects if effect.side == "others"} == set()
