"""What a batch came to: win rates with intervals, lengths, end reasons, losses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import mean, median
from typing import Final

from msgspec import Struct

from game.sim.results import FAULTS, Row, Rows

Z_95: Final = 1.959964
"""Standard deviations that 95 % of a normal distribution lie within."""

ATTACKS: Final = ("shoot", "fight", "berserk")
"""Actions that attack; a side that never takes one is passive."""


class Rate(Struct, frozen=True):
    """How often something happened, and the interval in which its true chance lies with 95 % confidence."""

    count: int
    of: int
    low: float
    high: float

    @property
    def share(self) -> float:
        """The share seen, 0 to 1."""
        return self.count / self.of if self.of else 0.0


class SideSummary(Struct, frozen=True):
    """One side over all games."""

    side: str
    team: str
    bot: str
    wins: Rate
    decisions: float
    attacks: float
    losses: dict[str, float]
    thinking: tuple[float, float, float] | None


class Summary(Struct, frozen=True):
    """A batch as a whole. ``played`` counts games that ended by the rules, ``void`` the others."""

    games: int
    played: int
    void: int
    draws: int
    sides: tuple[SideSummary, ...]
    reasons: dict[str, int]
    rounds_mean: float
    rounds_median: float
    decisions_mean: float
    seconds: float
    errors: tuple[str, ...]


def wilson(count: int, of: int, *, z: float = Z_95) -> Rate:
    """A rate with its Wilson score interval, which stays sound for few games and for rates near 0 or 1.

    >>> rate = wilson(5, 10)
    >>> round(rate.low, 3), round(rate.high, 3)
    (0.237, 0.763)
    >>> wilson(0, 0).high
    1.0
    """
    if not of:
        return Rate(0, 0, 0.0, 1.0)
    share, spread = count / of, z * z / of
    centre = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * sqrt(share * (1 - share) / of + spread / (4 * of))
    return Rate(count, of, max(0.0, centre - half), min(1.0, centre + half))


def summarise(games: Iterable[Rows]) -> Summary:
    """Sum up finished games. Void games count for no rate; they are counted and their errors are shown."""
    found = sorted(games, key=lambda rows: rows[0].game)
    firsts = [rows[0] for rows in found]
    played = [rows for rows in found if rows[0].result != "void"]
    order = [row.side for row in found[0]] if found else []
    return Summary(
        games=len(found),
        played=len(played),
        void=len(found) - len(played),
        draws=sum(1 for rows in played if rows[0].result == "draw"),
        sides=tuple(_side([row for rows in played for row in rows if row.side == side], found, side) for side in order),
        reasons=dict(sorted(Counter(row.reason for row in firsts).items(), key=lambda item: (-item[1], item[0]))),
        rounds_mean=mean(row.rounds for row in firsts) if firsts else 0.0,
        rounds_median=median(row.rounds for row in firsts) if firsts else 0.0,
        decisions_mean=mean(sum(row.decisions for row in rows) for rows in found) if found else 0.0,
        seconds=sum(row.seconds for row in firsts),
        errors=tuple(
            f"game {row.game} (seed {row.seed}): {row.reason}, {row.fault}: {row.error}"
            for row in firsts
            if row.reason in FAULTS
        ),
    )


def _side(rows: Sequence[Row], found: Sequence[Rows], side: str) -> SideSummary:
    first = next(row for row in found[0] if row.side == side)
    number = len(rows) or 1
    losses: Counter[str] = Counter()
    for row in rows:
        losses.update(row.losses)
    timed = [row.thinking for row in rows if row.thinking is not None]
    return SideSummary(
        side=side,
        team=first.team,
        bot=first.bot,
        wins=wilson(sum(1 for row in rows if row.result == "win"), len(rows)),
        decisions=sum(row.decisions for row in rows) / number,
        attacks=sum(row.actions.get(kind, 0) for row in rows for kind in ATTACKS) / number,
        losses={kind: count / number for kind, count in sorted(losses.items())},
        thinking=(median(t[0] for t in timed), median(t[1] for t in timed), max(t[2] for t in timed))
        if timed
        else None,
    )
