"""When a Master's requirement is met, and when it is asked whether it manifests (AV-42 to AV-44, AV-51, AV-A2, AV-A6).

What happens is noted at once, the question comes when the effect is wholly resolved: at the end of the running order
(OR-4 step 9), or as the next thing where no order runs. A Delayed Master is asked before its first skill.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.core.events import UnitRemoved, UnitWounded
from game.core.refusal import Refusal
from game.core.rulebook import Offer
from game.core.state import NO_CELL, Action, Unit
from game.core.tx import Ctx, Tx
from game.core.types import Side, UnitId
from game.rules.avatar.actions import Manifest
from game.rules.avatar.cards import KILLS, LOSSES, PREPARES, ROUND, Requirement, card_of
from game.rules.avatar.events import CardMarked
from game.rules.avatar.faces import avatar_upgrade
from game.rules.avatar.manifest import manifest
from game.rules.avatar.state import MasterCard, memory_of, record_of
from game.rules.avatar.tasks import FlipDue, ManifestDue, ManifestPrompt
from game.rules.skirmish.deciding import pass_offer
from game.rules.skirmish.queries import are_foes, is_fit, profile_of
from game.rules.skirmish.tasks import Order, running_order

NOT_LOST = ("safe", "no_room")
"""Why a unit may be gone without being a loss: it left by the exit, or never came on the board."""


def requirement_of(ctx: Ctx, unit: Unit) -> Requirement | None:
    """What this Master must achieve, as far as whoever looks may know it (AV-11); None without a known card."""
    record = record_of(ctx, unit.id)
    card = None if record is None else card_of(ctx, record.card)
    return None if card is None else card.requirement


def can_manifest(ctx: Ctx, unit: Unit) -> bool:
    """Is its requirement met at this very moment, so that it is or will be asked (AV-19, AV-42)?"""
    return any(isinstance(task, ManifestPrompt | ManifestDue) and task.unit == unit.id for task in ctx.tasks)


def able(ctx: Ctx, record: MasterCard) -> bool:
    """Could this Master manifest now: fit, on the board, not yet an avatar, no failure this round (X-40, AV-51)?"""
    unit = ctx.state.units.get(record.unit)
    if unit is None or unit.cell == NO_CELL or not is_fit(unit) or record.manifested or not record.card:
        return False
    upgrade = avatar_upgrade(ctx, unit)
    return upgrade is not None and upgrade.back is not None and record.failed != ctx.state.round


# -- what counts ----------------------------------------------------------------------------------------------


def _open_records(tx: Tx) -> list[tuple[MasterCard, Unit, Requirement]]:
    """The cards that still may bring an avatar, each with its Master and what it demands."""
    memory = memory_of(tx.state)
    found = []
    for record in memory.cards if memory is not None else ():
        unit, card = tx.state.units.get(record.unit), card_of(tx, record.card)
        if unit is not None and card is not None and not record.manifested:
            found.append((record, unit, card.requirement))
    return found


def count(tx: Tx, unit_id: UnitId, kind: str) -> None:
    """One more of what the card counts, if it counts this kind: from the ``least``-th on the requirement is met."""
    for record, unit, requirement in _open_records(tx):
        if unit.id == unit_id and requirement.kind == kind:
            progress = record.progress + 1
            mark(tx, record, progress=progress, due=record.due or progress >= requirement.least)


def mark(tx: Tx, record: MasterCard, *, progress: int, due: bool) -> None:
    """Note how far a card has got; outside orders its Master is asked next (AV-A2)."""
    tx.emit(CardMarked(record.unit, progress, due, record.standing))
    if due and not any(isinstance(task, Order | FlipDue) for task in tx.tasks):
        tx.push(ManifestDue(record.unit))


def unit_removed(tx: Tx, event: UnitRemoved) -> None:
    """A listener: kills of the Master's own, and losses of its side (D-A11, D-A13)."""
    if memory_of(tx.state) is None or event.unit not in tx.state.gone:
        return
    left = tx.state.gone[event.unit].unit
    for record, unit, requirement in _open_records(tx):
        if requirement.kind == KILLS:
            if event.reason == "killed" and event.by == unit.id and are_foes(tx, left.side, unit.side):
                count(tx, unit.id, KILLS)
        elif requirement.kind == LOSSES and left.side == unit.side and event.reason not in NOT_LOST:
            still, ever = strength(tx, unit.side)
            if still * requirement.share <= ever:
                mark(tx, record, progress=record.progress, due=True)


def unit_wounded(tx: Tx, event: UnitWounded) -> None:
    """A listener: wounds of the Master (D-A11)."""
    if memory_of(tx.state) is None or event.amount <= 0:
        return
    for record, unit, requirement in _open_records(tx):
        hurt = requirement.kind == LOSSES and unit.id == event.unit
        if hurt and unit.wounds * requirement.share >= profile_of(tx, unit).w:
            mark(tx, record, progress=record.progress, due=True)


def strength(ctx: Ctx, side: Side) -> tuple[int, int]:
    """Units a side still has, those safely out among them, and how many it started with."""
    there = sum(1 for unit in ctx.state.units.values() if unit.side == side)
    gone = [left.reason for left in ctx.state.gone.values() if left.unit.side == side and left.reason != "no_room"]
    return there + gone.count("safe"), there + len(gone)


# -- when it is asked -------------------------------------------------------------------------------------------


def before_order(tx: Tx, order: Order) -> None:
    """At the start of its own activation: a Delayed Master, and one whose requirement stays met (AV-A2, AV-A6)."""
    record = record_of(tx, order.actor)
    card = None if record is None else card_of(tx, record.card)
    if record is None or card is None:
        return
    requirement = card.requirement
    opportunity = record.standing or (requirement.kind == ROUND and tx.state.round >= requirement.least)
    if opportunity and able(tx, record):
        tx.push(ManifestPrompt(record.unit))


def after_order(tx: Tx, _order: Order) -> None:
    """At the end of an order (OR-4 step 9)."""
    if memory_of(tx.state) is not None:
        line_up(tx)


def line_up(tx: Tx) -> None:
    """Put every question that is due on the agenda, the lowest id first; under the guts rolls of a running order."""
    memory = memory_of(tx.state)
    due = [ManifestDue(record.unit) for record in memory.cards if record.due] if memory is not None else []
    place = next((i for i in range(len(tx.agenda) - 1, -1, -1) if isinstance(tx.agenda[i], Order)), None)
    if place is None:
        tx.push(*due)
    else:
        tx.agenda[place + 1 : place + 1] = reversed(due)


def ask_if_able(tx: Tx, task: ManifestDue) -> None:
    """The moment has come: ask, or let the opportunity pass."""
    record = record_of(tx, task.unit)
    if record is None or not record.due:
        return
    tx.emit(CardMarked(record.unit, record.progress, False, record.standing))
    if able(tx, record):
        tx.push(ManifestPrompt(record.unit))


def owner(ctx: Ctx, task: ManifestPrompt) -> Side:
    """Whose decision it is."""
    unit = ctx.state.units.get(task.unit)
    return "" if unit is None else unit.side


# -- the answer -----------------------------------------------------------------------------------------------------


def _options(_ctx: Ctx, _task: ManifestPrompt) -> Sequence[Action]:
    return (Manifest(),)


def _verdict(_ctx: Ctx, _task: ManifestPrompt, _action: Manifest) -> Refusal | None:
    return None


def _manifest(tx: Tx, task: ManifestPrompt, _action: Manifest) -> None:
    tx.pop()
    record = record_of(tx, task.unit)
    if record is not None:
        card = card_of(tx, record.card)
        complete = card is not None and card.requirement.kind == PREPARES and record.progress >= card.requirement.least
        manifest(tx, record, standing=complete)


def _decline(tx: Tx, task: ManifestPrompt) -> None:
    """Not again before the requirement is met afresh (AV-44)."""
    record = record_of(tx, task.unit)
    if record is not None and record.standing:
        tx.emit(CardMarked(record.unit, record.progress, record.due, False))


PROMPT_OFFERS = (
    Offer(ManifestPrompt, Manifest, _options, _verdict, _manifest),
    pass_offer(ManifestPrompt, _decline),
)


def flip_settled(tx: Tx) -> None:
    """A manifestation is over: what it did may have met another Master's requirement (AV-43)."""
    order = running_order(tx)
    if order is None or order.stage >= SETTLED:
        line_up(tx)


SETTLED = 7
"""``Order.stage`` from which the effects of step 9 have been carried out."""
