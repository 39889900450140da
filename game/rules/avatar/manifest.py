"""The steps of a manifestation: reveal, push, place, remove, event, flip (AV-45 to AV-56)."""

from __future__ import annotations

from collections.abc import Sequence

from game.board import cells_of, contact_anchors
from game.core.events import UnitResized
from game.core.refusal import Refusal, refuse
from game.core.rulebook import Offer
from game.core.state import Action, Unit
from game.core.tx import Ctx, Tx
from game.core.types import Cell, Side, UnitId
from game.rules.avatar.actions import ChooseEvent, PlaceAvatar
from game.rules.avatar.cards import ManifestationEvent, card_of, event_of
from game.rules.avatar.crews import TWO
from game.rules.avatar.events import (
    AvatarPlaced,
    CardRevealed,
    FigureRemoved,
    ManifestationEventChosen,
    ManifestationFailed,
    UpgradeFlipped,
)
from game.rules.avatar.faces import avatar_size, avatar_upgrade
from game.rules.avatar.happenings import happen
from game.rules.avatar.push import PUSH, PUSHED_WITHIN, displaced, push_away, units_near
from game.rules.avatar.state import MasterCard, record_of
from game.rules.avatar.tasks import AvatarPlace, EventChoice, EventTarget, FlipDue
from game.rules.skirmish.deciding import pass_offer
from game.rules.skirmish.moving.ground import solid_cells
from game.rules.skirmish.moving.trail import reveal
from game.rules.skirmish.queries import marker_cells


def manifest(tx: Tx, record: MasterCard, *, standing: bool) -> None:
    """Steps 1 and 2, then ask where the avatar stands; without room for it nothing more happens (AV-46 to AV-51).

    ``standing``: after a failure the requirement stays met (AV-A6). A single legal place is taken without asking.
    """
    unit_id = record.unit
    reveal(tx, unit_id, why="manifest")
    tx.emit(CardRevealed(unit_id, record.card, record.progress, record.failed))
    push_away(tx, unit_id, units_near(tx, tx.state.units[unit_id], PUSHED_WITHIN), PUSH)
    places = places_for(tx, tx.state.units[unit_id])
    if not places:
        tx.emit(ManifestationFailed(unit_id, tx.state.round, standing))
    elif len(places) == 1:
        _stand(tx, unit_id, places[0])
    else:
        tx.push(AvatarPlace(unit_id))


def places_for(ctx: Ctx, unit: Unit) -> list[Cell]:
    """The anchors on which the avatar may stand: free, in contact with the Master's base, not on it (AV-48, AV-A3)."""
    upgrade = avatar_upgrade(ctx, unit)
    if upgrade is None:
        return []
    size = avatar_size(unit, upgrade)
    under = ctx.board.footprint_mask(unit.cell, unit.size)
    barred = solid_cells(ctx) | ctx.state.occupied | marker_cells(ctx)
    touching = contact_anchors(ctx.board, under, size, ctx.state.doors)
    return cells_of(touching & ~ctx.board.anchors_over(barred, size))


def _place_options(ctx: Ctx, task: AvatarPlace) -> Sequence[Action]:
    return [PlaceAvatar(cell) for cell in places_for(ctx, ctx.state.units[task.unit])]


def _place_verdict(ctx: Ctx, task: AvatarPlace, action: PlaceAvatar) -> Refusal | None:
    if action.cell in places_for(ctx, ctx.state.units[task.unit]):
        return None
    return refuse("NOT_BESIDE_MASTER", "AV-48", cell=action.cell)


def _place(tx: Tx, task: AvatarPlace, action: PlaceAvatar) -> None:
    tx.pop()
    _stand(tx, task.unit, action.cell)


def _stand(tx: Tx, unit_id: UnitId, cell: Cell) -> None:
    """Step 3: the avatar's figure is set down, only then is the Master's removed (AV-48, AV-49)."""
    unit = tx.state.units[unit_id]
    upgrade = avatar_upgrade(tx, unit)
    if upgrade is None or upgrade.back is None:
        return
    size = avatar_size(unit, upgrade)
    tx.push(FlipDue(unit_id))
    tx.emit(AvatarPlaced(unit_id, cell, size, upgrade.back.figure))
    tx.emit(FigureRemoved(unit_id, unit.cell, unit.size))
    tx.emit(UnitResized(unit_id, cell, size))
    displaced(tx, unit_id)
    if events_for(tx, tx.state.units[unit_id]):
        tx.push(EventChoice(unit_id))


# -- step 5 -----------------------------------------------------------------------------------------------------


def events_for(ctx: Ctx, unit: Unit) -> list[ManifestationEvent]:
    """The events to choose from: the card's, and the one of the pre side, which still counts (AV-35, AV-36, AV-A10)."""
    record, upgrade = record_of(ctx, unit.id), avatar_upgrade(ctx, unit)
    card = None if record is None else card_of(ctx, record.card)
    known = (card.event if card is not None else "", upgrade.front.event if upgrade is not None else "")
    found = [event_of(ctx, name) for name in dict.fromkeys(known) if name]
    return [event for event in found if event is not None]


def _event_options(ctx: Ctx, task: EventChoice) -> Sequence[Action]:
    return [ChooseEvent(event.id) for event in events_for(ctx, ctx.state.units[task.unit])]


def _event_verdict(ctx: Ctx, task: EventChoice, action: ChooseEvent) -> Refusal | None:
    known = [event.id for event in events_for(ctx, ctx.state.units[task.unit])]
    if action.event in known:
        return None
    if TWO in action.event and all(name in known for name in action.event.split(TWO)):
        return refuse("ONE_EVENT", "AV-37")
    return refuse("NO_SUCH_EVENT", "AV-35", event=action.event)


def _choose(tx: Tx, task: EventChoice, action: ChooseEvent) -> None:
    """It happens at once; the flip waits beneath (AV-34, AV-55)."""
    tx.pop()
    event = event_of(tx, action.event)
    if event is not None:
        tx.emit(ManifestationEventChosen(task.unit, event.id))
        happen(tx, task.unit, event)


# -- step 6 -----------------------------------------------------------------------------------------------------


def flip(tx: Tx, unit_id: UnitId) -> None:
    """The upgrade is turned to its manifested side (AV-55, AV-56)."""
    unit = tx.state.units.get(unit_id)
    upgrade = None if unit is None else avatar_upgrade(tx, unit)
    if upgrade is not None:
        tx.emit(UpgradeFlipped(unit_id, upgrade.id))


def owner(ctx: Ctx, task: AvatarPlace | EventChoice | EventTarget) -> Side:
    """Whose decision it is."""
    unit = ctx.state.units.get(task.unit)
    return "" if unit is None else unit.side


STEP_OFFERS = (
    Offer(AvatarPlace, PlaceAvatar, _place_options, _place_verdict, _place),
    Offer(EventChoice, ChooseEvent, _event_options, _event_verdict, _choose),
    pass_offer(EventChoice),
)
