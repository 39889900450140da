"""The rules and their tests name the same clauses."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from game.io.clauses import kind_of, load_clauses
from tests.arch.source import ROOT, name_of, parse, python_files

CLAUSES = load_clauses()

# Clauses proper are proved one by one. So are the hive's rulings, since play turns on them; conventions,
# definitions and the other rulings are used by many tests and need none of their own.
REQUIRED = [
    clause
    for clause, text in CLAUSES.items()
    if text.since == "core" and (kind_of(clause) == "clause" or clause.startswith("HM-A"))
]

_SYSTEMS = "BD|UN|RL|TS|OR|MV|AT|AM|ST|MS|HI|MO|HM|IM|TR|AV|EM"
_ID = re.compile(rf"(?<![\w-])(?:(?:{_SYSTEMS})-A?\d+a?|X-\d\d|C-\d{{1,2}}|D-[ITEHA]\d+)(?![\w-])")


class NotLiteral(Exception):
    """A `rule` mark whose ids cannot be read without running the test."""


def marked_ids(tree: ast.AST) -> Iterator[str]:
    """Every id given to `pytest.mark.rule(...)` anywhere in a test module."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="mark"), attr="rule"), args=args):
                for arg in args:
                    if not (isinstance(arg, ast.Constant) and isinstance(arg.value, str)):
                        raise NotLiteral(f"line {arg.lineno}: a rule mark takes literal ids")
                    yield arg.value


def marks_of_the_suite() -> dict[str, list[str]]:
    """For each marked id, the test modules that carry it."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in python_files("tests"):
        for clause in marked_ids(parse(path)):
            found[clause].append(name_of(path))
    return found


def by_system(clauses: Iterable[str]) -> str:
    """A list of ids for reading: one line for each part of the rules."""
    lines: dict[str, list[str]] = defaultdict(list)
    for clause in clauses:
        lines[CLAUSES[clause].system].append(clause)
    return "\n".join(f"  {system:<12} {' '.join(ids)}" for system, ids in lines.items())


def test_every_marked_id_is_a_clause():
    unknown = {clause: files for clause, files in marks_of_the_suite().items() if clause not in CLAUSES}
    assert not unknown, f"rule marks with ids that no clause has: {unknown}"


def test_every_core_clause_has_a_test():
    marked = marks_of_the_suite()
    missing = [clause for clause in REQUIRED if clause not in marked]
    if missing:
        pytest.fail(f"{len(missing)} of {len(REQUIRED)} clauses have no test:\n{by_system(missing)}", pytrace=False)


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


def test_ids_are_found_in_running_text():
    text = "see HM-08, HM-A4/X-21 (OR-5a; D-H13) but not AM-1-ish, UTF-8 or C-100"
    assert _ID.findall(text) == ["HM-08", "HM-A4", "X-21", "OR-5a", "D-H13"]
