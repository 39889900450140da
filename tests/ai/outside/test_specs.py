"""Bots of any Python module: named by their place, their parameters read from the signature."""

import sys
from pathlib import Path
from textwrap import dedent

import pytest

from ai.player import BotKind, Parameter, loads_code, make_bot, read_spec
from game.api import DataError, SeededDice
from tests.sim.toy import load_game

SOURCE = """
from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ai.player import BotKind, Parameter

if TYPE_CHECKING:
    from nowhere import Dice


class Plain:
    '''Takes the last option.

    And more.
    '''

    def decide(self, view, options):
        return options[-1]


class Set:
    seats = ("hive",)
    es = "En español."

    def __init__(self, depth: int, dice, *, style: Literal["steady", "wild"] = "steady", note="a, (b)",
                 nerve: float = 1, limit: int | None = None, brave=False, table: dict | None = None):
        self.got = (depth, style, note, nerve, limit, brave, table)
        self.dice = dice

    def decide(self, view, options):
        return options[0]

    def observe(self, events):
        pass


class Explicit(Plain):
    PARAMETERS = (Parameter("level", 2, "how deep", least=1, most=3),)

    def __init__(self, **values):
        self.values = values


class Outer:
    class Inner(Plain):
        pass


class Slotted:
    __slots__ = ()

    def decide(self, view, options):
        return options[0]


class Choosy(Plain):
    def __init__(self, depth: int = 1):
        if depth > 3:
            raise ValueError("too\\n deep")


class Odd(Plain):
    def __init__(self, table: dict):
        pass


class Unnamed(Plain):
    def __init__(self, depth, /):
        pass


class Seated(Plain):
    seats = ("hife",)


class Wrong(Plain):
    PARAMETERS = ("depth",)


class Mismatched(Plain):
    def __init__(self, depth: int = "two"):
        pass


class Deaf:
    def observe(self, events):
        pass


def factory(depth: int = 1):
    found = Plain()
    found.depth = depth
    return found


def empty():
    return None


number = 7
KIND = BotKind("kind", Plain, en="K.", es="K.")
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The module ``bots_of_mine.some`` in the current folder, with one that fails and one that lacks something."""
    package = tmp_path / "bots_of_mine"
    package.mkdir()
    (package / "some.py").write_text(dedent(SOURCE), "utf-8")
    (package / "fails.py").write_text("raise RuntimeError('at\\n once')\n")
    (package / "leaves.py").write_text("import sys; sys.exit(3)\n")
    (package / "needs.py").write_text("import not_installed_at_all\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield "bots_of_mine.some"
    for name in [name for name in sys.modules if name.startswith("bots_of_mine")]:
        del sys.modules[name]


def test_a_class_of_the_current_folder_plays_and_need_not_listen(module: str):
    bot = make_bot(f"{module}:Plain", SeededDice(1))
    game = load_game("race")
    state, _ = game.begin(game.initial(), SeededDice(1))
    options = game.options(state)
    assert bot.decide(game.view(state, "marines"), options) == options[-1]
    assert getattr(bot, "listens", True) is False
    bot.observe(())
    kind = read_spec(f"{module}:Plain").kind
    assert (kind.name, kind.en, kind.seats) == (f"{module}:Plain", "Takes the last option.", ("human", "hive"))


def test_parameters_are_named_and_read_as_the_signature_says(module: str):
    dice = SeededDice(1)
    spec = read_spec(f"{module}:Set(depth=3, nerve=2, note='it\\'s, \"so\" (', limit=4, brave=true, style=wild)")
    bot = spec.make(dice)
    assert bot.got == (3, "wild", 'it\'s, "so" (', 2.0, 4, True, None)  # type: ignore[attr-defined]
    assert bot.dice is dice  # type: ignore[attr-defined]
    assert (spec.kind.seats, spec.kind.es) == (("hive",), "En español.")
    assert make_bot(f"{module}:Set(depth=1)", dice).got == (1, "steady", "a, (b)", 1.0, None, False, None)  # type: ignore[attr-defined]
    assert make_bot(f"{module}:Set(depth=1, limit=none)", dice).got[4] is None  # type: ignore[attr-defined]
    usage = f'{module}:Set(depth=a whole number, style=steady, note="a, (b)", nerve=1.0, limit=none, brave=false)'
    assert spec.kind.usage == usage


def test_a_value_may_be_the_spec_of_another_bot(module: str):
    spec = read_spec(f"{module}:Set(depth=1, note=hive:cunning(budget=3, patience=2))")
    assert spec.values["note"] == "hive:cunning(budget=3, patience=2)"


def test_explicit_parameters_are_taken_as_they_are(module: str):
    assert make_bot(f"{module}:Explicit(level=3)", SeededDice(1)).values == {"level": 3}  # type: ignore[attr-defined]
    assert make_bot(f"{module}:Explicit", SeededDice(1)).values == {"level": 2}  # type: ignore[attr-defined]


def test_functions_inner_classes_and_kinds_are_bots_too(module: str):
    assert make_bot(f"{module}:factory(depth=2)", SeededDice(1)).depth == 2  # type: ignore[attr-defined]
    assert type(make_bot(f"{module}:Outer.Inner", SeededDice(1))).__name__ == "Inner"
    assert read_spec(f"{module}:KIND").kind.name == "kind"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (
            "bots_of_mine.som:Plain",
            "module, found none called bots_of_mine.som (there is bots_of_mine.some)",
        ),
        ("bots_of_min.some:Plain", "an importable module, found none called bots_of_min (there is bots_of_mine)"),
        ("bots_of_mine.some:Plane", '"Plain" in bots_of_mine.some, found no Plane'),
        ("bots_of_mine.fails:X", "a module that can be imported, but bots_of_mine.fails fails: RuntimeError: at once"),
        ("bots_of_mine.leaves:X", "a module that can be imported, but bots_of_mine.leaves fails: SystemExit: 3"),
        ("bots_of_mine.needs:X", "a module that can be imported, but bots_of_mine.needs needs not_installed_at_all"),
        ("bots_of_mine.some:number", "a class or a function that makes a bot, found a int"),
        ("bots_of_mine.some:Deaf", "a class with a method decide(view, options), found Deaf"),
        ("bots_of_mine.some:Plain(x=1)", 'no parameters as name=value, found "x=1"'),
        ("bots_of_mine.some:Set", "depth=a whole number, found nothing for it"),
        ("bots_of_mine.some:Set(depth=x)", 'a whole number for depth, found "x"'),
        ("bots_of_mine.some:Set(dept=1)", 'the parameter "depth" as name=value, found "dept=1"'),
        ("bots_of_mine.some:Set(5)", 'found "5"'),
        ("bots_of_mine.some:Set(depth=1, style=lazy)", 'one of steady, wild for style, found "lazy"'),
        ("bots_of_mine.some:Set(depth=1, limit=x)", 'a whole number, or none for limit, found "x"'),
        ("bots_of_mine.some:Set(depth=1", "a closing bracket"),
        ("bots_of_mine.some:Set(note='a)", "a quotation that ends"),
        ("bots_of_mine.some:Set(depth=1) x", "nothing after the closing bracket"),
        ("bots_of_mine.some:Odd", "for the parameter table"),
        ("bots_of_mine.some:Unnamed(depth=1)", "parameters that can be given by name, found depth before a /"),
        ("bots_of_mine.some:Seated", 'seats of "hive", found "hife"'),
        ("bots_of_mine.some:Wrong", "PARAMETERS to be a tuple of ai.player.Parameter"),
        ("bots_of_mine.some:Mismatched", "a default of its kind for the parameter depth"),
        ("bots_of_mine.some:Choosy(depth=4)", "a bot, but making one fails: ValueError: too deep"),
        ("bots_of_mine.some:empty", "a bot with a method decide(view, options), found a NoneType"),
        ("bots_of_mine.some:Slotted", "a method observe(events), for the bot has slots"),
        ("hive:cuning", '"hive:cunning", found no bot of that name'),
    ],
)
def test_whatever_is_wrong_is_said_in_one_line(module: str, spec: str, message: str):
    with pytest.raises(DataError) as refused:
        make_bot(spec, SeededDice(1))
    assert str(refused.value).startswith('bot "')
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_specs_that_load_code_are_told_from_those_that_do_not():
    assert [loads_code(spec) for spec in ("random", " hive:cunning(budget=3)", "marines:line")] == [False] * 3
    for spec in ("a.b:C", "a:C(x=1)", "a.b/c", "exec:./bot", "exec(seconds=1):./bot", " exec :x"):
        assert loads_code(spec)


def test_a_parameter_is_written_so_that_it_is_read_again():
    kind = BotKind("k", lambda _dice: None, "", "", parameters=(Parameter("a", ' x, "y" \\', ""),))  # type: ignore[arg-type,return-value]
    assert kind.usage == 'k(a=" x, \\"y\\" \\\\")'
