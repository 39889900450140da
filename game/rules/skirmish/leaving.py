"""Leaving by the exit (MS-2)."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.events import MarkerRemoved
from game.core.refusal import Refusal, refuse
from game.core.rulebook import Offer
from game.core.state import Action, Unit
from game.core.tx import Ctx, Tx
from game.core.types import Side
from game.rules.skirmish.actions import Drop, Leave
from game.rules.skirmish.combat.wounds import remove
from game.rules.skirmish.deciding import pass_offer
from game.rules.skirmish.gear import carried
from game.rules.skirmish.moving.ground import holding
from game.rules.skirmish.queries import is_fit, is_hive
from game.rules.skirmish.tasks import ExitOffer, Order

EXIT = "exit"
"""The map zone by which troopers leave (BD-12)."""


def leave_refusal(ctx: Ctx, unit: Unit) -> Refusal | None:
    """Why this trooper may not leave the board from where it stands, or None."""
    under = ctx.board.footprint_mask(unit.cell, unit.size) if unit.cell >= 0 else 0
    if is_hive(ctx, unit) or not under & ctx.board.zone_mask(EXIT):
        return refuse("NOT_ON_EXIT", "MS-2", unit=unit.id)
    if not is_fit(unit):
        return refuse("NOT_FIT", "MS-2", unit=unit.id)
    if holding(ctx, unit):
        return refuse("ENGAGED", "ST-7", skill="leave")
    return None


def may_leave_board(ctx: Ctx, order: Order) -> bool:
    """Did a move of this order, that of a Dodge included, bring its actor to an exit?"""
    if not order.trail or not ctx.board.zone_mask(EXIT):
        return False
    unit = ctx.state.units.get(order.actor)
    if unit is None:
        return False
    moved = len({*order.trail, unit.cell}) > 1 or any(isinstance(skill.action, Drop) for skill in order.skills)
    return moved and leave_refusal(ctx, unit) is None


def exit_side(ctx: Ctx, task: ExitOffer) -> Side:
    """Whose decision it is."""
    return ctx.state.units[task.unit].side


def _options(ctx: Ctx, task: ExitOffer) -> Sequence[Action]:
    return (Leave(),) if leave_refusal(ctx, ctx.state.units[task.unit]) is None else ()


def _verdict(ctx: Ctx, task: ExitOffer, _action: Leave) -> Refusal | None:
    return leave_refusal(ctx, ctx.state.units[task.unit])


def _leave(tx: Tx, task: ExitOffer, _action: Leave) -> None:
    """Safe, with all that it carries."""
    tx.pop()
    for marker in carried(tx, task.unit):
        tx.emit(MarkerRemoved(marker.id, "carried_out", task.unit))
    remove(tx, task.unit, "safe")


def exit_offers() -> tuple[Offer, ...]:
    """Leave or stay."""
    return (Offer(ExitOffer, Leave, _options, _verdict, _leave), pass_offer(ExitOffer))
