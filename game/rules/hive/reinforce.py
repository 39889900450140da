"""The PLACE step: what the swarm dice bring on the board, one thing at a time (HM-44 to HM-46, HM-51 to HM-68)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.board import NO_CELL, cells_of, mask_of
from game.core.events import MarkerPlaced, PhaseBegan
from game.core.refusal import Refusal, refuse
from game.core.rulebook import Offer
from game.core.state import Action, Marker, Task
from game.core.tx import Ctx, Tx
from game.core.types import Cell
from game.rules.hive.actions import PlaceMarker, PlaceXeno
from game.rules.hive.locations import location_cells, location_refusal
from game.rules.hive.names import (
    GARGANTUAN,
    GAUNT_KIND,
    MONSTROUS,
    PLACE,
    SPORE_KIND,
    STEALER_KIND,
    SWARM_KIND,
    SYNAPSE,
)
from game.rules.hive.placement import grounds, solid_cells, taken_cells
from game.rules.hive.places import Places
from game.rules.hive.spawning import kinds_of_class, lose, new_brood, room_left, size_of, spawn
from game.rules.hive.tasks import (
    Brood,
    CorpseSwarms,
    Location,
    MarkerChoice,
    PlacePhase,
    Reinforcement,
)
from game.rules.skirmish import names
from game.rules.skirmish.deciding import pass_offer

BROODS: Final = {"spores": (SPORE_KIND, 4), "gaunt_brood": (GAUNT_KIND, 8), "stealer_brood": (STEALER_KIND, 4)}
"""Items that bring several creatures of one kind, and how many (HM-46, HM-55, HM-58)."""
CHOICES: Final = {"synapse": SYNAPSE, "monstrous": MONSTROUS, "gargantuan": GARGANTUAN}
"""Items that bring one creature of any kind of a class (HM-60 to HM-63)."""
MARKERS: Final = {"infestation": names.INFESTATION, "nest": names.NEST}
"""Items that bring a marker (HM-51, HM-52)."""


def item_kinds(ctx: Ctx, item: str) -> tuple[str, ...]:
    """The kinds of creature that an item of the dice can bring with this roster."""
    if item in BROODS:
        kind = BROODS[item][0]
        return (kind,) if kind in ctx.game.kinds else ()
    if item in CHOICES:
        return kinds_of_class(ctx, CHOICES[item])
    if item == "corpse_swarms":
        return (SWARM_KIND,) if SWARM_KIND in ctx.game.kinds else ()
    return ()


def place_phase(tx: Tx, task: PlacePhase) -> None:
    """Set up everything the plan brings, in the order of the dice table (HM-A26)."""
    tx.emit(PhaseBegan(PLACE))
    steps: list[Task] = []
    for item in task.plan:
        if item == "corpse_swarms":
            steps.append(CorpseSwarms(task.side))
        elif item in MARKERS:
            steps.append(Location(task.side, MARKERS[item]))
        elif item in BROODS:
            steps.append(Brood(task.side, item, item_kinds(tx, item), BROODS[item][1]))
        elif item in CHOICES:
            steps.append(Brood(task.side, item, item_kinds(tx, item), 1))
    tx.push(*steps)


# -- corpse swarms -----------------------------------------------------------------------------------------------


def killed_cells(ctx: Ctx) -> list[Cell]:
    """Where each trooper killed this round stood, in the order of their ids (HM-44, HM-A12, X-11, X-48)."""
    kinds = ctx.game.side_kinds
    return [
        gone.cell
        for _, gone in sorted(ctx.state.gone.items())
        if gone.round == ctx.state.round
        and gone.reason in ("killed", "sacrificed")
        and gone.cell != NO_CELL
        and kinds[gone.unit.side] == "human"
    ]


def corpse_swarms(tx: Tx, task: CorpseSwarms) -> None:
    """A swarm where each trooper fell, or on the nearest free cell beside it, else none (HM-45, HM-A14)."""
    for cell in killed_cells(tx):
        place = _corpse_place(tx, cell)
        if place == NO_CELL or not room_left(tx) or SWARM_KIND not in tx.game.kinds:
            lose(tx, task.side, "corpse_swarms", 1)
        else:
            spawn(tx, task.side, SWARM_KIND, place)


def _corpse_place(ctx: Ctx, cell: Cell) -> Cell:
    """The cell itself if it is free; else the nearest free one in contact, or beside a door that has shut over it."""
    solid = solid_cells(ctx)
    free = ~(solid | taken_cells(ctx))
    if free >> cell & 1:
        return cell
    board = ctx.board
    near = mask_of(board.neighbours(cell)) if solid >> cell & 1 else board.contact_mask(cell, 1, ctx.state.doors)
    return min(cells_of(near & free), key=lambda other: (board.squared(cell, other), other), default=NO_CELL)


# -- creatures ---------------------------------------------------------------------------------------------------


def brood(tx: Tx, task: Brood) -> None:
    """Ask for the next creature; what finds no legal cell or no room is lost (HM-A17, UN-3a)."""
    if not task.left:
        return
    kinds = tuple(kind for kind in task.kinds if grounds(tx).anchors(size_of(tx, kind)))
    if not kinds or not room_left(tx):
        lose(tx, task.side, task.item, task.left)
        return
    number = task.brood or new_brood(tx)
    tx.push(Reinforcement(task.side, task.item, kinds, task.left, number))


def _places(ctx: Ctx, task: Reinforcement) -> Sequence[Action]:
    found, kinds = grounds(ctx), task.kinds
    by_size = {size: found.anchors(size) for size in sorted({size_of(ctx, kind) for kind in kinds})}
    masks = [by_size[size_of(ctx, kind)] for kind in kinds]
    return Places(masks, lambda which, cell: PlaceXeno(kinds[which], cell))


def _place_verdict(ctx: Ctx, task: Reinforcement, action: PlaceXeno) -> Refusal | None:
    if action.kind not in task.kinds:
        return refuse("WRONG_KIND", "HM-57", kind=action.kind)
    return grounds(ctx).refusal(action.cell, size_of(ctx, action.kind))


def _place(tx: Tx, task: Reinforcement, action: PlaceXeno) -> None:
    tx.pop()
    spawn(tx, task.side, action.kind, action.cell, task.brood)
    tx.push(Brood(task.side, task.item, item_kinds(tx, task.item), task.left - 1, task.brood))


def _stop(tx: Tx, task: Reinforcement) -> None:
    lose(tx, task.side, task.item, task.left)


# -- markers -----------------------------------------------------------------------------------------------------


def location(tx: Tx, task: Location) -> None:
    """Ask for the marker's cell, if there is one (HM-68)."""
    if location_cells(tx):
        tx.push(MarkerChoice(task.side, task.kind))
    else:
        lose(tx, task.side, task.kind, 1)


def _locations(ctx: Ctx, _task: MarkerChoice) -> Sequence[Action]:
    return Places((location_cells(ctx),), lambda _which, cell: PlaceMarker(cell))


def _location_verdict(ctx: Ctx, _task: MarkerChoice, action: PlaceMarker) -> Refusal | None:
    return location_refusal(ctx, action.cell)


def _set_marker(tx: Tx, task: MarkerChoice, action: PlaceMarker) -> None:
    tx.pop()
    tx.emit(MarkerPlaced(Marker(tx.state.next_id, task.kind, action.cell)))


def _no_marker(tx: Tx, task: MarkerChoice) -> None:
    lose(tx, task.side, task.kind, 1)


OFFERS: Final = (
    Offer(Reinforcement, PlaceXeno, _places, _place_verdict, _place),
    pass_offer(Reinforcement, _stop),
    Offer(MarkerChoice, PlaceMarker, _locations, _location_verdict, _set_marker),
    pass_offer(MarkerChoice, _no_marker),
)
