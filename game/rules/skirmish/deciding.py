"""Asking a side: decisions with nothing to decide are not asked, and Pass answers every "may"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from game.core.refusal import Refusal
from game.core.rulebook import Offer
from game.core.state import Action, Task
from game.core.tx import Ctx, Tx
from game.rules.skirmish.actions import Pass

_PASS: tuple[Action, ...] = (Pass(),)


def only_pass(ctx: Ctx, task: Task) -> bool:
    """True when no listed answer to ``task`` is anything but Pass; stops at the first that is."""
    book = ctx.game.rulebook
    for offer in book.offers.get(type(task), ()):
        if offer.action is Pass:
            continue
        family = offer.options(ctx, task)
        bars = book.bars.get(offer.action)
        if bars:
            if any(all(bar(ctx, task, action) is None for bar in bars) for action in family):
                return False
        elif len(family):
            return False
    return True


def ask(tx: Tx, task: Task) -> bool:
    """Push the decision ``task``, unless Pass is its only answer; tells whether it was pushed."""
    if only_pass(tx, task):
        return False
    tx.push(task)
    return True


def _options(_ctx: Ctx, _task: Task) -> Sequence[Action]:
    return _PASS


def _verdict(_ctx: Ctx, _task: Task, _action: Pass) -> Refusal | None:
    return None


def pass_offer(task: type[Task], then: Callable[[Tx, Any], None] | None = None) -> Offer:
    """Pass answers ``task``: it leaves the agenda, then ``then`` does what else follows."""

    def perform(tx: Tx, waiting: Task, _action: Pass) -> None:
        tx.pop()
        if then is not None:
            then(tx, waiting)

    return Offer(task, Pass, _options, _verdict, perform)
