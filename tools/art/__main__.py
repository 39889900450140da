"""``python -m tools.art``: write every picture of `assets/art`; ``--check`` only says whether they are as drawn."""

from __future__ import annotations

import sys
from pathlib import Path

from tools.art import creatures, parts, people, things
from tools.art.ink import grown, sheet

FOLDER = Path(__file__).resolve().parents[2] / "assets" / "art"


def pictures() -> dict[str, str]:
    """Every picture by the name of its file."""
    found: dict[str, str] = {}
    for name, shapes in things.PICTURES.items():
        found[f"{name}.svg"] = sheet(shapes)
    for family, plate, figures in (
        ("human", parts.plate, people.FIGURES),
        ("hive", creatures.plate, creatures.FIGURES),
    ):
        found[f"plate_{family}.svg"] = sheet(plate())
        for name, draw in figures.items():
            figure = [grown(draw(), 1.2, 33, 36)] if name in people.SMALL else draw()
            found[f"unit_{name}.svg"] = sheet([*plate(), *figure])
    return found


def main() -> int:
    """Write the pictures, and take away those that are no longer drawn."""
    wanted = pictures()
    there = {file.name: file.read_text(encoding="utf-8") for file in FOLDER.glob("*.svg")} if FOLDER.is_dir() else {}
    if "--check" in sys.argv[1:]:
        differing = sorted(name for name in wanted.keys() | there.keys() if wanted.get(name) != there.get(name))
        print("\n".join(differing) or "as drawn")
        return 1 if differing else 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in there.keys() - wanted.keys():
        (FOLDER / name).unlink()
    for name, text in wanted.items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
