"""A mission of few rounds, so that whole games are over soon."""

import re
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from tests.arch.source import ROOT


@cache
def short_mission(name: str = "culvert", rounds: int = 3) -> str:
    """The path of a shipped mission with another number of rounds, its map beside it."""
    folder = Path(mkdtemp(prefix="broodfall-"))
    for file in (ROOT / "maps").iterdir():
        if file.stem in (name, "broodfall"):
            shutil.copy(file, folder)
    path = folder / f"{name}.toml"
    text, count = re.subn(r"^rounds = \d+$", f"rounds = {rounds}", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert count == 1
    path.write_text(text, encoding="utf-8")
    return str(path)
