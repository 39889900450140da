"""The move of a successful Dodge: up to two cells, out of contact and never into it (MV-5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.board import reach
from game.core.events import UnitCounted, UnitMoved
from game.core.options import Mapped
from game.core.refusal import Refusal, refuse
from game.core.rulebook import Offer
from game.core.state import Action, Unit
from game.core.tx import Ctx, Tx
from game.core.types import Cell, Side, UnitId
from game.rules.skirmish import names
from game.rules.skirmish.actions import Step
from game.rules.skirmish.combat.tasks import DodgeDue
from game.rules.skirmish.deciding import ask, pass_offer
from game.rules.skirmish.moves import change_stance, stance_refusal
from game.rules.skirmish.moving.ground import blocked_cells, halts, holding
from game.rules.skirmish.moving.plan import path_bar
from game.rules.skirmish.queries import is_fit
from game.rules.skirmish.tasks import DodgeMove, running_order

DODGE_CELLS: Final = 2
"""Cells of the move of a successful Dodge (MV-5)."""


def may_step(ctx: Ctx, unit_id: UnitId) -> bool:
    """Can this unit make the move of its Dodge: fit, free to move, and no reaction move made this turn (MV-5)?"""
    unit = ctx.state.units.get(unit_id)
    if unit is None or not is_fit(unit) or not names.IMMOBILE.isdisjoint(unit.states):
        return False
    return not (_is_reaction(ctx, unit_id) and unit.count(names.DODGED))


def _is_reaction(ctx: Ctx, unit_id: UnitId) -> bool:
    order = running_order(ctx)
    return order is None or order.actor != unit_id


def dodge_due(tx: Tx, task: DodgeDue) -> None:
    """Ask for the move, if the unit has one to make."""
    if may_step(tx, task.unit):
        ask(tx, DodgeMove(task.unit))


def ends(ctx: Ctx, unit: Unit) -> dict[Cell, tuple[Cell, ...]]:
    """Where the Dodge can end, each with its cheapest way: no end touches an enemy, no step comes into contact.

    A unit that starts in contact may step past those it touches already, but must leave them.
    """
    key = ("dodge", unit.id)
    found: dict[Cell, tuple[Cell, ...]] | None = ctx.memo.get(key)
    if found is not None:
        return found
    state = ctx.state
    barred = halts(ctx, unit, state.doors)
    fresh = halts(ctx, unit, state.doors, holding(ctx, unit))
    ways = reach(
        ctx.board, unit.cell, DODGE_CELLS, state.doors, size=unit.size, blocked=blocked_cells(ctx, unit), stops=fresh
    )
    found = {}
    for cell in ways.cost:
        if cell != unit.cell and not barred >> cell & 1:
            path = ways.path(cell)
            if path_bar(ctx, unit, path) is None:
                found[cell] = path
    ctx.memo[key] = found
    return found


def _options(ctx: Ctx, task: DodgeMove) -> Sequence[Action]:
    ways = ends(ctx, ctx.state.units[task.unit])
    return Mapped(list(ways), lambda cell: Step(ways[cell]))


def _verdict(ctx: Ctx, task: DodgeMove, action: Step) -> Refusal | None:
    """Any way of at most two points that keeps to the same limits is accepted, listed or not, with any stance."""
    unit = ctx.state.units[task.unit]
    board, state = ctx.board, ctx.state
    refusal = stance_refusal(ctx, unit, action.last, prone=names.PRONE in unit.states)
    if refusal is not None:
        return refusal
    if not action.path:
        return None if action.last else refuse("NO_STEP", "MV-5")
    blocked = blocked_cells(ctx, unit)
    fresh = halts(ctx, unit, state.doors, holding(ctx, unit))
    at, spent = unit.cell, 0
    for cell in action.path:
        if not 0 <= cell < board.size:
            return refuse("NO_SUCH_STEP", "BD-3", cell=cell)
        cost = board.step_cost(at, cell, state.doors, size=unit.size)
        if cost is None:
            return refuse("NO_SUCH_STEP", "BD-3", cell=cell)
        if board.footprint_mask(cell, unit.size) & blocked:
            return refuse("OCCUPIED", "BD-5", cell=cell)
        if fresh >> cell & 1:
            return refuse("DODGE_INTO_CONTACT", "MV-5", cell=cell)
        at, spent = cell, spent + cost
    if spent > DODGE_CELLS:
        return refuse("TOO_FAR", "MV-1", points=DODGE_CELLS)
    if halts(ctx, unit, state.doors) >> at & 1:
        return refuse("DODGE_INTO_CONTACT", "MV-5", cell=at)
    return path_bar(ctx, unit, action.path)


def _perform(tx: Tx, task: DodgeMove, action: Step) -> None:
    tx.pop()
    unit = tx.state.units[task.unit]
    if _is_reaction(tx, task.unit):
        tx.emit(UnitCounted(task.unit, names.DODGED, unit.count(names.DODGED) + 1))
    if action.path:
        tx.emit(UnitMoved(task.unit, action.path, "dodge", len(action.path)))
    change_stance(tx, task.unit, action.last)


def dodge_side(ctx: Ctx, task: DodgeMove) -> Side:
    """Whose decision the move is."""
    return ctx.state.units[task.unit].side


DODGE_OFFERS: Final = (Offer(DodgeMove, Step, _options, _verdict, _perform), pass_offer(DodgeMove))
