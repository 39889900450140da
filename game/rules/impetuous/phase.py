"""Tokens and the Impetuous phase (IM-02 to IM-10, IM-38, TS-3)."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.events import CountersCleared, PhaseBegan, UnitCounted
from game.core.refusal import Refusal, refuse
from game.core.rulebook import Offer
from game.core.state import Action, Unit
from game.core.tx import Ctx, Tx
from game.core.types import Side
from game.rules.impetuous.activation import activation_refusal, may_activate
from game.rules.impetuous.names import IMPETUOUS
from game.rules.impetuous.tasks import ImpetuousNext, ImpetuousPhase, ImpetuousStart, ImpetuousTokens
from game.rules.skirmish.actions import GiveOrder
from game.rules.skirmish.deciding import pass_offer
from game.rules.skirmish.flow import in_retreat
from game.rules.skirmish.orders import start_order
from game.rules.skirmish.queries import has_skill, is_null, kind_of, units_of


def phase_side(_ctx: Ctx, task: ImpetuousPhase) -> Side:
    """Whose decision the phase is."""
    return task.side


def could_be_impetuous(ctx: Ctx, side: Side) -> bool:
    """Has the side anybody who is, or may turn out to be, impetuous this turn? Asked once a turn."""
    return any(unit.side == side and _could_be(ctx, unit) for unit in ctx.state.units.values())


def _could_be(ctx: Ctx, unit: Unit) -> bool:
    profiles = kind_of(ctx, unit).profiles
    return any(IMPETUOUS in profile.skills for profile in profiles) or has_skill(ctx, unit, IMPETUOUS)


def place_tokens(tx: Tx, task: ImpetuousTokens) -> None:
    """A token for each impetuous trooper that is not down (D-I26), waiting ones included; none in Retreat! (IM-A9)."""
    if in_retreat(tx, task.side):
        return
    for unit in units_of(tx, task.side):
        if has_skill(tx, unit, IMPETUOUS) and not is_null(unit):
            tx.emit(UnitCounted(unit.id, IMPETUOUS, 1))


def start_phase(tx: Tx, task: ImpetuousStart) -> None:
    """The phase takes place where a token lies."""
    if _has_token(tx, task.side):
        tx.emit(PhaseBegan(IMPETUOUS))
        tx.push(ImpetuousNext(task.side))


def next_activation(tx: Tx, task: ImpetuousNext) -> None:
    """Ask while somebody can be activated; then the tokens that are left go, and the phase is over (IM-06)."""
    if may_activate(tx, task.side):
        tx.push(ImpetuousPhase(task.side))
    else:
        end_phase(tx, task.side)


def end_phase(tx: Tx, side: Side) -> None:
    """Tokens that were not used go (IM-06)."""
    if _has_token(tx, side):
        tx.emit(CountersCleared((IMPETUOUS,), side))


def _has_token(ctx: Ctx, side: Side) -> bool:
    return any(unit.side == side and unit.count(IMPETUOUS) for unit in ctx.state.units.values())


def _options(ctx: Ctx, task: ImpetuousPhase) -> Sequence[Action]:
    return [GiveOrder(unit, IMPETUOUS) for unit in may_activate(ctx, task.side)]


def _verdict(ctx: Ctx, task: ImpetuousPhase, action: GiveOrder) -> Refusal | None:
    if action.kind != IMPETUOUS:
        return refuse("NO_SUCH_ORDER", "IM-08", kind=action.kind)
    return activation_refusal(ctx, task.side, action.unit)


def _activate(tx: Tx, task: ImpetuousPhase, action: GiveOrder) -> None:
    """The token goes, which counts as an order spent; none is taken from anywhere (IM-05, IM-08, IM-09)."""
    tx.replace(ImpetuousNext(task.side))
    tx.emit(UnitCounted(action.unit, IMPETUOUS, 0))
    start_order(tx, action.unit, IMPETUOUS, side=task.side)


def _end(tx: Tx, task: ImpetuousPhase) -> None:
    end_phase(tx, task.side)


def phase_offers() -> tuple[Offer, ...]:
    """Activate a trooper, or end the phase."""
    return (Offer(ImpetuousPhase, GiveOrder, _options, _verdict, _activate), pass_offer(ImpetuousPhase, _end))
