"""A small scenario on a small map for the tests of scenario files, checks and saves."""

from __future__ import annotations

from pathlib import Path

from tests.io.tiled.boards import text_of, thing

HALLS = (
    "####################",
    "#........##........#",
    "#........+.........#",
    "#........##........#",
    "#........##........#",
    "#####+#######..#####",
    "#........##........#",
    "#........##........#",
    "#........+.........#",
    "#........##........#",
    "####################",
)
"""Four rooms: two ways lead from the south-west to the north-east."""

SCENARIO = """
map = "halls.tmx"
mission = "light_offensive"
rounds = 6
minutes = 10

[title]
en = "Four Rooms"
es = "Cuatro salas"

[description]
en = "Leave by the far corner."
es = "Sal por la esquina opuesta."

[rules]
overwatch = 3

[sides.marines.objective]
kind = "exit"
n = 2

[[sides.marines.force]]
kind = "officer"
lieutenant = true

[[sides.marines.force]]
kind = "rifle"
count = 2

[sides.hive]

[[sides.hive.force]]
kind = "gaunt"
at = [[12, 2], [13, 2]]

[[markers]]
kind = "nest"
at = [17, 3]
"""


def halls(*things: str, lines: tuple[str, ...] = HALLS) -> str:
    """The map with its zones, and more things if given."""
    return text_of(
        lines,
        thing("zone", 1, 7, 3, 2, name="deploy:marines", id=1),
        thing("zone", 17, 6, 1, 3, name="exit", id=2),
        *things,
    )


def mission(folder: Path, text: str = SCENARIO, *things: str, lines: tuple[str, ...] = HALLS) -> Path:
    """The scenario file and its map in a folder."""
    (folder / "halls.tmx").write_text(halls(*things, lines=lines), encoding="utf-8")
    path = folder / "rooms.toml"
    path.write_text(text, encoding="utf-8")
    return path
