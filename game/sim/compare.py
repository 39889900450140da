"""Which of two bots is the better one: pairs of games with the same seed, weighed until enough is known.

A cell is a mission, a seat in it and an opponent. In an ordinary cell pair ``i`` are two games of the same seed: one
of the first bot in the seat, one of the second, against the same opponent. Where marines meet marines, and both bots
can play them, the two meet each other: once with the first bot in one seat, once, same seed, with seats swapped.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean

import msgspec
from msgspec import Struct

from game.api import DataError, Scenario
from game.sim.batch import Batch
from game.sim.elo import Estimate, estimate
from game.sim.points import fault_of, points, spoilt
from game.sim.results import Rows
from game.sim.sprt import Bounds, Trial, Verdict
from game.sim.summary import Z_95, Rate, wilson


class Contender(Struct, frozen=True):
    """A bot by its spec, and the kinds of side that it plays."""

    spec: str
    plays: tuple[str, ...]


class Cell(Struct, frozen=True, kw_only=True):
    """One mission, seat and opponent, or one mission in which the two bots meet.

    Each pair is a game of ``one`` and a game of ``two`` with the same seed. ``seats`` names for each of the two games
    the teams of the first and the second bot; a bot that does not play in it has none.
    """

    mission: str
    seat: str
    opponent: str
    one: Batch
    two: Batch
    seats: tuple[tuple[str, str], tuple[str, str]]

    @property
    def direct(self) -> bool:
        """Whether the two bots meet each other."""
        return all(self.seats[0])


def cells_of(
    scenario: Scenario,
    mission: str,
    a: Contender,
    b: Contender,
    opponents: Sequence[Contender],
    pairs: int,
    base: Batch,
) -> tuple[Cell, ...]:
    """Every cell of a mission; none when there is no seat that both bots can play.

    Args:
        scenario: the mission.
        mission: how it is opened.
        a: the first bot.
        b: the second.
        opponents: who they may play against; each plays where it can.
        pairs: how many pairs each cell may have.
        base: what all batches have in common.
    """
    teams = teams_of(scenario)
    if len(teams) != 2:
        raise DataError(f"expected a mission of two teams, found {len(teams)}", place=mission)
    able = [team for team, kinds in teams.items() if kinds <= {*a.plays} and kinds <= {*b.plays}]

    def batch(seat: str, **players: str) -> Batch:
        seats = tuple((side.id, players[side.team]) for side in scenario.sides)
        seed = f"{base.seed}/{scenario.id}/{seat}"
        return msgspec.structs.replace(base, scenario=mission, seats=seats, games=pairs, seed=seed)

    first, second = teams
    if able == [first, second] and teams[first] == teams[second]:
        seat = f"{first} and {second}"
        one, two = batch("both", **{first: a.spec, second: b.spec}), batch("both", **{first: b.spec, second: a.spec})
        return (
            Cell(mission=mission, seat=seat, opponent="", one=one, two=two, seats=((first, second), (second, first))),
        )
    cells = []
    for team in able:
        other = second if team == first else first
        fitting = [bot.spec for bot in opponents if teams[other] <= {*bot.plays}]
        for number, opponent in enumerate(dict.fromkeys(fitting)):
            seat = team if not number else f"{team}/{number}"
            one, two = (batch(seat, **{team: bot.spec, other: opponent}) for bot in (a, b))
            cells.append(
                Cell(mission=mission, seat=team, opponent=opponent, one=one, two=two, seats=((team, ""), ("", team)))
            )
    return tuple(cells)


def teams_of(scenario: Scenario) -> dict[str, set[str]]:
    """The teams of a mission in its order, each with the kinds of its sides."""
    teams: dict[str, set[str]] = {}
    for side in scenario.sides:
        teams.setdefault(side.team, set()).add(side.kind)
    return teams


class Outcome(Struct, frozen=True):
    """A pair that was played: the points of each bot, or none when the engine spoilt a game of it."""

    number: int
    cell: int
    a: float
    b: float
    counts: bool = True

    @property
    def margin(self) -> float:
        """Points of the first bot less those of the second."""
        return self.a - self.b


def outcome_of(number: int, cell: int, seats: Cell, one: Rows, two: Rows) -> Outcome:
    """What a pair came to."""
    totals = [0.0, 0.0]
    for rows, teams in zip((one, two), seats.seats, strict=True):
        for bot, team in enumerate(teams):
            if team:
                found = points(rows, team)
                if found is None:
                    return Outcome(number, cell, 0.0, 0.0, counts=False)
                totals[bot] += found
    return Outcome(number, cell, totals[0], totals[1])


class CellReport(Struct, frozen=True, kw_only=True):
    """One cell, or, without a name, all of them. Rates are of games won; a draw is not among them.

    ``margins`` counts pairs by the points of the first bot less those of the second. ``gain`` is their mean per game
    that each bot played, with its 95 % interval: by how much more of the points the first bot took.
    """

    mission: str
    seat: str
    opponent: str
    pairs: int
    a: Rate
    b: Rate
    a_points: float
    b_points: float
    margins: dict[float, int]
    gain: tuple[float, float, float]
    difference: Estimate


class Comparison(Struct, frozen=True, kw_only=True):
    """What a comparison came to; ``docs/comparing.md`` explains every field."""

    a: str
    b: str
    verdict: Verdict
    bounds: Bounds
    llr: float
    lower: float
    upper: float
    pairs: int
    most: int
    stopped: bool
    total: CellReport
    cells: tuple[CellReport, ...]
    void: dict[str, int]
    dropped: int
    alike: int


class Running:
    """A comparison under way: games come in any order, pairs are weighed in theirs."""

    def __init__(self, cells: Sequence[Cell], bounds: Bounds, most: int) -> None:
        self.cells = tuple(cells)
        self.trial = Trial(bounds=bounds)
        self.most = most
        self.pairs: list[Outcome] = []
        self.void: dict[str, int] = {}
        self.alike = 0
        self.errors: list[str] = []
        self._waiting: dict[tuple[int, int], Rows] = {}
        self._wins: dict[int, list[int]] = {number: [0, 0, 0, 0] for number in range(len(cells))}

    @property
    def batches(self) -> tuple[Batch, ...]:
        """Every batch, two for each cell."""
        return tuple(batch for cell in self.cells for batch in (cell.one, cell.two))

    @property
    def over(self) -> bool:
        """Whether nothing more is to be played."""
        return self.trial.verdict is not Verdict.UNDECIDED or len(self.pairs) >= self.most

    def add(self, batch: int, rows: Rows) -> None:
        """Take a game in, and weigh every pair whose turn has come."""
        self._waiting[batch, rows[0].game] = rows
        while not self.over:
            number = len(self.pairs)
            index, cell = divmod(number, len(self.cells))
            keys = (2 * cell, index), (2 * cell + 1, index)
            if not all(key in self._waiting for key in keys):
                return
            self._weigh(number, cell, *(self._waiting.pop(key) for key in keys))

    def _weigh(self, number: int, cell: int, one: Rows, two: Rows) -> None:
        pair = outcome_of(number, cell, self.cells[cell], one, two)
        self.pairs.append(pair)
        self.alike += one[0].digest == two[0].digest
        for rows in (one, two):
            if spoilt(rows):
                guilty = fault_of(rows)
                self.void[guilty] = self.void.get(guilty, 0) + 1
                self.errors.append(f"seed {rows[0].seed}: {rows[0].reason}, {guilty}: {rows[0].error}")
        if not pair.counts:
            return
        counted = self._wins[cell]
        for rows, teams in zip((one, two), self.cells[cell].seats, strict=True):
            for bot, team in enumerate(teams):
                if team:
                    counted[2 * bot] += points(rows, team) == 1.0
                    counted[2 * bot + 1] += 1
        self.trial.add(pair.margin)

    def report(self, a: str, b: str, *, stopped: bool = False) -> Comparison:
        """What is known by now."""
        counted = [pair for pair in self.pairs if pair.counts]
        bounds = self.trial.bounds
        return Comparison(
            a=a,
            b=b,
            verdict=self.trial.verdict,
            bounds=bounds,
            llr=self.trial.llr,
            lower=bounds.lower,
            upper=bounds.upper,
            pairs=len(counted),
            most=self.most,
            stopped=stopped,
            total=self._report(range(len(self.cells))),
            cells=tuple(self._report([number]) for number in range(len(self.cells))),
            void=dict(sorted(self.void.items())),
            dropped=len(self.pairs) - len(counted),
            alike=self.alike,
        )

    def _report(self, numbers: Sequence[int]) -> CellReport:
        pairs = [pair for pair in self.pairs if pair.counts and pair.cell in numbers]
        one = self.cells[numbers[0]] if len(numbers) == 1 else None
        margins: dict[float, int] = {}
        for pair in pairs:
            margins[pair.margin] = margins.get(pair.margin, 0) + 1
        wins = [sum(self._wins[number][column] for number in numbers) for column in range(4)]
        return CellReport(
            mission=one.mission if one else "",
            seat=one.seat if one else "",
            opponent=one.opponent if one else "",
            pairs=len(pairs),
            a=wilson(wins[0], wins[1]),
            b=wilson(wins[2], wins[3]),
            a_points=sum(pair.a for pair in pairs),
            b_points=sum(pair.b for pair in pairs),
            margins=dict(sorted(margins.items())),
            gain=paired_gain([pair.margin / (2 if self.cells[pair.cell].direct else 1) for pair in pairs]),
            difference=estimate(margins),
        )


def paired_gain(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean of differences that lie from -1 to 1, with a 95 % interval that stays sound for few pairs.

    After Agresti and Min, the interval is that of the pairs and two more, half of which differ by 1 either way.

    >>> tuple(round(value, 3) for value in paired_gain([1.0, 1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0]))
    (0.125, -0.287, 0.487)
    """
    count = len(values) + 2
    middle = sum(values) / count
    spread = (sum(value * value for value in values) + 1) / count - middle * middle
    half = Z_95 * sqrt(spread / count)
    mean = fmean(values) if values else 0.0
    return mean, max(-1.0, middle - half), min(1.0, middle + half)
