"""Two small scenario files: marines against marines, and two sides of one team against the hive."""

from __future__ import annotations

from pathlib import Path

from tests.io.missions import HALLS
from tests.io.tiled.boards import text_of, thing

HEAD = """
map = "yard.tmx"
rounds = {rounds}

[title]
en = "{title}"
es = "{title}"

[description]
en = "A try of arms."
es = "Una prueba de armas."
"""
RED = """
[sides.red]
team = "{team}"

[sides.red.objective]
kind = "{goal}"

[[sides.red.force]]
kind = "officer"
lieutenant = true

[[sides.red.force]]
kind = "marshal"
master = true
upgrades = ["wrath_unbound"]
card = "bloody"

[[sides.red.force]]
kind = "rifle"
count = 2
"""
BLUE = """
[sides.blue]
team = "{team}"

[sides.blue.objective]
kind = "{goal}"

[[sides.blue.force]]
kind = "psyker"
lieutenant = true

[[sides.blue.force]]
kind = "scout"

[[sides.blue.force]]
kind = "gunner"

[[sides.blue.force]]
kind = "jumper"
reserve = true
"""
HIVE = """
[sides.hive]

[[sides.hive.force]]
kind = "gaunt"
at = [[12, 2], [13, 2], [14, 3]]

[[sides.hive.force]]
kind = "warrior"
at = [15, 2]
"""


def yard(folder: Path) -> None:
    """The map of both: four rooms, the sides in opposite corners."""
    text = text_of(
        HALLS,
        thing("zone", 1, 7, 3, 2, name="deploy:red", id=1),
        thing("zone", 16, 7, 3, 2, name="deploy:blue", id=2),
        thing("zone", 1, 1, 2, 2, name="exit", id=3),
        thing("zone", 12, 1, 3, 3, name="drop", id=4),
        thing("zone", 4, 7, 3, 3, name="objective:camp", id=5),
    )
    (folder / "yard.tmx").write_text(text, encoding="utf-8")


def _scenario(folder: Path, name: str, text: str) -> Path:
    yard(folder)
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def versus(folder: Path, *, rounds: int = 4, goal: str = "eliminate") -> Path:
    """Red against blue, no hive (X-53)."""
    text = HEAD.format(rounds=rounds, title="Versus") + RED.format(team="red", goal=goal)
    return _scenario(folder, "versus", text + BLUE.format(team="blue", goal=goal))


def allies(folder: Path, *, rounds: int = 4) -> Path:
    """Red and blue, one team, against the hive (X-55)."""
    text = HEAD.format(rounds=rounds, title="Allies").replace("rounds =", 'mission = "light_offensive"\nrounds =')
    blue = BLUE.format(team="m", goal="exit").replace("[sides.blue]", '[sides.blue]\ndeploy = "objective:camp"')
    return _scenario(folder, "allies", text + RED.format(team="m", goal="exit") + blue + HIVE)
