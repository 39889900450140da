"""Set-up: every avatar upgrade gets its manifestation card, face down, before troopers are placed (AV-03, TS-0)."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.refusal import Refusal
from game.core.rulebook import Offer
from game.core.scenario import Recruit
from game.core.state import Action
from game.core.tx import Ctx, Tx
from game.core.types import Side, UnitId
from game.rules.avatar.actions import ChooseCard
from game.rules.avatar.cards import card_names, card_of
from game.rules.avatar.crews import no_card
from game.rules.avatar.events import CardSet
from game.rules.avatar.faces import is_avatar_master
from game.rules.avatar.tasks import CardChoice


def recruited(tx: Tx, unit_id: UnitId, recruit: Recruit) -> None:
    """Lay down the card that the scenario names, or ask the Master's side for one; a point of RECRUITED."""
    unit = tx.state.units[unit_id]
    if not is_avatar_master(tx, unit):
        return
    card = recruit.card if card_of(tx, recruit.card) is not None else ""
    tx.emit(CardSet(unit_id, card))
    if not card:
        tx.push(CardChoice(unit.side, unit_id))


def choosing_side(_ctx: Ctx, task: CardChoice) -> Side:
    """Whose decision it is."""
    return task.side


def _options(ctx: Ctx, _task: CardChoice) -> Sequence[Action]:
    """Any Master may take any card (AV-39)."""
    return [ChooseCard(name) for name in card_names(ctx)]


def _verdict(ctx: Ctx, _task: CardChoice, action: ChooseCard) -> Refusal | None:
    if action.card in card_names(ctx):
        return None
    return no_card(action.card, card_names(ctx))


def _choose(tx: Tx, task: CardChoice, action: ChooseCard) -> None:
    tx.pop()
    tx.emit(CardSet(task.unit, action.card))


CARD_OFFERS = (Offer(CardChoice, ChooseCard, _options, _verdict, _choose),)
