"""How games went round by round: who was still alive, how many stood, who attacked, and where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from game.sim.report.figures import Band, band, rounded
from game.sim.report.gather import MatchUp
from game.sim.results import Row
from game.sim.summary import Rate, wilson
from game.sim.tracks import Tracks


class Survival(Struct, frozen=True):
    """Units of a side by round, over the games that kept tracks.

    ``alive`` is the share, of all units that had come until then, that had not been lost (those safely out count as
    alive); ``fit`` counts those in play that did not lie down. A game that is over keeps its last values.
    """

    side: str
    alive: tuple[Band, ...]
    fit: tuple[Band, ...]


class Passivity(Struct, frozen=True):
    """How much a side did not attack. A round is quiet for a side without an attack of it, reactions included.

    ``never`` are games without any attack of the side, ``streak`` the most quiet rounds on end, ``first`` the mean
    round of the first attack; ``attacks`` and ``reactions`` are means for each round that was played.
    """

    side: str
    quiet: Rate
    never: Rate
    streak: int
    first: float | None
    attacks: tuple[float, ...]
    reactions: tuple[float, ...]
    alarm: bool


class Places(Struct, frozen=True):
    """Where units of a side did what, over all games: how often at each cell (``x,y``)."""

    side: str
    moves: dict[str, int]
    shots: dict[str, int]
    fights: dict[str, int]
    deaths: dict[str, int]


def tracked(rows: Sequence[Row]) -> list[tuple[Row, Tracks]]:
    """The rows that hold what was done."""
    return [(row, row.tracks) for row in rows if row.tracks is not None]


def running(match: MatchUp) -> tuple[float, ...]:
    """The share of games that reached each round, from round 0 (set-up) on."""
    ended = [rows[0].rounds for rows in match.games]
    if not ended:
        return ()
    last = max(ended)
    return tuple(rounded(sum(1 for end in ended if end >= number) / len(ended)) for number in range(last + 1))


def survival_of(match: MatchUp, side: str) -> Survival:
    """The share of a side's units that was alive, and how many stood, at the end of each round."""
    found = tracked(match.rows(side))
    last = max((row.rounds for row, _ in found), default=-1)
    alive, fit = [], []
    for number in range(last + 1):
        shares, counts = [], []
        for _, tracks in found:
            came = tracks.start + sum(tracks.joined[: number + 1])
            lost = sum(tracks.lost[: number + 1])
            gone = lost + sum(tracks.left[: number + 1])
            shares.append((came - lost) / came if came else 1.0)
            counts.append(came - gone - sum(tracks.fell[: number + 1]))
        alive.append(band(number, shares))
        fit.append(band(number, counts))
    return Survival(side, tuple(alive), tuple(fit))


def passivity_of(match: MatchUp, side: str, *, limit: float | None) -> Passivity:
    """How quiet a side was; the alarm is raised where its share of quiet rounds is above ``limit``."""
    found = tracked(match.rows(side))
    quiet = rounds = never = streak = 0
    firsts: list[int] = []
    last = max((row.rounds for row, _ in found), default=0)
    attacks, reactions = Counter[int](), Counter[int]()
    for row, tracks in found:
        active = {
            number for counts in (tracks.attacks, tracks.reactions) for number, count in enumerate(counts) if count
        }
        attacks.update(dict(enumerate(tracks.attacks)))
        reactions.update(dict(enumerate(tracks.reactions)))
        rounds += row.rounds
        still = 0
        for number in range(1, row.rounds + 1):
            still = 0 if number in active else still + 1
            quiet += still > 0
            streak = max(streak, still)
        if active:
            firsts.append(min(active))
        else:
            never += 1
    share = wilson(quiet, rounds)
    reached = {number: sum(1 for row, _ in found if row.rounds >= number) for number in range(1, last + 1)}
    return Passivity(
        side,
        share,
        wilson(never, len(found)),
        streak,
        rounded(sum(firsts) / len(firsts)) if firsts else None,
        tuple(rounded(attacks[number] / reached[number]) for number in reached),
        tuple(rounded(reactions[number] / reached[number]) for number in reached),
        limit is not None and bool(rounds) and share.share > limit,
    )


def places_of(match: MatchUp, side: str) -> Places:
    """Where a side's units went, attacked and died."""
    sums: dict[str, Counter[str]] = {name: Counter() for name in ("moves", "shots", "fights", "deaths")}
    for _, tracks in tracked(match.rows(side)):
        for name, counter in sums.items():
            counter.update(getattr(tracks, name))
    ordered = {name: dict(sorted(counter.items(), key=_row_wise)) for name, counter in sums.items()}
    return Places(side, ordered["moves"], ordered["shots"], ordered["fights"], ordered["deaths"])


def cell_of(text: str) -> tuple[int, int]:
    """Column and row of a cell that is written ``x,y``."""
    x, _, y = text.partition(",")
    return int(x), int(y)


def _row_wise(entry: tuple[str, int]) -> tuple[int, int]:
    x, y = cell_of(entry[0])
    return y, x
