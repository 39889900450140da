"""Every number of a report, from the rows of its games."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Final

from msgspec import Struct

from game.sim.report.courses import (
    Passivity,
    Places,
    Survival,
    passivity_of,
    places_of,
    running,
    survival_of,
    tracked,
)
from game.sim.report.figures import rounded
from game.sim.report.gather import MatchUp
from game.sim.report.luck import SideLuck, luck_of
from game.sim.report.outcomes import Outcomes, outcomes_of
from game.sim.report.swarms import SwarmUse, swarms_of
from game.sim.summary import Rate, wilson

FORMAT = 1
"""Changes whenever a number of ``report.json`` changes its meaning."""


_HIVE: Final = "hive"


class Thinking(Struct, frozen=True):
    """Milliseconds for a decision: the medians over games of each game's median and 95th of a hundred; the longest."""

    side: str
    bot: str
    games: int
    decisions: float
    median: float
    high: float
    longest: float


class Spoilt(Struct, frozen=True):
    """A game that the rules did not end."""

    game: int
    seed: str
    reason: str
    fault: str
    error: str


class Measured(Struct, frozen=True, kw_only=True):
    """All numbers of a match-up. What needs tracks is measured on the ``tracked`` games that kept them."""

    scenario: str
    rules: str
    seats: tuple[tuple[str, str], ...]
    teams: dict[str, str]
    again: tuple[str, ...]
    tracked: int
    torn: int
    spoilt: tuple[Spoilt, ...]
    outcomes: Outcomes
    running: tuple[float, ...]
    survival: tuple[Survival, ...]
    places: tuple[Places, ...]
    passivity: tuple[Passivity, ...]
    swarms: tuple[SwarmUse, ...]
    luck: tuple[SideLuck, ...]
    thinking: tuple[Thinking, ...]

    def tone(self, side: str) -> int:
        """The number of a side's colour, 0 to 3: the hive's is 1 in every match-up, whoever else plays."""
        swarming = [use.side for use in self.swarms] or [name for name, _ in self.seats if name == _HIVE]
        if side in swarming:
            return 1
        others = [name for name, _ in self.seats if name not in swarming]
        return (0, 2, 3)[others.index(side) % 3] if swarming else others.index(side) % 4


class BotWins(Struct, frozen=True):
    """A bot over all missions and match-ups in which it had the seats of a side."""

    bot: str
    sides: tuple[str, ...]
    missions: int
    wins: Rate


class Report(Struct, frozen=True, kw_only=True):
    """All numbers of a report."""

    format: int = FORMAT
    games: int
    spoilt: int
    max_passive: float | None
    bots: tuple[BotWins, ...]
    match_ups: tuple[Measured, ...]

    @property
    def alarms(self) -> tuple[tuple[Measured, Passivity], ...]:
        """Sides that were quiet for more of their rounds than was allowed."""
        return tuple((match, found) for match in self.match_ups for found in match.passivity if found.alarm)


def measure(matches: Sequence[MatchUp], *, max_passive: float | None = None) -> Report:
    """Measure everything."""
    return Report(
        games=sum(len(match.games) + len(match.spoilt) for match in matches),
        spoilt=sum(len(match.spoilt) for match in matches),
        max_passive=max_passive,
        bots=_bots(matches),
        match_ups=tuple(_measured(match, max_passive) for match in matches),
    )


def _measured(match: MatchUp, max_passive: float | None) -> Measured:
    sides = match.sides
    kept = len(tracked(match.rows(sides[0])))
    told = sides if kept else ()
    uses = [swarms_of(match, side) for side in told]
    return Measured(
        scenario=match.scenario,
        rules=match.rules,
        seats=match.seats,
        teams=match.teams,
        again=match.again,
        tracked=kept,
        torn=match.torn,
        spoilt=tuple(
            Spoilt(rows[0].game, rows[0].seed, rows[0].reason, rows[0].fault, rows[0].error) for rows in match.spoilt
        ),
        outcomes=outcomes_of(match),
        running=running(match),
        survival=tuple(survival_of(match, side) for side in told),
        places=tuple(places_of(match, side) for side in told),
        passivity=tuple(passivity_of(match, side, limit=max_passive) for side in told),
        swarms=tuple(use for use in uses if use is not None),
        luck=tuple(luck_of(match, side) for side in told),
        thinking=tuple(found for side, bot in match.seats if (found := _thinking(match, side, bot)) is not None),
    )


def _thinking(match: MatchUp, side: str, bot: str) -> Thinking | None:
    rows = match.rows(side)
    timed = [row.thinking for row in rows if row.thinking is not None]
    if not timed:
        return None
    return Thinking(
        side,
        bot,
        len(timed),
        rounded(sum(row.decisions + row.forced for row in rows) / len(rows)),
        rounded(median(times[0] for times in timed)),
        rounded(median(times[1] for times in timed)),
        rounded(max(times[2] for times in timed)),
    )


def _bots(matches: Sequence[MatchUp]) -> tuple[BotWins, ...]:
    won: dict[str, int] = {}
    played: dict[str, int] = {}
    sides: dict[str, list[str]] = {}
    missions: dict[str, list[str]] = {}
    for match in matches:
        for side, bot in match.seats:
            rows = match.rows(side)
            won[bot] = won.get(bot, 0) + sum(1 for row in rows if row.result == "win")
            played[bot] = played.get(bot, 0) + len(rows)
            sides.setdefault(bot, []).append(side)
            missions.setdefault(bot, []).append(match.scenario)
    return tuple(
        BotWins(bot, tuple(dict.fromkeys(sides[bot])), len(set(missions[bot])), wilson(won[bot], played[bot]))
        for bot in sorted(won)
    )
