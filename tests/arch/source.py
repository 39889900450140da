"""What the architecture tests read: the project's own files, parsed, never run."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def python_files(*folders: str) -> list[Path]:
    """The Python files under these folders of the project, in a fixed order."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def name_of(path: Path) -> str:
    """The path as messages should show it."""
    return path.relative_to(ROOT).as_posix()


def parse(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def code_blocks(path: Path) -> Iterator[tuple[str, str]]:
    """The fenced blocks of a Markdown file, as (language, text)."""
    language: str | None = None
    lines: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("```"):
            lines.append(line)
        elif language is None:
            language, lines = line.removeprefix("```").strip(), []
        else:
            yield language, "\n".join(lines) + "\n"
            language = None
