"""What the rules have against a crew, told at the line of the file that is at fault (AV-01 to AV-04, AV-14, D-A14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.core.profile import UnitKind, Upgrade
from game.core.scenario import SideSetup
from game.io.errors import nearest, quoted
from game.io.toml import Table
from game.rules.avatar.crews import CHOOSE, Fault, crew_faults


def note_crew_faults(
    table: Table,
    entries: Sequence[Table],
    setup: SideSetup,
    kinds: Mapping[str, UnitKind],
    upgrades: Mapping[str, Upgrade],
    cards: Sequence[str],
) -> None:
    """Note everything that is wrong with a crew.

    Args:
        table: the side's table.
        entries: the table that each recruit of the force comes from.
        setup: the side as it was read.
        kinds: the kinds of units there are.
        upgrades: the upgrade cards there are.
        cards: the manifestation cards there are.
    """
    told: set[tuple[str, str, str]] = set()
    for fault in crew_faults(setup, kinds, upgrades, cards):
        at = table if fault.recruit < 0 else entries[fault.recruit]
        key = (at.file, at.key(fault.key), fault.refusal.code)
        if key not in told:  # an entry with a count says it once
            told.add(key)
            expected, found = _words(fault, upgrades, cards)
            at.note(expected, found, key=fault.key)


def _words(fault: Fault, upgrades: Mapping[str, Upgrade], cards: Sequence[str]) -> tuple[str, str]:
    """What was expected and what was found, the code and the clause with it."""
    refusal = fault.refusal
    said = dict(refusal.detail)
    upgrade = quoted(said.get("upgrade", ""))
    every = ", ".join(cards)
    expected, found = {
        "MISSING_CARD": (f"a card for the avatar upgrade {upgrade}: {every} or {CHOOSE}", "none"),
        "IDLE_CARD": ("no card without an avatar upgrade", quoted(said.get("card", ""))),
        "UNKNOWN_CARD": (nearest(said.get("card", ""), (*cards, CHOOSE)), quoted(said.get("card", ""))),
        "UNSEEN_CHOICE": (f"a named card for a Master who waits off board: {every}", quoted(CHOOSE)),
        "ONE_AVATAR": ("one avatar upgrade", f"{upgrade} as a second"),
        "ONE_MASTER": ("at most one Master", "several"),
        "MASTERS_ONLY": (f"a Master to bear {upgrade}", "a trooper who is none"),
        "SAME_FIGURE": (f"another figure for the avatar of {upgrade}", "the Master's own"),
        "WRONG_TYPE": (f"a bearer of the types {upgrade} is for", quoted(said.get("type", ""))),
        "UNKNOWN_UPGRADE": (nearest(said.get("upgrade", ""), upgrades) if upgrades else "no upgrade", upgrade),
        "OVER_POINTS": (f"troopers for at most {said.get('bound')} points", str(said.get("cost"))),
        "OVER_SOULSTONES": (f"upgrades for at most {said.get('bound')} soulstones", str(said.get("cost"))),
    }[refusal.code]
    return f"{expected} ({refusal.code}, {refusal.clause})", found
