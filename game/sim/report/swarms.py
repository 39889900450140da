"""What a hive's swarm dice were spent on, and what went with it.

All of it is association, not cause: a hive buys what fits the moment.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from game.api import hive_dice
from game.sim.report.courses import tracked
from game.sim.report.figures import Case, Estimate, compared, mean_of, rounded, within
from game.sim.report.gather import MatchUp
from game.sim.results import Row
from game.sim.summary import Rate, wilson
from game.sim.tracks import SwarmPhase

NOTHING = "nothing"
"""The name of a phase in which the dice bought nothing."""


class Worth(Struct, frozen=True):
    """An effect of the swarm dice (or a whole plan), and what went with it.

    ``phases`` in which it was bought, ``bought`` how often (one phase may buy it several times), ``dice`` spent on it.
    ``felled``: enemies put out of action from such a phase to the next. ``more``: the same beyond phases of the same
    round without it. ``lost``: the hive's own losses in that time. ``winning``: how much more often the hive came to
    win after such phases than after phases of the same round without it, so that longer games do not count for more.
    """

    name: str
    phases: Rate
    bought: int
    dice: int
    games: Rate
    felled: Estimate
    more: Estimate
    lost: Estimate
    winning: Estimate


class SwarmUse(Struct, frozen=True):
    """The swarm dice of a side over all games."""

    side: str
    phases: int
    dice: int
    idle: int
    felled: Estimate
    effects: tuple[Worth, ...]
    plans: tuple[Worth, ...]


_Entry = tuple[int, SwarmPhase]
"""A phase, with the number of its game."""


def swarms_of(match: MatchUp, side: str) -> SwarmUse | None:
    """What a side's swarm dice were spent on; None for a side that never rolled any."""
    found = tracked(match.rows(side))
    entries = [(number, phase) for number, (_, tracks) in enumerate(found) for phase in tracks.swarm]
    if not entries:
        return None
    rows = [row for row, _ in found]
    names = sorted({name for _, phase in entries for name in phase.plan}, key=_place)
    plans = sorted({phase.plan for _, phase in entries}, key=lambda plan: [_place(name) for name in plan])
    effects = [_worth(name, _with(name), name.__eq__, entries, rows) for name in names]
    whole = [_worth(" + ".join(plan) or NOTHING, plan.__eq__, lambda _name: True, entries, rows) for plan in plans]
    return SwarmUse(
        side,
        len(entries),
        sum(hive_dice_used(phase.plan) + phase.idle for _, phase in entries),
        sum(phase.idle for _, phase in entries),
        mean_of([phase.felled for _, phase in entries]),
        tuple(effects),
        tuple(sorted(whole, key=lambda worth: (-worth.phases.count, worth.name))),
    )


def hive_dice_used(plan: Sequence[str]) -> int:
    """Dice that a plan spends; what another rule system sells is taken to cost one."""
    return sum(hive_dice.ITEMS[name].dice if name in hive_dice.ITEMS else 1 for name in plan)


def _place(name: str) -> tuple[int, str]:
    return hive_dice.RANK.get(name, len(hive_dice.RANK)), name


def _with(name: str) -> Callable[[tuple[str, ...]], bool]:
    return lambda plan: name in plan


def _worth(
    name: str,
    chosen: Callable[[tuple[str, ...]], bool],
    counted: Callable[[str], bool],
    entries: Sequence[_Entry],
    rows: Sequence[Row],
) -> Worth:
    used = [(number, phase) for number, phase in entries if chosen(phase.plan)]
    bought = [item for _, phase in used for item in phase.plan if counted(item)]
    games = {number for number, _ in used}
    met = [(number, phase.round, chosen(phase.plan), phase.felled) for number, phase in entries]
    return Worth(
        name,
        wilson(len(used), len(entries)),
        len(bought),
        hive_dice_used(bought),
        wilson(len(games), len(rows)),
        mean_of([phase.felled for _, phase in used]),
        compared([Case(*entry) for entry in met]),
        mean_of([phase.lost for _, phase in used]),
        within(compared([Case(*entry[:3], float(rows[entry[0]].result == "win")) for entry in met]), 1.0),
    )


def by_dice(worths: Sequence[Worth]) -> list[Worth]:
    """Effects in the order of what was spent on them, most first."""
    return sorted(worths, key=lambda worth: (-worth.dice, -worth.phases.count, worth.name))


def dice_share(worth: Worth, use: SwarmUse) -> float:
    """The share of all dice of a side that went into an effect."""
    return rounded(worth.dice / use.dice) if use.dice else 0.0
