"""Whether a tournament means anything: what must hold of every bot, whatever the table says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final

import msgspec
from msgspec import Struct

from game.sim.batch import run
from game.sim.summary import wilson
from game.sim.tournament import YARDSTICKS, Course

_EVEN: Final = 0.5


class Finding(StrEnum):
    """What a check came to."""

    GOOD = "good"
    BAD = "bad"
    OPEN = "open"
    """Too few games to say."""


class Check(Struct, frozen=True, kw_only=True):
    """One check of one bot: ``beats`` a yardstick, ``sound`` (it spoils no game), ``repeats`` (same seed, same game),
    or ``mirror`` (a bot against itself: what the seats of the mission are worth).
    """

    name: str
    bot: str
    seat: str
    finding: Finding
    said: str


def checks_of(course: Course, repeated: Sequence[Check]) -> tuple[Check, ...]:
    """Every check of a tournament that was played. ``repeated`` are those of `repeats`."""
    return (*_beats(course), *_sound(course), *_mirrors(course), *repeated)


def _players(course: Course) -> list[tuple[str, str]]:
    """Bots with the kinds of seat that they were met in, without the yardsticks."""
    seats = [
        (bot, kind)
        for fixture in course.fixtures
        for bot, kind in zip((fixture.first, fixture.second), fixture.kinds, strict=True)
        if bot not in YARDSTICKS
    ]
    return list(dict.fromkeys(seats))


def _beats(course: Course) -> Iterator[Check]:
    for bot, kind in _players(course):
        for other in YARDSTICKS:
            tally = course.against(bot, kind, other)
            if not tally.games:
                continue
            decided = wilson(tally.wins, tally.wins + tally.losses)
            share = (tally.wins + tally.draws / 2) / tally.games
            if share <= _EVEN:
                finding, verb = Finding.BAD, "does not beat"
            elif decided.low > _EVEN:
                finding, verb = Finding.GOOD, "beats"
            else:
                finding, verb = Finding.OPEN, "may beat"
            said = f"{verb} {other}: won {tally.wins}, lost {tally.losses}, drew {tally.draws}"
            yield Check(name=f"beats {other}", bot=bot, seat=kind, finding=finding, said=said)


def _sound(course: Course) -> Iterator[Check]:
    for bot in dict.fromkeys(bot for bot, _ in _players(course)):
        count = course.void.get(bot, 0)
        yield Check(
            name="sound",
            bot=bot,
            seat="",
            finding=Finding.BAD if count else Finding.GOOD,
            said=f"spoilt {count} games",
        )


def _mirrors(course: Course) -> Iterator[Check]:
    for fixture, tally in zip(course.fixtures, course.tallies, strict=True):
        if fixture.mirror and tally.games:
            rate = wilson(tally.wins, tally.games)
            said = (
                f"{fixture.mission}: {fixture.teams[0]} won {tally.wins}, {fixture.teams[1]} won {tally.losses}, "
                f"{tally.draws} drawn ({rate.share:.0%}, {rate.low:.0%} to {rate.high:.0%})"
            )
            yield Check(name="mirror", bot=fixture.first, seat=fixture.mission, finding=Finding.GOOD, said=said)


def repeats(course: Course, *, isolated: bool = False) -> Iterator[Check]:
    """Play a game of every bot on each mission again: the same seed must give the same game.

    It is the first one against a yardstick, so that no other bot can be the cause. ``isolated`` games are played in a
    process that a bot may take down.
    """
    for (bot, mission), number in _samples(course).items():
        before = course.digests.get((number, 0))
        if before is None:
            continue
        batch = msgspec.structs.replace(course.fixtures[number].batch, games=1)
        again = next(iter(run(batch, isolated=isolated)))[0].digest
        same = again == before
        yield Check(
            name="repeats",
            bot=bot,
            seat=mission,
            finding=Finding.GOOD if same else Finding.BAD,
            said=f"{mission}: the same seed gave {'the same game' if same else 'another game'}",
        )


def _samples(course: Course) -> dict[tuple[str, str], int]:
    """For each bot and mission a fixture with a yardstick."""
    found: dict[tuple[str, str], int] = {}
    for number, fixture in enumerate(course.fixtures):
        for bot, other in ((fixture.first, fixture.second), (fixture.second, fixture.first)):
            if bot not in YARDSTICKS and other in YARDSTICKS:
                found.setdefault((bot, fixture.mission), number)
    return found
