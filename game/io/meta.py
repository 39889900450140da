"""What people are told of a scenario before it is played; nothing of it is part of the game."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from game.core.types import Side
from game.io.errors import nearest, printable, quoted
from game.io.text import LANGUAGES, Language
from game.io.toml import Table
from game.rules.compose import SYSTEMS


class Meta(Struct, frozen=True):
    """What a list of scenarios shows: titles and descriptions by language, expected length in minutes (0: not said).

    ``briefings`` are what sides are told instead of the description, by side and language. None of it is part of the
    game: saves go on with other texts.
    """

    id: str
    file: str
    map: str
    title: dict[Language, str]
    description: dict[Language, str]
    minutes: int = 0
    systems: tuple[str, ...] = ()
    briefings: dict[Side, dict[Language, str]] = {}

    def briefing(self, side: Side, language: Language) -> str:
        """What the mission asks of a side; the description where it is told nothing of its own."""
        return self.briefings.get(side, self.description)[language]


def meta_of(path: Path, root: Table) -> Meta:
    """What a list shows of a scenario's file; faults are noted in its table."""
    said: dict[str, dict[Language, str]] = {}
    for key in ("title", "description"):
        table = root.required_table(key)
        said[key] = {language: table.text(language) for language in LANGUAGES}
        table.done()
    return Meta(
        id=path.stem,
        file=str(path),
        map=root.text("map"),
        title=said["title"],
        description=said["description"],
        minutes=root.whole("minutes", 0, least=0, most=1000),
        systems=root.texts("systems", choices=tuple(SYSTEMS)),
        briefings=_briefings(root),
    )


def _briefings(root: Table) -> dict[Side, dict[Language, str]]:
    """What each side is told, for sides that the file has."""
    found: dict[Side, dict[Language, str]] = {}
    sides = list(root.table("sides"))
    for side, table in root.named("briefings").items():
        if side not in sides:
            root.note(nearest(side, sides) if sides else "no side", quoted(side), key=f"briefings.{printable(side)}")
        found[side] = {language: table.text(language) for language in LANGUAGES}
        table.done()
    return found
