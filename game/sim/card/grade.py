"""The card itself: rates with their intervals, the worst case of each kind, and the thresholds it is held against."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from game.sim.card.kinds import KINDS
from game.sim.card.run import Watched
from game.sim.card.skills import OFTEN
from game.sim.card.tally import Case, added
from game.sim.summary import Rate, wilson


class Grade(Struct, frozen=True):
    """One kind on a card. ``game`` is the place of the worst case's game among those watched, -1 without a case."""

    kind: str
    rate: Rate
    worst: Case | None = None
    game: int = -1
    unused: tuple[str, ...] = ()


class Card(Struct, frozen=True):
    """All kinds of one bot over the games watched; ``spoilt`` counts games that did not end by the rules."""

    bot: str
    games: int
    spoilt: int
    grades: tuple[Grade, ...]
    uses: dict[str, tuple[int, int]]


def card_of(bot: str, games: Iterable[Watched]) -> Card:
    """Sum the games up. Which case is the worst does not depend on the order in which they were finished."""
    watched = list(games)
    uses = added(t.uses for game in watched for t in game.tallies)
    grades = tuple(_grade(kind, watched, uses) for kind in KINDS)
    return Card(bot, len(watched), sum(1 for game in watched if game.error), grades, uses)


def _grade(kind: str, watched: list[Watched], uses: Mapping[str, tuple[int, int]]) -> Grade:
    count = chances = 0
    worst: Case | None = None
    place = -1
    unused: tuple[str, ...] = ()
    for number, game in enumerate(watched):
        for tally in game.tallies:
            if tally.kind == kind:
                count, chances = count + tally.count, chances + tally.chances
                if tally.worst is not None and (worst is None or tally.worst.weight > worst.weight):
                    worst, place = tally.worst, number
    if kind == "skills":
        often = {name: chosen for name, (offered, chosen) in uses.items() if offered >= OFTEN}
        unused = tuple(name for name, chosen in often.items() if not chosen)
        count, chances = len(unused), len(often)
        worst, place = _first_unused(unused, watched)
    return Grade(kind, wilson(count, chances), worst, place, unused)


def _first_unused(unused: tuple[str, ...], watched: list[Watched]) -> tuple[Case | None, int]:
    """A place where a skill that was never used was on offer."""
    for number, game in enumerate(watched):
        for tally in game.tallies:
            if tally.kind == "skills":
                for case in tally.cases:
                    if case.what in unused:
                        return case, number
    return None, -1


def over(card: Card, limits: Mapping[str, float]) -> list[tuple[Grade, float]]:
    """The kinds whose rate is surely above its limit: the lower end of its interval is."""
    return [
        (grade, limits[grade.kind])
        for grade in card.grades
        if grade.kind in limits and grade.rate.low > limits[grade.kind]
    ]
