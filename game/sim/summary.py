"""What a batch came to: win rates with intervals, lengths, end reasons, losses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import mean, median
from typing import Final, TypeVar

from msgspec import Struct

from game.sim.results import FAULTS, Row, Rows

Z_95: Final = 1.959964
"""Standard deviations that 95 % of a normal distribution lie within."""

ATTACKS: Final = ("shoot", "fight", "berserk")
"""Actions that attack; where more is known of a game, what happened of itself counts, too."""


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
    """One side over all games that the rules ended.

    ``longest_pause`` is the most rounds in a row in which it attacked nobody; None where that was not kept.
    ``imagined`` is a game's average.
    """

    side: str
    team: str
    bot: str
    wins: Rate
    decisions: float
    attacks: float
    losses: dict[str, float]
    thinking: tuple[float, float, float] | None
    never_attacked: int = 0
    longest_pause: int | None = None
    imagined: float = 0.0
    imagined_most: int = 0


class Summary(Struct, frozen=True):
    """A batch as a whole. ``played`` counts games that ended by the rules, ``void`` the others.

    ``faults`` counts the void ones by reason and the side at fault.
    """

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
    faults: dict[tuple[str, str], int] = {}


def wilson(count: int, of: int, *, z: float = Z_95) -> Rate:
    """A rate with its Wilson score interval, which stays sound for few games and for rates near 0 or 1.

    >>> rate = wilson(5, 10)
    >>> round(rate.low, 3), round(rate.high, 3)
    (0.237, 0.763)
    >>> wilson(0, 0).high
    1.0
    """
    return Rate(count, of, *score_interval(count, of, z=z))


def score_interval(total: float, of: int, *, z: float = Z_95) -> tuple[float, float]:
    """Wilson's interval of the mean of ``of`` values from 0 to 1 that add up to ``total``.

    Of values that are not all 0 or 1 it is wider than it need be, for they vary less.
    """
    if not of:
        return 0.0, 1.0
    share, spread = total / of, z * z / of
    centre = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * sqrt(share * (1 - share) / of + spread / (4 * of))
    return max(0.0, centre - half), min(1.0, centre + half)


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
        reasons=_ranked(Counter(row.reason for row in firsts)),
        rounds_mean=mean(row.rounds for row in firsts) if firsts else 0.0,
        rounds_median=median(row.rounds for row in firsts) if firsts else 0.0,
        decisions_mean=mean(sum(row.decisions for row in rows) for rows in found) if found else 0.0,
        seconds=sum(row.seconds for row in firsts),
        errors=tuple(
            f"game {row.game} (seed {row.seed}): {row.reason}, {row.fault}: {row.error}"
            for row in firsts
            if row.reason in FAULTS
        ),
        faults=_ranked(Counter((row.reason, row.fault) for row in firsts if row.reason in FAULTS)),
    )


_Key = TypeVar("_Key", str, tuple[str, str])


def _ranked(counts: Counter[_Key]) -> dict[_Key, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def attacks_of(row: Row) -> int:
    """How often a side attacked, reactions and what the hive does of itself included."""
    if row.tracks is None:
        return sum(row.actions.get(kind, 0) for kind in ATTACKS)
    return sum(row.tracks.attacks) + sum(row.tracks.reactions)


def pause_of(row: Row) -> int | None:
    """The most rounds in a row in which a side attacked nobody; None where its tracks were not kept."""
    if row.tracks is None:
        return None
    told = (row.tracks.attacks, row.tracks.reactions)
    longest = current = 0
    for number in range(1, row.rounds + 1):
        attacked = any(number < len(counts) and counts[number] for counts in told)
        current = 0 if attacked else current + 1
        longest = max(longest, current)
    return longest


def passive_rows(games: Iterable[Rows], limit: int) -> list[tuple[Row, int]]:
    """Sides that let more rounds in a row pass than the limit in a game that the rules ended, with how many."""
    return [
        (row, pause)
        for rows in games
        for row in rows
        if row.result != "void" and (pause := pause_of(row)) is not None and pause > limit
    ]


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
        attacks=sum(map(attacks_of, rows)) / number,
        losses={kind: count / number for kind, count in sorted(losses.items())},
        thinking=(median(t[0] for t in timed), median(t[1] for t in timed), max(t[2] for t in timed))
        if timed
        else None,
        never_attacked=sum(1 for row in rows if not attacks_of(row)),
        longest_pause=max((pause for row in rows if (pause := pause_of(row)) is not None), default=None),
        imagined=sum(row.imagined or 0 for row in rows) / number,
        imagined_most=max((row.imagined_most or 0 for row in rows), default=0),
    )
