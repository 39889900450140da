"""Set-up: mustering, initiative, deployment (TS-0, BD-12)."""

import pytest

from game.api import NO_CELL, MarkerSetup, Recruit
from game.rules.skirmish import names
from game.rules.skirmish.actions import Deploy
from game.rules.skirmish.tasks import CommandStep, Deployment, OrdersPhase
from tests.support.table import Table, kinds_of

ROOM = "\n".join(["." * 10] * 6)
ZONE = {"deploy:marines": [(0, 0), (1, 0), (0, 1)], "deploy:hive": [(9, 5)]}
NEXT = (CommandStep, OrdersPhase)


def start(table: Table, **dice: list[int]) -> list[str]:
    table.state = table.game.initial()
    return kinds_of(table.run(**dice))


@pytest.mark.rule("TS-0")
@pytest.mark.rule("BD-12")
def test_troopers_are_placed_one_at_a_time_in_their_zone() -> None:
    table = Table(ROOM, zones=ZONE, force={"marines": [Recruit("marine"), Recruit("marine")]})
    start(table)
    assert isinstance(table.waiting, Deployment)
    assert [option.cell for option in table.options(Deploy) if isinstance(option, Deploy)] == [
        table.at(0, 0),
        table.at(1, 0),
        table.at(0, 1),
    ]
    assert table.code(Deploy(1, table.at(5, 5))) == "NOT_IN_ZONE"
    assert table.code(Deploy(2, table.at(0, 0))) == "NOT_NEXT_TO_DEPLOY"
    table.act(Deploy(1, table.at(0, 0)))
    assert table.code(Deploy(2, table.at(0, 0))) == "ZONE_CELL_TAKEN"
    table.act(Deploy(2, table.at(1, 0)))
    assert isinstance(table.waiting, NEXT)
    assert table.state.round == 1


@pytest.mark.rule("TS-0")
def test_xenos_nests_and_placed_troopers_stand_from_the_start_and_reserves_wait() -> None:
    force = {
        "hive": [Recruit("gaunt", cell=59)],
        "marines": [Recruit("marine", cell=0), Recruit("jumper", reserve=True)],
    }
    table = Table(ROOM, zones=ZONE, force=force, markers=[MarkerSetup("nest", 55)])
    events = start(table)
    assert events.index("MarkerPlaced") < events.index("UnitPlaced")
    by_kind = {unit.kind: unit for unit in table.state.units.values()}
    assert by_kind["gaunt"].cell == 59
    assert by_kind["marine"].cell == 0
    assert by_kind["jumper"].cell == NO_CELL
    assert names.WAITING in by_kind["jumper"].states
    assert isinstance(table.waiting, NEXT)


@pytest.mark.rule("TS-0")
def test_initiative_between_human_sides_is_d20_plus_wip_and_ties_roll_again() -> None:
    table = Table(
        ROOM,
        sides=("blue", "red"),
        force={
            "blue": [Recruit("marine", cell=0, lieutenant=True)],
            "red": [Recruit("marine", cell=9, lieutenant=True)],
        },
    )
    start(table, initiative=[7, 7, 3, 12])
    assert table.state.ext["flow"].order == ("red", "blue")
    assert table.to_act == "red"


@pytest.mark.rule("TS-0")
def test_against_the_hive_the_scenario_sets_the_order_without_a_die() -> None:
    force = {"red": [Recruit("marine", cell=0)], "blue": [Recruit("marine", cell=1)]}
    table = Table(ROOM, sides=("red", "blue", "hive"), teams={"red": "m", "blue": "m"}, force=force)
    start(table)
    assert table.state.ext["flow"].order == ("red", "blue")


@pytest.mark.rule("ST-10")
def test_only_a_trooper_with_the_skill_deploys_as_a_marker() -> None:
    table = Table(ROOM, zones=ZONE, force={"marines": [Recruit("scout"), Recruit("marine")]})
    start(table)
    assert Deploy(1, 0, hidden=True) in table.options()
    table.act(Deploy(1, 0, hidden=True))
    assert names.CAMOUFLAGED in table.state.units[1].states
    assert table.code(Deploy(2, 1, hidden=True)) == "CANNOT_HIDE"


@pytest.mark.rule("TS-0")
@pytest.mark.rule("BD-4")
def test_a_large_unit_is_deployed_with_its_whole_footprint_in_the_zone() -> None:
    zone = {"deploy:marines": [(x, y) for x in range(3) for y in range(2)]}
    table = Table(ROOM, zones=zone, force={"marines": [Recruit("tag")]})
    start(table)
    assert [option.cell for option in table.options(Deploy) if isinstance(option, Deploy)] == [
        table.at(0, 0),
        table.at(1, 0),
    ]


@pytest.mark.rule("TS-0")
@pytest.mark.rule("BD-5")
@pytest.mark.parametrize("kind", [names.NEST, names.INFESTATION, names.CONSOLE, names.ITEM])
def test_markers_occupy_their_cell_for_deployment(kind: str) -> None:
    table = Table(ROOM, zones=ZONE, force={"marines": [Recruit("marine")]}, markers=[MarkerSetup(kind, 0)])
    start(table)
    assert table.options() == [Deploy(2, table.at(1, 0)), Deploy(2, table.at(0, 1))]
    assert table.code(Deploy(2, table.at(0, 0))) == "ZONE_CELL_TAKEN"


@pytest.mark.rule("TS-0")
def test_whoever_finds_no_room_is_left_behind_and_the_game_goes_on() -> None:
    table = Table(ROOM, zones=ZONE, force={"marines": [Recruit("tag"), Recruit("marine")]})
    start(table)
    assert table.options(Deploy)[0] == Deploy(2, table.at(0, 0))
    assert table.state.gone[1].reason == "no_room"


@pytest.mark.rule("TS-0")
def test_each_side_deploys_all_its_troopers_before_the_next() -> None:
    force = {side: [Recruit("marine"), Recruit("marine")] for side in ("red", "blue")}
    zones = {"deploy:red": [(0, 0), (1, 0)], "deploy:blue": [(8, 0), (9, 0)]}
    table = Table(ROOM, sides=("red", "blue", "hive"), teams={"red": "m", "blue": "m"}, zones=zones, force=force)
    start(table)
    asked = []
    while isinstance(table.waiting, Deployment):
        asked.append(table.to_act)
        table.act(table.options(Deploy)[0])
    assert asked == ["red", "red", "blue", "blue"]
    shared = Table(
        ROOM,
        sides=("red", "blue", "hive"),
        teams={"red": "m", "blue": "m"},
        zones={"deploy:red": [(0, 0), (1, 0)], "deploy:blue": [(0, 0), (1, 0), (2, 0)]},
        force=force,
    )
    start(shared)
    while isinstance(shared.waiting, Deployment):
        shared.act(shared.options(Deploy)[0])
    assert [gone.unit.side for gone in shared.state.gone.values()] == ["blue"]
