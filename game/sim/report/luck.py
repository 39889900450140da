"""How the dice fell: against fair dice, against the numbers that were to be rolled, and what that meant for games."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from msgspec import Struct

from game.sim.report.courses import tracked
from game.sim.report.figures import Estimate, correlation, difference, rounded
from game.sim.report.gather import MatchUp
from game.sim.results import Row
from game.sim.summary import wilson
from game.sim.tracks import Tracks


class Faces(Struct, frozen=True):
    """Faces of a purpose's dice. ``z``: how many standard errors their mean is off that of fair dice."""

    purpose: str
    sides: int
    dice: int
    mean: float
    expected: float
    z: float


class Successes(Struct, frozen=True):
    """Dice of a purpose against their numbers: how many were to succeed, how many did, and how far off that is."""

    purpose: str
    dice: int
    seen: int
    expected: float
    z: float


class SideLuck(Struct, frozen=True):
    """The dice of a side. ``games``: for each game, successes beyond what was to be expected, in standard deviations.

    ``with_win`` is the correlation over games of how much luckier than its enemies the side was with its winning;
    ``luckier`` is how much more often it won the games in which it was the luckier one than the others.
    """

    side: str
    faces: tuple[Faces, ...]
    successes: tuple[Successes, ...]
    total: Successes
    games: tuple[float, ...]
    with_win: Estimate
    luckier: Estimate


def luck_of(match: MatchUp, side: str) -> SideLuck:
    """How lucky a side was."""
    found = tracked(match.rows(side))
    margins = _margins(match, side)
    wins = [(margin, row.result == "win") for margin, row in margins]
    lucky = [won for margin, won in wins if margin > 0]
    other = [won for margin, won in wins if margin <= 0]
    made = _made(found)
    return SideLuck(
        side,
        _faces(found),
        tuple(_successes(purpose, entry) for purpose, entry in made.items()),
        _successes("", _sum(list(made.values()))),
        tuple(rounded(_score(tracks)[1]) for _, tracks in found),
        correlation([(margin, float(won)) for margin, won in wins]),
        difference(wilson(sum(lucky), len(lucky)), wilson(sum(other), len(other))),
    )


def _faces(found: Sequence[tuple[Row, Tracks]]) -> tuple[Faces, ...]:
    """Purposes whose dice all have the same number of sides; a choice by chance among n things is no luck."""
    sums: dict[str, list[int]] = {}
    sides: dict[str, set[int]] = {}
    for row, tracks in found:
        for purpose, (count, total) in row.dice_by_purpose.items():
            entry = sums.setdefault(purpose, [0, 0])
            entry[0] += count
            entry[1] += total
            sides.setdefault(purpose, set()).add(tracks.sides.get(purpose, 0))
    faces = []
    for purpose, (count, total) in sorted(sums.items()):
        die = max(sides[purpose])
        if count and len(sides[purpose]) == 1 and die > 1:
            expected = (die + 1) / 2
            z = (total - count * expected) / sqrt(count * (die * die - 1) / 12)
            faces.append(Faces(purpose, die, count, rounded(total / count), expected, rounded(z)))
    return tuple(faces)


def _made(found: Sequence[tuple[Row, Tracks]]) -> dict[str, tuple[int, int, float, float]]:
    parts: dict[str, list[tuple[int, int, float, float]]] = {}
    for _, tracks in found:
        for purpose, entry in _in_dice(tracks).items():
            parts.setdefault(purpose, []).append(entry)
    return {purpose: _sum(entries) for purpose, entries in sorted(parts.items())}


def _in_dice(tracks: Tracks) -> dict[str, tuple[int, int, float, float]]:
    """For each purpose its dice, successes, expected successes and their variance."""
    found = {}
    for purpose, (dice, seen, hoped, spread) in tracks.made.items():
        sides = tracks.sides.get(purpose, 0)
        if sides:
            found[purpose] = (dice, seen, hoped / sides, spread / sides**2)
    return found


def _sum(entries: Sequence[tuple[int, int, float, float]]) -> tuple[int, int, float, float]:
    return (
        sum(entry[0] for entry in entries),
        sum(entry[1] for entry in entries),
        sum(entry[2] for entry in entries),
        sum(entry[3] for entry in entries),
    )


def _successes(purpose: str, entry: tuple[int, int, float, float]) -> Successes:
    dice, seen, expected, variance = entry
    return Successes(
        purpose, dice, seen, rounded(expected), rounded((seen - expected) / sqrt(variance)) if variance else 0.0
    )


def _score(tracks: Tracks) -> tuple[float, float]:
    """A game's successes beyond expectation, and the same in standard deviations."""
    _, seen, expected, variance = _sum(list(_in_dice(tracks).values()))
    return seen - expected, (seen - expected) / sqrt(variance) if variance else 0.0


def _margins(match: MatchUp, side: str) -> list[tuple[float, Row]]:
    """For each game how many more successes beyond expectation fell to the side's team than to all its enemies."""
    found = []
    place = match.sides.index(side)
    for rows in match.games:
        if all(row.tracks is not None for row in rows):
            gains = [(row.team, _score(row.tracks)[0]) for row in rows if row.tracks is not None]
            own = sum(gain for team, gain in gains if team == rows[place].team)
            found.append((own - sum(gain for team, gain in gains if team != rows[place].team), rows[place]))
    return found
