"""Orders: giving them, and walking one through the sequence of OR-4."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from game.core.events import CountersCleared, PhaseBegan, PolicySet, PoolChanged, UnitCounted
from game.core.refusal import Refusal, refuse
from game.core.rulebook import Offer
from game.core.state import NO_CELL, Action, Task, Unit
from game.core.tx import Ctx, Tx
from game.core.types import Side, UnitId
from game.rules.skirmish import names
from game.rules.skirmish.actions import EndTurn, GiveOrder, SetPolicy
from game.rules.skirmish.airborne import can_arrive
from game.rules.skirmish.combat import resolve
from game.rules.skirmish.deciding import only_pass
from game.rules.skirmish.declare import ENTIRE, can_declare_anything, class_of
from game.rules.skirmish.events import OrderEnded, OrderGiven
from game.rules.skirmish.gear import resolve_skills
from game.rules.skirmish.leaving import may_leave_board
from game.rules.skirmish.moving.trail import look_of
from game.rules.skirmish.policies import POLICIES, open_window
from game.rules.skirmish.queries import is_fit, on_board, units_of
from game.rules.skirmish.tasks import DeclareFirst, DeclareSecond, ExitOffer, Order, OrderKind, OrdersPhase

KINDS = ("pool", "own", "lieutenant")
"""The kinds of orders a human side spends (OR-1)."""
_OWN_COUNTER = {"own": names.OWN_ORDER, "lieutenant": names.LIEUTENANT_ORDER}


# -- the kinds of order ---------------------------------------------------------------------------------


def _first(ctx: Ctx, order: Order) -> Task | None:
    """The first skill; none for a trooper that what came before left with nothing to declare."""
    task = DeclareFirst(order.actor)
    return None if only_pass(ctx, task) else task


def second_skill(ctx: Ctx, order: Order) -> Task | None:
    """A second skill, unless the first was an Entire Order or nothing could follow it (OR-3)."""
    if not order.skills or class_of(ctx, order.skills[0].action) == ENTIRE:
        return None
    unit = ctx.state.units.get(order.actor)
    if unit is None or not is_fit(unit):
        return None
    task = DeclareSecond(order.actor)
    return None if only_pass(ctx, task) else task


ORDER_KINDS = dict.fromkeys(KINDS, OrderKind(_first, second_skill))
"""Rows of the table ``order_kinds``."""


def start_order(tx: Tx, unit_id: UnitId, kind: str, *, side: Side) -> None:
    """Begin an order or activation of ``unit_id``; ``kind`` is a row of the table ``order_kinds``."""
    tx.emit(OrderGiven(unit_id, kind))
    tx.memo = {}  # what was worked out about the order before this one is no answer for this one
    tx.push(Order(unit_id, side, kind))


# -- OR-4 -------------------------------------------------------------------------------------------------


def run_order(tx: Tx, order: Order) -> None:
    """One step of OR-4; the order goes back on the agenda beneath whatever the step has to wait for."""
    _STAGES[order.stage](tx, order)


def _kind(tx: Tx, order: Order) -> OrderKind:
    found: OrderKind = tx.game.rulebook.tables[names.ORDER_KINDS][order.kind]
    return found


def _begin(tx: Tx, order: Order) -> None:
    """Step 1 is paid; what comes before the first skill (TR-38, AV-A2) goes on top."""
    unit = tx.state.units.get(order.actor)
    if unit is None:
        return
    started = _from_here(tx, replace(order, stage=1), unit)
    tx.push(started)
    for prepare in tx.game.rulebook.points[names.BEFORE_ORDER]:
        prepare(tx, started)


def _from_here(tx: Tx, order: Order, unit: Unit) -> Order:
    """The order with its trail beginning where and how its actor is now; none off the board."""
    if unit.cell == NO_CELL:
        return order
    return replace(order, trail=(unit.cell,), doors=(tx.state.doors,), looks=(look_of(unit),))


def _declare_first(tx: Tx, order: Order) -> None:
    """Step 2. The trail starts where the actor stands now: a form or an avatar may have moved it."""
    unit = tx.state.units.get(order.actor)
    if unit is None:
        tx.push(replace(order, stage=_STAGES.index(_end)))
        return
    order = _from_here(tx, replace(order, stage=2), unit)
    tx.push(order)
    task = _kind(tx, order).first(tx, order)
    if task is not None:
        tx.push(task)


def _react_first(tx: Tx, order: Order) -> None:
    """Step 3, if anything was declared."""
    order = replace(order, stage=3, seen=len(order.skills))
    tx.push(order)
    if order.skills:
        open_window(tx, order, 1)


def _declare_second(tx: Tx, order: Order) -> None:
    """Step 4."""
    order = replace(order, stage=4)
    tx.push(order)
    task = _kind(tx, order).second(tx, order)
    if task is not None:
        tx.push(task)


def _react_second(tx: Tx, order: Order) -> None:
    """Step 5, if a second skill was declared."""
    order = replace(order, stage=5)
    tx.push(order)
    if len(order.skills) > order.seen:
        open_window(tx, order, 2)


def _roll(tx: Tx, order: Order) -> None:
    """Steps 6 to 8: the skills that are no attacks, then attacks and reactions; guts rolls wait above the order."""
    order = replace(order, stage=6)
    tx.push(order)
    if order.skills or order.reactions:
        resolve_skills(tx, order)
        resolve(tx, order)


def _after(tx: Tx, order: Order) -> None:
    """Step 9: what happens at the end of an order, in module order."""
    order = replace(order, stage=7)
    tx.push(order)
    for effect in tx.game.rulebook.points[names.AFTER_ORDER]:
        effect(tx, order)


def _exit(tx: Tx, order: Order) -> None:
    """A trooper whose move ended on an exit may leave (MS-2)."""
    tx.push(replace(order, stage=8))
    if may_leave_board(tx, order):
        tx.push(ExitOffer(order.actor))


def _end(tx: Tx, order: Order) -> None:
    """The order is over; the Orders phase is, too, when no order is left (TS-4)."""
    close_phase(tx)
    tx.emit(OrderEnded(order.actor, order.kind))


_STAGES: tuple[Callable[[Tx, Order], None], ...] = (
    _begin,
    _declare_first,
    _react_first,
    _declare_second,
    _react_second,
    _roll,
    _after,
    _exit,
    _end,
)


def close_phase(tx: Tx) -> None:
    """Take the Orders phase off the agenda when it is next and no order can be given (TS-4)."""
    if tx.agenda and isinstance(tx.top, OrdersPhase) and not any_order(tx, tx.top.side):
        tx.pop()


def phase_began(tx: Tx, event: PhaseBegan) -> None:
    """An Orders phase without a single order to give is not asked about (TS-4)."""
    if event.phase == "orders":
        close_phase(tx)


# -- giving orders (OR-1, OR-2) -----------------------------------------------------------------------------


def order_refusal(ctx: Ctx, side: Side, unit_id: UnitId, kind: str) -> Refusal | None:
    """Why ``side`` may not spend an order of that kind on this trooper, or None."""
    unit = ctx.state.units.get(unit_id)
    if unit is None or unit.side != side:
        return refuse("NOT_YOUR_UNIT", "OR-2", unit=unit_id)
    if kind not in KINDS:
        return refuse("NO_SUCH_ORDER", "OR-1", kind=kind)
    refusal = _kind_refusal(ctx, unit, kind)
    return _unfit(ctx, unit) if refusal is None else refusal


def _pool_refusal(ctx: Ctx, unit: Unit) -> Refusal | None:
    if ctx.state.sides[unit.side].pool < 1:
        return refuse("POOL_EMPTY", "OR-1")
    if names.ISOLATED in unit.states:
        return refuse("ISOLATED", "OR-2", unit=unit.id)
    if unit.count(names.ORDERS) >= ctx.rules["orders_per_trooper"]:
        return refuse("ORDER_LIMIT", "OR-2", limit=ctx.rules["orders_per_trooper"])
    return None


def _unfit(ctx: Ctx, unit: Unit) -> Refusal | None:
    """Why a trooper could do nothing with an order."""
    if not on_board(unit):
        return None if can_arrive(ctx, unit) else refuse("OFF_BOARD", "D-I18", unit=unit.id)
    if not is_fit(unit):
        return refuse("NOT_FIT", "ST-2", unit=unit.id)
    if not can_declare_anything(ctx, unit):
        return refuse("NOTHING_TO_DECLARE", "OR-3", unit=unit.id)
    return None


def any_order(ctx: Ctx, side: Side) -> bool:
    """Is there an order left that the side can give?"""
    return any(open_kinds(ctx, unit) for unit in units_of(ctx, side))


def open_kinds(ctx: Ctx, unit: Unit) -> list[str]:
    """The kinds of orders that this trooper could be given now; ``order_refusal`` says why not."""
    kinds = ["pool"] if ctx.state.sides[unit.side].pool and _pool_refusal(ctx, unit) is None else []
    if unit.counters:
        kinds += [kind for kind, counter in _OWN_COUNTER.items() if unit.count(counter)]
    return kinds if kinds and _unfit(ctx, unit) is None else []


def _kind_refusal(ctx: Ctx, unit: Unit, kind: str) -> Refusal | None:
    if kind == "pool":
        return _pool_refusal(ctx, unit)
    return None if unit.count(_OWN_COUNTER[kind]) > 0 else refuse("NO_OWN_ORDER", "OR-1", kind=kind)


def _give_options(ctx: Ctx, task: OrdersPhase) -> Sequence[Action]:
    return [GiveOrder(unit.id, kind) for unit in units_of(ctx, task.side) for kind in open_kinds(ctx, unit)]


def _give_verdict(ctx: Ctx, task: OrdersPhase, action: GiveOrder) -> Refusal | None:
    return order_refusal(ctx, task.side, action.unit, action.kind)


def _give(tx: Tx, task: OrdersPhase, action: GiveOrder) -> None:
    side, unit_id = task.side, action.unit
    if any(unit.count(names.POLICY_SET) for unit in units_of(tx, side)):
        tx.emit(CountersCleared((names.POLICY_SET,), side))
    unit = tx.state.units[unit_id]
    if action.kind == "pool":
        tx.emit(PoolChanged(side, tx.state.sides[side].pool - 1))
        tx.emit(UnitCounted(unit_id, names.ORDERS, unit.count(names.ORDERS) + 1))
    else:
        counter = _OWN_COUNTER[action.kind]
        tx.emit(UnitCounted(unit_id, counter, unit.count(counter) - 1))
    start_order(tx, unit_id, action.kind, side=side)


# -- policies and the end (OR-8, TS-4) ------------------------------------------------------------------------


def _policy_options(ctx: Ctx, task: OrdersPhase) -> Sequence[Action]:
    """Each other policy of each unit whose policy was not set since the last order."""
    return [
        SetPolicy(unit.id, policy)
        for unit in units_of(ctx, task.side)
        if not unit.count(names.POLICY_SET)
        for policy in POLICIES
        if policy != unit.policy
    ]


def _policy_verdict(ctx: Ctx, task: OrdersPhase, action: SetPolicy) -> Refusal | None:
    unit = ctx.state.units.get(action.unit)
    if unit is None or unit.side != task.side:
        return refuse("NOT_YOUR_UNIT", "OR-8", unit=action.unit)
    if action.policy not in POLICIES or action.policy == unit.policy:
        return refuse("NO_SUCH_POLICY", "OR-8", policy=action.policy)
    if unit.count(names.POLICY_SET):
        return refuse("POLICY_JUST_SET", "OR-8", unit=unit.id)
    return None


def _set_policy(tx: Tx, _task: OrdersPhase, action: SetPolicy) -> None:
    tx.emit(PolicySet(action.unit, action.policy))
    tx.emit(UnitCounted(action.unit, names.POLICY_SET, 1))


def _end_options(_ctx: Ctx, _task: OrdersPhase) -> Sequence[Action]:
    return (EndTurn(),)


def _end_verdict(_ctx: Ctx, _task: OrdersPhase, _action: EndTurn) -> Refusal | None:
    return None


def _end_turn(tx: Tx, _task: OrdersPhase, _action: EndTurn) -> None:
    tx.pop()


def phase_offers() -> tuple[Offer, ...]:
    """The answers of the Orders phase."""
    return (
        Offer(OrdersPhase, GiveOrder, _give_options, _give_verdict, _give),
        Offer(OrdersPhase, SetPolicy, _policy_options, _policy_verdict, _set_policy),
        Offer(OrdersPhase, EndTurn, _end_options, _end_verdict, _end_turn),
    )
