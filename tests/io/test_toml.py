"""TOML is read strictly: hostile or broken files end in one line, never in a trace."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.dice import SeededDice
from game.core.errors import DataError
from game.io.position import parse_position
from game.io.roster import parse_roster
from game.io.scenario import read_scenario
from game.io.toml import MAX_BYTES, Table, parse_toml, read_text
from tests.io.missions import SCENARIO, mission
from tests.io.test_position import SMALL
from tests.io.test_roster import GOOD, NAMES


def table(text: str) -> Table:
    return Table(parse_toml(text, file="t.toml"), file="t.toml", faults=[])


def test_an_unknown_key_is_told_with_the_nearest_known_one():
    root = table("alpha = 1\nbeta = 2\nbata = 3\n")
    root.whole("alpha", least=0, most=9)
    root.whole("beta", least=0, most=9)
    root.done()
    assert [str(fault) for fault in root.faults] == ['t.toml: bata: expected "beta", found the unknown key "bata"']


def test_faults_have_the_path_of_keys():
    root = table("[[a.b]]\nx = 1\n[[a.b]]\nx = 'no'\n")
    for inner in root.table("a").tables("b"):
        inner.whole("x", least=0, most=5)
    assert [str(fault) for fault in root.faults] == [
        't.toml: a.b[1].x: expected a whole number from 0 to 5, found "no"'
    ]


@pytest.mark.parametrize("value", ["true", "1.0", '"1"', "[]", "{}", "10", "-1", "99999999999999999999999999"])
def test_a_number_is_a_whole_number_in_its_range(value: str):
    root = table(f"n = {value}")
    assert root.whole("n", least=0, most=5) == 0
    assert len(root.faults) == 1
    assert "\n" not in str(root.faults[0])


@pytest.mark.parametrize("value", ["0", "1", '"false"', '"true"', "[]"])
def test_a_flag_is_true_or_false_and_no_guess(value: str):
    root = table(f"f = {value}")
    root.flag("f")
    assert [fault.place for fault in root.faults] == ["f"]


@pytest.mark.parametrize(
    "text",
    ["a = ", "a = 1\na = 2", "[a]\n[a]", "a = " + "[" * 20_000, "a = " + "{b=" * 20_000, "a = " + "9" * 10_000, "\0"],
)
def test_what_is_no_toml_is_one_line(text: str):
    with pytest.raises(DataError) as caught:
        parse_toml(text, file="t.toml")
    assert str(caught.value).startswith("t.toml: syntax: ")
    assert "\n" not in str(caught.value)


def test_a_file_must_be_text_of_bounded_size(tmp_path: Path):
    path = tmp_path / "t.toml"
    path.write_bytes(b"\xef\xbb\xbfa = 1")
    assert read_text(path, what="a roster") == "a = 1"
    path.write_bytes(b"a = '\xff'")
    with pytest.raises(DataError, match="expected text in UTF-8, found the byte 0xff"):
        read_text(path, what="a roster")
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    with pytest.raises(DataError, match=f"expected a roster of at most {MAX_BYTES} bytes"):
        read_text(path, what="a roster")


STRAYS = ("-1", "0", "9" * 24, "true", '"x"', "[]", "{}", "[[1]]", "[1, 2]", "nan", "1979-05-27", "[{}]", '""')
SIGNS = '\0"[]{}=.,#+aZ9é\u2028'


def spoiled(text: str, dice: SeededDice) -> str:
    """The text with a value, a line or a letter changed."""
    lines = text.split("\n")
    place = dice.roll("line", len(lines)) - 1
    line = lines[place]
    how = dice.roll("how", 4)
    if how <= 2 and "=" in line:
        lines[place] = line.partition("=")[0] + "= " + STRAYS[dice.roll("stray", len(STRAYS)) - 1]
    elif how == 3:
        lines[place] = lines[dice.roll("line", len(lines)) - 1]
    elif line:
        at = dice.roll("letter", len(line)) - 1
        lines[place] = line[:at] + SIGNS[dice.roll("sign", len(SIGNS)) - 1] + line[at + 1 :]
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(60))
def test_a_spoiled_file_gives_faults_and_never_a_trace(tmp_path: Path, seed: int):
    dice = SeededDice(seed)
    faults: list[DataError] = []
    path = mission(tmp_path, spoiled(SCENARIO, dice))
    readers = (
        lambda: read_scenario(path).faults,
        lambda: parse_roster(spoiled(GOOD, dice), NAMES, file="r.toml")[1],
        lambda: parse_position(spoiled(SMALL, dice), file="p.toml")[1],
    )
    for reader in readers:
        try:
            faults.extend(reader())
        except DataError as error:
            faults.append(error)
    assert all(fault.file and "\n" not in str(fault) for fault in faults)
