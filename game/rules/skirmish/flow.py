"""The course of a game: rounds and the phases of a human turn (TS-1 to TS-5)."""

from __future__ import annotations

from msgspec import Struct

from game.core.events import (
    EffectEnded,
    ModuleStateSet,
    PhaseBegan,
    PoolChanged,
    RoundBegan,
    SideCounted,
    StateLost,
    TurnEnded,
    UnitCounted,
    UnitRemoved,
)
from game.core.game import Begin, Game
from game.core.reducers import log_only
from game.core.refusal import Refusal, refuse
from game.core.rulebook import Module, Step
from game.core.state import Task, Unit
from game.core.tx import Ctx, Tx
from game.core.types import Side
from game.rules.skirmish import names, setup
from game.rules.skirmish.command import command_offers, command_side, may_command
from game.rules.skirmish.events import CommandIssued
from game.rules.skirmish.moving.trail import reveal
from game.rules.skirmish.queries import has_skill, is_fit, kind_of, living_points, units_of
from game.rules.skirmish.tasks import (
    CommandStep,
    Deployment,
    OrdersPhase,
    OrdersStart,
    RoundEnd,
    StartRound,
    StatesPhase,
    Tactical,
    TurnStart,
)
from game.rules.skirmish.turns import STATES_TOKEN, begin_turn, end_clouds, end_effects, start_effect

RETREAT_SHARE = 4
"""ST-9: Retreat! when at most one part in four of the starting points is left."""
RETREAT_SKILLS = frozenset({"move", "dodge", "reset"})
"""ST-9, switch ``full``: all that a trooper in Retreat! may declare."""
GUTS = "guts"
"""What bars are asked about a guts roll, which nobody declares (ST-8)."""


class FlowState(Struct, frozen=True, tag=True):
    """The order in which the human sides play, fixed by initiative (TS-0)."""

    order: tuple[Side, ...] = ()


class Initiative(Task, frozen=True):
    """Roll for the order of the human sides, then let them deploy (TS-0)."""


class Deploying(Task, frozen=True):
    """It is this side's turn to deploy, as far as it has troopers and room (TS-0)."""

    side: Side


class Humans(Task, frozen=True):
    """Every human side's turn of this round, in order (TS-1)."""


def _flow(_game: Game) -> FlowState:
    return FlowState()


def _begin(tx: Tx, _task: Begin) -> None:
    tx.push(Initiative())
    setup.muster(tx)


def _initiative(tx: Tx, _task: Initiative) -> None:
    order = setup.initiative(tx)
    tx.emit(ModuleStateSet("flow", FlowState(order)))
    tx.push(*[Deploying(side) for side in order], StartRound(1))


def _deploying(tx: Tx, task: Deploying) -> None:
    setup.push_deployment(tx, task.side)


def _start_round(tx: Tx, task: StartRound) -> None:
    tx.emit(RoundBegan(task.number))
    tx.push_sequence("round", "")


def _humans(tx: Tx, _task: Humans) -> None:
    order: tuple[Side, ...] = tx.state.ext["flow"].order
    tx.push(*[TurnStart(side) for side in order])


def _turn_start(tx: Tx, task: TurnStart) -> None:
    begin_turn(tx, task.side)
    tx.push_sequence("human_turn", task.side)


def _tactical(tx: Tx, task: Tactical) -> None:
    side = task.side
    tx.emit(PhaseBegan("tactical"))
    _check_retreat(tx, side)
    end_effects(tx, f"turn_start:{side}")
    _check_lieutenant(tx, side)
    _count_orders(tx, side)


def in_retreat(ctx: Ctx, side: Side) -> bool:
    """True while the side is in Retreat! (ST-9)."""
    return any(effect.name == names.RETREAT and effect.side == side for effect in ctx.state.effects)


def retreat_is_full(ctx: Ctx) -> bool:
    """Does Retreat! bar most skills? Default: between marines yes, against the hive no (ST-9)."""
    value = ctx.rules["retreat"]
    return value == "full" or (value == "auto" and "hive" not in ctx.game.side_kinds.values())


def _check_retreat(tx: Tx, side: Side) -> None:
    beaten = living_points(tx, side) * RETREAT_SHARE <= tx.state.sides[side].count("points")
    if beaten and not in_retreat(tx, side):
        start_effect(tx, names.RETREAT, side)
        for unit in units_of(tx, side):
            if _flees(tx, unit):
                reveal(tx, unit.id, why="retreat")
    elif not beaten:
        end_effects_named(tx, names.RETREAT, side)


def end_effects_named(tx: Tx, name: str, side: Side) -> None:
    """End every effect of that name on a side."""
    for effect in tx.state.effects:
        if effect.name == name and effect.side == side:
            tx.emit(EffectEnded(effect))


def _leads(unit: Unit) -> bool:
    return unit.count(names.LIEUTENANT) > 0 and is_fit(unit) and names.ISOLATED not in unit.states


def _check_lieutenant(tx: Tx, side: Side) -> None:
    """A side that finds its Lieutenant lost has no command this turn (OR-6); afterwards it does without one."""
    led = tx.state.sides[side].count("led")
    own = units_of(tx, side)
    if any(_leads(unit) for unit in own):
        if not led:
            tx.emit(SideCounted(side, "led", 1))
        return
    if not led or any(unit.count(names.LIEUTENANT) and names.WAITING in unit.states for unit in own):
        return
    tx.emit(SideCounted(side, "led", 0))
    start_effect(tx, "leaderless", side, expires=f"states:{side}")


def gives_regular_order(ctx: Ctx, unit: Unit) -> bool:
    """Does this trooper put an order in the pool at the order count (OR-1)?"""
    return is_fit(unit) and names.ISOLATED not in unit.states and kind_of(ctx, unit).order == "regular"


def _count_orders(tx: Tx, side: Side) -> None:
    pool = 0
    for unit in units_of(tx, side):
        if not is_fit(unit):
            continue
        if gives_regular_order(tx, unit):
            pool += 1
        else:
            tx.emit(UnitCounted(unit.id, names.OWN_ORDER, 1))
        if _leads(unit):
            tx.emit(UnitCounted(unit.id, names.LIEUTENANT_ORDER, 1))
    pool += sum(e.value for e in tx.state.effects if e.name == "extra_orders" and e.side == side)
    tx.emit(PoolChanged(side, pool))


def _command_step(tx: Tx, task: CommandGate) -> None:
    if may_command(tx, task.side) is None:
        tx.push(CommandStep(task.side))


class CommandGate(Task, frozen=True):
    """Ask for the officer's command only where there is one to give (OR-6)."""

    side: Side


def _orders_start(tx: Tx, task: OrdersStart) -> None:
    tx.emit(PhaseBegan("orders"))


def _states(tx: Tx, task: StatesPhase) -> None:
    tx.emit(PhaseBegan("states"))
    end_clouds(tx, STATES_TOKEN)
    end_effects(tx, f"states:{task.side}")
    tx.emit(TurnEnded(task.side))


def _forget(tx: Tx, event: StateLost) -> None:
    """A state that went takes the effects that would have ended it along."""
    for effect in tx.state.effects:
        if effect.unit == event.unit and effect.name == event.state:
            tx.emit(EffectEnded(effect))


def _bereave(tx: Tx, event: UnitRemoved) -> None:
    """Effects on a unit end with it."""
    for effect in tx.state.effects:
        if effect.unit == event.unit:
            tx.emit(EffectEnded(effect))


def _flees(ctx: Ctx, unit: Unit) -> bool:
    """In full Retreat!, which Courage ignores (ST-9)."""
    return in_retreat(ctx, unit.side) and retreat_is_full(ctx) and not has_skill(ctx, unit, names.COURAGE)


def _retreat_bar(ctx: Ctx, unit: Unit, skill: str) -> Refusal | None:
    if skill in RETREAT_SKILLS or skill == GUTS or not _flees(ctx, unit):
        return None
    return refuse("RETREAT", "ST-9", skill=skill)


def _advance(ctx: Ctx, unit: Unit, points: int, which: int) -> int:
    """Advance: two more cells on the first Move of each order (OR-6)."""
    if which == 0 and points > 0:
        for effect in ctx.state.effects:
            if effect.name == names.ADVANCE and effect.unit == unit.id:
                return points + effect.value
    return points


FLOW = Module(
    name="flow",
    requires=("base",),
    decisions={Deployment: lambda _ctx, task: task.side, CommandStep: command_side},
    resolvers={
        Begin: _begin,
        Initiative: _initiative,
        Deploying: _deploying,
        StartRound: _start_round,
        Humans: _humans,
        TurnStart: _turn_start,
        Tactical: _tactical,
        CommandGate: _command_step,
        OrdersStart: _orders_start,
        StatesPhase: _states,
    },
    reducers={CommandIssued: log_only},
    listeners={StateLost: (_forget,), UnitRemoved: (_bereave,)},
    offers=(*setup.OFFERS, *command_offers()),
    steps=(
        Step("round", "humans", lambda _owner: Humans()),
        Step("round", "round_end", lambda _owner: RoundEnd(), after=("humans",)),
        Step("human_turn", "tactical", Tactical),
        Step("human_turn", "command", CommandGate, after=("tactical",)),
        Step("human_turn", "orders_start", OrdersStart, after=("command",)),
        Step("human_turn", "orders", OrdersPhase, after=("orders_start",)),
        Step("human_turn", "states", StatesPhase, after=("orders",)),
    ),
    contributes={names.SKILL_BARS: (_retreat_bar,), names.MOVEMENT: (_advance,)},
    purposes={"initiative": 20},
    refusals={
        "RETREAT": "ST-9",
        "NOT_IN_ZONE": "TS-0",
        "ZONE_CELL_TAKEN": "BD-4",
        "NOT_NEXT_TO_DEPLOY": "TS-0",
        "CANNOT_HIDE": "ST-10",
        "WRONG_FORM": "TR-12",
        "NO_OFFICER": "OR-6",
        "UNKNOWN_COMMAND": "OR-6",
        "NO_COMMAND_LEFT": "OR-6",
        "WARP_FIELD": "HM-32",
        "LEADERLESS": "OR-6",
        "IN_RETREAT": "ST-9",
    },
    initial=_flow,
)
