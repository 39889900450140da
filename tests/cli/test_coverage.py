"""``broodfall rules --coverage``: each clause with its tests."""

import pytest


@pytest.fixture
def suite(tmp_path):
    """A folder of tests with one test in it."""
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "test_one.py").write_text('@pytest.mark.rule("EM-01", "EM-02")\ndef test_it(): ...\n', encoding="utf-8")
    return str(folder)


def test_each_clause_is_listed_with_its_tests(said, suite):
    code, output, _ = said("rules", "EM-01", "EM-02", "--coverage", "--tests", suite, "--plain")
    assert code == 0
    assert output.splitlines() == [
        "EM-01: tests/test_one.py::test_it",
        "EM-02: tests/test_one.py::test_it",
        "Every one of 2 clauses that need a test has one.",
    ]


def test_a_clause_without_a_test_is_told_and_the_answer_is_no(said, suite):
    code, output, _ = said("rules", "EM-01", "EM-03", "D-E1", "--coverage", "--tests", suite, "--plain")
    assert code == 1
    assert output.splitlines() == [
        "EM-01: tests/test_one.py::test_it",
        "EM-03: NO TEST",
        "D-E1: no test of its own needed",
        "1 of 2 clauses that need a test have none: EM-03",
    ]


def test_away_from_a_checkout_it_says_where_to_look(said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, _, complaint = said("rules", "--coverage")
    assert code == 2
    assert "tests: expected a folder of tests" in complaint
    assert "--tests" in complaint
    assert complaint.count("\n") == 1
