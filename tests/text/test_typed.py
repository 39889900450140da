"""What can be typed for what: numbers, shorthands and lines of the log."""

import pytest

from game.io.replay import action_codec
from game.text.typed import Typed, read_cell
from game.text.words import Words
from tests.text.table import position


def read(line: str, *, session=None, language="en"):
    session = session or position()
    return Typed(Words(language)).read(line, session.view(session.to_act))


def lines(reading, session=None):
    game = (session or position()).game
    codec = action_codec(game.rulebook)
    return [codec.text(action, game.board) for action in reading.actions]


def after(*typed: str):
    session = position()
    for line in typed:
        for action in read(line, session=session).actions:
            session.act(action)
    return session


@pytest.mark.parametrize(
    ("typed", "actions"),
    [
        ("1", ["give_order unit=1"]),
        ("order 1", ["give_order unit=1"]),
        ("o #1", ["give_order unit=1"]),
        ("order line", ["give_order unit=1"]),
        ("order 1,1", ["give_order unit=1"]),
        ("order unit 1", ["give_order unit=1"]),
        ("end", ["end_turn"]),
        ("end_turn", ["end_turn"]),
        ("give_order unit=1", ["give_order unit=1"]),
        ("policy 1 hold", ["set_policy unit=1 policy=hold"]),
        ("move 1 2,2", ["give_order unit=1", "move path=2,2"]),
        ("m 1 to 2,2", ["give_order unit=1", "move path=2,2"]),
        ("order 3 own", ["give_order unit=3 kind=own"]),
        ("move 3 1,3", ["give_order unit=3 kind=own", "move path=1,3"]),
    ],
)
def test_a_line_stands_for_actions(typed: str, actions: list[str]):
    assert lines(read(typed)) == actions


@pytest.mark.parametrize("typed", ["move 2,2", "move 1 2,2", "m line 2,2"])
def test_the_unit_that_acts_anyway_need_not_be_named(typed: str):
    session = after("order 1")
    assert lines(read(typed, session=session), session) == ["move path=2,2"]


def test_a_door_that_is_worked_at_the_end_is_meant_only_when_it_is_named():
    session = after("order 1")
    assert lines(read("move 3,1", session=session), session) == ["move path=2,1>3,1"]
    assert lines(read("move 3,1 d0", session=session), session) == ["move path=2,1>3,1>d0"]


def test_a_target_is_named_by_number_name_or_cell():
    session = after("move 1 3,1 d0")
    for typed in ("shoot 2 rifle", "shoot 9,1 rifle", "s 2 line", "fire at 2 with line_rifle"):
        assert lines(read(typed, session=session), session) == ["shoot weapon=rifle targets=2"], typed


def test_spanish_words_are_understood_in_spanish_and_english_ones_too():
    assert lines(read("mover 1 a 2,2", language="es")) == ["give_order unit=1", "move path=2,2"]
    assert lines(read("move 1 2,2", language="es")) == ["give_order unit=1", "move path=2,2"]
    assert read("mover 1 a 2,2", language="en").problem


def test_several_meanings_are_offered():
    session = after("move 1 3,1 d0")
    reading = read("shoot 2", session=session)
    assert reading.actions == ()
    assert len(reading.choices) == 2


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("99", "There are options 1 to"),
        ("0", "There are options 1 to"),
        ("move 1 9,3", "[BD-3]"),
        ("move 1 0,0", "[BD-"),
        ("order 2", "[OR-2]"),
        ("jump 2,2", "not among what can be done now"),
        ("give_order unit=77", "[OR-2]"),
        ("give_order unti=1", 'column 12: expected field "unit"'),
        ("shoot 1 2", "There is no line of sight. [AT-1]"),
    ],
)
def test_what_cannot_be_done_is_refused_with_the_rule_that_says_so(typed: str, problem: str):
    reading = read(typed)
    assert reading.actions == ()
    assert problem in reading.problem


def test_a_cell_outside_the_board_is_none():
    game = position().game
    assert read_cell("10,4", game) == game.board.cell(10, 4)
    assert read_cell("11,4", game) is None
    assert read_cell("a,b", game) is None
