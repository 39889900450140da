"""What each side lost in each round: the dead, and those out of action when the match ended. No pygame here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from game.api import NO_CELL, Event, State, queries
from game.text.phrases import tag_of


@dataclass(frozen=True, slots=True)
class Losses:
    """Counts by round; number 0 is what was before the first."""

    dead: list[int]
    down: list[int]


def losses(state: State, told: Iterable[Sequence[Event]], sides: Iterable[str]) -> dict[str, Losses]:
    """The losses of each side. ``told``: the events of each entry of the log, which say when somebody fell."""
    rounds = max(1, state.round)
    found = {side: Losses([0] * (rounds + 1), [0] * (rounds + 1)) for side in sides}
    for gone in state.gone.values():
        if gone.reason != "safe" and gone.unit.side in found:
            found[gone.unit.side].dead[min(gone.round, rounds)] += 1
    fell: dict[tuple[int, str], int] = {}
    now = 0
    for events in told:
        for event in events:
            what: Any = event
            if tag_of(event) == "round_began":
                now = what.round
            elif tag_of(event) == "state_gained":
                fell[what.unit, what.state] = now
    for unit in state.units.values():
        if unit.cell != NO_CELL and queries.is_null(unit) and unit.side in found:
            # Of its states one or more keep it out of action; the last of these came when it fell.
            why = [name for name in unit.states if queries.is_null(replace(unit, states=(name,)))]
            when = max(fell.get((unit.id, name), 0) for name in why)
            found[unit.side].down[min(when, rounds)] += 1
    return found
