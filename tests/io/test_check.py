"""The checks find what is wrong with a file, and prove that what ships can be played."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.dice import SeededDice
from game.core.session import Session
from game.io.check import check_path
from game.io.position_text import write_position
from game.io.saves import SaveWriter
from game.io.scenario import compose, shipped_folder
from tests.io.missions import HALLS, SCENARIO, mission
from tests.io.tiled.boards import thing

WIDE = (
    "########################################",
    *("#..................##..................#",) * 18,
    "###################..###################",
    *("#..................##..................#",) * 18,
    "########################################",
)
"""Big enough for an auspex; the rooms touch in the middle only."""
ONE_ROOM = ("####################", *("#..................#",) * 9, "####################")


def said(path: Path, *, warnings: bool = False) -> list[str]:
    """What a check says, without the file's name."""
    problems = [problem for problem in check_path(path) if warnings or not problem.warning]
    return [str(problem).removeprefix(f"{path}: ") for problem in problems]


def checked(folder: Path, old: str = "", new: str = "", *things: str, lines: tuple[str, ...] = HALLS) -> list[str]:
    """Errors of the small scenario with one change."""
    assert old in SCENARIO
    return said(mission(folder, SCENARIO.replace(old, new, 1), *things, lines=lines))


@pytest.mark.rule("MS-6")
def test_everything_that_ships_passes():
    assert [str(p) for p in check_path(shipped_folder()) if not p.warning] == []


def test_the_small_scenario_passes(tmp_path: Path):
    assert checked(tmp_path) == []


@pytest.mark.rule("MS-6")
def test_forty_cells_must_be_hidden_from_the_start(tmp_path: Path):
    assert checked(tmp_path, lines=ONE_ROOM) == ["map: expected 40 cells hidden from the start (MS-6), found 0"]


@pytest.mark.rule("MS-6")
def test_a_survive_mission_needs_two_ways_in_one_without_a_door(tmp_path: Path):
    goal = ('kind = "exit"\nn = 2', 'kind = "survive"\nn = 3')
    expected = "sides.marines.objective: expected two ways in for the hive, one without a door (MS-6), found "
    north_open = tuple(line.replace("#####+#######..#####", "#####.#######..#####") for line in HALLS)
    east_walled = tuple("#........##........#" if y == 8 else line for y, line in enumerate(north_open))
    both_walled = tuple(line.replace("#####.#######", "#############") for line in east_walled)
    assert checked(tmp_path, *goal, lines=north_open) == []
    assert checked(tmp_path, *goal, lines=HALLS) == [expected + "none without a door"]
    assert checked(tmp_path, *goal, lines=east_walled) == [expected + "one"]
    assert checked(tmp_path, *goal, lines=both_walled) == [expected + "none"]


@pytest.mark.rule("MS-6")
def test_auspexes_only_on_large_maps_and_one_at_most(tmp_path: Path):
    spotter = ('kind = "rifle"\ncount = 2', 'kind = "spotter"')
    assert "sides: expected no auspex on a map below 36 cells a side (MS-6), found one" in checked(tmp_path, *spotter)
    two = ('kind = "rifle"\ncount = 2', 'kind = "spotter"\ncount = 2')
    assert "sides: expected at most 1 auspex (MS-6), found 2" in checked(tmp_path, *two)
    large = [line for line in checked(tmp_path, *spotter, lines=WIDE) if "auspex" in line]
    assert large == []


@pytest.mark.rule("MS-6")
def test_an_auspex_must_leave_forty_percent_of_the_floor(tmp_path: Path):
    small_floor = ("#" * 40, *("#" + "." * 20 + "#" * 19,) * 18, *("#" * 40,) * 19)
    path = mission(tmp_path, SCENARIO.replace('kind = "rifle"', 'kind = "spotter"'), lines=small_floor)
    assert any("leaves less than 40 % of the floor (MS-6)" in line for line in said(path))


@pytest.mark.rule("BD-12")
def test_a_force_must_fit_its_zone(tmp_path: Path):
    found = checked(tmp_path, "count = 2", "count = 6")
    assert found == ["sides.marines.force: expected room in deploy:marines for all, found none for 1x1"]
    suit = checked(tmp_path, 'kind = "rifle"\ncount = 2', 'kind = "exosuit"\ncount = 2')
    assert suit[0] == "sides.marines.force: expected room in deploy:marines for all, found none for 2x2"


def test_a_force_without_troopers_is_told(tmp_path: Path):
    text = SCENARIO[: SCENARIO.index("[[sides.marines.force]]")] + SCENARIO[SCENARIO.index("[sides.hive]") :]
    assert "sides.marines.force: expected at least one trooper, found none" in said(mission(tmp_path, text))


def test_a_reserve_must_be_able_to_arrive(tmp_path: Path):
    found = checked(tmp_path, "count = 2", "reserve = true")
    assert found == ["sides.marines.force: expected the skill airborne of a reserve, found rifle without"]


@pytest.mark.rule("MS-2", "MS-6")
@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ('kind = "exit"\nn = 9', "expected at most 3 troopers, the force, found 9"),
        ('kind = "hold"\nzone = "exit"\nn = 7', "expected at most 6 rounds, the limit, found 7"),
        ('kind = "keep"\ntarget = "officer"\nn = 2', "expected 2 officer in the force, found fewer"),
    ],
)
def test_a_goal_that_cannot_be_met_is_told(tmp_path: Path, goal: str, expected: str):
    assert checked(tmp_path, 'kind = "exit"\nn = 2', goal)[0] == f"sides.marines.objective: {expected}"


@pytest.mark.rule("MS-6")
def test_the_exit_must_be_within_reach(tmp_path: Path):
    walled = tuple(line.replace("+.........#", "##........#").replace("+##", "###") for line in HALLS)
    walled = tuple(line if y != 8 else "#........##........#" for y, line in enumerate(walled))
    assert "sides.marines.objective: expected 2 troopers that can reach the exit, found 0" in checked(
        tmp_path, lines=walled
    )


@pytest.mark.rule("MS-6", "BD-11")
def test_a_sealed_door_is_a_wall_to_those_who_cannot_open_it(tmp_path: Path):
    sealed = tuple(line.replace("+", "S") for line in HALLS)
    assert "sides.marines.objective: expected 2 troopers that can reach the exit, found 0" in checked(
        tmp_path, lines=sealed
    )
    with_engineer = checked(tmp_path, 'kind = "rifle"', 'kind = "engineer"', lines=sealed)
    assert [line for line in with_engineer if "exit" in line] == []


@pytest.mark.rule("MS-6", "BD-4")
def test_each_footprint_is_judged_by_itself(tmp_path: Path):
    text = SCENARIO.replace('kind = "rifle"\ncount = 2', 'kind = "exosuit"').replace("n = 2", "n = 1")
    path = mission(tmp_path, text)
    assert said(path) == []
    assert "sides.marines.objective: warning: a unit of 2x2 cannot reach the exit" in said(path, warnings=True)


def test_any_of_several_goals_is_enough(tmp_path: Path):
    goal = 'kind = "any"\nparts = [{ kind = "exit", n = 9 }, { kind = "exit", n = 2 }]'
    impossible = 'kind = "any"\nparts = [{ kind = "exit", n = 9 }, { kind = "hold", zone = "exit", n = 9 }]'
    assert checked(tmp_path, 'kind = "exit"\nn = 2', goal) == []
    assert len(checked(tmp_path, 'kind = "exit"\nn = 2', impossible)) == 2


def test_a_zone_of_a_side_that_does_not_play_is_told(tmp_path: Path):
    zone = thing("zone", 12, 1, name="deploy:marins", id=9)
    assert checked(tmp_path, "", "", zone) == ["map: expected zones of the sides marines, hive, found deploy:marins"]


def test_a_zone_that_a_side_is_told_to_deploy_in_may_have_any_name(tmp_path: Path):
    zone = thing("zone", 12, 1, name="deploy:others", id=9)
    assert checked(tmp_path, "[sides.hive]", '[sides.hive]\ndeploy = "deploy:others"', zone) == []


def test_a_sealed_pocket_is_only_a_warning(tmp_path: Path):
    pocket = tuple("#......#.##........#" if y == 1 else line for y, line in enumerate(HALLS))
    pocket = tuple("#......##+.........#" if y == 2 else line for y, line in enumerate(pocket))
    path = mission(tmp_path, lines=pocket)
    assert said(path) == []
    assert "map: warning: 1 cells are unreachable, the first at [8, 1]" in said(path, warnings=True)


# --- other kinds of files ----------------------------------------------------------------------------------------


def test_a_folder_is_checked_file_by_file(tmp_path: Path):
    mission(tmp_path, SCENARIO.replace("rounds", "ronds"))
    (tmp_path / "roster.toml").write_text('[units.x]\nfaction = "humn"\n')
    (tmp_path / "broken.tmx").write_text("<map/>")
    (tmp_path / "broken.jsonl").write_text("{}")
    (tmp_path / "position.toml").write_text("board = 3\n")
    (tmp_path / "notes.txt").write_text("not ours")
    files = {Path(problem.file).name for problem in check_path(tmp_path)}
    assert files == {"rooms.toml", "roster.toml", "broken.tmx", "broken.jsonl", "position.toml"}
    assert all("\n" not in str(problem) for problem in check_path(tmp_path))


def test_another_programs_settings_in_a_folder_are_passed_over_with_a_warning(tmp_path: Path):
    mission(tmp_path)
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "mine"\n')
    (tmp_path / "torn.toml").write_text("[project\n")
    found = {Path(problem.file).name: problem for problem in check_path(tmp_path) if "toml" in problem.file}
    assert found["pyproject.toml"].warning
    assert not found["torn.toml"].warning
    assert not check_path(tmp_path / "pyproject.toml")[0].warning


def test_an_empty_folder_and_a_file_of_another_kind_are_told(tmp_path: Path):
    assert said(tmp_path)[0].startswith("folder: expected files .tmx, .tmj, .toml, .jsonl, found none")
    (tmp_path / "a.txt").write_text("")
    assert said(tmp_path / "a.txt")[0].startswith("file: expected a file .tmx")
    assert "no file at" in said(tmp_path / "none.toml")[0]


def test_positions_and_saves_are_played(tmp_path: Path):
    session = Session(compose("concourse"), SeededDice(1))
    writer = SaveWriter.create(tmp_path / "a.jsonl", session, scenario="concourse")
    for _ in range(12):
        session.act(session.game.options(session.state)[0])
    writer.close()
    (tmp_path / "a.toml").write_text(write_position(session.game, session.state))
    assert [str(p) for p in check_path(tmp_path)] == [
        f"{tmp_path}/a.jsonl: end: warning: incomplete: the save stops before the end of the game"
    ]
