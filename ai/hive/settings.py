"""What the cunning hive's judgement is made of: every weight it plays by, in points of unit cost unless said."""

from __future__ import annotations

from typing import Final, NamedTuple


class Temper(NamedTuple):
    """The parameters of one bot: how long it waits in the dark for company, and how many futures it tries out."""

    patience: int = 2
    samples: int = 0


XENO_WORTH: Final = 0.6
"""A xeno's points against a trooper's: the dice bring new ones."""
LAST_STAND: Final = 0.15
"""The same when nothing comes after: in the last round a xeno is spent, not saved."""
HURRY_ROUNDS: Final = 4
"""Where the troopers only have to last, the hive grows bolder over so many last rounds."""

LOCK: Final = 0.35
"""Share of a trooper's worth for holding him in close combat, where he cannot shoot."""
LOCK_AGAIN: Final = 0.06
"""The same for one who is held already."""
IN_MELEE: Final = 0.35
"""Share of the enemy's fire that finds a xeno in contact with one of his own (AT-2)."""
DRAWN: Final = 0.5
"""Share of what a drawn shot would have cost a later, dearer charger."""
COMPANY: Final = 0.04
"""Share of a victim's worth for each later attacker whom one more neighbour helps (AT-3)."""

APPROACH: Final = 0.22
"""Share of a xeno's points for being one full move nearer."""
NEAR_SHARE: Final = 0.5
"""Within one charge a step nearer counts only so much."""
PEEKED: Final = 0.18
"""Chance to be lost where a trooper can look after a move of his own."""
DOOR_TOLL: Final = 8
"""Points of walking that a closed door counts for one who must roll a six."""
JAM_TOLL: Final = 7
"""Points of walking that waiting behind a jam counts; a detour up to this is taken instead."""
NOWHERE: Final = 400
"""Distance for places no way leads from; far, but still comparable."""

URGENCY: Final = 0.9
"""How much more a trooper is worth next to what he came for."""
URGENT_REACH: Final = 16
"""Walking distance to the goal at which urgency begins."""
LURE: Final = 0.5
"""Points of walking by which one unit of extra worth makes a trooper seem nearer."""

ORDER_KILLS: Final = 0.85
"""Xenos that one order of a trooper takes out when it is well aimed."""
