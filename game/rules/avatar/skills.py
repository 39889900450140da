"""Prepare and Sacrifice: short skills open to any Master with an avatar upgrade, whatever its card (OR-3, D-A11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.core.refusal import Refusal, refuse
from game.core.rulebook import Offer
from game.core.state import Action, Unit
from game.core.tx import Ctx, Tx
from game.rules.avatar.actions import Prepare, Sacrifice
from game.rules.avatar.cards import PREPARES, SACRIFICES
from game.rules.avatar.faces import is_avatar_master, may_manifest
from game.rules.avatar.requirements import count
from game.rules.skirmish.combat import remove
from game.rules.skirmish.declare import SHORT, may_declare
from game.rules.skirmish.moving.trail import record
from game.rules.skirmish.queries import friends_of, range_between
from game.rules.skirmish.tasks import Declared, DeclareFirst, DeclareSecond, Order

SACRIFICE_REACH: Final = 2
"""Cells within which a friend may be sacrificed (OR-3)."""
CLASSES: Final = {"prepare": SHORT, "sacrifice": SHORT}
"""Rows of the table of skills (OR-3)."""

_Task = DeclareFirst | DeclareSecond


def _refusal(ctx: Ctx, task: _Task, skill: str) -> Refusal | None:
    refusal = may_declare(ctx, task, skill)
    if refusal is None and not is_avatar_master(ctx, ctx.state.units[task.actor]):
        return refuse("NO_AVATAR_UPGRADE", "OR-3", unit=task.actor)
    return refusal


def victims(ctx: Ctx, unit: Unit) -> list[Unit]:
    """The friends within reach of a sacrifice, by id."""
    return [
        friend
        for friend in friends_of(ctx, unit.side)
        if friend.id != unit.id and range_between(ctx, unit, friend) <= SACRIFICE_REACH
    ]


def _open(ctx: Ctx, task: _Task, skill: str) -> bool:
    """Worth listing: it is of no use to an avatar, though nothing forbids it."""
    unit = ctx.state.units.get(task.actor)
    return unit is not None and bool(unit.upgrades) and may_manifest(ctx, unit) and _refusal(ctx, task, skill) is None


def _prepare_options(ctx: Ctx, task: _Task) -> Sequence[Action]:
    return (Prepare(),) if _open(ctx, task, "prepare") else ()


def _prepare_verdict(ctx: Ctx, task: _Task, _action: Prepare) -> Refusal | None:
    return _refusal(ctx, task, "prepare")


def _sacrifice_options(ctx: Ctx, task: _Task) -> Sequence[Action]:
    if not _open(ctx, task, "sacrifice"):
        return ()
    return [Sacrifice(friend.id) for friend in victims(ctx, ctx.state.units[task.actor])]


def _sacrifice_verdict(ctx: Ctx, task: _Task, action: Sacrifice) -> Refusal | None:
    refusal = _refusal(ctx, task, "sacrifice")
    if refusal is None and action.target not in [friend.id for friend in victims(ctx, ctx.state.units[task.actor])]:
        return refuse("NO_SUCH_SACRIFICE", "OR-3", unit=action.target, cells=SACRIFICE_REACH)
    return refusal


def _declare(tx: Tx, task: _Task, action: Action) -> None:
    tx.pop()
    record(tx, task.actor, action)


def _prepared(tx: Tx, order: Order, _declared: Declared) -> None:
    count(tx, order.actor, PREPARES)


def _sacrificed(tx: Tx, order: Order, declared: Declared) -> None:
    """The friend is removed: killed as far as the hive goes (HM-44), but nobody's kill."""
    action = declared.action
    if isinstance(action, Sacrifice) and action.target in tx.state.units:
        remove(tx, action.target, "sacrificed")
        count(tx, order.actor, SACRIFICES)


EFFECTS: Final = {"prepare": _prepared, "sacrifice": _sacrificed}
"""Rows of the table of what skills come to in step 6 of an order."""


def skill_offers() -> tuple[Offer, ...]:
    """Both, as a first and as a second skill."""
    return tuple(
        offer
        for task in (DeclareFirst, DeclareSecond)
        for offer in (
            Offer(task, Prepare, _prepare_options, _prepare_verdict, _declare),
            Offer(task, Sacrifice, _sacrifice_options, _sacrifice_verdict, _declare),
        )
    )
