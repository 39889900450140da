"""How new creatures come on the board: ids, broods, the limit, and what becomes of the rest (HM-56, HM-A17, UN-3a)."""

from __future__ import annotations

from game.core.events import UnitPlaced
from game.core.profile import UnitKind
from game.core.state import Unit
from game.core.tx import Ctx, Tx
from game.core.types import Cell, Side
from game.rules.hive.events import PlacementsLost
from game.rules.skirmish.queries import xenos


def room_left(ctx: Ctx) -> int:
    """How many more xenos may be on the board (UN-3a)."""
    most: int = ctx.rules["max_xenos"]
    return max(0, most - len(xenos(ctx)))


def kinds_of_class(ctx: Ctx, wanted: str) -> tuple[str, ...]:
    """Every kind of the hive's roster of one class, in the roster's order (HM-61); seeds if they are wanted."""
    seeds = ctx.rules["hatching_reinforcements"]
    return tuple(
        kind.id for kind in ctx.game.kinds.values() if is_class(kind, wanted) and (seeds or not kind.transmutation)
    )


def is_class(kind: UnitKind, wanted: str) -> bool:
    """True for a hive kind whose first profile has that class."""
    return kind.faction == "hive" and kind.profiles[0].type == wanted


def size_of(ctx: Ctx, kind: str) -> int:
    """The footprint a kind appears with: that of its first profile (X-27)."""
    return ctx.game.kinds[kind].profiles[0].size


def new_brood(ctx: Ctx) -> int:
    """A brood id no unit ever had: ids are counted over units, markers and broods alike (HM-56)."""
    used = ctx.state.next_id
    for unit in ctx.state.units.values():
        used = max(used, unit.group + 1)
    for gone in ctx.state.gone.values():
        used = max(used, gone.unit.group + 1)
    return used


def spawn(tx: Tx, side: Side, kind: str, cell: Cell, brood: int = 0) -> None:
    """Put a new creature on the board; it is on its first profile and has not been activated."""
    unit = Unit(id=tx.state.next_id, kind=kind, side=side, cell=cell, size=size_of(tx, kind), group=brood)
    tx.emit(UnitPlaced(unit))


def lose(tx: Tx, side: Side, item: str, count: int) -> None:
    """Record that ``count`` creatures or markers are not placed; they are not banked (HM-A17)."""
    if count > 0:
        tx.emit(PlacementsLost(side, item, count))
