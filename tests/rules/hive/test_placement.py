"""Where reinforcements and markers may be put (HM-64 to HM-68, HM-A18, HM-A20, HM-A28)."""

import pytest

from game.api import Ctx, Refusal
from game.core.state import Cloud
from game.rules.hive.actions import PlaceMarker, PlaceXeno
from game.rules.hive.locations import location_cells, location_refusal
from game.rules.hive.placement import grounds
from game.rules.hive.tasks import Location, Reinforcement
from game.rules.skirmish import names
from tests.rules.hive.scene import begin, draw, listed, scene
from tests.support.table import DOOR, OPEN, Table, kinds_of


def why(table: Table, x: int, y: int, size: int = 1) -> str:
    """The code that bars a new creature from (x, y), or nothing; the mask must say the same."""
    found = grounds(Ctx(table.game, table.state))
    refusal = found.refusal(table.at(x, y), size)
    assert (refusal is None) == bool(found.anchors(size) >> table.at(x, y) & 1)
    return "" if refusal is None else refusal.code


def marker_code(table: Table, x: int, y: int) -> str:
    """The code that bars a marker from (x, y), or nothing; the mask must say the same."""
    ctx = Ctx(table.game, table.state)
    refusal: Refusal | None = location_refusal(ctx, table.at(x, y))
    assert (refusal is None) == bool(location_cells(ctx) >> table.at(x, y) & 1)
    return "" if refusal is None else refusal.code


@pytest.mark.rule("HM-64")
def test_nothing_is_placed_on_an_occupied_cell():
    table = scene(draw(OPEN, g=(20, 20)))
    assert why(table, 20, 20) == "OCCUPIED"
    assert why(table, 19, 20) == ""


@pytest.mark.rule("HM-64", "X-35")
def test_a_marker_occupies_its_cell_for_placement():
    table = scene(OPEN)
    table.marker(names.INFESTATION, 3, 3)
    assert why(table, 3, 3) == "OCCUPIED"


@pytest.mark.rule("HM-65")
def test_nothing_is_placed_in_the_sight_of_a_marine():
    table = scene(draw(DOOR, M=(2, 5)))
    assert why(table, 5, 5) == "IN_LOS"
    assert why(table, 15, 5) == ""
    table.door(10, 5, opened=True)
    assert why(table, 15, 5) == "IN_LOS"
    assert why(table, 15, 0) == ""


@pytest.mark.rule("HM-66")
def test_an_auspex_bars_the_ten_cells_around_it():
    table = scene(draw(DOOR, A=(5, 5)))
    assert why(table, 15, 5) == "AUSPEX"
    assert why(table, 16, 5) == ""
    plain = scene(draw(DOOR, M=(5, 5)))
    assert why(plain, 15, 5) == why(plain, 16, 5) == ""


@pytest.mark.rule("HM-67")
def test_an_auspex_in_combat_does_not_work_but_another_may():
    table = scene(draw(DOOR, A=(5, 5), g=(6, 5)))
    assert why(table, 15, 5) == ""
    second = scene(draw(DOOR, A=[(5, 5), (5, 8)], g=(6, 5)))
    assert why(second, 15, 5) == "AUSPEX"


@pytest.mark.rule("X-50", "HM-A20")
@pytest.mark.parametrize(
    ("state", "code"),
    [
        (names.ISOLATED, "AUSPEX"),
        (names.IMMOBILIZED_B, "AUSPEX"),
        (names.INCAPACITATED, ""),
        (names.UNCONSCIOUS, ""),
        (names.CAMOUFLAGED, ""),
    ],
)
def test_an_auspex_works_while_its_bearer_is_up_and_known(state: str, code: str):
    table = scene(draw(DOOR, A=(5, 5))).change("A", states=(state,))
    assert why(table, 15, 5) == code


@pytest.mark.rule("HM-A20")
def test_those_who_are_down_do_not_see_but_markers_do():
    table = scene(draw(OPEN, M=(2, 5)))
    assert why(table.change("M", states=(names.UNCONSCIOUS,)), 5, 5) == ""
    assert why(table.change("M", states=(names.CAMOUFLAGED,)), 5, 5) == "IN_LOS"


@pytest.mark.rule("HM-A18", "D-H17")
def test_every_cell_of_a_large_footprint_must_be_empty_unseen_and_unscanned():
    table = scene(draw(DOOR, A=(5, 5), g=(19, 3)))
    assert why(table, 16, 7, 2) == ""
    assert why(table, 15, 7, 2) == "AUSPEX"
    assert why(table, 18, 2, 2) == "OCCUPIED"
    assert why(table, 20, 7, 2) == "NOT_A_PLACE"
    assert why(table, 9, 1, 2) == "NOT_A_PLACE"
    assert why(table, 18, 8, 3) == ""
    assert why(table, 18, 9, 3) == "NOT_A_PLACE"


@pytest.mark.rule("D-H17")
@pytest.mark.parametrize("cell", [(10, 0), (10, 5), (0, 0)])
def test_walls_closed_doors_and_pits_are_no_place(cell: tuple[int, int]):
    table = scene("~" + DOOR[1:])
    assert why(table, *cell) == "NOT_A_PLACE"


@pytest.mark.rule("X-55", "HM-65", "HM-66")
@pytest.mark.parametrize(("kind", "code"), [("marine", ""), ("auspex", "AUSPEX")])
def test_the_eyes_and_auspexes_of_every_marine_side_count(kind: str, code: str):
    friend = {"kind": kind, "side": "others"}
    sides = {"sides": ("marines", "others", "hive"), "teams": {"marines": "m", "others": "m"}}
    table = scene(draw(DOOR, M=(18, 9), N=(5, 5)), N=friend, **sides)
    assert why(table, 9, 0) == "IN_LOS"
    assert why(table, 12, 0) == "IN_LOS"
    away = scene(draw(DOOR, M=(2, 9), N=(5, 5)), N=friend, **sides)
    assert why(away, 15, 5) == code


@pytest.mark.rule("X-07")
def test_cells_hidden_by_an_eclipse_become_legal_but_auspex_still_bars_them():
    table = scene(draw(OPEN, A=(5, 5)))
    wall = sum(1 << table.at(18, y) for y in range(24))
    table.set(clouds=(Cloud(99, "eclipse", wall, "states"),))
    assert why(table, 20, 5) == ""
    assert why(table, 17, 5) == "IN_LOS"
    near = scene(draw(OPEN, A=(5, 5)))
    wall = sum(1 << near.at(8, y) for y in range(24))
    near.set(clouds=(Cloud(99, "eclipse", wall, "states"),))
    assert why(near, 10, 5) == "AUSPEX"


@pytest.mark.rule("X-34")
def test_a_cell_behind_a_closed_door_or_a_double_corner_may_be_next_to_a_marine():
    assert why(scene(draw(DOOR, M=(9, 5))), 11, 5) == ""
    corner = scene("M#......\n#.......\n" + "\n".join(["........"] * 6))
    assert why(corner, 1, 1) == ""


@pytest.mark.rule("HM-57", "HM-59")
def test_options_and_reasons_agree_for_every_cell():
    table = scene(draw(DOOR, A=(5, 5), g=(18, 8)))
    begin(table, Reinforcement("hive", "gaunt_brood", ("gaunt",), 8, 50))
    legal = {action.cell for action in listed(table, PlaceXeno)}
    assert legal == {cell for cell in range(table.board.size) if table.code(PlaceXeno("gaunt", cell)) == ""}
    assert [action.cell for action in listed(table, PlaceXeno)] == sorted(legal)
    codes = {table.code(PlaceXeno("gaunt", cell)) for cell in range(-1, table.board.size + 1)}
    assert codes == {"", "NOT_A_PLACE", "OCCUPIED", "IN_LOS", "AUSPEX"}
    assert table.code(PlaceXeno("warrior", min(legal))) == "WRONG_KIND"


@pytest.mark.rule("HM-68")
def test_markers_go_on_any_free_location_even_in_sight():
    table = scene(draw("#" + OPEN[1:], A=(5, 5)))
    assert marker_code(table, 6, 5) == ""
    assert marker_code(table, 5, 5) == "OCCUPIED"
    assert marker_code(table, 0, 0) == "NOT_LOCATION"
    begin(table, Location("hive", names.INFESTATION))
    assert table.code(PlaceMarker(table.at(5, 5))) == "OCCUPIED"
    table.act(PlaceMarker(table.at(6, 5)))
    (marker,) = table.state.markers.values()
    assert (marker.kind, marker.cell) == (names.INFESTATION, table.at(6, 5))


@pytest.mark.rule("HM-A28")
def test_no_marker_stands_in_the_zones_or_on_the_terrain_that_must_stay_free():
    rows = draw("~=,/" + OPEN[4:], M=(5, 5))
    table = scene(
        rows, zones={"exit": [(8, 8)], "objective:core": [(9, 9)], "entry:hive": [(10, 10)], "drop": [(7, 7)]}
    )
    for cell in [(8, 8), (9, 9), (10, 10), (0, 0), (1, 0), (3, 0)]:
        assert marker_code(table, *cell) == "NOT_LOCATION"
    assert marker_code(table, 7, 7) == marker_code(table, 2, 0) == ""
    table.marker(names.CONSOLE, 12, 12)
    assert marker_code(table, 12, 12) == "OCCUPIED"


@pytest.mark.rule("HM-A28")
def test_no_marker_stands_where_no_trooper_could_ever_get():
    pocket = "M..#....\n...#.##.\n...#.#..\n...#####\n" + "\n".join(["........"] * 4)
    table = scene(pocket)
    assert marker_code(table, 1, 1) == ""
    assert marker_code(table, 4, 1) == marker_code(table, 7, 2) == "CUT_OFF"
    door = scene("M..+....\n...#....\n...#....\n...#....\n" + "\n".join(["...#...."] * 4))
    assert marker_code(door, 6, 0) == ""
    assert marker_code(door.set(sealed=1), 6, 0) == "CUT_OFF"


@pytest.mark.rule("HM-A28", "BD-11")
def test_a_destroyed_door_is_floor_and_an_open_one_is_still_a_door():
    table = scene(draw(DOOR, M=(5, 5))).door(10, 5, opened=True)
    assert marker_code(table, 10, 5) == "NOT_LOCATION"
    assert marker_code(table.set(broken=1), 10, 5) == ""
    kept = scene(draw(DOOR, M=(5, 5)), zones={"exit": [(10, 5)]}).door(10, 5, opened=True).set(broken=1)
    assert marker_code(kept, 10, 5) == "NOT_LOCATION"


@pytest.mark.rule("HM-A28")
def test_with_nobody_on_his_feet_no_location_is_left_and_the_marker_is_lost():
    table = scene(draw(OPEN, M=(5, 5))).change("M", states=(names.UNCONSCIOUS,))
    events = begin(table, Location("hive", names.NEST))
    assert kinds_of(events) == ["PlacementsLost"]
    assert table.state.markers == {}


@pytest.mark.rule("X-47")
def test_a_larger_footprint_sees_more_and_leaves_fewer_cells():
    table = Table("T.#.....\n..#.....\n" + "\n".join(["........"] * 6), T={"kind": "tag", "size": 1})
    small = grounds(Ctx(table.game, table.state)).anchors()
    table.change("T", size=2)
    large = grounds(Ctx(table.game, table.state)).anchors()
    assert large & ~small == 0
    assert 0 < large.bit_count() < small.bit_count()
