"""The DICE and PLACE steps: plans, broods, large creatures, order and limits (HM-17 to HM-25, HM-55 to HM-63)."""

import pytest

from game.api import Profile, UnitKind
from game.core.events import DiceRolled, PhaseBegan
from game.rules.hive.actions import PlaceMarker, PlaceXeno, SpendSwarmDice
from game.rules.hive.events import HiveMindActs, PlacementsLost, SwarmDiceSpent
from game.rules.hive.tasks import Brood, DiceChoice, MarkerChoice, Reinforcement
from game.rules.skirmish import names
from game.rules.skirmish.actions import Pass
from tests.rules.hive.scene import begin, draw, hive_turn, listed, of_kind, rolled, scene, spend, waiting
from tests.support.table import DOOR, OPEN, Table


def place_first(table: Table, count: int) -> None:
    for _ in range(count):
        table.act(listed(table, PlaceXeno)[0])


@pytest.mark.rule("HM-17", "HM-20")
def test_the_dice_are_rolled_after_the_nests_as_many_as_the_sector_says():
    table = scene(draw(OPEN, M=(5, 5)), level=1)
    events = hive_turn(table, swarm=[1, 1, 2])
    (roll,) = of_kind(events, DiceRolled)
    assert (roll.purpose, roll.sides, roll.faces) == ("swarm", 6, (1, 1, 2))
    assert [event.phase for event in of_kind(events, PhaseBegan)] == ["MOVE", "NESTS", "DICE"]


@pytest.mark.rule("HM-22")
def test_a_two_and_a_three_stay_a_two_and_a_three():
    table = rolled(2, 3)
    assert waiting(table) == DiceChoice("hive", (2, 3))
    plans = {action.plan for action in listed(table, SpendSwarmDice)}
    assert plans == {("catharsis", "spores"), ("catharsis",), ("spores",)}
    assert table.code(SpendSwarmDice(("stealer_brood",))) == "DICE_MISSING"


@pytest.mark.rule("HM-24")
def test_ones_give_nothing():
    table = scene(OPEN, level=1)
    before = table.state.units
    events = hive_turn(table, swarm=[1, 1, 1])
    assert [event.plan for event in of_kind(events, SwarmDiceSpent)] == [()]
    assert waiting(table) is None
    assert table.state.units == before


@pytest.mark.rule("HM-25")
def test_a_one_joins_no_plan():
    table = rolled(1, 4)
    assert waiting(table) == DiceChoice("hive", (4,))
    assert listed(table, SpendSwarmDice) == [SpendSwarmDice(("gaunt_brood",))]


@pytest.mark.rule("HM-23")
def test_two_sixes_make_two_synaptic_creatures_or_one_monstrous():
    table = rolled(6, 6)
    plans = [action.plan for action in listed(table, SpendSwarmDice)]
    assert plans == [("monstrous",), ("synapse", "synapse"), ("synapse",)]


@pytest.mark.rule("HM-22")
def test_the_dice_may_be_dropped():
    table = rolled(6, 6)
    events = table.act(Pass())
    assert [event.plan for event in of_kind(events, SwarmDiceSpent)] == [()]
    assert table.state.units == {}
    assert rolled(6, 6).code(SpendSwarmDice(())) == "EMPTY_PLAN"


@pytest.mark.rule("HM-55", "HM-56")
def test_each_four_brings_up_to_eight_gaunts_of_a_new_brood():
    table = rolled(4, 4, rows=draw(OPEN, g=(20, 20)))
    spend(table, "gaunt_brood", "gaunt_brood")
    place_first(table, 16)
    assert waiting(table) is None
    broods = [unit.group for unit in table.state.units.values() if unit.group]
    assert len(broods) == 16
    assert sorted(broods.count(brood) for brood in set(broods)) == [8, 8]


@pytest.mark.rule("HM-55")
def test_placing_five_of_eight_and_stopping_is_legal():
    table = rolled(4)
    spend(table, "gaunt_brood")
    place_first(table, 5)
    events = table.act(Pass())
    assert [(event.item, event.count) for event in of_kind(events, PlacementsLost)] == [("gaunt_brood", 3)]
    assert len(table.state.units) == 5


@pytest.mark.rule("HM-56")
def test_a_new_brood_differs_from_every_brood_there_is():
    table = scene(draw(OPEN, g=(20, 20)), g={"kind": "gaunt", "group": 7}, level=3)
    begin(table, Brood("hive", "gaunt_brood", ("gaunt",), 8))
    assert isinstance(waiting(table), Reinforcement)
    assert waiting(table).brood not in (0, 7)


@pytest.mark.rule("HM-57", "HM-59")
@pytest.mark.parametrize(("item", "kind"), [("gaunt_brood", "gaunt"), ("stealer_brood", "stealer")])
def test_each_creature_has_a_cell_of_its_own(item: str, kind: str):
    table = scene(draw(DOOR, M=(2, 5)))
    begin(table, Brood("hive", item, (kind,), 4))
    table.act(PlaceXeno(kind, table.at(15, 5)))
    assert table.code(PlaceXeno(kind, table.at(15, 5))) == "OCCUPIED"
    assert table.code(PlaceXeno(kind, table.at(5, 5))) == "IN_LOS"


@pytest.mark.rule("HM-58")
def test_a_five_brings_at_most_four_stealers_of_one_brood():
    table = rolled(5)
    spend(table, "stealer_brood")
    place_first(table, 4)
    assert waiting(table) is None
    assert [unit.kind for unit in table.state.units.values()] == ["stealer"] * 4
    assert len({unit.group for unit in table.state.units.values()}) == 1


@pytest.mark.rule("HM-60", "HM-61")
def test_each_six_brings_a_synaptic_creature_of_any_kind():
    table = rolled(6, 6)
    spend(table, "synapse", "synapse")
    kinds = {action.kind for action in listed(table, PlaceXeno)}
    assert kinds == {"brood_leader", "warrior", "spore_launcher", "mantis"}
    table.act(PlaceXeno("mantis", table.at(0, 0)))
    table.act(PlaceXeno("warrior", table.at(3, 3)))
    assert [unit.kind for unit in table.state.units.values()] == ["mantis", "warrior"]


@pytest.mark.rule("HM-61")
def test_a_kind_added_to_the_data_can_be_chosen():
    profile = Profile("seer", "synapse", (6, 6), 12, 12, 12, 16, weapons=("claws",))
    table = rolled(6, kinds={"seer": UnitKind("seer", "hive", (profile,))})
    spend(table, "synapse")
    assert table.code(PlaceXeno("seer", table.at(0, 0))) == ""
    assert PlaceXeno("seer", table.at(0, 0)) in listed(table, PlaceXeno)


@pytest.mark.rule("HM-62", "HM-63", "HM-A18")
def test_monstrous_and_gargantuan_creatures_come_with_their_footprint():
    table = rolled(6, 6)
    spend(table, "monstrous")
    assert table.code(PlaceXeno("crusher", table.at(23, 0))) == "NOT_A_PLACE"
    table.act(PlaceXeno("crusher", table.at(0, 0)))
    (crusher,) = table.state.units.values()
    assert crusher.size == 2
    giant = rolled(6, 6, 6)
    spend(giant, "gargantuan")
    giant.act(PlaceXeno("tunneller", giant.at(0, 0)))
    (tunneller,) = giant.state.units.values()
    assert (tunneller.size, len(giant.state.at)) == (3, 9)


@pytest.mark.rule("HM-A17", "X-32")
def test_reinforcements_without_a_legal_cell_are_lost():
    table = scene(draw(OPEN, M=(5, 5)))
    events = begin(table, Brood("hive", "gaunt_brood", ("gaunt",), 8))
    assert waiting(table) is None
    assert [event.count for event in of_kind(events, PlacementsLost)] == [8]


@pytest.mark.rule("UN-3a")
def test_the_board_holds_no_more_than_the_greatest_number_of_xenos():
    table = scene(OPEN, rules={"max_xenos": 2})
    begin(table, Brood("hive", "gaunt_brood", ("gaunt",), 8))
    place_first(table, 2)
    assert waiting(table) is None
    assert [event.count for event in of_kind(table.events, PlacementsLost)] == [6]


@pytest.mark.rule("HM-A26")
def test_mixed_results_are_carried_out_in_the_order_of_the_table():
    table = rolled(6, 2, 4, 3, rows=draw(DOOR, M=(2, 2)))
    spend(table, "synapse", "gaunt_brood", "spores", "catharsis")
    (spent,) = of_kind(table.events, SwarmDiceSpent)
    assert spent.plan == ("catharsis", "spores", "gaunt_brood", "synapse")
    assert [event.effect for event in of_kind(table.events, HiveMindActs)] == ["catharsis"]
    asked = []
    while waiting(table) is not None:
        assert isinstance(waiting(table), Reinforcement)
        asked.append(waiting(table).item)
        table.act(Pass())
    assert asked == ["spores", "gaunt_brood", "synapse"]


@pytest.mark.rule("HM-A25", "HM-51", "HM-52")
def test_markers_come_before_creatures_and_nests_after_infestations():
    table = rolled(3, 3, 3, 3, rows=draw(DOOR, M=(2, 2)))
    spend(table, "nest", "spores")
    assert isinstance(waiting(table), Reinforcement)
    table.act(Pass())
    assert waiting(table) == MarkerChoice("hive", names.NEST)
    table.act(PlaceMarker(table.at(3, 3)))
    assert waiting(table) is None


@pytest.mark.rule("HM-A24")
def test_a_brood_need_not_stay_together():
    table = rolled(5)
    spend(table, "stealer_brood")
    for x, y in [(0, 0), (23, 0), (0, 23), (23, 23)]:
        table.act(PlaceXeno("stealer", table.at(x, y)))
    assert len({unit.group for unit in table.state.units.values()}) == 1
