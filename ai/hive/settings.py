"""What the cunning hive's judgement is made of: every weight it plays by, in points of unit cost unless said."""

from __future__ import annotations

from typing import Final, NamedTuple


class Temper(NamedTuple):
    """The parameters of one bot: how long it waits in the dark for company."""

    patience: int = 2


WAIT: Final = 0.04
"""Share of a xeno's points that speaks against charging alone, for each point of patience."""
XENO_WORTH: Final = 0.4
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
PEEKED: Final = 0.15
"""Chance to be lost where a trooper can look after a move of his own."""
WATCHED: Final = 0.4
"""The same where he will look on his way, from farther off than he can be caught."""
CAUGHT: Final = 3
"""Cells around a corner from which a xeno is met before it is shot at."""
LANE_LENGTH: Final = 20
"""Cells of a trooper's likely way that are looked at."""
LANE_AHEAD: Final = 12
"""Cells of it that he may well walk before the hive moves again."""
LANE_SKIPPED: Final = 3
"""Cells of it that draw no xeno: it would come too late."""
INTERCEPT: Final = 0.16
"""Share of a trooper's worth for standing where his way leads into contact."""
INTERCEPT_AGAIN: Final = 0.25
"""Share of that when another xeno stands in his way already."""
DOOR_TOLL: Final = 8
"""Points of walking that a closed door counts for one who must roll a six."""
OPENING: Final = 0.2
"""Share of a xeno's points for opening the door it waits behind."""
DOOR_REACH: Final = 8
"""Cells from a door within which xenos count as waiting there, and how many of them do."""
DOOR_MOST: Final = 6
INTERCEPT_MORE: Final = 0.2
"""Share of that for every further trooper: one shot clears the way for all of them."""
BLAST: Final = 2
"""Cells around a xeno in which friends would share a blast with it."""
CLUMP_SEEN: Final = 0.16
"""Chance, for each such friend, that a blast is aimed there, where troopers see the place; then where they will
see it on their way, and where they may look.
"""
CLUMP_WATCHED: Final = 0.1
CLUMP_PEEKED: Final = 0.06
CLUMP_MOST: Final = 6
"""More friends than this make no worse a target."""
GUARDS: Final = 2
"""Xenos for each trooper that lie in wait where the troopers are going; more than that hunt."""
SEEN_TOLL: Final = 6
"""Points of walking that the open way counts more than one out of sight."""
JAM: Final = 0.05
"""Share of a xeno's points for each friend behind it when it stops in a narrow place."""
JAM_MOST: Final = 4
JAM_REACH: Final = 10
"""Friends so much farther from the troopers count as behind, and so many of them."""
NOWHERE: Final = 400
"""Distance for places no way leads from; far, but still comparable."""

URGENCY: Final = 0.9
"""How much more a trooper is worth next to what he came for."""
URGENT_REACH: Final = 16
"""Walking distance to the goal at which urgency begins."""

ORDER_KILLS: Final = 0.85
"""Xenos that one order of a trooper takes out when it is well aimed."""
READY: Final = 0.3
"""Share of a new creature's points for a place from which it can charge next turn."""
NEST_NEAR: Final = 16
"""Walking distance from the troopers at which a new nest does best."""
NEST_TURNS: Final = 4
"""Turns for which a new nest is counted on."""
NEWCOMER: Final = 0.6
"""What a new creature's points count against other uses of the dice."""
WIDE_FACTOR: Final = 1.0
"""The same for creatures that need wide ways."""
FIELD_WORTH: Final = 1.0
"""Points for a turn without a command, and a third of it for each trooper whom it might have reached."""
CATHARSIS_EXPOSED: Final = 0.3
"""Chance to be lost of a xeno that Catharsis drives into the open without contact."""
FALLEN_SHARE: Final = 0.3
"""What finishing one who is down is worth, as a share of his points: no medic gets him up again."""
DOOR_BLOW: Final = 0.4
"""Points for a blow at a door that bars the way."""
