"""The reference roster of the clause tests, as kinds and weapons for a `Game`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from game.core.rulebook import Rulebook
from game.io.roster import Names, Roster, known_names, parse_roster

REFERENCE = Path(__file__).with_name("reference.toml")


def used_names(text: str) -> Names:
    """Names that accept exactly what a roster's text uses: for tests that play with a few modules only."""
    raw = tomllib.loads(text)
    weapons = raw.get("weapons", {}).values()
    profiles = [p for u in raw.get("units", {}).values() for p in (*u.get("profiles", ()), u)]
    return Names(
        skills=tuple(sorted({name for p in profiles for name in p.get("skills", ())})),
        equipment=tuple(sorted({name for p in profiles for name in p.get("equipment", ())})),
        traits=tuple(sorted({name for w in weapons for name in w.get("traits", ())})),
        ammo=tuple(sorted({"n", *(name for w in weapons for name in w.get("ammo", ()))})),
    )


def reference_roster(rulebook: Rulebook | None = None) -> Roster:
    """Every reference profile; its skills, gear and ammunition checked against ``rulebook`` if given."""
    text = REFERENCE.read_text(encoding="utf-8")
    return _read(text, used_names(text) if rulebook is None else known_names(rulebook.tables))


@cache
def _read(text: str, names: Names) -> Roster:
    roster, faults = parse_roster(text, names, file=REFERENCE.name)
    assert not faults, [str(fault) for fault in faults]
    return roster
