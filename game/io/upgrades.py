"""Upgrade cards of a roster file (D-A2, AV-13 to AV-16): cost, restrictions, who may have them, and their faces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from game.core.profile import Upgrade, UpgradeFace
from game.io.toml import Table
from game.rules.avatar.cards import EVENTS
from game.rules.avatar.crews import AVATAR, ELIGIBLE, MASTERS

BASES: Final = (0, 30, 40, 50)
"""Base sizes in millimetres that mean a footprint (D-A7); 0 leaves the bearer's own (AV-26)."""
_MOST_COST: Final = 20


class Names(Struct, frozen=True):
    """The names that rosters may use: rows of the rulebook's tables of the same name."""

    skills: tuple[str, ...]
    equipment: tuple[str, ...]
    traits: tuple[str, ...]
    ammo: tuple[str, ...]


def read_upgrade(id_: str, table: Table, names: Names, armoury: Sequence[str]) -> Upgrade:
    """The upgrade card of a table; faults are noted in it.

    An avatar upgrade says so among its restrictions (AV-13), is for Masters alone (AV-01) and has a ``back`` with
    a figure of its own (AV-24); no other upgrade has a back, an event or a base.
    """
    restrictions = table.texts("restrictions")
    avatar = AVATAR in restrictions
    upgrade = Upgrade(
        id=id_,
        cost=table.whole("cost", 0, least=0, most=_MOST_COST),
        restrictions=restrictions,
        eligible=table.text("eligible", MASTERS if avatar else ELIGIBLE[0], choices=ELIGIBLE),
        source=table.text("source", ""),
        front=_face(table.table("front"), names, armoury),
        back=_face(table.table("back"), names, armoury) if table.has("back") else None,
    )
    table.done()
    _check(table, upgrade)
    return upgrade


def _face(table: Table, names: Names, armoury: Sequence[str]) -> UpgradeFace:
    face = UpgradeFace(
        skills=table.texts("skills", choices=names.skills),
        equipment=table.texts("equipment", choices=names.equipment),
        weapons=table.texts("weapons", choices=armoury),
        event=table.text("event", "", choices=("", *EVENTS)),
        base=table.whole("base", 0, least=0, most=max(BASES)),
        figure=table.plain_name("figure", ""),
    )
    if face.base not in BASES:
        table.note(f"a base of {', '.join(map(str, BASES[1:]))} mm", str(face.base), key="base")
    table.done()
    return face


def _check(table: Table, upgrade: Upgrade) -> None:
    front, back = upgrade.front, upgrade.back
    if AVATAR in upgrade.restrictions:
        if upgrade.eligible != MASTERS:
            table.note(f'"{MASTERS}" for an avatar upgrade (AV-01)', f'"{upgrade.eligible}"', key="eligible")
        if back is None:
            table.note("the manifested side of an avatar upgrade (AV-16)", "none", key="back")
        elif not back.figure:
            table.note("the figure of the avatar (AV-24)", "none", key="back.figure")
        if back is not None and back.event:
            table.note("an event on the pre side alone (AV-36)", "one on the back", key="back.event")
    else:
        if back is not None:
            table.note(f'no back without the restriction "{AVATAR}" (AV-13)', "one", key="back")
        if front.event or front.base:
            table.note(f'no event and no base without the restriction "{AVATAR}"', "one", key="front")
