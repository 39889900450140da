"""Brackets and the data of units that change form (TR-03, TR-05, TR-12, TR-19, TR-42, TR-A5)."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.api import DataError, Profile, UnitKind
from game.io.roster import Roster, known_names, parse_roster, shipped_roster
from game.io.scenario import read_scenario
from game.rules.compose import rulebook_for
from game.rules.transmutation.parse import AUTO, ESCAPE, HATCHING, WIP, WOUNDS, Condition, parse
from tests.io.missions import SCENARIO, mission

BOOK = rulebook_for()


@pytest.mark.rule("TR-03", "TR-19", "TR-42")
@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("(2)", Condition(WOUNDS, wounds=2)),
        ("Transmutation (Escape System-2)", Condition(ESCAPE, wounds=2)),
        ("(Hatching)", Condition(HATCHING)),
        ("Transmutation(Auto)", Condition(AUTO)),
        ("(WIP-3)", Condition(WIP, modifier=-3)),
        ("WIP", Condition(WIP)),
        ("WIP+3", Condition(WIP, modifier=3)),
        ("1", Condition(WOUNDS, wounds=1)),
        ("Sistema de Escape-2", Condition(ESCAPE, wounds=2)),
        ("Transmutación (Eclosión)", Condition(HATCHING)),
        ("VOL\N{MINUS SIGN}3", Condition(WIP, modifier=-3)),
    ],
)
def test_a_bracket_means_one_condition(text: str, condition: Condition):
    assert parse(text) == condition


@pytest.mark.rule("TR-03")
@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Hatchling", '"Hatching"'),
        ("Escape System", '"Escape System-2"'),
        ("WIP-", '"WIP'),
        ("Auto (2)", '"Auto"'),
        ("0", '"2", "Escape'),
        ("", '"2", "Escape'),
        ("moonlight", '"2", "Escape System-2", "Hatching", "Auto", "WIP" or "WIP-3"'),
    ],
)
def test_an_unknown_bracket_is_refused_with_the_nearest_form(text: str, form: str):
    with pytest.raises(DataError) as raised:
        parse(text)
    assert str(raised.value).startswith(f"expected {form}")


@pytest.mark.rule("TR-05")
def test_wounds_and_hatching_force_the_second_profile_and_the_others_allow_it():
    forced = {text: parse(text).forced for text in ("2", "Escape System-2", "Hatching", "Auto", "WIP-3")}
    assert forced == {"2": True, "Escape System-2": True, "Hatching": True, "Auto": False, "WIP-3": False}


UNIT = """
[units.thing]
faction = "{faction}"
transmutation = "{bracket}"
"""
PROFILE = """
[[units.thing.profiles]]
id = "{id}"
type = "{type}"
mov = {mov}
cc = 10
bs = 10
ph = 10
wip = 10
w = {w}
s = {s}
skills = {skills}
{more}
"""


def read(bracket: str, *parts: dict[str, object], faction: str = "human") -> tuple[Roster, list[str]]:
    """A roster with one unit of these profiles, and its faults."""
    kind = {"type": "LI", "mov": [4, 4]} if faction == "human" else {"type": "synapse", "mov": 6}
    plain = {**kind, "w": 2, "s": 2, "skills": [], "more": ""}
    text = UNIT.format(faction=faction, bracket=bracket)
    for number, part in enumerate(parts):
        values = {**plain, "id": f"form_{number}", **part}
        text += PROFILE.format(**{**values, "skills": str(values["skills"]).replace("'", '"')})
    roster, faults = parse_roster(text, known_names(BOOK.tables), file="r.toml")
    return roster, [str(fault) for fault in faults]


@pytest.mark.rule("TR-03")
def test_a_wrong_bracket_in_a_roster_is_one_clear_line():
    _, faults = read("Hatchin", {}, {})
    assert faults == ['r.toml: units.thing.transmutation: expected "Hatching", found "Hatchin"']


@pytest.mark.rule("TR-A5", "TR-08")
def test_profiles_of_other_wounds_are_no_data():
    _, faults = read("2", {"w": 2}, {"w": 3})
    assert len(faults) == 1
    assert "2 wounds as in the first profile (wounds are shared)" in faults[0]


@pytest.mark.rule("TR-01", "TR-32")
@pytest.mark.parametrize(
    ("bracket", "count", "wanted"),
    [
        ("2", 1, "two profiles"),
        ("2", 3, "two profiles"),
        ("Hatching", 3, "two profiles"),
        ("Auto", 1, "two profiles or more"),
        ("Auto", 3, ""),
        ("WIP-3", 2, ""),
    ],
)
def test_the_number_of_profiles_fits_the_kind(bracket: str, count: int, wanted: str):
    _, faults = read(bracket, *[{}] * count)
    assert [wanted in fault for fault in faults] == [True] * bool(wanted)


@pytest.mark.rule("TR-23", "D-T7")
def test_a_form_that_hides_covers_one_cell():
    _, faults = read("Hatching", {"s": 5, "skills": ["camouflage"]}, {})
    assert len(faults) == 1
    assert "a form of one cell" in faults[0]


@pytest.mark.rule("UN-3a", "TR-29")
def test_a_seed_of_the_hive_may_stay_where_it_is_and_no_other_creature():
    roster, faults = read("Hatching", {"mov": 0}, {}, faction="hive")
    assert faults == []
    assert [profile.mov for profile in roster.kinds["thing"].profiles] == [(0, 0), (6, 0)]
    _, faults = read("Hatching", {}, {"mov": 0}, faction="hive")
    assert len(faults) == 1


@pytest.mark.rule("TR-33")
def test_creatures_of_the_hive_do_not_choose_forms():
    _, faults = read("Auto", {}, {}, faction="hive")
    assert len(faults) == 1
    assert "a creature of the hive" in faults[0]


@pytest.mark.rule("TR-07", "TR-11")
def test_figure_token_and_stance_of_a_form_are_data():
    roster, faults = read("2", {}, {"more": 'figure = "other"\ntoken = "RAGE"\nprone = false'})
    assert faults == []
    first, second = roster.kinds["thing"].profiles
    assert (first.figure, first.token, first.prone) == ("", "", True)
    assert (second.figure, second.token, second.prone) == ("other", "RAGE", False)


@pytest.mark.rule("UN-6", "X-27")
def test_one_of_each_kind_is_shipped():
    kinds = shipped_roster(BOOK).kinds.values()
    human = {parse(kind.transmutation).kind: kind for kind in kinds if kind.transmutation and kind.faction == "human"}
    assert human.keys() == {WOUNDS, ESCAPE, HATCHING, AUTO, WIP}
    assert len(human[AUTO].profiles) == 3
    assert parse(human[WIP].transmutation).modifier == -3
    assert "camouflage" in human[HATCHING].profiles[0].skills
    hive = [kind for kind in kinds if kind.transmutation and kind.faction == "hive"]
    assert {kind.profiles[0].type for kind in hive} == {"synapse", "monstrous"}
    assert all(parse(kind.transmutation).kind == HATCHING for kind in hive)


@pytest.mark.rule("TR-03")
def test_a_kind_made_in_code_is_read_when_it_is_first_asked_about():
    kind = UnitKind("odd", "human", (Profile("a", "LI", (4, 4), 1, 1, 1, 1),), transmutation="Hatchin")
    with pytest.raises(DataError, match='expected "Hatching"'):
        parse(kind.transmutation)


@pytest.mark.rule("TR-12", "TR-20", "TR-32", "TR-37")
@pytest.mark.parametrize(("kind", "refused"), [("fury", True), ("sleeper", True), ("adept", True), ("facet", False)])
def test_a_scenario_starts_units_on_the_form_they_deploy_on(tmp_path: Path, kind: str, refused: bool):
    text = SCENARIO.replace('kind = "rifle"\ncount = 2', f'kind = "{kind}"\nform = 1')
    faults = [str(fault) for fault in read_scenario(mission(tmp_path, text)).faults]
    assert ["expected form 0, on which this unit deploys (TR-12)" in fault for fault in faults] == [True] * refused
