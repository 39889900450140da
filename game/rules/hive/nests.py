"""Nests bring forth creatures beside them (HM-14 to HM-16, HM-A9, D-H7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.board import cells_of
from game.core.events import PhaseBegan
from game.core.options import Mapped
from game.core.refusal import Refusal, refuse
from game.core.rulebook import Offer
from game.core.state import Action, Marker
from game.core.tx import Ctx, Tx
from game.rules.hive.actions import PlaceXeno, UseNest
from game.rules.hive.events import NestUsed
from game.rules.hive.names import GAUNT_KIND, NESTS, STEALER_KIND
from game.rules.hive.placement import solid_cells, taken_cells
from game.rules.hive.spawning import lose, new_brood, room_left, size_of, spawn
from game.rules.hive.tasks import NestChoice, NestPlace, NestsPhase, NestTurn
from game.rules.skirmish import names
from game.rules.skirmish.deciding import pass_offer

NEST_OUTPUT: Final = {GAUNT_KIND: 4, STEALER_KIND: 2}
"""Creatures of each kind that one nest brings forth in a turn (HM-15)."""


def nests(ctx: Ctx) -> list[Marker]:
    """The nests on the board, by id."""
    return sorted((m for m in ctx.state.markers.values() if m.kind == names.NEST), key=lambda marker: marker.id)


def birth_cells(ctx: Ctx, nest: Marker) -> int:
    """Free passable cells in contact with a nest, as a bit set; sight and auspex do not matter (HM-16, HM-A9)."""
    beside = ctx.board.contact_mask(nest.cell, 1, ctx.state.doors)
    return beside & ~solid_cells(ctx) & ~taken_cells(ctx)


def nests_phase(tx: Tx, task: NestsPhase) -> None:
    """Ask each nest in turn (HM-14)."""
    tx.emit(PhaseBegan(NESTS))
    tx.push(*[NestTurn(task.side, nest.id) for nest in nests(tx)])


def nest_turn(tx: Tx, task: NestTurn) -> None:
    """Ask what this nest brings forth, unless there is nothing to choose."""
    if not is_idle(tx, task):
        tx.push(NestChoice(task.side, task.nest))


def output_kinds(ctx: Ctx) -> list[str]:
    """The kinds a nest can bring forth with this roster; all have one-cell footprints."""
    return [kind for kind in NEST_OUTPUT if kind in ctx.game.kinds and size_of(ctx, kind) == 1]


def is_idle(ctx: Ctx, task: NestTurn) -> bool:
    """True when there is nothing to choose: the nest is gone, walled in, or the board is full (X-32)."""
    nest = ctx.state.markers.get(task.nest)
    return nest is None or not room_left(ctx) or not birth_cells(ctx, nest) or not output_kinds(ctx)


def _choices(ctx: Ctx, _task: NestChoice) -> Sequence[Action]:
    return [UseNest(kind) for kind in output_kinds(ctx)]


def _choice_verdict(ctx: Ctx, _task: NestChoice, action: UseNest) -> Refusal | None:
    return None if action.kind in output_kinds(ctx) else refuse("NO_NEST_KIND", "HM-15", kind=action.kind)


def _choose(tx: Tx, task: NestChoice, action: UseNest) -> None:
    tx.pop()
    tx.emit(NestUsed(task.nest, action.kind))
    go_on(tx, NestPlace(task.side, task.nest, action.kind, NEST_OUTPUT[action.kind], new_brood(tx)))


def go_on(tx: Tx, task: NestPlace) -> None:
    """Ask for the next creature's cell; without a cell or room the rest is forfeited (HM-A9, UN-3a)."""
    if task.left and room_left(tx) and birth_cells(tx, tx.state.markers[task.nest]):
        tx.push(task)
    else:
        lose(tx, task.side, task.kind, task.left)


def _places(ctx: Ctx, task: NestPlace) -> Sequence[Action]:
    kind = task.kind
    return Mapped(cells_of(birth_cells(ctx, ctx.state.markers[task.nest])), lambda cell: PlaceXeno(kind, cell))


def _place_verdict(ctx: Ctx, task: NestPlace, action: PlaceXeno) -> Refusal | None:
    nest = ctx.state.markers[task.nest]
    if action.kind != task.kind:
        return refuse("WRONG_KIND", "HM-15", kind=action.kind)
    if action.cell >= 0 and birth_cells(ctx, nest) >> action.cell & 1:
        return None
    if action.cell >= 0 and taken_cells(ctx) >> action.cell & 1:
        return refuse("OCCUPIED", "HM-16", cell=action.cell)
    return refuse("NOT_BESIDE_NEST", "HM-16", cell=action.cell)


def _place(tx: Tx, task: NestPlace, action: PlaceXeno) -> None:
    tx.pop()
    spawn(tx, task.side, task.kind, action.cell, task.brood)
    go_on(tx, NestPlace(task.side, task.nest, task.kind, task.left - 1, task.brood))


def _stop(tx: Tx, task: NestPlace) -> None:
    lose(tx, task.side, task.kind, task.left)


OFFERS: Final = (
    Offer(NestChoice, UseNest, _choices, _choice_verdict, _choose),
    pass_offer(NestChoice),
    Offer(NestPlace, PlaceXeno, _places, _place_verdict, _place),
    pass_offer(NestPlace, _stop),
)
