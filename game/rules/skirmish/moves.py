"""Moving under the base rules (section 6): the shared functions by their agreed names, and the Move skill."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.events import StateGained
from game.core.options import Joined, Mapped
from game.core.refusal import Refusal, refuse
from game.core.rulebook import Offer
from game.core.state import Action, Unit
from game.core.tx import Ctx, Tx
from game.core.types import Path, UnitId
from game.rules.skirmish import names
from game.rules.skirmish.actions import Idle, Move
from game.rules.skirmish.declare import may_declare
from game.rules.skirmish.moving.ground import (
    access_doors,
    blocked_cells,
    close_door,
    halts,
    holding,
    nest_cells,
    openable_doors,
)
from game.rules.skirmish.moving.plan import (
    may_leave,
    movement_points,
    path_in,
    walk_family,
    walk_reach,
    walk_reaches,
    walk_refusal,
)
from game.rules.skirmish.moving.trail import (
    amend,
    announce,
    leave_trail,
    note_look,
    record,
    reveal,
    stand_up,
    walk,
)
from game.rules.skirmish.queries import as_mover, may_be_prone
from game.rules.skirmish.tasks import DeclareFirst, DeclareSecond, compulsion, running_order

__all__ = [
    "access_doors",
    "amend",
    "announce",
    "blocked_cells",
    "close_door",
    "halts",
    "holding",
    "leave_trail",
    "may_leave",
    "movement_points",
    "nest_cells",
    "openable_doors",
    "path_in",
    "record",
    "reveal",
    "walk",
    "walk_family",
    "walk_reach",
    "walk_reaches",
    "walk_refusal",
    "change_stance",
    "move_offers",
    "stance_refusal",
    "stays_up",
]

STANCES = ("", "prone", "stand")
"""Answers for ``Move.first`` and ``Move.last`` (MV-6)."""


# -- stance (MV-6) ------------------------------------------------------------------------------------


def stance_refusal(ctx: Ctx, unit: Unit, stance: str, *, prone: bool) -> Refusal | None:
    """Why a unit that is ``prone`` (or stands) may not take this stance, or None."""
    if stance not in STANCES:
        return refuse("NO_SUCH_STANCE", "MV-6", stance=stance)
    if stance == "prone" and (prone or not may_be_prone(ctx, unit)):
        return refuse("CANNOT_GO_PRONE", "MV-6", unit=unit.id)
    if stance == "stand" and not prone:
        return refuse("NOT_PRONE", "MV-6", unit=unit.id)
    return None


def stays_up(*stances: str) -> Refusal | None:
    """Under a compulsion nobody lies down in moving (IM-34)."""
    return refuse("STAYS_UP", "IM-34") if "prone" in stances else None


def change_stance(tx: Tx, unit_id: UnitId, stance: str) -> None:
    """Go prone or stand up; ``""`` keeps the stance."""
    if stance == "prone":
        tx.emit(StateGained(unit_id, names.PRONE))
        note_look(tx, unit_id)
    elif stance == "stand":
        stand_up(tx, unit_id)


# -- Move (MV-1) --------------------------------------------------------------------------------------


def which_move(ctx: Ctx) -> int:
    """0 for the first Move of the running order, 1 for a later one (MV-1)."""
    order = running_order(ctx)
    return int(order is not None and any(isinstance(s.action, Move) for s in order.skills))


def _mover(ctx: Ctx, task: DeclareFirst | DeclareSecond) -> Unit:
    """The acting unit as this Move will find it."""
    unit = ctx.state.units[task.actor]
    return as_mover(ctx, unit) if isinstance(task, DeclareFirst) else unit


def _move_options(ctx: Ctx, task: DeclareFirst | DeclareSecond) -> Sequence[Action]:
    """Every end in reach; prone troopers crawl or stand up first, others may drop where they are."""
    if may_declare(ctx, task, "move") is not None:
        return ()
    unit = _mover(ctx, task)
    prone = names.PRONE in unit.states
    forced = compulsion(ctx)
    if forced is not None:
        walks, make = forced.walks(ctx, unit, False), _standing if prone else Move
        return Mapped(walks.ends, lambda end: make(walks.path(end)))
    which = which_move(ctx)
    families: list[Sequence[Action]] = []
    if prone:
        points = movement_points(ctx, unit, which, prone=False)
        families.append((Move((), first="stand"),))
        families.append(walk_family(ctx, unit, points, _standing, work_doors=True))
    elif may_be_prone(ctx, unit) and not holding(ctx, unit):
        families.append((Move((), last="prone"),))
    families.append(walk_family(ctx, unit, movement_points(ctx, unit, which), Move, work_doors=True))
    return families[0] if len(families) == 1 else Joined(families)


def _standing(path: Path) -> Action:
    return Move(path, first="stand")


def _move_verdict(ctx: Ctx, task: DeclareFirst | DeclareSecond, action: Move) -> Refusal | None:
    refusal = may_declare(ctx, task, "move")
    if refusal is not None:
        return refusal
    unit = _mover(ctx, task)
    prone = names.PRONE in unit.states
    refusal = stance_refusal(ctx, unit, action.first, prone=prone)
    if refusal is not None:
        return refusal
    forced = compulsion(ctx)
    if forced is not None:
        refusal = stays_up(action.first, action.last) or stance_refusal(ctx, unit, action.last, prone=False)
        return refusal or forced.walk(ctx, unit, action.path, False)
    crawls = action.first == "prone" or (prone and action.first != "stand")
    refusal = stance_refusal(ctx, unit, action.last, prone=crawls)
    if refusal is not None:
        return refusal
    changes = bool(action.first or action.last)
    points = movement_points(ctx, unit, which_move(ctx), prone=crawls)
    return walk_refusal(ctx, unit, action.path, points, empty=changes)


def _move(tx: Tx, task: DeclareFirst | DeclareSecond, action: Move) -> None:
    tx.pop()
    forced = compulsion(tx) is not None
    declared = Idle() if forced and not action.path else action
    announce(tx, task.actor, declared)
    change_stance(tx, task.actor, "stand" if forced else action.first)
    walk(tx, task.actor, action.path)
    change_stance(tx, task.actor, action.last)
    record(tx, task.actor, declared, announced=True)


def move_offers() -> tuple[Offer, ...]:
    """Move, as a first and as a second skill."""
    return tuple(Offer(task, Move, _move_options, _move_verdict, _move) for task in (DeclareFirst, DeclareSecond))
