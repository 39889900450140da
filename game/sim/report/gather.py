"""Which games a report is on: rows of several files, sorted into match-ups of the same mission and bots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from shlex import quote

from msgspec import Struct

from game.api import DataError
from game.sim.results import Row, Rows

VOID = "void"
"""The result of a game that the rules did not end; it counts for nothing but the list of spoilt games."""


class MatchUp(Struct, frozen=True, kw_only=True):
    """Games of one mission between the same bots. ``games`` ended by the rules, ``spoilt`` did not.

    ``again`` are the commands that play all of them once more; ``torn`` counts games of which a side's row is missing.
    """

    scenario: str
    rules: str
    seats: tuple[tuple[str, str], ...]
    teams: dict[str, str]
    games: tuple[Rows, ...]
    spoilt: tuple[Rows, ...]
    again: tuple[str, ...]
    torn: int = 0

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, in the scenario's order."""
        return tuple(side for side, _ in self.seats)

    def rows(self, side: str) -> list[Row]:
        """The rows of a side, of the games that ended by the rules."""
        place = self.sides.index(side)
        return [rows[place] for rows in self.games]


def gather(files: Iterable[tuple[str, Sequence[Row]]]) -> tuple[MatchUp, ...]:
    """The match-ups of some files, in the order in which they are met; the games of each by their seeds.

    Raises:
        DataError: nothing was played, or a game is there twice.
    """
    met = [(file, rows) for file, found in files for rows in _games(found)]
    widest: dict[str, int] = {}
    for _, rows in met:
        widest[rows[0].scenario] = max(widest.get(rows[0].scenario, 0), len(rows))
    groups: dict[tuple[str, str, tuple[tuple[str, str], ...]], dict[str, Rows]] = {}
    halves: list[Rows] = []
    for file, rows in met:
        first = rows[0]
        if len(rows) < widest[first.scenario]:
            halves.append(rows)
            continue
        seats = tuple((row.side, row.bot) for row in rows)
        group = groups.setdefault((first.scenario, first.rules, seats), {})
        if first.seed in group:
            raise DataError(
                "expected each game once, found it twice", file=file, place=f"game {first.game}, seed {first.seed}"
            )
        group[first.seed] = rows
    if not groups:
        raise DataError("expected at least one whole game, found none", file=met[0][0] if met else "results")
    return tuple(_match_up(key, games, halves) for key, games in groups.items())


def _games(rows: Sequence[Row]) -> list[Rows]:
    """The rows of each game, which stand together."""
    games: list[list[Row]] = []
    for row in rows:
        last = games[-1] if games else ()
        same = [
            known for known in last if (known.seed, known.scenario, known.game) == (row.seed, row.scenario, row.game)
        ]
        if same and all(known.side != row.side for known in same):
            games[-1].append(row)
        else:
            games.append([row])
    return [tuple(found) for found in games]


def _match_up(
    key: tuple[str, str, tuple[tuple[str, str], ...]], games: dict[str, Rows], halves: Sequence[Rows]
) -> MatchUp:
    scenario, rules, seats = key
    ordered = sorted(games.values(), key=lambda rows: (_batch_seed(rows[0]), rows[0].game, rows[0].seed))
    bots = dict(seats)
    return MatchUp(
        scenario=scenario,
        rules=rules,
        seats=seats,
        teams={row.side: row.team for row in ordered[0]},
        games=tuple(rows for rows in ordered if rows[0].result != VOID),
        spoilt=tuple(rows for rows in ordered if rows[0].result == VOID),
        again=_again(scenario, rules, seats, ordered),
        torn=sum(
            1 for rows in halves if rows[0].scenario == scenario and all(bots.get(row.side) == row.bot for row in rows)
        ),
    )


def _batch_seed(row: Row) -> str:
    """The seed of the batch that a game was played in: what stands before its own number."""
    _, _, seed = row.seed.partition(":")
    before, slash, number = seed.rpartition("/")
    return before if slash and number == str(row.game) else seed


def _again(scenario: str, rules: str, seats: tuple[tuple[str, str], ...], games: Sequence[Rows]) -> tuple[str, ...]:
    """The commands that play these games again, one for each seed of a batch."""
    batches: dict[str, list[Row]] = {}
    for rows in games:
        batches.setdefault(_batch_seed(rows[0]), []).append(rows[0])
    who = " ".join(f"--seat {quote(f'{side}={bot}')}" for side, bot in seats)
    modules = "".join(f" --module {quote(name)}" for name in rules.split("+")[1:])
    return tuple(
        f"broodfall sim {quote(scenario)} -n {max(row.game for row in rows) + 1} {who}{modules} --seed {quote(seed)}"
        + (" --timing" if any(row.thinking is not None for row in rows) else "")
        for seed, rows in batches.items()
    )
