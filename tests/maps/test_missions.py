"""The missions that come with the game: what they cover, and that each can be played and is fair (MS-6)."""

from functools import cache

import pytest

from game.api import load_scenario
from game.board import NO_CELL, UNREACHED, Board, Terrain, field, mask_of, visible_from
from game.core.scenario import Objective, SideSetup
from game.io.resources import maps_dir
from game.io.scenario import LoadedScenario
from game.rules.skirmish.objectives import leaves

MISSIONS = sorted(entry.name.removesuffix(".toml") for entry in maps_dir().iterdir() if entry.name.endswith(".toml"))

SIEGES = [name for name in MISSIONS if "hive" in {side.kind for side in load_scenario(name).game.scenario.sides}]
"""Missions against the hive; the others are between marines."""

BENCHMARK = "concourse"
LEAST_HIDDEN = 40
"""MS-6: cells where a lesser xeno could be placed at once."""
AUSPEX_SIDE, AUSPEX_RANGE, AUSPEX_FREE = 36, 10, 40
"""MS-6, HM-66: the least side of a map with an auspex, its range, and the percentage of the floor it must spare."""

BIG = [
    ("foundry", "deploy:hive", 3, "deploy:marines"),
    ("foundry", "deploy:marines", 2, "drop"),
    ("concourse", "deploy:hive", 3, "deploy:marines"),
    ("concourse", "deploy:hive", 2, "deploy:marines"),
    ("broodpit", "deploy:hive", 3, "deploy:marines"),
    ("terraces", "deploy:hive", 3, "deploy:marines"),
    ("bastion", "deploy:hive", 2, "deploy:marines"),
]
"""The ways that are promised to creatures of two and three cells a side."""

BREACHES = {"bastion": [(8, 15), (8, 16)]}
"""The gaps without a door by which a position is entered."""


@cache
def mission(name: str) -> LoadedScenario:
    return load_scenario(name)


def board_of(name: str) -> Board:
    return mission(name).map.board


def side_of(name: str, kind: str) -> SideSetup:
    return next(side for side in mission(name).game.scenario.sides if side.kind == kind)


def humans(name: str) -> list[SideSetup]:
    return [side for side in mission(name).game.scenario.sides if side.kind == "human"]


def goals(name: str) -> list[Objective]:
    objectives = [side.objective for side in humans(name)]
    assert None not in objectives
    return [goal for objective in objectives if objective is not None for goal in leaves(objective)]


def unsealed(board: Board) -> int:
    return mask_of(door.id for door in board.doors if not door.sealed)


def zone_of(name: str, side: SideSetup) -> tuple[int, ...]:
    return board_of(name).zones[side.deploy or f"deploy:{side.id}"]


def deployment(name: str) -> tuple[int, ...]:
    """Where the human sides begin, all of them."""
    return tuple(cell for side in humans(name) for cell in zone_of(name, side))


def seen_from_deployment(name: str) -> int:
    """What troopers could see at most when the game begins: every cell of their zone manned."""
    board = board_of(name)
    seen = 0
    for cell in deployment(name):
        seen |= visible_from(board, cell, 1, board.initial_doors)
    return seen


def ways_from_deployment(name: str) -> list[int]:
    board = board_of(name)
    return field(board, deployment(name), board.initial_doors, door_extra=unsealed(board))


def taken_at_first(name: str) -> int:
    found = 0
    for side in mission(name).game.scenario.sides:
        for recruit in side.force:
            if recruit.cell != NO_CELL:
                size = mission(name).roster.kinds[recruit.kind].profiles[recruit.form].size
                found |= board_of(name).footprint_mask(recruit.cell, size)
    return found | mask_of(marker.cell for marker in mission(name).game.scenario.markers)


@pytest.mark.rule("MS-1")
def test_the_missions_cover_all_kinds_and_a_sector():
    scenarios = [mission(name).game.scenario for name in MISSIONS]
    kinds = {s.mission for s in scenarios if s.level is None and s.mission}
    assert kinds == {"infiltration", "light_offensive", "offensive", "wave"}
    assert any(s.level is not None for s in scenarios)
    assert len(MISSIONS) >= 6
    assert len({mission(name).meta.map for name in MISSIONS}) >= 5
    assert len([name for name in MISSIONS if name not in SIEGES]) >= 2, "marines against marines"
    assert any(len(humans(name)) == 2 for name in SIEGES), "two crews of one team"


@pytest.mark.rule("MS-2")
def test_the_missions_ask_for_different_things():
    assert {goal.kind for name in MISSIONS for goal in goals(name)} >= {"exit", "nests", "console", "carry", "survive"}


def test_the_boards_go_from_the_least_size_to_the_largest():
    sides = [side for name in MISSIONS for side in (board_of(name).width, board_of(name).height)]
    assert (min(sides), max(sides)) == (19, 64)


@pytest.mark.rule("HM-21")
def test_the_mission_of_the_benchmarks_stays_as_it_is():
    board, scenario = board_of(BENCHMARK), mission(BENCHMARK).game.scenario
    assert (board.width, board.height, scenario.mission, scenario.rounds) == (40, 40, "wave", 12)
    assert len(side_of(BENCHMARK, "human").force) == 8


@pytest.mark.parametrize("name", MISSIONS)
def test_a_mission_says_what_it_is_in_both_languages(name: str):
    meta = mission(name).meta
    for said in (meta.title, meta.description):
        assert sorted(said) == ["en", "es"]
        assert all(text.strip() == text and text for text in said.values())
        assert said["en"] != said["es"]
    assert meta.minutes > 0


@pytest.mark.rule("MS-3")
@pytest.mark.parametrize("name", MISSIONS)
def test_a_mission_ends_within_sixteen_rounds(name: str):
    assert 5 <= mission(name).game.scenario.rounds <= 16


@pytest.mark.rule("MS-6")
@pytest.mark.parametrize("name", SIEGES)
def test_the_hive_has_room_to_arrive_at_the_start(name: str):
    board = board_of(name)
    barred = seen_from_deployment(name) | taken_at_first(name)
    free = [c for c in range(board.size) if not board.blocks_move(c, board.initial_doors) and not barred >> c & 1]
    assert len(free) >= LEAST_HIDDEN


@pytest.mark.rule("BD-12")
@pytest.mark.parametrize("name", MISSIONS)
def test_every_side_has_a_zone_of_its_own_and_the_hive_a_way_in(name: str):
    zones = [f"deploy:{side.id}" for side in mission(name).game.scenario.sides]
    assert {*zones, *(["entry:hive"] if name in SIEGES else [])} <= set(board_of(name).zones)
    cells = [cell for zone in zones for cell in board_of(name).zones[zone]]
    assert len(cells) == len(set(cells))


@pytest.mark.rule("TS-0")
@pytest.mark.parametrize("name", MISSIONS)
def test_the_force_fits_into_its_zone(name: str):
    kinds = mission(name).roster.kinds
    board = board_of(name)
    for side in humans(name):
        needed = sum(kinds[r.kind].profiles[r.form].size ** 2 for r in side.force if not r.reserve)
        assert all(board.terrain[cell] is Terrain.FLOOR for cell in zone_of(name, side))
        assert needed * 3 <= len(zone_of(name, side)) * 2, "a third of the zone is to choose from"


@pytest.mark.parametrize("name", SIEGES)
def test_nobody_is_in_sight_when_the_game_begins(name: str):
    assert not seen_from_deployment(name) & taken_at_first(name) & ~friendly_ground(name)


def friendly_ground(name: str) -> int:
    """Cells of consoles, items and troopers placed in advance, which may be seen from the start."""
    things = [m.cell for m in mission(name).game.scenario.markers if m.kind in {"console", "item"}]
    return mask_of([*things, *(r.cell for side in humans(name) for r in side.force if r.cell != NO_CELL)])


@pytest.mark.rule("MS-6")
@pytest.mark.parametrize("name", MISSIONS)
def test_whatever_the_marines_need_can_be_reached(name: str):
    board, ways = board_of(name), ways_from_deployment(name)
    wanted = list(board.zones.get("exit", ())) + [m.cell for m in mission(name).game.scenario.markers]
    assert [board.xy(cell) for cell in wanted if ways[cell] >= UNREACHED] == []


@pytest.mark.rule("MS-6")
@pytest.mark.parametrize("name", MISSIONS)
def test_the_whole_board_hangs_together(name: str):
    board, ways = board_of(name), ways_from_deployment(name)
    apart = [c for c in range(board.size) if not board.blocks_move(c, board.all_doors) and ways[c] >= UNREACHED]
    assert [board.xy(cell) for cell in apart] == []


@pytest.mark.rule("BD-4", "HM-A19")
@pytest.mark.parametrize(("name", "start", "size", "goal"), BIG)
def test_large_creatures_get_through(name: str, start: str, size: int, goal: str):
    board = board_of(name)
    first = [a for a in anchors(board, size) if board.footprint_mask(a, size) & board.zone_mask(start)]
    ways = field(board, first, board.initial_doors, size=size, door_extra=unsealed(board))
    ends = [a for a in anchors(board, size) if board.footprint_mask(a, size) & board.zone_mask(goal)]
    assert first
    assert min(ways[anchor] for anchor in ends) < UNREACHED


def anchors(board: Board, size: int) -> list[int]:
    """Where a footprint can stand with the unsealed doors open."""
    opened = board.initial_doors | unsealed(board)
    shut = mask_of(cell for cell in range(board.size) if board.blocks_move(cell, opened))
    return [a for a in range(board.size) if board.footprint(a, size) and not board.footprint_mask(a, size) & shut]


def test_each_position_to_survive_in_is_known():
    assert [name for name in SIEGES if any(goal.kind == "survive" for goal in goals(name))] == sorted(BREACHES)


@pytest.mark.rule("MS-6")
@pytest.mark.parametrize("name", sorted(BREACHES))
def test_a_position_to_survive_in_has_two_ways_in_one_without_a_door(name: str):
    board = board_of(name)
    entry = board.zones["entry:hive"]

    def best(doors: int, openable: int, blocked: int) -> int:
        ways = field(board, entry, doors, door_extra=openable, blocked=blocked)
        return min(ways[cell] for cell in deployment(name))

    assert best(0, 0, 0) < UNREACHED, "one way without a door"
    breach = mask_of(board.cell(x, y) for x, y in BREACHES[name])
    assert best(0, 0, breach) >= UNREACHED, "and no other such way"
    assert best(0, unsealed(board), breach) < UNREACHED, "one more by a door"


@pytest.mark.rule("MS-6", "HM-66")
@pytest.mark.parametrize("name", MISSIONS)
def test_an_auspex_leaves_the_hive_room(name: str):
    board, kinds = board_of(name), mission(name).roster.kinds
    bearers = [r for side in humans(name) for r in side.force if "auspex" in kinds[r.kind].profiles[r.form].equipment]
    assert len(bearers) <= 1
    if not bearers:
        return
    assert min(board.width, board.height) >= AUSPEX_SIDE
    floor = [cell for cell in range(board.size) if not board.blocks_move(cell, board.all_doors)]
    for bearer in floor[:: max(1, len(floor) // 60)]:
        spared = sum(board.range(bearer, 1, cell, 1) > AUSPEX_RANGE for cell in floor)
        assert spared * 100 >= AUSPEX_FREE * len(floor)
