"""Nests bring forth creatures beside them (HM-14 to HM-16, HM-A9, X-32, UN-3a)."""

import pytest

from game.core.events import PhaseBegan, UnitPlaced
from game.rules.hive.actions import PlaceXeno, UseNest
from game.rules.hive.events import PlacementsLost
from game.rules.hive.tasks import NestChoice, NestPlace, NestsPhase
from game.rules.skirmish import names
from game.rules.skirmish.actions import Pass
from tests.rules.hive.scene import begin, draw, hive_turn, listed, of_kind, scene, waiting
from tests.support.table import OPEN, Table


def place_all(table: Table) -> list[int]:
    """Place creatures on the first listed cell until nothing more is asked of this nest."""
    nest = waiting(table)
    assert isinstance(nest, NestPlace)
    placed = []
    while isinstance(waiting(table), NestPlace) and waiting(table).nest == nest.nest:
        action = listed(table, PlaceXeno)[0]
        table.act(action)
        placed.append(action.cell)
    return placed


@pytest.mark.rule("HM-14")
def test_nests_come_after_the_moves_and_before_the_dice_and_may_be_declined():
    table = scene(OPEN)
    table.marker(names.NEST, 5, 5)
    events = hive_turn(table)
    assert isinstance(waiting(table), NestChoice)
    assert [event.phase for event in of_kind(events, PhaseBegan)] == ["MOVE", "NESTS"]
    events = table.act(Pass(), swarm=[1])
    assert [event.phase for event in of_kind(events, PhaseBegan)] == ["DICE", "PLACE"]
    assert table.state.units == {}


@pytest.mark.rule("HM-15")
def test_each_nest_brings_forth_two_stealers_or_four_gaunts():
    table = scene(OPEN)
    table.marker(names.NEST, 5, 5)
    table.marker(names.NEST, 15, 15)
    begin(table, NestsPhase("hive"))
    assert table.options() == [UseNest("gaunt"), UseNest("stealer"), Pass()]
    table.act(UseNest("stealer"))
    assert len(place_all(table)) == 2
    table.act(UseNest("gaunt"))
    assert len(place_all(table)) == 4
    kinds = [unit.kind for unit in table.state.units.values()]
    assert (kinds.count("stealer"), kinds.count("gaunt")) == (2, 4)
    assert len({unit.group for unit in table.state.units.values()}) == 2


@pytest.mark.rule("HM-15")
def test_one_nest_does_not_mix_kinds():
    table = scene(OPEN)
    table.marker(names.NEST, 5, 5)
    begin(table, NestsPhase("hive"))
    assert table.code(UseNest("warrior")) == "NO_NEST_KIND"
    table.act(UseNest("stealer"))
    table.act(PlaceXeno("stealer", table.at(4, 4)))
    assert table.code(PlaceXeno("gaunt", table.at(5, 4))) == "WRONG_KIND"


@pytest.mark.rule("HM-16", "HM-A9")
def test_creatures_appear_on_the_free_adjacent_cells_and_the_rest_is_forfeited():
    rows = draw(OPEN, **{"#": [(6, 4), (6, 5), (6, 6), (5, 6), (4, 6)]})
    table = scene(rows)
    table.marker(names.NEST, 5, 5)
    begin(table, NestsPhase("hive"))
    table.act(UseNest("gaunt"))
    assert table.code(PlaceXeno("gaunt", table.at(8, 8))) == "NOT_BESIDE_NEST"
    place_all(table)
    assert {table.board.xy(unit.cell) for unit in table.state.units.values()} == {(4, 4), (5, 4), (4, 5)}
    assert [event.count for event in of_kind(table.events, PlacementsLost)] == [1]


@pytest.mark.rule("HM-16")
def test_adjacent_means_a_legal_step_and_an_empty_cell():
    table = scene(draw(OPEN, **{"#": (5, 4), "g": (6, 6)}))
    table.marker(names.NEST, 5, 5)
    table.marker(names.INFESTATION, 4, 6)
    begin(table, NestsPhase("hive"))
    table.act(UseNest("gaunt"))
    cells = {table.board.xy(action.cell) for action in listed(table, PlaceXeno)}
    assert cells == {(4, 5), (6, 5), (5, 6)}
    assert table.code(PlaceXeno("gaunt", table.at(6, 6))) == "OCCUPIED"


@pytest.mark.rule("HM-A9")
def test_sight_and_auspex_do_not_matter_to_a_nest():
    table = scene(draw(OPEN, A=(8, 5)))
    table.marker(names.NEST, 5, 5)
    begin(table, NestsPhase("hive"))
    table.act(UseNest("gaunt"))
    assert table.code(PlaceXeno("gaunt", table.at(6, 5))) == ""


@pytest.mark.rule("HM-14")
def test_a_nest_may_stop_before_all_are_placed():
    table = scene(OPEN)
    table.marker(names.NEST, 5, 5)
    begin(table, NestsPhase("hive"))
    table.act(UseNest("gaunt"))
    table.act(PlaceXeno("gaunt", table.at(4, 4)))
    events = table.act(Pass())
    assert [event.count for event in of_kind(events, PlacementsLost)] == [3]
    assert len(table.state.units) == 1


@pytest.mark.rule("X-32")
def test_a_nest_without_a_free_neighbour_is_not_asked():
    walls = [(x, y) for x in (4, 5, 6) for y in (4, 5, 6) if (x, y) != (5, 5)]
    table = scene(draw(OPEN, **{"#": walls}))
    table.marker(names.NEST, 5, 5)
    begin(table, NestsPhase("hive"))
    assert waiting(table) is None


@pytest.mark.rule("UN-3a")
def test_beyond_the_greatest_number_of_xenos_nothing_more_appears():
    table = scene(draw(OPEN, g=(20, 20)), rules={"max_xenos": 3})
    table.marker(names.NEST, 5, 5)
    table.marker(names.NEST, 15, 15)
    begin(table, NestsPhase("hive"))
    table.act(UseNest("gaunt"))
    assert len(place_all(table)) == 2
    assert waiting(table) is None
    assert len(of_kind(table.events, UnitPlaced)) == 2
