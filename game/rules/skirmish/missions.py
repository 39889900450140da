"""Objectives, victory, limits and the no-progress rule (MS-2, MS-3, MS-5, TS-7)."""

from __future__ import annotations

from collections.abc import Mapping

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
from game.rules.skirmish.objectives import LASTING, OVERRUN, holds, open_kinds, side_objective, team_met, teams
from game.rules.skirmish.progress import approaches, first_unknown
from game.rules.skirmish.queries import is_null, kind_of
from game.rules.skirmish.tasks import RoundEnd, StartRound

IDLE_ROUNDS = 5
"""MS-5: rounds without progress after which the game ends."""

REASONS = ("objective", "overrun", "round_limit", "deck_out", "no_progress")
"""The closed list of end reasons (MS-3)."""


class Tally(Struct, frozen=True, tag=True):
    """What missions remember: finished deeds, rounds held, and the no-progress count of MS-5.

    ``deeds`` are (side, deed, name) with deed ``carried``, ``used`` or ``destroyed``; ``held`` are rounds a zone was
    held, by side and zone; ``rounds`` how many are over. ``best`` is the nearest each side came to each thing it
    wants, ``known`` an id above all that were on the board when that was measured last.
    """

    deeds: tuple[tuple[Side, str, str], ...] = ()
    held: tuple[tuple[Side, str, int], ...] = ()
    rounds: int = 0
    best: tuple[tuple[Side, str, int], ...] = ()
    known: int = 0
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


def _wounded(tx: Tx, event: UnitWounded) -> None:
    """Healing hurts nobody (MS-5)."""
    if event.amount > 0:
        _stir(tx, event)


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
    memory = tally(tx)
    winners = [team for team in teams(tx) if team_met(tx, memory, team, final=False)]
    if winners:
        _end(tx, _choose(tx, winners, task.active), "objective")


def _choose(ctx: Ctx, winners: list[str], active: Side) -> str:
    """Several teams met theirs at the same check: the active side's, but between marine sides a draw (MS-3)."""
    if len(winners) == 1:
        return winners[0]
    team = ctx.game.teams.get(active, "")
    return team if _hive_team(ctx) in winners and team in winners else ""


def _hive_team(ctx: Ctx) -> str | None:
    return next((s.team for s in ctx.game.scenario.sides if s.kind == "hive"), None)


def _last_to_play(ctx: Ctx) -> Side:
    """The side whose turn is the last of a round: the hive's, else that of the last human side (TS-1)."""
    order: tuple[Side, ...] = ctx.state.ext["flow"].order
    return _hive_side(ctx) or (order[-1] if order else "")


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
    if reason == "objective" and winner == _hive_team(tx) and side_objective(tx, _hive_side(tx)) is OVERRUN:
        reason = "overrun"
    tx.emit(GameEnded(Outcome(winner, reason, tx.state.round, scores(tx))))


def _hive_side(ctx: Ctx) -> Side:
    return next((s.id for s in ctx.game.scenario.sides if s.kind == "hive"), "")


def _round_end(tx: Tx, _task: RoundEnd) -> None:
    _count_round(tx)
    _check(tx, CheckVictory(_last_to_play(tx)))
    if tx.state.outcome is not None:
        return
    idle = _count_idle(tx)
    scenario = tx.game.scenario
    if scenario.rounds and tx.state.round >= scenario.rounds:
        _finish(tx, "round_limit")
    elif scenario.deck and tx.state.round >= len(scenario.deck):
        _finish(tx, "deck_out")
    elif idle >= IDLE_ROUNDS:
        _finish(tx, "no_progress")
    else:
        tx.push(StartRound(tx.state.round + 1))


def _finish(tx: Tx, reason: str) -> None:
    """The last turn is over: objectives that are read at the end, then the score (MS-3).

    Against the hive the marines' objective decides alone. Where it does not decide between marine teams, because
    several met theirs, or none did and there is no hive, the score does.
    """
    memory, hive = tally(tx), _hive_team(tx)
    marines = [team for team in teams(tx) if team != hive]
    met = [team for team in marines if team_met(tx, memory, team, final=True)]
    if hive is not None and not met:
        _end(tx, hive, reason)
    else:
        _end(tx, _by_score(tx, met or marines), reason)


def _by_score(ctx: Ctx, of: list[str]) -> str:
    """The one of these teams with the highest score; equal is a draw."""
    points = {team: max(n for side, n in scores(ctx) if ctx.game.teams[side] == team) for team in of}
    best = max(points.values())
    leaders = [team for team, n in points.items() if n == best]
    return leaders[0] if len(leaders) == 1 else ""


def _count_round(tx: Tx) -> None:
    """One round more is over, and for whoever holds a zone one more of holding it."""
    memory = tally(tx)
    held = {(side, zone): rounds for side, zone, rounds in memory.held}
    for side, zone in holds(tx):
        held[(side, zone)] = held.get((side, zone), 0) + 1
    new = tuple((side, zone, rounds) for (side, zone), rounds in sorted(held.items()))
    _set(tx, replace(memory, held=new, rounds=tx.state.round))


def _count_idle(tx: Tx) -> int:
    """Update the no-progress count of MS-5 and return it.

    What was placed since the last round counts for how near a side has come, but not as coming nearer.
    """
    memory = tally(tx)
    best = {(side, aim): cells for side, aim, cells in memory.best}
    known = max(memory.known, first_unknown(tx))
    fresh = 0 < memory.known < known
    stirred = memory.stirred
    for side in tx.game.scenario.sides:
        now = approaches(tx, side.id)
        if not stirred and _is_nearer(best, side.id, now):  # without what is new nothing is nearer than with it
            stirred = not fresh or _is_nearer(best, side.id, approaches(tx, side.id, known=memory.known))
        for aim, cells in now.items():
            best[side.id, aim] = min(cells, best.get((side.id, aim), cells))
    lasting = any(kind in LASTING for kind in open_kinds(tx, memory))
    idle = 0 if stirred or lasting else memory.idle + 1
    nearest = tuple((side, aim, cells) for (side, aim), cells in sorted(best.items()))
    _set(tx, replace(memory, best=nearest, known=known, stirred=False, idle=idle))
    if idle:
        tx.emit(Progress(idle))
    return idle


def _is_nearer(best: Mapping[tuple[Side, str], int], side: Side, now: Mapping[str, int]) -> bool:
    """Is a side nearer to something it wants than it ever was?"""
    return any(cells < best.get((side, aim), cells + 1) for aim, cells in now.items())


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
        UnitWounded: (_wounded,),
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
    reveals=(GameEnded,),
    initial=_tally,
)
