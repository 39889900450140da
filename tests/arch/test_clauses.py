"""The rules and their tests name the same clauses."""

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import pytest

from game.core.errors import DataError
from game.io.clauses import load_clauses
from game.io.coverage import Marked, NotLiteral, marked_ids, marks_of, needs_a_test, read_marks
from tests.arch.source import ROOT, name_of, python_files

CLAUSES = load_clauses()
OUTSIDE = set(tomllib.loads((ROOT / "examples" / "quarry" / "texts.toml").read_text(encoding="utf-8"))["clauses"])
"""Clauses of the rule system in the examples, which are known only where it was admitted."""

# Clauses proper are proved one by one, and so are the rulings on them, since play turns on both; conventions and
# definitions are used by many tests and need none of their own.
REQUIRED = [clause for clause in CLAUSES if needs_a_test(clause)]

_SYSTEMS = "BD|UN|RL|TS|OR|MV|AT|AM|ST|MS|HI|MO|HM|IM|TR|AV|EM"
_ID = re.compile(rf"(?<![\w-])(?:(?:{_SYSTEMS})-A?\d+a?|X-\d\d|C-\d{{1,2}}|D-[ITEHA]\d+)(?![\w-])")


def marks_of_the_suite() -> Marked:
    """For each marked id, the tests that carry it."""
    return read_marks(ROOT / "tests")


def by_system(clauses: Iterable[str]) -> str:
    """A list of ids for reading: one line for each part of the rules."""
    lines: dict[str, list[str]] = defaultdict(list)
    for clause in clauses:
        lines[CLAUSES[clause].system].append(clause)
    return "\n".join(f"  {system:<12} {' '.join(ids)}" for system, ids in lines.items())


def test_every_marked_id_is_a_clause():
    unknown = {
        clause: files for clause, files in marks_of_the_suite().items() if clause not in CLAUSES.keys() | OUTSIDE
    }
    assert not unknown, f"rule marks with ids that no clause has: {unknown}"


def test_every_clause_has_a_test():
    marked = marks_of_the_suite()
    missing = [clause for clause in REQUIRED if clause not in marked]
    if missing:
        pytest.fail(f"{len(missing)} of {len(REQUIRED)} clauses have no test:\n{by_system(missing)}", pytrace=False)
    assert sorted(OUTSIDE - marked.keys()) == []


@pytest.mark.parametrize(
    "path",
    [*python_files("game", "ai"), *sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))],
    ids=name_of,
)
def test_ids_in_code_and_docs_are_clauses(path: Path):
    named = set(_ID.findall(path.read_text(encoding="utf-8")))
    assert sorted(named - CLAUSES.keys()) == []


def test_each_clause_is_said_once_in_both_languages():
    for language in ("en", "es"):
        texts = [getattr(clause, language) for clause in CLAUSES.values()]
        assert all(text.strip() == text and "\n" not in text and text.endswith(".") for text in texts)
    assert all(clause.en != clause.es for clause in CLAUSES.values())


def test_ids_are_numbered_without_gaps():
    series: dict[str, list[int]] = defaultdict(list)
    for clause in CLAUSES:
        prefix, number = re.findall(r"^(.*?)(\d+)a?$", clause)[0]
        series[prefix].append(int(number))
    for prefix, numbers in series.items():
        assert numbers == sorted(numbers), prefix
        assert set(numbers) == set(range(numbers[0], numbers[-1] + 1)), prefix
        assert numbers[0] == (0 if prefix == "TS-" else 1), prefix


# --- the checkers catch what they are for ------------------------------------------------------------------------


def test_marks_are_read_from_decorators_parameters_and_modules():
    source = """
pytestmark = pytest.mark.rule("HM-01")
@pytest.mark.rule("HM-02", "HM-03")
def test_it(): ...
case = pytest.param(1, marks=pytest.mark.rule("HM-04"))
"""
    assert list(marked_ids(ast.parse(source))) == ["HM-01", "HM-02", "HM-03", "HM-04"]


def test_a_computed_id_is_refused():
    with pytest.raises(NotLiteral):
        list(marked_ids(ast.parse('pytest.mark.rule(f"HM-{n}")')))


def test_a_mark_belongs_to_its_test_its_class_or_the_whole_module():
    source = """
pytestmark = pytest.mark.rule("HM-01")
@pytest.mark.rule("HM-02", "HM-03")
def test_it(): ...
class TestThat:
    @pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("HM-04"))])
    def test_more(self, n): ...
"""
    assert list(marks_of(ast.parse(source), "t.py")) == [
        ("HM-01", "t.py"),
        ("HM-02", "t.py::test_it"),
        ("HM-03", "t.py::test_it"),
        ("HM-04", "t.py::TestThat::test_more"),
    ]


def test_what_needs_a_test():
    asked = ("HM-12", "HM-A4", "X-21", "EM-A1", "BD-1", "C-8", "D-H7")
    assert [needs_a_test(clause) for clause in asked] == [True, True, True, True, True, False, False]


def test_a_folder_without_tests_or_with_a_broken_one_is_one_line(tmp_path: Path):
    with pytest.raises(DataError, match="expected a folder of tests"):
        read_marks(tmp_path)
    (tmp_path / "test_broken.py").write_text("def test_it(:\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"test_broken\.py: expected a test module that can be read"):
        read_marks(tmp_path)
    (tmp_path / "test_broken.py").write_text('x = pytest.mark.rule("HM" + "-01")\n', encoding="utf-8")
    with pytest.raises(DataError, match="line 1: a rule mark takes literal ids"):
        read_marks(tmp_path)


def test_ids_are_found_in_running_text():
    text = "see HM-08, HM-A4/X-21 (OR-5a; D-H13) but not AM-1-ish, UTF-8 or C-100"
    assert _ID.findall(text) == ["HM-08", "HM-A4", "X-21", "OR-5a", "D-H13"]
