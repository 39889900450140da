"""Rosters are read strictly, and the shipped ones hold what the rules ask for."""

from __future__ import annotations

import pytest

from game.core.profile import Profile, Upgrade, UpgradeFace
from game.io.roster import Roster, find_kind, parse_roster, shipped_files, shipped_roster
from game.io.toml import read_text
from game.io.upgrades import Names
from game.rules.compose import rulebook_for
from tests.support.rosters import used_names

NAMES = Names(
    skills=("courage", "camouflage"), equipment=("auspex", "medikit"), traits=("breach",), ammo=("n", "ap", "da")
)

GOOD = """
[weapons.rifle]
use = "bs"
damage = 13
burst = 3
bands = [[8, 0], [16, 3]]

[units.guard]
faction = "human"
cost = 10
type = "LI"
mov = [4, 4]
cc = 13
bs = 11
ph = 10
wip = 12
w = 1
weapons = ["rifle"]
aliases = ["Centinela"]
"""


def faults_of(text: str) -> list[str]:
    return [str(fault) for fault in parse_roster(text, NAMES, file="r.toml")[1]]


def shipped() -> Roster:
    roster = Roster({}, {})
    for source in shipped_files():
        text = read_text(source, what="a roster")
        found, faults = parse_roster(text, used_names(text), file=source.name, base=roster)
        assert [str(fault) for fault in faults] == []
        roster = roster.with_more(found)
    return roster


UPGRADE = """
[upgrades.ember]
cost = 2
restrictions = ["avatar"]
source = "tyrant"

[upgrades.ember.front]
skills = ["courage"]

[upgrades.ember.back]
weapons = ["rifle"]
base = 50
figure = "ember"
"""


@pytest.mark.rule("AV-13", "AV-15", "AV-16", "D-A2")
def test_an_upgrade_has_faces_and_says_itself_that_it_is_an_avatars():
    roster, faults = parse_roster(GOOD + UPGRADE, NAMES, file="r.toml")
    assert faults == []
    ember = roster.upgrades["ember"]
    assert ember == Upgrade(
        id="ember",
        cost=2,
        restrictions=("avatar",),
        eligible="master",
        source="tyrant",
        front=UpgradeFace(skills=("courage",)),
        back=UpgradeFace(weapons=("rifle",), base=50, figure="ember"),
    )


@pytest.mark.rule("AV-01", "AV-13", "AV-16", "AV-24", "AV-26", "AV-36")
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"avatar"', '"TAG"', 'upgrades.ember.back: expected no back without the restriction "avatar" (AV-13)'),
        ("cost = 2", 'eligible = "any"', 'upgrades.ember.eligible: expected "master" for an avatar upgrade (AV-01)'),
        ('figure = "ember"', "", "upgrades.ember.back.figure: expected the figure of the avatar (AV-24), found none"),
        ("base = 50", "base = 45", "upgrades.ember.back.base: expected a base of 30, 40, 50 mm, found 45"),
        ("base = 50", 'event = "mend"', "upgrades.ember.back.event: expected an event on the pre side alone (AV-36)"),
        ('["rifle"]\nbase', '["riffle"]\nbase', 'upgrades.ember.back.weapons[0]: expected "rifle", found "riffle"'),
        ('["courage"]', '["corage"]', 'upgrades.ember.front.skills[0]: expected "courage", found "corage"'),
        ("cost = 2", "price = 2", 'upgrades.ember.price: expected "restrictions"'),
    ],
)
def test_a_fault_of_an_upgrade_is_told_at_its_place(old: str, new: str, said: str):
    text = UPGRADE.replace(old, new)
    assert text != UPGRADE
    found = faults_of(GOOD + text)
    assert any(line.startswith(f"r.toml: {said}") for line in found), found


def test_the_shipped_upgrades_have_three_avatars_for_masters_and_some_for_anybody():
    upgrades = shipped_roster(rulebook_for()).upgrades.values()
    avatars = [upgrade for upgrade in upgrades if "avatar" in upgrade.restrictions]
    assert len(avatars) >= 3
    assert len(upgrades) - len(avatars) >= 3
    assert all(upgrade.back is not None and upgrade.cost == 2 for upgrade in avatars)
    assert {upgrade.back.base for upgrade in avatars if upgrade.back is not None} == {0, 50}


@pytest.mark.rule("UN-1", "UN-4")
def test_a_roster_becomes_kinds_and_weapons():
    roster, faults = parse_roster(GOOD, NAMES, file="r.toml")
    assert faults == []
    assert roster.weapons["rifle"].bands == ((8, 0), (16, 3))
    assert roster.kinds["guard"].profiles == (
        Profile(id="guard", type="LI", mov=(4, 4), cc=13, bs=11, ph=10, wip=12, w=1, weapons=("rifle",)),
    )


@pytest.mark.rule("UN-4")
@pytest.mark.parametrize(
    ("line", "wrong", "said"),
    [
        (
            'weapons = ["rifle"]',
            'weapons = ["rilfe"]',
            'r.toml: units.guard.weapons[0]: expected "rifle", found "rilfe"',
        ),
        ("w = 1", 'skills = ["courge"]', 'r.toml: units.guard.skills[0]: expected "courage", found "courge"'),
        ("w = 1", 'equipment = ["auspx"]', 'r.toml: units.guard.equipment[0]: expected "auspex", found "auspx"'),
        ("burst = 3", 'ammo = ["pa"]', 'r.toml: weapons.rifle.ammo[0]: expected "n", "ap" or "da", found "pa"'),
        ("burst = 3", 'traits = ["brech"]', 'r.toml: weapons.rifle.traits[0]: expected "breach", found "brech"'),
        ("burst = 3", "brust = 3", 'r.toml: weapons.rifle.brust: expected "burst", found the unknown key "brust"'),
        ("cost = 10", 'cost = "10"', 'r.toml: units.guard.cost: expected a whole number from 0 to 999, found "10"'),
        ("cost = 10", "cost = true", "r.toml: units.guard.cost: expected a whole number from 0 to 999, found true"),
        ('type = "LI"', 'type = "TG"', 'r.toml: units.guard.type: expected "TAG", found "TG"'),
        ("mov = [4, 4]", "mov = 4", "r.toml: units.guard.mov: expected 2 whole numbers from 0 to 20, found 4"),
        ("wip = 12\n", "", "r.toml: units.guard.wip: expected a whole number from 0 to 30, found nothing"),
        ("w = 1", "str = 1", "r.toml: units.guard.str: expected w for a unit of type LI, found str"),
        (
            "[8, 0], [16, 3]",
            "[8, 0], [8, 3]",
            "r.toml: weapons.rifle.bands[1]: expected a range beyond the band before, "
            "up to 256, and a modifier from -12 to 12, found [8, 3]",
        ),
        (
            "[units.guard]",
            '[units."Guard"]',
            'r.toml: units.Guard: expected an id of small letters, digits and _ (at most 40), found "Guard"',
        ),
    ],
)
def test_each_fault_is_one_line_with_place_and_expectation(line: str, wrong: str, said: str):
    assert line in GOOD
    assert faults_of(GOOD.replace(line, wrong)) == [said]


def test_every_fault_is_found_in_one_pass():
    text = GOOD.replace("cc = 13", "cc = 99").replace("burst = 3", "burst = 0").replace('"human"', '"humna"')
    assert len(faults_of(text)) == 3


def test_a_syntax_error_names_the_line():
    (said,) = faults_of(GOOD.replace("burst = 3", "burst = = 3"))
    assert said.startswith("r.toml: syntax: ")
    assert "line 5" in said


def test_a_file_without_units_or_weapons_is_no_roster():
    assert faults_of("") == [
        "r.toml: file: expected [units.<id>] or [weapons.<id>] or [upgrades.<id>] tables, found none"
    ]


@pytest.mark.rule("TR-08")
def test_forms_share_their_wounds():
    profile = 'type = "LI"\nmov = [4, 4]\ncc = 1\nbs = 1\nph = 1\nwip = 1\n'
    text = (
        '[units.twin]\nfaction = "human"\n'
        f'[[units.twin.profiles]]\nid = "a"\n{profile}w = 2\n'
        f'[[units.twin.profiles]]\nid = "b"\n{profile}w = 1\n'
    )
    assert faults_of(text) == [
        "r.toml: units.twin.profiles[1]: expected 2 wounds as in the first profile (wounds are shared), found 1"
    ]


def test_an_alias_means_one_unit():
    other = GOOD.split("[units.guard]")[1].replace("[units.guard]", "")
    assert faults_of(GOOD + "[units.second]" + other) == [
        'r.toml: units.second: expected an alias of one unit only, found "Centinela", which means guard'
    ]


@pytest.mark.parametrize("word", ["guard", "CENTINELA", " centinela "])
def test_a_kind_is_found_by_id_or_alias(word: str):
    kind = find_kind(parse_roster(GOOD, NAMES, file="r.toml")[0], word)
    assert kind is not None
    assert kind.id == "guard"


# --- what ships --------------------------------------------------------------------------------------------------

GLOSSARY = {
    "spore": ("spore", 1, "espora"),
    "swarm": ("swarm", 1, "enjambre"),
    "gaunt": ("lesser", 1, "gante"),
    "stealer": ("lesser", 1, "robagen"),
    "brood_leader": ("synapse", 1, "líder de progenie"),
    "warrior": ("synapse", 1, "guerrero tiránido"),
    "spore_launcher": ("synapse", 1, "bióvoro"),
    "mantis": ("synapse", 1, "mantifex"),
    "crusher": ("monstrous", 2, "carnifex"),
    "swarm_tyrant": ("monstrous", 2, "tirano de enjambre"),
    "brood_mother": ("gargantuan", 3, "tervigon"),
    "burrower": ("gargantuan", 3, "mawloc"),
    "tunneller": ("gargantuan", 3, "trygon"),
}


@pytest.mark.rule("UN-2", "UN-5", "UN-3a")
@pytest.mark.parametrize("kind", GLOSSARY)
def test_the_hive_has_each_creature_with_class_and_footprint(kind: str):
    class_, size, word = GLOSSARY[kind]
    roster = shipped()
    profile = roster.kinds[kind].profiles[0]
    assert (profile.type, profile.size) == (class_, size)
    assert profile.mov[1] == 0, "a xeno prints one value"
    assert find_kind(roster, word) is roster.kinds[kind]


@pytest.mark.rule("UN-6", "UN-3")
def test_the_human_roster_has_the_listed_range():
    kinds = shipped().kinds
    wanted = "rifle gunner veteran medic engineer scout zealot officer psyker heavy jumper drone exosuit"
    assert all(kinds[name].faction == "human" for name in wanted.split())
    assert kinds["officer"].command > 0
    assert kinds["zealot"].order == "irregular"
    suit, pilot = kinds["exosuit"].profiles
    assert (suit.type, suit.size, suit.machine) == ("TAG", 2, True)
    assert (pilot.size, pilot.machine) == (1, False)
    assert kinds["drone"].profiles[0].machine


@pytest.mark.rule("UN-1")
def test_every_shipped_unit_costs_points_and_can_fight():
    roster = shipped()
    for kind in roster.kinds.values():
        assert kind.cost > 0
        if kind.id != "spore":
            assert any(roster.weapons[name].use != "bs" for name in kind.profiles[0].weapons)


@pytest.mark.rule("UN-4")
@pytest.mark.parametrize("systems", [(), ("skirmish",)])
def test_the_shipped_roster_serves_games_without_some_of_the_systems(systems: tuple[str, ...]):
    assert {"psyker", "spotter", "gaunt"} <= shipped_roster(rulebook_for(systems)).kinds.keys()


@pytest.mark.parametrize("figure", ["../../etc", "a/b", "C:x", "Guard", ".", "", "a" * 41])
def test_a_figure_is_a_plain_name_and_never_a_way_into_another_folder(figure: str):
    wrong = f'expected a name of small letters, digits and _ (at most 40), found "{figure}"'
    assert faults_of(f'{GOOD}figure = "{figure}"') == [f"r.toml: units.guard.figure: {wrong}"]
    back = UPGRADE.replace('figure = "ember"', f'figure = "{figure}"')
    if figure:  # a card's side without one is another matter (AV-24)
        assert faults_of(GOOD + back)[0] == f"r.toml: upgrades.ember.back.figure: {wrong}"


@pytest.mark.parametrize("key", ["id", "figure"])
def test_so_are_the_id_and_the_figure_of_a_form(key: str):
    head, body = GOOD.split('faction = "human"\ncost = 10\n')
    text = f'{head}faction = "human"\ntransmutation = "2"\n' + "".join(
        f'[[units.guard.profiles]]\n{key} = "{name}"\n{body.replace("aliases", "#")}' for name in ("guard", "../up")
    )
    wrong = 'expected a name of small letters, digits and _ (at most 40), found "../up"'
    assert f"r.toml: units.guard.profiles[1].{key}: {wrong}" in faults_of(text)
