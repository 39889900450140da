"""Both languages say the same things, and everything the engine can say has words."""

import tomllib
from pathlib import Path

import pytest

from game.api import Refusal, list_scenarios, load_scenario
from game.io.text import LANGUAGES, Language, Texts, load_names
from game.rules.compose import rulebook_for
from game.text.phrases import tag_of
from game.text.typed import kind_tag
from game.text.words import ONE, Words, load_words

ENGLISH, SPANISH = Words("en"), Words("es")
BOOK = rulebook_for()


def test_the_languages_hold_the_same_keys():
    assert list(load_words("en")) == list(load_words("es"))
    for table in load_words("en"):
        assert set(ENGLISH.keys(table)) == set(SPANISH.keys(table)), table


@pytest.mark.parametrize("table", list(load_words("en")))
def test_the_languages_show_the_same_values(table: str):
    if table in ("verbs", "commands"):
        return
    for key in ENGLISH.keys(table):
        assert ENGLISH.needs(table, key) == SPANISH.needs(table, key), key


@pytest.mark.parametrize("kind", BOOK.action_types, ids=lambda kind: kind.__name__)
def test_every_action_can_be_typed_and_read(kind):
    assert ENGLISH.has("actions", kind_tag(kind))
    assert ENGLISH.has("verbs", kind_tag(kind))


@pytest.mark.parametrize("kind", list(BOOK.reducers), ids=lambda kind: kind.__name__)
def test_every_event_is_told_or_kept_silent_on_purpose(kind):
    tag = kind_tag(kind)
    keys = ENGLISH.keys("events")
    assert tag in keys or f"{tag}_yes" in keys


@pytest.mark.parametrize("kind", list(BOOK.decisions), ids=lambda kind: kind.__name__)
def test_every_decision_has_a_question(kind):
    assert ENGLISH.has("tasks", kind_tag(kind))


@pytest.mark.parametrize("purpose", list(BOOK.purposes))
def test_every_purpose_of_a_die_has_a_name(purpose: str):
    assert ENGLISH.has("purposes", purpose)


def test_a_missing_value_shows_by_its_name_and_a_missing_text_by_its_key():
    assert ENGLISH.say("round") == "Round {round}."
    assert ENGLISH.of("terms", "no_such_term") == "no such term"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_stands_for_a_command_twice(language):
    for word, keys in Words(language).typed("commands").items():
        assert len(keys) == 1, (word, keys)


def test_a_tag_is_the_verb_of_the_notation():
    from game.api import EndTurn

    assert tag_of(EndTurn()) == "end_turn"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_side_of_our_missions_has_a_name(language: Language):
    maps = Path(__file__).parents[2] / "maps"
    sides = {side for file in maps.glob("*.toml") for side in tomllib.loads(file.read_text("utf-8"))["sides"]}
    assert sides - set(load_names(language)["sides"]) == {"marines"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_player_reads_the_id_of_a_zone(language: Language):
    texts = Texts(language)
    for meta in list_scenarios():
        for zone in load_scenario(meta.id).game.board.zones:
            kind, _, rest = zone.partition(":")
            assert kind in load_names(language)["zones"], zone
            assert rest in {"", "marines", *load_names(language)["zones"], *load_names(language)["sides"]}, zone
            assert ":" not in texts.zone(zone)
    refusal = Refusal("NOT_IN_ZONE", "TS-0", (("zone", "deploy:hive"),))
    assert texts.zone("deploy:hive") in texts.refusal(refusal)


def test_one_of_something_is_told_in_the_singular():
    assert [ENGLISH.say("rounds", rounds=number) for number in (1, 2, 11)] == ["1 round", "2 rounds", "11 rounds"]
    assert SPANISH.of("events", "progress", idle="1") == "1 ronda sin avance."
    assert SPANISH.of("events", "progress", idle="2") == "2 rondas sin avance."
    door = {"door": "door d1", "amount": "3", "unit": "1"}
    assert ENGLISH.of("events", "door_damaged", **door) == "door d1 loses 3 points of structure.", "only what is shown"


@pytest.mark.parametrize("table", list(load_words("en")))
def test_every_singular_has_its_plural_with_the_same_values(table: str):
    for words in (ENGLISH, SPANISH):
        singular = [key for key in words.keys(table) if key.endswith(ONE)]
        for key in singular if table not in ("verbs", "commands") else ():
            several = key.removesuffix(ONE)
            assert words.has(table, several), key
            assert words.needs(table, key) <= words.needs(table, several), key
