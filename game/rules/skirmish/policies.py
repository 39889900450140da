"""Reaction windows: who is asked, and what standing policies answer by themselves (OR-4, OR-5, OR-8)."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.state import Action, Task, Unit
from game.core.tx import Ctx, Tx
from game.core.types import Side
from game.rules.skirmish import names
from game.rules.skirmish.actions import Dodge, Fight, Shoot
from game.rules.skirmish.combat.ammo import is_harmful
from game.rules.skirmish.combat.plans import plan_action
from game.rules.skirmish.deciding import only_pass
from game.rules.skirmish.moving.trail import amend
from game.rules.skirmish.queries import is_marker
from game.rules.skirmish.reactions import open_reactions, reactors
from game.rules.skirmish.tasks import Order, React, running_order

ASK, SHOOT, DODGE, HOLD = "ask", "shoot", "dodge", "hold"
POLICIES = (ASK, SHOOT, DODGE, HOLD)
"""Standing reaction policies (OR-8): shoot at the best chance, dodge when it comes to blows, hold, or ask."""
ANSWERS: dict[str, tuple[type[Action], ...]] = {SHOOT: (Shoot, Fight), DODGE: (Dodge,), HOLD: ()}
"""What each policy reacts with, the first that is possible; nothing else is declared in its name."""


def react_side(ctx: Ctx, task: React) -> Side:
    """Whose decision a reaction is."""
    return ctx.state.units[task.unit].side


def open_window(tx: Tx, order: Order, window: int) -> None:
    """Ask, or answer by policy, everyone who may react in this window, by id.

    The order lies on top of the agenda; the decisions go above it, the lowest id next.
    """
    waiting: list[Task] = []
    asked: list[int] = []
    for unit in reactors(tx, order, window):
        task = React(unit.id, window)
        before = _preparation(tx, unit)
        if before is None and _has_no_choice(tx, unit, order, task):
            continue
        asked.append(unit.id)
        if before is not None:
            waiting.extend((before, task))
        elif unit.policy == ASK:
            waiting.append(task)
        else:
            _answer(tx, unit, task)
    if window == 1 and asked:
        amend(tx, asked=tuple(asked))
    tx.push(*waiting)


def _preparation(tx: Tx, unit: Unit) -> Task | None:
    """A task that comes before this unit's reaction (TR-38)."""
    for prepare in tx.game.rulebook.points[names.BEFORE_REACTION]:
        task: Task | None = prepare(tx, unit)
        if task is not None:
            return task
    return None


def _has_no_choice(ctx: Ctx, unit: Unit, order: Order, task: React) -> bool:
    """May it react in principle, but has nothing to do it with? A marker is asked all the same, or that would tell.

    Whoever sees who is asked would know how the marker is armed (HI-2).
    """
    if is_marker(unit):
        return False
    found = open_reactions(ctx, unit, order, task.window)
    if "dodge" in found or "reset" in found:
        return False
    return only_pass(ctx, task)


def _answer(tx: Tx, unit: Unit, task: React) -> None:
    """Declare what the unit's policy says, if it can."""
    for kind in ANSWERS.get(unit.policy, ()):
        offer = tx.game.rulebook.offer_of.get((React, kind))
        if offer is None:
            continue
        bars = tx.game.rulebook.bars.get(kind, ())
        family = [
            action
            for action in offer.options(tx, task)
            if _hurts(tx, action) and all(bar(tx, task, action) is None for bar in bars)
        ]
        if family:
            tx.push(task)
            offer.perform(tx, task, best_chance(tx, task, family))
            return


def _hurts(ctx: Ctx, action: Action) -> bool:
    """Smoke is no way to shoot at somebody: it is thrown only by those who are asked."""
    return not isinstance(action, Shoot) or is_harmful(ctx, ctx.game.weapons[action.weapon].ammo)


AUTOMATIC = 99
"""A cone needs no roll: no success value beats it (AT-5)."""


def best_chance(ctx: Ctx, task: React, family: Sequence[Action]) -> Action:
    """The reaction with the highest success value; the first of equals (OR-8). All roll one die (RL-4)."""
    order, unit = running_order(ctx), ctx.state.units[task.unit]
    if order is None or len(family) == 1:
        return family[0]
    return max(family, key=lambda action: _value(ctx, order, unit, action))


def _value(ctx: Ctx, order: Order, unit: Unit, action: Action) -> int:
    reply = plan_action(ctx, order, unit, action, unit.cell, reaction=True)
    if reply is None or reply.attack is None:
        return 0
    value = reply.attack.aims[0].value
    return AUTOMATIC if value is None else value.value
