"""One line for each action, event and task, and the same value back from it."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from game.core.errors import DataError
from game.core.notation import Codec
from game.core.state import NO_CELL, Action, Event
from game.core.types import Cell, Path, Side, UnitId

WIDTH, HEIGHT = 20, 12


class Squares:
    """A board as the notation sees it."""

    def xy(self, cell: int) -> tuple[int, int]:
        return cell % WIDTH, cell // WIDTH

    def cell(self, x: int, y: int) -> int:
        if not (0 <= x < WIDTH and 0 <= y < HEIGHT):
            raise ValueError(x, y)
        return y * WIDTH + x


GRID = Squares()


def at(x: int, y: int) -> int:
    return GRID.cell(x, y)


class Walk(Action, frozen=True):
    path: Path
    unit: UnitId = 0
    stance: Literal["", "prone", "stand"] = ""


class Shoot(Action, frozen=True):
    weapon: str
    targets: tuple[UnitId, ...] = ()
    spot: Cell = NO_CELL
    careful: bool = False


class Halt(Action, frozen=True):
    """Nothing to say."""


class Piece(Struct, frozen=True):
    """A value type without a tag."""

    id: UnitId
    kind: str
    side: Side = "hive"
    cell: Cell = NO_CELL
    counters: tuple[tuple[str, int], ...] = ()


class Declared(Event, frozen=True):
    action: Action
    cells: int = 0


class Everything(Event, frozen=True):
    number: int
    word: str
    yes: bool
    place: Cell
    trail: tuple[Cell, ...]
    path: Path
    faces: tuple[int, ...]
    names: tuple[str, ...]
    piece: Piece
    actions: tuple[Action, ...]
    maybe: Piece | None
    maybe_word: str | None
    maybe_cell: Cell | None
    either: Walk | Halt
    pair: tuple[str, Cell]
    rows: tuple[tuple[int, ...], ...]
    value: Any
    side: Side = "marines"
    again: Everything | None = None


ACTIONS: Codec[Action] = Codec((Walk, Shoot, Halt))
EVENTS: Codec[Event] = Codec((Declared, Everything), nested=(Walk, Shoot, Halt))


# --- what a line looks like ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "line"),
    [
        (Walk((at(5, 5), at(6, 5), -3, at(7, 5)), 3), "walk path=5,5>6,5>d2>7,5 unit=3"),
        (Walk((at(1, 1),)), "walk path=1,1"),
        (Walk(()), "walk path=[]"),
        (Walk((-1,), stance="prone"), "walk path=d0 stance=prone"),
        (Halt(), "halt"),
        (Shoot("rifle"), "shoot weapon=rifle"),
        (
            Shoot("heavy rifle", (4, 4, 7), at(0, 11), True),
            'shoot weapon="heavy rifle" targets=4,4,7 spot=0,11 careful=yes',
        ),
        (Shoot("", (1,)), 'shoot weapon="" targets=1'),
        (Shoot("none"), 'shoot weapon="none"'),
        (Shoot("líder-2"), "shoot weapon=líder-2"),
        (Shoot("two\nlines\u2028here"), 'shoot weapon="two\\nlines\\u2028here"'),
    ],
)
def test_an_action_is_one_readable_line(action, line):
    assert ACTIONS.text(action, GRID) == line
    assert ACTIONS.parse(line, GRID) == action


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Declared(Walk((at(2, 3),), 1)), "declared action=(walk path=2,3 unit=1)"),
        (Declared(Halt()), "declared action=(halt)"),
    ],
)
def test_a_value_inside_another_stands_in_parentheses(event, line):
    assert EVENTS.text(event, GRID) == line
    assert EVENTS.parse(line, GRID) == event


def test_every_supported_kind_of_field_at_once():
    event = Everything(
        number=-4,
        word="a b",
        yes=False,
        place=NO_CELL,
        trail=(at(1, 2), at(3, 4)),
        path=(),
        faces=(6, 1),
        names=("x", "y,z", "none", ""),
        piece=Piece(1, "gaunt", cell=at(9, 9), counters=(("fed", 2), ("lost", 1))),
        actions=(Halt(), Shoot("claws")),
        maybe=None,
        maybe_word="none",
        maybe_cell=None,
        either=Halt(),
        pair=("door", at(0, 0)),
        rows=((1, 2), (), (3,)),
        value=(1, "one", None, True, Piece(2, "spore")),
    )
    line = EVENTS.text(event, GRID)
    assert line == (
        'everything number=-4 word="a b" yes=no place=nowhere trail=1,2;3,4 path=[] faces=6,1 '
        'names=x,"y,z","none","" piece=(piece id=1 kind=gaunt cell=9,9 counters=[[fed 2] [lost 1]]) '
        'actions=[(halt) (shoot weapon=claws)] maybe=none maybe_word="none" maybe_cell=none either=(halt) '
        'pair=[door 0,0] rows=[1,2 [] 3] value=[1 "one" none yes (piece id=2 kind=spore)]'
    )
    assert EVENTS.parse(line, GRID) == event


def test_a_bit_set_is_written_in_hexadecimal():
    event = Declared(Halt(), cells=1 << 30_000)
    line = EVENTS.text(event, GRID)
    assert "cells=0x1000" in line
    assert EVENTS.parse(line, GRID) == event
    assert EVENTS.parse("declared action=(halt) cells=0xff", GRID) == Declared(Halt(), 255)


def test_fields_may_come_in_any_order_with_any_blanks():
    assert ACTIONS.parse("  walk   unit=3  path=5,5\n", GRID) == Walk((at(5, 5),), 3)
    assert EVENTS.parse("declared action=( walk unit=3 path=5,5 )", GRID) == Declared(Walk((at(5, 5),), 3))


def test_the_codec_tells_its_verbs_and_their_use():
    assert ACTIONS.verbs == ("halt", "shoot", "walk")
    assert ACTIONS.usage("walk") == (
        "walk path=<a path such as 5,5>d2>6,5> [unit=<a whole number>] [stance=<one of prone, stand>]"
    )


# --- what a wrong line is told -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "column 1: expected a word that names the verb, found nothing"),
        ("wlak path=1,1", 'column 1: expected verb "walk", found "wlak"'),
        ("zzz", 'column 1: expected verb "halt", "shoot" or "walk", found "zzz"'),
        ("walk", "column 5: 'walk' needs 'path=a path such as 5,5>d2>6,5'"),
        ("walk pth=1,1", 'column 6: expected field "path" of \'walk\', found "pth"'),
        ("halt unit=1", "column 6: expected no field of 'halt', found \"unit\""),
        ("walk 1,1", "column 6: expected a field of 'walk' as name=value, found \"1,1\""),
        ("walk path", "column 6: expected a field of 'walk' as name=value, found \"path\""),
        ("walk path=1,1 path=2,2", "column 15: 'path' of 'walk' is given twice"),
        ("walk path=1,1>", "column 15: expected a path such as 5,5>d2>6,5 for 'path' of 'walk', found nothing"),
        (
            "walk path=1,1>nowhere",
            "column 15: expected a path such as 5,5>d2>6,5 for 'path' of 'walk', found \"nowhere\"",
        ),
        ("walk path=1,1;2,2", "column 11: expected a path such as 5,5>d2>6,5 for 'path' of 'walk', found \"1,1;2,2\""),
        ("walk path=20,1", "column 11: expected a cell of the board for 'path' of 'walk', found 20,1"),
        ("walk path=1,1 unit=x", "column 20: expected a whole number for 'unit' of 'walk', found \"x\""),
        ("walk path=1,1 unit=3x", "column 20: expected a whole number for 'unit' of 'walk', found \"3x\""),
        ("walk path=1,1 unit=", "column 20: expected a whole number for 'unit' of 'walk', found nothing"),
        ("walk path=1,1 stance=pron", "column 22: expected \"prone\" for 'stance' of 'walk', found \"pron\""),
        ("shoot weapon=a careful=maybe", "column 24: expected yes or no for 'careful' of 'shoot', found \"maybe\""),
        (
            "shoot weapon=none",
            "column 14: expected a word or quoted text (the word 'none' needs quotes)"
            " for 'weapon' of 'shoot', found \"none\"",
        ),
        ('shoot weapon="open', "column 14: expected a word or quoted text for 'weapon' of 'shoot', found \"\\\"open\""),
        ('shoot weapon="\\q"', "column 14: expected quoted text with the escapes of JSON for 'weapon' of 'shoot'"),
        ("halt)", 'column 5: expected the end of the line, found ")"'),
        ("halt,", "column 5: expected a blank after 'halt', found \",\""),
    ],
)
def test_a_wrong_action_is_told_in_one_line(line, message):
    with pytest.raises(DataError) as caught:
        ACTIONS.parse(line, GRID)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("declared action=halt", "column 17: expected (action ...) for 'action' of 'declared', found \"halt\""),
        ("declared action=(hlt)", "column 18: expected action \"halt\" for 'action' of 'declared', found \"hlt\""),
        (
            "declared action=(declared)",
            'column 18: expected action "halt", "shoot" or "walk" for \'action\' of \'declared\', found "declared"',
        ),
        ("declared action=(halt", "column 22: expected ')' for 'action' of 'declared', found nothing"),
        ("declared action=(walk unit=1)", "column 29: 'walk' needs 'path=a path such as 5,5>d2>6,5'"),
        ("everything rows=[1,2 x]", "column 22: expected a whole number for 'rows' of 'everything', found \"x\""),
        ("everything pair=[door 0,0 1]", "column 27: expected ']' for 'pair' of 'everything', found \"1\""),
        (
            "everything pair=door",
            "column 17: expected [a word or quoted text, a cell x,y] for 'pair' of 'everything', found \"door\"",
        ),
    ],
)
def test_a_wrong_value_inside_another_is_told_in_one_line(line, message):
    with pytest.raises(DataError) as caught:
        EVENTS.parse(line, GRID)
    assert str(caught.value) == message


def test_the_caller_s_file_and_line_lead_the_message():
    with pytest.raises(DataError) as caught:
        ACTIONS.parse("wlak", GRID, file="game.log", place="line 7")
    assert str(caught.value) == 'game.log: line 7, column 1: expected verb "walk", found "wlak"'


def test_a_hostile_line_cannot_exhaust_the_stack():
    line = "everything value=" + "[" * 5000
    with pytest.raises(DataError, match="nest deeper than 64"):
        EVENTS.parse(line, GRID)


def test_values_the_type_itself_refuses_are_bad_data():
    class Even(Action, frozen=True):
        n: int

        def __post_init__(self) -> None:
            if self.n % 2:
                raise ValueError(f"{self.n} is odd")

    codec = Codec((Even,))
    assert codec.parse("even n=2", GRID) == Even(2)
    with pytest.raises(DataError, match=r"column 5: 'even' is not valid: 3 is odd"):
        codec.parse("even n=3", GRID)


# --- what cannot be written ----------------------------------------------------------------------


class WithFloat(Action, frozen=True):
    chance: float


class WithMixture(Action, frozen=True):
    what: int | str


class Odd(Action, frozen=True, tag="walk"):
    pass


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (WithFloat, r"WithFloat\.chance: the notation has no form for <class 'float'>"),
        (WithMixture, r"WithMixture\.what: the notation cannot tell these apart"),
    ],
)
def test_a_field_without_a_form_is_refused_when_the_codec_is_made(kind, message):
    with pytest.raises(TypeError, match=message):
        Codec((kind,))


def test_two_types_with_one_verb_clash_when_the_codec_is_made():
    with pytest.raises(ValueError, match="Odd and Walk are both written 'walk'"):
        Codec((Walk, Odd))


def test_a_type_the_codec_does_not_know_is_not_written():
    with pytest.raises(TypeError, match="Odd is not among the types written as verb"):
        ACTIONS.text(Odd(), GRID)
    with pytest.raises(TypeError, match="Odd is not among the types written as action"):
        EVENTS.text(Declared(Odd()), GRID)
    with pytest.raises(ValueError, match="-2 is no cell"):
        ACTIONS.text(Shoot("rifle", spot=-2), GRID)


# --- round trip ----------------------------------------------------------------------------------

CELLS = st.integers(0, WIDTH * HEIGHT - 1)
PLACES = CELLS | st.just(NO_CELL)
PATHS = st.lists(CELLS | st.integers(-40, -1)).map(tuple)
INTS = st.integers() | st.integers(-(2**2000), 2**2000)
WORDS = st.text() | st.sampled_from(["none", "nowhere", "yes", "[]", "d1", "1,1", "a=b", '"'])


def tuples(elements: st.SearchStrategy) -> st.SearchStrategy:
    return st.lists(elements, max_size=4).map(tuple)


WALKS = st.builds(Walk, PATHS, INTS, st.sampled_from(["", "prone", "stand"]))
SHOTS = st.builds(Shoot, WORDS, tuples(INTS), PLACES, st.booleans())
HALTS = st.just(Halt())
ANY_ACTION = WALKS | SHOTS | HALTS
PIECES = st.builds(Piece, INTS, WORDS, WORDS, PLACES, tuples(st.tuples(WORDS, INTS)))
VALUES = st.recursive(st.none() | st.booleans() | INTS | WORDS | PIECES | ANY_ACTION, tuples, max_leaves=6)
EVERYTHING = st.builds(
    Everything,
    INTS,
    WORDS,
    st.booleans(),
    PLACES,
    tuples(PLACES),
    PATHS,
    tuples(INTS),
    tuples(WORDS),
    PIECES,
    tuples(ANY_ACTION),
    st.none() | PIECES,
    st.none() | WORDS,
    st.none() | PLACES,
    WALKS | HALTS,
    st.tuples(WORDS, PLACES),
    tuples(tuples(INTS)),
    VALUES,
    WORDS,
)


def same(one: object, other: object) -> bool:
    return one == other and repr(one) == repr(other)  # 1 == True, but their lines differ


@given(ANY_ACTION)
def test_every_action_comes_back_from_its_line(action):
    line = ACTIONS.text(action, GRID)
    assert len(line.splitlines()) == 1
    assert same(ACTIONS.parse(line, GRID), action)


@given(EVERYTHING, st.none() | EVERYTHING)
def test_every_event_comes_back_from_its_line(event, inner):
    event = replace(event, again=inner)
    line = EVENTS.text(event, GRID)
    assert len(line.splitlines()) == 1
    assert same(EVENTS.parse(line, GRID), event)


def outcome(codec: Codec, line: str) -> str:
    """The canonical line if there is a value in *line*, else what is told."""
    try:
        value = codec.parse(line, GRID)
    except DataError as error:
        return str(error)
    text = codec.text(value, GRID)
    assert same(codec.parse(text, GRID), value)
    return text


@given(st.text(st.sampled_from('walkshotuni=,>;()[]" d1239none\\'), max_size=40) | st.text(max_size=40))
def test_any_other_line_is_bad_data_and_nothing_else(line):
    for start in ("", "walk path=1,1 ", "declared action=", "everything value="):
        for codec in (ACTIONS, EVENTS):
            told = outcome(codec, start + line)
            assert len(told.splitlines()) == 1
