"""The texts of both languages are complete and fit the rules they speak for."""

from __future__ import annotations

from importlib import resources
from itertools import chain

import pytest

from game.core.dice import SeededDice
from game.core.refusal import refuse
from game.core.session import Session
from game.core.types import snake
from game.io.roster import Roster, shipped_roster
from game.io.scenario import compose
from game.io.text import (
    FAMILIES,
    LANGUAGES,
    Language,
    load_names,
    load_refusals,
    parse_names,
    parse_refusals,
    placeholders,
    text,
)
from game.rules.compose import rulebook_for
from game.rules.hive.dice import ITEMS, MISSION_DICE
from game.rules.skirmish.actions import Deploy
from game.rules.skirmish.missions import REASONS


@pytest.fixture(scope="module")
def roster() -> Roster:
    return shipped_roster(rulebook_for())


@pytest.mark.parametrize("family", FAMILIES)
def test_both_languages_name_the_same_things(family: str):
    assert load_names("en")[family].keys() == load_names("es")[family].keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_is_empty_or_names_two_things(language: Language):
    for family, names in load_names(language).items():
        assert all(name and name.strip() == name for name in names.values()), family
        assert len(set(names.values())) == len(names), family


@pytest.mark.rule("UN-5", "UN-6")
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_ships_has_a_name(language: Language, roster: Roster):
    names = load_names(language)
    assert roster.kinds.keys() == names["units"].keys()
    assert roster.weapons.keys() == names["weapons"].keys()
    forms = {p.id for kind in roster.kinds.values() if len(kind.profiles) > 1 for p in kind.profiles}
    assert forms == names["profiles"].keys()


@pytest.mark.rule("UN-4")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("family", ["ammo", "skills", "equipment", "traits", "cards"])
def test_every_row_of_the_rule_tables_has_a_name(language: Language, family: str):
    rows = rulebook_for().tables.get(family, {})
    assert sorted(rows.keys() - load_names(language)[family].keys()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_one_can_do_or_be_asked_has_a_name(language: Language):
    book = rulebook_for()
    names = load_names(language)
    assert {snake(action.__name__) for action in book.action_types} == names["actions"].keys()
    assert {snake(task.__name__) for task in book.decisions} == names["decisions"].keys()
    assert set(ITEMS) == names["swarm"].keys()
    assert set(REASONS) == names["reasons"].keys()
    assert set(MISSION_DICE) <= names["missions"].keys()


@pytest.mark.rule("RL-7")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_code_has_a_text_and_no_text_is_left_over(language: Language):
    codes = rulebook_for().refusals.keys()
    texts = load_refusals(language).keys()
    assert sorted(codes - texts) == []
    assert sorted(texts - codes) == []


def test_refusals_need_the_same_values_in_both_languages():
    english, spanish = load_refusals("en"), load_refusals("es")
    differ = [code for code in english if placeholders(english[code]) != placeholders(spanish[code])]
    assert differ == []


def test_a_refusal_is_said_with_its_values_and_clause():
    refusal = refuse("NOT_YOUR_DECISION", "TS-1", side="hive")
    assert text("en").refusal(refusal) == "It is not this side's decision (hive). [TS-1]"
    assert text("es").refusal(refusal) == "No le toca decidir a este bando (hive). [TS-1]"


def test_a_refusal_names_units_cells_and_skills_as_the_reader_sees_them():
    game = compose("relay")
    session = Session(game, SeededDice(1))
    view = session.view("marines")
    wrong = session.verdict(Deploy(view.own[0].id, game.board.cell(0, 0))).refusal
    assert wrong is not None
    assert text().refusal(wrong, view).endswith("[TS-0]")
    cell = refuse("NOT_FREE", "BD-5", cell=game.board.cell(3, 2))
    assert "3,2" in text().refusal(cell, view) or cell.code not in load_refusals("en")
    stunned = refuse("TWO_SHORT_SKILLS", "OR-3", skill="take_guts")
    assert text("en").refusal(stunned).startswith("guts roll would be")
    unit = refuse("NOT_FIT", "ST-2", unit=view.own[0].id)
    assert f"{text().unit(view.own[0].kind)} #{view.own[0].id}" in text().refusal(unit, view)


def test_a_value_that_was_not_given_and_a_code_without_text_still_show():
    assert text().refusal(refuse("NOT_YOUR_DECISION", "TS-1")) == "It is not this side's decision ({side}). [TS-1]"
    assert text().refusal(refuse("FROM_OUTSIDE", "TS-1", n=3)) == "FROM_OUTSIDE [TS-1] n=3"


def test_what_has_no_name_shows_by_its_id():
    assert text().unit("my_own_beast") == "my own beast"
    assert text().profile("gaunt") == text().unit("gaunt")


def test_display_names_are_never_the_ids_or_the_words_of_the_rule_texts(roster: Roster):
    words = {alias.casefold() for kind in roster.kinds.values() if kind.faction == "hive" for alias in kind.aliases}
    shown = chain.from_iterable(load_names(language)["units"].values() for language in LANGUAGES)
    assert not words & {name.casefold() for name in shown}


# --- the checkers catch what they are for ------------------------------------------------------------------------


def test_a_names_file_with_an_unknown_table_or_a_number_is_refused():
    _, faults = parse_names("[unit]\na = 1\n[weapons]\nrifle = 3\n", file="n.toml")
    assert sorted(str(fault) for fault in faults) == [
        'n.toml: unit: expected "units", found the unknown key "unit"',
        "n.toml: weapons.rifle: expected a text, found 3",
    ]


@pytest.mark.parametrize("said", ["{0}", "{a.b}", "{a!r}", "{a:>9}", "{"])
def test_a_clever_placeholder_is_refused(said: str):
    _, faults = parse_refusals(f'[en]\nX = "{said}"\n[es]\nX = "x"\n', file="t.toml")
    assert [fault.place for fault in faults] == ["en.X"]


def test_the_texts_are_plain_files_of_the_package():
    folder = resources.files("game.rules").joinpath("text", "names")
    assert sorted(entry.name for entry in folder.iterdir()) == ["en.toml", "es.toml"]
