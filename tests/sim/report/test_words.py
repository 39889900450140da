"""Both languages say the same things, with the same values, and nothing that is never said."""

import re
import string
from pathlib import Path

import pytest

import game.sim.report
from game.sim.report.figures import Estimate
from game.sim.report.words import MINUS, NARROW, Words, load_words

SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in Path(game.sim.report.__file__).parent.glob("*.py"))


def values(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_both_languages_have_the_same_sentences_with_the_same_values():
    english, spanish = load_words("en"), load_words("es")
    assert list(english) == list(spanish)
    assert {key: values(text) for key, text in english.items()} == {key: values(text) for key, text in spanish.items()}


def test_every_sentence_is_used():
    made = {f"map_{name}" for name in ("moves", "attacks", "deaths")}
    unused = [key for key in load_words("en") if not re.search(rf"""["']{key}["']""", SOURCE) and key not in made]
    assert unused == []


def test_every_sentence_that_is_used_exists():
    asked = set(re.findall(r"""words\(\s*["'](\w+)["']""", SOURCE)) | set(re.findall(r'"([thnf]_\w+)"', SOURCE))
    assert asked <= set(load_words("en"))


@pytest.mark.parametrize(
    ("language", "number", "share", "time"),
    [
        ("en", f"{MINUS}1,234.5", "12.5%", f"1.2{NARROW}s"),
        ("es", f"{MINUS}1{NARROW}234,5", f"12,5{NARROW}%", f"1,2{NARROW}s"),
    ],
)
def test_numbers_are_written_as_the_language_does(language, number, share, time):
    words = Words(language)
    assert (words.number(-1234.5), words.share(0.125), words.milliseconds(1234)) == (number, share, time)


def test_nought_has_no_sign():
    words = Words("en")
    assert (words.number(-0.001, 1, sign=True), words.number(0.5, 1, sign=True)) == ("0.0", "+0.5")


def test_without_an_interval_there_is_a_dash():
    assert Words("en").span(Estimate(1.0, None, None, 2)) == "\N{EN DASH}"
