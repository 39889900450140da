"""Footprints that are chosen, or waited for (X-36)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.core.refusal import Refusal, refuse
from game.core.rulebook import Offer
from game.core.state import NO_CELL, Action
from game.core.tx import Ctx, Tx
from game.rules.skirmish.queries import footprint_of
from game.rules.skirmish.tasks import Order
from game.rules.transmutation.actions import Grow
from game.rules.transmutation.changing import fit_footprint, larger_footprints, retrace
from game.rules.transmutation.tasks import Growth


def make_up(tx: Tx, order: Order) -> None:
    """At the start of a later activation a form that found no room takes it if there is some; BEFORE_ORDER (X-36)."""
    unit = tx.state.units.get(order.actor)
    if unit is None or not tx.game.kinds[unit.kind].transmutation or unit.cell == NO_CELL:
        return
    if unit.size < footprint_of(tx, unit):
        fit_footprint(tx, unit.id)


def _spots(ctx: Ctx, task: Growth) -> tuple[int, ...]:
    unit = ctx.state.units[task.unit]
    return larger_footprints(ctx, unit, footprint_of(ctx, unit))


def _options(ctx: Ctx, task: Growth) -> Sequence[Action]:
    return [Grow(cell) for cell in _spots(ctx, task)]


def _verdict(ctx: Ctx, task: Growth, action: Grow) -> Refusal | None:
    return None if action.cell in _spots(ctx, task) else refuse("NO_ROOM", "X-36", unit=task.unit)


def _grow(tx: Tx, task: Growth, action: Grow) -> None:
    tx.pop()
    unit = tx.state.units[task.unit]
    fit_footprint(tx, task.unit, cell=action.cell)
    retrace(tx, unit, task.unit)


OFFERS: Final = (Offer(Growth, Grow, _options, _verdict, _grow),)
