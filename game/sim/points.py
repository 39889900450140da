"""What a game is worth to each team, spoilt games too."""

from __future__ import annotations

from typing import Final

from game.sim.match import ENGINE
from game.sim.results import Rows

VOID: Final = "void"
_POINTS: Final = {"win": 1.0, "draw": 0.5, "loss": 0.0}


def points(rows: Rows, team: str) -> float | None:
    """The points of a team: 1 for a win, a half for a draw; None when the game is nobody's.

    A game that a player spoilt is lost for its team and won for the others. One that the engine spoilt counts for
    nobody.
    """
    first = rows[0]
    if first.result != VOID:
        return next(_POINTS[row.result] for row in rows if row.team == team)
    guilty = next((row.team for row in rows if row.side == first.fault and first.fault != ENGINE), None)
    if guilty is None:
        return None
    return 0.0 if guilty == team else 1.0


def spoilt(rows: Rows) -> bool:
    """Whether the game did not end by the rules."""
    return rows[0].result == VOID


def fault_of(rows: Rows) -> str:
    """The spec of the bot that spoilt a game, or ``engine``."""
    first = rows[0]
    return next((row.bot for row in rows if row.side == first.fault), ENGINE)
