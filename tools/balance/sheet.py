"""The sheet as a page: four tables, each with the games it stands on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Final, NamedTuple

from game.api import Game, Scenario
from game.sim.summary import Rate, Summary
from tools.balance.playing import first_rate
from tools.balance.variants import BASE, DICE_OF_LEVEL, LEVELS, MIRRORS, by_level, dice_of, has_hive

HEAD: Final = """# Balance

How often the marines win the shipped missions, and what moves that. Unless a table says otherwise, the default bots
play both sides (`marines:line` against `hive:cunning`); intervals are 95 % Wilson intervals of the games played. A draw
counts for nobody. Between marines (no swarm dice) the share is that of the side named first in the games that either
won. All of it, the pictures too, is made by

```
{command}
```
"""
MISSIONS: Final = """
## Missions

![Win rates of the missions](images/balance-missions.svg)

| Mission | Swarm dice | Games | Marines win | Interval | Rounds (mean) | Decisions | Ends |
|---|---|---|---|---|---|---|---|
"""
DICE: Final = """
## Swarm dice

Each mission with another number of swarm dice than its own (which is in bold and comes from the table above); at least
{games} games each.

![Win rates by swarm dice](images/balance-dice.svg)

"""
BOTS: Final = """
## Bots

Each mission between weaker bots; at least {games} games each. Between marines the first bot plays the side named first.

"""
SWITCHES: Final = """
## Rule switches

What a reading of the rules is worth: by how many points the marines' win rate changes when one switch of `[rules]` is
set otherwise in a mission, with a 95 % interval of the difference (Newcombe's, of the two Wilson intervals); at least
{games} games each against those of the first table. A change that the interval tells from none is in bold; where the
mission has that setting itself, or no hive to which it applies, stands a dash.

"""


class Found(NamedTuple):
    """What a mission's batches came to, by the names of the variants."""

    game: Game
    summaries: Mapping[str, Summary]

    @property
    def scenario(self) -> Scenario:
        """The mission as it ships."""
        return self.game.scenario

    def rate(self, name: str = BASE) -> Rate:
        """How often the marines won."""
        return first_rate(self.scenario, self.summaries[name])


def sheet(found: Mapping[str, Found], command: str, games: Mapping[str, int]) -> str:
    """The whole page; ``games`` has the number of games of each kind of batch."""
    parts = [HEAD.format(command=command), MISSIONS, *(mission_row(name, one) for name, one in found.items())]
    if games["dice"]:
        parts += [DICE.format(games=games["dice"]), dice_table(found)]
    if games["bots"]:
        parts += [BOTS.format(games=games["bots"]), bots_tables(found)]
    if games["switches"]:
        parts += [SWITCHES.format(games=games["switches"]), switch_table(found)]
    return "".join(parts)


def mission_row(name: str, found: Found) -> str:
    """A mission's line of the first table."""
    rate, summary = found.rate(), found.summaries[BASE]
    ends = ", ".join(f"{reason} {count}" for reason, count in sorted(summary.reasons.items()))
    return _line(
        name,
        str(dice_of(found.scenario) or "none"),
        str(summary.games),
        f"{rate.share:.1%}",
        span(rate),
        f"{summary.rounds_mean:.1f}",
        f"{summary.decisions_mean:.0f}",
        ends,
    )


def dice_table(found: Mapping[str, Found]) -> str:
    """Win rates by number of swarm dice."""
    lines = _head("Mission", *(f"{dice} dice" if dice > 1 else "1 die" for dice in DICE_OF_LEVEL))
    for name, one in found.items():
        if has_hive(one.scenario):
            own = dice_of(one.scenario)
            cells = (
                f"**{short(one.rate())}**" if dice == own else short(one.rate(f"dice{dice}")) for dice in DICE_OF_LEVEL
            )
            lines += _line(name, *cells)
    return lines


def bots_tables(found: Mapping[str, Found]) -> str:
    """Win rates by who plays, against the hive and between marines."""
    lines = ""
    for hive, pairs in ((True, LEVELS), (False, MIRRORS)):
        rows = {name: one for name, one in found.items() if has_hive(one.scenario) == hive}
        if rows:
            lines += "\n" * bool(lines) + _head(
                "Mission", *(f"`{first}` against `{second}`" for first, second in pairs)
            )
            for name, one in rows.items():
                lines += _line(name, *(short(one.rate(v.name)) for v in by_level(name, one.scenario)))
    return lines


def switch_table(found: Mapping[str, Found]) -> str:
    """What each switch changes, for the missions for which it was measured."""
    measured = {name: one for name, one in found.items() if any("-" in n and _switch(n, one) for n in one.summaries)}
    lines = _head("Switch", "Clause", *measured)
    names = {name: None for one in measured.values() for name in one.summaries if _switch(name, one)}
    for name in sorted(names):
        switch, _, value = name.partition("-")
        clause = next(iter(measured.values())).game.rulebook.switches[switch].clause
        cells = (change(one.rate(), one.rate(name)) if name in one.summaries else "–" for one in measured.values())
        lines += _line(f"`{switch} = {value}`", clause, *cells)
    return lines


def _switch(name: str, found: Found) -> bool:
    return name.partition("-")[0] in found.game.rulebook.switches


def difference(base: Rate, other: Rate) -> tuple[float, float, float]:
    """By how much the other rate is higher, and the ends of the 95 % interval of that (Newcombe's hybrid score).

    >>> from game.sim.summary import wilson
    >>> tuple(round(end, 4) for end in difference(wilson(48, 80), wilson(56, 70)))
    (0.2, 0.0524, 0.3339)
    """
    by = other.share - base.share
    down = sqrt((other.share - other.low) ** 2 + (base.high - base.share) ** 2)
    up = sqrt((other.high - other.share) ** 2 + (base.share - base.low) ** 2)
    return by, by - down, by + up


def change(base: Rate, other: Rate) -> str:
    """A difference in points with its interval, bold when that leaves out zero."""
    by, low, high = difference(base, other)
    text = f"{100 * by:+.0f} ({100 * low:+.0f} to {100 * high:+.0f})"
    return f"**{text}**" if low > 0 or high < 0 else text


def short(rate: Rate) -> str:
    """A rate with its interval, in whole points."""
    return f"{rate.share:.0%} ({100 * rate.low:.0f} to {100 * rate.high:.0f})"


def span(rate: Rate) -> str:
    """The interval of a rate."""
    return f"{rate.low:.1%} to {rate.high:.1%}"


def _head(*names: str) -> str:
    return _line(*names) + "|" + "---|" * len(names) + "\n"


def _line(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |\n"


def outside(found: Mapping[str, Found], least: float, most: float) -> Sequence[str]:
    """Missions whose interval leaves the bounds, and those with spoilt games."""
    return [
        name
        for name, one in found.items()
        if one.rate().low < least or one.rate().high > most or any(s.void for s in one.summaries.values())
    ]
