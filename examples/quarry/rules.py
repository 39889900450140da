"""The clauses QU-1 to QU-5: what may be named, who knows it, and what it is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from game.api import (
    Action,
    Ctx,
    Draft,
    Event,
    Game,
    Module,
    Offer,
    Refusal,
    Side,
    State,
    Step,
    Switch,
    Task,
    Tx,
    Unit,
    UnitId,
    events,
    names,
    queries,
    refuse,
    tasks,
)

NAME = "quarry"
TAKEN = 0
"""Stands for the quarry of a side that killed it this turn."""


class Quarries(Struct, frozen=True, tag=True):
    """The module's part of the state: each side that named a quarry this turn, and which unit it is."""

    chosen: tuple[tuple[Side, UnitId], ...] = ()

    def of(self, side: Side) -> UnitId | None:
        """The quarry of a side, TAKEN if it is dead, None if it named none."""
        return dict(self.chosen).get(side)

    def with_one(self, side: Side, unit: UnitId) -> Quarries:
        """The same with this quarry for a side."""
        return Quarries(tuple(sorted({**dict(self.chosen), side: unit}.items())))

    def without(self, side: Side) -> Quarries:
        """The same without the quarry of a side."""
        return Quarries(tuple(pair for pair in self.chosen if pair[0] != side))


class NameQuarry(Action, frozen=True):
    """Name an enemy in sight as the side's quarry of this turn (QU-1)."""

    unit: UnitId


class GiveUpQuarry(Task, frozen=True):
    """The side's Orders phase is over, and with it the hunt (QU-4)."""

    side: Side


class QuarryNamed(Event, frozen=True):
    """A side named its quarry; nobody else hears of it (QU-2)."""

    side: Side
    unit: UnitId


class QuarryTaken(Event, frozen=True):
    """A side killed its quarry; everybody hears of it (QU-3)."""

    side: Side
    unit: UnitId


class QuarryDropped(Event, frozen=True):
    """The hunt of a side is over (QU-4); ``unit`` is what it hunted, 0 if it had killed it."""

    side: Side
    unit: UnitId


def quarries(ctx: Ctx) -> Quarries:
    """The module's part of the state."""
    found: Quarries = ctx.state.ext[NAME]
    return found


# --- naming one (QU-1) ---------------------------------------------------------------------------------------------


def in_sight(ctx: Ctx, side: Side, foe: Unit) -> bool:
    """Does any trooper of the side that can act see this enemy?"""
    return any(queries.is_fit(unit) and queries.sees(ctx, unit, foe) for unit in queries.units_of(ctx, side))


def options(ctx: Ctx, task: tasks.OrdersPhase) -> Sequence[Action]:
    """Every enemy in sight, while none is named."""
    if quarries(ctx).of(task.side) is not None:
        return ()
    return [NameQuarry(foe.id) for foe in queries.foes_of(ctx, task.side) if in_sight(ctx, task.side, foe)]


def verdict(ctx: Ctx, task: tasks.OrdersPhase, action: NameQuarry) -> Refusal | None:
    """Why this one cannot be named now."""
    if quarries(ctx).of(task.side) is not None:
        return refuse("QUARRY_NAMED", "QU-1")
    foe = next((foe for foe in queries.foes_of(ctx, task.side) if foe.id == action.unit), None)
    if foe is None:
        return refuse("NO_QUARRY", "QU-1")
    return None if in_sight(ctx, task.side, foe) else refuse("QUARRY_UNSEEN", "QU-1", unit=foe.id)


def perform(tx: Tx, task: tasks.OrdersPhase, action: NameQuarry) -> None:
    """Name it. The decision stays: it is still the time to give orders."""
    tx.emit(QuarryNamed(task.side, action.unit))


# --- what it is worth (QU-3), and its end (QU-4) -------------------------------------------------------------------


def hear_of_death(tx: Tx, event: events.UnitRemoved) -> None:
    """A kill pays the side that hunted the dead one."""
    hunter = tx.state.units.get(event.by)
    if event.reason != "killed" or hunter is None or quarries(tx).of(hunter.side) != event.unit:
        return
    tx.emit(QuarryTaken(hunter.side, event.unit))
    tx.emit(events.PoolChanged(hunter.side, tx.state.sides[hunter.side].pool + tx.rules["quarry_orders"]))


def give_up(tx: Tx, task: GiveUpQuarry) -> None:
    """The hunt ends with the Orders phase."""
    unit = quarries(tx).of(task.side)
    if unit is not None:
        tx.emit(QuarryDropped(task.side, unit))


# --- facts ---------------------------------------------------------------------------------------------------------


def fold_named(draft: Draft, event: QuarryNamed) -> None:
    """Write down who hunts whom."""
    draft.put_ext(NAME, draft.ext[NAME].with_one(event.side, event.unit))


def fold_taken(draft: Draft, event: QuarryTaken) -> None:
    """The side has had its quarry for this turn."""
    draft.put_ext(NAME, draft.ext[NAME].with_one(event.side, TAKEN))


def fold_dropped(draft: Draft, event: QuarryDropped) -> None:
    """The side may name another one next turn."""
    draft.put_ext(NAME, draft.ext[NAME].without(event.side))


# --- secrets (QU-2), tokens and what must always hold --------------------------------------------------------------


def redact(game: Game, state: State, side: Side) -> State:
    """Take out whom other teams hunt; that a quarry was killed is known to all."""
    kept = tuple(pair for pair in state.ext[NAME].chosen if pair[1] == TAKEN or _friends(game, pair[0], side))
    if kept == state.ext[NAME].chosen:
        return state
    return replace(state, ext={**state.ext, NAME: Quarries(kept)})


def redact_event(game: Game, _state: State, event: Event, side: Side) -> Event | None:
    """Nobody is told of another team's choice, nor that it came to nothing."""
    if isinstance(event, QuarryNamed | QuarryDropped) and event.unit != TAKEN and not _friends(game, event.side, side):
        return None
    return event


def _friends(game: Game, one: Side, other: Side) -> bool:
    return game.teams[one] == game.teams[other]


def tokens(ctx: Ctx, unit: Unit) -> Sequence[str]:
    """The token that lies beside the quarry for those who know of it."""
    return ["QUARRY"] if any(hunted == unit.id for _, hunted in quarries(ctx).chosen) else []


def invariant(ctx: Ctx) -> Iterator[str]:
    """A quarry is, or was, a unit of another team (QU-1)."""
    for side, hunted in quarries(ctx).chosen:
        gone = ctx.state.gone.get(hunted)
        unit = ctx.state.units.get(hunted) or (gone.unit if gone is not None else None)
        if hunted != TAKEN and (unit is None or _friends(ctx.game, unit.side, side)):
            yield f"{side} hunts {hunted}, which is no enemy"


QUARRY = Module(
    name=NAME,
    requires=("base", "flow", "orders"),
    resolvers={GiveUpQuarry: give_up},
    offers=(Offer(tasks.OrdersPhase, NameQuarry, options, verdict, perform),),
    reducers={QuarryNamed: fold_named, QuarryTaken: fold_taken, QuarryDropped: fold_dropped},
    listeners={events.UnitRemoved: (hear_of_death,)},
    steps=(Step("human_turn", "quarry", GiveUpQuarry, after=("orders",), before=("states",)),),
    contributes={names.TOKENS: (tokens,)},
    refusals={"QUARRY_NAMED": "QU-1", "NO_QUARRY": "QU-1", "QUARRY_UNSEEN": "QU-1"},
    switches={"quarry_orders": Switch(1, "QU-5", least=0, most=3)},
    redactions=(redact,),
    redact_events=(redact_event,),
    invariants=(invariant,),
    initial=lambda _game: Quarries(),
)
