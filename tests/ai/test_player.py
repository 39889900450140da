"""Bots are made from one-line specs, and whatever is wrong with one is said in one line."""

import pytest

from ai.player import BotKind, Explaining, Parameter, Term, known_bots, make_bot, read_spec, register
from ai.random_bot import PassiveBot, RandomBot
from game.api import DataError, EndTurn, Options, Pass, SeededDice
from tests.sim.toy import Run, Runner, load_game


def options(*actions):
    return Options([actions], lambda action: action in actions)


def test_a_bot_is_made_by_its_name():
    assert isinstance(make_bot("random", SeededDice(1)), RandomBot)
    assert isinstance(make_bot(" passive ", SeededDice(1)), PassiveBot)


def test_a_bot_from_elsewhere_is_named_by_its_module_and_takes_named_parameters():
    spec = read_spec("tests.sim.zoo/runner(nerve=7, style=wild)")
    assert spec.values == {"nerve": 7, "style": "wild"}
    runner = spec.make(SeededDice(1))
    assert isinstance(runner, Runner)
    assert (runner.nerve, runner.style) == (7, "wild")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("randon", 'bot "randon": expected "random", found no bot of that name'),
        ("random(x=1)", 'bot "random(x=1)": expected no parameters as name=value, found "x=1"'),
        ("two words", 'bot "two words": expected a bot such as "random" or "hive:cunning(patience=3)"'),
        ("", 'bot "": expected a bot such as "random" or "hive:cunning(patience=3)"'),
        ("tests.nowhere/x", 'bot "tests.nowhere/x": expected an importable module, found none called tests.nowhere'),
        ("ai.player/x", 'bot "ai.player/x": expected a list BOTS in the module ai.player, found none'),
        (
            "tests.sim.zoo/runner(nerv=1)",
            'bot "tests.sim.zoo/runner(nerv=1)": expected the parameter "nerve" as name=value, found "nerv=1"',
        ),
        (
            "tests.sim.zoo/runner(nerve=100)",
            'bot "tests.sim.zoo/runner(nerve=100)": expected a whole number from 0 to 99 for nerve, found "100"',
        ),
        (
            "tests.sim.zoo/runner(nerve=1, nerve=2)",
            'bot "tests.sim.zoo/runner(nerve=1, nerve=2)": expected nerve once, found it twice',
        ),
        (
            "tests.sim.zoo/runner(style=lazy)",
            'bot "tests.sim.zoo/runner(style=lazy)": expected one of steady, wild for style, found "lazy"',
        ),
    ],
)
def test_a_wrong_spec_is_refused_in_one_line(spec: str, message: str):
    with pytest.raises(DataError) as refused:
        read_spec(spec)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("parameter", "text", "value"),
    [
        (Parameter("a", 1, ""), "-3", -3),
        (Parameter("a", 0.5, ""), "2", 2.0),
        (Parameter("a", False, ""), "true", True),
        (Parameter("a", "x", ""), "y", "y"),
    ],
)
def test_a_value_is_read_as_the_kind_of_its_default(parameter: Parameter, text: str, value: object):
    assert parameter.read(text) == value
    assert type(parameter.read(text)) is type(value)


@pytest.mark.parametrize(
    ("parameter", "text"),
    [
        (Parameter("a", 1, ""), "1.5"),
        (Parameter("a", 1.0, ""), "nan"),
        (Parameter("a", 1.0, "", most=2), "nan"),
        (Parameter("a", True, ""), "1"),
    ],
)
def test_a_value_of_another_kind_is_refused(parameter: Parameter, text: str):
    with pytest.raises(ValueError, match=r".*"):
        parameter.read(text)


def test_registered_bots_are_known_by_name_and_names_are_taken_once():
    kind = BotKind("my:runner", Runner, en="Runs.", es="Corre.")
    register(kind)
    register(kind)
    assert kind in known_bots()
    assert read_spec("my:runner").kind is kind
    with pytest.raises(ValueError, match="already"):
        register(BotKind("random", Runner, en="", es=""))


def test_every_known_bot_says_how_it_plays_in_both_languages():
    kinds = known_bots()
    assert {"random", "passive"} <= {kind.name for kind in kinds}
    for kind in kinds:
        assert kind.en.endswith(".")
        assert kind.es.endswith(".")
        assert kind.en != kind.es
        assert read_spec(kind.usage).kind is kind


def test_random_takes_every_option_sometimes_and_the_same_ones_for_the_same_dice():
    game = load_game("race")
    state, _ = game.begin(game.initial(), SeededDice(1))
    view = game.view(state, "marines")

    def choices():
        bot = make_bot("random", SeededDice("bot"))
        return [bot.decide(view, view.options()) for _ in range(50)]

    assert choices() == choices()
    assert set(choices()) == {Run(), Pass()}


def test_random_can_be_asked_why():
    game = load_game("race")
    state, _ = game.begin(game.initial(), SeededDice(1))
    bot = make_bot("random", SeededDice(1))
    assert isinstance(bot, Explaining)
    assert bot.explain() is None
    chosen = bot.decide(game.view(state, "marines"), game.options(state))
    reasons = bot.explain()
    assert reasons is not None
    assert (reasons.chosen, reasons.note, reasons.terms) == (chosen, "chance", (Term("options", 2),))


def test_passive_declines_ends_its_turn_or_takes_what_comes_first():
    game = load_game("race")
    view = game.view(game.initial(), "marines")
    bot = make_bot("passive", SeededDice(1))
    assert bot.decide(view, options(Run(), EndTurn(), Pass())) == Pass()
    assert bot.decide(view, options(Run(), EndTurn())) == EndTurn()
    assert bot.decide(view, options(Run())) == Run()
