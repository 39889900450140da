"""Bots and their parameters are told in both languages."""

import pytest

from ai.kinds import _FORMS, NONE, Parameter
from ai.outside.program import PARAMETERS
from ai.player import known_bots
from game.text.words import Words

SHIPPED = [*PARAMETERS, *(parameter for bot in known_bots(installed=False) for parameter in bot.parameters)]


@pytest.mark.parametrize("parameter", SHIPPED, ids=lambda parameter: parameter.name)
def test_a_parameter_says_what_it_does_in_both_languages(parameter: Parameter):
    assert parameter.en
    assert parameter.es
    assert parameter.en != parameter.es


def test_what_may_be_given_has_the_same_words_in_errors_and_lists():
    words = Words("en")
    assert {key: words.of("parameters", key) for key in words.keys("parameters") if key != "or_none"} == _FORMS


@pytest.mark.parametrize(
    ("parameter", "english", "spanish"),
    [
        (Parameter("a", "x", allowed=("x", "y")), "one of x, y", "uno de x, y"),
        (Parameter("a", True), "true or false", "true o false"),
        (Parameter("a", "x"), "a word", "una palabra"),
        (Parameter("a", 1), "a whole number", "un número entero"),
        (Parameter("a", 1, least=0), "a whole number of at least 0", "un número entero de al menos 0"),
        (Parameter("a", 1.0, most=2), "a number up to 2", "un número hasta 2"),
        (Parameter("a", 1.0, least=0.5, most=2), "a number from 0.5 to 2", "un número de 0.5 a 2"),
    ],
)
def test_what_may_be_given_is_told_in_both_languages(parameter: Parameter, english: str, spanish: str):
    key, values = parameter.form
    assert parameter.expects == Words("en").of("parameters", key, **values) == english
    assert Words("es").of("parameters", key, **values) == spanish


def test_no_value_is_written_alike_in_every_language():
    assert Parameter("a", 1, optional=True).expects == f"a whole number, or {NONE}"
    assert Words("es").of("parameters", "or_none", what="un número") == f"un número, o {NONE}"
