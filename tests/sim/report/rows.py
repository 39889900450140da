"""Rows of results written by hand, so that every figure of a report can be worked out on paper."""

from __future__ import annotations

from typing import Any

from game.sim.results import Row
from game.sim.tracks import SwarmPhase, Tracks

BOTS = {"marines": "marines:line", "hive": "hive:cunning"}


def phase(number: int, *plan: str, idle: int = 0, felled: int = 0, lost: int = 0) -> SwarmPhase:
    """A roll of the swarm dice in a round."""
    return SwarmPhase(round=number, plan=plan, idle=idle, felled=felled, lost=lost)


def row(number: int, side: str, winner: str, *, rounds: int = 3, tracks: Tracks | None = None, **fields: Any) -> Row:
    """One side of a game of a batch with seed 7; ``winner`` is a team, "" for a draw, "void" for a spoilt game."""
    result = winner if winner == "void" else "draw" if not winner else "win" if winner == side else "loss"
    values: dict[str, Any] = {
        "game": number,
        "seed": f"text:7/{number}",
        "scenario": "yard",
        "rules": "1.0",
        "side": side,
        "team": side,
        "bot": BOTS[side],
        "winner": "" if winner == "void" else winner,
        "result": result,
        "reason": "crash" if winner == "void" else "objective" if winner == "marines" else "overrun",
        "rounds": rounds,
        "score": 0,
        "decisions": 5,
        "forced": 5,
        "actions": {},
        "dice": 0,
        "dice_by_purpose": {},
        "losses": {},
        "down": {},
        "safe": {},
        "kills": {},
        "seconds": 0.5,
        "digest": "",
    }
    return Row(tracks=tracks, **{**values, **fields})


def game(number: int, winner: str, marines: Tracks | None, hive: Tracks | None, **fields: Any) -> list[Row]:
    """Both rows of a game."""
    pair = (("marines", marines), ("hive", hive))
    return [row(number, side, winner, tracks=tracks, **fields) for side, tracks in pair]


def batch() -> list[Row]:
    """Four games: the marines win two and the hive two; see the numbers beside each."""
    return [
        *game(
            0,
            "marines",
            # Four marines: one lost in round 2, two safely out in round 3; attacks in rounds 2 and 3.
            Tracks(
                start=4,
                lost=(0, 0, 1),
                left=(0, 0, 0, 2),
                attacks=(0, 0, 2, 1),
                moves={"1,1": 3, "2,1": 1},
                shots={"2,1": 3},
                deaths={"2,1": 1},
                sides={"bs": 20},
                made={"bs": (4, 3, 40, 400)},
            ),
            # Two xenos and two more in round 1; all but one lost in round 3.
            Tracks(
                start=2,
                joined=(0, 2),
                lost=(0, 0, 0, 3),
                attacks=(0, 0, 1),
                swarm=(phase(1, "gaunt_brood", felled=0), phase(2, "catharsis", felled=1), phase(3, idle=1, lost=3)),
            ),
            dice_by_purpose={"bs": (4, 30)},
        ),
        *game(
            1,
            "hive",
            Tracks(
                start=4, lost=(0, 0, 3), fell=(0, 1), attacks=(0, 0, 1), sides={"bs": 20}, made={"bs": (4, 1, 40, 400)}
            ),
            Tracks(
                start=2,
                joined=(0, 2),
                attacks=(0, 1, 1),
                swarm=(phase(1, "catharsis", felled=1), phase(2, "catharsis", felled=3)),
            ),
            rounds=2,
        ),
        *game(
            2,
            "hive",
            Tracks(start=4, lost=(0, 0, 0, 4), sides={"bs": 20}),
            Tracks(
                start=2,
                joined=(0, 2),
                attacks=(0, 0, 0, 4),
                swarm=(phase(1, felled=0, idle=1), phase(2, "catharsis", felled=2)),
            ),
        ),
        *game(
            3,
            "marines",
            Tracks(start=4, left=(0, 0, 0, 4), reactions=(0, 0, 1), sides={"bs": 20}),
            Tracks(start=2, joined=(0, 2), swarm=(phase(1, idle=1), phase(2, "gaunt_brood", felled=1))),
        ),
    ]
