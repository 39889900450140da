"""The two choices of an activation: the move and the attack of a xeno (OR-7, HM-31)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from game.core.refusal import Refusal, refuse
from game.core.rulebook import Offer
from game.core.state import Action, Task, Unit
from game.core.tx import Ctx, Tx
from game.core.types import Side
from game.rules.hive.tasks import XenoAttack, XenoMove
from game.rules.skirmish import names
from game.rules.skirmish.actions import Dodge, Fight, Move, Shoot
from game.rules.skirmish.combat import attack_offers
from game.rules.skirmish.deciding import pass_offer
from game.rules.skirmish.declare import open_to, tag_of
from game.rules.skirmish.leaps import leap_offers
from game.rules.skirmish.moves import announce, movement_points, record, walk, walk_family, walk_refusal
from game.rules.skirmish.queries import as_mover, touching_foes
from game.rules.skirmish.tasks import running_order

Ask = Callable[[Ctx, Unit], Refusal | None]


def side_of(ctx: Ctx, _task: XenoMove | XenoAttack) -> Side:
    """Whose decision it is; asked of the order, as the actor may be hidden from the asker (HI-1)."""
    order = running_order(ctx)
    return "" if order is None else order.side


def _paths(ctx: Ctx, task: XenoMove) -> Sequence[Action]:
    unit = as_mover(ctx, ctx.state.units[task.actor])
    if open_to(ctx, unit, "move") is not None:
        return ()
    return walk_family(ctx, unit, movement_points(ctx, unit, 0), Move, work_doors=True)


def _path_verdict(ctx: Ctx, task: XenoMove, action: Move) -> Refusal | None:
    unit = as_mover(ctx, ctx.state.units[task.actor])
    refusal = open_to(ctx, unit, "move")
    if refusal is not None:
        return refusal
    if action.first or action.last:
        return refuse("NO_SUCH_STANCE", "MV-6", stance=action.first or action.last)
    return walk_refusal(ctx, unit, action.path, movement_points(ctx, unit, 0))


def _move(tx: Tx, task: XenoMove, action: Move) -> None:
    tx.pop()
    announce(tx, task.actor, action)
    walk(tx, task.actor, action.path)
    record(tx, task.actor, action, announced=True)


def may_shoot(ctx: Ctx, unit: Unit) -> Refusal | None:
    """A xeno in contact fights; it shoots only otherwise (OR-7)."""
    if touching_foes(ctx, unit):
        return refuse("FIGHTS_IN_CONTACT", "OR-7", unit=unit.id)
    return None


def may_shake_off(ctx: Ctx, unit: Unit) -> Refusal | None:
    """Only a xeno that is Immobilized-A dodges in its own turn: that ends the state (OR-7, ST-5)."""
    if names.IMMOBILIZED_A not in unit.states:
        return refuse("NOT_A_XENO_SKILL", "OR-7", skill="dodge")
    return None


def may_leap(skill: str) -> Ask:
    """A Jump or Climb instead of the Move (OR-7)."""
    return lambda ctx, unit: open_to(ctx, unit, skill)


def narrowed(offer: Offer, ask: Ask, task: type[Task]) -> Offer:
    """An offer of the base rules as an answer to ``task``, which ``ask`` may refuse for the acting unit."""

    def options(ctx: Ctx, waiting: XenoMove | XenoAttack) -> Sequence[Action]:
        return () if ask(ctx, ctx.state.units[waiting.actor]) is not None else offer.options(ctx, waiting)

    def verdict(ctx: Ctx, waiting: XenoMove | XenoAttack, action: Action) -> Refusal | None:
        refusal = ask(ctx, ctx.state.units[waiting.actor])
        return offer.verdict(ctx, waiting, action) if refusal is None else refusal

    return Offer(task, offer.action, options, verdict, offer.perform)


OFFERS: Final = (
    Offer(XenoMove, Move, _paths, _path_verdict, _move),
    *(narrowed(offer, may_leap(tag_of(offer.action)), XenoMove) for offer in leap_offers()),
    *(narrowed(offer, may_shake_off, XenoMove) for offer in attack_offers(XenoMove) if offer.action is Dodge),
    pass_offer(XenoMove),
    *(offer for offer in attack_offers(XenoAttack) if offer.action is Fight),
    *(narrowed(offer, may_shoot, XenoAttack) for offer in attack_offers(XenoAttack) if offer.action is Shoot),
    pass_offer(XenoAttack),
)
