"""How lucky each side's dice were: successes seen beside those that the numbers to roll promised. No pygame here."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from game.api import DiceRolled, Event
from game.text.phrases import tag_of

GROUPS: Final = {"bs": "attack", "cc": "attack", "dodge": "dodge", "save": "save"}
"""What is counted, by the purpose of the roll."""


@dataclass(slots=True)
class Luck:
    """Dice of one side for one thing: ``promised`` is in faces, so that divided by a die's sides it is successes."""

    dice: int = 0
    seen: int = 0
    promised: int = 0
    sides: int = 1
    wobble: int = 0
    """The variance of the successes, in faces squared."""

    @property
    def variance(self) -> float:
        """How far the successes stray from what is expected, squared."""
        return self.wobble / self.sides**2

    @property
    def expected(self) -> float:
        """The successes that were to be expected."""
        return self.promised / self.sides


@dataclass(slots=True)
class Ledger:
    """One side's dice, by what they were rolled for."""

    of: dict[str, Luck] = field(default_factory=dict)

    @property
    def gain(self) -> float:
        """Successes beyond what was to be expected; below 0 for bad luck."""
        return sum(luck.seen - luck.expected for luck in self.of.values())

    @property
    def variance(self) -> float:
        """The variance of that."""
        return sum(luck.variance for luck in self.of.values())


def edge(found: Mapping[str, Ledger], friends: Collection[str]) -> float:
    """How much luckier the dice of ``friends`` were than those of the others, in standard deviations.

    Two games of three lie between -1 and 1. It says how dice fell, not how much each of them mattered.
    """
    gain = sum(ledger.gain if side in friends else -ledger.gain for side, ledger in found.items())
    variance = sum(ledger.variance for ledger in found.values())
    return gain / math.sqrt(variance) if variance else 0.0


def ledgers(told: Iterable[Sequence[Event]], side_of: Callable[[int], str]) -> dict[str, Ledger]:
    """The dice of each side; ``told``: the events of each entry of a log. Rolls of what has no side are left out.

    A die succeeds at its number or below it; how a save came out is told by the event that follows.
    """
    found: dict[str, Ledger] = {}
    for events in told:
        for place, event in enumerate(events):
            if not isinstance(event, DiceRolled) or event.purpose not in GROUPS or not side_of(event.unit):
                continue
            group = GROUPS[event.purpose]
            number = min(max(event.target, 0), event.sides)
            luck = found.setdefault(side_of(event.unit), Ledger()).of.setdefault(group, Luck(sides=event.sides))
            count = len(event.faces)
            luck.dice += count
            luck.wobble += count * number * (event.sides - number)
            if group == "save":
                made: list[Any] = [
                    after for after in events[place + 1 : place + 1 + count] if tag_of(after) == "save_made"
                ]
                luck.seen += sum(after.saved for after in made)
                # The number is damage less protection, which is what fails; an attribute rolled instead is what holds.
                fails = any(after.damage - after.protection == event.target for after in made)
                luck.promised += count * (event.sides - number if fails else number)
            else:
                luck.seen += sum(face <= number for face in event.faces)
                luck.promised += count * number
    return found
