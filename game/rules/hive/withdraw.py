"""The free compulsory activation of hemmed-in troopers: shoot, then withdraw by the free way (HM-38, HM-A5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.board import NO_CELL
from game.core.events import PhaseBegan
from game.core.refusal import Refusal, refuse
from game.core.rulebook import Offer
from game.core.state import Action, Task, Unit
from game.core.tx import Ctx, Tx
from game.core.types import Cell, Path, Side
from game.rules.hive.howl import free_way, leads_nearer
from game.rules.hive.names import WITHDRAW
from game.rules.hive.tasks import FreeWay, WithdrawFire, WithdrawMove, WithdrawTask
from game.rules.skirmish.actions import Fight, Move, Shoot
from game.rules.skirmish.combat import attack_offers
from game.rules.skirmish.declare import open_to
from game.rules.skirmish.moves import announce, blocked_cells, halts, holding, movement_points, record, walk
from game.rules.skirmish.orders import start_order
from game.rules.skirmish.queries import is_fit, is_hive, units_of
from game.rules.skirmish.tasks import Order, OrderKind, running_order

ORDERS_PHASE: Final = "orders"


def orders_began(tx: Tx, event: PhaseBegan) -> None:
    """At the start of a side's Orders phase each hemmed-in trooper is due, by id (HM-A5)."""
    if event.phase == ORDERS_PHASE:
        tx.push(*[FreeWay(unit.id) for unit in units_of(tx, tx.state.turn) if free_way(tx, unit) != NO_CELL])


def free_activation(tx: Tx, task: FreeWay) -> None:
    """Begin it, unless the trooper can do nothing: down, held fast, or without a shot and a way."""
    unit = tx.state.units.get(task.unit)
    if unit is None or not is_fit(unit) or free_way(tx, unit) == NO_CELL:
        return
    if _shots(tx, WithdrawFire(unit.id)) or withdrawals(tx, unit):
        start_order(tx, unit.id, WITHDRAW, side=unit.side)


def _first(ctx: Ctx, order: Order) -> Task | None:
    task = WithdrawFire(order.actor)
    return task if _shots(ctx, task) else None


def _second(ctx: Ctx, order: Order) -> Task | None:
    unit = ctx.state.units.get(order.actor)
    if unit is None or not withdrawals(ctx, unit):
        return None
    return WithdrawTask(unit.id)


KIND: Final = OrderKind(_first, _second)
"""Row ``withdraw`` of the table of order kinds."""


# -- the shot ------------------------------------------------------------------------------------------------------

_ATTACKS: Final[dict[type[Action], Offer]] = {
    offer.action: offer for offer in attack_offers(WithdrawFire) if offer.action in (Shoot, Fight)
}


def _skill(ctx: Ctx, unit: Unit) -> type[Action]:
    """Engaged troopers fight instead of shooting (HM-A5)."""
    return Fight if holding(ctx, unit) else Shoot


def _refused(ctx: Ctx, unit: Unit, kind: type[Action]) -> Refusal | None:
    return None if kind is _skill(ctx, unit) else refuse("HEMMED_IN_FIRE", "HM-A5", unit=unit.id)


def _at_xeno(ctx: Ctx, action: Action) -> bool:
    """Is the attack aimed at a xeno, not at a nest or a door?"""
    units = ctx.state.units
    if isinstance(action, Fight):
        return action.target in units
    if isinstance(action, Shoot):
        if action.targets:
            return all(target in units and is_hive(ctx, units[target]) for target in action.targets)
        under = ctx.state.at.get(action.at, 0)
        return under in units and is_hive(ctx, units[under])
    return False


def _attack_offer(kind: type[Action]) -> Offer:
    base = _ATTACKS[kind]

    def options(ctx: Ctx, task: WithdrawFire) -> Sequence[Action]:
        if _refused(ctx, ctx.state.units[task.actor], kind) is not None:
            return ()
        return [action for action in base.options(ctx, task) if _at_xeno(ctx, action)]

    def verdict(ctx: Ctx, task: WithdrawFire, action: Action) -> Refusal | None:
        refusal = _refused(ctx, ctx.state.units[task.actor], kind)
        if refusal is None and not _at_xeno(ctx, action):
            refusal = refuse("HEMMED_IN_FIRE", "HM-A5", unit=task.actor)
        return base.verdict(ctx, task, action) if refusal is None else refusal

    return Offer(WithdrawFire, kind, options, verdict, base.perform)


_FIRE: Final = tuple(_attack_offer(kind) for kind in _ATTACKS)


def _shots(ctx: Ctx, task: WithdrawFire) -> bool:
    return any(len(offer.options(ctx, task)) for offer in _FIRE)


# -- the way -------------------------------------------------------------------------------------------------------


def withdrawals(ctx: Ctx, unit: Unit) -> dict[Cell, Path]:
    """The ends of the longest Moves that begin by the free way, each with its path, by rising cell (HM-A5).

    No step leads nearer to a xeno that watched him; doors stay as they are; contact ends the walk (MV-2).
    """
    way = free_way(ctx, unit)
    if way == NO_CELL or holding(ctx, unit) or open_to(ctx, unit, "move") is not None:
        return {}
    key = ("hive.withdrawals", unit.id)
    found: dict[Cell, Path] | None = ctx.memo.get(key)
    if found is None:
        found = ctx.memo[key] = _longest(ctx, unit, way)
    return found


def _longest(ctx: Ctx, unit: Unit, way: Cell) -> dict[Cell, Path]:
    board, doors, size = ctx.board, ctx.state.doors, unit.size
    rows = board.steps(doors, size=size)
    blocked = blocked_cells(ctx, unit)
    stops = halts(ctx, unit, doors)
    most = movement_points(ctx, unit, 0)
    paths: dict[Cell, tuple[int, Path]] = {unit.cell: (0, ())}
    edge = [unit.cell]
    for points in range(most):
        for here in [cell for cell in edge if paths[cell][0] == points]:
            if here != unit.cell and stops >> here & 1:
                continue
            for other, cost in rows[here]:
                total = points + cost
                if (
                    total <= most
                    and (here != unit.cell or other == way)
                    and not board.footprint_mask(other, size) & blocked
                    and not leads_nearer(ctx, unit, here, other)
                    and (other not in paths or total < paths[other][0])
                ):
                    paths[other] = total, (*paths[here][1], other)
                    edge.append(other)
    del paths[unit.cell]
    longest = max((spent for spent, _ in paths.values()), default=0)
    return {cell: path for cell, (spent, path) in sorted(paths.items()) if spent == longest}


def withdraw(tx: Tx, task: WithdrawTask) -> None:
    """Carry the withdrawal out where there is but one; else ask which."""
    unit = tx.state.units.get(task.actor)
    if unit is None:
        return
    ways = withdrawals(tx, unit)
    if len(ways) > 1:
        tx.push(WithdrawMove(unit.id))
    elif ways:
        go(tx, unit, Move(next(iter(ways.values()))))


def go(tx: Tx, unit: Unit, move: Move) -> None:
    """Walk by the free way."""
    announce(tx, unit.id, move)
    walk(tx, unit.id, move.path)
    record(tx, unit.id, move, announced=True)


def _ways(ctx: Ctx, task: WithdrawMove) -> Sequence[Action]:
    return [Move(path) for path in withdrawals(ctx, ctx.state.units[task.actor]).values()]


def _way_verdict(ctx: Ctx, task: WithdrawMove, action: Move) -> Refusal | None:
    if action.first or action.last or action.path not in withdrawals(ctx, ctx.state.units[task.actor]).values():
        return refuse("NOT_FREE_WAY", "HM-A5", unit=task.actor)
    return None


def _choose_way(tx: Tx, task: WithdrawMove, action: Move) -> None:
    tx.pop()
    go(tx, tx.state.units[task.actor], action)


def side_of(ctx: Ctx, _task: WithdrawFire | WithdrawMove) -> Side:
    """Whose decision it is; asked of the order, as the actor may be hidden from the asker (HI-1)."""
    order = running_order(ctx)
    return "" if order is None else order.side


OFFERS: Final = (*_FIRE, Offer(WithdrawMove, Move, _ways, _way_verdict, _choose_way))
