"""What a tournament came to, as values, as CSV and as a page of Markdown."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from msgspec import Struct

from game.sim.ratings import Advantage, Rating, Skill, rate, skills
from game.sim.sanity import Check, Finding
from game.sim.tournament import Course, Cross, Entry

KINDS = {"human": "marines", "hive": "hive"}
"""What kinds of side are called in tables."""


class Standings(Struct, frozen=True, kw_only=True):
    """A tournament: ratings by seat, what the missions favour, cross tables, checks. ``docs/comparing.md`` explains it.

    ``void`` counts spoilt games by who spoilt them; ``skills`` is empty unless openskill was asked for.
    """

    games: int
    of: int
    stopped: bool
    ratings: tuple[Rating, ...]
    places: tuple[Advantage, ...]
    skills: tuple[Skill, ...]
    crosses: tuple[Cross, ...]
    checks: tuple[Check, ...]
    void: dict[str, int]

    @property
    def failed(self) -> tuple[Check, ...]:
        """Checks that did not hold."""
        return tuple(check for check in self.checks if check.finding is Finding.BAD)


def standings_of(
    course: Course, checks: Sequence[Check], *, of: int, stopped: bool, openskill: bool = False
) -> Standings:
    """Sum a tournament up; ``of`` is how many games it has in all."""
    duels = course.duels()
    ladder = rate(duels)
    return Standings(
        games=course.games,
        of=of,
        stopped=stopped,
        ratings=ladder.ratings,
        places=ladder.places,
        skills=skills(duels) if openskill else (),
        crosses=course.crosses(),
        checks=tuple(checks),
        void=dict(sorted(course.void.items())),
    )


# --- tables ------------------------------------------------------------------------------------------------------

Table = tuple[str, tuple[str, ...], list[tuple[str, ...]]]
"""A title, the names of the columns, and the rows."""


def tables_of(standings: Standings) -> Iterator[Table]:
    """Every table of a tournament, in words."""
    skilled = {(skill.kind, skill.bot): f"{skill.mu:.1f} ± {skill.sigma:.1f}" for skill in standings.skills}
    for kind in dict.fromkeys(rating.kind for rating in standings.ratings):
        rows = [
            (
                rating.bot,
                f"{rating.elo:+.0f}",
                f"{rating.low:+.0f} to {rating.high:+.0f}",
                f"{rating.points:g} of {rating.games}",
                *((skilled.get((kind, rating.bot), ""),) if skilled else ()),
            )
            for rating in standings.ratings
            if rating.kind == kind
        ]
        columns = ("bot", "Elo above random", "95 % interval", "points", *(("openskill",) if skilled else ()))
        yield f"Ratings as {KINDS.get(kind, kind)}", columns, rows
    yield (
        "What the missions give to their first seat",
        ("mission", "Elo", "95 % interval"),
        [(place.place, f"{place.elo:+.0f}", f"{place.low:+.0f} to {place.high:+.0f}") for place in standings.places],
    )
    for cross in standings.crosses:
        yield _cross(cross)
    yield (
        "Checks",
        ("check", "bot", "finding", "seat", "what was seen"),
        [
            (check.name, check.bot, check.finding.value, KINDS.get(check.seat, check.seat), check.said)
            for check in standings.checks
        ],
    )


def _cross(cross: Cross) -> Table:
    entries = {(entry.row, entry.column): entry for entry in cross.entries}
    one, two = (KINDS.get(seat, seat) for seat in cross.seats)
    return (
        f"{cross.mission or 'All missions'}: games won by {one} (rows) against {two} (columns)",
        (f"{one} \\ {two}", *cross.columns),
        [(row, *(_place(entries.get((row, column))) for column in cross.columns)) for row in cross.rows],
    )


def _place(entry: Entry | None) -> str:
    if entry is None:
        return ""
    rate = entry.wins
    drawn = f", {entry.draws} drawn" if entry.draws else ""
    return f"{rate.count} of {rate.of}{drawn}, {rate.share:.0%} ({rate.low:.0%} to {rate.high:.0%})"


def as_csv(standings: Standings) -> str:
    """One line for each pairing on each mission."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for cross in standings.crosses:
        if not cross.mission:
            continue
        for entry in cross.entries:
            rate = entry.wins
            writer.writerow(
                (
                    cross.mission,
                    *cross.seats,
                    entry.row,
                    entry.column,
                    entry.games,
                    rate.count,
                    entry.losses,
                    entry.draws,
                    entry.void,
                    entry.nobody,
                    f"{rate.share:.6f}",
                    f"{rate.low:.6f}",
                    f"{rate.high:.6f}",
                )
            )
    return out.getvalue()


_COLUMNS = (
    "mission",
    "first_seat",
    "second_seat",
    "first",
    "second",
    "games",
    "wins",
    "losses",
    "draws",
    "void",
    "engine_faults",
    "rate",
    "low",
    "high",
)


def as_markdown(standings: Standings, command: str) -> str:
    """The whole result as a page."""
    lines = ["# Tournament", ""]
    done = f"{standings.games} of {standings.of} games" if standings.stopped else f"{standings.games} games"
    lines += [f"{done}, played by", "", f"    {command}", ""]
    for title, columns, rows in tables_of(standings):
        lines += [f"## {title}", "", _line(columns), _line(["---"] * len(columns)), *map(_line, rows), ""]
    if standings.void:
        lines += ["Spoilt games: " + ", ".join(f"{bot} {count}" for bot, count in standings.void.items()) + ".", ""]
    return "\n".join(lines)


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
