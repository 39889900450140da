"""Result 3: corpse swarms, spores, gas, infestation markers and nests (HM-43 to HM-54, HM-A12 to HM-A15)."""

import pytest

from game.api import Ctx
from game.core.events import DiceRolled, UnitPlaced
from game.core.state import Gone
from game.rules.hive.actions import PlaceMarker, PlaceXeno, SpendSwarmDice
from game.rules.hive.events import GasSpread, PlacementsLost
from game.rules.hive.gas import infestations
from game.rules.hive.tasks import CorpseSwarms, DicePhase, GasAttack, NestChoice, NestsPhase, PlacePhase, Reinforcement
from game.rules.skirmish import names
from tests.rules.hive.scene import begin, draw, listed, of_kind, rolled, scene, spend, waiting
from tests.support.table import DOOR, OPEN, Table

POISONED = {names.INTOXICATED, names.INCAPACITATED}


def bury(table: Table, letter: str, *, round: int = 1, reason: str = "killed") -> Table:
    """The unit drawn as ``letter`` was removed where it stood."""
    unit = table.unit(letter)
    units = {key: value for key, value in table.state.units.items() if key != unit.id}
    gone = {**table.state.gone, unit.id: Gone(unit, reason, round, unit.cell)}
    return table.set(units=units, gone=gone)


def swarms(table: Table) -> set[tuple[int, int]]:
    return {table.board.xy(unit.cell) for unit in table.state.units.values() if unit.kind == "swarm"}


def corrupted(*faces: int, markers: int = 1, dead: bool = True) -> Table:
    """Threes were rolled; infestation markers are on the board and a marine was killed this round."""
    table = scene(draw(OPEN, M=(5, 5), N=(7, 7)), level=4 - len(faces))
    for place in range(markers):
        table.marker(names.INFESTATION, 20, 20 - place)
    if dead:
        bury(table, "N")
    begin(table, DicePhase("hive"), PlacePhase("hive"), dice={"swarm": faces})
    return table


def plans(table: Table) -> set[tuple[str, ...]]:
    return {action.plan for action in listed(table, SpendSwarmDice)}


@pytest.mark.rule("HM-43")
def test_a_three_offers_exactly_three_benefits_of_which_one_is_taken():
    table = corrupted(3)
    assert plans(table) == {("corpse_swarms",), ("spores",), ("gas",)}
    assert table.code(SpendSwarmDice(("gas", "spores"))) == "DICE_MISSING"


@pytest.mark.rule("HM-53", "HM-54")
def test_all_of_them_can_be_mixed():
    table = corrupted(3, 3, 3)
    assert {
        ("spores", "infestation"),
        ("gas", "infestation"),
        ("corpse_swarms", "infestation"),
        ("gas", "corpse_swarms", "spores"),
        ("nest",),
    } <= plans(table)
    four = corrupted(3, 3, 3, 3)
    assert len([plan for plan in plans(four) if sum({"infestation": 2, "nest": 3}.get(n, 1) for n in plan) == 4]) == 12


@pytest.mark.rule("HM-44", "HM-A12")
def test_one_swarm_for_each_marine_killed_this_round():
    table = scene(draw(OPEN, M=(5, 5), N=[(7, 7), (9, 9), (11, 11)]))
    bury(table, "N")
    bury(table, "N2", reason="sacrificed")
    bury(table, "N3", round=0)
    begin(table, CorpseSwarms("hive"))
    assert swarms(table) == {(7, 7), (9, 9)}


@pytest.mark.rule("HM-44")
def test_without_a_dead_marine_the_option_is_not_listed_and_yields_nothing():
    table = corrupted(3, dead=False)
    assert ("corpse_swarms",) not in plans(table)
    events = spend(table, "corpse_swarms")
    assert of_kind(events, UnitPlaced) == []


@pytest.mark.rule("HM-44", "X-11")
def test_those_who_are_only_down_and_those_who_left_do_not_count():
    table = scene(draw(OPEN, M=(5, 5), N=(7, 7), g=(9, 9))).change("M", states=(names.UNCONSCIOUS,))
    bury(table, "N", reason="safe")
    bury(table, "g")
    begin(table, CorpseSwarms("hive"))
    assert swarms(table) == set()


@pytest.mark.rule("HM-45", "HM-A14")
def test_the_swarm_appears_where_the_marine_fell_in_full_view():
    table = bury(scene(draw(OPEN, M=(10, 7), A=(12, 7), N=(7, 7))), "N")
    begin(table, CorpseSwarms("hive"))
    assert swarms(table) == {(7, 7)}


@pytest.mark.rule("HM-A14")
def test_on_an_occupied_cell_it_takes_the_nearest_free_one_beside_it_or_is_lost():
    table = bury(scene(draw(OPEN, N=(7, 7))), "N")
    table.marker(names.ITEM, 7, 7)
    begin(table, CorpseSwarms("hive"))
    assert swarms(table) == {(7, 6)}
    walls = [(x, y) for x in (6, 7, 8) for y in (6, 7, 8) if (x, y) != (7, 7)]
    shut = bury(scene(draw(OPEN, **{"N": (7, 7), "#": walls})), "N")
    shut.marker(names.ITEM, 7, 7)
    events = begin(shut, CorpseSwarms("hive"))
    assert [event.count for event in of_kind(events, PlacementsLost)] == [1]


@pytest.mark.rule("HM-A14")
def test_where_a_door_has_shut_over_the_fallen_the_swarm_appears_beside_it():
    table = scene(draw(DOOR, N=(9, 5))).change("N", cell=10 + 5 * 21)
    bury(table.door(10, 5, opened=True), "N").door(10, 5, opened=False)
    begin(table, CorpseSwarms("hive"))
    assert swarms(table) == {(9, 5)}


@pytest.mark.rule("X-48")
def test_a_dead_two_by_two_unit_leaves_one_swarm_on_its_anchor():
    table = bury(scene(draw(OPEN, T=(7, 7)), T="tag"), "T")
    begin(table, CorpseSwarms("hive"))
    assert swarms(table) == {(7, 7)}


@pytest.mark.rule("HM-46")
def test_four_spores_come_on_suitable_cells():
    table = rolled(3, rows=draw(DOOR, M=(2, 5)))
    spend(table, "spores")
    assert isinstance(waiting(table), Reinforcement)
    assert table.code(PlaceXeno("spore", table.at(5, 5))) == "IN_LOS"
    for x in range(15, 19):
        table.act(PlaceXeno("spore", table.at(x, 5)))
    assert waiting(table) is None
    assert [unit.kind for unit in table.state.units.values() if unit.side == "hive"] == ["spore"] * 4


@pytest.mark.rule("HM-47")
def test_gas_is_offered_only_with_an_infestation_marker():
    table = corrupted(3, markers=0)
    assert ("gas",) not in plans(table)
    assert table.code(SpendSwarmDice(("gas",))) == "NO_INFESTATION"
    two = corrupted(3, markers=2)
    events = spend(two, "gas", gas__reach=[1, 1])
    assert [event.marker for event in of_kind(events, GasSpread)] == [
        marker.id for marker in infestations(Ctx(two.game, two.state))
    ]


@pytest.mark.rule("HM-48", "HM-A15")
def test_gas_floods_as_many_steps_as_its_die_and_closed_doors_stop_it():
    table = scene(DOOR)
    first, second = table.marker(names.INFESTATION, 8, 5), table.marker(names.INFESTATION, 15, 5)
    events = begin(table, GasAttack("hive"), dice={"gas.reach": [3, 1]})
    clouds = {event.marker: event.cells for event in of_kind(events, GasSpread)}
    assert clouds[first].bit_count() == 35
    assert not clouds[first] >> table.at(11, 5) & 1
    assert clouds[second] == sum(1 << table.at(x, y) for x in (14, 15, 16) for y in (4, 5, 6))
    table.door(10, 5, opened=True)
    events = begin(table, GasAttack("hive"), dice={"gas.reach": [3, 1]})
    clouds = {event.marker: event.cells for event in of_kind(events, GasSpread)}
    assert clouds[first] >> table.at(11, 5) & 1


@pytest.mark.rule("HM-49", "HM-50")
def test_every_marine_caught_rolls_and_a_one_poisons_him():
    table = scene(draw(DOOR, M=(7, 5), N=(15, 6), g=[(8, 4), (15, 4)]))
    table.marker(names.INFESTATION, 8, 5)
    table.marker(names.INFESTATION, 15, 5)
    events = begin(table, GasAttack("hive"), dice={"gas.reach": [3, 1], "gas.marine": [1, 2]})
    assert [roll.unit for roll in of_kind(events, DiceRolled) if roll.purpose == "gas.marine"] == [
        table.id("M"),
        table.id("N"),
    ]
    assert set(table.unit("M").states) >= POISONED
    assert table.unit("M").wounds == 0
    assert table.unit("N").states == ()


@pytest.mark.rule("HM-A15")
def test_a_marine_in_two_clouds_rolls_once():
    table = scene(draw(OPEN, M=(7, 5)))
    table.marker(names.INFESTATION, 6, 5)
    table.marker(names.INFESTATION, 8, 5)
    events = begin(table, GasAttack("hive"), dice={"gas.reach": [2, 2], "gas.marine": [6]})
    assert len([roll for roll in of_kind(events, DiceRolled) if roll.purpose == "gas.marine"]) == 1


@pytest.mark.rule("HM-51")
def test_two_threes_place_an_infestation_marker():
    table = corrupted(3, 3)
    assert {("infestation",), ("gas", "spores")} <= plans(table)
    spend(table, "infestation")
    table.act(PlaceMarker(table.at(10, 10)))
    assert waiting(table) is None
    assert [m.cell for m in table.state.markers.values() if m.kind == names.INFESTATION][1:] == [table.at(10, 10)]


@pytest.mark.rule("HM-52")
def test_three_threes_place_a_nest_that_first_produces_in_the_next_turn():
    table = corrupted(3, 3, 3, markers=0)
    spend(table, "nest")
    table.act(PlaceMarker(table.at(10, 10)))
    assert waiting(table) is None
    (nest,) = table.state.markers.values()
    assert nest.kind == names.NEST
    begin(table, NestsPhase("hive"))
    assert waiting(table) == NestChoice("hive", nest.id)


@pytest.mark.rule("HM-A26")
def test_gas_comes_before_the_placements_so_its_casualties_no_longer_see():
    table = scene(draw(OPEN, M=(5, 5)), level=2)
    table.marker(names.INFESTATION, 5, 6)
    begin(table, DicePhase("hive"), PlacePhase("hive"), dice={"swarm": [3, 4]})
    spend(table, "gaunt_brood", "gas", gas__reach=[1], gas__marine=[1])
    assert table.code(PlaceXeno("gaunt", table.at(8, 5))) == ""
