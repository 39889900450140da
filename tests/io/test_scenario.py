"""Scenarios are read strictly and composed into games."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.dice import SeededDice
from game.core.errors import DataError
from game.core.scenario import Objective
from game.core.session import Session
from game.io.save_format import digests
from game.io.scenario import (
    compose,
    find_scenario,
    list_scenarios,
    load_scenario,
    read_meta,
    read_scenario,
    scan_scenarios,
    shipped_folder,
)
from game.io.text import LANGUAGES
from tests.io.missions import SCENARIO, mission
from tests.io.tiled.boards import thing

SHIPPED = sorted(path.stem for path in shipped_folder().glob("*.toml"))


def faults(folder: Path, text: str, *things: str) -> list[str]:
    """The faults of a scenario, without the name of its file."""
    path = mission(folder, text, *things)
    return [str(fault).removeprefix(f"{path}: ") for fault in read_scenario(path).faults]


@pytest.mark.rule("MS-2", "MO-3", "UN-3", "BD-12")
def test_a_scenario_becomes_a_game(tmp_path: Path):
    loaded = load_scenario(mission(tmp_path))
    scenario = loaded.game.scenario
    assert (scenario.id, scenario.mission, scenario.rounds) == ("rooms", "light_offensive", 6)
    assert loaded.game.rules["overwatch"] == 3
    assert [side.id for side in scenario.sides] == ["marines", "hive"]
    marines, hive = scenario.sides
    assert marines.objective == Objective("exit", 2)
    assert [(r.kind, r.lieutenant, r.cell) for r in marines.force] == [
        ("officer", True, -1),
        ("rifle", False, -1),
        ("rifle", False, -1),
    ]
    assert [loaded.game.board.xy(r.cell) for r in hive.force] == [(12, 2), (13, 2)]
    assert [(m.kind, loaded.game.board.xy(m.cell)) for m in scenario.markers] == [("nest", (17, 3))]
    assert loaded.meta.title == {"en": "Four Rooms", "es": "Cuatro salas"}
    assert loaded.meta.minutes == 10


def test_the_game_begins(tmp_path: Path):
    session = Session(compose(mission(tmp_path)), SeededDice(1))
    assert session.to_act == "marines"
    assert len(session.game.options(session.state)) == 6, "the zone has six cells"
    assert session.game.problems(session.state) == []


def test_units_and_markers_of_the_map_join_the_forces(tmp_path: Path):
    stealer = '<properties><property name="kind" value="stealer"/><property name="side" value="hive"/></properties>'
    things = (
        thing("unit", 14, 7, inside=stealer, id=3),
        thing("console", 3, 3, name="valve", id=4),
        thing("nest", 5, 3, id=5),
    )
    loaded = load_scenario(mission(tmp_path, SCENARIO, *things))
    assert loaded.game.scenario.sides[1].force[0].kind == "stealer"
    assert {m.kind for m in loaded.game.scenario.markers} == {"console", "nest"}
    only = load_scenario(mission(tmp_path, 'placements = ["console"]\n' + SCENARIO, *things))
    assert [r.kind for r in only.game.scenario.sides[1].force] == ["gaunt", "gaunt"]


@pytest.mark.rule("MS-3", "MS-1", "MS-2", "MO-3", "HM-A8", "UN-3")
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("rounds = 6", "", "rounds: expected a round limit or a deck (MS-3), found neither"),
        ("rounds = 6", "ronds = 6", 'rounds: expected a round limit or a deck (MS-3), found neither'),
        ('mission = "light_offensive"', "", "mission: expected a mission or a level for the swarm dice (MS-1)"),
        ('mission = "light_offensive"', "level = 4", "level: expected a whole number from 0 to 3, found 4"),
        ('"light_offensive"', '"offnsive"', 'mission: expected "offensive", found "offnsive"'),
        ("overwatch = 3", "overwach = 3", 'rules.overwach: expected "overwatch"'),
        ("overwatch = 3", "overwatch = 99", "rules.overwatch: expected a whole number from 0 to 20 (OR-5a)"),
        ("overwatch = 3", 'overwatch = "3"', 'rules.overwatch: expected a whole number (OR-5a), found "3"'),
        ("overwatch = 3", 'save_style = "n6"', 'rules.save_style: expected one of n4, n5 (EM-A1), found "n6"'),
        ('kind = "officer"', 'kind = "oficer"', 'sides.marines.force[0].kind: expected "officer", found "oficer"'),
        ('kind = "officer"', 'kind = "gaunt"', 'sides.marines.force[0].kind: expected a unit of a human side'),
        ("count = 2", "lieutenant = true", "sides.marines.force: expected at most one Lieutenant (UN-3)"),
        ("count = 2", "hidden = true", 'sides.marines.force[1].hidden: expected a unit with the skill camouflage'),
        ("count = 2", "form = 1", "sides.marines.force[1].form: expected a form from 0 to 0, found 1"),
        ("[13, 2]", "[12, 2]", "sides.hive.force[0].at: expected room for gaunt at [12, 2], found gaunt at [12, 2]"),
        ("[13, 2]", "[10, 1]", "sides.hive.force[0].at: expected room for gaunt at [10, 1], found wall at [10, 1]"),
        ("[13, 2]", "[13, 99]", "sides.hive.force[0].at[1]: expected a cell [x, y] with x up to 19 and y up to 10"),
        ("at = [[12, 2], [13, 2]]", "count = 2", "sides.hive.force: expected a cell (at) for each unit of the hive"),
        ('kind = "exit"', 'kind = "exti"', 'sides.marines.objective.kind: expected "exit", found "exti"'),
        ("n = 2\n", 'n = 2\nzone = "exit"\n', "sides.marines.objective.zone: expected no zone for the goal exit"),
        ('"exit"\nn = 2', '"console"\nn = 1', "sides.marines.objective.n: expected at most 0, the number on the map"),
        ('"exit"\nn = 2', '"hold"\nzone = "exti"', 'sides.marines.objective.zone: expected a zone of the map: "exit"'),
        ('"exit"\nn = 2', '"keep"\ntarget = "officr"', 'sides.marines.objective.target: expected a kind of unit: "off'),
        ('"exit"\nn = 2', '"all"', "sides.marines.objective.parts: expected the goals it is made of, found none"),
        ('kind = "nest"', 'kind = "nst"', 'markers[0].kind: expected "nest", found "nst"'),
        ('kind = "nest"', 'kind = "item"', "markers[0].name: expected a name for the item, found none"),
        ('es = "Cuatro salas"', "", "title.es: expected a text, found nothing"),
        ("minutes = 10", "minute = 10", 'minute: expected "minutes", found the unknown key "minute"'),
        ("minutes = 10", 'deck = ["silnce"]', 'deck[0]: expected "silence", found "silnce"'),
        ("minutes = 10", 'systems = ["hiv"]', 'systems[0]: expected "hive", found "hiv"'),
        ("[sides.hive]\n", '[sides.hive]\nteam = "marines"\n', "sides: expected at least two teams, found one"),
    ],
)  # fmt: skip
def test_each_fault_is_one_line_with_its_place(tmp_path: Path, old: str, new: str, said: str):
    assert old in SCENARIO
    assert any(fault.startswith(said) for fault in faults(tmp_path, SCENARIO.replace(old, new, 1)))


def test_every_fault_is_told_at_once(tmp_path: Path):
    text = SCENARIO.replace("rounds = 6", "").replace("overwatch", "overwach").replace('"officer"', '"oficer"')
    assert len(faults(tmp_path, text)) == 3


@pytest.mark.rule("MS-2")
def test_a_human_side_needs_an_objective(tmp_path: Path):
    text = SCENARIO.replace('[sides.marines.objective]\nkind = "exit"\nn = 2\n', "")
    assert "sides.marines: expected an objective for each human side (MS-2), found none" in faults(tmp_path, text)


@pytest.mark.rule("BD-12")
def test_a_missing_deployment_zone_is_told(tmp_path: Path):
    path = mission(tmp_path)
    map_file = tmp_path / "halls.tmx"
    map_file.write_text(map_file.read_text().replace("deploy:marines", "deploy:marins"))
    (fault,) = read_scenario(path).faults
    assert str(fault) == f'{path}: sides.marines.deploy: expected the zone "deploy:marines" on the map, found none'


@pytest.mark.parametrize("name", ["../halls.tmx", "/etc/passwd", "file:///halls.tmx", "a\\b.tmx"])
def test_a_map_outside_the_scenarios_folder_is_never_opened(tmp_path: Path, name: str):
    inner = tmp_path / "inner"
    inner.mkdir()
    mission(tmp_path)
    path = mission(inner, SCENARIO.replace('"halls.tmx"', repr(name)))
    (fault,) = read_scenario(path).faults
    assert str(fault).startswith(f"{path}: map: expected a ")


def test_faults_of_the_map_are_faults_of_the_scenario(tmp_path: Path):
    path = mission(tmp_path)
    (tmp_path / "halls.tmx").write_text("<map/>")
    with pytest.raises(DataError, match=r"halls\.tmx: "):
        load_scenario(path)


def test_a_scenario_may_bring_its_own_units(tmp_path: Path):
    (tmp_path / "own.toml").write_text(
        '[units.guide]\nfaction = "human"\ncost = 5\ntype = "LI"\nmov = [4, 4]\ncc = 10\nbs = 10\nph = 10\nwip = 10\n'
        'weapons = ["knife"]\n'
    )
    text = 'rosters = ["own.toml"]\n' + SCENARIO.replace('"rifle"', '"guide"')
    assert "guide" in load_scenario(mission(tmp_path, text)).game.kinds


# --- finding -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_what_ships_loads_by_name(name: str):
    loaded = load_scenario(name)
    assert loaded.meta.id == name
    assert set(loaded.meta.title) == set(loaded.meta.description) == {"en", "es"}


BRIEFING = """
[briefings.hive]
en = "Shut the far corner."
es = "Cierra la esquina opuesta."

[rules]
"""


def test_a_side_may_be_told_something_of_its_own_and_the_others_hear_the_description(tmp_path: Path):
    path = mission(tmp_path, SCENARIO.replace("[rules]\n", BRIEFING))
    meta = load_scenario(path).meta
    assert (meta.briefing("hive", "en"), meta.briefing("hive", "es")) == (
        "Shut the far corner.",
        "Cierra la esquina opuesta.",
    )
    assert meta.briefing("marines", "en") == "Leave by the far corner."
    assert read_meta(path) == meta


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("briefings.hive", "briefings.hives", 'briefings.hives: expected "hive", found "hives"'),
        ('es = "Cierra la esquina opuesta."\n', "", "briefings.hive.es: expected a text, found nothing"),
        ("Shut the", 'Shut the"\nfr = "', 'briefings.hive.fr: expected "en" or "es", found the unknown key "fr"'),
    ],
)
def test_a_briefing_is_read_as_strictly_as_the_rest(tmp_path: Path, old: str, new: str, said: str):
    text = SCENARIO.replace("[rules]\n", BRIEFING).replace(old, new)
    assert faults(tmp_path, text) == [said]


def test_what_is_told_of_a_mission_is_no_part_of_the_game(tmp_path: Path):
    """Saves and replays go on with other texts."""
    text = SCENARIO.replace("[rules]\n", BRIEFING)
    plain, told = load_scenario(mission(tmp_path)).game, load_scenario(mission(tmp_path, text)).game
    assert digests(plain) == digests(told)
    assert plain.digest(plain.initial()) == told.digest(told.initial())


@pytest.mark.parametrize("name", SHIPPED)
def test_every_side_of_what_ships_is_told_what_it_is_to_do(name: str):
    """The description speaks to marines, so a hive is told something else."""
    loaded = load_scenario(name)
    for language in LANGUAGES:
        told = [loaded.meta.briefing(side, language) for side in loaded.game.side_kinds]
        assert len(set(told)) == len(told), "nobody is told what another side is to do"
        assert all(len(text) <= 210 and text.endswith(".") for text in told)


def test_the_list_holds_what_ships_and_the_folders_asked(tmp_path: Path):
    mission(tmp_path)
    assert [meta.id for meta in list_scenarios()] == SHIPPED
    assert "rooms" in [meta.id for meta in list_scenarios(folders=[tmp_path])]


def test_a_list_of_scenarios_passes_over_what_lies_beside_them(tmp_path: Path):
    mission(tmp_path)
    (tmp_path / "roster.toml").write_text("[weapons.club]\ndamage = 3\n", encoding="utf-8")
    (tmp_path / "red.toml").write_text('[[force]]\nkind = "rifle"\n', encoding="utf-8")
    (tmp_path / "moment.toml").write_text("board = '#'\n", encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "mine"\n', encoding="utf-8")
    assert [meta.id for meta in list_scenarios(folders=[tmp_path])] == sorted([*SHIPPED, "rooms"])
    (tmp_path / "broken.toml").write_text("rounds = 3\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"broken\.toml: title"):
        list_scenarios(folders=[tmp_path])
    found, faults = scan_scenarios([tmp_path])
    assert [meta.id for meta in found] == sorted([*SHIPPED, "rooms"])
    assert [Path(fault.file).name for fault in faults] == ["broken.toml"]


def test_a_name_is_looked_up_and_a_path_is_taken_as_it_is(tmp_path: Path):
    path = mission(tmp_path)
    assert find_scenario("rooms", folders=[tmp_path]) == path
    assert find_scenario(str(path)) == path
    with pytest.raises(DataError, match=f'expected "{SHIPPED[0]}", found "{SHIPPED[0]}x"'):
        find_scenario(SHIPPED[0] + "x")


def test_a_missing_file_is_one_line(tmp_path: Path):
    with pytest.raises(DataError) as caught:
        load_scenario(tmp_path / "none.toml")
    assert str(caught.value) == (
        f"{tmp_path}/none.toml: file: expected a scenario, found no file at {tmp_path}/none.toml"
    )
