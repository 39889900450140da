"""Where the watched bot sits: with every team whose sides it can all play, game after game in turn."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from game.api import DataError, Scenario, Side

Seating = tuple[tuple[tuple[Side, str], ...], tuple[Side, ...]]
"""The specs of all sides, and the sides that the watched bot has."""


def seatings(
    scenario: Scenario, bot: str, kinds: Collection[str], opponents: Mapping[str, str], *, place: str = "--on"
) -> tuple[Seating, ...]:
    """Every way to seat the bot, who plays sides of these ``kinds``, and ``opponents`` by kind at all others.

    Raises DataError if there is none.
    """
    found = []
    for team in dict.fromkeys(side.team for side in scenario.sides):
        own = [side for side in scenario.sides if side.team == team]
        if all(side.kind in kinds for side in own):
            bots = tuple((s.id, bot if s.team == team else opponents[s.kind]) for s in scenario.sides)
            found.append((bots, tuple(side.id for side in own)))
    if not found:
        raise DataError(f"expected a mission with a side that {bot} can play, found {scenario.id}", place=place)
    return tuple(found)
