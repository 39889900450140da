"""Setting up says in one line what is missing, and changes nothing then."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.arch.source import ROOT

SHELL = shutil.which("sh") or "/bin/sh"


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A folder that is the whole PATH of a machine."""
    folder = tmp_path / "bin"
    folder.mkdir()
    return folder


def program(folder: Path, name: str, body: str) -> None:
    """Put a program of a few shell lines on that machine."""
    path = folder / name
    path.write_text(f"#!{SHELL}\n{body}\n")
    path.chmod(0o755)


def set_up(bare: Path, *, venv: str = "venv") -> subprocess.CompletedProcess[str]:
    """Run the set-up on that machine."""
    return subprocess.run(
        [SHELL, str(ROOT / "tools" / "venv.sh"), str(bare.parent / venv), "dev"],
        env={"PATH": str(bare)},
        cwd=bare.parent,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def refusal(result: subprocess.CompletedProcess[str]) -> str:
    """The single line with which the set-up gave up."""
    assert result.returncode == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    return line


def test_a_machine_without_python_is_told_so(bare: Path):
    assert "Python 3.11 or newer is needed" in refusal(set_up(bare))
    assert not (bare.parent / "venv").exists()


def test_an_old_python_is_not_taken(bare: Path):
    program(bare, "python3", "exit 1")
    assert "Python 3.11 or newer is needed" in refusal(set_up(bare))


def test_a_python_without_venv_names_the_package(bare: Path):
    program(bare, "python3", 'case "$2" in *ensurepip*) exit 1;; esac')
    assert "python3-venv" in refusal(set_up(bare))
    assert not (bare.parent / "venv").exists()


def test_a_broken_environment_is_named(bare: Path):
    inside = bare.parent / "old" / "bin"
    inside.mkdir(parents=True)
    program(inside, "python", "exit 1")
    assert "make clean" in refusal(set_up(bare, venv="old"))
