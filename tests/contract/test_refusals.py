"""Every reason that the code can give is declared by a module, names a clause, and can be said in both languages."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from game.io.clauses import load_clauses
from game.io.text import LANGUAGES, load_refusals, placeholders
from game.rules.compose import rulebook_for
from tests.arch.source import name_of, parse, python_files

TEXTS = {code: placeholders(said) for code, said in load_refusals("en").items()}


class Refused(NamedTuple):
    """A code that a call of ``refuse`` may give: where, the clause (empty if it is worked out), the values."""

    place: str
    code: str
    clause: str
    values: frozenset[str]


def refusals_in(tree: ast.AST, place: str) -> Iterator[Refused]:
    """Every code of every call of ``refuse`` in a module; an empty one where it cannot be read."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "refuse":
            clause = node.args[1] if len(node.args) > 1 else None
            named = clause.value if isinstance(clause, ast.Constant) else "" if clause is not None else "none"
            for code in literals(node.args[0]):
                yield Refused(f"{place}:{node.lineno}", code, str(named), frozenset(k.arg or "" for k in node.keywords))


def literals(node: ast.expr) -> list[str]:
    """The texts that an expression may be: one, or one of two."""
    if isinstance(node, ast.IfExp):
        return [*literals(node.body), *literals(node.orelse)]
    return [str(node.value)] if isinstance(node, ast.Constant) else [""]


def refusals_of(*folders: str) -> list[Refused]:
    """Every call of ``refuse`` in some folders."""
    paths: list[Path] = list(python_files(*folders))
    return [found for path in paths for found in refusals_in(parse(path), name_of(path))]


CALLS = refusals_of("game")


def faults(calls: list[Refused]) -> list[str]:
    """What is wrong with the reasons that some code gives."""
    declared, clauses = rulebook_for().refusals, load_clauses()
    found = []
    for call in calls:
        if not call.code:
            found.append(f"{call.place}: the code is not written out")
        elif call.code not in declared:
            found.append(f"{call.place}: no module declares {call.code}")
        elif call.clause and call.clause not in clauses:
            found.append(f"{call.place}: {call.clause} is no clause")
        elif TEXTS.get(call.code, frozenset()) - call.values:
            missing = ", ".join(sorted(TEXTS[call.code] - call.values))
            found.append(f"{call.place}: the text of {call.code} needs {missing}")
    return found


@pytest.mark.rule("RL-7")
def test_every_refusal_in_the_code_can_be_said():
    assert len(CALLS) > 100
    assert faults(CALLS) == []


def test_every_declared_refusal_names_a_clause_and_is_given_somewhere():
    declared = rulebook_for().refusals
    assert sorted(clause for clause in declared.values() if clause not in load_clauses()) == []
    assert sorted(set(declared) - {call.code for call in CALLS}) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_declared_refusal_has_a_text(language: str):
    assert sorted(rulebook_for().refusals.keys() - load_refusals(language).keys()) == []


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("refuse(code, 'BD-1')", "the code is not written out"),
        ("refuse('NOT_FIT')", "none is no clause"),
        ("refuse('JUST_NO' if far else 'NOT_FIT', 'BD-1', unit=1)", "no module declares JUST_NO"),
        ("refuse('JUST_NO', 'BD-1')", "no module declares JUST_NO"),
        ("refuse('NOT_FIT', 'XX-1', unit=1)", "XX-1 is no clause"),
        ("refuse('NOT_FIT', 'ST-2')", "the text of NOT_FIT needs unit"),
    ],
)
def test_a_wrong_refusal_is_noticed(source: str, said: str):
    assert said in faults(list(refusals_in(ast.parse(source), "place")))[0]
