"""Who won, how long it took, and why it ended."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from game.sim.report.figures import quantile, rounded
from game.sim.report.gather import MatchUp
from game.sim.summary import Rate, wilson


class SideWins(Struct, frozen=True):
    """How often a side won, of the games that ended by the rules."""

    side: str
    team: str
    bot: str
    wins: Rate


class Length(Struct, frozen=True):
    """In which round games ended. ``counts``: for each round how many games each team won in it ("" for draws)."""

    mean: float
    median: float
    low: float
    high: float
    counts: tuple[tuple[int, dict[str, int]], ...]


class End(Struct, frozen=True):
    """How often games ended for one reason, and how many of these each team won ("" for draws)."""

    reason: str
    share: Rate
    winners: dict[str, int]


class Outcomes(Struct, frozen=True):
    """The results of a match-up."""

    played: int
    draws: int
    wins: tuple[SideWins, ...]
    length: Length
    ends: tuple[End, ...]


def outcomes_of(match: MatchUp) -> Outcomes:
    """Sum up who won, when and why."""
    firsts = [rows[0] for rows in match.games]
    rounds = sorted(row.rounds for row in firsts)
    by_round: dict[int, Counter[str]] = {}
    by_reason: dict[str, Counter[str]] = {}
    for row in firsts:
        by_round.setdefault(row.rounds, Counter())[row.winner] += 1
        by_reason.setdefault(row.reason, Counter())[row.winner] += 1
    ends = sorted(by_reason.items(), key=lambda entry: (-entry[1].total(), entry[0]))
    return Outcomes(
        played=len(firsts),
        draws=sum(1 for row in firsts if not row.winner),
        wins=tuple(
            SideWins(
                side,
                match.teams[side],
                bot,
                wilson(sum(1 for row in match.rows(side) if row.result == "win"), len(firsts)),
            )
            for side, bot in match.seats
        ),
        length=Length(
            rounded(sum(rounds) / len(rounds)) if rounds else 0.0,
            quantile(rounds, 0.5),
            quantile(rounds, 0.25),
            quantile(rounds, 0.75),
            tuple((number, dict(sorted(found.items()))) for number, found in sorted(by_round.items())),
        ),
        ends=tuple(
            End(reason, wilson(found.total(), len(firsts)), dict(sorted(found.items()))) for reason, found in ends
        ),
    )
