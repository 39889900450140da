"""Packages import downwards only, and importing the engine stays light."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.arch.source import ROOT

EXTRAS = "gymnasium matplotlib openskill pettingzoo polars pyarrow ray"

PACKAGES = [
    "game.core",
    "game.board",
    "game.rules.skirmish",
    "game.rules.hive",
    "game.io",
    "game.sim",
    "game.app",
    "game.cli",
    "game.text",
    "game.ui.labels",
    "game.ui.play",
    "ai.hive",
    "ai.marines",
]


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    """Check the contracts of this project's configuration on the packages in a folder."""
    code = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    return subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False, timeout=120
    )


@pytest.fixture
def empty_house(tmp_path: Path) -> Path:
    """The packages with nothing in them, under the real contracts."""
    (tmp_path / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for package in PACKAGES:
        folder = tmp_path
        for part in package.split("."):
            folder /= part
            folder.mkdir(exist_ok=True)
            (folder / "__init__.py").touch()
    return tmp_path


def test_the_contracts_hold():
    result = lint_imports(ROOT)
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_contracts_hold_for_empty_packages(empty_house: Path):
    result = lint_imports(empty_house)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(
    ("package", "line"),
    [
        ("game.core", "import game.board"),
        ("game.core", "import networkx"),
        ("game.core", "import pathlib"),
        ("game.board", "import game.rules.hive"),
        ("game.rules.skirmish", "import game.rules.hive"),
        ("game.rules.hive", "import networkx"),
        ("game.io", "import game.sim"),
        ("game.sim", "import ai"),
        ("game.sim", "import game.core"),
        ("ai.hive", "import game.core"),
        ("ai.hive", "import game.sim"),
        ("ai.marines", "import numpy"),
        ("game.sim", "import game.ui"),
        ("game.text", "import pygame"),
        ("game.ui", "import ai"),
        ("game.ui", "import game.core"),
        ("game.ui.play", "import pygame"),
        ("game.sim", "import polars"),
        ("game.sim", "import ray"),
        ("game.cli", "import matplotlib"),
        ("ai.hive", "import openskill"),
        ("game.io", "import pyarrow"),
    ],
)
def test_an_import_the_wrong_way_is_refused(empty_house: Path, package: str, line: str):
    (empty_house / package.replace(".", "/") / "wrong.py").write_text(line + "\n")
    result = lint_imports(empty_house)
    assert result.returncode == 1, result.stdout + result.stderr
    assert "BROKEN" in result.stdout


@pytest.mark.parametrize(
    ("module", "heavy"),
    [
        ("game", "msgspec networkx"),
        ("game.core", "networkx numpy pygame"),
        ("game.api", f"numpy pygame {EXTRAS}"),
        ("game.app", f"numpy pygame {EXTRAS}"),
        ("game.cli.sim", f"numpy pygame {EXTRAS}"),
        ("game.sim.batch", f"numpy pygame {EXTRAS}"),
    ],
)
def test_an_import_stays_light(module: str, heavy: str):
    code = f"import sys, {module}; print(*[name for name in {heavy.split()!r} if name in sys.modules])"
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.split() == []
