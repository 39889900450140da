"""What waits on the agenda under the base rules. An order is one task that walks through the steps of OR-4."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec import Struct

from game.core.refusal import Refusal
from game.core.state import Action, Task, Unit
from game.core.tx import Ctx
from game.core.types import Cell, Path, Side, UnitId
from game.rules.skirmish import names


class Deployment(Task, frozen=True):
    """Decision of ``side``: place its next trooper (TS-0)."""

    side: Side


class StartRound(Task, frozen=True):
    """Start round ``number``: push the steps of the sequence ``round``."""

    number: int


class TurnStart(Task, frozen=True):
    """A human side's turn begins (TS-2)."""

    side: Side


class Tactical(Task, frozen=True):
    """Tactical phase without its decision: Retreat! check, effects end, order count (TS-3)."""

    side: Side


class CommandStep(Task, frozen=True):
    """Decision: the officer's command, or none (OR-6)."""

    side: Side


class OrdersStart(Task, frozen=True):
    """The Orders phase begins; what must happen before the first order is pushed by listeners (HM-A5)."""

    side: Side


class OrdersPhase(Task, frozen=True):
    """Decision: give an order, set a policy, or end the turn (TS-4)."""

    side: Side


class StatesPhase(Task, frozen=True):
    """States phase: effects end, markers update, victory check (TS-5)."""

    side: Side


class RoundEnd(Task, frozen=True):
    """The round is over: round limit, holds, no-progress rule (TS-7, MS-5)."""


LOW, HIDDEN = 1, 2
"""Bits of ``Order.looks``: prone, and a Camouflaged marker."""


class Declared(Struct, frozen=True):
    """A skill of the running order: the action, and the anchor cell where its user stood when it took effect."""

    action: Action
    cell: Cell


class Reaction(Struct, frozen=True):
    """A declared reaction: who, what, and in which of the two windows (1 or 2)."""

    unit: UnitId
    action: Action
    window: int


class Order(Task, frozen=True):
    """An order (or a xeno's activation) on its way through OR-4.

    ``trail`` is every anchor cell the actor stood on, the start first; ``marks`` the length of the trail when each
    skill had been carried out, so that the second window can tell new cells from old. ``stage`` counts the steps
    of OR-4 that are done. ``kind``: pool, own, lieutenant, xeno, catharsis, withdraw, impetuous ...
    ``doors`` are the open doors at each cell of the trail: what was shut then hides that cell now (LOS-06).
    ``looks`` say how the actor was there: bits ``LOW`` and ``HIDDEN``. Who lies down, gets up or shows itself stands
    on the same cell of the trail twice.
    ``asked`` are the units that could react in the first window, ``seen`` the skills that window saw.
    """

    actor: UnitId
    side: Side
    kind: str
    stage: int = 0
    skills: tuple[Declared, ...] = ()
    reactions: tuple[Reaction, ...] = ()
    trail: tuple[Cell, ...] = ()
    marks: tuple[int, ...] = ()
    asked: tuple[UnitId, ...] = ()
    doors: tuple[int, ...] = ()
    seen: int = 0
    looks: tuple[int, ...] = ()


class Walks(NamedTuple):
    """Walks by where they end, each with its path, which is found when it is asked for."""

    ends: Sequence[Cell] = ()
    path: Callable[[Cell], Path] = lambda _end: ()


class Compulsion(Struct, frozen=True):
    """What an order of some kind forces upon its actor: other combinations than OR-3's, and where movement leads.

    Whoever moves under it gets up first, and has its whole MOV (IM-34, IM-35). ``climb`` tells Climb from Move.

    ``combination``: why a skill may not stand here, in place of OR-3. ``walks``: the walks that are listed; an empty
    path is a Move that comes to nothing, which is Idle. ``walk`` and ``jump``: why the actor may not walk a path, or
    land on a cell, that it could otherwise.
    """

    combination: Callable[[Ctx, Order, Task, str], Refusal | None]
    walks: Callable[[Ctx, Unit, bool], Walks]
    walk: Callable[[Ctx, Unit, Path, bool], Refusal | None]
    jump: Callable[[Ctx, Unit, Cell], Refusal | None]


class OrderKind(Struct, frozen=True):
    """How one kind of order runs (a row of the table ``order_kinds``).

    ``first`` and ``second`` make the decision for each skill, or say None where there is nothing to choose. Who may
    react is the same for every kind (OR-5). ``compels``: what the actor is not free to choose, if anything.
    """

    first: Callable[[Ctx, Order], Task | None]
    second: Callable[[Ctx, Order], Task | None]
    compels: Compulsion | None = None


class DeclareFirst(Task, frozen=True):
    """Decision: the order's first skill, or an entire order (OR-4 step 2). The Order lies beneath."""

    actor: UnitId


class DeclareSecond(Task, frozen=True):
    """Decision: the order's second skill, or none (OR-4 step 4)."""

    actor: UnitId


class React(Task, frozen=True):
    """Decision: the reaction of ``unit`` in window 1 or 2 of the order beneath (OR-5)."""

    unit: UnitId
    window: int


class DodgeMove(Task, frozen=True):
    """Decision: the move of a successful Dodge, or none (MV-5)."""

    unit: UnitId


class GutsRoll(Task, frozen=True):
    """Decision: a guts roll (ST-8); ``threats`` are the anchor cells it was attacked from, ``free`` if it may pass
    without a die (Courage).
    """

    unit: UnitId
    threats: tuple[Cell, ...]


class ExitOffer(Task, frozen=True):
    """Decision: leave by the exit, or stay (MS-2)."""

    unit: UnitId


def doors_of(order: Order, index: int) -> int:
    """The doors that were open when the actor had made the move of its skill of that number; -1: nobody noted it."""
    made = order.marks[index] if index < len(order.marks) else 0
    return order.doors[made - 1] if 0 < made <= len(order.doors) else -1


def running_order(ctx: Ctx) -> Order | None:
    """The innermost order that is being carried out, if any."""
    for task in reversed(ctx.tasks):
        if isinstance(task, Order):
            return task
    return None


def compulsion(ctx: Ctx) -> Compulsion | None:
    """What the running order forces upon its actor; nothing, for most kinds."""
    return compulsion_of(ctx, running_order(ctx))


def compulsion_of(ctx: Ctx, order: Order | None) -> Compulsion | None:
    """What an order forces upon its actor."""
    kind: OrderKind | None = None if order is None else ctx.game.rulebook.tables[names.ORDER_KINDS].get(order.kind)
    return None if kind is None else kind.compels
