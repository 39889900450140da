"""Jump, Climb, airborne troops, markers, gear, doors that are sealed, and the exit."""

from __future__ import annotations

import pytest

from game.core.events import DoorUnsealed, MarkerMoved, MarkerRemoved, UnitRemoved
from game.core.state import Cloud
from game.rules.hive.names import XENO
from game.rules.skirmish.actions import (
    Berserk,
    Climb,
    Discover,
    Dodge,
    Drop,
    GiveOrder,
    Hide,
    Idle,
    Jump,
    Leave,
    Move,
    Pass,
    Place,
    Shoot,
    Step,
    Use,
)
from game.rules.skirmish.airborne import Stray
from game.rules.skirmish.events import MarkerDiscovered
from game.rules.skirmish.tasks import DeclareSecond, DodgeMove, ExitOffer, Order, React
from tests.support.table import Table, kinds_of

REBELS = ("marines", "rebels")


def rebel(kind, **fields):
    return {"kind": kind, "side": "rebels", **fields}


def ordered(table, letter="M"):
    table.orders().act(GiveOrder(table.id(letter)))
    return table


def finish(table, **dice):
    """Decline what is still asked; the dice fall with the last Pass."""
    while isinstance(table.waiting, React):
        table.act(Pass())
    if isinstance(table.waiting, DeclareSecond):
        table.act(Pass(), **dice)


def cells(actions, table):
    return {table.board.xy(action.to) for action in actions}


# -- MV-3 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("MV-3", "D-I22")
def test_a_jump_goes_straight_over_pits_and_barricades_onto_floor():
    table = ordered(Table(["M~~.....", "=.......", "........", "~......."] + ["........"] * 4, M="marine"))
    assert cells(table.options(Jump), table) == {(3, 0), (4, 0), (0, 2), (0, 4)}
    table.act(Jump(table.at(3, 0)))
    assert table.xy("M") == (3, 0)


@pytest.mark.rule("MV-3")
@pytest.mark.parametrize("to", [(2, 0), (5, 0), (1, 2), (3, 3)])
def test_a_jump_is_at_most_mov_a_straight_and_never_ends_in_a_pit(to):
    table = ordered(Table(["M~~.....", "=.......", "..#.....", "~......."] + ["........"] * 4, M="marine"))
    assert table.code(Jump(table.at(*to))) == "NO_JUMP"


@pytest.mark.rule("MV-3", "BD-5")
def test_nobody_jumps_over_a_unit_a_wall_or_two_levels():
    table = ordered(Table(["M~N.....", "~......."] + ["........"] * 6, M="marine", N="marine"))
    assert table.code(Jump(table.at(3, 0))) == "NO_JUMP"
    table = ordered(Table(["M~#.....", "~......."] + ["........"] * 6, M="marine"))
    assert table.code(Jump(table.at(3, 0))) == "NO_JUMP"
    heights = ["..2....."] + ["........"] * 7
    table = ordered(Table(["M~......"] + ["........"] * 7, heights="\n".join(heights), M="marine"))
    assert table.code(Jump(table.at(2, 0))) == "NO_JUMP"


@pytest.mark.rule("MV-3", "MV-2")
def test_a_jump_passes_no_enemy_in_contact_but_may_land_there():
    rows = ["M~......", "...g...."] + ["........"] * 6
    table = ordered(Table(rows, M="marine", g="gaunt"))
    assert table.code(Jump(table.at(2, 0))) == ""
    assert table.code(Jump(table.at(3, 0))) == "NO_JUMP"


# -- MV-4 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("MV-4", "D-I22", "IM-18")
def test_a_climb_takes_steps_of_two_or_three_levels_at_two_points_each():
    heights = "\n".join(["..2....."] * 8)
    table = ordered(Table(["M......."] + ["........"] * 7, heights=heights, M="marine"))
    assert table.code(Move((1, 2))) == "NO_SUCH_STEP"
    assert table.code(Climb((1, 2))) == "TOO_FAR"  # 1 + 4
    table = ordered(Table([".M......"] + ["........"] * 7, heights=heights, M="marine"))
    assert table.code(Climb((2,))) == ""
    assert [table.board.xy(action.path[-1]) for action in table.options(Climb)] == [(2, 0), (2, 1)]
    events = table.act(Climb((2,)))
    assert "UnitMoved" in kinds_of(events)
    assert table.xy("M") == (2, 0)


@pytest.mark.rule("MV-4")
def test_on_level_ground_no_climb_is_listed():
    table = ordered(Table(["M......."] + ["........"] * 7, M="marine"))
    assert table.options(Climb) == []


# -- D-I18 ----------------------------------------------------------------------------------------------


def jumper(**extra):
    zones = {"drop": [(5, 5), (6, 5)], "deploy:marines": [(0, 7), (1, 7)], "deploy:hive": [(x, 0) for x in range(12)]}
    rows = ["............"] * 7 + ["J..........."] + ["............"] * 4
    table = Table(rows, zones=zones, J="jumper", **extra)
    return table.change("J", cell=-1, states=("waiting",))


@pytest.mark.rule("D-I18", "OR-1", "HI-1")
def test_a_combat_jump_lands_on_a_drop_cell_on_a_passed_ph_roll():
    table = ordered(jumper(), "J")
    jumps = [action for action in table.options(Drop) if action.way == "jump" and not action.last]
    assert [table.board.xy(action.cell) for action in jumps] == [(5, 5), (6, 5)]
    events = table.act(Drop(table.at(5, 5)), landing=[10])
    assert "UnitPlaced" in kinds_of(events)
    assert table.xy("J") == (5, 5)
    assert table.unit("J").states == ()
    assert table.state.sides["marines"].pool == 9


@pytest.mark.rule("D-I18", "TR-26")
def test_a_failed_jump_comes_down_in_the_own_zone_where_its_owner_likes():
    table = ordered(jumper(), "J")
    table.act(Drop(table.at(5, 5)), landing=[11])
    assert table.waiting == Stray(1, "marines")
    assert [(table.board.xy(a.cell), a.last) for a in table.options(Drop)] == [
        ((0, 7), ""),
        ((1, 7), ""),
        ((0, 7), "prone"),
        ((1, 7), "prone"),
    ]
    assert table.code(Drop(table.at(5, 5), "stray")) == "NO_LANDING"
    table.act(Drop(table.at(1, 7), "stray"))
    assert table.xy("J") == (1, 7)


@pytest.mark.rule("D-I18")
def test_a_parachutist_needs_no_roll_and_no_enemy_zone():
    table = ordered(jumper(), "J")
    assert table.code(Drop(table.at(3, 0), "chute")) == "NO_LANDING"
    assert table.code(Drop(table.at(3, 3), "chute")) == "NO_LANDING"
    assert table.code(Drop(table.at(3, 3), "glide")) == "NO_SUCH_LANDING"
    events = table.act(Drop(table.at(0, 3), "chute"))
    assert "DiceRolled" not in kinds_of(events)
    assert table.xy("J") == (0, 3)


@pytest.mark.rule("D-I18")
def test_nobody_jumps_into_contact():
    table = jumper()
    table = Table(
        ["............"] * 4 + ["....g......."] + ["............"] * 2 + ["J..........."] + ["............"] * 4,
        zones={"drop": [(5, 5), (7, 7)]},
        J="jumper",
        g="gaunt",
    ).change("J", cell=-1, states=("waiting",))
    ordered(table, "J")
    assert [a for a in table.options(Drop) if a in (Drop(table.at(5, 5)), Drop(table.at(7, 7)))] == [
        Drop(table.at(7, 7))
    ]


@pytest.mark.rule("D-I18", "OR-5")
def test_arrival_may_be_reacted_to_and_ends_the_activation():
    table = Table(
        ["............"] * 5 + [".....N......"] + ["............"] + ["J..........."] + ["............"] * 4,
        zones={"drop": [(9, 9)]},
        sides=REBELS,
        J="jumper",
        N=rebel("marine"),
    ).change("J", cell=-1, states=("waiting",))
    ordered(table, "J").act(Drop(table.at(9, 9)), landing=[3])
    assert table.waiting == React(table.id("N"), 1)
    table.act(Pass())
    assert not isinstance(table.waiting, DeclareSecond)


@pytest.mark.rule("D-I18", "OR-3")
def test_only_a_waiting_airborne_trooper_drops_and_it_does_nothing_else():
    table = ordered(jumper(), "J")
    assert {type(action) for action in table.options()} == {Drop}
    assert table.code(Idle()) == "OFF_BOARD"
    table = ordered(Table(["M......."] + ["........"] * 7, M="jumper"))
    assert table.options(Drop) == []
    assert table.code(Drop(3, "chute")) == "ON_BOARD"
    waiting = (
        Table(["M......N"] + ["........"] * 7, M="marine", N="marine")
        .change("M", cell=-1, states=("waiting",))
        .orders()
    )
    assert waiting.code(GiveOrder(1)) == "OFF_BOARD"


# -- ST-10 ----------------------------------------------------------------------------------------------


def hidden(*, distance=6, **fields):
    row = "M" + "." * (distance - 1) + "N" + "." * (23 - distance)
    return Table([row] + ["." * 24] * 7, sides=REBELS, M="marine", N=rebel("scout", states=("camouflaged",), **fields))


@pytest.mark.rule("ST-10", "D-I15", "TR-24")
def test_discover_is_a_wip_roll_in_sight():
    table = ordered(hidden())
    table.act(Discover(2))
    finish(table, discover=[13])
    assert "camouflaged" not in table.unit("N").states
    assert MarkerDiscovered(2, table.unit("N"), 1) in table.events


@pytest.mark.rule("ST-10")
def test_a_failed_look_may_not_be_repeated_before_the_next_turn():
    table = ordered(hidden())
    table.act(Discover(2))
    finish(table, discover=[14])
    assert "camouflaged" in table.unit("N").states
    table.act(GiveOrder(1))
    assert table.code(Discover(2)) == "LOOKED_ALREADY"
    assert table.options(Discover) == []


@pytest.mark.rule("ST-10")
@pytest.mark.parametrize(("distance", "value"), [(8, 13), (9, 12), (16, 12), (17, 11)])
def test_each_eight_cells_beyond_the_first_take_one_off(distance, value):
    table = ordered(hidden(distance=distance))
    table.act(Discover(2))
    finish(table, discover=[value])
    assert "camouflaged" not in table.unit("N").states
    table = ordered(hidden(distance=distance))
    table.act(Discover(2))
    finish(table, discover=[value + 1])
    assert "camouflaged" in table.unit("N").states


@pytest.mark.rule("ST-10")
def test_a_marker_is_no_target_and_draws_no_shot_while_it_moves():
    table = ordered(hidden())
    assert table.options(Shoot) == []
    assert table.code(Discover(1)) == "NOT_A_MARKER"
    table = hidden()
    table.agenda()
    table.set(turn="rebels").orders("rebels").act(GiveOrder(2))
    table.act(Move((table.at(7, 0),)))
    assert not isinstance(table.waiting, React)
    assert "camouflaged" in table.unit("N").states


@pytest.mark.rule("ST-10")
def test_any_skill_but_move_gives_a_marker_away_before_reactions():
    table = hidden()
    table.orders("rebels").act(GiveOrder(2))
    events = table.act(Idle())
    assert MarkerDiscovered(2, table.unit("N")) in events
    assert "camouflaged" not in table.unit("N").states
    assert table.waiting == React(1, 1)


@pytest.mark.rule("ST-10")
def test_hiding_again_needs_the_skill_and_no_enemy_watching():
    table = Table(["M..#...N"] + ["...#...."] * 7, sides=REBELS, M="scout", N=rebel("marine"))
    ordered(table)
    assert Hide() in table.options()
    table.act(Hide())
    assert table.unit("M").states == ("camouflaged",)
    table = ordered(Table(["M......N"] + ["........"] * 7, sides=REBELS, M="scout", N=rebel("marine")))
    assert table.code(Hide()) == "SEEN"
    assert table.options(Hide) == []
    assert ordered(Table(["M......."] + ["........"] * 7, M="marine")).code(Hide()) == "CANNOT_HIDE"


@pytest.mark.rule("ST-10", "MV-2")
def test_a_xeno_that_ends_a_step_in_contact_finds_the_marker_out_and_stops_engaged():
    table = Table(["M.....g."] + ["........"] * 7, M="scout", g="gaunt").change("M", states=("camouflaged",))
    table.agenda(Order(2, "hive", XENO), turn="hive").run()
    beyond = Move(tuple(table.at(x, y) for x, y in ((5, 0), (4, 0), (3, 0), (2, 0), (1, 0), (1, 1))))
    assert table.code(beyond) == "STOPS_IN_CONTACT"
    events = table.act(Move(tuple(table.at(x, 0) for x in (5, 4, 3, 2, 1))))
    assert MarkerDiscovered(1, table.unit("M"), 2) in events
    assert table.unit("M").states == ()
    assert table.waiting == React(1, 1)


@pytest.mark.rule("ST-10", "MV-2")
def test_a_marker_does_not_stop_enemy_troopers():
    table = ordered(hidden(distance=2))
    assert table.code(Move((table.at(1, 0), table.at(1, 1), table.at(2, 1)))) == ""


# -- Use --------------------------------------------------------------------------------------------------


def beside(one, other, **states):
    return Table(["MN......"] + ["........"] * 7, M=one, N={"kind": other, **states})


@pytest.mark.rule("ST-2", "OR-3")
def test_a_medikit_brings_one_round_with_one_wound_left_or_kills_him():
    table = ordered(beside("medic", "marine", states=("unconscious",), wounds=2))
    table.act(Use("medikit", 2))
    finish(table, wip=[13])
    assert table.unit("N").states == ()
    assert table.unit("N").wounds == 1
    table = ordered(beside("medic", "marine", states=("unconscious",), wounds=2))
    table.act(Use("medikit", 2))
    finish(table, wip=[14])
    assert 2 in table.state.gone
    assert table.state.gone[2].reason == "killed"


@pytest.mark.rule("ST-2")
@pytest.mark.parametrize(("face", "saved"), [(7, True), (8, False)])
def test_anyone_else_uses_a_medikit_at_ph_less_three(face, saved):
    from tests.support.reference import _human

    kinds = {"carrier": _human("carrier", equipment=("medikit",))}
    table = Table(
        ["MN......"] + ["........"] * 7,
        kinds=kinds,
        M="carrier",
        N={"kind": "marine", "states": ("unconscious",), "wounds": 2},
    )
    ordered(table).act(Use("medikit", 2))
    finish(table, wip=[face])
    assert (2 in table.state.units) is saved


@pytest.mark.rule("ST-3", "ST-6")
@pytest.mark.parametrize("state", ["incapacitated", "stunned"])
def test_a_medic_ends_incapacitation_and_stunning_without_risk(state):
    table = ordered(beside("medic", "marine", states=(state,)))
    assert Use("doctor", 2) in table.options(Use)
    table.act(Use("doctor", 2))
    finish(table, wip=[14])
    assert state in table.unit("N").states
    table.act(GiveOrder(1))
    table.act(Use("doctor", 2))
    finish(table, wip=[13])
    assert table.unit("N").states == ()


@pytest.mark.rule("ST-4", "ST-5", "D-E2")
def test_an_engineer_ends_isolated_and_immobilized_b():
    table = ordered(beside("engineer", "heavy", states=("immobilized_b", "isolated")))
    table.act(Use("engineer", 2))
    finish(table, wip=[13])
    assert table.unit("N").states == ()


@pytest.mark.rule("ST-2")
def test_machines_are_for_engineers():
    table = ordered(beside("engineer", "tag", states=("unconscious",), wounds=3, size=1))
    table.act(Use("engineer", 2))
    finish(table, wip=[2])
    assert table.unit("N").wounds == 2
    table = ordered(beside("medic", "tag", states=("unconscious",), wounds=3, size=1))
    assert table.code(Use("medikit", 2)) == "NOTHING_TO_USE"
    assert table.code(Use("doctor", 2)) == "NOTHING_TO_USE"


@pytest.mark.rule("OR-3")
def test_gear_and_contact_are_needed():
    table = ordered(Table(["M.N....."] + ["........"] * 7, M="medic", N={"kind": "marine", "states": ("unconscious",)}))
    assert table.code(Use("medikit", 2)) == "NOTHING_TO_USE"
    assert table.code(Use("prayer", 2)) == "NO_SUCH_USE"
    assert ordered(beside("marine", "marine", states=("unconscious",))).options(Use) == []


@pytest.mark.rule("BD-11")
def test_an_engineer_unseals_a_door():
    table = Table(["..M+....", "########"] + ["........"] * 6, M="engineer").set(sealed=1)
    ordered(table).act(Use("engineer", 0, 0))
    while isinstance(table.waiting, DeclareSecond):
        events = table.act(Pass(), wip=[13])
    assert DoorUnsealed(0, 1) in events
    table.act(GiveOrder(1))
    assert Move((-1,)) in table.options(Move)


@pytest.mark.rule("MS-2")
def test_a_console_is_used_from_beside_it():
    table = Table(["M......."] + ["........"] * 7, M="marine")
    console = table.marker("console", 1, 1, name="reactor")
    ordered(table).act(Use("console", console))
    finish(table)
    assert table.state.ext["missions"].deeds == (("marines", "used", "reactor"),)


@pytest.mark.rule("MS-2")
def test_items_are_taken_up_carried_put_down_and_dropped_by_the_fallen():
    table = Table(["M......."] + ["........"] * 7, M="marine")
    item = table.marker("item", 1, 0, name="core")
    ordered(table).act(Use("item", item))
    table.act(Move((table.at(0, 1),)))
    assert table.state.markers[item].carrier == 1
    table.act(GiveOrder(1))
    assert table.code(Use("item", item)) == "NOTHING_TO_USE"
    table.act(Use("drop", item))
    finish(table)
    assert MarkerMoved(item, table.at(0, 1), 0) in table.events


@pytest.mark.rule("MS-2", "OR-4")
def test_an_item_is_put_down_where_its_carrier_stood():
    table = Table(["M......."] + ["........"] * 7, M="marine")
    item = table.marker("item", 0, 0, name="core", carrier=1)
    ordered(table).act(Use("drop", item))
    table.act(Move((table.at(1, 0), table.at(2, 0))))
    assert table.state.markers[item].cell == table.at(0, 0)


@pytest.mark.rule("D-H8", "HM-47")
def test_an_infestation_marker_is_burnt_out_from_its_cell_or_in_contact():
    table = Table(["M......."] + ["........"] * 7, M="marine")
    marker = table.marker("infestation", 1, 1)
    ordered(table).act(Use("cleanse", marker))
    finish(table)
    assert MarkerRemoved(marker, "removed", 1) in table.events
    assert marker not in table.state.markers


# -- Place --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BD-11", "OR-3")
def test_a_d_charge_blows_a_sealed_door():
    table = Table(["..M+....", "########"] + ["........"] * 6, M="engineer").set(sealed=1)
    ordered(table).act(Place("d_charge", table.at(3, 0)))
    while isinstance(table.waiting, DeclareSecond):
        table.act(Pass(), wip=[5], save=[1, 20, 20])
    assert table.state.door_wounds == {0: 1}
    table.act(GiveOrder(1))
    table.act(Place("d_charge", table.at(3, 0)))
    while isinstance(table.waiting, DeclareSecond):
        table.act(Pass(), wip=[5], save=[10, 11, 20])
    assert table.state.broken == 1
    assert table.state.doors == 1
    assert table.state.sealed == 0


@pytest.mark.rule("OR-3", "D-H7")
def test_a_charge_needs_the_gear_and_something_to_blow():
    table = ordered(Table(["M......."] + ["........"] * 7, M="engineer"))
    assert table.options(Place) == []
    assert table.code(Place("d_charge", 1)) == "CANNOT_PLACE"
    assert ordered(Table(["M+......"] + ["........"] * 7, M="marine")).code(Place("d_charge", 1)) == "NO_SUCH_GEAR"
    table = Table(["M......."] + ["........"] * 7, M="engineer")
    table.marker("nest", 1, 0)
    assert ordered(table).options(Place) == [Place("d_charge", 1)]


# -- MS-2: the exit --------------------------------------------------------------------------------------------


def near_exit(**extra):
    return Table(["M......."] + ["........"] * 7, zones={"exit": [(1, 0), (2, 0)]}, M="marine", **extra)


@pytest.mark.rule("MS-2")
def test_a_trooper_whose_move_ends_on_the_exit_may_leave_with_what_it_carries():
    table = near_exit()
    item = table.marker("item", 0, 0, name="core", carrier=1)
    ordered(table).act(Move((table.at(1, 0),)))
    table.act(Pass())
    assert table.waiting == ExitOffer(1)
    assert table.options() == [Leave(), Pass()]
    events = table.act(Leave())
    assert MarkerRemoved(item, "carried_out", 1) in events
    assert UnitRemoved(1, "safe", 0) in events
    assert table.state.gone[1].reason == "safe"


@pytest.mark.rule("MS-2")
def test_staying_is_allowed_and_standing_there_is_not_a_move():
    table = near_exit()
    ordered(table).act(Move((table.at(1, 0),)))
    table.act(Pass())
    table.act(Pass())
    assert table.xy("M") == (1, 0)
    table.act(GiveOrder(1))
    table.act(Idle())
    table.act(Pass())
    assert not isinstance(table.waiting, ExitOffer)


@pytest.mark.rule("MS-2", "ST-7")
def test_an_engaged_trooper_does_not_walk_out():
    table = Table(["M.g....."] + ["........"] * 7, zones={"exit": [(1, 0)]}, M="marine", g="gaunt")
    ordered(table).act(Move((table.at(1, 0),)))
    while isinstance(table.waiting, React | DeclareSecond):
        table.act(Pass())
    assert not isinstance(table.waiting, ExitOffer)


@pytest.mark.rule("MS-2", "MV-5", "D-I23")
def test_the_move_of_a_dodge_may_end_on_the_exit_too():
    table = near_exit()
    ordered(table).act(Dodge())
    table.act(Pass(), dodge=[3])
    assert table.waiting == DodgeMove(1)
    table.act(Step((table.at(1, 0),)))
    assert table.waiting == ExitOffer(1)
    table = near_exit()
    ordered(table).act(Move((table.at(1, 0),)))
    table.act(Dodge(), dodge=[3])
    table.act(Step((table.at(0, 0),)))
    assert not isinstance(table.waiting, ExitOffer)


# -- a state in the middle of all this can be saved ------------------------------------------------------------


@pytest.mark.rule("BD-9", "AM-1")
def test_a_table_with_a_cloud_on_it_has_a_digest():
    table = Table(["." * 40] * 39 + ["M" + "." * 39], M="grenadier")
    before = table.game.digest(table.state)
    cloud = Cloud(9, "smoke", table.board.footprint_mask(table.at(39, 38), 1), "states")
    table.set(clouds=(cloud,))
    assert table.game.digest(table.state) != before


# -- what follows from several clauses together -----------------------------------------------------------------


@pytest.mark.rule("ST-10", "OR-3")
def test_one_marker_is_looked_at_once_in_an_order():
    table = ordered(hidden())
    table.act(Discover(2))
    while isinstance(table.waiting, React):
        table.act(Pass())
    assert table.code(Discover(2)) == "LOOKED_ALREADY"


@pytest.mark.rule("MV-6", "AT-4")
def test_whoever_goes_berserk_or_climbs_stands_up_first():
    table = ordered(Table(["M...g..."] + ["........"] * 7, M="zealot", g="gaunt").change("M", states=("prone",)))
    table.act(table.options(Berserk)[0])
    assert "prone" not in table.unit("M").states
    heights = "\n".join(["..2....."] * 8)
    table = Table([".M......"] + ["........"] * 7, heights=heights, M="marine").change("M", states=("prone",))
    ordered(table).act(Climb((2,)))
    assert table.unit("M").states == ()


@pytest.mark.rule("MV-6", "MV-3")
def test_a_jump_neither_lies_down_nor_stands_up():
    table = ordered(Table(["M~~....."] + ["........"] * 7, M="marine").change("M", states=("prone",)))
    assert table.code(Jump(table.at(3, 0))) == "NO_JUMP"  # half of MOV 4
    table = ordered(Table(["M~......"] + ["........"] * 7, M="marine").change("M", states=("prone",)))
    table.act(Jump(table.at(2, 0)))
    assert "prone" in table.unit("M").states


@pytest.mark.rule("ST-10", "MV-3")
def test_a_xeno_that_lands_beside_a_marker_finds_it_out():
    table = Table(["g~.M...."] + ["........"] * 7, M="scout", g="gaunt").change("M", states=("camouflaged",))
    table.agenda(Order(table.id("g"), "hive", XENO), turn="hive").run()
    table.act(Jump(table.at(2, 0)))
    assert table.unit("M").states == ()


@pytest.mark.rule("MS-2", "D-I18")
def test_whoever_comes_down_on_the_exit_may_leave_at_once():
    table = Table(
        ["............"] * 7 + ["J..........."] + ["............"] * 4,
        zones={"drop": [(5, 5)], "exit": [(5, 5)]},
        J="jumper",
    ).change("J", cell=-1, states=("waiting",))
    ordered(table, "J").act(Drop(table.at(5, 5)), landing=[1])
    assert table.waiting == ExitOffer(1)


@pytest.mark.rule("ST-2", "MS-2")
def test_a_carrier_that_goes_down_lets_the_item_go():
    table = Table(["M......N"] + ["........"] * 7, sides=REBELS, M="marine", N=rebel("marine"))
    item = table.marker("item", 0, 0, name="core", carrier=1)
    table.change("M", wounds=1)
    table.orders("rebels").act(GiveOrder(2))
    table.act(Shoot("rifle", (1,)))
    while isinstance(table.waiting, React):
        table.act(Pass())
    table.act(Pass(), bs=[11, 20, 20], save=[1])
    assert "unconscious" in table.unit("M").states
    assert table.state.markers[item].carrier == 0


@pytest.mark.rule("UN-3", "OR-1")
def test_an_irregular_trooper_has_an_order_of_its_own_besides_the_pool():
    table = Table(["M......."] + ["........"] * 7, M="irregular").change("M", counters=(("own_order", 1),)).orders()
    assert table.options(GiveOrder) == [GiveOrder(1, "pool"), GiveOrder(1, "own")]
    table.act(GiveOrder(1, "own"))
    table.act(Idle())
    table.act(Pass())
    assert table.code(GiveOrder(1, "own")) == "NO_OWN_ORDER"
    assert table.state.sides["marines"].pool == 10


# -- stance at the end of other moves (MV-6) ----------------------------------------------------------------------


@pytest.mark.rule("MV-6", "MV-4", "D-I14", "D-I23")
def test_a_climber_may_lie_down_at_the_end():
    heights = "\n".join(["..2....."] * 8)
    table = ordered(Table([".M......"] + ["........"] * 7, heights=heights, M="marine"))
    assert table.code(Climb((2,), last="fly")) == "NO_SUCH_STANCE"
    assert table.code(Climb((2,), last="stand")) == "NOT_PRONE"
    table.act(Climb((2,), last="prone"))
    assert table.unit("M").states == ("prone",)


@pytest.mark.rule("MV-6", "D-I18", "D-I14", "D-I23")
def test_whoever_comes_by_air_may_lie_down_where_he_lands():
    table = ordered(jumper(), "J")
    assert table.code(Drop(table.at(5, 5), last="stand")) == "NOT_PRONE"
    table.act(Drop(table.at(5, 5), last="prone"), landing=[10])
    assert table.unit("J").states == ("prone",)
    table = ordered(jumper(), "J")
    table.act(Drop(table.at(5, 5)), landing=[11])
    table.act(Drop(table.at(1, 7), "stray", last="prone"))
    assert table.unit("J").states == ("prone",)


@pytest.mark.rule("MV-6", "MV-5", "D-I14", "D-I23")
def test_the_move_of_a_dodge_may_end_lying_or_standing():
    table = ordered(near_exit())
    table.act(Dodge())
    table.act(Pass(), dodge=[3])
    assert table.code(Step((), last="stand")) == "NOT_PRONE"
    table.act(Step((table.at(1, 1),), last="prone"))
    assert (table.xy("M"), table.unit("M").states) == ((1, 1), ("prone",))
    table.act(GiveOrder(1))
    table.act(Dodge())
    table.act(Pass(), dodge=[7])
    assert table.code(Step(())) == "NO_STEP"
    table.act(Step((), last="stand"))
    assert (table.xy("M"), table.unit("M").states) == ((1, 1), ())


@pytest.mark.rule("MV-6")
def test_a_suit_lies_down_nowhere():
    table = ordered(Table(["M......."] + ["........"] * 7, M="tag"))
    table.act(Dodge())
    table.act(Pass(), dodge=[3])
    assert table.code(Step((table.at(1, 1),), last="prone")) == "CANNOT_GO_PRONE"
