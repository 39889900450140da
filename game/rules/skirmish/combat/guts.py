"""Guts rolls: who makes one, what a player may choose, and where a trooper goes who loses heart (ST-8, D-I7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.board import cover, reach, visible
from game.core.contest import Outcome, success
from game.core.events import UnitMoved
from game.core.refusal import Refusal, refuse
from game.core.rulebook import Offer
from game.core.state import Action, Unit
from game.core.tx import Ctx, Tx
from game.core.types import Cell, Side, UnitId
from game.rules.skirmish import names
from game.rules.skirmish.actions import TakeGuts
from game.rules.skirmish.combat.tasks import GutsDue
from game.rules.skirmish.combat.values import Attempt, SuccessValue, success_value
from game.rules.skirmish.combat.wounds import gain
from game.rules.skirmish.events import GutsTaken
from game.rules.skirmish.moving.ground import blocked_cells, halts
from game.rules.skirmish.queries import (
    barred,
    is_engaged,
    is_fit,
    is_hive,
    is_marker,
    may_be_prone,
    skills_of,
)
from game.rules.skirmish.tasks import GutsRoll

FEARLESS: Final = frozenset({names.COURAGE, "religious", "veteran"})
"""Skills whose owner may pass a guts roll without a die (D-E4)."""
WITHDRAWAL: Final = 2
"""Cells a trooper goes who fails (ST-8)."""
ROLL, FAIL, PASS = "roll", "fail", "pass"
ASK: Final = "ask"


def owes_guts(ctx: Ctx, unit_id: UnitId) -> bool:
    """Does this unit roll now: a trooper that stands, is not engaged, not immobilized, no marker (ST-8, D-I7)?"""
    unit = ctx.state.units.get(unit_id)
    return (
        unit is not None
        and is_fit(unit)
        and not is_hive(ctx, unit)
        and names.IMMOBILE.isdisjoint(unit.states)
        and not is_marker(unit)
        and not is_engaged(ctx, unit)
        and barred(ctx, unit, "guts") is None
    )


def choices(ctx: Ctx, unit: Unit) -> tuple[str, ...]:
    """What its player may choose: roll or fail; with Courage or the like, pass or fail (EM-A7)."""
    return (PASS, FAIL) if not FEARLESS.isdisjoint(skills_of(ctx, unit)) else (ROLL, FAIL)


def guts_value(ctx: Ctx, unit_id: UnitId) -> SuccessValue:
    """The success value of a guts roll."""
    return success_value(ctx, Attempt(unit_id, "guts", "wip"))


def call_guts(tx: Tx, threats: dict[UnitId, list[Cell]]) -> None:
    """Push the guts rolls of units that had to save, lowest id first; ``threats`` are the cells of their attackers."""
    tx.push(*[GutsDue(unit, tuple(sorted(set(threats[unit])))) for unit in sorted(threats)])


def guts_due(tx: Tx, task: GutsDue) -> None:
    """Ask where the policy says ask; otherwise roll, or pass without a die."""
    if not owes_guts(tx, task.unit):
        return
    unit = tx.state.units[task.unit]
    if unit.policy == ASK:
        tx.push(GutsRoll(task.unit, task.threats))
    else:
        take_guts(tx, unit, choices(tx, unit)[0], task.threats)


def take_guts(tx: Tx, unit: Unit, choice: str, threats: tuple[Cell, ...]) -> None:
    """Carry out a choice: stay, or lose heart."""
    if choice == ROLL:
        value = guts_value(tx, unit.id).value
        passed = value >= 1 and success(tx.roll("guts", unit=unit.id, target=value)[0], value) is not Outcome.MISS
    else:
        passed = choice == PASS
    if passed:
        tx.emit(GutsTaken(unit.id, True, "stay"))
    else:
        _lose_heart(tx, unit, threats)


def _lose_heart(tx: Tx, unit: Unit, threats: tuple[Cell, ...]) -> None:
    """The first that can be done: out of sight, into cover, prone, nothing (ST-8)."""
    for result in ("withdraw", "cover"):
        path = shelter(tx, unit, threats, result)
        if path is not None:
            tx.emit(GutsTaken(unit.id, False, result))
            if path:
                tx.emit(UnitMoved(unit.id, path, "guts"))
            return
    if may_be_prone(tx, unit) and names.PRONE not in unit.states:
        tx.emit(GutsTaken(unit.id, False, "prone"))
        gain(tx, unit.id, names.PRONE)
    else:
        tx.emit(GutsTaken(unit.id, False, "nothing"))


def shelter(ctx: Ctx, unit: Unit, threats: tuple[Cell, ...], result: str) -> tuple[Cell, ...] | None:
    """The shortest way of at most two cells to where no threat sees the unit (or all see it covered).

    Ties by lowest y, then x. It touches no enemy on the way and leaves no walk that a rule forbids (HM-35). The
    empty way: it is sheltered where it stands. None: there is no such cell.
    """
    serves = _hides if result == "withdraw" else _covers
    contact = halts(ctx, unit, ctx.state.doors)
    blocked = blocked_cells(ctx, unit)
    ways = reach(ctx.board, unit.cell, WITHDRAWAL, ctx.state.doors, size=unit.size, blocked=blocked, stops=contact)
    for cell in ways.cost:
        if not contact >> cell & 1 and serves(ctx, unit, cell, threats):
            path = ways.path(cell)
            if not path or _may_walk(ctx, unit, path):
                return path
    return None


def _hides(ctx: Ctx, unit: Unit, cell: Cell, threats: tuple[Cell, ...]) -> bool:
    board, state = ctx.board, ctx.state
    own = board.footprint_mask(cell, unit.size)
    return not any(visible(board, threat, state.doors, state.murk) & own for threat in threats)


def _covers(ctx: Ctx, unit: Unit, cell: Cell, threats: tuple[Cell, ...]) -> bool:
    board, state = ctx.board, ctx.state
    own = board.footprint_mask(cell, unit.size)
    return all(
        cover(board, threat, 1, cell, unit.size, state.doors, state.murk)
        or not visible(board, threat, state.doors, state.murk) & own
        for threat in threats
    )


def _may_walk(ctx: Ctx, unit: Unit, path: tuple[Cell, ...]) -> bool:
    return all(bar(ctx, unit, path) is None for bar in ctx.game.rulebook.points[names.PATH_BARS])


def _options(ctx: Ctx, task: GutsRoll) -> Sequence[Action]:
    return [TakeGuts(choice) for choice in choices(ctx, ctx.state.units[task.unit])]


def _verdict(ctx: Ctx, task: GutsRoll, action: TakeGuts) -> Refusal | None:
    if action.choice not in choices(ctx, ctx.state.units[task.unit]):
        return refuse("NO_SUCH_GUTS", "ST-8", choice=action.choice)
    return None


def _perform(tx: Tx, task: GutsRoll, action: TakeGuts) -> None:
    tx.pop()
    take_guts(tx, tx.state.units[task.unit], action.choice, task.threats)


def guts_side(ctx: Ctx, task: GutsRoll) -> Side:
    """Whose decision a guts roll is."""
    return ctx.state.units[task.unit].side


GUTS_OFFERS: Final = (Offer(GutsRoll, TakeGuts, _options, _verdict, _perform),)
