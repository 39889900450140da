"""The goals of MS-2 as data: which kinds there are, when they count, and whether they are met."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from game.core.scenario import Objective
from game.core.state import NO_CELL, Unit
from game.core.tx import Ctx
from game.core.types import Side
from game.rules.skirmish import names
from game.rules.skirmish.queries import are_foes, is_fit, is_null, profile_of

if TYPE_CHECKING:
    from game.rules.skirmish.missions import Tally

AT_ONCE: dict[str, bool] = {
    "eliminate": True,
    "exit": True,
    "console": True,
    "carry": True,
    "nests": True,
    "overrun": True,
    "hold": False,
    "survive": False,
    "keep": False,
    "all": True,
    "any": True,
}
"""Kinds of goals, and whether they end the game when met at a check (MS-2)."""

LASTING = frozenset({"survive", "hold"})
"""Open goals of these kinds stop the no-progress rule (MS-5)."""

OVERRUN = Objective("overrun", at_once=True)
"""The hive's goal when the scenario names none: no conscious trooper on the board and none to come."""

Test = Callable[[Ctx, "Tally", Side, Objective, bool], bool]
"""Is a goal met as things stand? The last argument is for its parts: ``final``, as ``is_met`` takes it."""


def side_objective(ctx: Ctx, side: Side) -> Objective | None:
    """The goal of a side: the scenario's, or the hive's default (MS-2)."""
    for setup in ctx.game.scenario.sides:
        if setup.id == side:
            return setup.objective or (OVERRUN if setup.kind == "hive" else None)
    return None


def _matches(ctx: Ctx, unit: Unit, target: str) -> bool:
    return target in ("", "all", unit.kind, profile_of(ctx, unit).type)


def _eliminate(ctx: Ctx, _memory: Tally, side: Side, goal: Objective, _final: bool) -> bool:
    """Every enemy (of the named kind) is out of action; one who left by the exit, or is still to come, is not."""
    side_teams = ctx.game.teams
    own, met = side_teams[side], False
    for unit in ctx.state.units.values():
        if side_teams[unit.side] != own and _matches(ctx, unit, goal.target):
            if not is_null(unit):
                return False  # the answer at almost every check
            met = True
    gone = [
        g
        for g in ctx.state.gone.values()
        if side_teams[g.unit.side] != own and _matches(ctx, g.unit, goal.target) and g.reason != "no_room"
    ]
    return bool(met or gone) and not any(g.reason == "safe" for g in gone)


def _overrun(ctx: Ctx, memory: Tally, side: Side, _goal: Objective, _final: bool) -> bool:
    """No conscious enemy on the board, none still to arrive, and no enemy team has met its objective."""
    side_teams = ctx.game.teams
    own = side_teams[side]
    if any(side_teams[unit.side] != own and _lasts(unit) for unit in ctx.state.units.values()):
        return False
    return not any(team_met(ctx, memory, team, final=True) for team in teams(ctx) if team != own)


def _lasts(unit: Unit) -> bool:
    """Conscious, and on the board or still to arrive."""
    return not is_null(unit) and (unit.cell != NO_CELL or names.WAITING in unit.states)


def _nests(ctx: Ctx, memory: Tally, _side: Side, _goal: Objective, _final: bool) -> bool:
    if any(marker.kind == names.NEST for marker in ctx.state.markers.values()):
        return False
    return any(deed == "destroyed" and name == names.NEST for _, deed, name in memory.deeds)


def _exit(ctx: Ctx, _memory: Tally, side: Side, goal: Objective, _final: bool) -> bool:
    return safe_count(ctx, side) >= goal.n


def safe_count(ctx: Ctx, side: Side) -> int:
    """How many of a side's troopers left by the exit."""
    return sum(1 for gone in ctx.state.gone.values() if gone.unit.side == side and gone.reason == "safe")


def _hold(_ctx: Ctx, memory: Tally, side: Side, goal: Objective, _final: bool) -> bool:
    return any(s == side and zone == goal.zone and rounds >= goal.n for s, zone, rounds in memory.held)


def _console(_ctx: Ctx, memory: Tally, side: Side, goal: Objective, _final: bool) -> bool:
    used = {name for s, deed, name in memory.deeds if s == side and deed == "used" and goal.target in ("", name)}
    return len(used) >= goal.n


def _carry(_ctx: Ctx, memory: Tally, side: Side, goal: Objective, _final: bool) -> bool:
    out = [name for s, deed, name in memory.deeds if s == side and deed == "carried" and goal.target in ("", name)]
    return len(out) >= goal.n


def _survive(ctx: Ctx, memory: Tally, side: Side, goal: Objective, _final: bool) -> bool:
    """So many rounds are over, and somebody is still up or still to arrive."""
    return memory.rounds >= goal.n and any(unit.side == side and _lasts(unit) for unit in ctx.state.units.values())


def _keep(ctx: Ctx, _memory: Tally, side: Side, goal: Objective, _final: bool) -> bool:
    """So many of a kind are alive: whoever is down is not dead (D-H15), whoever left by the exit is safe."""
    alive = [unit for unit in ctx.state.units.values() if unit.side == side and unit.kind == goal.target]
    safe = [
        g for g in ctx.state.gone.values() if g.unit.side == side and g.unit.kind == goal.target and g.reason == "safe"
    ]
    return len(alive) + len(safe) >= goal.n


def _all(ctx: Ctx, memory: Tally, side: Side, goal: Objective, final: bool) -> bool:
    return all(is_met(ctx, memory, side, part, final=final) for part in goal.parts)


def _any(ctx: Ctx, memory: Tally, side: Side, goal: Objective, final: bool) -> bool:
    return any(is_met(ctx, memory, side, part, final=final) for part in goal.parts)


TESTS: dict[str, Test] = {
    "eliminate": _eliminate,
    "overrun": _overrun,
    "nests": _nests,
    "exit": _exit,
    "hold": _hold,
    "console": _console,
    "carry": _carry,
    "survive": _survive,
    "keep": _keep,
    "all": _all,
    "any": _any,
}


def counts_at_once(goal: Objective) -> bool:
    """Does this goal end the game when met at a check? ``all`` and ``any`` follow their parts unless told."""
    if goal.at_once is not None:
        return goal.at_once
    if goal.kind == "all":
        return all(counts_at_once(part) for part in goal.parts)
    if goal.kind == "any":
        return any(counts_at_once(part) for part in goal.parts)
    return AT_ONCE[goal.kind]


def is_met(ctx: Ctx, memory: Tally, side: Side, goal: Objective, *, final: bool) -> bool:
    """Is the goal met now? Before the end (``final`` False) a goal that is read at the end never is (MS-2).

    A combination that is marked ``at_once`` takes its parts as they stand, whatever they would do alone.
    """
    if not final and not counts_at_once(goal):
        return False
    return TESTS[goal.kind](ctx, memory, side, goal, final or goal.at_once is True)


def teams(ctx: Ctx) -> list[str]:
    """Every team, in the scenario's order."""
    return list(dict.fromkeys(side.team for side in ctx.game.scenario.sides))


def team_met(ctx: Ctx, memory: Tally, team: str, *, final: bool) -> bool:
    """Has every side of ``team`` that has an objective met it? Before the end, only those that count at once."""
    goals = [(s.id, goal) for s in ctx.game.scenario.sides if s.team == team and (goal := side_objective(ctx, s.id))]
    return bool(goals) and all(is_met(ctx, memory, side, goal, final=final) for side, goal in goals)


def leaves(goal: Objective) -> Iterator[Objective]:
    """The goal's parts that are no combinations."""
    if goal.parts:
        for part in goal.parts:
            yield from leaves(part)
    else:
        yield goal


def open_kinds(ctx: Ctx, memory: Tally) -> list[str]:
    """The kinds of every side's goals that are not met yet."""
    return [
        part.kind
        for setup in ctx.game.scenario.sides
        if setup.objective is not None
        for part in leaves(setup.objective)
        if not TESTS[part.kind](ctx, memory, setup.id, part, True)
    ]


def holds(ctx: Ctx) -> list[tuple[Side, str]]:
    """Which sides hold which named zones now: more conscious troopers, friends too, than enemies in it (MS-2)."""
    found = []
    for setup in ctx.game.scenario.sides:
        if setup.objective is None:
            continue
        for part in leaves(setup.objective):
            if part.kind == "hold" and (setup.id, part.zone) not in found:
                mask = ctx.board.zone_mask(part.zone)
                lead = 0
                for unit in ctx.state.units.values():
                    if is_fit(unit) and ctx.board.footprint_mask(unit.cell, unit.size) & mask:
                        lead += -1 if are_foes(ctx, setup.id, unit.side) else 1
                if lead > 0:
                    found.append((setup.id, part.zone))
    return found
