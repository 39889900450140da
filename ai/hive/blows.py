"""The attack after the move, and what a xeno does when troopers act against it: by the rules' own exact odds."""

from __future__ import annotations

from collections.abc import Sequence

from ai.hive.choice import Choice
from ai.hive.fire import Fire
from ai.hive.front import Front
from ai.hive.muster import Muster
from ai.hive.settings import DOOR_BLOW, FALLEN_SHARE
from game.api import Action, Pass, Task, Unit, View, actions, combat, queries

TERMS = ("harm", "lost")
NEVER = -1000.0
"""The worth of not answering at all: anything is better."""
MOST_FORECASTS = 12
"""So many attacks are worked out at most; the first listed are the likeliest."""


def attacks(view: View, task: Task, options: Sequence[Action], front: Front, muster: Muster) -> list[Choice]:
    """Blows, shots and doors by what they take, less what the answers declared so far cost."""
    found = [Choice(0.0, Pass())]
    for option in list(options)[:MOST_FORECASTS]:
        if isinstance(option, actions.Fight | actions.Shoot):
            if option.door >= 0:
                found.append(Choice(DOOR_BLOW, option, ("door",), (DOOR_BLOW,)))
            else:
                found.append(_weighed(view, task, option, front, muster))
    if len(found) == 1:
        found.append(Choice(0.1, options[0]))
    return found


def _weighed(view: View, task: Task, option: Action, front: Front, muster: Muster) -> Choice:
    odds = combat.forecast(view.ctx, task, option)
    if odds is None:
        return Choice(0.05, option)
    harm = 0.0
    for line in odds.lines:
        unit = view.state.units.get(line.target)
        if unit is None:
            continue
        if unit.side == view.side:
            harm -= muster.value(unit) * float(line.harm.expected) / max(1, queries.profile_of(view.ctx, unit).w)
            continue
        foe = front.by_id.get(unit.id)
        worth = foe.worth if foe is not None else FALLEN_SHARE * max(8, queries.kind_of(view.ctx, unit).cost)
        left = max(1, queries.profile_of(view.ctx, unit).w - unit.wounds)
        harm += worth * (0.6 * float(line.harm.out) + 0.4 * min(1.0, float(line.harm.expected) / left))
        harm += worth * 0.2 * sum(float(chance) for _, chance in line.states)
    unit = view.state.units[odds.unit]
    lost = -muster.value(unit) * float(odds.suffered.out)
    # A blow is struck whether or not the answer falls worse: standing there costs the same without one.
    terms = (harm + 0.05, lost * 0.25 if isinstance(option, actions.Fight) else lost * 0.5)
    return Choice(sum(terms), option, TERMS, terms)


def reactions(view: View, task: Task, options: Sequence[Action], front: Front, muster: Muster) -> list[Choice]:
    """Strike back or dodge: harm done against harm taken (HM: hive reactions, OR-5)."""
    found: list[Choice] = []
    for option in options:
        if isinstance(option, Pass):
            found.append(Choice(NEVER, option))
            continue
        odds = combat.forecast(view.ctx, task, option)
        if odds is None:
            found.append(Choice(NEVER / 2, option))
            continue
        unit = view.state.units[odds.unit]
        harm = 0.0
        for line in odds.lines:
            foe = front.by_id.get(line.target)
            if foe is not None:
                left = max(1, foe.profile.w - foe.unit.wounds)
                harm += foe.worth * (0.6 * float(line.harm.out) + 0.4 * min(1.0, float(line.harm.expected) / left))
        lost = -muster.value(unit) * float(odds.suffered.out)
        terms = (harm, lost)
        found.append(Choice(sum(terms), option, TERMS, terms))
    return found


def dodge_steps(
    view: View, unit: Unit, options: Sequence[Action], front: Front, fire: Fire, muster: Muster
) -> list[Choice]:
    """After a Dodge: out of sight, then nearer to the troopers."""
    profile = queries.profile_of(view.ctx, unit)
    share = fire.share(view.ctx, muster.ranks.crowd)
    pull = front.pull(unit.size, profile.type)
    found: list[Choice] = []
    for option in options:
        cell = option.path[-1] if isinstance(option, actions.Step) and option.path else unit.cell
        exposed = fire.standing(view.ctx, unit, profile, cell, share, melee=False)
        terms = (-muster.value(unit) * exposed, -0.04 * muster.cost(unit) * pull[cell] / max(1, profile.mov[0]))
        found.append(Choice(sum(terms), option, ("exposed", "approach"), terms))
    return found
