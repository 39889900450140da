"""Which tests carry which clauses: the marks of a test suite, read from its source and never run."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from game.core.errors import DataError
from game.io.clauses import kind_of
from game.io.errors import printable

FOLDER: Final = "tests"
"""Where a checkout keeps its tests."""
REQUIRED: Final = ("clause", "ruling")
"""Every clause proper and every ruling on one needs a test; conventions and definitions are at work in many."""

Marked: TypeAlias = Mapping[str, tuple[str, ...]]
"""For each id that some test carries the tests that do, as ``tests/rules/test_x.py::test_y``."""

_Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


class NotLiteral(Exception):
    """A `rule` mark whose ids cannot be read without running the test."""


def needs_a_test(clause: str) -> bool:
    """Must some test carry this clause?"""
    return kind_of(clause) in REQUIRED


def marked_ids(tree: ast.AST) -> Iterator[str]:
    """Every id given to `pytest.mark.rule(...)` anywhere in a part of a test module.

    Raises:
        NotLiteral: an id is not written out.
    """
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="mark"), attr="rule"), args=args):
                for arg in args:
                    if not (isinstance(arg, ast.Constant) and isinstance(arg.value, str)):
                        raise NotLiteral(f"line {arg.lineno}: a rule mark takes literal ids")
                    yield arg.value


def marks_of(tree: ast.Module, name: str) -> Iterator[tuple[str, str]]:
    """Each id of a test module with the test that carries it, or the module for marks beside its tests.

    Args:
        tree: the module, parsed.
        name: what messages call it, such as `tests/rules/test_x.py`.
    """
    for node in tree.body:
        yield from _marks(node, name)


def _marks(node: ast.stmt, name: str) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.ClassDef):
        inner = f"{name}::{node.name}"
        for decorator in node.decorator_list:
            yield from ((clause, inner) for clause in marked_ids(decorator))
        for part in node.body:
            yield from _marks(part, inner)
        return
    test = f"{name}::{node.name}" if isinstance(node, _Function) else name
    yield from ((clause, test) for clause in marked_ids(node))


def read_marks(folder: Path) -> Marked:
    """The tests of a folder by the clauses they carry, in the order of their files and lines.

    Raises:
        DataError: there is no such folder with tests in it, or one of them cannot be read.
    """
    files = sorted(folder.rglob("test_*.py")) if folder.is_dir() else []
    if not files:
        raise DataError(
            "expected a folder of tests, as a checkout of the repository has; say where it is with --tests",
            file=printable(str(folder)),
        )
    found: dict[str, dict[str, None]] = {}
    for path in files:
        name = f"{folder.name}/{path.relative_to(folder).as_posix()}"
        try:
            tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
            for clause, test in marks_of(tree, name):
                found.setdefault(clause, {})[test] = None
        except (OSError, ValueError, SyntaxError, NotLiteral) as error:
            raise DataError(f"expected a test module that can be read, found: {error}", file=name) from error
    return {clause: tuple(tests) for clause, tests in found.items()}
