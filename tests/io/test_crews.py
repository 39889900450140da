"""Crews of scenario files: Masters, upgrades, cards, bounds, and force lists of their own (D-A1, D-A2, D-A14)."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.dice import SeededDice
from game.core.session import Session
from game.io.check import check_path
from game.io.position import position_of
from game.io.position_text import write_position
from game.io.scenario import load_scenario, read_scenario
from game.rules.avatar.cards import Card, ManifestationEvent, Requirement
from tests.io.missions import SCENARIO, mission

MASTER = """
[[sides.marines.force]]
kind = "marshal"
master = true
upgrades = ["wrath_unbound", "field_kit"]
card = "bloody"
"""
CREW = SCENARIO + MASTER
LIST = """
[[force]]
kind = "officer"
lieutenant = true

[[force]]
kind = "seer"
master = true
upgrades = ["lidless_eye"]
card = "choose"

[[force]]
kind = "jumper"
reserve = true
"""
NAMED = SCENARIO.replace("[sides.hive]", '[sides.marines]\nforce = "lists/crew.toml"\n\n[sides.hive]')
NAMED = NAMED.replace(SCENARIO[SCENARIO.index("[[sides.marines.force]]") : SCENARIO.index("[sides.hive]")], "")


def faults(folder: Path, text: str) -> list[str]:
    """The faults of a scenario, without the name of its file."""
    path = mission(folder, text)
    return [str(fault).removeprefix(f"{path}: ") for fault in read_scenario(path).faults]


@pytest.mark.rule("D-A1", "D-A2", "AV-03", "AV-09")
def test_a_master_comes_with_upgrades_and_a_card(tmp_path: Path):
    game = load_scenario(mission(tmp_path, CREW)).game
    recruit = game.scenario.sides[0].force[-1]
    assert (recruit.kind, recruit.master) == ("marshal", True)
    assert (recruit.upgrades, recruit.card) == (("wrath_unbound", "field_kit"), "bloody")
    assert game.upgrades["wrath_unbound"].cost == 2


@pytest.mark.rule("AV-01", "AV-03", "AV-04", "AV-12", "AV-14", "AV-38", "D-A1", "D-A2", "D-A14")
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            'card = "bloody"',
            "",
            "sides.marines.force[2].card: expected a card for the avatar upgrade "
            '"wrath_unbound": delayed, bloody, desperate, planned, sacrificing or choose (MISSING_CARD, AV-03), '
            "found none",
        ),
        (
            '"field_kit"',
            '"engine_heart"',
            'sides.marines.force[2].upgrades: expected one avatar upgrade (ONE_AVATAR, AV-14), found "engine_heart" '
            "as a second",
        ),
        (
            "master = true",
            "",
            'sides.marines.force[2].upgrades: expected a Master to bear "wrath_unbound" (MASTERS_ONLY, AV-01), '
            "found a trooper who is none",
        ),
        (
            '"field_kit"',
            '"feild_kit"',
            'sides.marines.force[2].upgrades: expected "field_kit" (UNKNOWN_UPGRADE, D-A2), found "feild_kit"',
        ),
        (
            '"bloody"',
            '"blody"',
            'sides.marines.force[2].card: expected "bloody" (UNKNOWN_CARD, AV-12), found "blody"',
        ),
        (
            '"wrath_unbound", ',
            "",
            "sides.marines.force[2].card: expected no card without an avatar upgrade (IDLE_CARD, AV-03), "
            'found "bloody"',
        ),
        (
            "[sides.hive]",
            "[sides.marines]\nsoulstones = 2\n[sides.hive]",
            "sides.marines.soulstones: expected upgrades for at most 2 soulstones (OVER_SOULSTONES, D-A14), found 3",
        ),
        (
            "[sides.hive]",
            "[sides.marines]\npoints = 90\n[sides.hive]",
            "sides.marines.points: expected troopers for at most 90 points (OVER_POINTS, D-A14), found 92",
        ),
        (
            'kind = "marshal"',
            'kind = "marshal"\ncount = 2',
            "sides.marines.force[2].master: expected at most one Master (ONE_MASTER, D-A1), found several",
        ),
        (
            '"field_kit"]',
            '"field_kit"]\ncards = "planned"',
            'sides.marines.force[2].cards: expected "card", found the unknown key "cards"',
        ),
    ],
)
def test_what_is_wrong_with_a_crew_is_told_at_its_line(tmp_path: Path, old: str, new: str, said: str):
    text = CREW.replace(old, new)
    if "[sides.marines]" in new:
        moved = new.removesuffix("[sides.hive]")
        text = CREW.replace("[sides.marines.objective]", moved + "[sides.marines.objective]")
    assert text != CREW
    assert said in faults(tmp_path, text)


@pytest.mark.rule("D-A1", "AV-01")
def test_the_hive_has_no_master_and_no_upgrades(tmp_path: Path):
    broken = SCENARIO + '[[sides.hive.force]]\nkind = "gaunt"\nat = [1, 1]\nupgrades = ["field_kit"]\n'
    assert any("expected Masters and upgrades on human sides only" in fault for fault in faults(tmp_path, broken))


@pytest.mark.rule("D-A14", "AV-40")
def test_a_crew_within_its_bounds_is_no_fault(tmp_path: Path):
    bound = "[sides.marines]\npoints = 92\nsoulstones = 3\n"
    assert faults(tmp_path, CREW.replace("[sides.marines.objective]", bound + "[sides.marines.objective]")) == []


@pytest.mark.rule("D-A11", "D-A12", "AV-07")
def test_a_scenario_may_replace_cards_and_events(tmp_path: Path):
    more = """
[cards.bloody.requirement]
least = 1

[cards.waiting]
requirement = { kind = "round", least = 5 }
event = "flood"

[card_events.flood]
effect = "push"
aim = "foes"
within = 3
amount = 2

[card_events.mend]
amount = 2
"""
    scenario = load_scenario(
        mission(tmp_path, CREW.replace('card = "bloody"', 'card = "waiting"') + more)
    ).game.scenario
    assert scenario.cards == {
        "bloody": Card("bloody", Requirement("kills", least=1), "lash"),
        "waiting": Card("waiting", Requirement("round", least=5), "flood"),
    }
    assert scenario.card_events == {
        "flood": ManifestationEvent("flood", "push", "foes", within=3, amount=2),
        "mend": ManifestationEvent("mend", "heal", amount=2),
    }


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("[cards.bloody]\nevent = 'lsh'", 'cards.bloody.event: expected "lash", found "lsh"'),
        ("[cards.odd]\nevent = 'lash'", "cards.odd.requirement.kind: expected a text, found nothing"),
        ("[cards.bloody]\nrequirement = { kind = 'kill' }", 'cards.bloody.requirement.kind: expected "kills"'),
        ("[card_events.x]\naim = 'foes'", "card_events.x.effect: expected a text, found nothing"),
        ("[card_events.lash]\namunt = 3", 'card_events.lash.amunt: expected "amount"'),
    ],
)
def test_a_fault_of_a_card_is_told_at_its_place(tmp_path: Path, more: str, said: str):
    found = faults(tmp_path, CREW + more)
    assert any(line.startswith(said) for line in found), found


def with_list(folder: Path, text: str = LIST) -> Path:
    (folder / "lists").mkdir()
    (folder / "lists" / "crew.toml").write_text(text, encoding="utf-8")
    return mission(folder, NAMED)


def test_a_side_may_take_its_force_from_a_list(tmp_path: Path):
    force = load_scenario(with_list(tmp_path)).game.scenario.sides[0].force
    assert [(r.kind, r.master, r.reserve, r.card) for r in force] == [
        ("officer", False, False, ""),
        ("seer", True, False, "choose"),
        ("jumper", False, True, ""),
    ]
    assert check_path(tmp_path / "lists" / "crew.toml") == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("reserve = true", "at = [2, 2]", "force[2].at: expected no cells in a list of troopers"),
        ('card = "choose"', "", "force[1].card: expected a card for the avatar upgrade"),
        ('"jumper"', '"jumpr"', 'force[2].kind: expected "jumper", found "jumpr"'),
        ('"jumper"', '"gaunt"', "force[2].kind: expected a unit of a human side"),
        ("[[force]]", "[[troops]]", "force: expected [[force]] tables, found none"),
    ],
)
def test_a_fault_of_a_list_names_the_list(tmp_path: Path, old: str, new: str, said: str):
    path = with_list(tmp_path, LIST.replace(old, new))
    told = [str(fault) for fault in read_scenario(path).faults]
    own = str(tmp_path / "lists" / "crew.toml")
    assert any(line.startswith(f"{own}: {said}") for line in told), told
    if "[[troops]]" not in new:
        assert any(problem.message.startswith(said.split(": ")[1]) for problem in check_path(Path(own)))


def test_a_list_is_looked_for_in_the_folder_of_the_scenario_alone(tmp_path: Path):
    found = faults(tmp_path, NAMED.replace("lists/crew.toml", "../crew.toml"))
    assert any(line.startswith("sides.marines.force: expected a path inside the folder") for line in found), found
    found = faults(tmp_path, NAMED.replace("lists/crew.toml", "lists/none.toml"))
    assert any("expected a force list, found no file" in line for line in found), found


def test_upgrades_are_written_into_positions_and_read_from_them(tmp_path: Path):
    session = Session(load_scenario(mission(tmp_path, CREW)).game, SeededDice(1))
    while session.state.round < 1:
        session.act(session.game.options(session.state)[0])
    read = position_of(write_position(session.game, session.state))
    assert [u.upgrades for u in read.state.units.values() if u.kind == "marshal"] == [("wrath_unbound", "field_kit")]


def test_cards_and_events_of_the_scenario_go_with_a_position(tmp_path: Path):
    more = "\n[cards.bloody.requirement]\nleast = 1\n\n[card_events.lash]\nstate = 'stunned'\nammo = ['n', 'ap']\n"
    session = Session(load_scenario(mission(tmp_path, CREW + more)).game, SeededDice(1))
    text = write_position(session.game, session.state)
    again = position_of(text)
    assert again.game.scenario.cards == session.game.scenario.cards != {}
    assert again.game.scenario.card_events == session.game.scenario.card_events != {}
    assert write_position(again.game, again.state) == text


@pytest.mark.rule("X-45")
def test_a_master_that_changes_form_is_warned_of(tmp_path: Path):
    text = CREW.replace('kind = "marshal"', 'kind = "KIND"')
    kinds = load_scenario(mission(tmp_path, CREW)).game.kinds
    changing = next(k.id for k in kinds.values() if k.faction == "human" and k.transmutation == "WIP-3")
    found = [problem for problem in check_path(mission(tmp_path, text.replace("KIND", changing))) if problem.warning]
    assert [problem.place for problem in found if "(X-45)" in problem.message] == ["sides.marines.force"]
    assert not [problem for problem in check_path(mission(tmp_path, CREW)) if "X-45" in problem.message]
