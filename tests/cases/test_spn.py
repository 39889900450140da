"""Cases SPN: where creatures appear."""

from __future__ import annotations

import pytest

from game.api import SeededDice
from game.api import actions as skirmish
from game.core.events import UnitPlaced
from game.rules.hive.actions import PlaceXeno, UseNest
from game.rules.hive.events import PlacementsLost
from game.rules.hive.tasks import NestsPhase
from tests.cases.scene import rounds, scene
from tests.support.table import Table


def hatched(table: Table) -> list[tuple[int, int]]:
    """Where the creatures of the nest have been put, each on the first cell offered."""
    table.agenda(NestsPhase("hive"), turn="hive").run()
    if table.waiting is not None:
        table.act(UseNest("gaunt"))
    while table.waiting is not None:
        table.act(table.options(PlaceXeno)[0])
    return [table.board.xy(event.unit.cell) for event in table.events if isinstance(event, UnitPlaced)]


ROOM = "#####\n#...#\n#####"


@pytest.mark.rule("HM-16", "BD-5")
def test_spn_01_creatures_never_share_a_cell_and_the_rest_is_lost():
    """A nest is not entered, so its four gaunts find the two cells beside it; the others are lost, and that is told."""
    table = scene(ROOM.replace("#...#", "#....#").replace("#####", "######"))
    table.marker("nest", 2, 1)
    places = hatched(table)
    assert places == [(1, 1), (3, 1)]
    lost = [event for event in table.events if isinstance(event, PlacementsLost)]
    assert len(lost) == 1
    assert len({unit.cell for unit in table.state.units.values()}) == 2


def test_spn_01_the_same_each_time():
    def once() -> list[tuple[int, int]]:
        table = scene("#######\n#.....#\n#.....#\n#.....#\n#######")
        table.marker("nest", 3, 2)
        return hatched(table)

    assert once() == once()
    assert len(set(once())) == 4


@pytest.mark.rule("HM-16")
@pytest.mark.parametrize(("rows", "places"), [("#M.N#", [(2, 1)]), ("#MGN#", [])])
def test_spn_02_where_others_stand_nothing_appears(rows: str, places: list[tuple[int, int]]):
    """The nest's neighbours are taken: what finds room appears, and with none free nothing does."""
    table = scene(f"#####\n{rows}\n##.##\n#####")
    table.marker("nest", 2, 2)
    assert hatched(table) == places
    assert table.waiting is None


def test_spn_04_a_nest_cut_off_does_no_harm():
    """Its creatures have no way to anybody; turns go on, soon and without an error."""
    table = rounds(scene("########\n#M..#..#\n#...#..#\n########\n" + "\n".join(["########"] * 4)))
    table.marker("nest", 5, 1)
    dice, chance = SeededDice(4), SeededDice(5)
    table.state, _ = table.game.begin(table.state, dice)
    for _ in range(400):
        options = table.game.options(table.state)
        if not options:
            break
        action = options[chance.roll("choice", len(options)) - 1]
        ending = skirmish.EndTurn()
        table.state, _ = table.game.apply(table.state, ending if ending in options else action, dice)
        assert table.game.problems(table.state) == []
    assert table.state.round > 10 or table.state.outcome is not None
    inside = {table.at(x, y) for x in (5, 6) for y in (1, 2)}
    assert all(unit.cell in inside for unit in table.state.units.values() if unit.side == "hive")
