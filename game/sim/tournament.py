"""Everybody against everybody: what is played, and what it comes to.

The field of a seat is every entrant that can play it. If none can, the usual bot for that seat comes in as a guest.
The bots `YARDSTICKS` always play everybody, too, so that every tournament shows whether it means anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct

from game.api import DataError, Scenario
from game.sim.batch import Batch
from game.sim.compare import Contender, teams_of
from game.sim.points import fault_of, points, spoilt
from game.sim.ratings import Duel, Ladder, Rated, rate
from game.sim.results import Rows
from game.sim.summary import Rate, wilson

YARDSTICKS: Final = ("random", "passive")
"""Bots that any bot should beat; they take part in every tournament."""


class Fixture(Struct, frozen=True, kw_only=True):
    """Two bots on a mission: ``first`` and ``second`` sit in its seats, which are of the ``kinds``."""

    mission: str
    teams: tuple[str, str]
    kinds: tuple[str, str]
    first: str
    second: str
    batch: Batch

    @property
    def mirror(self) -> bool:
        """Whether a bot meets itself."""
        return self.first == self.second


def fixtures_of(
    scenario: Scenario,
    mission: str,
    entrants: Sequence[Contender],
    guests: Sequence[Contender],
    yardsticks: Sequence[Contender],
    base: Batch,
) -> tuple[Fixture, ...]:
    """Every pairing on a mission; none when no entrant can play there.

    Args:
        scenario: the mission.
        mission: how it is opened.
        entrants: the bots that are to be ranked.
        guests: who plays a seat that no entrant can play.
        yardsticks: bots that meet every entrant and guest, but not each other; the first meets itself.
        base: what all batches have in common, with the number of games.
    """
    teams = teams_of(scenario)
    if len(teams) != 2:
        raise DataError(f"expected a mission of two teams, found {len(teams)}", place=mission)
    (one, kinds_one), (two, kinds_two) = teams.items()
    fields = []
    ranked: set[str] = set()
    for kinds in (kinds_one, kinds_two):
        fitting = [bot for bot in entrants if kinds <= {*bot.plays}]
        ranked.update(bot.spec for bot in fitting)
        fitting = fitting or [bot for bot in guests if kinds <= {*bot.plays}]
        fields.append(list(dict.fromkeys(bot.spec for bot in fitting)))
    if not ranked:
        return ()
    found = []
    tools = [bot.spec for bot in yardsticks]
    for first in dict.fromkeys((*fields[0], *tools)):
        for second in dict.fromkeys((*fields[1], *tools)):
            if first not in fields[0] and second not in fields[1] and not first == second == tools[0]:
                continue
            players = {one: first, two: second}
            found.append(
                Fixture(
                    mission=mission,
                    teams=(one, two),
                    kinds=("+".join(sorted(kinds_one)), "+".join(sorted(kinds_two))),
                    first=first,
                    second=second,
                    batch=msgspec.structs.replace(
                        base,
                        scenario=mission,
                        seats=tuple((side.id, players[side.team]) for side in scenario.sides),
                        seed=f"{base.seed}/{scenario.id}/{first}/{second}",
                    ),
                )
            )
    return tuple(found)


class Tally(Struct, kw_only=True):
    """Games of two bots so far, from the first one's place. Engine faults are in ``nobody`` and nowhere else."""

    games: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0
    void: int = 0
    nobody: int = 0

    def add(self, first: float | None, *, void: bool) -> None:
        """Enter a game with the points of the first bot."""
        self.void += void
        if first is None:
            self.nobody += 1
            return
        self.games += 1
        self.wins += first == 1.0
        self.losses += first == 0.0
        self.draws += first == 0.5

    def join(self, other: Tally, *, turned: bool = False) -> None:
        """Add the games of another tally, seen from the other place if ``turned``."""
        self.games += other.games
        self.wins += other.losses if turned else other.wins
        self.losses += other.wins if turned else other.losses
        self.draws += other.draws
        self.void += other.void
        self.nobody += other.nobody


class Entry(Struct, frozen=True, kw_only=True):
    """A place of a cross table: ``row`` against ``column``. ``void`` games are lost for who spoilt them, and counted.

    ``nobody`` are games that the engine spoilt; they count for neither.
    """

    row: str
    column: str
    games: int
    wins: Rate
    losses: int
    draws: int
    void: int
    nobody: int


class Cross(Struct, frozen=True, kw_only=True):
    """A cross table: of one mission, or of all with the same kinds of seats when ``mission`` is empty."""

    mission: str
    seats: tuple[str, str]
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    entries: tuple[Entry, ...]


class Course:
    """A tournament under way."""

    def __init__(self, fixtures: Sequence[Fixture]) -> None:
        self.fixtures = tuple(fixtures)
        self.tallies = [Tally() for _ in fixtures]
        self.games = 0
        self.void: dict[str, int] = {}
        self.errors: list[str] = []
        self.digests: dict[tuple[int, int], str] = {}
        self._duels: list[tuple[int, int, float]] = []

    def add(self, number: int, rows: Rows) -> None:
        """Take a game of fixture ``number`` in."""
        fixture = self.fixtures[number]
        won = points(rows, fixture.teams[0])
        self.tallies[number].add(won, void=spoilt(rows))
        self.games += 1
        self.digests[number, rows[0].game] = rows[0].digest
        if spoilt(rows):
            guilty = fault_of(rows)
            self.void[guilty] = self.void.get(guilty, 0) + 1
            self.errors.append(f"{fixture.mission}, seed {rows[0].seed}: {rows[0].reason}, {guilty}: {rows[0].error}")
        if won is not None:
            self._duels.append((number, rows[0].game, won))

    def duels(self) -> list[Duel]:
        """Every game that counts, in the order of the fixtures; those of a bot with itself tell of its mission."""
        return [
            Duel(
                Rated((fixture := self.fixtures[number]).kinds[0], fixture.first),
                Rated(fixture.kinds[1], fixture.second),
                fixture.mission,
                won,
            )
            for number, _, won in sorted(self._duels)
        ]

    def ladder(self) -> Ladder:
        """The ratings."""
        return rate(self.duels())

    def crosses(self) -> tuple[Cross, ...]:
        """The cross table of each mission; then, if there are several, of all with the same kinds of seats."""
        missions = dict.fromkeys(fixture.mission for fixture in self.fixtures)
        single = [self._cross(name, [n for n, f in enumerate(self.fixtures) if f.mission == name]) for name in missions]
        kinds = dict.fromkeys(fixture.kinds for fixture in self.fixtures) if len(missions) > 1 else {}
        whole = [self._cross("", [n for n, f in enumerate(self.fixtures) if f.kinds == pair]) for pair in kinds]
        return (*single, *whole)

    def _cross(self, mission: str, numbers: Sequence[int]) -> Cross:
        mine = [self.fixtures[number] for number in numbers]
        met: dict[tuple[str, str], Tally] = {}
        for number in numbers:
            fixture = self.fixtures[number]
            met.setdefault((fixture.first, fixture.second), Tally()).join(self.tallies[number])
            if not mission and fixture.kinds[0] == fixture.kinds[1] and not fixture.mirror:
                met.setdefault((fixture.second, fixture.first), Tally()).join(self.tallies[number], turned=True)
        return Cross(
            mission=mission,
            seats=mine[0].teams if mission else mine[0].kinds,
            rows=tuple(dict.fromkeys(fixture.first for fixture in mine)),
            columns=tuple(dict.fromkeys(fixture.second for fixture in mine)),
            entries=tuple(_entry(row, column, tally) for (row, column), tally in met.items()),
        )

    def against(self, bot: str, kind: str, other: str) -> Tally:
        """All games of a bot at a kind of seat against another one, from its place."""
        total = Tally()
        for fixture, tally in zip(self.fixtures, self.tallies, strict=True):
            if fixture.first == bot and fixture.kinds[0] == kind and fixture.second == other:
                total.join(tally)
            elif fixture.second == bot and fixture.kinds[1] == kind and fixture.first == other:
                total.join(tally, turned=True)
        return total


def _entry(row: str, column: str, tally: Tally) -> Entry:
    return Entry(
        row=row,
        column=column,
        games=tally.games,
        wins=wilson(tally.wins, tally.games),
        losses=tally.losses,
        draws=tally.draws,
        void=tally.void,
        nobody=tally.nobody,
    )
