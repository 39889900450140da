"""What the documents tell a reader to type is there and runs."""

import os
import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.arch.source import ROOT, code_blocks, name_of

DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
SHELL = {"", "sh", "bash", "console"}

BLOCKS = [(path, language, text) for path in DOCUMENTS for language, text in code_blocks(path)]
COMMANDS = sorted(
    {
        line.removeprefix("$ ").partition("  #")[0].strip()
        for _, language, text in BLOCKS
        if language in SHELL
        for line in text.splitlines()
    }
)
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")


@cache
def help_of(*subcommand: str) -> str:
    """What the installed program says about a subcommand."""
    result = subprocess.run(
        [sys.executable, "-c", "from game.app import main; main()", *subcommand, "--help"],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "200", "NO_COLOR": "1", "TERM": "dumb", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_the_readme_opens_with_the_two_commands():
    first = next(code_blocks(ROOT / "README.md"))[1]
    assert [line.split()[:2] for line in first.splitlines()] == [["make", "play"], ["make", "test"]]


@pytest.mark.parametrize("line", [line for line in COMMANDS if line.startswith("make ")])
def test_a_make_target_exists(line: str):
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    named = [word for word in shlex.split(line)[1:] if "=" not in word]
    assert set(named) <= set(targets)


@pytest.mark.parametrize("line", [line for line in COMMANDS if line.startswith("broodfall ")])
def test_a_subcommand_has_the_options_that_are_shown(line: str):
    words = shlex.split(line)[1:]
    known = help_of() if words[0].startswith("-") else help_of(words[0])
    options = [word.partition("=")[0] for word in words if word.startswith("-") and word != "--help"]
    assert [option for option in options if not re.search(rf"(?<![\w-]){option}(?![\w-])", known)] == []


@pytest.mark.parametrize(
    "path", [path for path in DOCUMENTS if any(block[:2] == (path, "python") for block in BLOCKS)], ids=name_of
)
def test_python_blocks_run(path: Path):
    script = "\n".join(text for language, text in code_blocks(path) if language == "python")
    result = subprocess.run(
        [sys.executable, "-"],
        cwd=ROOT,
        input=script,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("path", [*DOCUMENTS, ROOT / "CHANGELOG.md"], ids=name_of)
def test_links_inside_the_project_lead_somewhere(path: Path):
    links = LINK.findall(path.read_text(encoding="utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_every_decision_is_in_the_index_under_its_title():
    folder = ROOT / "docs" / "decisions"
    pages = sorted(path for path in folder.glob("[0-9]*.md"))
    rows = re.findall(
        r"^\| \[(\d{4})\]\(([^)]+)\) \| (.+) \|$", (folder / "README.md").read_text("utf-8"), re.MULTILINE
    )
    titles = [path.read_text("utf-8").splitlines()[0] for path in pages]
    assert [(number, name, f"# {number} {title}") for number, name, title in rows] == [
        (path.name[:4], path.name, title) for path, title in zip(pages, titles, strict=True)
    ]
