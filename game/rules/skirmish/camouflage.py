"""Camouflaged markers: hiding again, and finding out what one is (ST-10, D-I15)."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.contest import Outcome, success
from game.core.draft import Draft
from game.core.events import CountersCleared, StateGained, TurnBegan, UnitCounted
from game.core.refusal import Refusal, refuse
from game.core.rulebook import Offer
from game.core.state import NO_CELL, Action, Unit
from game.core.tx import Ctx, Tx
from game.core.types import UnitId
from game.rules.skirmish import names
from game.rules.skirmish.actions import Discover, Hide
from game.rules.skirmish.combat.values import Attempt, Modifier, success_value
from game.rules.skirmish.declare import may_declare
from game.rules.skirmish.events import MarkerDiscovered
from game.rules.skirmish.moving.trail import announce, record, reveal
from game.rules.skirmish.queries import are_foes, foes_of, has_skill, is_fit, is_marker, sees, state_bar
from game.rules.skirmish.tasks import DeclareFirst, DeclareSecond, Order, running_order

NEAR = 8
"""Cells within which Discover has no range modifier, and the width of each further band of -1 (ST-10)."""


def tried(target: UnitId) -> str:
    """The counter of a trooper that failed to find out this marker this turn."""
    return f"looked:{target}"


def distance_band(ctx: Ctx, attempt: Attempt) -> Sequence[Modifier]:
    """Discover: -1 for each 8 cells beyond the first 8, a begun one counting (ST-10); a point of MODIFIERS."""
    if attempt.skill != "discover":
        return ()
    unit = ctx.state.units[attempt.unit]
    target = ctx.state.units[attempt.target]
    cells = ctx.board.range(attempt.cell if attempt.cell >= 0 else unit.cell, unit.size, target.cell, target.size)
    bands = max(0, -(-cells // NEAR) - 1)
    return (Modifier("range", -bands, "ST-10"),) if bands else ()


# -- Discover -----------------------------------------------------------------------------------------------


def discover_refusal(ctx: Ctx, unit: Unit, target_id: UnitId) -> Refusal | None:
    """Why this trooper may not try to find out that marker, or None."""
    target = ctx.state.units.get(target_id)
    if target is None or not is_marker(target) or target.cell == NO_CELL or not are_foes(ctx, target.side, unit.side):
        return refuse("NOT_A_MARKER", "ST-10", unit=target_id)
    order = running_order(ctx)
    looked = order is not None and any(skill.action == Discover(target_id) for skill in order.skills)
    if looked or unit.count(tried(target_id)):
        return refuse("LOOKED_ALREADY", "ST-10", unit=target_id)
    if not sees(ctx, unit, target):
        return refuse("NO_LOS", "ST-10", unit=target_id)
    return None


def _discover_options(ctx: Ctx, task: DeclareFirst | DeclareSecond) -> Sequence[Action]:
    if may_declare(ctx, task, "discover") is not None:
        return ()
    unit = ctx.state.units[task.actor]
    return [
        Discover(foe.id)
        for foe in foes_of(ctx, unit.side)
        if is_marker(foe) and discover_refusal(ctx, unit, foe.id) is None
    ]


def _discover_verdict(ctx: Ctx, task: DeclareFirst | DeclareSecond, action: Discover) -> Refusal | None:
    refusal = may_declare(ctx, task, "discover")
    return discover_refusal(ctx, ctx.state.units[task.actor], action.target) if refusal is None else refusal


def _discover(tx: Tx, task: DeclareFirst | DeclareSecond, action: Discover) -> None:
    tx.pop()
    record(tx, task.actor, action)


def resolve_discover(tx: Tx, order: Order, action: Discover, cell: int) -> None:
    """Roll for a declared Discover; a marker that has shown itself meanwhile needs no roll."""
    unit = tx.state.units.get(order.actor)
    target = tx.state.units.get(action.target)
    if unit is None or target is None or not is_marker(target) or unit.count(tried(target.id)):
        return
    value = success_value(tx, Attempt(unit.id, "discover", "wip", target=target.id, cell=cell)).value
    found = value >= 1 and success(tx.roll("discover", unit=unit.id, target=value)[0], value) is not Outcome.MISS
    if found:
        reveal(tx, target.id, by=unit.id, why="discovered")
    else:
        tx.emit(UnitCounted(unit.id, tried(target.id), 1))


def discovered(draft: Draft, event: MarkerDiscovered) -> None:
    """Whoever knew only the marker now knows the unit."""
    draft.put_unit(event.shown)


def forget_tries(tx: Tx, event: TurnBegan) -> None:
    """With its own next turn a trooper may look at every marker again (ST-10)."""
    names_tried = sorted(
        {
            name
            for unit in tx.state.units.values()
            if unit.side == event.side
            for name, _ in unit.counters
            if name.startswith("looked:")
        }
    )
    if names_tried:
        tx.emit(CountersCleared(tuple(names_tried), event.side))


# -- Hide -----------------------------------------------------------------------------------------------------


def hide_refusal(ctx: Ctx, unit: Unit) -> Refusal | None:
    """Why this trooper may not become a marker now, or None."""
    if not has_skill(ctx, unit, names.CAMOUFLAGE):
        return refuse("CANNOT_HIDE", "ST-10", unit=unit.id)
    refusal = state_bar(ctx, unit, names.CAMOUFLAGED)
    if refusal is not None:
        return refusal
    if is_marker(unit):
        return refuse("HIDDEN_ALREADY", "ST-10", unit=unit.id)
    for foe in foes_of(ctx, unit.side):
        if is_fit(foe) and sees(ctx, foe, unit):
            return refuse("SEEN", "ST-10", unit=foe.id)
    return None


def _hide_options(ctx: Ctx, task: DeclareFirst) -> Sequence[Action]:
    if may_declare(ctx, task, "hide") is not None or hide_refusal(ctx, ctx.state.units[task.actor]) is not None:
        return ()
    return (Hide(),)


def _hide_verdict(ctx: Ctx, task: DeclareFirst, _action: Hide) -> Refusal | None:
    refusal = may_declare(ctx, task, "hide")
    return hide_refusal(ctx, ctx.state.units[task.actor]) if refusal is None else refusal


def _hide(tx: Tx, task: DeclareFirst, action: Hide) -> None:
    tx.pop()
    announce(tx, task.actor, action)
    tx.emit(StateGained(task.actor, names.CAMOUFLAGED))
    record(tx, task.actor, action, announced=True)


def reveal_before_leaving(tx: Tx, unit_id: UnitId) -> None:
    """Whoever leaves the table shows what it was; a point of SPENT_UNIT."""
    reveal(tx, unit_id, why="removed")


def camouflage_offers() -> tuple[Offer, ...]:
    """Discover and Hide."""
    return (
        Offer(DeclareFirst, Hide, _hide_options, _hide_verdict, _hide),
        *(
            Offer(task, Discover, _discover_options, _discover_verdict, _discover)
            for task in (DeclareFirst, DeclareSecond)
        ),
    )
