"""Objectives, victory, limits and the no-progress rule (MS-2, MS-3, MS-5, TS-7)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from game.core.events import (
    DoorClosed,
    DoorDamaged,
    DoorDestroyed,
    DoorOpened,
    DoorUnsealed,
    GameEnded,
    MarkerCounted,
    MarkerMoved,
    MarkerRemoved,
    MarkerWounded,
    ModuleStateSet,
    TurnEnded,
    UnitRemoved,
    UnitWounded,
)
from game.core.game import Game
from game.core.reducers import log_only
from game.core.rulebook import Module
from game.core.state import Event, Outcome, Task
from game.core.tx import Ctx, Tx
from game.core.types import Side
from game.rules.skirmish import names
from game.rules.skirmish.events import OrderEnded, Progress
from game.rules.skirmish.objectives import LASTING, OVERRUN, holds, is_met, open_kinds, side_objective
from game.rules.skirmish.progress import nearest_approach
from game.rules.skirmish.queries import is_null, kind_of
from game.rules.skirmish.tasks import RoundEnd, StartRound

IDLE_ROUNDS = 5
"""MS-5: rounds without progress after which the game ends."""

REASONS = ("objective", "overrun", "round_limit", "deck_out", "no_progress")
"""The closed list of end reasons (MS-3)."""


class Tally(Struct, frozen=True, tag=True):
    """What missions remember: finished deeds, rounds held, and the no-progress count of MS-5.

    ``deeds`` are (side, deed, name) with deed ``carried``, ``used`` or ``nest``; ``held`` are rounds a zone was
    held, by side and zone; ``best`` the nearest each side came to an enemy or its objective.
    """

    deeds: tuple[tuple[Side, str, str], ...] = ()
    held: tuple[tuple[Side, str, int], ...] = ()
    best: tuple[tuple[Side, int], ...] = ()
    stirred: bool = False
    idle: int = 0


class CheckVictory(Task, frozen=True):
    """Is the game decided? Pushed after every order, activation and phase that may decide it (TS-5)."""

    active: Side = ""


def tally(ctx: Ctx) -> Tally:
    """The mission's memory."""
    found: Tally = ctx.state.ext["missions"]
    return found


def _set(tx: Tx, value: Tally) -> None:
    tx.emit(ModuleStateSet("missions", value))


def _stir(tx: Tx, _event: Event) -> None:
    if not tally(tx).stirred:
        _set(tx, replace(tally(tx), stirred=True))


def _removed(tx: Tx, event: MarkerRemoved) -> None:
    _stir(tx, event)
    marker_side = tx.state.turn
    unit = tx.state.units.get(event.by)
    gone = tx.state.gone.get(event.by)
    if unit is not None:
        marker_side = unit.side
    elif gone is not None:
        marker_side = gone.unit.side
    deed = {"carried_out": "carried", "destroyed": "destroyed"}.get(event.reason)
    if deed is not None:
        _deed(tx, marker_side, deed, _last_marker_name(tx, event))


def _last_marker_name(tx: Tx, event: MarkerRemoved) -> str:
    """The name of a marker that has just left: an item's own name, or its kind."""
    marker = tx.before.markers[event.marker]
    return marker.kind if marker.kind == names.NEST else (marker.name or marker.kind)


def _deed(tx: Tx, side: Side, deed: str, name: str) -> None:
    memory = tally(tx)
    _set(tx, replace(memory, deeds=(*memory.deeds, (side, deed, name))))


def _counted(tx: Tx, event: MarkerCounted) -> None:
    marker = tx.state.markers[event.marker]
    if event.name == "used" and event.value:
        _stir(tx, event)
        _deed(tx, tx.state.turn, "used", marker.name or marker.kind)


def _order_ended(tx: Tx, _event: OrderEnded) -> None:
    tx.push(CheckVictory(tx.state.turn))


def _turn_ended(tx: Tx, event: TurnEnded) -> None:
    tx.push(CheckVictory(event.side))


def _check(tx: Tx, task: CheckVictory) -> None:
    winners = [team for team in _teams(tx) if _team_met(tx, team, final=False)]
    if winners:
        _end(tx, _choose(tx, winners, task.active), "objective")


def _teams(ctx: Ctx) -> list[str]:
    seen: list[str] = []
    for side in ctx.game.scenario.sides:
        if side.team not in seen:
            seen.append(side.team)
    return seen


def _team_met(ctx: Ctx, team: str, *, final: bool) -> bool:
    """Has every side of ``team`` that has an objective met it? Before the end, only those that count at once."""
    goals = [(s.id, goal) for s in ctx.game.scenario.sides if s.team == team and (goal := side_objective(ctx, s.id))]
    if not goals:
        return False
    memory = tally(ctx)
    return all(is_met(ctx, memory, side, goal, final=final) for side, goal in goals)


def _choose(ctx: Ctx, winners: list[str], active: Side) -> str:
    """Several teams met theirs at the same check: the active side's, but between marine sides a draw (MS-3)."""
    if len(winners) == 1:
        return winners[0]
    if "hive" not in ctx.game.side_kinds.values():
        return ""
    team = ctx.game.teams.get(active, "")
    return team if team in winners else winners[0]


def scores(ctx: Ctx) -> tuple[tuple[Side, int], ...]:
    """Points each side earned: enemies dead, Unconscious or incapacitated (MS-3)."""
    found: list[tuple[Side, int]] = []
    for side in ctx.game.scenario.sides:
        total = 0
        for unit in ctx.state.units.values():
            if ctx.game.teams[unit.side] != side.team and is_null(unit):
                total += kind_of(ctx, unit).cost
        for gone in ctx.state.gone.values():
            if ctx.game.teams[gone.unit.side] != side.team and gone.reason == "killed":
                total += kind_of(ctx, gone.unit).cost
        found.append((side.id, total))
    return tuple(found)


def _end(tx: Tx, winner: str, reason: str) -> None:
    hive = next((s.team for s in tx.game.scenario.sides if s.kind == "hive"), None)
    if reason == "objective" and winner == hive and side_objective(tx, _hive_side(tx)) is OVERRUN:
        reason = "overrun"
    tx.emit(GameEnded(Outcome(winner, reason, tx.state.round, scores(tx))))


def _hive_side(ctx: Ctx) -> Side:
    return next((s.id for s in ctx.game.scenario.sides if s.kind == "hive"), "")


def _round_end(tx: Tx, _task: RoundEnd) -> None:
    _count_holds(tx)
    _check(tx, CheckVictory(""))
    if tx.state.outcome is not None:
        return
    idle = _count_idle(tx)
    scenario = tx.game.scenario
    if scenario.rounds and tx.state.round >= scenario.rounds:
        _finish(tx, "round_limit")
    elif scenario.deck and not scenario.rounds and tx.state.round >= len(scenario.deck):
        _finish(tx, "deck_out")
    elif idle >= IDLE_ROUNDS:
        _finish(tx, "no_progress")
    else:
        tx.push(StartRound(tx.state.round + 1))


def _finish(tx: Tx, reason: str) -> None:
    """The last turn is over: objectives that are read at the end, then the score (MS-3)."""
    met = [team for team in _teams(tx) if _team_met(tx, team, final=True)]
    hive = next((s.team for s in tx.game.scenario.sides if s.kind == "hive"), None)
    if hive is not None:
        winner = met[0] if met and met[0] != hive else hive
        others = [team for team in met if team != hive]
        _end(tx, others[0] if others else winner, reason)
        return
    if len(met) == 1:
        _end(tx, met[0], reason)
        return
    best = max(total for _, total in scores(tx))
    leaders = {tx.game.teams[side] for side, total in scores(tx) if total == best}
    _end(tx, leaders.pop() if len(leaders) == 1 else "", reason)


def _count_holds(tx: Tx) -> None:
    memory = tally(tx)
    held = {(side, zone): rounds for side, zone, rounds in memory.held}
    for side, zone in holds(tx):
        held[(side, zone)] = held.get((side, zone), 0) + 1
    new = tuple((side, zone, rounds) for (side, zone), rounds in sorted(held.items()))
    if new != memory.held:
        _set(tx, replace(memory, held=new))


def _count_idle(tx: Tx) -> int:
    """Update the no-progress count of MS-5 and return it."""
    memory = tally(tx)
    best = dict(memory.best)
    nearer = False
    for side in tx.game.scenario.sides:
        now = nearest_approach(tx, side.id)
        if now is not None and now < best.get(side.id, now + 1):
            best[side.id] = now
            nearer = True
    lasting = any(kind in LASTING for kind in open_kinds(tx, memory))
    idle = 0 if memory.stirred or nearer or lasting else memory.idle + 1
    _set(tx, replace(memory, best=tuple(sorted(best.items())), stirred=False, idle=idle))
    if idle:
        tx.emit(Progress(idle))
    return idle


def _tally(_game: Game) -> Tally:
    return Tally()


MISSIONS = Module(
    name="missions",
    requires=("base", "flow"),
    resolvers={CheckVictory: _check, RoundEnd: _round_end},
    reducers=dict.fromkeys((Progress, OrderEnded), log_only),
    listeners={
        OrderEnded: (_order_ended,),
        TurnEnded: (_turn_ended,),
        UnitWounded: (_stir,),
        UnitRemoved: (_stir,),
        DoorOpened: (_stir,),
        DoorClosed: (_stir,),
        DoorDamaged: (_stir,),
        DoorDestroyed: (_stir,),
        DoorUnsealed: (_stir,),
        MarkerMoved: (_stir,),
        MarkerWounded: (_stir,),
        MarkerRemoved: (_removed,),
        MarkerCounted: (_counted,),
    },
    initial=_tally,
)
