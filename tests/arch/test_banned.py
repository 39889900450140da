"""The engine is a function of state, action and dice: no clock, no chance and no hash order of its own."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.arch.source import name_of, parse, python_files

ENGINE = ("game/core", "game/board", "game/rules")
NO_CLOCK = (*ENGINE, "ai/hive", "ai/marines")

CHANCE = {"random", "secrets", "uuid"}
CLOCK = {"time", "datetime"}
MAX_LINES = 450


def imported(tree: ast.AST) -> Iterator[str]:
    """The top-level package of every import in a module."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name.partition(".")[0] for alias in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module.partition(".")[0]


def banned_calls(tree: ast.AST) -> Iterator[str]:
    """Calls whose answer differs from one run to the next, as `line N: call`.

    `hash` of a text differs for every process; inside `__hash__` it never leaves the process and is fine.
    """
    inside_hash = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name == "__hash__"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="hash"), lineno=line) if node not in inside_hash:
                yield f"line {line}: hash"
            case ast.Call(func=ast.Attribute(attr="now" | "utcnow" | "today" | "urandom" as name), lineno=line):
                yield f"line {line}: {name}"
            case ast.Call(func=ast.Name(id="open" | "input" | "print" as name), lineno=line):
                yield f"line {line}: {name}"


@pytest.mark.parametrize("path", python_files(*NO_CLOCK), ids=name_of)
def test_no_clock_is_read(path: Path):
    assert sorted(CLOCK & set(imported(parse(path)))) == []


@pytest.mark.parametrize("path", python_files(*ENGINE), ids=name_of)
def test_the_engine_draws_from_its_dice_only(path: Path):
    tree = parse(path)
    assert sorted(CHANCE & set(imported(tree))) == []
    assert list(banned_calls(tree)) == []


@pytest.mark.parametrize("path", python_files("game", "ai"), ids=name_of)
def test_a_module_has_one_job_and_fits_it(path: Path):
    lines = path.read_text(encoding="utf-8").count("\n")
    assert lines < MAX_LINES


# --- the checkers catch what they are for ------------------------------------------------------------------------


@pytest.mark.parametrize("source", ["import random", "from random import choice", "def f():\n    import random.x"])
def test_an_import_is_found_wherever_it_is(source: str):
    assert list(imported(ast.parse(source))) == ["random"]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("order = hash(name)", ["line 1: hash"]),
        ("class A:\n    def __hash__(self): return hash(self.x)", []),
        ("import datetime\nt = datetime.datetime.now()", ["line 2: now"]),
        ("print(state)", ["line 1: print"]),
    ],
)
def test_a_banned_call_is_found(source: str, found: list[str]):
    assert list(banned_calls(ast.parse(source))) == found
