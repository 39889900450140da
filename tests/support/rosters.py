"""What roster tests need beside the rosters themselves."""

from __future__ import annotations

import tomllib

from game.io.upgrades import Names


def used_names(text: str) -> Names:
    """Names that accept exactly what a roster's text uses: for tests that play with a few modules only."""
    raw = tomllib.loads(text)
    weapons = raw.get("weapons", {}).values()
    profiles = [p for u in raw.get("units", {}).values() for p in (*u.get("profiles", ()), u)]
    profiles += [face for u in raw.get("upgrades", {}).values() for face in (u.get("front", {}), u.get("back", {}))]
    return Names(
        skills=tuple(sorted({name for p in profiles for name in p.get("skills", ())})),
        equipment=tuple(sorted({name for p in profiles for name in p.get("equipment", ())})),
        traits=tuple(sorted({name for w in weapons for name in w.get("traits", ())})),
        ammo=tuple(sorted({"n", *(name for w in weapons for name in w.get("ammo", ()))})),
    )
