"""Building a crew: what its troopers and upgrades cost, who may have an upgrade, and the card that goes with one.

The clauses AV-01 to AV-04, AV-13, AV-14 and AV-38 to AV-41 with D-A1, D-A2 and D-A14. A crew is checked when a
scenario is read, long before a game is made of it; :func:`build_crew` is the same check for programs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from game.core.profile import UnitKind, Upgrade
from game.core.refusal import IllegalAction, Refusal, refuse
from game.core.rulebook import Module
from game.core.scenario import Recruit, SideSetup
from game.rules.avatar.cards import CARDS

AVATAR = "avatar"
"""The restriction by which an upgrade says that it is an avatar upgrade (AV-13)."""
ANYBODY, MASTERS = "any", "master"
ELIGIBLE = (ANYBODY, MASTERS)
"""Who may have an upgrade (D-A2)."""
TWO = "+"
"""What joins two names where one is asked for."""
CHOOSE = "choose"
"""In place of a card: the seat picks one in set-up, before troopers are placed (TS-0).

A Master who waits off board has his card named: the question alone would tell the others that he is there (HI-1).
"""


class Fault(NamedTuple):
    """What is wrong with a crew: which of its recruits (-1: the crew as a whole), the key at fault, and why."""

    recruit: int
    key: str
    refusal: Refusal


class Bill(NamedTuple):
    """What a crew costs: points for its troopers, soulstones for their upgrades. Cards cost nothing (AV-04)."""

    points: int
    soulstones: int


def is_avatar(upgrade: Upgrade) -> bool:
    """Is this an avatar upgrade? Its restrictions say so, nothing else (AV-13)."""
    return AVATAR in upgrade.restrictions


def bill_of(side: SideSetup, kinds: Mapping[str, UnitKind], upgrades: Mapping[str, Upgrade]) -> Bill:
    """The price of a side's force; unknown kinds and upgrades count nothing."""
    points = sum(kinds[recruit.kind].cost for recruit in side.force if recruit.kind in kinds)
    stones = sum(upgrades[name].cost for recruit in side.force for name in recruit.upgrades if name in upgrades)
    return Bill(points, stones)


def crew_faults(
    side: SideSetup,
    kinds: Mapping[str, UnitKind],
    upgrades: Mapping[str, Upgrade],
    cards: Collection[str] = tuple(CARDS),
) -> list[Fault]:
    """Everything that the rules have against a crew, in the order of its troopers; ``cards`` are those there are."""
    found = [
        Fault(index, key, refusal)
        for index, recruit in enumerate(side.force)
        for key, refusal in _against(recruit, kinds.get(recruit.kind), upgrades, cards)
    ]
    masters = [index for index, recruit in enumerate(side.force) if recruit.master]
    if len(masters) > 1:
        found.append(Fault(masters[1], "master", refuse("ONE_MASTER", "D-A1", side=side.id)))
    bill = bill_of(side, kinds, upgrades)
    if side.points and bill.points > side.points:
        found.append(Fault(-1, "points", refuse("OVER_POINTS", "D-A14", bound=side.points, cost=bill.points)))
    if side.soulstones and bill.soulstones > side.soulstones:
        over = refuse("OVER_SOULSTONES", "D-A14", bound=side.soulstones, cost=bill.soulstones)
        found.append(Fault(-1, "soulstones", over))
    return found


def _against(
    recruit: Recruit, kind: UnitKind | None, upgrades: Mapping[str, Upgrade], cards: Collection[str]
) -> list[tuple[str, Refusal]]:
    """What is wrong with the upgrades and the card of one trooper."""
    found: list[tuple[str, Refusal]] = []
    known = [upgrades[name] for name in recruit.upgrades if name in upgrades]
    for name in recruit.upgrades:
        if name not in upgrades:
            found.append(("upgrades", refuse("UNKNOWN_UPGRADE", "D-A2", upgrade=name)))
    for upgrade in known:
        if upgrade.eligible == MASTERS and not recruit.master:
            found.append(("upgrades", refuse("MASTERS_ONLY", "AV-01", upgrade=upgrade.id)))
        types = [word for word in upgrade.restrictions if word != AVATAR]
        if types and kind is not None and kind.profiles[0].type not in types:
            refusal = refuse("WRONG_TYPE", "D-A2", upgrade=upgrade.id, type=kind.profiles[0].type)
            found.append(("upgrades", refusal))
        if is_avatar(upgrade) and kind is not None and upgrade.back is not None and upgrade.back.figure == kind.figure:
            found.append(("upgrades", refuse("SAME_FIGURE", "AV-24", upgrade=upgrade.id)))
    avatars = [upgrade for upgrade in known if is_avatar(upgrade)]
    if len(avatars) > 1:
        found.append(("upgrades", refuse("ONE_AVATAR", "AV-14", upgrade=avatars[1].id)))
    if avatars and not recruit.card:
        found.append(("card", refuse("MISSING_CARD", "AV-03", upgrade=avatars[0].id)))
    if recruit.card == CHOOSE and recruit.reserve:
        found.append(("card", refuse("UNSEEN_CHOICE", "HI-1")))
    if recruit.card and not avatars:
        found.append(("card", refuse("IDLE_CARD", "AV-03", card=recruit.card)))
    if recruit.card not in ("", CHOOSE, *cards):
        found.append(("card", no_card(recruit.card, cards)))
    return found


def no_card(name: str, cards: Collection[str]) -> Refusal:
    """Why a name is not that of one of ``cards``: two of them joined are one too many (AV-41)."""
    if TWO in name and all(part in cards for part in name.split(TWO)):
        return refuse("ONE_CARD", "AV-41")
    return refuse("UNKNOWN_CARD", "AV-12", card=name)


def build_crew(
    side: str,
    recruits: tuple[Recruit, ...],
    kinds: Mapping[str, UnitKind],
    upgrades: Mapping[str, Upgrade],
    *,
    team: str = "",
    points: int = 0,
    soulstones: int = 0,
) -> SideSetup:
    """A human side with this crew, if the rules have nothing against it.

    Args:
        side: the side's id.
        recruits: its troopers, to be placed in set-up unless they have a cell or wait off board.
        kinds: the kinds of units there are.
        upgrades: the upgrade cards there are.
        team: its team; the side by itself if empty.
        points: what the troopers may cost at most, 0 for no bound.
        soulstones: what their upgrades may cost at most, 0 for no bound.

    Raises:
        IllegalAction: the first thing that is wrong, such as MISSING_CARD or ONE_AVATAR.
    """
    setup = SideSetup(side, "human", team or side, recruits, points=points, soulstones=soulstones)
    for fault in crew_faults(setup, kinds, upgrades):
        raise IllegalAction(fault.refusal)
    return setup


CREWS = Module(
    name="crews",
    refusals={
        "MISSING_CARD": "AV-03",
        "IDLE_CARD": "AV-03",
        "UNKNOWN_CARD": "AV-12",
        "ONE_CARD": "AV-41",
        "UNSEEN_CHOICE": "HI-1",
        "ONE_AVATAR": "AV-14",
        "ONE_MASTER": "D-A1",
        "MASTERS_ONLY": "AV-01",
        "SAME_FIGURE": "AV-24",
        "WRONG_TYPE": "D-A2",
        "UNKNOWN_UPGRADE": "D-A2",
        "OVER_POINTS": "D-A14",
        "OVER_SOULSTONES": "D-A14",
    },
)
